"""What a server answers, read leniently: only what is used has to be there, for servers differ in the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from reverie.errors import ModelReplyInvalid
from reverie.models.reasoning import Thoughts, spoken
from reverie.ports import Call, Reply, Usage

if TYPE_CHECKING:
    from reverie.ports import Shape

_FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL | re.IGNORECASE)
_FINISHES = {"length": "length", "content_filter": "refused"}


class _Read(BaseModel):
    model_config = ConfigDict(from_attributes=True, extra="ignore", frozen=True)


class _Function(_Read):
    name: str | None = None
    arguments: str | None = None


class _Called(_Read):
    index: int | None = None
    id: str | None = None
    function: _Function


class _Message(_Read):
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[_Called] | None = None


class _OfPrompt(_Read):
    cached_tokens: int | None = None


class _Tokens(_Read):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    prompt_tokens_details: _OfPrompt | None = None


class _Choice(_Read):
    message: _Message
    finish_reason: str | None = None


class Completion(_Read):
    """A whole answer."""

    choices: list[_Choice] = Field(min_length=1)
    usage: _Tokens | None = None


class _Difference(_Read):
    delta: _Message
    finish_reason: str | None = None


class Chunk(_Read):
    """A piece of an answer; the last has the usage, and no choice."""

    choices: list[_Difference]
    usage: _Tokens | None = None


class _Vector(_Read):
    index: int
    embedding: list[float]


class Vectors(_Read):
    """The vectors of a batch of texts, in whatever order."""

    vectors: list[_Vector] = Field(alias="data")


@dataclass(slots=True)
class Gathered:
    """An answer that comes in pieces."""

    text: str = ""
    refusal: str = ""
    finish: str = ""
    usage: Usage = field(default_factory=Usage)
    calls: list[Call] = field(default_factory=list)
    _thoughts: Thoughts = field(default_factory=Thoughts)
    _places: dict[int, int] = field(default_factory=dict)

    def take(self, chunk: Chunk) -> Iterator[str]:
        """Take a piece, and give its words; not what the model thinks before them."""
        if chunk.usage is not None:
            self.usage = usage_of(chunk.usage)
        for choice in chunk.choices[:1]:
            self.finish = choice.finish_reason or self.finish
            self.refusal += choice.delta.refusal or ""
            for called in choice.delta.tool_calls or ():
                self._called(called)
            if words := self._thoughts.feed(choice.delta.content or ""):
                self.text += words
                yield words

    def rest(self) -> Iterator[str]:
        """What was held back until nothing more came."""
        if words := self._thoughts.close():
            self.text += words
            yield words

    def reply(self) -> Reply:
        """The whole of it."""
        return _reply(self.text, self.refusal, tuple(self.calls), self.finish, self.usage)

    def _called(self, piece: _Called) -> None:
        index = piece.index or 0
        place = self._places.get(index)
        # Some servers give every call whole, and all of them the same index.
        if place is None or (piece.id and piece.id != self.calls[place].id):
            place = self._places[index] = len(self.calls)
            self.calls.append(Call(id=piece.id or f"call_{place}", name="", arguments=""))
        begun = self.calls[place]
        self.calls[place] = Call(
            id=begun.id,
            name=begun.name + (piece.function.name or ""),
            arguments=begun.arguments + (piece.function.arguments or ""),
        )


def whole(completion: Completion) -> Reply:
    """The reply in a whole answer."""
    choice = completion.choices[0]
    message = choice.message
    calls = tuple(
        Call(id=one.id or f"call_{place}", name=one.function.name or "", arguments=one.function.arguments or "")
        for place, one in enumerate(message.tool_calls or ())
    )
    usage = usage_of(completion.usage)
    return _reply(spoken(message.content or ""), message.refusal or "", calls, choice.finish_reason or "", usage)


def record(reply: Reply, shape: type[Shape]) -> Shape:
    """Read the record that a reply is, in a code fence or with words around it too.

    Raises ModelReplyInvalid, whose text repeats nothing of the reply.
    """
    if reply.finish == "refused":
        raise _invalid(reply, "the model refused to answer; ask it something else")
    problem: ValidationError | None = None
    for candidate in _candidates(reply.text):
        try:
            return shape.model_validate_json(candidate)
        except ValidationError as error:
            problem = problem or error
    if reply.finish == "length":
        raise _invalid(reply, "the answer was cut off; raise model.reply, or ask for less at once")
    kinds = sorted({one["type"] for one in problem.errors(include_input=False)}) if problem else ["no JSON"]
    raise _invalid(reply, f"the model's answer is no {shape.__name__} ({', '.join(kinds)})")


def _invalid(reply: Reply, message: str) -> ModelReplyInvalid:
    return ModelReplyInvalid(message, reply=reply.text, tokens=(reply.usage.prompt, reply.usage.completion))


def _candidates(text: str) -> Iterator[str]:
    if not (start := text.find("{")) + 1:
        return
    yield text
    yield from _FENCED.findall(text)
    yield text[start : text.rfind("}") + 1]


def _reply(text: str, refusal: str, calls: tuple[Call, ...], finish: str, usage: Usage) -> Reply:
    told = "refused" if refusal else _FINISHES.get(finish) or ("tool_calls" if calls else "stop")
    return Reply(text=text or refusal, calls=calls, usage=usage, finish=told)


def usage_of(tokens: _Tokens | None) -> Usage:
    """What a server says that a call took; nothing where it says nothing."""
    if tokens is None:
        return Usage()
    cached = 0 if tokens.prompt_tokens_details is None else tokens.prompt_tokens_details.cached_tokens
    return Usage(prompt=tokens.prompt_tokens, completion=tokens.completion_tokens, cached=cached or 0)
