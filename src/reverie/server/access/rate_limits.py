"""How much one caller may take: the size of a body, the time it may need to arrive, and requests a minute."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reverie.errors import RedisUnavailable
from reverie.redis.sharing import Sharing
from reverie.server import problem_details
from reverie.server.problem_details import HttpProblem

_MOST_CALLERS = 10_000

BODY_S = 30.0
"""How long a request's body may take to arrive."""


class Bodies:
    """Refuses bodies that are too large (413), however they arrive, and those that never end (408)."""

    def __init__(self, app: ASGIApp, *, most_bytes: int) -> None:
        self._app = app
        self._most = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through with its body watched."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = Headers(scope=scope).get("content-length", "")
        if told.isdecimal() and int(told) > self._most:
            refused = problem_details.of_error(self._too_large(), scope["state"]["request_id"])
            await refused(scope, receive, send)
            return
        arrived, whole = 0, False
        deadline = anyio.current_time() + BODY_S

        async def watched() -> Message:
            nonlocal arrived, whole
            if whole:
                return await receive()
            message: Message | None = None
            with anyio.move_on_at(deadline):
                message = await receive()
            if message is None:
                raise HttpProblem(
                    408, "too-slow", f"a body has {BODY_S:g} s to arrive: send it again", {"Connection": "close"}
                )
            arrived += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if arrived > self._most:
                raise self._too_large()
            return message

        await self._app(scope, watched, send)

    def _too_large(self) -> HttpProblem:
        return HttpProblem(
            413, "too-large", f"a body has at most {self._most:,} bytes: send less at once", {"Connection": "close"}
        )


class Buckets:
    """A token bucket for each caller: a minute's worth at once, and refilled steadily.

    It is one of all servers where they are ``sharing``, by its ``kind``; else, and while their Redis is away, of this
    process.
    """

    def __init__(
        self,
        per_minute: int,
        clock: Callable[[], float] = time.monotonic,
        *,
        kind: str = "calls",
        sharing: Sharing | None = None,
    ) -> None:
        self._size = float(per_minute)
        self._kind = kind
        self._sharing = sharing
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, caller: str) -> float:
        """Take a token; 0, or the seconds after which there is one."""
        if self._sharing is not None:
            with suppress(RedisUnavailable):
                return self._sharing.take(self._kind, caller, int(self._size))
        now = self._clock()
        with self._lock:
            left, at = self._left.pop(caller, (self._size, now))
            left = min(self._size, left + (now - at) * self._size / 60)
            self._left[caller] = (left - 1 if left >= 1 else left, now)
            if len(self._left) > _MOST_CALLERS:
                self._left.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) * 60 / self._size
