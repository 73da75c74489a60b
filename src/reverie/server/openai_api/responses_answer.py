"""Answers in OpenAI's Responses protocol, written from those of chat completions: whole, or event by event."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from reverie.memory.runtime import new_id
from reverie.server.openai_api.openai_errors import OpenAIMistake
from reverie.server.openai_api.responses_request import ResponseRequest

Event = dict[str, Any]
Kind = Literal["output_text", "refusal", "function_call"]

_CUT_OFF = {"length": "max_output_tokens", "content_filter": "content_filter"}
_EVENTS = {
    "output_text": "response.output_text",
    "refusal": "response.refusal",
    "function_call": "response.function_call_arguments",
}
_WORDS = {"output_text": "text", "refusal": "refusal", "function_call": "arguments"}
"""Where each kind has what it says."""


@dataclass(slots=True, kw_only=True)
class _Item:
    """An item of the output: a message with one part, or a call of a function. ``said`` are its words so far."""

    kind: Kind
    id: str
    place: int
    said: str = ""
    call_id: str = ""
    name: str = ""

    def part(self) -> dict[str, Any]:
        """The part of a message."""
        told = {"type": self.kind, _WORDS[self.kind]: self.said}
        return {**told, "annotations": [], "logprobs": []} if self.kind == "output_text" else told

    def shown(self, status: str) -> dict[str, Any]:
        """The item, with its status."""
        if self.kind == "function_call":
            called = {"call_id": self.call_id, "name": self.name, "arguments": self.said}
            return {"id": self.id, "type": "function_call", "status": status, **called}
        content = [] if status == "in_progress" else [self.part()]
        return {"id": self.id, "type": "message", "status": status, "role": "assistant", "content": content}


class Answer:
    """A response that is written as the chunks of a chat completion come; a whole one is one chunk."""

    def __init__(self, body: ResponseRequest) -> None:
        self._body = body
        self._id = _named("resp")
        self._created = int(time.time())
        self._model = body.model
        self._items: list[_Item] = []
        self._open: _Item | None = None
        self._index: object = None
        self._usage: object = None
        self._finish = ""
        self._number = 0

    def whole(self, completion: Mapping[str, Any]) -> dict[str, Any]:
        """The response that a whole chat completion makes."""
        choice = completion["choices"][0]
        chunk = {**completion, "choices": [{**choice, "delta": choice["message"]}]}
        *_written, last = self.events([chunk])
        response: dict[str, Any] = last["response"]
        return response

    def events(self, chunks: Iterable[Mapping[str, Any]]) -> Iterator[Event]:
        """The events of a stream, from the first to that which ends it."""
        yield self._event("response.created", response=self._response("in_progress"))
        yield self._event("response.in_progress", response=self._response("in_progress"))
        for chunk in chunks:
            yield from self._taken(chunk)
        status = "incomplete" if self._finish in _CUT_OFF else "completed"
        yield from self._closed(status)
        yield self._event(f"response.{status}", response=self._response(status))

    def failed(self, mistake: OpenAIMistake) -> Event:
        """The event that ends a stream whose model broke off."""
        told = {"code": "server_error", "message": mistake.message}
        return self._event("response.failed", response={**self._response("failed"), "error": told})

    def _taken(self, chunk: Mapping[str, Any]) -> Iterator[Event]:
        self._model = chunk.get("model") or self._model
        self._usage = chunk.get("usage") or self._usage
        for choice in chunk["choices"][:1]:
            delta = choice["delta"]
            if words := delta.get("content"):
                yield from self._said("output_text", words)
            if words := delta.get("refusal"):
                yield from self._said("refusal", words)
            for call in delta.get("tool_calls") or ():
                yield from self._called(call)
            self._finish = choice.get("finish_reason") or self._finish

    def _said(self, kind: Kind, words: str) -> Iterator[Event]:
        if self._open is None or self._open.kind != kind:
            yield from self._opened(_Item(kind=kind, id=_named("msg"), place=len(self._items)))
        yield from self._added(words)

    def _called(self, call: Mapping[str, Any]) -> Iterator[Event]:
        """A piece of a call. Some servers give every call whole, and all of them the same index."""
        function, item, named = call["function"], self._open, call.get("id")
        goes_on = item is not None and item.kind == "function_call" and call.get("index") == self._index
        if not goes_on or (item is not None and named and named != item.call_id):
            made = _Item(kind="function_call", id=_named("fc"), place=len(self._items), name=function.get("name") or "")
            made.call_id = named or _named("call")
            self._index = call.get("index")
            yield from self._opened(made)
        if arguments := function.get("arguments"):
            yield from self._added(arguments)

    def _opened(self, item: _Item) -> Iterator[Event]:
        yield from self._closed("completed")
        self._open = item
        self._items.append(item)
        yield self._event("response.output_item.added", output_index=item.place, item=item.shown("in_progress"))
        if item.kind != "function_call":
            yield self._of(item, "response.content_part.added", part=item.part())

    def _added(self, words: str) -> Iterator[Event]:
        if (item := self._open) is not None:
            item.said += words
            logprobs: dict[str, Any] = {"logprobs": []} if item.kind == "output_text" else {}
            yield self._of(item, f"{_EVENTS[item.kind]}.delta", delta=words, **logprobs)

    def _closed(self, status: str) -> Iterator[Event]:
        """End the item that is open, if one is."""
        if (item := self._open) is None:
            return
        self._open = None
        told = {_WORDS[item.kind]: item.said}
        if item.kind == "function_call":
            yield self._of(item, f"{_EVENTS[item.kind]}.done", name=item.name, **told)
        else:
            logprobs: dict[str, Any] = {"logprobs": []} if item.kind == "output_text" else {}
            yield self._of(item, f"{_EVENTS[item.kind]}.done", **told, **logprobs)
            yield self._of(item, "response.content_part.done", part=item.part())
        yield self._event("response.output_item.done", output_index=item.place, item=item.shown(status))

    def _of(self, item: _Item, kind: str, **told: Any) -> Event:
        """An event of an item; a message has one part."""
        part = {} if item.kind == "function_call" else {"content_index": 0}
        return self._event(kind, item_id=item.id, output_index=item.place, **part, **told)

    def _event(self, kind: str, **told: Any) -> Event:
        self._number += 1
        return {"type": kind, "sequence_number": self._number - 1, **told}

    def _response(self, status: str) -> dict[str, Any]:
        body, reason = self._body, _CUT_OFF.get(self._finish)
        last = "completed" if status == "completed" else "incomplete"
        output = [one.shown(last if one is self._items[-1] else "completed") for one in self._items]
        asked = body.model_dump(include={"tools", "tool_choice", "text"}, exclude_none=True)
        extra = body.model_extra or {}
        return {
            "id": self._id,
            "object": "response",
            "created_at": self._created,
            "status": status,
            "background": False,
            "error": None,
            "incomplete_details": {"reason": reason} if status == "incomplete" else None,
            "instructions": body.instructions,
            "max_output_tokens": body.max_output_tokens,
            "metadata": body.metadata or {},
            "model": self._model,
            "output": output,
            "parallel_tool_calls": extra.get("parallel_tool_calls") is not False,
            "previous_response_id": None,
            "store": False,
            "temperature": extra.get("temperature"),
            "text": {"format": {"type": "text"}},
            "tool_choice": "auto",
            "tools": [],
            "top_p": extra.get("top_p"),
            "truncation": "disabled",
            "usage": _usage(self._usage),
            **asked,
        }


def _usage(told: object) -> dict[str, Any] | None:
    """What was used, where the model's server says it."""
    if not isinstance(told, Mapping):
        return None
    prompt, answer = _count(told, "prompt_tokens"), _count(told, "completion_tokens")
    return {
        "input_tokens": prompt,
        "input_tokens_details": {
            "cached_tokens": _count(told.get("prompt_tokens_details"), "cached_tokens"),
            "cache_write_tokens": 0,
        },
        "output_tokens": answer,
        "output_tokens_details": {
            "reasoning_tokens": _count(told.get("completion_tokens_details"), "reasoning_tokens"),
        },
        "total_tokens": prompt + answer,
    }


def _count(told: object, name: str) -> int:
    count = told.get(name) if isinstance(told, Mapping) else None
    return count if isinstance(count, int) else 0


def _named(kind: str) -> str:
    return f"{kind}_{new_id().replace('-', '')}"
