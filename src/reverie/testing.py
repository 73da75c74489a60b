"""Stand-ins for tests, yours and ours: an embedder with no model, a language model with a script, a still clock.

All keep the contract of the real thing in ``reverie.ports``, so a test built on them is fast and gives the same
result every time.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from reverie.errors import InvalidInput, ModelReplyInvalid
from reverie.ports import Reply, Usage

if TYPE_CHECKING:
    from reverie.ports import Shape

_WORD = re.compile(r"\w+")
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")


class HashEmbedder:
    """Embeds a text by the words in it: texts are as near as the share of words they have in common.

    Every word has a fixed random-looking direction, found by hashing it, and a text is their sum. Common endings
    are cut, so "loves" and "loved" are one word; synonyms are strangers.
    """

    def __init__(self, dimensions: int = 64) -> None:
        self._dimensions = dimensions

    @property
    def space(self) -> str:
        """The name of the geometry, for example "hash-64"."""
        return f"hash-{self._dimensions}"

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""
        return self._dimensions

    @property
    def multilingual(self) -> bool:
        """It knows letters, and no language."""
        return False

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts as unit vectors, shape (len(texts), dimensions)."""
        vectors = np.empty((len(texts), self._dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            stems = {_ENDING.sub("", word) for word in _WORD.findall(text.casefold())} or {""}
            total = sum(self._direction(stem) for stem in stems)
            vectors[row] = total / np.linalg.norm(total)
        return vectors

    def _direction(self, stem: str) -> NDArray[np.float32]:
        noise = hashlib.shake_128(stem.encode("utf-8", "surrogatepass")).digest(self._dimensions)
        # Multiples of a half add up exactly, so the order in which the set gives the words changes nothing.
        return np.frombuffer(noise, dtype=np.uint8).astype(np.float32) - np.float32(127.5)


Answer = str | Reply | Mapping[str, object] | Exception
"""What a scripted model gives: words, a reply, a record, or an error that it raises."""

Messages = Sequence[Mapping[str, object]]


class ScriptedModel:
    """A language model that answers what a test says: one after the other, or what a function of the request gives.

    ``asked`` are the messages of every request, ``offered`` the tools of it. A stream gives its words one by one.
    Tokens are counted as words.
    """

    def __init__(self, answers: Sequence[Answer] | Callable[[Messages], Answer] = (), *, window: int = 8192) -> None:
        self._answers = answers if callable(answers) else iter(answers)
        self._window = window
        self.asked: list[Messages] = []
        self.offered: list[Sequence[Mapping[str, object]]] = []

    @property
    def name(self) -> str:
        """Which model it is."""
        return "scripted:model"

    @property
    def window(self) -> int:
        """How many tokens prompt and answer may have together."""
        return self._window

    def reply(
        self, messages: Messages, *, tools: Sequence[Mapping[str, object]] = (), limit: int | None = None
    ) -> Reply:
        """Answer, whole."""
        answer = self._next(messages, tools)
        if isinstance(answer, Mapping):
            raise InvalidInput("the script has a record where words are asked for")
        return answer if isinstance(answer, Reply) else Reply(text=answer, usage=_usage(messages, answer))

    def stream(
        self, messages: Messages, *, tools: Sequence[Mapping[str, object]] = (), limit: int | None = None
    ) -> Iterator[str | Reply]:
        """Answer word by word, and the whole reply last."""
        reply = self.reply(messages, tools=tools, limit=limit)
        yield from re.findall(r"\S+\s*", reply.text)
        yield reply

    def structured(self, messages: Messages, shape: type[Shape], *, limit: int | None = None) -> tuple[Shape, Usage]:
        """Answer as a record; ModelReplyInvalid where what the script has is none of this shape."""
        answer = self._next(messages, ())
        written = answer.text if isinstance(answer, Reply) else answer
        try:
            read = shape.model_validate_json(written) if isinstance(written, str) else shape.model_validate(written)
        except ValidationError as error:
            took = _usage(messages, str(written))
            tokens = (took.prompt, took.completion)
            why = f"that is no {shape.__name__}: {error}"
            raise ModelReplyInvalid(why, reply=str(written), tokens=tokens) from error
        return read, _usage(messages, str(written))

    def _next(self, messages: Messages, tools: Sequence[Mapping[str, object]]) -> str | Reply | Mapping[str, object]:
        self.asked.append(messages)
        self.offered.append(tools)
        answer = self._answers(messages) if callable(self._answers) else next(self._answers, None)
        if answer is None:
            raise InvalidInput("the script has no more answers: give the model as many as it is asked for")
        if isinstance(answer, Exception):
            raise answer
        return answer


def _usage(messages: Messages, answer: str) -> Usage:
    prompt = sum(len(str(message.get("content") or "").split()) for message in messages)
    return Usage(prompt=prompt, completion=len(answer.split()))


class FrozenClock:
    """A clock that moves only when it is told to; calling it tells the time."""

    def __init__(self, start: datetime) -> None:
        self.set(start)

    def __call__(self) -> datetime:
        """Tell the time it was set to."""
        return self._now

    def set(self, now: datetime) -> None:
        """Set the time, backwards too; raises InvalidInput without a time zone."""
        if now.tzinfo is None:
            raise InvalidInput(f"{now} has no time zone; add tzinfo=timezone.utc, say.")
        self._now = now

    def advance(self, by: timedelta | float) -> None:
        """Move on by a span of time, or by a number of seconds."""
        self._now += by if isinstance(by, timedelta) else timedelta(seconds=by)
