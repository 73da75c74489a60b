"""Clients of live chat on a real server, over a model whose answers a test lets out piece by piece."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

import httpx2
import pytest
from pydantic import SecretStr
from tests.listening import listening
from tests.surface.server.conftest import SECRET
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import reverie
from reverie import Person, Reverie
from reverie.ports import Reply
from reverie.server.application import application
from reverie.server.live import live_frames
from reverie.server.live.connections import ChatLimits
from reverie.server.serving import websockets
from reverie.settings_sections import ServerSettings
from reverie.testing import ScriptedModel

PATIENCE_S = 20


class Halting(ScriptedModel):
    """A model that says its first word, and the rest once ``go`` is set; ``begun`` is set with the first."""

    def __init__(self, answer: str) -> None:
        super().__init__(lambda _messages: answer)
        self.begun, self.go = Event(), Event()

    def stream(
        self,
        messages: Sequence[Mapping[str, object]],
        *,
        tools: Sequence[Mapping[str, object]] = (),
        limit: int | None = None,
    ) -> Iterator[str | Reply]:
        for place, piece in enumerate(super().stream(messages, tools=tools, limit=limit)):
            if place == 2:  # one is always held back
                self.begun.set()
                assert self.go.wait(PATIENCE_S)
            yield piece


@dataclass(slots=True)
class Chat:
    """A connection. Every frame that comes is held against its schema."""

    socket: ClientConnection

    def next(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE_S))
        live_frames.SERVER.validate_python(frame)
        return frame

    def until(self, *kinds: str) -> list[dict[str, Any]]:
        """The frames up to the first of some kinds."""
        found = [self.next()]
        while found[-1]["type"] not in kinds:
            found.append(self.next())
        return found

    def send(self, kind: str, **fields: object) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def say(self, text: str, ref: str | None = None) -> list[dict[str, Any]]:
        """Say something; the frames up to its answer."""
        self.send("say", text=text, ref=ref)
        return self.until("answered", "problem")

    def told(self) -> list[dict[str, Any]]:
        """What came until now."""
        self.send("ping")
        return self.until("pong")[:-1]

    def ended(self) -> tuple[int, list[dict[str, Any]]]:
        """The code with which it ends, and the frames before that; 1006 where none was sent (RFC 6455)."""
        found: list[dict[str, Any]] = []
        with pytest.raises(ConnectionClosed) as closed:
            found.extend(iter(self.next, None))
        return 1006 if closed.value.rcvd is None else closed.value.rcvd.code, found


@dataclass(slots=True, kw_only=True)
class House:
    """A server with its own store, where Ada is known; local, unless callers show who they are."""

    folder: Path
    settings: ChatLimits = field(default_factory=lambda: ChatLimits(look_s=0.1))
    guarded: bool = False
    unread: int | None = None
    model: Any = None
    config: Any = None
    url: str = ""
    _running: ExitStack = field(default_factory=ExitStack)
    _luna: Reverie | None = None

    @property
    def luna(self) -> Reverie:
        assert self._luna is not None
        return self._luna

    @property
    def ada(self) -> Person:
        return self.luna.find("Ada")

    def start(self) -> None:
        path = self.folder / "luna.db"
        opened = reverie.open(path, companion="Luna", embedder="none", model=self.model, config=self.config)
        self._luna = self._running.enter_context(opened)
        if not any(person.name == "Ada" for person in self.luna.people()):
            self.luna.meet("Ada")
        settings = ServerSettings(jwt_secret=SecretStr(SECRET) if self.guarded else None, requests_per_minute=100_000)
        app = application(self.luna, settings, local=not self.guarded, chat=self.settings)
        self.url = self._running.enter_context(listening(app, unread=self.unread, **websockets(self.settings)))

    def stop(self) -> None:
        self._running.close()

    def chat(
        self, who: str = "Ada", *, headers: Mapping[str, str] | None = None, narrow: bool = False, **asked: str
    ) -> Chat:
        """Connect; ``narrow`` lets little wait unread on its way."""
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        address = f"{self.url.replace('http', 'ws', 1)}/v1/people/{who}/chat?{query}"
        made = socket.socket()
        if narrow:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", int(self.url.rpartition(":")[2])))
        connected = connect(address, sock=made, additional_headers=headers, max_size=None, compression=None)
        entered = self._running.enter_context(connected)
        assert isinstance(entered, ClientConnection)  # what it is since version 17 is only promised there
        return Chat(entered)

    def http(self, method: str, path: str, **more: Any) -> Any:
        return httpx2.request(method, f"{self.url}/v1/people/{path}", **more).raise_for_status().json()


def kinds(found: Sequence[Mapping[str, Any]]) -> list[str]:
    """What the frames are, with pieces in a row as one."""
    return [
        f["type"]
        for place, f in enumerate(found)
        if place == 0 or (f["type"], found[place - 1]["type"]) != ("piece", "piece")
    ]


def texts(welcome: Mapping[str, Any]) -> list[str]:
    """The words of its messages."""
    return [message["text"] for message in welcome["messages"]]
