"""A server that answers what a test says, byte by byte: what a model's server may do wrong can be tried on it."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

from reverie.ports import Embedder


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """One answer. ``body`` is sent as JSON, or as it is where it is a text.

    ``silent`` sends nothing, ``cut`` closes the connection before the promised end, and ``waits`` sends the body and
    then nothing, until the client goes away.
    """

    status: int = 200
    body: object = ""
    headers: dict[str, str] = field(default_factory=dict)
    silent: bool = False
    cut: bool = False
    waits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request that reached the server."""

    path: str
    key: str
    body: dict[str, Any]


Answers = Sequence[Says] | Callable[[Asked], Says]


@dataclass(slots=True)
class Script:
    """What the server says: answer by answer and the last one for ever, or what a function of the request gives.

    ``asked`` are the requests that reached it, and ``gone`` is set when a client went away before the end of an answer.
    """

    answers: Answers
    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    gone: Event = field(default_factory=Event)
    over: Event = field(default_factory=Event)

    def next(self, asked: Asked) -> Says:
        """The answer to a request."""
        self.asked.append(asked)
        if callable(self.answers):
            return self.answers(asked)
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


@contextmanager
def playing(*answers: Says, by: Callable[[Asked], Says] | None = None) -> Iterator[Script]:
    """Serve a script on a port of its own; ``url`` ends with /v1."""
    script = Script(by or answers)

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            said = script.next(Asked(path=self.path, key=self.headers["Authorization"], body=body))
            _answer(self, script, said)

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
    told = {
        "Content-Type": "application/json",
        "Content-Length": str(len(sent) + 999 * (says.cut or says.waits)),
    } | says.headers
    to.send_response(says.status)
    for name, value in told.items():
        to.send_header(name, value)
    to.end_headers()
    to.wfile.write(sent)
    to.close_connection = True
    if says.waits:
        to.connection.settimeout(30)
        if to.connection.recv(1) == b"":
            script.gone.set()


@contextmanager
def nobody() -> Iterator[str]:
    """An address of this machine where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/v1"


def completion(text: str | None, finish: str = "stop", **message: object) -> Says:
    """A whole answer, as servers send it."""
    said = {"role": "assistant", "content": text, **message}
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
    return Says(body={"choices": [{"index": 0, "message": said, "finish_reason": finish}], "usage": usage})


def streamed(*chunks: object, **more: Any) -> Says:
    """An answer in pieces; a text is sent as it is."""
    lines = [f"data: {chunk if isinstance(chunk, str) else json.dumps(chunk)}\n\n" for chunk in chunks]
    return Says(body="".join(lines), headers={"Content-Type": "text/event-stream"}, **more)


def piece(text: str | None = None, finish: str | None = None, **delta: object) -> dict[str, object]:
    """A piece of an answer."""
    return {"choices": [{"index": 0, "delta": {"content": text, **delta}, "finish_reason": finish}]}


def refusal(status: int, message: str = "", code: str | None = None, **headers: str) -> Says:
    """An error, as servers send it."""
    said = {"error": {"message": message, "code": code, "type": "server_error"}}
    return Says(status=status, body=said, headers=headers)


def vectors(asked: Asked, embedder: Embedder) -> Says:
    """The vectors of a request, the last first: their places are in them."""
    found = enumerate(embedder.embed(asked.body["input"]).tolist())
    return Says(body={"data": [{"index": place, "embedding": [3 * x for x in one]} for place, one in found][::-1]})


@contextmanager
def embedding_server(embedder: Embedder) -> Iterator[Script]:
    """Serve an embedder; an empty text is refused, as by real servers."""

    def answer(asked: Asked) -> Says:
        return vectors(asked, embedder) if all(asked.body["input"]) else refusal(400, "input can't be empty")

    with playing(by=answer) as script:
        yield script
