"""Forgetting one thing everywhere: the memory, the words it rests on, and what others quote of them.

A memory is retracted, its sentences are taken out of the messages, the quotes of memories that stay are cut to what is
left, and a digest keeps the same message from teaching the same again. It can be undone until the person is erased.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from reverie import pages
from reverie.conversations import episode_upkeep, summary_redaction
from reverie.errors import InvalidInput, StoreChanged
from reverie.memory.retraction import Retraction, with_change
from reverie.memory.runtime import Runtime, surviving
from reverie.memory.writing import digests
from reverie.people import identity
from reverie.recall.near_memories import near_memories
from reverie.recall.topic_threads import continued
from reverie.records.conversations import Message, cleaned
from reverie.records.memories import Kind, Link, Memory, Relation, Status
from reverie.records.users import User
from reverie.removal import message_deletion
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.store.tables.topic_looks import TopicLook
from reverie.text import said_queries, value_matching
from reverie.text.value_matching import (
    FORGOTTEN,
    mentions,
    occurrences,
    overlaps,
    redacted,
    remaining,
    sentences,
    slot,
    topic_words,
    words,
)

_KEPT = frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.EXPIRED, Status.PROPOSED})

Span = tuple[int, int]
Redaction = tuple[Message, value_matching.Redacted, Message]
"""A message before and after, and how its words moved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What was forgotten, or would be (``change_id`` None): memories, and messages as they read afterwards.

    ``page`` says whether the profile, as the person last wrote it, spoke of it: those words don't come back with undo.
    ``beside`` says whether the summary, the episode or the companion's notes of a conversation told of it, ``past``
    whether the history still told words of what was taken back before. ``near`` stay: nothing told has the words.
    """

    memories: tuple[Memory, ...] = ()
    messages: tuple[Message, ...] = ()
    page: bool = False
    beside: bool = False
    past: bool = False
    change_id: str | None = None
    near: tuple[Memory, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.memories or self.messages or self.page or self.beside or self.past)

    @property
    def elsewhere(self) -> list[str]:
        """What else went than memories and messages, or would, in words."""
        places = {
            "its words in the profile": self.page,
            "what was noted of a conversation about it": self.beside,
            "what its history told": self.past,
        }
        return [place for place, went in places.items() if went]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What is to go of one owner: what that ``would`` be to them, and who was ``merged`` into them.

    ``origin`` are the messages of which nothing is left.
    """

    going: _Going
    texts: Sequence[Redaction]
    would: Forgotten = Forgotten()
    merged: Sequence[User] = ()
    origin: message_deletion.Sources = field(default_factory=message_deletion.Sources)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Going:
    """What is to go: memories, the evidence they rest on, and the words of the topic."""

    memories: Sequence[Memory]
    topic: frozenset[str]

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(memory.id for memory in self.memories)

    @property
    def topics(self) -> list[frozenset[str]]:
        """The words of the topic, and of each value."""
        return [self.topic, *(frozenset(words(memory.value or memory.text)) for memory in self.memories)]


@surviving
def forget(runtime: Runtime, owner: str, what: str, *, preview: bool = False) -> Forgotten:
    """Forget one thing everywhere: a memory by its id (or the beginning of it), or all that has the words of a topic.

    With ``preview`` nothing is written, and what would go is shown.

    Raises:
        InvalidInput: the topic has no word to go by.
    """
    topic = cleaned(what)
    with runtime.store.reading() as session:
        found = _find(runtime, session, owner, topic)
        people = [owner, *(user.id for user in found.merged)]
        thought = message_deletion.thought_of(session, people, found.going.topics)
    would = replace(found.would, beside=found.would.beside or bool(thought))
    if not would.memories and all(said_queries.asks_outright(before.text) for before, *_after in found.texts):
        would = replace(would, near=near_memories(runtime, owner, topic))
    if preview or not would:
        return would

    def find_to_write(session: Session) -> _Found:
        session.people.settings(owner, to_write=True)
        return _find(runtime, session, owner, topic)

    forgotten = _forget(runtime, owner, found, find_to_write)
    batch = with_change(forgotten.change_id) if forgotten.change_id else None
    # Who was merged into this person said it too: split again, they would bring it back.
    for user in found.merged:
        _forget_with(runtime, user.id, found, batch)
    message_deletion.unlearn_of_companions(runtime, found.origin, "forget", batch=batch)
    message_deletion.forget_of_companions(runtime, people, found.going.topics, batch)
    return replace(would, memories=forgotten.memories, change_id=forgotten.change_id)


def _find(runtime: Runtime, session: Session, owner: str, what: str) -> _Found:
    going = _going(session, owner, what)
    texts = _redactions(session, owner, going)
    origin = _emptied(session, owner, texts)
    going = replace(going, memories=[*going.memories, *_resting(session, owner, origin, going)])
    quoting = message_deletion.leaning(session, owner, [before.id for before, _redaction, _after in texts])
    going = replace(going, memories=[*going.memories, *(m for m in quoting if m.id not in going.ids)])
    page = pages.followed(session, owner, runtime.clock(), gone=going.ids, topics=going.topics)
    would = Forgotten(
        memories=tuple(going.memories),
        messages=tuple(after for _before, _redaction, after in texts),
        page=page is not None and page.spoke,
        beside=summary_redaction.speak(session, owner, going.topics)
        or episode_upkeep.tell(session, owner, going.topics),
        past=bool(_told_still(session, owner, going)),
    )
    return _Found(going=going, texts=texts, would=would, merged=session.people.merged(owner), origin=origin)


def _forget(
    runtime: Runtime, owner: str, found: _Found, find: Callable[[Session], _Found], batch: str | None = None
) -> Forgotten:
    """Forget what was found, if that is what is found when it is written."""
    going, texts = found.going, found.texts
    messages = tuple(after for _before, _redaction, after in texts)
    entries = runtime.entries("message", [(after.id, after.text) for after in messages])
    change = runtime.change(owner, "forget", actor="person", batch=batch)
    with runtime.store.writing(owner) as session:
        if find(session) != found:
            raise StoreChanged("what is to be forgotten was changed at the same moment: forget it again")
        with session.act(change, stands=batch is None) as act:  # what others take back with it names it
            for before, redaction, _after in texts:
                _requote(session, act, before.id, redaction, going)
            _hush(session, act, going)
            gone = [_forget_memory(session, act, runtime, memory) for memory in going.memories]
            for before, _redaction, after in texts:
                act.write(before, after)
            act.index(entries)
            _unname(session, act, gone)
            pages.follow(session, act, going.topics)
            summary_redaction.follow(session, act, _lost(texts), going.topics)
            episode_upkeep.let_go(
                session, act, {before.conversation_id for before, _redaction, _after in texts}, going.topics
            )
            change_id = act.change.id if act.written else None
            return Forgotten(memories=tuple(gone), messages=messages, change_id=change_id)


def _lost(texts: Sequence[Redaction]) -> list[summary_redaction.Lost]:
    went = ((before, span) for before, redaction, _after in texts for span in redaction.gone)
    return [summary_redaction.Lost(conversation_id=m.conversation_id, text=m.text[slice(*span)]) for m, span in went]


def _unname(session: Session, act: Act, gone: Sequence[Memory]) -> None:
    """Take what somebody was called out of the directory too; the name they are found by stays."""
    user = session.people.by_id(act.change.owner)
    fields = {m.key: m.spelt for m in gone if m.key in ("nickname", "pronouns")}
    named = {field: None for field, value in fields.items() if field and value and getattr(user, field) == value}
    if named:
        identity.rewritten(session, act, named)


@surviving
def _forget_with(runtime: Runtime, owner: str, found: _Found, batch: str | None) -> None:
    """Forget what was forgotten of the one whom this owner was merged into: the same words, and what says the same."""
    going = found.going
    said = {before.id: (redaction, after.text) for before, redaction, after in found.texts}
    named = {digest for memory in going.memories for digest in digests(memory)}

    def find(session: Session) -> _Found:
        known = [m for m in session.memories.all(owner, _KEPT) if m.id in going.ids or named & digests(m)]
        voices = {voice for memory in going.memories for voice in _voices(session, memory)}
        too = [m for m in known if m.id in going.ids or going.topic or not voices.isdisjoint(_voices(session, m))]
        same = [
            (message, redaction, replace(message, text=text, revision=message.revision + 1))
            for message in session.dialogue.by_ids(owner, list(said)).values()
            for redaction, text in [said[message.id]]
        ]
        return _Found(going=replace(going, memories=too), texts=same)

    with runtime.store.reading() as session:
        theirs = find(session)
        told = _told_still(session, owner, going)
    if theirs.going.memories or theirs.texts or told:
        _forget(runtime, owner, theirs, find, batch)


def _voices(session: Session, memory: Memory) -> set[object]:
    """Who says a memory: messages, and statements by their times."""
    return {*memory.stated, *(link.to_id for link in session.links.evidence(memory.owner, [memory.id]))}


def _going(session: Session, owner: str, what: str) -> _Going:
    looks_like_id = len(what) >= 6 and all(c in "0123456789abcdef-" for c in what)
    named = [m for m in session.memories.by_prefix(owner, what) if m.status in _KEPT] if looks_like_id else []
    if len(named) == 1:
        return _Going(memories=[*named, *_only_from(session, named[0])], topic=frozenset())
    topic = topic_words(what)
    if not topic:
        raise InvalidInput(f"{what!r} has no word to go by: name a thing, or the id of a memory")
    keys = value_matching.topic_keys(what)
    about = [
        memory
        for memory in session.memories.all(owner, _KEPT, of=TopicLook(words=topic, slots=keys))
        if memory.kind is not Kind.EPISODE  # that follows the words it was drawn from
        and ((memory.key and slot(memory.key) in keys) or mentions(memory.wording, topic))
    ]
    return _Going(memories=about, topic=topic)


def _only_from(session: Session, memory: Memory) -> list[Memory]:
    """The waiting proposals that rest on nothing else that stands: they say what it said."""
    owner = memory.owner
    derived = session.links.related(owner, Relation.DERIVED_FROM, [memory.id])
    links = session.links.related(owner, Relation.DERIVED_FROM, [k.from_id for k in derived if k.to_id == memory.id])
    there = session.memories.by_ids(owner, [one for link in links for one in (link.from_id, link.to_id)])
    held = {k.from_id for k in links if k.to_id != memory.id and there[k.to_id].status is Status.ACTIVE}
    return [there[one] for one in {k.from_id for k in links} - held if there[one].status is Status.PROPOSED]


def _redactions(session: Session, owner: str, going: _Going) -> list[Redaction]:
    """Messages before and after, without the words that memories rest on and the sentences that speak of the topic."""
    evidence = session.links.evidence(owner, list(going.ids))
    quotes = {link.quote for link in evidence if link.quote and FORGOTTEN not in link.quote}
    quotes |= {memory.text.rstrip(".") for memory in going.memories}
    speaking = session.dialogue.by_ids(owner, list({link.to_id for link in evidence})) | {
        message.id: message
        for message in session.dialogue.messages(owner, of=TopicLook(words=going.topic, quotes=quotes))
        if any(_echoes(message.text, quote) for quote in quotes) or mentions(message.text, going.topic)
    }
    there = {one.id: one for one in sorted(speaking.values(), key=lambda one: (one.sent_at, one.id))}
    slots = {slot(memory.key) for memory in going.memories if memory.key}
    more = continued(session, owner, there.values(), going.topic, slots) if going.topic else {}
    there |= {message.id: message for message, _spans in more.values()}
    values = {memory.id: frozenset(words(memory.value or "")) for memory in going.memories}
    found = []
    for message in there.values():
        staying = _staying(session, owner, message.id, going.ids)
        spans = [
            place
            for link in evidence
            if link.to_id == message.id and link.span is not None
            for place in _carried(message.text, link.span, staying, values[link.from_id] or going.topic)
        ]
        if going.topic and mentions(message.text, going.topic):
            spans += _spoken(message.text, going.topic, staying)
        spans += [
            span for span in more.get(message.id, (message, []))[1] if not any(overlaps(span, s) for s in staying)
        ]
        if not any(link.to_id == message.id for link in evidence):
            spans += [span for quote in quotes for span in _echoes(message.text, quote)]
        if spans:
            redaction = redacted(message.text, spans)
            after = replace(message, text=redaction.text, revision=message.revision + 1)
            found.append((message, redaction, after))
    return found


def _emptied(session: Session, owner: str, texts: Sequence[Redaction]) -> message_deletion.Sources:
    """The messages of which nothing is left, with the replies to them."""
    gone = [before for before, _redaction, after in texts if not remaining(after.text)]
    return message_deletion.sources(session, owner, gone)


def _resting(session: Session, owner: str, origin: message_deletion.Sources, going: _Going) -> list[Memory]:
    """What was noted of messages of which nothing is left, and of nothing else, whatever its words.

    What quotes words of a message goes or stays with these.
    """
    linked = [link for one in origin.messages for link in session.links.find(owner, to=one)]
    ids = [link.from_id for link in linked if link.relation is Relation.EVIDENCE and link.span is None]
    ids += message_deletion.noted(session, owner, origin.replies)
    there = session.memories.by_ids(owner, list(dict.fromkeys(ids)))
    held = {k.from_id for k in session.links.evidence(owner, list(there)) if k.to_id not in origin.every}
    free = [m for m in there.values() if m.status in _KEPT and not m.stated and m.id not in held | going.ids]
    return [m for m in free if m.kind is not Kind.EPISODE]


def _staying(session: Session, owner: str, message_id: str, going: frozenset[str]) -> list[Span]:
    """Where a message carries memories that stay."""
    links = session.links.find(owner, to=message_id)
    return [link.span for link in links if link.from_id not in going and link.span is not None]


def _carried(text: str, span: Span, staying: Sequence[Span], value: frozenset[str]) -> list[Span]:
    """What goes with a memory: its sentence; its clause or its own words, where the sentence carries more."""
    sentence = value_matching.sentence_around(text, span)
    if not any(overlaps(sentence, other) for other in staying):
        return [sentence]
    if not any(overlaps(span, other) for other in staying):
        return [span]
    return occurrences(text, value, span) or [span]


def _spoken(text: str, topic: frozenset[str], staying: Sequence[Span]) -> list[Span]:
    """What goes with a topic: the sentences that have its words; the words alone, where a sentence carries more."""
    found: list[Span] = []
    whole = [s for s in sentences(text) if mentions(text[slice(*s)], topic)]
    for sentence in whole or sentences(text):
        said = occurrences(text, topic, sentence) or ([sentence] if whole else [])
        carries = any(overlaps(sentence, other) for other in staying)
        found += said if carries else [sentence] if said else []
    return found


def _echoes(text: str, quote: str) -> list[Span]:
    """Where a text repeats a quote word for word, as a companion does that answers with somebody's own words."""
    return [match.span() for match in re.finditer(rf"(?<!\w){re.escape(quote)}(?!\w)", text, re.IGNORECASE)]


def _requote(session: Session, act: Act, message_id: str, redaction: value_matching.Redacted, going: _Going) -> None:
    """Cut the quotes of memories that stay to what is left of the words."""
    owner = act.change.owner
    for link in session.links.find(owner, to=message_id):
        if link.relation is not Relation.EVIDENCE or link.from_id in going.ids or not link.quote:
            continue
        after = _requoted(link, redaction, going.topic)
        if after == link:
            continue
        act.write(link, after)
        memory = session.memories.by_id(owner, link.from_id)
        if memory is not None and memory.source.message_id == message_id:
            source = replace(memory.source, quote=after.quote, span=after.span)
            act.write(memory, replace(memory, source=source, revision=memory.revision + 1))


def _requoted(link: Link, redaction: value_matching.Redacted, topic: frozenset[str]) -> Link:
    if link.span is not None:
        span = redaction.moved(link.span)
        return replace(link, quote=redaction.text[slice(*span)], span=span)
    return replace(link, quote=FORGOTTEN) if topic & set(words(link.quote or "")) else link


def _told_still(session: Session, owner: str, going: _Going) -> list[Memory]:
    """What says the same and was taken back before, and the history tells the words of."""
    named = {digest for memory in going.memories for digest in digests(memory)}
    silent = going.ids | session.changes.forgotten(owner)
    return [
        memory
        for memory in session.memories.all(owner, {Status.RETRACTED})
        if memory.id not in silent
        and ((going.topic and mentions(memory.wording, going.topic)) or not named.isdisjoint(digests(memory)))
    ]


def _hush(session: Session, act: Act, going: _Going) -> None:
    """Let the history tell no words of what was taken back before: this change is among its steps."""
    for memory in _told_still(session, act.change.owner, going):
        act.write(memory, replace(memory, revision=memory.revision + 1))


def _forget_memory(session: Session, act: Act, runtime: Runtime, memory: Memory) -> Memory:
    for link in session.links.evidence(act.change.owner, [memory.id]):
        act.block(link.to_id, digests(memory))
    return Retraction(runtime, session, act).retract(memory)
