"""A turn as JSON, the same for ``--json`` and for HTTP; it stands here since shapes know nothing of turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from reverie.app.turns.record import Finish
from reverie.context.intents import Intent
from reverie.shapes.fields import Maker, maker
from reverie.shapes.hits import Hit, Scene, hit, scene
from reverie.shapes.memories import Notice, Said, notice, said

if TYPE_CHECKING:
    from reverie.app.turns.record import Called, Turn
    from reverie.ports import Usage as Counted


class Usage(TypedDict):
    """Tokens, as the model's server counted them; ``cached`` are those of the prompt that it had in its cache."""

    prompt: int
    completion: int
    cached: int


usage: Maker[Counted, Usage] = maker(Usage)


class ToolCall(TypedDict):
    """A tool that the model called, and what it was told."""

    name: str
    arguments: str
    ok: bool
    told: str


class TakenTurn(Said):
    """What was said, what became of it, and what it was answered: ``reply`` is what is shown.

    ``hits`` is what an answer from memory came from. ``model`` is who answered, null where memory did, and ``picture``
    what it was shown.
    """

    hits: list[Hit]
    picture: Scene | None
    intent: Intent
    model: str | None
    finish: Finish
    calls: list[ToolCall]
    usage: Usage
    left_out: list[str]
    degraded: list[str]


def turn(one: Turn) -> TakenTurn:
    """A turn."""
    notices: list[Notice] = [] if one.replied is None else [notice(each) for each in one.replied.notices]
    return {
        **said(one.said),
        "reply": one.reply,
        "notices": notices,
        "hits": [hit(each) for each in one.hits],
        "picture": None if one.picture is None else scene(one.picture),
        "intent": one.intent,
        "model": one.model,
        "finish": one.finish,
        "calls": [_call(each) for each in one.calls],
        "usage": usage(one.usage),
        "left_out": list(one.left_out),
        "degraded": list(one.degraded),
    }


def _call(one: Called) -> ToolCall:
    outcome = one.outcome
    return {"name": one.call.name, "arguments": one.call.arguments, "ok": outcome.ok, "told": outcome.content}
