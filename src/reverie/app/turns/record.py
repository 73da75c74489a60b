"""Whose turns they are, and the record of a turn: all that was looked up, sent, called, said and kept for an answer.

What taking a turn needs of a ``Person``, which stands above, is a ``Speaker``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from reverie.app.conversations import Conversations
from reverie.app.tools import Outcome
from reverie.app.tools.permissions import Understood
from reverie.context.intents import Intent
from reverie.context.prompt_layout import Sent
from reverie.context.rendering import Context
from reverie.images.scenes import Scene
from reverie.learning.message_learning import Said
from reverie.memory.runtime import Runtime
from reverie.ports import Call, Usage
from reverie.recall.search import Hit, Looking, Recalled
from reverie.records.conversations import Message, Role
from reverie.scenes.scene_keeping import Pictures

BROKEN_OFF = "[…]"
"""How a reply ends, where it is kept, of which only the beginning was said."""


class Finish(StrEnum):
    """How a turn ended.

    ``stop`` and ``again`` are whole answers, the second one given before under the same id. Of ``length`` (the limit),
    ``cancelled`` and ``broken`` (the model failed midway), what was said is kept. ``failed`` and ``refused`` had no
    words of the model: memory answered in its place, and that is not kept as a reply, so it can be asked again.
    """

    STOP = "stop"
    AGAIN = "again"
    LENGTH = "length"
    CANCELLED = "cancelled"
    BROKEN = "broken"
    FAILED = "failed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A tool that the model called, and what became of it."""

    call: Call
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn, with all that led to its answer.

    ``said`` is what became of the person's message, ``replied`` what became of the reply (None where it is not kept as
    one), with what it noted in ``notices``. ``reply`` is what was shown. ``context``, ``prompt`` (the messages of the
    first request), ``picture`` (the scene in it) and ``left_out`` (sentences) are what a model was given, ``calls``
    what it called, ``hits`` what an answer from memory came from. ``model`` is its name, None where none was asked.
    ``degraded`` says in sentences what did not work.
    """

    said: Said
    intent: Intent
    reply: str
    replied: Said | None = None
    context: Context | None = None
    prompt: tuple[Sent, ...] = ()
    left_out: tuple[str, ...] = ()
    calls: tuple[Called, ...] = ()
    hits: tuple[Hit, ...] = ()
    picture: Scene | None = None
    usage: Usage = field(default_factory=Usage)
    model: str | None = None
    degraded: tuple[str, ...] = ()
    finish: Finish = Finish.STOP


PASSING = 40
"""Messages off the record that are held in memory, so that a conversation has a thread; they go with the object."""

STAYS = "the conversation stays on this machine, and {} does not: memory answered"


class Known(Understood, Protocol):
    """What is kept of whose turns they are, and through what it is read."""

    reads: Runtime

    @property
    def conversations(self) -> Conversations:
        """What was said with them."""

    @property
    def pictures(self) -> Pictures:
        """What the companion saw with them."""


class Speaker(Known, Protocol):
    """Whose turns they are: what is needed of a ``Person``."""

    def read_by(self, reader: str | None = None) -> Speaker:
        """The same person for a reader, by default for whom it was made, or the language model that is set up."""

    def say(
        self,
        text: str,
        *,
        role: Role | str = ...,
        at: datetime | None = ...,
        conversation: str | None = ...,
        speaker: str | None = ...,
        id: str | None = ...,
    ) -> Said:
        """Keep a message and learn from it."""

    def messages(self, *, newest: int | None = ..., ids: Sequence[str] | None = ...) -> list[Message]:
        """What was said."""

    def context(self, message: str, *, budget: int | None = ...) -> Context:
        """The prompt block for a message."""

    def recall(self, query: str, *, limit: int | None = ..., looking: Looking | None = ...) -> Recalled:
        """What answers a question."""
