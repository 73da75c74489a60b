"""Episodes, following what they were drawn from: when words of a conversation change, its episode goes.

A conversation that is over and has no episode is one to be drawn, so another takes its place from what was said as it
stands then. An undo that brings the words back, with nothing changed there since, brings the same episode back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from reverie.memory import lifecycle
from reverie.memory.runtime import digest
from reverie.records.memories import EPISODE_KEY, Change, Kind, LogEntry, Memory, Status
from reverie.store import row_mapping
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.text.value_matching import mentions

DRAWING = "episode"
"""The cause of the change that keeps an episode."""


def key_of(conversation_id: str) -> str:
    """The slot of a conversation's episode."""
    return f"{EPISODE_KEY}{conversation_id}"


def blocking(conversation_id: str) -> str:
    """The digest that keeps a conversation from being drawn again, as forgetting its episode does."""
    return digest(key_of(conversation_id), conversation_id)


def standing(session: Session, owner: str, conversation_ids: Collection[str]) -> list[Memory]:
    """The episodes of conversations."""
    return session.memories.keyed(owner, [key_of(one) for one in conversation_ids], [Status.ACTIVE])


def let_go(
    session: Session, act: Act, conversation_ids: Iterable[str], topics: Sequence[frozenset[str]] = ()
) -> list[Memory]:
    """Retract the episodes of conversations whose words change, and those that tell of one of the topics."""
    owner = act.change.owner
    going = {memory.id: memory for memory in standing(session, owner, set(conversation_ids))}
    if any(topics):
        told = session.memories.of_kind(owner, Kind.EPISODE, [Status.ACTIVE])
        going |= {m.id: m for m in told if any(mentions(words_of(m), topic) for topic in topics)}
    gone = [lifecycle.retracted(memory, known_at=act.change.at) for memory in going.values()]
    for before, after in zip(going.values(), gone, strict=True):
        act.write(before, after)
    return gone


def tell(session: Session, owner: str, topics: Sequence[frozenset[str]]) -> bool:
    """Whether an episode tells of one of these topics."""
    told = session.memories.of_kind(owner, Kind.EPISODE, [Status.ACTIVE])
    return any(mentions(words_of(memory), topic) for memory in told for topic in topics)


def words_of(memory: Memory) -> str:
    """All the words of an episode."""
    return "\n".join([memory.text, *(str(value) for value in memory.details.values())])


def is_episode(entry: LogEntry) -> bool:
    """Whether a line of the log is of an episode."""
    return entry.item == "memory" and (entry.after or entry.before or {}).get("kind") == Kind.EPISODE


def changed_since(session: Session, owner: str, entries: Sequence[LogEntry]) -> set[str]:
    """Conversations in these lines of the log of which messages changed after them; ask before anything is undone."""
    last = max((entry.seq for entry in entries), default=0)
    touched = [*session.changes.touched_since(owner, last)]
    there = session.dialogue.by_ids(owner, touched)
    known = session.memories.by_ids(owner, [one for one in touched if one not in there])
    lost = [one for one in touched if one not in there and one not in known]  # unsaid since, and who knows where
    return _conversations(entries) if lost else {m.conversation_id for m in there.values()}


def follow_back(
    session: Session, act: Act, change: Change, entries: Sequence[LogEntry], changed: Collection[str]
) -> None:
    """Let episodes follow an undo: what went with the words comes back with them, unless these ``changed`` since.

    Where the drawing itself was undone, the conversation is not drawn again.
    """
    if change.cause == DRAWING:
        there = {memory.key for memory in standing(session, change.owner, _conversations(entries))}
        for one in _conversations(entries):
            if key_of(one) not in there:
                act.block(one, {blocking(one)})
        return
    let_go(session, act, _conversations(entries))
    for entry in entries:
        before = entry.before
        if not is_episode(entry) or before is None or before["status"] != Status.ACTIVE:
            continue
        now = act.read("memory", before)
        if now is not None and str(before["key"]).removeprefix(EPISODE_KEY) not in changed:
            act.put("memory", entry.item_id, now, {**row_mapping.from_json(before), "revision": now["revision"] + 1})


def _conversations(entries: Iterable[LogEntry]) -> set[str]:
    """The conversations of the messages and episodes in lines of the log."""
    rows = [(entry, entry.after or entry.before or {}) for entry in entries]
    found = {str(row["conversation_id"]) for entry, row in rows if entry.item == "message"}
    return found | {str(row["key"]).removeprefix(EPISODE_KEY) for entry, row in rows if is_episode(entry)}
