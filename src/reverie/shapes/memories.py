"""What is remembered as JSON: memories, what became of something told, and the changes that wrote them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from reverie.domain.conflict_questions import Choice
from reverie.domain.memories import About, Kind, SourceKind, Status
from reverie.domain.second_person import is_own_voice, to_you
from reverie.domain.value_matching import FORGOTTEN
from reverie.shapes.conversations import Message, message
from reverie.shapes.fields import Moment, utc, utc_or_none
from reverie.shapes.people import Identified, identified

if TYPE_CHECKING:
    from reverie.domain import conflict_questions, conversations, memories
    from reverie.services import acquaintances, forgetting, history, learning, message_deletion
    from reverie.services import memory_writing as writing


class Source(TypedDict):
    """Where a memory came from: the quoted words, and where in the message's text they stand."""

    kind: SourceKind
    message_id: str | None
    conversation_id: str | None
    quote: str | None
    span: list[int] | None


class Memory(TypedDict):
    """Something remembered. ``valid_*`` say when it was so, ``created_at`` and ``closed_at`` when it was known.

    ``to_you`` is the sentence as it is said to the person.
    """

    id: str
    kind: Kind
    about: About
    text: str
    to_you: str
    key: str | None
    value: str | None
    category: str
    status: Status
    importance: float
    confidence: float
    valid_from: Moment
    valid_to: Moment | None
    created_at: Moment
    closed_at: Moment | None
    expires_at: Moment | None
    validations: int
    supersedes: str | None
    superseded_by: str | None
    source: Source


def memory(one: memories.Memory) -> Memory:
    """A memory, with where it came from."""
    return {
        "id": one.id,
        "kind": one.kind,
        "about": one.about,
        "text": one.text,
        "to_you": _to_you(one),
        "key": one.key,
        "value": one.value,
        "category": str(one.category),
        "status": one.status,
        "importance": one.importance,
        "confidence": one.confidence,
        "valid_from": utc(one.valid_from),
        "valid_to": utc_or_none(one.valid_to),
        "created_at": utc(one.created_at),
        "closed_at": utc_or_none(one.closed_at),
        "expires_at": utc_or_none(one.expires_at),
        "validations": one.validations,
        "supersedes": one.supersedes,
        "superseded_by": one.superseded_by,
        "source": {
            "kind": one.source.kind,
            "message_id": one.source.message_id,
            "conversation_id": one.source.conversation_id,
            "quote": one.source.quote,
            "span": None if one.source.span is None else list(one.source.span),
        },
    }


def _to_you(one: memories.Memory) -> str:
    """A fact of the person in the second person; what it says of others, or in free words, stays as it is."""
    theirs = one.about is About.USER and one.kind is Kind.FACT
    return to_you(one.text) if theirs and (one.key is not None or is_own_voice(one.text)) else one.text


class Sourced(Memory):
    """A memory with who said it, and when; null where nobody did."""

    said_by: str | None
    said_at: Moment | None


def sourced(one: memories.Memory, said: conversations.Message | None) -> Sourced:
    """A memory with who said it, and when; None where nobody did."""
    return {
        **memory(one),
        "said_by": None if said is None else said.speaker,
        "said_at": None if said is None else utc(said.sent_at),
    }


class Acquaintance(TypedDict):
    """Somebody of the person's life; ``name`` is null where it is not known, or not which of several is meant."""

    name: str | None
    relation: str
    memories: list[Sourced]


def acquaintance(one: acquaintances.Acquaintance) -> Acquaintance:
    """Somebody of the person's life, with what is known of them."""
    return {
        "name": one.name,
        "relation": one.relation,
        "memories": [sourced(each, None) for each in one.memories],
    }


class Learned(TypedDict):
    """What became of something told: the memory it is now, what it took the place of, or why it was refused."""

    step: str
    memory: Memory | None
    previous: Memory | None
    reason: str | None


def learned(one: writing.Learned) -> Learned:
    """What became of something told."""
    return {
        "step": one.step.value,
        "memory": None if one.memory is None else memory(one.memory),
        "previous": None if one.previous is None else memory(one.previous),
        "reason": one.reason,
    }


class Notice(TypedDict):
    """What a reply of the companion recorded; ``memory_id`` is null where that is no observation."""

    mark: str
    text: str
    memory_id: str | None
    troubles: list[str]


def notice(one: learning.Notice) -> Notice:
    """What a reply of the companion recorded."""
    return {
        "mark": one.mark,
        "text": one.text,
        "memory_id": None if one.memory is None else one.memory.id,
        "troubles": list(one.troubles),
    }


class Words(TypedDict):
    """What was said, and when."""

    text: str
    at: Moment


class Contested(TypedDict):
    """One slot of a question: the proposal that waits, what stands against it, and the words behind each."""

    proposal: Memory
    standing: Memory
    earlier: Words
    now: Words


class ConflictQuestion(TypedDict):
    """What to ask where a message contradicts what is known. The next message is read as the answer."""

    message_id: str | None
    text: str
    contested: list[Contested]


def conflict_question(one: conflict_questions.ConflictQuestion) -> ConflictQuestion:
    """What to ask where a message contradicts what is known."""
    return {
        "message_id": one.message_id,
        "text": one.text,
        "contested": [
            {
                "proposal": memory(each.proposal),
                "standing": memory(each.standing),
                "earlier": {"text": each.earlier.text, "at": utc(each.earlier.at)},
                "now": {"text": each.now.text, "at": utc(each.now.at)},
            }
            for each in one.contested
        ],
    }


class Settlement(TypedDict):
    """What an answer made so: ``memories`` are what stands now."""

    choice: Choice
    memories: list[Memory]


class Said(TypedDict):
    """What became of a message: as it was kept (null: it was not), what it taught, what was masked in it.

    ``question`` is what to ask about it, and ``settled`` what it answered to such a question.
    """

    message: Message | None
    learned: list[Learned]
    masked: list[str]
    reply: str | None
    identified: Identified | None
    notices: list[Notice]
    question: ConflictQuestion | None
    settled: list[Settlement]


def said(one: learning.Said) -> Said:
    """What became of a message."""
    return {
        "message": None if one.message is None else message(one.message),
        "learned": [learned(each) for each in one.learned],
        "masked": list(one.masked),
        "reply": one.reply,
        "identified": None if one.identified is None else identified(one.identified),
        "notices": [notice(each) for each in one.notices],
        "question": None if one.question is None else conflict_question(one.question),
        "settled": [{"choice": each.choice, "memories": [*map(memory, each.memories)]} for each in one.settled],
    }


class Change(TypedDict):
    """An act that wrote: why, who and when; ``undone_by`` is the change that took it back."""

    id: str
    cause: str
    actor: str
    at: Moment
    message_id: str | None
    batch: str | None
    undone_by: str | None


def change(one: memories.Change) -> Change:
    """An act that wrote."""
    return {
        "id": one.id,
        "cause": one.cause,
        "actor": one.actor,
        "at": utc(one.at),
        "message_id": one.message_id,
        "batch": one.batch,
        "undone_by": one.undone_by,
    }


class Event(TypedDict):
    """What a change did to a memory; ``before`` is null where it began."""

    change: Change
    at: Moment
    before: Memory | None
    after: Memory | None
    contradicts: list[Memory]


def event(one: history.Event) -> Event:
    """What a change did to a memory."""
    return {
        "change": change(one.change),
        "at": utc(one.at),
        "before": None if one.before is None else memory(one.before),
        "after": None if one.after is None else memory(one.after),
        "contradicts": [memory(other) for other in one.contradicts],
    }


class Imported(TypedDict):
    """A history that was brought in: ``batch`` undoes it; how many messages came, and memories with them."""

    batch: str
    at: Moment
    messages: int
    memories: int
    undone: bool


def imported(one: history.Imported) -> Imported:
    """A history that was brought in."""
    return {
        "batch": one.batch,
        "at": utc(one.at),
        "messages": one.messages,
        "memories": one.memories,
        "undone": one.undone,
    }


class Undone(TypedDict):
    """What was taken back: memories as they are now, and the ids of messages that went or came back."""

    change: Change
    memories: list[Memory]
    messages: list[str]


def undone(one: message_deletion.Undone) -> Undone:
    """What was taken back."""
    return {
        "change": change(one.change),
        "memories": [memory(each) for each in one.memories],
        "messages": list(one.messages),
    }


class Shortened(Message):
    """A message as it reads afterwards, and the sentences of it that go."""

    words: list[str]


class Forgotten(TypedDict):
    """What was forgotten, or would be (``change_id`` null).

    ``page`` says whether a profile's own words went too, ``beside`` whether a conversation's summary, episode or notes
    told of it, ``past`` whether the history still told of what was taken back before.
    """

    change_id: str | None
    memories: list[Memory]
    messages: list[Shortened]
    page: bool
    beside: bool
    past: bool


def gone(before: str, after: str) -> list[str]:
    """The words that a message lost to forgetting.

    >>> gone("Hello. I like ramen. Bye.", "Hello. [forgotten] Bye.")
    ['I like ramen.']
    """
    found, at = [], 0
    pieces = after.split(FORGOTTEN)
    for place, piece in enumerate(pieces):
        start = before.find(piece, at) if place < len(pieces) - 1 or piece else len(before)
        found.append(before[at:start].replace(FORGOTTEN, " ").strip())
        at = start + len(piece)
    return [words for words in found if words]


def forgotten(one: forgetting.Forgotten, words: Mapping[str, Sequence[str]]) -> Forgotten:
    """What goes, or went: ``words`` are the sentences that go, by message id."""
    return {
        "change_id": one.change_id,
        "memories": [memory(each) for each in one.memories],
        "messages": [{**message(each), "words": list(words.get(each.id, ()))} for each in one.messages],
        "page": one.page,
        "beside": one.beside,
        "past": one.past,
    }
