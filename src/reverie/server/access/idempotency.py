"""The same request again: a POST with an ``Idempotency-Key`` is done once, and its answer is given again for a day.

What failed is tried again. An answer is kept before its last byte goes out: who has read it can ask again at once. A
repeat that comes while the request is being done waits for it for a moment.
That a request was done is written with what it did (``luna.requests``), so another server, or this one after a restart,
does it no more, and gives the answer that is kept among the person's own rows. Answers hold a person's words: they go
when the person forgets something or is erased, by whatever process.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reverie.app.companion_work import Requests
from reverie.errors import StoreError
from reverie.server import problem_details
from reverie.server.problem_details import HttpProblem
from reverie.store.request_rows import Before, Doing

log = logging.getLogger("reverie.server")

_DAY_S = 24 * 60 * 60
_MOST = 10_000
_MOST_BYTES = 64 * 1024 * 1024
_PATIENCE_S = 5.0
_UNDER_WAY = timedelta(seconds=15)
"""How long a request without an answer is taken to be under way; then its server may be gone."""
_SPEAKING = (b"x-reverie-", b"x-openwebui-")
"""How headers begin that say for whom a request speaks, and where: one key may vouch for many people."""
_KEY = re.compile(r"[\x21-\x7e]{1,255}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """A request that was made, and its answer."""

    request: bytes
    messages: tuple[Message, ...]
    until: float
    people: tuple[str, ...] = ()
    silence: object = None

    @property
    def size(self) -> int:
        return sum(len(message.get("body", b"")) for message in self.messages)


@dataclass(slots=True, kw_only=True)
class _Doing:
    """A request that is being done; ``over`` is set in the event loop when it is."""

    request: bytes
    over: anyio.Event = field(default_factory=anyio.Event)
    may_be_kept: bool = True


class Replays:
    """Answers by caller and key. Safe to use from many threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        self._doing: dict[tuple[str, str], _Doing] = {}
        self._bytes = 0
        self._lock = threading.Lock()

    def begin(self, caller: str, key: str, request: bytes) -> tuple[Message, ...] | None:
        """The answer that was given to this request; None where it is to be done now.

        Raises:
            HttpProblem: it is being done, or the key was another request's.
        """
        with self._lock:
            self._sweep()
            doing, kept = self._doing.get((caller, key)), self._kept.get((caller, key))
            there = doing or kept
            if there is None:
                self._doing[caller, key] = _Doing(request=request)
                return None
            if there.request != request:
                raise _reused()
            if doing is not None or kept is None:
                raise _in_progress()
            return kept.messages

    def under_way(self, caller: str, key: str, request: bytes) -> anyio.Event | None:
        """What is set when this request, which is being done, is over; None where it is not being done."""
        with self._lock:
            doing = self._doing.get((caller, key))
            return doing.over if doing is not None and doing.request == request else None

    def end(
        self,
        caller: str,
        key: str,
        messages: tuple[Message, ...] = (),
        people: tuple[str, ...] = (),
        silence: object = None,
    ) -> bool:
        """Note in the event loop that a request is over; what was ended before stays as it is.

        Its answer is kept with its people and when words of theirs last went; no ``messages`` let it be made again.
        Gives whether the answer may be kept elsewhere too.
        """
        with self._lock:
            doing = self._doing.pop((caller, key), None)
            if doing is None:
                return False
            if messages and doing.may_be_kept:
                until = self._clock() + _DAY_S
                kept = _Kept(request=doing.request, messages=messages, until=until, people=people, silence=silence)
                self._kept[caller, key] = kept
                self._bytes += kept.size
        doing.over.set()
        return bool(messages) and doing.may_be_kept

    def people(self, caller: str, key: str) -> tuple[tuple[str, ...], object]:
        """Whose words an answer that is kept may hold, where that is known, and when words of theirs last went."""
        with self._lock:
            there = self._kept.get((caller, key))
            return ((), None) if there is None else (there.people, there.silence)

    def forget(self, person_id: str) -> None:
        """Let go of every answer that may hold words of a person, also of what is being done for somebody."""
        with self._lock:
            for key in [key for key, kept in self._kept.items() if not kept.people or person_id in kept.people]:
                self._drop(key)
            for doing in self._doing.values():
                doing.may_be_kept = False

    def _sweep(self) -> None:
        now = self._clock()
        while self._kept:
            key, oldest = next(iter(self._kept.items()))
            if oldest.until > now and len(self._kept) < _MOST and self._bytes <= _MOST_BYTES:
                return
            self._drop(key)

    def _drop(self, key: tuple[str, str]) -> None:
        self._bytes -= self._kept.pop(key).size


class Once:
    """Does a POST with an ``Idempotency-Key`` once.

    ``silence`` says when words of people last went, which another process may have seen to; ``requests`` notes what
    was done, for other servers of the same ``companion``.
    """

    def __init__(
        self,
        app: ASGIApp,
        replays: Replays,
        silence: Callable[[Sequence[str]], object],
        requests: Requests,
        companion: str,
    ) -> None:
        self._app = app
        self._replays = replays
        self._silence = silence
        self._requests = requests
        self._companion = companion

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it as it was answered before."""
        key = Headers(scope=scope).get("idempotency-key") if scope["type"] == "http" else None
        caller = scope.get("state", {}).get("caller")
        if key is None or caller is None or scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        try:
            if not _KEY.fullmatch(key):
                raise HttpProblem(400, "bad-key", "an Idempotency-Key is 1 to 255 visible ASCII characters")
            body = await _read(receive)
            await self._let_go(caller.name, key)
            before = await self._before(caller.name, key, _digest(scope, body))
        except (HttpProblem, StoreError) as refused:
            await problem_details.of_error(refused, scope["state"]["request_id"])(scope, receive, send)
            return
        if before is not None:
            for message in before:
                await send(_again(message))
            return
        named = hashlib.sha256(f"{self._companion}\0{caller.name}\0{key}".encode()).hexdigest()
        doing = Doing(key=named, request=_digest(scope, body).hex())
        await self._first(scope, receive, send, _Asked(caller=caller.name, key=key, body=body, doing=doing))

    async def _let_go(self, caller: str, key: str) -> None:
        people, silence = self._replays.people(caller, key)
        if silence is not None and await self._silence_of(people) != silence:
            for one in people or ("",):
                self._replays.forget(one)

    async def _silence_of(self, people: tuple[str, ...]) -> object:
        """When words of people last went; of nobody's, when the companion's did: what it thinks names people."""
        return await run_in_threadpool(self._silence, people or (self._companion,))

    async def _before(self, caller: str, key: str, request: bytes) -> tuple[Message, ...] | None:
        """The answer that was given, after a wait for it where the request is being done."""
        with anyio.move_on_after(_PATIENCE_S):
            while (over := self._replays.under_way(caller, key, request)) is not None:
                await over.wait()
        return self._replays.begin(caller, key, request)

    async def _first(self, scope: Scope, receive: Receive, send: Send, asked: _Asked) -> None:
        messages: list[Message] = []
        unread = [{"type": "http.request", "body": asked.body, "more_body": False}]
        doing = asked.doing

        async def received() -> Message:
            return unread.pop() if unread else await receive()

        async def sent(message: Message) -> None:
            messages.append(dict(message))
            if doing.before is not None:  # what is said instead is said below
                return
            is_last = message["type"] == "http.response.body" and not message.get("more_body", False)
            if is_last and messages[0]["status"] < 400:
                await self._keep(scope["state"].get("people", ()), asked, tuple(messages))
            await send(message)

        try:
            with self._requests.under_way(doing):
                await self._app(scope, received, sent)
        finally:
            self._replays.end(asked.caller, asked.key)  # without an answer where none was kept: it failed, or who
            if doing.owner is not None and (not messages or messages[0]["status"] >= 400):  # asked went away
                await self._undone(doing)
        if doing.before is not None:
            await self._as_before(doing.before, scope, receive, send, doing.request)

    async def _keep(self, people: tuple[str, ...], asked: _Asked, messages: tuple[Message, ...]) -> None:
        silence: object = None
        try:
            silence = await self._silence_of(people)
        except StoreError as error:
            log.warning("%s after an answer: it goes when anybody forgets something", type(error).__name__)
            people = ()
        if self._replays.end(asked.caller, asked.key, messages, people, silence):
            try:
                await run_in_threadpool(self._requests.answered, asked.doing, _written(messages))
            except StoreError as error:
                log.warning("%s after an answer: other servers only know that it was given", type(error).__name__)

    async def _undone(self, doing: Doing) -> None:
        try:
            await run_in_threadpool(self._requests.undone, doing)
        except StoreError as error:
            log.warning("%s after a failure: under its key it is not tried again", type(error).__name__)

    async def _as_before(self, before: Before, scope: Scope, receive: Receive, send: Send, request: str) -> None:
        """Say what another server did, or this one before it was started again."""
        if before.request == request and before.answer is not None:
            for message in _read_back(before.answer):
                await send(_again(message))
            return
        if before.request != request:
            problem = _reused()
        elif datetime.now(UTC) - before.at < _UNDER_WAY:
            problem = _in_progress()
        else:
            problem = HttpProblem(
                409,
                "done-before",
                "this request was begun, but its answer was not kept: check what is there, or retry with a new key",
            )
        await problem_details.of_error(problem, scope["state"]["request_id"])(scope, receive, send)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A request with a key: by whom, and what is noted of it."""

    caller: str
    key: str
    body: bytes
    doing: Doing


def _reused() -> HttpProblem:
    told = "this Idempotency-Key was used for another request: use a new one for each"
    return HttpProblem(422, "key-reused", told)


def _in_progress() -> HttpProblem:
    return HttpProblem(409, "in-progress", "this request is being done: try again", {"Retry-After": "1"})


def _written(messages: tuple[Message, ...]) -> bytes:
    """An answer as it is kept: one line of JSON with its status and headers, then its body."""
    start = messages[0]
    headers = [[name.decode("latin-1"), value.decode("latin-1")] for name, value in start.get("headers", ())]
    line = json.dumps({"status": start["status"], "headers": headers})
    return line.encode() + b"\n" + b"".join(message.get("body", b"") for message in messages[1:])


def _read_back(answer: bytes) -> Iterator[Message]:
    line, _, body = answer.partition(b"\n")
    told = json.loads(line)
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in told["headers"]]
    yield {"type": "http.response.start", "status": told["status"], "headers": headers}
    yield {"type": "http.response.body", "body": body, "more_body": False}


async def _read(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def _digest(scope: Scope, body: bytes) -> bytes:
    """A request told apart from others: where it went, what it said, and for whom: for OpenAI's headers say that."""
    said = hashlib.sha256(body).digest()
    whose = (b"%b:%b" % header for header in sorted(scope["headers"]) if header[0].startswith(_SPEAKING))
    return hashlib.sha256(b"\0".join((scope["raw_path"], scope["query_string"], said, *whose))).digest()


def _again(message: Message) -> Message:
    if message["type"] != "http.response.start":
        return message
    return {**message, "headers": [*message["headers"], (b"idempotent-replayed", b"true")]}
