"""Where a context stands in a request that a framework makes: in the instructions, and in the newest user message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from reverie.context.rendering import Context

Content = str | Sequence[Any]
"""The content of a message: a text, or parts."""


class Placed(NamedTuple):
    """The instructions with the stable part behind them, and the message with the volatile part before it."""

    instructions: str
    content: Content


def _text_part(text: str) -> Any:
    return {"type": "text", "text": text}


def placed(
    context: Context, instructions: str | None, content: Content, *, part: Callable[[str], Any] = _text_part
) -> Placed:
    """Put a context where prompt caches bear it: all that stands before the newest message stays as it was.

    ``part`` makes a part of a message from a text, in the framework's own form.
    """
    told, volatile = "\n\n".join(filter(None, (instructions, context.noted))), context.volatile
    if not volatile:
        return Placed(told, content)
    if isinstance(content, str):
        return Placed(told, f"{volatile}\n\n{content}" if content else volatile)
    return Placed(told, [part(volatile), *content])
