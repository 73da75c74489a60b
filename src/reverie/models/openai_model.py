"""A language model on an OpenAI-compatible server, through the official client.

Servers know different parts of the protocol: what one refuses is left out, or said otherwise, and not asked of it
again.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from reverie.errors import ModelReplyInvalid, ModelUnavailable, ReverieWarning
from reverie.models.openai_servers import Rejected, Server, patience, sdk
from reverie.models.reply_parsing import Chunk, Completion, Gathered, record, usage_of, whole
from reverie.ports import Reply, Usage
from reverie.prompts import prompt
from reverie.records.conversations import cleaned
from reverie.spans import Operation

if TYPE_CHECKING:
    from collections.abc import Callable

    from openai import OpenAI

    from reverie.ports import Pieces, Shape

    Messages = Sequence[Mapping[str, object]]

_OPTIONAL = {
    "stream_options": ("stream_options", None),
    "max_tokens": ("max_completion_tokens", "max_completion_tokens"),
    "temperature": ("temperature", None),
}
"""What some servers refuse, the word in their refusal that tells so, and what they know in its place."""
PROBE_S = 10.0
"""How long a server that is only asked whether it answers may take."""
PROBE_TOKENS = 16
"""The least that every server takes as a limit."""


class Endpoint:
    """A language model on a server; threads may share it. Nothing is loaded or contacted before it is first asked."""

    def __init__(self, server: Server, *, window: int, limit: int, temperature: float | None = None) -> None:
        self._server = server
        self._window = window
        self._limit = limit
        self._temperature = {} if temperature is None else {"temperature": temperature}
        self._refused: set[str] = set()
        self._in_words = False

    @property
    def name(self) -> str:
        """Which model on which provider."""
        return self._server.name

    @property
    def local(self) -> bool:
        """Whether it is on this machine, by its server's address."""
        return self._server.local

    @property
    def window(self) -> int:
        """How many tokens prompt and answer may have together."""
        return self._window

    def reply(
        self, messages: Messages, *, tools: Sequence[Mapping[str, object]] = (), limit: int | None = None
    ) -> Reply:
        """Answer, whole."""
        return whole(self._completed(self._asked(messages, limit, **({"tools": list(tools)} if tools else {}))))

    def stream(
        self, messages: Messages, *, tools: Sequence[Mapping[str, object]] = (), limit: int | None = None
    ) -> Iterator[str | Reply]:
        """Answer piece by piece: its words as they come, and the whole reply last. Closing it ends the request.

        It is asked when the first piece is, and not again once there was one.
        """
        openai = sdk()
        import httpx2

        asked = self._asked(messages, limit, **({"tools": list(tools)} if tools else {}))
        asked |= {"stream": True, "stream_options": {"include_usage": True}}
        gathered = Gathered()
        with Operation("ask", model=self.name).apart() as asking:
            with self._sent(self._client.chat.completions.create, asked) as chunks:
                try:
                    for chunk in chunks:
                        yield from gathered.take(Chunk.model_validate(chunk))
                except (openai.OpenAIError, httpx2.HTTPError) as error:
                    raise self._server.translated(error) from None
                except ValueError:  # JSON that is none, or a chunk without what a chunk has
                    said = f"{self._server.shown} sent what is no answer"
                    raise ModelReplyInvalid(said, reply=gathered.text) from None
            if not gathered.finish:
                raise ModelUnavailable(f"{self._server.shown} broke off in the middle of its answer; try again")
            asking.used(gathered.usage)
        yield from gathered.rest()
        yield gathered.reply()

    def structured(self, messages: Messages, shape: type[Shape], *, limit: int | None = None) -> tuple[Shape, Usage]:
        """Answer as a record of this shape, checked.

        A server that does not take the schema is asked in words, from then on and with a warning.
        """
        reply = None if self._in_words else self._by_schema(messages, shape, limit)
        if reply is None:
            reply = self.reply(_in_words(messages, shape), limit=limit)
            if not self._in_words:
                self._in_words = True
                warnings.warn(
                    f"{self._server.shown} takes no JSON schema: it is asked in words, which it may not keep to",
                    ReverieWarning,
                    stacklevel=2,
                )
        return record(reply, shape), reply.usage

    def passed(self, request: Mapping[str, object]) -> dict[str, Any]:
        """Pass a request on as it is, and give the whole answer as it is."""
        from reverie.models import passthrough

        return passthrough.passed(self._server, self._client, self._named(request))

    def passing(self, request: Mapping[str, object]) -> Pieces:
        """Pass a request on as it is, and give the answer as it comes."""
        from reverie.models import passthrough

        return passthrough.Passed(self._server, self._client, self._named(request))

    def reached(self) -> str:
        """Have it answer something tiny, soon and at the first try, and say where it is.

        Raises ModelUnavailable or ModelReplyInvalid, as any call does.
        """
        asked = self._asked([{"role": "user", "content": "Say yes."}], PROBE_TOKENS, timeout=patience(PROBE_S))
        self._completed(asked, retries=0)
        return f"{self._server.shown}, window of {self._window} tokens"

    @cached_property
    def _client(self) -> OpenAI:
        return self._server.client()

    def _named(self, request: Mapping[str, object]) -> dict[str, Any]:
        return {"model": self._server.model, **{key: _sendable(value) for key, value in request.items()}}

    def _asked(self, messages: Messages, limit: int | None, **more: Any) -> dict[str, Any]:
        sent = [_sendable(message) for message in messages]
        limits = {"max_tokens": limit or self._limit, **self._temperature}
        return {"model": self._server.model, "messages": sent, **limits, **more}

    def _by_schema(self, messages: Messages, shape: type[Shape], limit: int | None) -> Reply | None:
        schema = sdk().pydantic_function_tool(shape)["function"]["parameters"]  # the strict form that OpenAI wants
        wanted = {"name": shape.__name__, "schema": schema, "strict": True}
        form = {"type": "json_schema", "json_schema": wanted}
        try:
            return whole(self._completed(self._asked(messages, limit, response_format=form)))
        except Rejected:
            return None

    def _completed(self, asked: Mapping[str, Any], *, retries: int | None = None) -> Completion:
        with Operation("ask", model=self.name) as asking:
            response = self._sent(self._client.chat.completions.with_raw_response.create, asked, retries=retries)
            completion = self._server.read(response.http_response, Completion)
            asking.used(usage_of(completion.usage))
        return completion

    def _sent(self, create: Callable[..., Any], asked: Mapping[str, Any], *, retries: int | None = None) -> Any:
        """Send a request, without what this server has refused before."""
        named_here = [(_OPTIONAL[k][1] if k in self._refused else k, v) for k, v in asked.items()]
        fitting = {k: v for k, v in named_here if k is not None}
        try:
            return self._server.persistent(lambda: create(**fitting), retries=retries)
        except Rejected as error:
            named = next((k for k, (word, _) in _OPTIONAL.items() if k in fitting and word in error.reply), None)
            if named is None:
                raise
            self._refused.add(named)
            return self._sent(create, asked, retries=retries)


def _sendable(value: object) -> object:
    """The same with valid Unicode in every text: others can't be sent."""
    if isinstance(value, str):
        return cleaned(value)
    if isinstance(value, Mapping):
        return {key: _sendable(one) for key, one in value.items()}
    return [_sendable(one) for one in value] if isinstance(value, list | tuple) else value


def _in_words(messages: Messages, shape: type[Shape]) -> list[Mapping[str, object]]:
    """The messages, with the schema said at the end of the last: many models take no two messages of one role."""
    told = prompt("json_only").filled(schema=json.dumps(shape.model_json_schema(), ensure_ascii=False))
    *before, last = messages
    if last.get("role") == "user" and isinstance(last.get("content"), str):
        return [*before, {**last, "content": f"{last['content']}\n\n{told}"}]
    return [*messages, {"role": "user", "content": told}]
