"""What is in a message of a framework, and where a context stands in a request: in instructions and newest message."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from reverie.context.rendering import Context

Content = str | Sequence[Any]
"""The content of a message: a text, or parts."""


class Placed(NamedTuple):
    """The instructions with the stable part behind them, and the message with the volatile part before it."""

    instructions: str
    content: Content


def text_of(content: Any) -> str:
    """Give the words of a content, a part a line, without pictures, files and calls; "" where there are none."""
    parts = content if isinstance(content, list | tuple) else [content]
    texts = (one.get("text") if isinstance(one, Mapping) else one for one in parts)
    return "\n".join(text for text in texts if isinstance(text, str) and text)


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
