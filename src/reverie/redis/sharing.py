"""What the servers of one store share through Redis: how much a caller took, and whose memory just changed.

The one idea: Redis makes it sooner, and never decides it. How often a caller may ask is counted by each server alone
while Redis is away, and that a memory changed is seen in the store's own log, a moment later. So nobody waits for it:
after it did not answer it is let alone for a while, and what is announced is sent by a thread.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar
from uuid import uuid4

from reverie.errors import RedisUnavailable
from reverie.redis import connection

if TYPE_CHECKING:
    from reverie.settings_sections import RedisSettings

log = logging.getLogger("reverie.redis")

T = TypeVar("T")

REST_S = 5.0
"""How long a Redis that did not answer is let alone."""

_TAKE = """
local clock = redis.call('TIME')
local now, size = clock[1] + clock[2] / 1e6, tonumber(ARGV[1])
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = math.min(size, (tonumber(kept[1]) or size) + (now - (tonumber(kept[2]) or now)) * size / 60)
local wait = 0
if left >= 1 then left = left - 1 else wait = (1 - left) * 60 / size end
redis.call('HSET', KEYS[1], 'left', string.format('%.6f', left), 'at', string.format('%.6f', now))
redis.call('EXPIRE', KEYS[1], 61)
return tostring(wait)
"""
"""A token bucket by Redis's own clock: full after a minute, when its key goes."""


class Sharing:
    """One server's part in it. Safe to use from many threads."""

    def __init__(self, settings: RedisSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._redis: Any = connection.client(settings)
        self._prefix = settings.prefix
        self._clock = clock
        self._until = 0.0
        self._taking = self._redis.register_script(_TAKE)
        self.server = uuid4().hex
        self.channel = f"{settings.prefix}:changed"

    def take(self, kind: str, caller: str, per_minute: int) -> float:
        """Take a token of a caller's bucket; 0, or the seconds after which there is one.

        Raises:
            RedisUnavailable: it did not answer, now or a moment ago.
        """
        key = f"{self._prefix}:rate:{kind}:{caller}"
        return float(self.ask(lambda _redis: self._taking(keys=[key], args=[per_minute])))

    def ask(self, question: Callable[[Any], T]) -> T:
        """Ask Redis something, unless it did not answer a moment ago.

        Raises:
            RedisUnavailable: it did not answer, now or then.
        """
        if self._clock() < self._until:
            raise RedisUnavailable("Redis did not answer a moment ago: it is asked again soon")
        try:
            with connection.translated():
                return question(self._redis)
        except RedisUnavailable as away:
            self._until = self._clock() + REST_S
            log.warning("done without Redis for %g s: %s", REST_S, away)
            raise

    def tell(self, owner: str) -> None:
        """Tell other servers that somebody's memory changed.

        Raises:
            RedisUnavailable: it did not answer, now or a moment ago.
        """
        said = f"{self.server} {owner}"
        self.ask(lambda redis: redis.publish(self.channel, said))

    def announcing(self) -> Announcing:
        """Tell other servers whose memory changed, as long as a ``with`` block goes on."""
        return Announcing(self)

    def hearing(self, heard: Callable[[str], object]) -> Hearing:
        """Call something with the id of whoever's memory another server changed, while a ``with`` block goes on."""
        return Hearing(self, heard)

    def subscribed(self) -> Any:
        """A subscription to what other servers announce."""
        subscription = self._redis.pubsub(ignore_subscribe_messages=True)
        subscription.subscribe(self.channel)
        return subscription


class Announcing:
    """A thread that sends what is announced, so that no writer waits for Redis."""

    def __init__(self, sharing: Sharing) -> None:
        self._sharing = sharing
        self._changed: SimpleQueue[str | None] = SimpleQueue()
        self._thread = Thread(target=self._send, name="reverie-announce", daemon=True)

    def tell(self, owners: Collection[str]) -> None:
        """Announce whose memory changed."""
        for owner in owners:
            self._changed.put(owner)

    def _send(self) -> None:
        while (owner := self._changed.get()) is not None:
            with suppress(RedisUnavailable):  # others see it in the log of the store
                self._sharing.tell(owner)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._changed.put(None)
        self._thread.join()


class Hearing:
    """A thread that hears what other servers announce. While Redis is away it hears nothing, and comes back to it."""

    def __init__(self, sharing: Sharing, heard: Callable[[str], object]) -> None:
        self._sharing = sharing
        self._heard = heard
        self._ending = Event()
        self.there = Event()
        self._thread = Thread(target=self._go_on, name="reverie-hear", daemon=True)

    def _go_on(self) -> None:
        while not self._ending.is_set():
            try:
                with connection.translated(), self._sharing.subscribed() as subscription:
                    self.there.set()
                    while not self._ending.is_set():
                        self._read(subscription.get_message(timeout=0.5))
            except RedisUnavailable as away:
                self.there.clear()
                log.warning("other servers' writes are seen in the log alone: %s", away)
                self._ending.wait(REST_S)

    def _read(self, message: Any) -> None:
        if message is None or message["type"] != "message":
            return
        server, _, owner = message["data"].decode().partition(" ")
        if server != self._sharing.server:
            self._heard(owner)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending.set()
        self._thread.join(REST_S)
