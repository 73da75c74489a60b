"""A request of an OpenAI client on its way to a model's server and back: memory goes in, and the answer is kept.

All else of the request and of the answer passes through as it is. The reply is kept before the piece that ends it is
handed out, or as far as it came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reverie.app.turns.streaming import marked
from reverie.context.prompt_assembly import OVERHEAD, cost_of_tools
from reverie.context.prompt_layout import INSTRUCTING, Sent
from reverie.context.rendering import estimated_tokens
from reverie.errors import InvalidInput, UpstreamError
from reverie.learning.message_learning import Said
from reverie.models.reasoning import Thoughts, spoken
from reverie.persona.tags import TagReader, read
from reverie.ports import Pieces

Keep = Callable[[str], Said]
"""Keeps a reply, tags and all."""

_GOING_ON = ({"tool"}, {"function"}, {"assistant", "user"})
_CUT_OFF = ("length", "content_filter")
_BROKE_OFF = "the model's server broke off in the middle of its answer: try again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a request asks: the last words of its user, and whether they are ``answered`` in it.

    ``told`` are words that came with an earlier request: behind them stands the result of a tool, or an answer and
    then something of the user's without words, as a picture. Where there is nothing but that, ``text`` is empty.
    """

    text: str
    answered: bool
    told: bool


def asked(messages: Sequence[Sent]) -> Asked:
    """Read what is asked.

    Raises:
        InvalidInput: there is no user message.
    """
    for place in reversed(range(len(messages))):
        if messages[place].get("role") == "user" and (text := _words(messages[place])).strip():
            behind = {str(one.get("role")) for one in messages[place + 1 :]}.difference(INSTRUCTING)
            return Asked(text=text, answered=bool(behind), told=any(one <= behind for one in _GOING_ON))
    if any(message.get("role") == "user" for message in messages):
        return Asked(text="", answered=False, told=True)
    raise InvalidInput("there is no message of the role user: it is a user's words that are answered and remembered")


def _words(message: Sent) -> str:
    """The words of a message, whose content is a text or parts of several sorts."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    texts = [one["text"] for one in parts if isinstance(one, Mapping) and isinstance(one.get("text"), str)]
    return "\n".join(texts)


def room(messages: Sequence[Sent], tools: object, window: int) -> int:
    """How many tokens of a window a request leaves for memory, with a quarter of it kept for the answer."""
    offered = cost_of_tools(tools) if isinstance(tools, list) else 0
    taken = offered + sum(OVERHEAD + estimated_tokens(_words(one)) for one in messages)
    return max(0, window - window // 4 - taken)


def given(messages: Sequence[Sent]) -> str:
    """What a model reads, but for its own words."""
    return "\n".join(_words(one) for one in messages if one.get("role") != "assistant")


def relayed(answer: dict[str, Any], keep: Keep) -> dict[str, Any]:
    """A whole answer without its tags and thoughts, once it is kept."""
    choice = answer["choices"][0]
    content = choice["message"].get("content")
    if not content:
        return answer
    said = spoken(content)
    if said.strip():
        keep(marked(said) if choice.get("finish_reason") in _CUT_OFF else said)
    shown = {**choice, "message": {**choice["message"], "content": read(said)[0]}}
    return {**answer, "choices": [shown]}


class Relaying(Iterator[dict[str, Any]]):
    """An answer as it comes, in OpenAI's chunks, without its tags and thoughts.

    Closing it cancels what is still to come: what was shown until then is kept. So is what was shown before the
    server failed, which raises UpstreamError.
    """

    def __init__(self, pieces: Pieces, keep: Keep) -> None:
        self._pieces = pieces
        self._keep = keep
        self._thoughts = Thoughts()
        self._tags = TagReader()
        self._spoke = self._shown = ""
        self._over = False

    def __next__(self) -> dict[str, Any]:
        try:
            chunk = next(self._pieces)
        except StopIteration:
            if self._over:
                raise
            self.close()
            raise UpstreamError(
                _BROKE_OFF, status=502, error={"message": _BROKE_OFF, "type": "upstream_error"}
            ) from None
        except UpstreamError:
            self.close()
            raise
        return self._passed(chunk) if chunk["choices"] and not self._over else chunk

    def close(self) -> None:
        """End the answer here. Twice is once."""
        try:
            if not self._over:
                self._end(marked(self._shown) if self._shown.strip() else "")
        finally:
            self._pieces.close()

    def _passed(self, chunk: dict[str, Any]) -> dict[str, Any]:
        """A chunk as it is shown; with the one that ends the answer goes what was held back, and the reply is kept."""
        choice = chunk["choices"][0]
        content, finish = choice["delta"].get("content"), choice.get("finish_reason")
        said = self._thoughts.feed(content or "")
        if finish:
            said += self._thoughts.close()
        self._spoke += said
        shown = self._tags.feed(said) + (self._tags.close() if finish else "")
        if finish:
            self._end(marked(self._spoke) if finish in _CUT_OFF and self._spoke.strip() else self._spoke)
        self._shown += shown
        if content is None and not shown:
            return chunk
        return {**chunk, "choices": [{**choice, "delta": {**choice["delta"], "content": shown}}]}

    def _end(self, reply: str) -> None:
        if reply.strip():
            self._keep(reply)
        self._over = True
