"""A connection of live chat: what is still to be sent to it, bounded, and how it ends."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reverie.server.live import live_frames
from reverie.server.problem_details import HttpProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLimits:
    """How much live chat takes, of one connection, of one person, and in all.

    ``shown`` messages are on the screen at once. ``answers`` are given at the same time, ``waiting`` more of one person
    wait their turn. Whoever leaves ``unsent`` frames unread is let go, to come back. Another program's writes are seen
    within ``look_s``; who does not answer a ping within ``ping_s`` is gone.
    """

    shown: int = 25
    frame_bytes: int = 256_000
    frames_per_second: int = 50
    unsent: int = 256
    waiting: int = 8
    answers: int = 6
    devices: int = 16
    connections: int = 1000
    look_s: float = 1.0
    ping_s: float = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A frame as it goes over the wire, the place in the log that it tells of, and the conversation it belongs to."""

    text: str
    seq: int | None = None
    conversation: str | None = None


class Connection:
    """One connection: what is still to be sent to it. ``over`` gets the problem that ends it.

    ``conversation`` keeps to that one. One that leaves too much unread is ended, and hurts nobody else.
    """

    def __init__(self, most: int, conversation: str | None = None) -> None:
        self.conversation = conversation
        self.over: asyncio.Future[HttpProblem] = asyncio.get_running_loop().create_future()
        self._most = most
        self._unsent: deque[Told] = deque()
        self._some = asyncio.Event()

    def put(self, told: Told) -> None:
        """Let a frame be sent."""
        if self.over.done() or (self.conversation and told.conversation not in (None, self.conversation)):
            return
        if len(self._unsent) >= self._most:
            self._unsent.clear()
            self.end(HttpProblem(408, "too-slow", "you read too slowly: come back with after= the last id you have"))
            return
        self._unsent.append(told)
        self._some.set()

    def tell(self, frame: Mapping[str, Any]) -> None:
        """Let a frame be sent to this connection alone."""
        self.put(Told(text=live_frames.written(frame)))

    def end(self, problem: HttpProblem) -> None:
        """End it."""
        if not self.over.done():
            self.over.set_result(problem)

    async def next(self, behind: int) -> str:
        """What is to be sent next; what tells of a place up to ``behind`` was shown already."""
        while True:
            while self._unsent:
                told = self._unsent.popleft()
                if told.seq is None or told.seq > behind:
                    return told.text
            self._some.clear()
            await self._some.wait()
