"""What goes wrong, as ``application/problem+json`` (RFC 9457): one shape for every error, with the remedy in it."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

import anyio
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from reverie.errors import (
    ConfigError,
    Conflict,
    InvalidInput,
    ModelReplyInvalid,
    ModelUnavailable,
    NotFound,
    Refused,
    ReverieError,
    StoreBusy,
    StoreError,
    StoreLost,
    StoreUnsure,
)

MEDIA_TYPE = "application/problem+json"

HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What a route does not say otherwise: answers are about people, for one caller, and are no pages."""

log = logging.getLogger("reverie.server")


class Mistake(BaseModel):
    """One thing that is wrong with a request: where it stands, and why."""

    where: str
    why: str


class Problem(BaseModel):
    """What went wrong. ``type`` names the kind of error for programs, ``detail`` says the remedy to people."""

    type: str = Field(examples=["urn:reverie:problem:not-found"])
    title: str
    status: int
    detail: str
    request_id: str | None = None
    reason: str | None = Field(default=None, description="Of a refusal: one word for why.")
    existing: str | None = Field(default=None, description="Of a conflict: what stands in the way.")
    errors: list[Mistake] | None = Field(default=None, description="Of a malformed request: all that is wrong.")


class HttpProblem(HTTPException):
    """An answer that is no success, from the server itself: ``kind`` is the end of its type."""

    def __init__(self, status: int, kind: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, detail, dict(headers or {}))
        self.kind = kind


STATUSES: tuple[tuple[type[ReverieError], int, str], ...] = (
    (InvalidInput, 422, "invalid-input"),
    (NotFound, 404, "not-found"),
    (Conflict, 409, "conflict"),
    (Refused, 403, "refused"),
    (StoreLost, 503, "store-lost"),
    (StoreUnsure, 503, "store-unsure"),
    (StoreBusy, 503, "store-busy"),
    (StoreError, 503, "store"),
    (ModelUnavailable, 503, "model-unavailable"),
    (ModelReplyInvalid, 502, "model-reply-invalid"),
    (ConfigError, 409, "not-available"),
    (ReverieError, 500, "internal"),
)
"""What a client is told about an error of the library: the first that fits."""

_BROKEN = "the server can't do this as it is set up or as its store is: its operator finds why in the log"
_SAID_TO_OPERATORS = {
    "store-busy": "the store is held by another writer: try again",
    "store": _BROKEN,
    "internal": _BROKEN,
}
"""Kinds whose message speaks of files: it goes to the log, and this over the network."""

INTERNAL = "something went wrong here, and nothing was written; the server's log has it under the request id"


def answer(
    status: int,
    kind: str,
    detail: str,
    *,
    request_id: str | None = None,
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, Any] | None = None,
) -> JSONResponse:
    """A problem as a response."""
    told = Problem(
        type=f"urn:reverie:problem:{kind}",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=detail,
        request_id=request_id,
        **(more or {}),
    )
    return JSONResponse(told.model_dump(exclude_none=True), status, dict(headers or {}), MEDIA_TYPE)


def of_error(error: ReverieError | HTTPException, request_id: str | None) -> JSONResponse:
    """The response to an error."""
    if isinstance(error, HTTPException):
        kind = error.kind if isinstance(error, HttpProblem) else _kind(error.status_code)
        return answer(error.status_code, kind, str(error.detail), request_id=request_id, headers=error.headers)
    status, kind = next((status, kind) for known, status, kind in STATUSES if isinstance(error, known))
    again = status == HTTPStatus.SERVICE_UNAVAILABLE and not isinstance(error, StoreUnsure)
    retry = {"Retry-After": "1"} if again else None
    if isinstance(error, StoreError) or kind in _SAID_TO_OPERATORS:
        log.error("%s: %s (request %s)", type(error).__name__, error, request_id)
    detail = _SAID_TO_OPERATORS.get(kind, str(error))
    more: dict[str, Any] = {}
    if isinstance(error, Refused):
        more["reason"] = error.reason
    if isinstance(error, Conflict):
        more["existing"] = error.existing
    return answer(status, kind, detail, request_id=request_id, headers=retry, more=more)


def _kind(status: int) -> str:
    return HTTPStatus(status).phrase.lower().replace(" ", "-").replace("'", "")


def _not_here(app: FastAPI, request: Request) -> HTTPException:
    """What a path is asked for that it is not there for: Starlette names the methods of the first route alone."""
    can = [
        method
        for method in ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
        if any(route.matches({**request.scope, "method": method})[0] is Match.FULL for route in app.routes)
    ]
    methods = ", ".join(can)
    return HTTPException(405, f"that can't be done here, but {methods} can", {"Allow": methods})


def request_id(request: Request) -> str | None:
    """The id under which the log knows a request."""
    found = request.scope.get("state", {}).get("request_id")
    return None if found is None else str(found)


def _mistakes(errors: Sequence[Any]) -> list[Mistake]:
    """What is wrong with a request, without what was sent: it may be a person's words."""
    return [Mistake(where=".".join(str(part)[:80] for part in e["loc"]), why=str(e["msg"])) for e in errors[:20]]


def _is_json(request: Request) -> bool:
    return "json" in request.headers.get("content-type", "")


def install(app: FastAPI) -> None:
    """Let every error of an application leave it as a problem."""

    def known(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, ReverieError | HTTPException)  # noqa: S101 - it is registered for these alone
        if isinstance(error, HTTPException) and error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            error = _not_here(app, request)
        elif isinstance(error, HTTPException) and error.detail == HTTPStatus.NOT_FOUND.phrase:  # Starlette's own
            error = HTTPException(404, "nothing is at this path: /docs shows what there is, /v1/openapi.json says it")
        return of_error(error, request_id(request))

    def malformed(request: Request, error: Exception) -> JSONResponse:
        errors = error.errors() if isinstance(error, RequestValidationError) else []
        broken = any(e["type"] == "json_invalid" for e in errors)
        status, kind = (400, "malformed") if broken else (422, "invalid-input")
        mistakes = _mistakes(errors)
        if mistakes and mistakes[0].where == "body" and not _is_json(request):
            mistakes[0].why = "it is JSON: send it with the header Content-Type: application/json"
        detail = "; ".join(f"{one.where}: {one.why}" for one in mistakes[:3]) or "the request can't be read"
        return answer(status, kind, detail, request_id=request_id(request), more={"errors": mistakes})

    def unforeseen(request: Request, error: Exception) -> JSONResponse:
        named = request_id(request)
        log.error("%s in request %s", type(error).__name__, named)
        # Starlette makes this answer outside of every layer, and uvicorn closes the connection behind it.
        headers = {**HEADERS, "Connection": "close"} | ({} if named is None else {"X-Request-Id": named})
        return answer(500, "internal", INTERNAL, request_id=named, headers=headers)

    app.add_exception_handler(ReverieError, known)
    app.add_exception_handler(HTTPException, known)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(Exception, unforeseen)


PRIVATE = 4000
"""Where the codes begin that an application may give its own meaning (RFC 6455, 7.4.2)."""

_PATIENCE_S = 5.0
_LONGEST_REASON = 120
"""Bytes; a close frame has 123 for it."""


def problem_of(error: ReverieError | HTTPException, request_id: str | None) -> dict[str, Any]:
    """An error as the problem that HTTP would answer."""
    told: dict[str, Any] = json.loads(bytes(of_error(error, request_id).body))
    return told


async def refuse(error: ReverieError | HTTPException, scope: Scope, receive: Receive, send: Send) -> None:
    """Say why somebody is not let in."""
    await receive()  # the request to connect
    await send({"type": "websocket.accept"})
    await end(send, problem_of(error, scope["state"]["request_id"]))


async def end(send: Send, problem: dict[str, Any]) -> None:
    """Tell a problem and close; a client that reads nothing is not waited for long."""
    frame = json.dumps({"type": "problem", "problem": problem}, ensure_ascii=False)
    reason = problem["detail"].encode()[:_LONGEST_REASON].decode(errors="ignore")
    with anyio.move_on_after(_PATIENCE_S):
        try:
            await send({"type": "websocket.send", "text": frame})
            await send({"type": "websocket.close", "code": PRIVATE + int(problem["status"]), "reason": reason})
        except (OSError, RuntimeError, WebSocketDisconnect):  # it is gone already
            return
