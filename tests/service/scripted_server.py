"""A server that answers what a test says, byte by byte, so that everything a model's server may do wrong can be tried."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """One answer. ``body`` is sent as JSON, or as it is where it is a text.

    ``silent`` sends nothing before the client has given up, and ``cut`` closes the connection before the promised end.
    """

    status: int = 200
    body: object = ""
    headers: dict[str, str] = field(default_factory=dict)
    silent: bool = False
    cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request that reached the server."""

    path: str
    key: str
    body: dict[str, Any]


@dataclass(slots=True)
class Script:
    """What the server says, answer by answer and the last one for ever; ``asked`` are the requests that reached it.

    ``gone`` is set when a client went away before the end of an answer.
    """

    answers: Sequence[Says]
    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    gone: Event = field(default_factory=Event)
    over: Event = field(default_factory=Event)


@contextmanager
def playing(*answers: Says) -> Iterator[Script]:
    """Serve a script on a port of its own; ``url`` ends with /v1."""
    script = Script(answers)

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            script.asked.append(Asked(path=self.path, key=self.headers["Authorization"], body=body))
            _answer(self, script, script.answers[min(len(script.asked), len(script.answers)) - 1])

        def log_message(self, format: str, *args: object) -> None:
            """Keep quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        script.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        running = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        running.start()
        try:
            yield script
        finally:
            script.over.set()
            server.shutdown()
            running.join()


def _answer(to: BaseHTTPRequestHandler, script: Script, says: Says) -> None:
    if says.silent:
        script.over.wait(30)
        return
    text = says.body if isinstance(says.body, str) else json.dumps(says.body)
    sent = text.encode()
    told = {"Content-Type": "application/json", "Content-Length": str(len(sent) + 999 * says.cut)} | says.headers
    to.send_response(says.status)
    for name, value in told.items():
        to.send_header(name, value)
    to.end_headers()
    to.wfile.write(sent)
    to.close_connection = True
    if told["Content-Type"] == "text/event-stream" and says.cut:
        _until_gone(to, script)


def _until_gone(to: BaseHTTPRequestHandler, script: Script) -> None:
    """Go on with an answer until nobody listens any more."""
    to.connection.settimeout(30)
    if to.connection.recv(1) == b"":  # the client has closed it
        script.gone.set()


@contextmanager
def nobody() -> Iterator[str]:
    """An address of this machine where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
