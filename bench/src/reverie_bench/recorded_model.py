"""A language model that answers from a file what it was asked before: the same prompts, the same answers, no server.

The one idea: a prompt is known by its every character. A recording has one JSON object a line: ``shape`` (the record
that is asked for, null where words are), ``messages`` (the prompt) and ``answer``. What is asked and not answered there
is written to a file beside it in the same layout, without ``answer``: give a line its answer and move it into the
recording, and the next run goes on from it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from reverie.errors import InvalidInput, ModelReplyInvalid, why
from reverie.ports import Reply, Usage
from reverie_bench.jsonl import lines

if TYPE_CHECKING:
    from reverie.ports import Shape

WINDOW = 32_768
"""Tokens of prompt and answer together, as of a usual server: prompts are cut to a model's window."""

Messages = Sequence[Mapping[str, object]]


class RecordedModel:
    """A language model that answers what a recording answers, and keeps what it does not in ``open_at``.

    ``open`` counts the prompts without an answer; each raises ModelReplyInvalid. A recording that is not there yet
    answers nothing.
    """

    def __init__(self, recording: Path) -> None:
        """Read a recording; raises InvalidInput where a line of it is not what it should be."""
        self.open_at = recording.with_suffix(".open.jsonl")
        self._recording = recording
        self._answers: dict[str, Any] = {}
        self._open: list[str] = []
        for one in lines(recording, {"messages": list}) if recording.exists() else ():
            if "answer" not in one or not isinstance(one.get("shape"), str | None):
                raise InvalidInput(f"{recording}, line {one['line']} needs 'answer', and 'shape', a str or null")
            self._answers[_known_by(one["messages"], one.get("shape"))] = one["answer"]

    @property
    def name(self) -> str:
        """Which recording it is, by the name of its folder."""
        return f"recorded:{self._recording.absolute().parent.name}"

    @property
    def window(self) -> int:
        """How many tokens prompt and answer may have together."""
        return WINDOW

    @property
    def open(self) -> int:
        """How many prompts have no answer so far."""
        return len(self._open)

    def reply(
        self, messages: Messages, *, tools: Sequence[Mapping[str, object]] = (), limit: int | None = None
    ) -> Reply:
        """Answer in words; no tool is ever called."""
        answer = self._answer(messages, None)
        if not isinstance(answer, str):
            raise InvalidInput(f"{self._recording} has a record where words are asked for: {answer!r}")
        return Reply(text=answer)

    def stream(
        self, messages: Messages, *, tools: Sequence[Mapping[str, object]] = (), limit: int | None = None
    ) -> Iterator[str | Reply]:
        """Answer in one piece, and the whole reply last."""
        whole = self.reply(messages, tools=tools, limit=limit)
        yield whole.text
        yield whole

    def structured(self, messages: Messages, shape: type[Shape], *, limit: int | None = None) -> tuple[Shape, Usage]:
        """Answer as a record; InvalidInput where the recording has none of this shape."""
        answer = self._answer(messages, shape.__name__)
        try:
            return shape.model_validate(answer), Usage()
        except ValidationError as error:
            raise InvalidInput(f"{self._recording} has an answer that is no {shape.__name__}: {error}") from error

    def _answer(self, messages: Messages, shape: str | None) -> Any:
        asked = _known_by(messages, shape)
        if asked not in self._answers:
            if asked not in self._open:
                self._open.append(asked)
            try:
                self.open_at.write_text("".join(f"{line}\n" for line in self._open), "utf-8")
            except OSError as error:
                raise InvalidInput(f"{self.open_at} can't be written: {why(error)}") from error
            raise ModelReplyInvalid("the recording has no answer to this prompt; it was kept", reply="")
        return self._answers[asked]

    def see_whole(self) -> None:
        """Raise InvalidInput if a prompt had no answer."""
        if self._open:
            raise InvalidInput(
                f"{self.open} prompts have no answer in {self._recording}: they were written to {self.open_at}; give "
                "each line its 'answer', move it into the recording, and run this again"
            )


def _known_by(messages: Messages, shape: str | None) -> str:
    return json.dumps({"shape": shape, "messages": list(messages)}, ensure_ascii=False)
