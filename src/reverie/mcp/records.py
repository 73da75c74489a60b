"""What tools give back: records that are few and flat, and schemas as clients are sent them: whole and closed.

They are without what a model would pay for and not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Self

from pydantic import BaseModel

from reverie.app.person import Person
from reverie.context import answers
from reverie.context.rendering import dated
from reverie.memory.writing import Learned, Step
from reverie.recall.search import Hit
from reverie.records.memories import Memory, SourceKind
from reverie.records.read_access import switched_off
from reverie.records.update_question import about_stated
from reverie.shapes import conversations, memories
from reverie.shapes.hits import hit

LONGEST_WORDS = 300
"""Characters of somebody's words that are quoted."""

_ORIGINS = {
    SourceKind.PERSON: "stated outright",
    SourceKind.TOOL: "noted by a tool",
    SourceKind.MODEL: "read by a model",
    SourceKind.DOCUMENT: "from a document",
    SourceKind.MESSAGE: "said",
}


class Remembered(BaseModel):
    """Something remembered, and where it is from: whose words, and when. Words that are no memory have no id."""

    id: str
    text: str
    source: str


class Found(BaseModel):
    """What was found, best first; ``note`` says what the search had to do without."""

    found: list[Remembered]
    note: str


class Listed(BaseModel):
    """Memories, the newest first, of ``total`` that there are."""

    memories: list[Remembered]
    total: int


class Added(BaseModel):
    """What became of a statement, and the ids of the memories that it is in now; ``ask`` is a question to the user."""

    steps: list[str]
    ids: list[str]
    ask: str

    @classmethod
    def of(cls, learned: Sequence[Learned]) -> Self:
        """What was learned of a statement."""
        steps = [answers.step(one) for one in learned]
        ask = [
            f"{about_stated(one.memory, one.previous).text} (memory_decide {one.memory.id})"
            for one in learned
            if one.step is Step.PROPOSED and one.memory is not None and one.previous is not None
        ]
        ids = [one.memory.id for one in learned if one.memory is not None]
        return cls(steps=steps, ids=ids, ask=" ".join(ask))


class Contextual(BaseModel):
    """A prompt block."""

    context: str


class Gone(BaseModel):
    """What goes, or went (``forgotten``): memories, messages as they then read, and words ``elsewhere``.

    ``next`` says what can be done.
    """

    forgotten: bool
    memories: list[str]
    messages: list[str]
    elsewhere: list[str]
    next: str


class Profiled(BaseModel):
    """A profile as text."""

    profile: str


class Undone(BaseModel):
    """What was taken back, and the memories as they are now."""

    undone: str
    memories: list[Remembered]


class Event(BaseModel):
    """Something that happened to a memory, by which change."""

    day: str
    what: str
    by: str
    before: str
    after: str
    change: str

    @classmethod
    def of(cls, one: memories.Event) -> Self:
        """What a change did to a memory."""
        change, before, after = one["change"], one["before"], one["after"]
        return cls(
            day=day(one["at"]),
            what=change["cause"],
            by=change["actor"],
            before="" if before is None else f"{before['text']} ({before['status']})",
            after="" if after is None else f"{after['text']} ({after['status']})",
            change=change["id"],
        )


class Events(BaseModel):
    """What happened, in order."""

    events: list[Event]


class Talk(BaseModel):
    """A conversation, with what it came to where it is over."""

    id: str
    title: str
    started: str
    ended: str
    episode: str

    @classmethod
    def of(cls, one: conversations.Conversation, episode: str) -> Self:
        """A conversation, and what it came to."""
        began, ended = day(one["started_at"]), day(one["ended_at"])
        return cls(id=one["id"], title=one["title"] or "", started=began, ended=ended, episode=episode)


class Talks(BaseModel):
    """Conversations, the newest first, of ``total`` that there are."""

    conversations: list[Talk]
    total: int


class Quoted(BaseModel):
    """Words as they were said. ``turn`` says where a mind changed."""

    words: str
    turn: str


class Quotes(BaseModel):
    """What was said; ``note`` says what the search had to do without."""

    quotes: list[Quoted]
    note: str


class Passage(BaseModel):
    """A passage of a document."""

    text: str
    source: str


class Passages(BaseModel):
    """Passages, best first; ``note`` says what the search had to do without."""

    passages: list[Passage]
    note: str


def day(moment: str | None) -> str:
    """The day of a moment of a shape, in UTC; empty where there is none."""
    return "" if moment is None else moment[:10]


def cut(text: str, longest: int = LONGEST_WORDS) -> str:
    """A text, cut where it is longer."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def usable(person: Person) -> list[Memory]:
    """The memories that a model may be shown, the newest first: none of a category that the person switched off."""
    off = person.settings().categories_off
    known = [memory for memory in person.memories() if not switched_off(memory, off)]
    return sorted(known, key=lambda memory: memory.created_at, reverse=True)


def remembered(person: Person, known: Sequence[Memory]) -> list[Remembered]:
    """Memories with the words they rest on."""
    ids = [memory.source.message_id for memory in known if memory.source.message_id]
    said = {message.id: message for message in person.messages(ids=ids)} if ids else {}
    return [_one(memories.sourced(one, said.get(one.source.message_id or ""))) for one in known]


def _one(one: memories.Sourced) -> Remembered:
    speaker, at, origin = one["said_by"], one["said_at"], one["source"]
    if speaker is None or at is None:
        source = f"{_ORIGINS[origin['kind']]} on {day(one['valid_from'])}"
    else:
        source = dated(cut(origin["quote"] or one["text"]), speaker, datetime.fromisoformat(at))
    return Remembered(id=one["id"], text=one["text"], source=source)


def hits(found: Iterable[Hit]) -> list[Remembered]:
    """What was recalled; of words that have changed since, what is so now stands behind them."""
    return [_hit(one) for one in found]


def _hit(one: Hit) -> Remembered:
    record = _one(hit(one))
    if one.outdated_by is not None:
        record.text = f"{record.text} (no longer so: {one.outdated_by.text})"
    if one.message is not None and one.memory.id == one.message.id:
        record.id = ""
    return record


_UNREAD = frozenset({"title", "$defs", "minLength", "maxLength"})
_OUT = _UNREAD | {"description"}


def taken(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of what a tool takes, which is closed.

    >>> taken({"type": "object", "title": "A", "properties": {"title": {"title": "Title", "type": "string"}}})
    {'type': 'object', 'properties': {'title': {'type': 'string'}}, 'additionalProperties': False}
    """
    return _lean(schema, schema.get("$defs", {}), _UNREAD) | {"additionalProperties": False}


def given(schema: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The schema of what a tool gives, which may be given more some day."""
    return None if schema is None else _lean(schema, schema.get("$defs", {}), _OUT)


def _lean(part: Mapping[str, Any], named: Mapping[str, Any], without: frozenset[str]) -> dict[str, Any]:
    """A schema without what is not read, and with what it refers to in its place."""
    if "$ref" in part:
        part = {**named[part["$ref"].rpartition("/")[2]], **part}
        without = _OUT | {"$ref"}  # what a record is for, its name says
    kept = {k: v for k, v in part.items() if k not in without and k != "properties"}
    if "items" in kept:
        kept["items"] = _lean(kept["items"], named, without)
    if "properties" in part:
        kept["properties"] = {name: _lean(one, named, without) for name, one in part["properties"].items()}
    return kept
