"""What is remembered as JSON: memories, what became of something told, and the changes that wrote them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from reverie.records.memories import About, Kind, SourceKind, Status
from reverie.records.update_question import Choice
from reverie.shapes.conversations import Message, message
from reverie.shapes.fields import Maker, Moment, maker, utc
from reverie.shapes.people import Identified
from reverie.text.second_person import is_own_voice, to_you
from reverie.text.value_matching import FORGOTTEN

if TYPE_CHECKING:
    from reverie.decisions import pins
    from reverie.learning import message_learning
    from reverie.memory import history, writing
    from reverie.people import acquaintances
    from reverie.records import conversations, memories, update_question
    from reverie.removal import forgetting, message_deletion


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


def to_second_person(one: memories.Memory) -> str:
    """A fact of the person in the second person; what it says of others, or in free words, stays as it is."""
    theirs = one.about is About.USER and one.kind is Kind.FACT
    return to_you(one.text) if theirs and (one.key is not None or is_own_voice(one.text)) else one.text


memory: Maker[memories.Memory, Memory] = maker(Memory, to_you=to_second_person)


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


acquaintance: Maker[acquaintances.Acquaintance, Acquaintance] = maker(
    Acquaintance, memories=lambda one: [sourced(each, None) for each in one.memories]
)


class Learned(TypedDict):
    """What became of something told: the memory it is now, what it took the place of, or why it was refused."""

    step: str
    memory: Memory | None
    previous: Memory | None
    reason: str | None


learned: Maker[writing.Learned, Learned] = maker(Learned)


class Notice(TypedDict):
    """What a reply of the companion recorded; ``memory_id`` is null where that is no observation."""

    mark: str
    text: str
    memory_id: str | None
    troubles: list[str]


notice: Maker[message_learning.Notice, Notice] = maker(
    Notice, memory_id=lambda one: None if one.memory is None else one.memory.id
)


class Words(TypedDict):
    """What was said, and when."""

    text: str
    at: Moment


class Pinned(TypedDict):
    """A memory that was pinned or unpinned, and the change that did it; null where it was so already."""

    memory: Memory
    change_id: str | None


pinned: Maker[pins.Pinned, Pinned] = maker(Pinned)


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


conflict_question: Maker[update_question.ConflictQuestion, ConflictQuestion] = maker(ConflictQuestion)


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


said: Maker[message_learning.Said, Said] = maker(Said)


class Change(TypedDict):
    """An act that wrote: why, who and when; ``undone_by`` is the change that took it back."""

    id: str
    cause: str
    actor: str
    at: Moment
    message_id: str | None
    batch: str | None
    undone_by: str | None


change: Maker[memories.Change, Change] = maker(Change)


class Event(TypedDict):
    """What a change did to a memory; ``before`` is null where it began."""

    change: Change
    at: Moment
    before: Memory | None
    after: Memory | None
    contradicts: list[Memory]


event: Maker[history.Event, Event] = maker(Event)


class Imported(TypedDict):
    """A history that was brought in: ``batch`` undoes it; how many messages came, and memories with them."""

    batch: str
    at: Moment
    messages: int
    memories: int
    undone: bool


imported: Maker[history.Imported, Imported] = maker(Imported)


class Undone(TypedDict):
    """What was taken back: memories as they are now, and the ids of messages that went or came back."""

    change: Change
    memories: list[Memory]
    messages: list[str]


undone: Maker[message_deletion.Undone, Undone] = maker(Undone)


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
