"""Every frame of live chat, both ways: what a client may say is checked here, and what it is told has its shape here.

A frame is a JSON object whose ``type`` says which it is. A frame of the server may get new fields, and there may be new
types: a client passes over what it does not know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from reverie.app.turns.record import Finish
from reverie.app.turns.turn_json import Usage
from reverie.conversations.message_store import LONGEST_KEY
from reverie.errors import InvalidInput
from reverie.records.conversations import LONGEST
from reverie.server.pagination import Command
from reverie.server.problem_details import HttpProblem, Problem
from reverie.shapes.conversations import Message
from reverie.shapes.memories import ConflictQuestion
from reverie.shapes.people import Person

VERSION = 1

# -- from a client -------------------------------------------------------------------------------


class SayFrame(Command):
    """Say something. Under the same ``ref`` from the same person it is said once and answered once."""

    type: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    ref: Annotated[str, Field(min_length=1, max_length=LONGEST_KEY)] | None = None


class StopFrame(Command):
    """End the answer under way: what was shown of it is kept."""

    type: Literal["stop"]


class PingFrame(Command):
    """Ask for a ``pong``."""

    type: Literal["ping"]


ClientFrame = Annotated[SayFrame | StopFrame | PingFrame, Field(discriminator="type")]
CLIENT: TypeAdapter[SayFrame | StopFrame | PingFrame] = TypeAdapter(ClientFrame)


def read(text: str) -> SayFrame | StopFrame | PingFrame:
    """What a client sent.

    Raises:
        HttpProblem: it is no frame.
        InvalidInput: it is one that says nothing that could be done.
    """
    try:
        return CLIENT.validate_json(text)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False, include_input=False)[0]
        if wrong["type"] == "json_invalid":
            raise HttpProblem(400, "malformed", "a frame is a JSON object: this can't be read as one") from error
        where = ".".join(str(part)[:80] for part in wrong["loc"]) or "the frame"
        raise InvalidInput(f"{where}: {wrong['msg'][:300]}") from error


# -- from the server -----------------------------------------------------------------------------


class CoreMemory(TypedDict):
    """A memory that the companion's model is always told."""

    id: str
    text: str


class WelcomeFrame(TypedDict):
    """What is shown first.

    ``messages`` are the newest, or what was kept since the message that the client named (``resumed``), the oldest
    first; ``earlier`` says that there are older ones. ``conversation`` is the id of the one that goes on, ``model`` who
    answers (null: memory does).
    """

    type: Literal["welcome"]
    version: int
    person: Person
    companion: str
    conversation: str | None
    model: str | None
    messages: list[Message]
    earlier: bool
    resumed: bool
    memories: list[CoreMemory]


class MessageFrame(TypedDict):
    """A message was kept; one of an id that was there reads otherwise now.

    ``ref`` is what it was said under, and on a reply what that answers. ``turn`` is the one that it is part of, if that
    is under way.
    """

    type: Literal["message"]
    message: Message
    ref: NotRequired[str]
    turn: NotRequired[str]


class UnsaidFrame(TypedDict):
    """A message is there no more."""

    type: Literal["unsaid"]
    id: str


class ThinkingFrame(TypedDict):
    """An answer begins."""

    type: Literal["thinking"]
    turn: str
    ref: str | None
    conversation: str | None


class PieceFrame(TypedDict):
    """A piece of an answer; ``at`` is where in it the piece begins, so 0 begins it (again)."""

    type: Literal["piece"]
    turn: str
    at: int
    text: str


class MemoryEvent(TypedDict):
    """What happened in memory: ``kind`` for programs, ``emoji`` and ``text`` to be shown.

    ``id`` is the memory's, ``previous`` what it took the place of.
    """

    kind: Literal[
        "learned", "observed", "reinforced", "superseded", "proposed", "changed", "ended", "expired", "retracted",
        "restored", "forgotten", "noted", "masked", "refused",
    ]  # fmt: skip
    emoji: str
    text: str
    id: NotRequired[str]
    previous: NotRequired[str]


class MemoryFrame(TypedDict):
    """Something happened in memory, in a turn or besides."""

    type: Literal["memory"]
    turn: NotRequired[str]
    event: MemoryEvent


class AnsweredFrame(TypedDict):
    """An answer is over. ``text`` is what was shown, ``message`` the reply as it was kept, null where it was not.

    ``question`` is what is to be asked where what was said contradicts what is known.
    """

    type: Literal["answered"]
    turn: str
    ref: str | None
    message: Message | None
    text: str
    question: ConflictQuestion | None
    finish: Finish
    degraded: list[str]
    left_out: list[str]
    usage: Usage


class ProblemFrame(TypedDict):
    """Something went wrong; where a ``turn`` is named, it is over with that."""

    type: Literal["problem"]
    ref: NotRequired[str]
    turn: NotRequired[str]
    problem: Problem


class PongFrame(TypedDict):
    """The answer to a ``ping``."""

    type: Literal["pong"]


ServerFrame = Annotated[
    WelcomeFrame
    | MessageFrame
    | UnsaidFrame
    | ThinkingFrame
    | PieceFrame
    | MemoryFrame
    | AnsweredFrame
    | ProblemFrame
    | PongFrame,
    Field(discriminator="type"),
]
SERVER: TypeAdapter[object] = TypeAdapter(ServerFrame)


def written(frame: Mapping[str, Any]) -> str:
    """A frame as it goes over the wire."""
    return json.dumps(frame, ensure_ascii=False)


REFERENCE = "#/components/schemas/{model}"
"""Where the document has a schema."""


def schemas() -> dict[str, Any]:
    """The JSON schemas of all frames by name, ``ServerFrame`` and ``ClientFrame`` among them."""
    found: dict[str, Any] = {}
    for name, frames, mode in (("ServerFrame", SERVER, "serialization"), ("ClientFrame", CLIENT, "validation")):
        schema = frames.json_schema(ref_template=REFERENCE, mode=mode)  # type: ignore[arg-type] # a literal, twice
        found |= schema.pop("$defs")
        found[name] = schema
    return found
