"""Around every request: its id, the headers that tell browsers to be careful, a line in the log, and the figures.

The log has methods, routes and statuses. Paths and queries may hold names and words, so they are not in it.
"""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reverie.server.access.authentication import SAFE
from reverie.server.metrics import Figures
from reverie.server.problem_details import HEADERS
from reverie.spans import joining

log = logging.getLogger("reverie.server")

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Envelope:
    """The outermost layer. ``scope["state"]["request_id"]`` is there for all below it."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self._app = app
        self._figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and count it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        with joining(headers):
            await self._answer(scope, receive, send, headers.get("x-request-id", ""))

    async def _answer(self, scope: Scope, receive: Receive, send: Send, given: str) -> None:
        request_id = given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        scope.setdefault("state", {})["request_id"] = request_id
        began, status = time.perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request_id
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        self._figures.in_flight.inc()
        try:
            await self._app(scope, receive, sent)
        finally:
            self._figures.in_flight.dec()
            if scope["type"] == "http":
                self._tell(scope, status, time.perf_counter() - began, request_id)

    def _tell(self, scope: Mapping[str, Any], status: int, seconds: float, request_id: str) -> None:
        route = getattr(scope.get("route"), "path", "none")
        self._figures.answered(scope["method"], route, status, seconds)
        method, milliseconds = scope["method"][:10], round(seconds * 1000)
        parts = {"method": method, "route": route, "status": status, "ms": milliseconds, "request_id": request_id}
        log.info("%s %s %d %d ms %s", *parts.values(), extra=parts)


AT_ONCE = 3
"""Requests of one person that are worked on at a time, beside those that only read; more of them wait."""


class Waiting:
    """Lets who has a key or a token of their own take but a part of the threads: a long message is seconds of work."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._limits: WeakValueDictionary[str, anyio.CapacityLimiter] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through once fewer of its caller's are worked on."""
        by = scope.get("state", {}).get("caller")
        if scope["type"] != "http" or scope["method"] in SAFE or by is None or by.alone is None:
            await self._app(scope, receive, send)
            return
        limit = self._limits.get(by.name)
        if limit is None:
            limit = self._limits[by.name] = anyio.CapacityLimiter(AT_ONCE)
        async with limit:
            await self._app(scope, receive, send)
