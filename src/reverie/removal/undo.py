"""Taking changes back: one, what a message taught, a message, or a whole import.

A change that nothing has touched since is reverted as it was; else what it taught is unlearned, and what others said
too stays. An undo is a change like any other, so it can be undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from reverie.conversations import episode_upkeep, message_store
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.memory.retraction import Retraction, is_with_another, with_change
from reverie.memory.runtime import Runtime, surviving
from reverie.memory.timelines import Timelines
from reverie.pages import KEPT
from reverie.records.conversations import Message
from reverie.records.memories import Change, LogEntry, Relation, Status
from reverie.records.read_access import WHOLE
from reverie.records.users import UserKind
from reverie.removal.message_deletion import Sources, Undone, removed, unlearned
from reverie.store import row_mapping
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.store.tables.items import ITEM
from reverie.store.tables.search_entries import Entry

UNDOABLE = frozenset(
    (
        "learn remember correct forget delete pin unpin accept decline observe validate settle reinforce evolve "
        "retract profile edit"
    ).split()
)
"""Causes that a person means by "undo that": not a message as such, and nothing that upkeep did."""

_NOT_UNDONE = {
    "merge": "split them again",
    "split": "merge them again",
    "index": "take the document out, or put the file back and index it again",
    "import": "name its batch instead, as `reverie undo NAME --import BATCH` does",
    "repair": "it repaired what was said; say or correct what is not true",
}
"""Causes that have a way back of their own."""

_GOING = frozenset({"forget", "delete", "retention"})
"""Causes by which words go that may stand on a page."""

_PASSING = frozenset({"revision", "last_used_at"})
"""Columns that may differ between an item as a change left it and the same item untouched since."""


def find_change(session: Session, owner: str, named: str) -> Change:
    """The change with this id, or whose id begins so.

    Raises:
        NotFound: there is none.
        Conflict: there are several.
    """
    exact = session.changes.by_id(owner, named)
    found = [exact] if exact else session.changes.by_prefix(owner, named) if len(named) >= 6 else []
    if not found:
        raise NotFound(f"there is no change {named!r} of this person: `reverie history` lists them")
    if len(found) > 1:
        raise Conflict(f"several changes begin with {named!r}: give more of the id", existing=found[0].id)
    return found[0]


def undo(runtime: Runtime, owner: str, named: str) -> Undone:
    """Take one change back. Undoing an undo does it again.

    Raises:
        NotFound: there is no such change.
        Conflict: it was undone already, something changed its items since and can't be untangled, or it is a part of
            a change of somebody's, with which it is undone.
        Refused: it did what may not be seen here.
    """
    see_shown(runtime, owner, named)
    _see_whole(runtime, owner, named)
    undone = _undo(runtime, owner, named)
    of = undone.of
    with runtime.store.reading() as session:
        others = [*session.people.merged(owner), *session.people.all(UserKind.COMPANION)] if of is not None else []
        twins = [
            (user.id, change.id)
            for user in others
            for change in session.changes.of_batch(user.id, with_change(of.id if of is not None else ""))
            if change.undone_by is None
        ]
    for user_id, change_id in twins:
        _undo(runtime, user_id, change_id, batch=with_change(undone.change.id))
    return undone


@surviving
def see_shown(reads: Runtime, owner: str, change: str | None = None, *, batch: str | None = None) -> None:
    """See that all that a change or an import did may be seen by whoever reads so.

    Raises:
        NotFound: there is no such change.
        Refused: it may not.
    """
    if reads.access == WHOLE:
        return
    with reads.store.reading() as session:
        made = [] if change is None else [find_change(session, owner, change)]
        made += [] if batch is None else session.changes.of_batch(owner, batch)
        if session.changes.withhold(owner, made):
            raise Refused("not all that this did may be seen here: undo it where it is", reason="access")


@surviving
def _see_whole(runtime: Runtime, owner: str, named: str) -> None:
    with runtime.store.reading() as session:
        change = find_change(session, owner, named)
    if is_with_another(change):
        raise Conflict("it is a part of what somebody had forgotten or deleted: undo that", existing=change.batch)


def _undo(runtime: Runtime, owner: str, named: str, batch: str | None = None) -> Undone:
    with runtime.store.reading() as session:
        change = _standing(session, owner, named)
        written = session.changes.log(owner, change_ids=[change.id])
        entries = [entry for entry in written if not entry.scrubbed]
        said = [entry for entry in written if entry.item == "message"]
        if written and (not entries or (said and all(entry.scrubbed for entry in said))):
            raise Conflict("what this change did was erased: there is nothing to take back", existing=change.id)
    back = _reindexed(runtime, entries)
    with runtime.store.writing(owner) as session:
        change = _standing(session, owner, change.id)  # nobody else undid it meanwhile
        undoing = runtime.change(owner, "undo", actor="person", message_id=change.message_id, batch=batch)
        changed = episode_upkeep.changed_since(session, owner, entries)
        own = [e for e in entries if change.cause == episode_upkeep.DRAWING or not episode_upkeep.is_episode(e)]
        with session.act(undoing) as act:
            _see_not_forgotten(session, change, entries)
            _see_slots_free(session, owner, own)
            later = _touched(act, own)
            if later is None:
                undone = _reverted(runtime, session, act, change, own, back)
                if len(entries) < len(written):  # what was erased since is no value any more that took another's place
                    Timelines(runtime.policy, session, act).refold([memory.id for memory in undone.memories])
                episode_upkeep.follow_back(session, act, change, entries, changed)
            elif change.cause == "learn" and change.message_id is not None:
                undone = unlearned(runtime, session, act, Sources(messages=(change.message_id,)))
            elif change.cause == "say":
                undone = removed(runtime, session, act, _messages_in(session, owner, entries))
            elif change.cause == "forget":
                undone = _reverted(runtime, session, act, change, _standing_still(session, act, own), back)
                Timelines(runtime.policy, session, act).refold([memory.id for memory in undone.memories])
            else:
                raise Conflict(f"{later} was changed since: undo the later changes first", existing=later)
            for earlier in session.changes.taken_back_by(owner, change.id):
                act.taken_back(earlier, None)
            act.taken_back(change, act.change.id)
        return replace(undone, of=change)


def _standing(session: Session, owner: str, named: str) -> Change:
    """The change that is meant, which stands and can be undone."""
    change = find_change(session, owner, named)
    if change.undone_by is not None:
        raise Conflict(f"that change was undone already, by {change.undone_by}", existing=change.undone_by)
    if change.cause in _NOT_UNDONE:
        remedy = _NOT_UNDONE[change.cause]
        raise Conflict(f"a change of cause {change.cause!r} is not undone: {remedy}", existing=change.id)
    return change


def _see_not_forgotten(session: Session, change: Change, entries: Sequence[LogEntry]) -> None:
    """See that nothing comes back of what was forgotten since, nor words in which it was said.

    Raises:
        Conflict: something would.
    """
    since = session.changes.recent(change.owner, None, ["forget"])
    since = [one for one in since if one.seq > change.seq and one.undone_by is None]
    gone = session.changes.log(change.owner, change_ids=[one.id for one in since]) if since else []
    said_in = {(e.before or {}).get("message_id") for e in gone if e.item == "memory"}
    forgotten = {e.item_id for e in gone} | said_in
    for entry in entries:
        back = entry.before is not None and (entry.after is None or entry.item == "memory")
        if back and entry.item_id in forgotten:
            raise Conflict("what would come back was forgotten since: undo that first", existing=since[0].id)


def _see_slots_free(session: Session, owner: str, entries: Sequence[LogEntry]) -> None:
    """See that nothing took the place of what comes back.

    Raises:
        Conflict: something did; ``existing`` is its id.
    """
    going = {entry.item_id for entry in entries}
    for entry in entries:
        back = entry.before
        if entry.item != "memory" or back is None or back["status"] != Status.ACTIVE or back["key"] is None:
            continue
        for other in session.memories.keyed(owner, [str(back["key"])], [Status.ACTIVE]):
            if other.id not in going and (other.about, other.kind) == (back["about"], back["kind"]):
                raise Conflict(f"its place was taken by {other.text!r}: forget or undo that first", existing=other.id)


def _touched(act: Act, entries: Sequence[LogEntry], *, alone: bool = False) -> str | None:
    """An item that is not, now, what these entries left; None when all are.

    What messages taught since is looked at too, unless all of it came with them (``alone``).
    """
    last: dict[tuple[str, str], LogEntry] = {(e.item, e.item_id): e for e in entries}
    for (item, item_id), entry in last.items():
        if item == "sheet" or item_id == KEPT:
            continue  # a summary or a page written since stands in nobody's way
        kept = entry.after or entry.before or {}
        now = act.read(item, kept)
        then = entry.after
        if (now is None) != (then is None):
            return item_id
        if now is not None and then is not None and _lasting(row_mapping.as_json(now)) != _lasting(then):
            return item_id
    if not alone and any(e.item == "message" and e.before is None for e in entries) and _taught(act, entries):
        return "what the message taught"
    return None


def _standing_still(session: Session, act: Act, entries: Sequence[LogEntry]) -> list[LogEntry]:
    """The lines of a forgetting that can be taken back: what was unsaid since stays so, and so does what it taught."""
    said = {s.memory_id for s in session.statements.of(act.change.owner, {e.item_id for e in entries})}
    found = []
    for entry in entries:
        back = entry.item == "memory" and entry.item_id in said
        if back or (entry.item != "memory" and _touched(act, [entry], alone=True) is None):
            found.append(entry)
    return found


def _lasting(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in _PASSING}


def _taught(act: Act, entries: Sequence[LogEntry]) -> bool:
    added = [e.item_id for e in entries if e.item == "message" and e.before is None]
    beside = {e.item_id for e in entries if e.item == "link"}  # came back with their message
    return any(act.leans_on(message_id, besides=beside) for message_id in added)


def _reindexed(runtime: Runtime, entries: Sequence[LogEntry]) -> dict[str, Entry]:
    """Search entries of what comes back, and of messages whose words do. Made before the transaction."""
    gone = [e for e in entries if e.item in ("message", ITEM) or (e.item == "memory" and e.after is None)]
    made: dict[str, Entry] = {}
    for item in ("message", "memory", ITEM):
        before = [(e.item_id, e.before) for e in gone if e.item == item and e.before is not None]
        texts = [(item_id, str(row["text"])) for item_id, row in before if row["text"]]
        made |= {entry.item_id: entry for entry in runtime.entries(item, texts)}
    return made


def _reverted(
    runtime: Runtime,
    session: Session,
    act: Act,
    change: Change,
    entries: Sequence[LogEntry],
    back: Mapping[str, Entry],
    *,
    for_good: bool = False,
) -> Undone:
    """Make everything what it was before; what began there is retracted, or (``for_good``) not there any more."""
    touched, messages, items = (
        list(dict.fromkeys(e.item_id for e in reversed(entries) if e.item == item))
        for item in ("memory", "message", ITEM)
    )
    for entry in reversed(entries):
        before = None if entry.before is None else row_mapping.from_json(entry.before)
        now = act.read(entry.item, entry.after or entry.before or {})
        if entry.item == "memory" and before is None and now is not None and not for_good:
            before = {**now, "status": Status.RETRACTED, "closed_at": act.change.at}
        if entry.item == "sheet" and (now and now["revision"]) != (entry.after and entry.after["revision"]):
            continue
        if before is not None and _pins_nothing(session, before):
            continue
        if entry.item_id == KEPT and _page_moved_on(session, change, entry, now):
            continue
        if now is not None and before is not None and "revision" in before:
            before["revision"] = now["revision"] + 1
        if entry.item == "conversation" and before is None:
            message_store.leave(session, act, str(entry.after and entry.after["id"]))
            continue
        act.put(entry.item, entry.item_id, now, before)
    if all(entry.item != "statement" for entry in entries):  # the change may be older than statements
        Timelines(runtime.policy, session, act).read_off(touched)
    act.index(list(back.values()))
    act.unindex([i for i in (*messages, *items) if i not in back])
    found = session.memories.by_ids(change.owner, touched)
    act.unindex([i for i in touched if i not in found])
    return Undone(change=act.change, memories=tuple(found.values()), messages=tuple(messages))


def _pins_nothing(session: Session, row: Mapping[str, Any]) -> bool:
    """Whether it is the pin of a memory that is not there any more: other links go and come with theirs."""
    return row.get("relation") == Relation.PINNED and session.memories.by_id(row["owner"], row["from_id"]) is None


def _page_moved_on(session: Session, change: Change, entry: LogEntry, now: Mapping[str, Any] | None) -> bool:
    """Whether a kept page was written since, or something went of which the older one may still speak."""
    if (now or {}).get("value") != (entry.after or {}).get("value"):
        return True
    gone = session.changes.recent(change.owner, None, _GOING)
    return any(one.seq > change.seq and one.undone_by is None for one in gone)


def undo_import(runtime: Runtime, owner: str, batch: str) -> Undone:
    """Take back an import: its messages, its conversations, and what they taught.

    Raises:
        NotFound: no import of this person has that id.
    """
    with runtime.store.writing(owner) as session:
        made = session.changes.of_batch(owner, batch)
        if not made or not batch.startswith("import-"):
            raise NotFound(f"there is no import {batch!r} of this person: `reverie history` lists them")
        if all(change.undone_by is not None for change in made):
            raise Conflict(f"the import {batch!r} was undone already", existing=made[0].undone_by)
        said = [c.id for c in made if c.cause in ("say", "import")]
        entries = [e for e in session.changes.log(owner, change_ids=said) if not e.scrubbed]
        if not entries:  # an archive with which the person came in: all that was there before it was noted
            entries = [e for e in session.changes.log(owner) if e.seq < made[0].seq and not e.scrubbed]
        with session.act(runtime.change(owner, "undo", actor="person")) as act:
            if made[0].cause == "import" and _touched(act, entries, alone=True) is None:
                undone = _reverted(runtime, session, act, made[0], entries, {}, for_good=True)
            else:
                undone = removed(runtime, session, act, _messages_in(session, owner, entries))
                Retraction(runtime, session, act).take_out(entries)
                for entry in entries:
                    if entry.item == "conversation" and entry.after is not None:
                        message_store.leave(session, act, str(entry.after["id"]))
            for change in made:
                act.taken_back(change, act.change.id)
        return undone


def _messages_in(session: Session, owner: str, entries: Iterable[LogEntry]) -> list[Message]:
    added = [e.item_id for e in entries if e.item == "message" and e.after is not None]
    return list(session.dialogue.by_ids(owner, added).values())


def last_undoable(runtime: Runtime, owner: str) -> Change:
    """The newest change that a person would mean by "undo that".

    Raises:
        NotFound: there is nothing to undo.
    """
    with runtime.store.reading() as session:
        for change in session.changes.recent(owner, 200, UNDOABLE):
            if change.undone_by is None and change.cause in UNDOABLE and not is_with_another(change):
                return change
    raise NotFound("there is nothing to undo")


def checked_target(change: str | None, message: str | None, batch: str | None) -> None:
    """See that at most one thing to undo is named.

    Raises:
        InvalidInput: several are.
    """
    if sum(named is not None for named in (change, message, batch)) > 1:
        raise InvalidInput("name one thing to undo: a change, a message or an import")
