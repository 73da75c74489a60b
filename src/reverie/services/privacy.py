"""What people decide about their memory: settings, forgetting, export and erasure.

Forgetting is everywhere: the memory is retracted, the words it rests on are taken out of the messages, and a digest
keeps them from being learned again. It can be undone until the person is erased.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from reverie.domain.dialogue import Message
from reverie.domain.matching import (
    FORGOTTEN,
    mentions,
    sentence_around,
    sentences,
    slot,
    topic_keys,
    topic_words,
    without,
    words,
)
from reverie.domain.memories import Category, Link, Memory, Relation, Source, Status
from reverie.domain.users import User
from reverie.errors import InvalidInput
from reverie.services.means import Means
from reverie.services.memories import Writing, digests
from reverie.store import erasure, mapping
from reverie.store.changes import Act
from reverie.store.session import Session

_KEPT = frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.EXPIRED, Status.PROPOSED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a person has decided. ``retention_days`` None keeps what its category keeps."""

    paused: bool = False
    categories_off: tuple[str, ...] = ()
    retention_days: float | None = None


def settings(means: Means, owner: str) -> Settings:
    """A person's settings."""
    with means.store.reading() as session:
        kept = session.people.settings(owner)
    return Settings(
        paused=bool(kept.get("paused", False)),
        categories_off=tuple(kept.get("categories_off", ())),
        retention_days=kept.get("retention_days"),
    )


def configure(means: Means, owner: str, changed: Mapping[str, object]) -> Settings:
    """Change some settings.

    Raises:
        InvalidInput: there is no such setting or category, or a retention is not above 0 days.
    """
    now = asdict(settings(means, owner))
    unknown = set(changed) - set(now)
    if unknown:
        raise InvalidInput(f"there is no setting {sorted(unknown)[0]!r}: there are {', '.join(now)}")
    made = Settings(**{**now, **changed})
    known = [c.value for c in Category]
    wrong = [c for c in made.categories_off if c not in known]
    if wrong:
        raise InvalidInput(f"there is no category {wrong[0]!r}: there are {', '.join(known)}")
    if made.retention_days is not None and not 0 < made.retention_days <= 36_500:
        raise InvalidInput("a retention is a number of days above 0, up to 36,500; none keeps things for good")
    with means.store.writing() as session:
        session.people.set(owner, "paused", made.paused or None)
        session.people.set(owner, "categories_off", sorted(set(made.categories_off)) or None)
        session.people.set(owner, "retention_days", made.retention_days)
    return replace(made, categories_off=tuple(sorted(set(made.categories_off))))


# -- forgetting ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What was forgotten, or would be (``change_id`` None): memories, and messages as they read afterwards."""

    memories: tuple[Memory, ...] = ()
    messages: tuple[Message, ...] = ()
    change_id: str | None = None

    def __bool__(self) -> bool:
        return bool(self.memories or self.messages)


def forget(means: Means, owner: str, what: str, *, preview: bool = False) -> Forgotten:
    """Forget one thing everywhere: a memory by its id (or the beginning of it), or all that has the words of a topic.

    With ``preview`` nothing is written, and what would go is shown.

    Raises:
        InvalidInput: the topic has no word to go by.
    """
    with means.store.reading() as session:
        by_id = _named(session, owner, what)
        if by_id:
            memories, messages = by_id, {}
        else:
            topic = topic_words(what)
            if not topic:
                raise InvalidInput(f"{what!r} has no word to go by: name a thing, or the id of a memory")
            memories = _about(session, owner, what, topic)
            messages = _spoken_of(session, owner, topic)
        texts = _redacted(session, owner, memories, messages)
    if preview or not (memories or texts):
        return Forgotten(memories=tuple(memories), messages=tuple(after for _before, after in texts))
    entries = means.entries("message", [(after.id, after.text) for _before, after in texts])
    with means.store.writing() as session, session.act(means.change(owner, "forget", actor="person")) as act:
        _scrub(session, act, owner, [before.id for before, _after in texts], {m.id for m in memories}, what)
        gone = [_forget_memory(means, session, act, memory) for memory in memories]
        for before, after in texts:
            act.message(before, after)
        act.index(entries)
        change_id = act.change.id
    return Forgotten(memories=tuple(gone), messages=tuple(after for _b, after in texts), change_id=change_id)


def _named(session: Session, owner: str, what: str) -> list[Memory]:
    looks_like_id = len(what) >= 6 and all(c in "0123456789abcdef-" for c in what)
    found = session.memories.by_prefix(owner, what) if looks_like_id else []
    return [m for m in found if m.status in _KEPT] if len(found) == 1 else []


def _about(session: Session, owner: str, what: str, topic: frozenset[str]) -> list[Memory]:
    keys = topic_keys(what)
    return [
        memory
        for memory in session.memories.all(owner, _KEPT)
        if (memory.key and slot(memory.key) in keys)
        or mentions(f"{memory.text} {(memory.key or '').replace('_', ' ')} {memory.value or ''}", topic)
    ]


def _spoken_of(session: Session, owner: str, topic: frozenset[str]) -> dict[str, list[tuple[int, int]]]:
    """Where the messages have a topic's words: sentences by message id."""
    found = {}
    for message in session.dialogue.messages(owner):
        if mentions(message.text, topic):
            spans = [(s, e) for s, e in sentences(message.text) if topic & set(words(message.text[s:e]))]
            found[message.id] = spans
    return found


def _redacted(
    session: Session, owner: str, memories: Sequence[Memory], spoken: Mapping[str, list[tuple[int, int]]]
) -> list[tuple[Message, Message]]:
    """Messages before and after: without the sentences that memories rest on, and those that speak of the topic."""
    spans = {message_id: list(found) for message_id, found in spoken.items()}
    evidence = session.memories.evidence(owner, [m.id for m in memories])
    there = session.dialogue.by_ids(owner, list({*spans, *(link.to_id for link in evidence)}))
    values = {m.id: m.value for m in memories}
    for link in evidence:
        if link.span is not None and link.to_id in there:
            text = there[link.to_id].text
            shared = _shared(session, owner, link, memories)
            spans.setdefault(link.to_id, []).append(
                _words_of(text, link.span, values.get(link.from_id) if shared else None)
            )
    found = []
    for message_id, places in spans.items():
        before = there.get(message_id)
        if before is not None and places:
            text = without(before.text, places)
            if text != before.text:
                found.append((before, replace(before, text=text, revision=before.revision + 1)))
    return found


def _shared(session: Session, owner: str, link: Link, memories: Sequence[Memory]) -> bool:
    """Whether the same words carry a memory that stays."""
    going = {m.id for m in memories}
    others = session.memories.links(owner, to=link.to_id)
    return any(o.from_id not in going and o.quote and link.quote and o.span == link.span for o in others)


def _words_of(text: str, span: tuple[int, int], value: str | None) -> tuple[int, int]:
    """The sentence around a span; only the value's own words where the sentence carries something that stays."""
    start, end = sentence_around(text, span)
    if value:
        at = text.casefold().find(value.casefold(), start, end)
        if at >= 0:
            return (at, at + len(value))
    return (start, end)


def _forget_memory(means: Means, session: Session, act: Act, memory: Memory) -> Memory:
    for link in session.memories.evidence(act.change.owner, [memory.id]):
        act.block(link.to_id, digests(memory))
    return Writing(means, session, act).retract(memory)


def _scrub(session: Session, act: Act, owner: str, message_ids: Iterable[str], going: set[str], what: str) -> None:
    """Take the forgotten words out of the quotes of memories that stay."""
    topic = topic_words(what)
    for message_id in message_ids:
        for link in session.memories.links(owner, to=message_id):
            if link.relation is not Relation.EVIDENCE or link.from_id in going or not link.quote:
                continue
            if topic and topic & set(words(link.quote)):
                act.link(link, replace(link, quote=FORGOTTEN, span=None))
                memory = session.memories.by_id(owner, link.from_id)
                if memory is not None and memory.source.message_id == message_id:
                    source = Source(kind=memory.source.kind, message_id=message_id, quote=FORGOTTEN)
                    act.memory(memory, replace(memory, source=source, revision=memory.revision + 1))


# -- export and erasure --------------------------------------------------------------------------


def export(means: Means, person: User) -> dict[str, Any]:
    """Everything that is kept of a person, as one JSON document that can be read without Reverie."""
    owner = person.id
    with means.store.reading() as session:
        conversations = session.dialogue.conversations(owner)
        messages = session.dialogue.messages(owner)
        by_conversation: dict[str, list[dict[str, Any]]] = {c.id: [] for c in conversations}
        for message in messages:
            by_conversation[message.conversation_id].append(_plain(mapping.message_row(message)))
        return {
            "format": "reverie-export/1",
            "exported_at": means.clock().isoformat(),
            "person": _plain(asdict(person)),
            "accounts": [_plain(asdict(account)) for account in session.people.accounts(owner)],
            "settings": session.people.settings(owner),
            "memories": [_plain(mapping.memory_row(m)) for m in session.memories.all(owner)],
            "links": [_plain(mapping.link_row(link)) for link in session.memories.links(owner)],
            "conversations": [
                _plain(mapping.conversation_row(c)) | {"messages": by_conversation[c.id]} for c in conversations
            ],
            "changes": [_plain(asdict(change)) for change in reversed(session.changes.recent(owner))],
        }


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in mapping.as_json(row).items() if name != "owner"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What an erasure took: rows by table, without any content.

    ``looked_for`` is how many of the person's distinctive words were then looked for in the bytes of the database's
    files, ``left`` how many were found. Both are None on PostgreSQL, whose files Reverie does not see.
    """

    person_id: str
    rows: Mapping[str, int]
    looked_for: int | None
    left: int | None

    @property
    def proved(self) -> bool:
        """Whether the files were searched and nothing was found."""
        return self.left == 0


def erase(means: Means, person: User) -> Receipt:
    """Erase a person: every row of theirs, for good, and look into the files for what is left."""
    with means.store.reading() as session:
        texts = [m.text for m in session.dialogue.messages(person.id)]
        texts += [m.text for m in session.memories.all(person.id)]
    with means.store.writing() as session:
        rows = erasure.delete_person(session.connection, person.id)
    means.search.drop(person.id)
    erasure.rewrite(means.store)
    if means.store.path is None:
        return Receipt(person_id=person.id, rows=rows, looked_for=None, left=None)
    with means.store.reading() as session:
        theirs = erasure.distinctive(texts) - erasure.words_of_others(session.connection)
    left = erasure.found_in_files(means.store.path, theirs)
    return Receipt(person_id=person.id, rows=rows, looked_for=len(theirs), left=len(left))
