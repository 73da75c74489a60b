"""Requests that are passed on to an OpenAI-compatible server as they are, and its answers as they are.

Nothing is added, left out or tried again: whoever asked is a client of that protocol, and decides that itself. What a
server says of an error is for them too, but for the key that only this side knows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from reverie.errors import UpstreamError
from reverie.models.openai_servers import Server, sdk
from reverie.models.reply_parsing import Chunk, Completion, usage_of
from reverie.spans import Operation

if TYPE_CHECKING:
    from openai import OpenAI, Stream

_PATH = "/chat/completions"


def passed(server: Server, client: OpenAI, request: Mapping[str, object]) -> dict[str, Any]:
    """The whole answer to a request.

    Raises:
        UpstreamError: there is none.
    """
    openai = sdk()
    with Operation("ask", model=server.name) as asking:
        try:
            answer = client.post(_PATH, body=dict(request), cast_to=object)
            asking.used(usage_of(Completion.model_validate(answer).usage))
        except openai.OpenAIError as error:
            raise told(server, error) from None
        except ValueError:
            raise _no_answer(server) from None
    assert isinstance(answer, dict)  # noqa: S101 - it was just found to be one
    return answer


class Passed:
    """An answer as it comes; the server has begun to answer."""

    def __init__(self, server: Server, client: OpenAI, request: Mapping[str, object]) -> None:
        openai = sdk()
        self._server = server
        self._asking = Operation("ask", model=server.name)
        with self._asking.during():
            try:
                self._stream: Stream[object] = client.post(
                    _PATH,
                    body={**request, "stream": True},
                    cast_to=object,
                    stream=True,
                    stream_cls=openai.Stream[object],
                )
            except openai.OpenAIError as error:
                raise told(server, error) from None

    def __iter__(self) -> Passed:
        return self

    def __next__(self) -> dict[str, Any]:
        with self._asking.during():
            return self._next()

    def _next(self) -> dict[str, Any]:
        openai = sdk()
        import httpx2

        try:
            chunk = next(self._stream)
            if (usage := Chunk.model_validate(chunk).usage) is not None:
                self._asking.used(usage_of(usage))
        except (openai.OpenAIError, httpx2.HTTPError) as error:
            raise told(self._server, error) from None
        except ValueError:
            raise _no_answer(self._server) from None
        assert isinstance(chunk, dict)  # noqa: S101 - it was just found to be one
        return chunk

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()
        self._asking.end()


def told(server: Server, error: Exception) -> UpstreamError:
    """What a client is told of a failure: the server's own words, or ours where it has none."""
    import httpx2
    from openai import APIError, APIStatusError, APITimeoutError

    ours = str(server.translated(error))
    said = error.body if isinstance(error, APIError) and isinstance(error.body, dict) else {}
    status, retry_after = 502, None
    if isinstance(error, APIStatusError):
        status, retry_after = error.status_code, error.response.headers.get("retry-after")
    elif isinstance(error, APITimeoutError | httpx2.TimeoutException):
        status = 504
    whole: dict[str, str | int | None] = {
        "message": _without(server, _message(said)) or ours,
        "type": _word(server, said.get("type")) or "upstream_error",
        "param": _word(server, said.get("param")),
        "code": _word(server, said.get("code")),
    }
    return UpstreamError(ours, status=status, error=whole, retry_after=retry_after)


def _message(said: Mapping[str, object]) -> str:
    """What a server said in words: in OpenAI's place, or in the ``detail`` of those that check requests themselves."""
    message = said.get("message") or said.get("detail") or ""
    return message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)


def _no_answer(server: Server) -> UpstreamError:
    ours = f"{server.shown} sent what is no answer: mend {server.group}.base_url, or look into its log"
    return UpstreamError(ours, status=502, error={"message": ours, "type": "upstream_error"})


def _word(server: Server, value: object) -> str | int | None:
    return _without(server, value) if isinstance(value, str) else value if isinstance(value, int) else None


def _without(server: Server, text: str) -> str:
    key = server.key.get_secret_value()
    return text.replace(key, "***") if key else text
