"""From words to memory: a message is kept, read by the rules, and what it teaches goes through the one door.

Only the person's own words teach. What the companion said, what others said, and what Reverie itself had put
into a prompt are kept or skipped, and never learned from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from reverie.conversations import message_store
from reverie.conversations.message_store import Saying, conversation_for, drafted
from reverie.errors import InvalidInput, Refused, StoreChanged
from reverie.learning.extraction import NOTHING, Extraction, before, extracted, of_a_mark
from reverie.learning.prior_state import RECENT, Prior, earlier, read_prior
from reverie.learning.rules import extract
from reverie.memory.judgement import NEAR
from reverie.memory.runtime import Runtime, new_id, surviving
from reverie.memory.writing import Learned, Step, Telling, Writing, digests
from reverie.ports import View
from reverie.records.conversations import Conversation, Message, Role, cleaned
from reverie.records.identity_question import Identified
from reverie.records.memories import Candidate, Category, Change, Kind, Memory, Source, SourceKind, Told
from reverie.records.read_access import is_mixed_with
from reverie.records.update_question import ConflictQuestion, Settlement
from reverie.secrets import masked
from reverie.store.database import Session
from reverie.store.search.tokens import tokens
from reverie.text.value_matching import overlaps, sentences

LATELY = timedelta(days=1)
"""How old such a fact may be, where the correction does not mention its value."""

LONGEST_SLOT = 200
"""Characters of a stated key or value."""

LONGEST_FACT = 4_000
"""Characters a stated memory may have: it is a sentence, not a document."""

_UNREAD = 1
"""Words of a sentence that what the rules read of it may lack, as a verb that they put otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something that a reply of the companion recorded, to be shown beside it: 👤 of a person, 🪞 of itself.

    ``memory`` is None where nothing was recorded as an observation. ``troubles`` says in sentences what was wrong.
    """

    mark: str
    text: str
    memory: Memory | None = None
    troubles: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(filter(None, (self.mark, self.text, *self.troubles)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What became of a message: as it was kept (None: off the record), what it taught, what was masked in it.

    ``reply`` is what to answer when the message asked something of the memory itself, or when the person is to be
    asked who they are. ``identified`` says that it became clear who they are. ``notices`` are what a reply of the
    companion recorded beside itself. ``again`` says that it was kept before, under the same id: nothing was done.

    ``question`` is what to ask where the message says other than is known, and ``settled`` what it answered to such a
    question.
    """

    message: Message | None
    learned: tuple[Learned, ...] = ()
    masked: tuple[str, ...] = ()
    reply: str | None = None
    notices: tuple[Notice, ...] = ()
    identified: Identified | None = None
    again: bool = False
    question: ConflictQuestion | None = None
    settled: tuple[Settlement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A message with what it might teach, ready to be written; ``prior`` is what it was read with.

    ``extraction`` is what was found in it.
    """

    draft: message_store.Draft
    candidates: tuple[Candidate, ...] = ()
    prior: Prior | None = None
    extraction: Extraction = NOTHING


def learnable(settings: Mapping[str, Any], candidate: Candidate) -> bool:
    """Whether a person's settings let something of this category be learned."""
    off = settings.get("categories_off", ())
    return candidate.category not in off and not is_mixed_with(candidate.details, off)


def expiry(runtime: Runtime, settings: Mapping[str, Any], candidate: Candidate, at: datetime) -> datetime | None:
    """When something told at ``at`` stops being current: its date, its life span, or the person's own setting."""
    days = settings.get("retention_days")
    own = None if days is None else at + timedelta(days=float(days))
    return min(filter(None, (own, runtime.policy.expiry(candidate, at))), default=None)


def heard(
    message: Message, masked_kinds: tuple[str, ...], recent: Sequence[Told], extraction: Extraction = NOTHING
) -> Heard:
    """Read a message: only the person's own teaches anything. ``extraction`` is what the extractor found in it."""
    draft = message_store.Draft(message=message, masked=masked_kinds)
    if message.role is not Role.USER or not message.learnable:
        return Heard(draft=draft)
    # "You remember I said pizza? Actually it's ramen": what is mentioned is what is corrected, before what is newest.
    said = message.text.casefold()
    mentioned = [told for told in recent if told.value and told.value.casefold() in said]
    lately = [told for told in recent if told not in mentioned and message.sent_at - told.at <= LATELY]
    nearest = [(told.key, told.value) for told in (*mentioned, *lately)]
    found = extract(message.text, sent_at=message.sent_at, recent=nearest)
    candidates = tuple(c for c in extraction.beside(found) if not of_a_mark(c))
    return Heard(draft=draft, candidates=candidates, extraction=extraction)


@surviving
def say(runtime: Runtime, owner: str, saying: Saying, *, recorded: bool = True, known: Prior | None = None) -> Said:
    """Keep a message, read with what is ``known``, and learn from it; off the record and while paused, keep nothing."""
    if known is None:
        with runtime.store.reading() as session:
            known = read_prior(runtime, session, owner, saying)
    draft = drafted(runtime, owner, saying, known.conversation.id if known.conversation else "")
    if not recorded or known.settings.get("paused"):
        return Said(message=None, masked=draft.masked)
    found = extracted(runtime, draft.message, earlier(runtime, draft.message, known))
    read = replace(heard(draft.message, draft.masked, known.recent, found), draft=draft, prior=known)
    (said,) = write(runtime, owner, [read], settings=known.settings, conversation_id=saying.conversation_id)
    return said


def _see_as_read(session: Session, owner: str, read: Heard, settings: Mapping[str, Any]) -> bool:
    """See that a message would be read now, in the transaction that writes it, as it was; whether nothing changed.

    Raises:
        StoreChanged: it would teach something else, or the person's settings are others.
    """
    known, message = read.prior, read.draft.message
    if known is not None and session.stands_at(known.moment, owner):
        return True
    same = session.people.settings(owner, to_write=True) == settings
    unmoved = known is not None and session.changes.take_turn(owner) == known.head
    if same and message.role is Role.USER and not unmoved:
        recent = tuple(session.memories.recent(owner, RECENT))
        again = heard(message, read.draft.masked, recent, read.extraction)
        same = (known is not None and recent == known.recent) or again.candidates == read.candidates
    if not same:
        raise StoreChanged("what is known was changed while this was said: say it again")
    return unmoved


def write(
    runtime: Runtime,
    owner: str,
    read: Sequence[Heard],
    *,
    settings: Mapping[str, Any],
    conversation_id: str | None = None,
    begin: Conversation | None = None,
    batch: str | None = None,
) -> list[Said]:
    """Write messages of one conversation with what they teach. All of it, or nothing.

    ``begin`` is a new conversation that they open.
    """
    texts = [(h.draft.message.id, h.draft.message.text) for h in read]
    taught = [(new_id(), h, c) for h in read for c in h.candidates if learnable(settings, c)]
    facts = [(memory_id, c.text) for memory_id, _h, c in taught if c.text]
    entries = {e.item_id: e for e in (*runtime.entries("message", texts), *runtime.entries("memory", facts))}
    said, prior = list[Said](), read[0].prior
    group = prior.group if prior else None
    with runtime.store.writing(owner) as session:
        if batch is None and (before := message_store.kept_as(session, read[0].draft.message)):
            return [Said(message=before, again=True)]
        stands = batch is None and _see_as_read(session, owner, read[0], settings)
        last = prior.latest if stands and prior else partial(session.dialogue.latest, owner, group=group)
        with session.act(runtime.change(owner, "say", actor="import" if batch else "person", batch=batch)) as act:
            kept = [message_store.dated(h.draft, act) for h in read]
            place = (runtime, session, kept[0], conversation_id, last, group)
            where, new = (begin, True) if begin else conversation_for(*place)
            begin = where if new else None
            kept = [replace(message, conversation_id=where.id) for message in kept]
            now = where if batch else message_store.taken_leave(where, kept)
            if begin is not None or now != where:
                act.write(None if begin is not None else where, now)
            act.messages(kept)
            act.index([entries[message.id] for message in kept], new=True)
        for h, message in zip(read, kept, strict=True):
            mine = [(memory_id, c) for memory_id, of, c in taught if of is h]
            change = runtime.change(owner, "learn", actor="rules", message_id=message.id, batch=batch)
            learned = learn(runtime, session, change, message, mine, entries=entries, settings=settings)
            refused = [
                Learned(step=Step.REFUSED, reason=f"the category '{c.category}' is switched off")
                for c in h.candidates
                if not learnable(settings, c)
            ]
            said.append(Said(message=message, learned=(*learned, *refused), masked=h.draft.masked))
    return said


def learn(
    runtime: Runtime,
    session: Session,
    change: Change,
    message: Message,
    candidates: Sequence[tuple[str, Candidate]],
    *,
    entries: Mapping[str, Any],
    settings: Mapping[str, Any],
) -> list[Learned]:
    """Let what one message teaches through the door, in a change of its own, so that it can be taken back alone.

    ``candidates`` stand with the ids of the memories that they may become, ``entries`` with the same.
    """
    if not candidates:
        return []
    learned: list[Learned] = []
    with session.act(change) as act:
        writing = Writing(runtime, session, act)
        for memory_id, candidate in candidates:
            source = Source(
                kind=SourceKind.MESSAGE,
                message_id=message.id,
                conversation_id=message.conversation_id,
                quote=candidate.quote,
                span=candidate.span,
            )
            telling = Telling(
                candidate=candidate,
                source=source,
                at=message.sent_at,
                entry=entries.get(memory_id),
                expires=expiry(runtime, settings, candidate, message.sent_at),
            )
            learned += writing.tell(telling)
    return learned


def relearn(runtime: Runtime, owner: str, message_id: str) -> list[Learned]:
    """Read a message again, as after a rule was added. What was forgotten of it stays forgotten."""
    with runtime.store.reading() as session:
        settings = session.people.settings(owner)
        message = session.dialogue.message(owner, message_id)
        recent = session.memories.recent(owner, RECENT)
        said = [] if message is None else before(runtime, session, message)
    if message is None or message.role is not Role.USER or not message.learnable or settings.get("paused"):
        return []
    read = heard(message, (), recent, extracted(runtime, message, said))
    found = [(new_id(), c) for c in read.candidates if learnable(settings, c)]
    entries = {e.item_id: e for e in runtime.entries("memory", [(i, c.text) for i, c in found if c.text])}
    with runtime.store.writing(owner) as session:
        blocked = session.links.blocked(owner, message_id)
        free = [(memory_id, c) for memory_id, c in found if not blocked & digests(c)]
        refused = Learned(step=Step.REFUSED, reason="it was forgotten, and this is the same message")
        change = runtime.change(owner, "learn", actor="rules", message_id=message_id)
        learned = learn(runtime, session, change, message, free, entries=entries, settings=settings)
    return [*learned, *[refused] * (len(found) - len(free))]


def stated(text: str, *, key: str | None, value: str | None, category: str, importance: float) -> Candidate:
    """What a person states outright: as sure as can be.

    Raises:
        InvalidInput: the category is unknown, or the importance is not from 0 to 1.
    """
    if category not in [c.value for c in Category]:
        raise InvalidInput(f"there is no category {category!r}: there are {', '.join(c.value for c in Category)}")
    if not 0.0 <= importance <= 1.0:
        raise InvalidInput(f"an importance is from 0 to 1, not {importance}")
    return Candidate(text=text, key=key, value=value, category=category, importance=importance, confidence=1.0)


def remember(
    runtime: Runtime, owner: str, candidate: Candidate, *, at: datetime | None = None, actor: str = "person"
) -> list[Learned]:
    """Remember what somebody states outright, as a person or a tool does.

    A sentence that the rules can read ("my favorite food is ramen") goes into its slots; any other is kept as it is.

    Raises:
        InvalidInput: there is nothing to remember.
        Refused: it holds a secret, memory is paused, or its category is switched off.
    """
    kind = SourceKind.PERSON if actor == "person" else SourceKind.TOOL
    tellings = admitted(runtime, owner, candidate, at=at, source=Source(kind=kind))
    with runtime.store.writing(owner) as session, session.act(runtime.change(owner, "remember", actor=actor)) as act:
        see_admitted(session, owner, tellings)
        if at is None:
            tellings = [replace(one, at=message_store.written_at(one.at, act)) for one in tellings]
        return [learned for telling in tellings for learned in Writing(runtime, session, act).tell(telling)]


def admitted(
    runtime: Runtime, owner: str, candidate: Candidate, *, source: Source, at: datetime | None = None
) -> list[Telling]:
    """What may be let through the door of what is stated outright, embedded and ready to be told.

    A source that is no message quotes the text as it is kept.

    Raises:
        InvalidInput: there is nothing to remember.
        Refused: it holds a secret, memory is paused, or its category is switched off.
    """
    text = " ".join(cleaned(candidate.text).split())
    if not text or len(text) > LONGEST_FACT:
        raise InvalidInput(f"a memory is a sentence of 1 to {LONGEST_FACT:,} characters: this has {len(text):,}")
    candidate = replace(candidate, key=_slot_part(candidate.key, "key"), value=_slot_part(candidate.value, "value"))
    key = candidate.key or ""
    slot = f"{key.replace('_', ' ')}: {candidate.value or ''}"  # "wifi_password: tulip" tells one, neither alone
    secret = next((kinds[0] for one in (text, key, slot) if (kinds := masked(one).kinds)), None)
    if secret:
        raise Refused(f"a {secret} is never stored: keep it in a password manager", reason="sensitive")
    now = runtime.clock()
    told_at = now if at is None else message_store.checked_time(at, now)
    stated = _stated(replace(candidate, text=text), told_at)
    with runtime.store.reading() as session:
        settings = session.people.settings(owner)
    _see_allowed(settings, stated)
    found = [(new_id(), c) for c in stated]
    entries = {e.item_id: e for e in runtime.entries("memory", [(i, c.text) for i, c in found if c.text])}
    source = source if source.message_id else replace(source, quote=text)
    return [
        Telling(
            candidate=c,
            source=source,
            at=told_at,
            entry=entries.get(memory_id),
            near=_near(runtime, owner, c),
            expires=expiry(runtime, settings, c, told_at),
        )
        for memory_id, c in found
    ]


def see_admitted(session: Session, owner: str, tellings: Sequence[Telling]) -> None:
    """See, in the transaction that writes them, that these may be let through still.

    Raises:
        Refused: memory was paused, or a category switched off, meanwhile.
        StoreChanged: they were merged into somebody meanwhile.
    """
    _see_allowed(session.people.settings(owner, to_write=True), [telling.candidate for telling in tellings])


def _see_allowed(settings: Mapping[str, Any], candidates: Sequence[Candidate]) -> None:
    if settings.get("paused"):
        raise Refused("memory is paused for this person: resume it first", reason="paused")
    off = [c.category for c in candidates if not learnable(settings, c)]
    if off:
        raise Refused.switched_off(off[0])


def _slot_part(given: str | None, name: str) -> str | None:
    if given is None:
        return None
    kept = " ".join(cleaned(given).split())
    if not 0 < len(kept) <= LONGEST_SLOT:
        raise InvalidInput(f"a {name} is a few words, 1 to {LONGEST_SLOT} characters: this has {len(kept):,}")
    return kept


def _stated(candidate: Candidate, at: datetime) -> list[Candidate]:
    """What a statement says: the slots the rules find in it, as sure as its speaker is, and what they read in part."""
    if candidate.key is not None or candidate.kind is not Kind.FACT:
        return [candidate]
    found = extract(candidate.text, sent_at=at)
    slots = [replace(c, confidence=max(c.confidence, candidate.confidence)) for c in found]
    told = [c for c in found if c.text and c.span is not None]
    rest = [part for s, e in sentences(candidate.text) if not _is_read(part := candidate.text[s:e], (s, e), told)]
    return [*slots, replace(candidate, text=" ".join(rest))] if rest else slots


def _is_read(text: str, span: tuple[int, int], told: Sequence[Candidate]) -> bool:
    """Whether what the rules tell of a sentence has what it says, all but a word."""
    here = [one.text for one in told if one.span is not None and overlaps(span, one.span)]
    return bool(here) and len({*tokens(text)} - {*tokens(" ".join(here))}) <= _UNREAD


def _near(runtime: Runtime, owner: str, candidate: Candidate) -> str | None:
    """The active memory without a slot that is nearest in meaning, if it is near enough to say the same."""
    vectors = runtime.vectors([candidate.text]) if candidate.key is None else None
    if vectors is None:
        return None
    view = View(now=runtime.clock().timestamp(), items=frozenset({"memory"}), kinds=frozenset({candidate.kind.value}))
    with runtime.store.reading() as session:
        nearest = runtime.search.index(owner, session).nearest(vectors[0], view, 1)
    return nearest[0][0] if nearest and nearest[0][1] >= NEAR else None
