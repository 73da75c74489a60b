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


def placed(context: Context, instructions: str | None, content: Content) -> Placed:
    """Put a context where prompt caches bear it: all that stands before the newest message stays as it was."""
    system = [] if not instructions else [{"role": "system", "content": instructions}]
    sent = context.openai([*system, {"role": "user", "content": content}])
    told = sent[0]["content"] if len(sent) > 1 else ""
    message = sent[-1]["content"]
    return Placed(str(told), message if isinstance(message, list) else str(message))
