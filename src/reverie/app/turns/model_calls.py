"""Asking a language model: its words as they come, and between them the tools that it calls, a few rounds of them."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field

from reverie.app.tools import Outcome, Toolbox
from reverie.app.turns.attachments import REFUSED, Attachment
from reverie.app.turns.record import Called, Finish
from reverie.context.prompt_assembly import Request, cost_of
from reverie.context.prompt_layout import Sent
from reverie.errors import ModelError, ModelMisconfigured, ModelReplyInvalid
from reverie.ports import Call, LanguageModel, Reply, Usage

NO_TOOLS = "the model's server refuses tools: the model answered without them"
NO_ROOM = '{"error": "this result has no room in your window: ask for less of it, or answer without it"}'


@dataclass(slots=True, kw_only=True)
class Asking:
    """One question to a model, going on. What it ``spoke`` is as it wrote it, tags and all.

    ``whole`` asks for the answer at once. After so many ``rounds`` of calls it has to answer without tools. The
    ``picture`` is shown with the request; what a server refuses of these is left out.
    """

    model: LanguageModel
    box: Toolbox
    request: Request
    limit: int
    rounds: int
    whole: bool
    picture: Attachment = field(default_factory=Attachment)
    calls: list[Called] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    degraded: list[str] = field(default_factory=list)
    finish: Finish = Finish.STOP
    spoke: str = ""
    read: list[str] = field(default_factory=list)
    """What the tools told the model."""

    def pieces(self) -> Generator[str, None, None]:
        """What the model says, piece by piece.

        Raises:
            ModelError: it does not answer, or not to any use; what it ``spoke`` before that stands.
        """
        told: tuple[Sent, ...] = ()
        room, left = self.request.room, self.rounds
        tools = self.request.tools if self.rounds else ()
        while True:
            reply = yield from self._answered(told, tools)
            self.usage += reply.usage
            if not (reply.calls and tools):
                break
            ran = self._run(reply, room)
            told = (*told, *ran)
            room -= cost_of(ran)
            left -= 1
            if left < 1 or room < 0:
                tools = ()
                self.degraded.append(_cut_off(self.rounds, room))
        self.finish = _FINISHES.get(reply.finish, Finish.STOP)

    def _answered(self, told: Sequence[Sent], tools: Sequence[Sent]) -> Generator[str, None, Reply]:
        """One answer of the model to the request and what it was ``told`` since."""
        while True:
            spoken = self.spoke
            try:
                return (yield from self._answer((*self.picture.shown(self.request.messages), *told), tools))
            except ModelError as error:
                if self.calls or self.spoke != spoken:
                    raise
                if tools and _about_tools(error):
                    tools = ()
                    self.degraded.append(NO_TOOLS)
                elif self.picture.parts and isinstance(error, ModelReplyInvalid | ModelMisconfigured):
                    self.picture = Attachment()
                    self.degraded.append(REFUSED)
                else:
                    raise

    def _answer(self, messages: Sequence[Sent], tools: Sequence[Sent]) -> Generator[str, None, Reply]:
        if self.whole:
            reply = self.model.reply(messages, tools=tools, limit=self.limit)
            yield from self._saying(reply.text, begins=True)
            return reply
        stream = self.model.stream(messages, tools=tools, limit=self.limit)
        begins = True
        try:
            for piece in stream:
                if isinstance(piece, Reply):
                    if begins:
                        yield from self._saying(piece.text, begins=True)
                    return piece
                yield from self._saying(piece, begins=begins)
                begins = begins and not piece
        finally:
            if isinstance(stream, Generator):
                stream.close()
        raise ModelReplyInvalid("the model's answer stopped without its end: ask again", reply=self.spoke)

    def _saying(self, piece: str, *, begins: bool) -> Iterator[str]:
        """A piece, apart from what was said before the tools were called."""
        if piece:
            piece = f"\n\n{piece}" if begins and self.spoke.strip() else piece
            self.spoke += piece
            yield piece

    def _run(self, reply: Reply, room: int) -> list[Sent]:
        """Do what the model calls; what it called and what that gave, as the next messages."""
        told: list[Sent] = [
            {"role": "assistant", "content": reply.text, "tool_calls": [_written(c) for c in reply.calls]}
        ]
        for call in reply.calls:
            outcome = self.box.run(call.name, call.arguments)
            answered = {"role": "tool", "tool_call_id": call.id, "content": outcome.content}
            if cost_of([*told, answered]) > room:
                outcome = Outcome(name=outcome.name, ok=outcome.ok, content=NO_ROOM)
            self.calls.append(Called(call=call, outcome=outcome))
            self.read.append(outcome.content.replace("\\n", " "))  # as JSON writes line breaks
            told.append(answered | {"content": outcome.content})
        return told


_FINISHES = {"length": Finish.LENGTH, "refused": Finish.REFUSED}


def _cut_off(rounds: int, room: int) -> str:
    if room < 0:
        return "what the tools told filled the model's window: it had to answer without calling more"
    times = "once" if rounds == 1 else f"{rounds} times"
    return f"the model called tools {times} in a row: it had to answer without calling more"


def _about_tools(error: ModelError) -> bool:
    """Whether asking without tools may help: a server that is down is not asked twice."""
    said = error.reply if isinstance(error, ModelReplyInvalid) else ""
    return "tool" in f"{error} {said}".casefold()


def _written(call: Call) -> Sent:
    """A call as it goes back to the model; servers read the arguments, and fail on what is no JSON."""
    try:
        arguments = json.dumps(json.loads(call.arguments), ensure_ascii=False)
    except (ValueError, RecursionError):
        arguments = "{}"
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}
