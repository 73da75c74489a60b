"""The record of a turn: everything that was looked up, sent, called, said and kept on the way to an answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from reverie.app.tools import Outcome
from reverie.context.intents import Intent
from reverie.context.prompt_layout import Sent
from reverie.context.rendering import Context
from reverie.images.scenes import Scene
from reverie.learning.message_learning import Said
from reverie.ports import Call, Usage
from reverie.recall.search import Hit

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
