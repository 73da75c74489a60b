"""Facts that a language model finds in what a person said, beyond what the rules found.

The model proposes, code decides: a fact has to quote the person's own words of the message that it names, its value has
to be made of them, and it goes through the same door as everything else, once for each message.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field

from reverie.background.tasks.answer_checks import echoed
from reverie.background.tasks.earlier_notes import notes_on, retract_notes
from reverie.background.tasks.grounding import SLOTS, borrowed, ending_of, key_of, quoted, said_in
from reverie.background.tasks.task import Kept, Task
from reverie.background.tasks.transcript import learns
from reverie.conversations.episodes import carrying
from reverie.learning import evidence
from reverie.learning.extraction import MARK
from reverie.learning.message_learning import learn, learnable
from reverie.learning.rules import own_words
from reverie.learning.rules.cutting import valued
from reverie.memory.runtime import Runtime, new_id
from reverie.memory.writing import Step, digests
from reverie.prompts import prompt
from reverie.records.conversations import Message, Role, cleaned
from reverie.records.memories import Candidate, Category, Memory, Relation, Status
from reverie.records.users import User
from reverie.secrets import masked
from reverie.store.database import Session
from reverie.store.tables.model_work import Due
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import alike, normal, overlaps, words
from reverie.text.word_lists import CONDITIONS

BEFORE = 3
"""Messages that are shown before the first of a conversation that is asked about."""

LONGEST_SHOWN = 2_000
"""Characters of a message that the model is shown; of one that only stands before, ``LONGEST_BEFORE``."""

LONGEST_BEFORE = 300

WHOLE_WINDOW = 8_192
"""Tokens of a window in which messages are shown at this length; in a smaller one they are cut to their share of it."""

LONGEST_TOLD = 300
"""Characters of the sentence that is kept."""

LEAST_SURE, MOST_SURE = 5, 95
"""Percent: what a model is sure of is never certain."""

NO_SLOT = "none"

_ILLNESS = lazy_pattern(rf"\b(?!add\b)(?:{CONDITIONS})\b", re.IGNORECASE)
_FIRST_PERSON = lazy_pattern(r"\b(?:I|I'm|I've|my|me|mine|we|our)\b")


class Fact(BaseModel):
    """Something that a message says of its person."""

    message: int = Field(description="The number of the message.")
    quote: str = Field(description="The words of that message that say it, copied exactly.")
    text: str = Field(description='One short sentence without the name, for example "Works as a nurse in Lyon."')
    category: str = Field(json_schema_extra={"enum": [category.value for category in Category]})
    slot: str = Field(json_schema_extra={"enum": [*SLOTS, NO_SLOT]})
    value: str = Field(description="What stands in the slot, in words of the message; empty without a slot.")
    importance: int = Field(json_schema_extra={"minimum": 1, "maximum": 10})
    confidence: int = Field(description="Percent.", json_schema_extra={"minimum": 0, "maximum": 100})


class Ending(BaseModel):
    """Something that a message says is not so any more."""

    message: int = Field(description="The number of the message.")
    quote: str = Field(description="The words of that message that say it, copied exactly.")
    slot: str = Field(json_schema_extra={"enum": list(SLOTS)})
    value: str = Field(description="What it was, in words of the message.")


class Wrong(BaseModel):
    """A note on a message that does not hold."""

    message: int = Field(description="The number of the message.")
    note: str = Field(description="The note, copied exactly.")


class Facts(BaseModel):
    """Everything that the numbered messages say of their person, and which notes on them are wrong."""

    facts: list[Fact]
    endings: list[Ending]
    wrong: list[Wrong] = Field(default_factory=list)


class _Refused(Exception):
    """What was found can't be kept; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """A message that was asked about, with what others had said just before.

    ``own`` is what of it is the person's own, as far as it was shown, and ``before`` what they said themselves earlier,
    by message. ``named`` is the same with what they repeated of others: who "she" is, is named there too. ``asked`` is
    what the companion said right before it.
    """

    message: Message
    own: str
    others: tuple[str, ...]
    before: Mapping[str, str]
    named: Mapping[str, str]
    asked: Message | None
    name: str

    @property
    def earlier(self) -> str:
        """What they said themselves earlier."""
        return "\n".join(self.before.values())


def due(runtime: Runtime, person: User, limit: int) -> list[Due]:
    """Messages of a person that no model has read yet, the latest first."""
    with runtime.store.reading() as session:
        if not learns(session, person):
            return []
        return session.work.messages(person.id, FACTS.name, runtime.clock(), limit)


def ask(runtime: Runtime, person: User, items: Sequence[Due]) -> Sequence[Mapping[str, object]] | None:
    """The messages in the order in which they were said, numbered, each with a little of what went before."""
    numbers = _numbered(items)
    with runtime.store.reading() as session:
        asked = session.dialogue.by_ids(person.id, list(numbers))
        shown = _shown(session, list(asked.values()))
        notes = {one.id: [note.text for note in notes_on(session, one)] for one in asked.values()}
    if not any(c.isalpha() for message in asked.values() for c in MARK.sub("", message.text)):
        return None
    share = 1.0 if runtime.model is None else min(1.0, runtime.model.window / WHOLE_WINDOW)
    lines = [_line(message, numbers.get(message.id), share, notes.get(message.id)) for message in shown]
    return [
        {"role": "system", "content": FACTS.prompt.filled(slots=", ".join(SLOTS))},
        {"role": "user", "content": "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)},
    ]


def _numbered(items: Sequence[Due]) -> dict[str, int]:
    """The number of each message; they come with the latest first."""
    return {item.id: number for number, item in enumerate(reversed(items), 1)}


def _shown(session: Session, asked: Sequence[Message]) -> list[Message]:
    """Messages with what was said just before each, in order, conversation by conversation."""
    found: dict[str, Message] = {}
    for message in sorted(asked, key=lambda m: (m.conversation_id, m.sent_at, m.id)):
        found |= {one.id: one for one in (*session.dialogue.before(message, BEFORE), message)}
    return list(found.values())


def _line(message: Message, number: int | None, share: float, notes: Sequence[str] | None) -> dict[str, object]:
    by = {Role.USER: "person", Role.ASSISTANT: "companion"}.get(message.role, "somebody else")
    if number is None:
        return {"context": message.text[: int(LONGEST_BEFORE * share)], "by": by}
    text = message.text[: int(LONGEST_SHOWN * share)]
    line: dict[str, object] = {"message": number, "said": f"{message.sent_at:%Y-%m-%d}", "text": text}
    return line | {"noted": notes} if notes else line


def keep(runtime: Runtime, person: User, items: Sequence[Due], answer: Facts) -> Kept:
    """Keep what holds of an answer, in one transaction; what was said, switched off or taken back meanwhile counts."""
    owner = person.id
    with runtime.store.reading() as session:
        readings = _readings(session, person, items)
    found: dict[int, list[tuple[str, Candidate]]] = {}
    refused: list[str] = []
    said: tuple[Fact | Ending, ...] = (*answer.facts, *answer.endings)
    for one in said:
        try:
            candidate = _candidate(one, readings, runtime)
            found.setdefault(one.message, []).append((new_id(), candidate))
        except _Refused as reason:
            refused.append(str(reason))
    texts = [(memory_id, c.text) for among in found.values() for memory_id, c in among if c.text]
    entries = {entry.item_id: entry for entry in runtime.entries("memory", texts)}
    kept = 0
    with runtime.store.writing(owner) as session:
        settings = session.people.settings(owner)
        if settings.get("paused"):
            return Kept(refused=tuple(refused) + ("memory is paused",) * sum(map(len, found.values())))
        present = _present(session, owner, items)
        for number, reading in readings.items():
            wrong = [one.note for one in answer.wrong if one.message == number]
            if wrong and reading.message.id in present:
                instead = [candidate for _id, candidate in found.get(number, ())]
                taken, why = retract_notes(runtime, session, reading.message, wrong, instead)
                kept, refused = kept + taken, refused + why
        for number, candidates in found.items():
            message = readings[number].message
            free, why = _free(session, message, candidates, settings, there=message.id in present)
            refused += why
            change = runtime.change(owner, "learn", actor="model", message_id=message.id)
            learned = learn(runtime, session, change, message, free, entries=entries, settings=settings)
            kept += sum(one.step is not Step.REINFORCED or one.previous is not None for one in learned)
    return Kept(kept=kept, refused=tuple(refused))


def _readings(session: Session, person: User, items: Sequence[Due]) -> dict[int, _Reading]:
    asked = session.dialogue.by_ids(person.id, [item.id for item in items])
    shown = _shown(session, list(asked.values()))
    others = tuple(one.text for one in shown if one.role is not Role.USER)
    place = {message.id: at for at, message in enumerate(shown)}
    own = {one.id: evidence.own(one.text[:LONGEST_SHOWN]) for one in shown if one.role is Role.USER}
    found = {}
    for message_id, number in _numbered(items).items():
        message = asked.get(message_id)
        if message is not None and message.role is Role.USER:
            earlier = [one for one in shown[: place[message_id]] if one.conversation_id == message.conversation_id]
            found[number] = _Reading(
                message=message,
                own=own[message_id],
                others=others,
                named={one.id: own_words(one.text) for one in earlier if one.id in own and one.learnable},
                before={one.id: own[one.id] for one in earlier if one.id in own and one.learnable},
                asked=earlier[-1] if earlier and earlier[-1].role is Role.ASSISTANT else None,
                name=person.called,
            )
    return found


def _present(session: Session, owner: str, items: Sequence[Due]) -> set[str]:
    """The messages that are still as they were when they were asked about, and may be learned from."""
    known = session.dialogue.by_ids(owner, [item.id for item in items])
    undone = session.work.taken_back(owner, [item.id for item in items])
    same = {item.id for item in items if item.id in known and str(known[item.id].revision) == item.mark}
    return {message_id for message_id in same - undone if known[message_id].learnable}


def _free(
    session: Session,
    message: Message,
    candidates: Sequence[tuple[str, Candidate]],
    settings: Mapping[str, Any],
    *,
    there: bool,
) -> tuple[list[tuple[str, Candidate]], list[str]]:
    """What of a message may be learned, and why the rest may not; what it taught already is in neither."""
    if not there:
        return [], ["the message was changed, deleted or taken back meanwhile"] * len(candidates)
    owner = message.owner
    blocked = session.links.blocked(owner, message.id)
    links = [link for link in session.links.find(owner, to=message.id) if link.relation is Relation.EVIDENCE]
    known = session.memories.by_ids(owner, [link.from_id for link in links])
    taught = [(known[link.from_id], link.span) for link in links if link.from_id in known]
    free: list[tuple[str, Candidate]] = []
    refused = []
    for memory_id, candidate in candidates:
        if not learnable(settings, candidate):
            refused.append(f"the category '{candidate.category}' is switched off")
        elif blocked & digests(candidate):
            refused.append("it was forgotten, and this is the same message")
        elif not any(_same(memory, span, candidate) for memory, span in taught) and not any(
            _identity(candidate) == _identity(other) for _id, other in free
        ):
            free.append((memory_id, candidate))
    return free, refused


def _identity(candidate: Candidate) -> tuple[str | None, str, tuple[str, ...]]:
    return candidate.key, "" if candidate.key else normal(candidate.text), candidate.ends


def _same(memory: Memory, span: tuple[int, int] | None, candidate: Candidate) -> bool:
    """Whether a memory that the message taught says what a candidate says: the same of the same words."""
    if memory.status is Status.RETRACTED or not candidate.text:
        return False
    if normal(memory.text) == normal(candidate.text):
        return True
    same_words = span is None or candidate.span is None or overlaps(span, candidate.span)
    value = candidate.value
    return same_words and value is not None and memory.value is not None and alike(memory.value, value)


def _candidate(found: Fact | Ending, readings: Mapping[int, _Reading], runtime: Runtime) -> Candidate:
    reading = readings.get(found.message)
    if reading is None:
        raise _Refused("it names a message that was not asked about")
    span = quoted(found.quote, reading.own)
    if span is None:
        raise _Refused("its quote is not in the person's own words of that message")
    quote = reading.message.text[slice(*span)]
    value = valued(cleaned(found.value)) if found.slot in SLOTS else None
    if found.slot in SLOTS and (value is None or not said_in(value.plain, reading.own)):
        raise _Refused("its value is not made of the message's words")
    if isinstance(found, Ending):
        if value is None:
            raise _Refused("it ends a slot that there is not")
        return Candidate(ends=(ending_of(found.slot, value.plain),), quote=quote, span=span)
    text = _told(found.text, reading)
    _see_meant(text, span, reading)
    if evidence.claims_rights(text) and value is None:
        text = f"Said: “{' '.join(quote.split())}”"
    _see_safe(text, found.slot, "" if value is None else value.plain)
    model = "" if runtime.model is None else runtime.model.name
    return Candidate(
        text=text,
        key=None if value is None else key_of(found.slot, value.plain),
        value=None if value is None else value.plain,
        category=_category(found, text),
        importance=min(10, max(1, found.importance)) / 10,
        confidence=min(MOST_SURE, max(LEAST_SURE, found.confidence)) / 100,
        quote=quote,
        span=span,
        leans_on=_leaning(text, span, reading),
        details={"model": model, "prompt": FACTS.prompt.digest},
    )


def _told(text: str, reading: _Reading) -> str:
    """The sentence as it is kept: on one line, without the person's name before it."""
    line = " ".join(cleaned(text).split())
    subject = rf"(?:the user|user|the person|{re.escape(reading.name)}|she|he|they)\s+"
    line = re.sub(rf"^{subject}", "", line, flags=re.IGNORECASE).rstrip(".") + "."
    if not 2 < len(line) <= LONGEST_TOLD:
        raise _Refused(f"its sentence has not between 2 and {LONGEST_TOLD} characters")
    if _FIRST_PERSON.search(line) or MARK.search(line):
        raise _Refused("its sentence is not told in the third person")
    asked = "" if reading.asked is None else reading.asked.text
    if borrowed(line, f"{reading.own}\n{reading.earlier}", reading.others, asked):
        raise _Refused("its sentence has words that the message does not have")
    return line[:1].upper() + line[1:]


def _leaning(text: str, span: tuple[int, int], reading: _Reading) -> tuple[str, ...]:
    """The messages without which a sentence does not hold: they say who "she" is, or what the message answers."""
    if not borrowed(text, reading.own, reading.others) and not evidence.about_another(reading.own, span, text):
        return ()
    lacking = {word for word in carrying(text) if not evidence.said(word, words(reading.own))}
    before = dict(reading.named) if reading.asked is None else {**reading.named, reading.asked.id: reading.asked.text}
    leaning = []
    for message_id, said in reversed(before.items()):
        there = {word for word in lacking if evidence.said(word, words(said))}
        if there:
            leaning.append(message_id)
            lacking -= there
    return tuple(leaning)


def _see_meant(text: str, span: tuple[int, int], reading: _Reading) -> None:
    if evidence.orders(text) or echoed(text):
        raise _Refused("it tells a machine what to do, or repeats an example")
    named = "\n".join((*reading.named.values(), own_words(reading.message.text)))
    if evidence.about_another(reading.own, span, text, named):
        raise _Refused("it quotes what is said of somebody else")
    if evidence.turned_round(reading.own, span, text) or evidence.denies(text, reading.own):
        raise _Refused("it says the opposite of what it quotes")


def _see_safe(text: str, slot: str, value: str) -> None:
    if any(masked(one).kinds for one in (text, value, f"{slot.replace('_', ' ')}: {value}")):
        raise _Refused("it holds a secret")


def _category(fact: Fact, text: str) -> Category:
    """The category that is kept: health wherever it may be, for a person may have switched that off."""
    if fact.category not in {category.value for category in Category}:
        raise _Refused("its category is not one of those there are")
    said = Category(fact.category)
    if said is Category.HEALTH or _ILLNESS.search(text):
        return Category.HEALTH
    return SLOTS[fact.slot].category if fact.slot in SLOTS else said


FACTS = Task(name="facts", prompt=prompt("facts"), shape=Facts, batch=8, due=due, ask=ask, keep=keep)
"""What a person's messages say of them."""
