"""A real server on a socket of loopback, for tests of what is spoken over HTTP."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn


@contextmanager
def listening(app: Any, *, unread: int | None = None, **more: Any) -> Iterator[str]:
    """Serve an ASGI application on a free port, in a thread; give its address. ``more`` is for uvicorn.

    With ``unread`` bytes on their way to a client that does not read them, the server waits for it.
    """
    config = uvicorn.Config(app, **{"port": 0, "log_config": None, "ws": "none", "loop": "asyncio", **more})
    sockets = [config.bind_socket()]
    if unread is not None:
        sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unread)
    sockets[0].listen()  # else whoever connects before the server is up is refused
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=(sockets,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)
        sockets[0].close()
