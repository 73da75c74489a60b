"""What is remembered: looked at now and in the past, looked for, told, corrected, forgotten; and the context of it."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field
from typing_extensions import TypedDict

from reverie.app.person import Person
from reverie.context.rendering import Context
from reverie.errors import NotFound
from reverie.memory.reading import Part
from reverie.recall.search import Looking
from reverie.records.conversations import Role
from reverie.records.memories import About, Category, Kind, Status
from reverie.removal.forgetting import Forgotten
from reverie.server.access.authorization import Reading, Writing
from reverie.server.pagination import Command, Id, Moment, Page, Piece, Words, kept_page, place_of
from reverie.shapes import hits, memories

router = APIRouter(prefix="/v1/people/{person_id}", tags=["memories"])


_ALL = 1_000_000
_MESSAGES = 200
_KEPT = frozenset(Status) - {Status.RETRACTED}


class Shown(StrEnum):
    """In what state a memory is. What was retracted is in the history: if it was forgotten, without its words."""

    PROPOSED = Status.PROPOSED.value
    ACTIVE = Status.ACTIVE.value
    SUPERSEDED = Status.SUPERSEDED.value
    EXPIRED = Status.EXPIRED.value


class MemoryOrder(StrEnum):
    """Which end of a list comes first, by since when it is so."""

    OLDEST = "oldest"
    NEWEST = "newest"


def _sort(
    piece: Piece,
    kind: Kind | None = None,
    about: About | None = None,
    category: Annotated[str | None, Query(max_length=100)] = None,
    key: Annotated[str | None, Query(max_length=300)] = None,
) -> Part:
    # One more than is asked for says that there is another piece.
    return Part(limit=piece.limit + 1, after=place_of(piece), kind=kind, about=about, category=category, key=key)


def _part(
    sort: Annotated[Part, Depends(_sort)],
    words: Annotated[str, Query(max_length=1000, description="Stand in the memory, or where it was said.")] = "",
    since: Annotated[Moment | None, Query(description="So since this time or later.")] = None,
    until: Annotated[Moment | None, Query(description="So since before this time.")] = None,
    message_id: Annotated[
        list[str] | None, Query(max_length=_MESSAGES, description="Learned from one of these messages.")
    ] = None,
    order: MemoryOrder = MemoryOrder.OLDEST,
) -> Part:
    return replace(
        sort,
        words=tuple(words.split()),
        since=since,
        until=until,
        messages=tuple(message_id or ()),
        newest=order is MemoryOrder.NEWEST,
    )


@router.get("/memories")
def list_memories(
    person: Reading,
    piece: Piece,
    part: Annotated[Part, Depends(_part)],
    status: Annotated[list[Shown] | None, Query(description="In what state; else what is so now.")] = None,
    as_of: Annotated[Moment | None, Query(description="What was so at this time.")] = None,
    known_at: Annotated[Moment | None, Query(description="What was known at this time.")] = None,
) -> Page[memories.Sourced]:
    """List what is remembered, with who said it and when."""
    statuses = frozenset(Status(one) for one in status or ()) or None
    kept = person.memories(as_of=as_of, known_at=known_at, statuses=statuses, part=part)
    page = kept_page(kept, piece, lambda one: one, lambda one: (one.valid_from, one.id))
    ids = [one.source.message_id for one in page["items"] if one.source.message_id]
    said = {message.id: message for message in person.messages(ids=ids)}
    shown = [memories.sourced(one, said.get(one.source.message_id or "")) for one in page["items"]]
    return {"items": shown, "next_cursor": page["next_cursor"]}


class Remember(Command):
    """Something stated outright; ``key`` is the slot it fills with ``value``."""

    text: Words
    key: Id | None = None
    value: Id | None = None
    category: Category = Category.FACT
    importance: Annotated[float, Field(ge=0, le=1)] = 0.8
    at: Moment | None = None


@router.post("/memories")
def remember(person: Writing, body: Remember) -> list[memories.Learned]:
    """Remember something stated outright, as sure as it can be."""
    learned = person.remember(
        body.text,
        key=body.key,
        value=body.value,
        category=body.category,
        importance=body.importance,
        at=body.at,
    )
    return [memories.learned(one) for one in learned]


class Recall(Command):
    """A question. ``own_words`` looks only into what the person said, ``conversation_id`` is where it is asked."""

    query: Words
    limit: Annotated[int, Field(ge=1, le=200)] | None = None
    as_of: Moment | None = None
    known_at: Moment | None = None
    memories: bool = True
    messages: bool = True
    own_words: bool = False
    conversation_id: Id | None = None


@router.post("/memories/search")
def recall(person: Reading, body: Recall) -> hits.Recalled:
    """Find what answers a question, best first: each hit with its score, its reasons and its source."""
    looking = Looking(
        memories=body.memories and not body.own_words,
        messages=body.messages or body.own_words,
        roles=frozenset({Role.USER.value}) if body.own_words else None,
        conversation=None if body.conversation_id is None else person.conversations.find(body.conversation_id).id,
    )
    as_of, known_at = body.as_of, body.known_at
    return hits.recalled(person.recall(body.query, limit=body.limit, as_of=as_of, known_at=known_at, looking=looking))


class Forget(Command):
    """What to forget: the id of a memory, or words of a topic. ``preview`` only shows what would go."""

    what: Annotated[str, Field(min_length=1, max_length=1000)]
    preview: bool = False


@router.post("/memories/forget")
def forget(request: Request, person: Writing, body: Forget) -> memories.Forgotten:
    """Forget one thing everywhere: memories, and the words of messages. It can be undone."""
    return _forgotten(request, person, body.what, preview=body.preview)


@router.get("/memories/{memory_id}")
def get_memory(person: Reading, memory_id: str) -> memories.Sourced:
    """Show a memory with who said it, and when."""
    one = person.memory(memory_id)
    said = person.messages(ids=[one.source.message_id]) if one.source.message_id else []
    return memories.sourced(one, said[0] if said else None)


class Correct(Command):
    """How it really is; ``text`` null says that it is no longer so.

    ``value`` is what it fills its slot with, where that can't be read out of the sentence.
    """

    text: Words | None
    value: Id | None = None


@router.patch("/memories/{memory_id}")
def correct_memory(person: Writing, memory_id: str, body: Correct) -> list[memories.Learned]:
    """Correct a fact that stands, or end it: the new sentence takes its place, and the old one stays in the history."""
    there = person.memory(memory_id)
    return [memories.learned(one) for one in person.user_model.correct(there.id, body.text, value=body.value)]


@router.delete("/memories/{memory_id}")
def forget_memory(request: Request, person: Writing, memory_id: str, preview: bool = False) -> memories.Forgotten:
    """Forget one memory everywhere; ``preview`` only shows what would go."""
    return _forgotten(request, person, person.memory(memory_id).id, preview=preview)


@router.get("/pinned", operation_id="list_pinned")
def list_pinned(person: Reading) -> list[memories.Memory]:
    """List the pinned memories, with which every context begins."""
    return [memories.memory(one) for one in person.pinned()]


@router.put("/pinned/{memory_id}", operation_id="pin_memory")
def pin_memory(person: Writing, memory_id: str) -> memories.Pinned:
    """Pin a memory: every context begins with it, or with what takes its place."""
    return memories.pinned(person.pin(person.memory(memory_id).id))


@router.delete("/pinned/{memory_id}", operation_id="unpin_memory")
def unpin_memory(person: Writing, memory_id: str) -> memories.Pinned:
    """Take the pin off a memory."""
    return memories.pinned(person.unpin(person.memory(memory_id).id))


def _forgotten(request: Request, person: Person, what: str, *, preview: bool) -> memories.Forgotten:
    going = person.forget(what, preview=True)
    if not going:
        raise NotFound("nothing is remembered about that: list the memories to see what is")
    words = _words(person, going)
    if preview:
        return memories.forgotten(going, words)
    gone = person.forget(what)
    request.app.state.replays.forget(person.id)
    return memories.forgotten(gone, words)


def _words(person: Person, going: Forgotten) -> dict[str, list[str]]:
    """The sentences that go, by message."""
    before = {one.id: one.text for one in person.messages(ids=[after.id for after in going.messages])}
    return {after.id: memories.gone(before[after.id], after.text) for after in going.messages if after.id in before}


@router.get("/memories/{memory_id}/history")
def list_memory_history(person: Reading, memory_id: str) -> list[memories.Event]:
    """Show everything that happened to a memory, in order."""
    events = person.history(memory_id)
    if not events:
        raise NotFound(_NONE)
    return [memories.event(one) for one in events]


@router.get("/memories/{memory_id}/timeline")
def list_memory_timeline(person: Reading, memory_id: str) -> list[memories.Memory]:
    """Show what stood in the slot of a memory from when to when, the oldest first; one without a slot stands alone."""
    one = person.memory(memory_id)
    if one.key is None:
        return [memories.memory(one)]
    slot = Part(limit=_ALL, key=one.key, kind=one.kind, about=one.about)
    return [memories.memory(m) for m in person.memories(statuses=_KEPT, part=slot)]


_NONE = "there is no such memory of this person: list the memories to see their ids"


@router.get("/acquaintances")
def list_acquaintances(person: Reading) -> list[memories.Acquaintance]:
    """List the people and pets of the person's life, each with what is known of them."""
    return [memories.acquaintance(one) for one in person.acquaintances()]


class Ask(Command):
    """The message that a model is to answer, and what the host knows of its own state."""

    message: Words
    budget: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    summary: Annotated[str, Field(max_length=20_000)] | None = None
    emotion: Annotated[str, Field(max_length=1000)] | None = None
    relationship: Annotated[str, Field(max_length=1000)] | None = None
    known_at: Annotated[Moment | None, Field(description="As it would have been then, by what was known.")] = None
    off_record: bool = False
    model: Annotated[
        str | None, Field(max_length=300, description="Whom it is for, as `may_read` names it: a model, `mcp`.")
    ] = None


class SentMessage(TypedDict):
    """A message as providers take it."""

    role: str
    content: str


class CacheControl(TypedDict):
    """How long a provider may keep a block ready."""

    type: str


class SystemBlock(TypedDict, total=False):
    """A block of Anthropic's system prompt."""

    type: str
    text: str
    cache_control: CacheControl


class AnthropicRequest(TypedDict):
    """What belongs into a request to Anthropic's API."""

    system: list[SystemBlock]
    messages: list[SentMessage]


class Prompt(hits.Context):
    """A prompt block, as text, and with the message as providers take it."""

    openai: list[SentMessage]
    anthropic: AnthropicRequest


def prompt(made: Context, message: str) -> Prompt:
    """A context as text, and with the message as providers take it."""
    messages = [{"role": "user", "content": message}]
    return {
        **hits.context(made),
        "openai": cast("list[SentMessage]", made.openai(messages)),
        "anthropic": cast("AnthropicRequest", made.anthropic(messages)),
    }


@router.post("/context")
def context(person: Reading, body: Ask) -> Prompt:
    """Write the prompt block for a message, within a budget of tokens, with the reason of every line.

    Send what belongs to a provider with your history between: the stable part ends the system message, and the volatile
    part begins the newest user message, so that prompt caches hold all before it.
    """
    asked = person.off_record() if body.off_record else person
    asked = asked if body.model is None else asked.read_by(body.model)
    made = asked.context(
        body.message,
        budget=body.budget,
        summary=body.summary,
        emotion=body.emotion,
        relationship=body.relationship,
        known_at=body.known_at,
    )
    return prompt(made, body.message)
