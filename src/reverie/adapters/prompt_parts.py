"""Where a context stands in a request that a framework makes: in the instructions, and in the newest user message."""

from __future__ import annotations

from typing import Any, NamedTuple

from reverie.domain.context import Context

Content = str | list[Any]
"""The content of a message: a text, or parts."""


class Placed(NamedTuple):
    """The instructions with the stable part behind them, and the message with the volatile part before it."""

    instructions: str
    content: Content


def placed(context: Context, instructions: str | None, content: Content, *, part: str = "text") -> Placed:
    """Put a context where prompt caches bear it: all that stands before the newest message stays as it was.

    ``part`` is what the framework calls a part that is a text.
    """
    system = [] if not instructions else [{"role": "system", "content": instructions}]
    sent = context.openai([*system, {"role": "user", "content": content}])
    told = sent[0]["content"] if len(sent) > 1 else ""
    message = sent[-1]["content"]
    if not isinstance(message, list):
        return Placed(str(told), str(message))
    return Placed(str(told), [{**message[0], "type": part}, *message[1:]] if context.volatile else message)
