"""How the memory is carried to clients: over stdio for a program that starts this one, and over streamable HTTP.

Over HTTP every request says for itself whom it speaks for, so there are no sessions: nothing that a request could take
over from another, and nothing that is lost when a server is started again.
"""

from __future__ import annotations

import io
import logging
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

import anyio
import uvicorn
from anyio import to_thread
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from reverie.app.companion import Reverie
from reverie.app.person import Person
from reverie.errors import ConfigError, Refused
from reverie.http_listening import Discreet, Listener, ending_well, on_signals
from reverie.mcp.server import MemoryServer, Offer, Speaker

PATH = "/mcp"

log = logging.getLogger("reverie.mcp")

_SPEAKS = "reverie_mcp_speaker"
_THREADS = 8
_PIECE = 65_536
_PIECES = 16
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_UNKNOWN = "say for whom you speak: send a person's token, or a key that was made for one person"


class Endpoint:
    """The memory over streamable HTTP: an ASGI application for one path, with whatever path it is given.

    ``speaker_of`` says whom a request speaks for; where it gives None, the request is refused. What it raises is the
    host's to answer, but for ``Refused``. It is called in a thread. Serve only while ``running()`` goes on:

        app.add_route("/mcp", endpoint)  # and `async with endpoint.running():` in the application's lifespan

    ``hosts`` are the names it may be called by, with ports as ``localhost:*``; None leaves that to the host.
    Whatever is offered, nobody else is spoken of here: ``others`` is for a program that starts this one alone.
    """

    def __init__(
        self,
        companion: Reverie,
        speaker_of: Callable[[Request], Speaker | None],
        offer: Offer,
        *,
        hosts: tuple[str, ...] | None = None,
    ) -> None:
        self._server = MemoryServer(companion, _found, replace(offer, others=False))
        self._speaker_of = speaker_of
        self._security = TransportSecuritySettings(
            enable_dns_rebinding_protection=hosts is not None,
            allowed_hosts=list(hosts or ()),
            allowed_origins=[f"http://{host}" for host in hosts or ()],
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Answer requests as long as a ``with`` block goes on."""
        # Makes the session manager, which can be run once; of the application around it nothing is needed.
        self._server.streamable_http_app(json_response=True, stateless_http=True, transport_security=self._security)
        async with self._server.session_manager.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope)
        try:
            speaker = await to_thread.run_sync(self._speaker_of, request)
        except Refused as error:
            await _problem(403, str(error))(scope, receive, send)
            return
        if speaker is None:
            await _problem(401, _UNKNOWN, {"WWW-Authenticate": 'Bearer realm="reverie"'})(scope, receive, send)
            return
        if request.method != "POST":  # the SDK would hold a stream open that never has anything to tell
            await _problem(405, "nothing is pushed here: send requests by POST", {"Allow": "POST"})(
                scope, receive, send
            )
            return
        setattr(request.state, _SPEAKS, speaker)
        await self._server.session_manager.handle_request(scope, receive, send)


def _found(request: Request | None) -> Speaker:
    """Whom a request speaks for, as was found before it was let in."""
    assert request is not None  # noqa: S101 - over HTTP there always is one
    speaker: Speaker = getattr(request.state, _SPEAKS)
    return speaker


def _problem(status: int, detail: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"status": status, "detail": detail}, status, headers, "application/problem+json")


# -- one person, alone ----------------------------------------------------------------------------


def serve_stdio(companion: Reverie, person: Person, offer: Offer) -> None:
    """Serve one person's memory to the program that started this one, until its input ends or a signal comes.

    Standard output is the protocol's alone: what else is written there goes to standard error.
    """
    _log_to_stderr()
    server = MemoryServer(companion, lambda _: Speaker(person=person), offer)

    async def run() -> None:
        to_thread.current_default_thread_limiter().total_tokens = _THREADS
        try:
            await server.run_stdio_async()
        except* BrokenPipeError:
            log.warning("the client has gone, and did not read all that it asked for")

    with _input_ended_by_signals():
        anyio.run(run)


def serve_http(
    companion: Reverie, person: Person, offer: Offer, *, address: str, started: Callable[[str], None]
) -> None:
    """Serve one person's memory over HTTP to whoever is at this machine; ``started`` is called with the URL.

    Raises:
        ConfigError: the address is no HOST:PORT on loopback, or can't be listened on.
    """
    host, port = _loopback(address)
    _log_to_stderr()
    endpoint = Endpoint(
        companion, lambda _: Speaker(person=person), offer, hosts=tuple(f"{name}:*" for name in _LOOPBACK)
    )

    def lifespan(_app: Starlette) -> AbstractAsyncContextManager[None]:
        to_thread.current_default_thread_limiter().total_tokens = _THREADS
        return endpoint.running()

    app = Starlette(routes=[Route(PATH, endpoint=endpoint)], lifespan=lifespan)
    config = uvicorn.Config(app, host=host, port=port, log_config=None, access_log=False, server_header=False)
    try:
        with ending_well():
            Listener(config, lambda url: started(f"{url}{PATH}")).run()
    except SystemExit as error:  # uvicorn's, where it can't listen
        raise ConfigError(f"can't listen on {address}: see the line above, or choose another port") from error


def _loopback(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    if f"[{host.strip('[]')}]" in _LOOPBACK:
        host = host.strip("[]")
    elif host not in _LOOPBACK:
        raise ConfigError(
            f"{address!r} is not on this machine's loopback, and whoever reaches it is let in: give 127.0.0.1:PORT"
        )
    if not port.isdecimal() or int(port) > 65_535:
        raise ConfigError(f"{address!r} has no port: give 127.0.0.1:8766, say, or port 0 for any that is free")
    return host, int(port)


# -- the process -----------------------------------------------------------------------------------


@contextmanager
def _input_ended_by_signals() -> Iterator[None]:
    """Let a signal end standard input, so that a server ends as it does when its client has gone.

    A thread that waits for standard input can't be woken, so another one, which the process need not wait for, hands
    on what comes.
    """
    pieces, before = _Pieces(os.dup(sys.stdin.fileno())), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BufferedReader(pieces), encoding="utf-8")
    try:
        with on_signals(lambda _number, _frame: pieces.end()):
            yield
    finally:
        sys.stdin = before


class _Pieces(io.RawIOBase):
    """What comes from a file descriptor, until it ends or is ended."""

    def __init__(self, source: int) -> None:
        super().__init__()
        self._queue: SimpleQueue[bytes] = SimpleQueue()
        self._room = threading.Semaphore(_PIECES)
        self._rest = b""
        threading.Thread(target=self._pump, args=(source,), daemon=True).start()

    def _pump(self, source: int) -> None:
        while True:
            self._room.acquire()
            piece = os.read(source, _PIECE)
            self._queue.put(piece)
            if not piece:
                return

    def end(self) -> None:
        """Let it end here."""
        self._queue.put(b"")

    def readable(self) -> bool:
        """Whether it can be read."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Read what has come; wait where nothing has."""
        if not self._rest:
            self._rest = self._queue.get()
            self._room.release()
        count = min(len(self._rest), len(buffer))
        buffer[:count], self._rest = self._rest[:count], self._rest[count:]
        return count


def _log_to_stderr() -> None:
    shown = logging.StreamHandler(sys.stderr)
    shown.setFormatter(Discreet("%(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[shown])
