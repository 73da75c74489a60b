"""Errors as OpenAI's clients expect them, on the routes that are made for those: what is a problem elsewhere is retold.

Whatever answers there, authentication, the limits or a route, says a problem; this layer around them writes it anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reverie.errors import UpstreamError
from reverie.server.problem_details import HEADERS, MEDIA_TYPE, Problem

_PATHS = re.compile(r"/v1/(chat/completions|responses(/.*)?|models(/.*)?)")

_TYPES = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}


def theirs(path: str) -> bool:
    """Whether a path is one of OpenAI's."""
    return _PATHS.fullmatch(path) is not None


class OpenAIMistake(BaseModel):
    """What went wrong. ``param`` is where in the request, ``code`` the kind of error for programs."""

    message: str
    type: str
    param: str | int | None = None
    code: str | int | None = None


class OpenAIError(BaseModel):
    """An error in OpenAI's shape."""

    error: OpenAIMistake


def upstream(error: UpstreamError) -> JSONResponse:
    """An error of the model's server, with its status and what it says of trying again."""
    told = OpenAIError(error=OpenAIMistake.model_validate(error.error))
    retry = {} if error.retry_after is None else {"Retry-After": error.retry_after}
    return JSONResponse(told.model_dump(), error.status, retry)


def retold(problem: Problem) -> OpenAIError:
    """A problem in OpenAI's shape."""
    error = OpenAIMistake(
        message=problem.detail,
        type=_TYPES.get(problem.status, "invalid_request_error" if problem.status < 500 else "server_error"),
        param=problem.errors[0].where.removeprefix("body.") if problem.errors else None,
        code=(problem.reason or problem.type.rpartition(":")[2]).replace("-", "_"),  # as theirs are written
    )
    return OpenAIError(error=error)


def install(app: FastAPI) -> None:
    """Let what nobody foresaw be told so too: its problem is made outside of all layers."""
    problem_of = cast("Callable[[Request, Exception], JSONResponse]", app.exception_handlers[Exception])

    def unforeseen(request: Request, error: Exception) -> JSONResponse:
        made = problem_of(request, error)
        if not theirs(request.url.path):
            return made
        told = retold(Problem.model_validate_json(bytes(made.body)))
        kept = {name: value for name, value in made.headers.items() if not name.startswith("content-")}
        return JSONResponse(told.model_dump(), made.status_code, {**HEADERS, **kept})

    app.add_exception_handler(Exception, unforeseen)


class Retold:
    """Retells problems on the paths that are OpenAI's."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, with its problems retold."""
        if scope["type"] != "http" or not theirs(scope["path"]):
            await self._app(scope, receive, send)
            return
        begun: Message | None = None
        body = b""

        async def sent(message: Message) -> None:
            nonlocal begun, body
            if message["type"] == "http.response.start" and _is_problem(message):
                begun = message
                return
            if begun is None:
                await send(message)
                return
            body += message.get("body", b"")
            if not message.get("more_body", False):
                told = retold(Problem.model_validate_json(body)).model_dump_json().encode()
                headers = MutableHeaders(scope=begun)
                headers["Content-Type"], headers["Content-Length"] = "application/json", str(len(told))
                await send(begun)
                await send({"type": "http.response.body", "body": told})

        await self._app(scope, receive, sent)


def _is_problem(message: Message) -> bool:
    return MutableHeaders(scope=message).get("content-type", "").startswith(MEDIA_TYPE)
