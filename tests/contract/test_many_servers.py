"""Two servers on one PostgreSQL, in turn or behind a balancer: they are as one, also when one of them is killed."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.postgres import empty_database
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import reverie
from reverie.config import Config

pytestmark = [
    pytest.mark.postgres,
    # A server that is killed takes its pipes with it.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

PATIENCE_S = 40
AWAY = (httpx2.HTTPError, ConnectionClosed, OSError, EOFError)


@dataclass(slots=True, kw_only=True)
class Fleet:
    """Servers, and where the next request goes: to each in turn, or to a balancer before them."""

    urls: list[str]
    processes: list[subprocess.Popen[str]]
    headers: dict[str, str]
    balancer: str | None = None
    _turn: Iterator[int] = field(default_factory=itertools.count)

    def url(self) -> str:
        return self.balancer or self.urls[next(self._turn) % len(self.urls)]

    def ask(self, method: str, path: str, *, key: str | None = None, body: Any = None) -> httpx2.Response:
        headers = {**self.headers, **({"Idempotency-Key": key} if key else {})}
        return httpx2.request(method, f"{self.url()}/v1{path}", json=body, headers=headers, timeout=PATIENCE_S)

    def insist(self, path: str, key: str, body: Any) -> dict[str, Any]:
        """Ask until there is an answer, as a client does whose server may go away: always under the same key."""
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                answer = self.ask("POST", path, key=key, body=body)
                told: dict[str, Any] = answer.json()
                if answer.status_code == 200 or told["type"].endswith("done-before"):
                    return told
                assert answer.status_code in (409, 502, 503, 504), told
            except (*AWAY, json.JSONDecodeError):
                pass
            assert time.monotonic() < until
            time.sleep(0.05)

    def chat(self, url: str, **asked: str) -> Live:
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        address = f"{url.replace('http', 'ws', 1)}/v1/people/Ada/chat?{query}"
        return Live(connect(address, additional_headers=self.headers, max_size=None, open_timeout=PATIENCE_S))

    def kill(self, which: int) -> None:
        self.processes[which].kill()
        self.processes[which].wait()
        if self.balancer is None:
            del self.urls[which]


@dataclass(slots=True)
class Live:
    """A connection of live chat, and the ids of the messages it has been told, in order."""

    socket: ClientConnection
    told: list[str] = field(default_factory=list)

    def next(self) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE_S))
        told = {"welcome": frame.get("messages", []), "message": [frame.get("message")]}.get(frame["type"], [])
        self.told += [one["id"] for one in told]
        return frame

    def until(self, claim: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not claim(frame := self.next()):
            pass
        return frame

    def say(self, text: str, ref: str) -> None:
        self.socket.send(json.dumps({"type": "say", "text": text, "ref": ref}))


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _served(url: str, folder: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "REVERIE_STORE": url, "REVERIE_EMBEDDER": "none", "REVERIE_HOME": str(folder)}
    environment |= {"REVERIE_SERVER__REQUESTS_PER_MINUTE": "1000000"}
    return subprocess.Popen(
        [sys.executable, "-m", "reverie", "serve", "--port", "0", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
        cwd=folder,
    )


_BALANCED = """
global
    maxconn 1000
defaults
    mode http
    timeout connect 5s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
    timeout check 10s
    option redispatch 1
    retries 3
frontend all
    bind 127.0.0.1:{port}
    default_backend servers
backend servers
    balance roundrobin
    option httpchk GET /readyz
{servers}
"""


@pytest.fixture(params=["in turn", "haproxy"])
def fleet(request: pytest.FixtureRequest, postgres_url: str, tmp_path: Path) -> Iterator[Fleet]:
    program = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
    if request.param == "haproxy" and program is None:
        pytest.skip("haproxy is not installed: `make debian` installs it")
    with empty_database(postgres_url) as url, ExitStack() as running:
        with reverie.open(url, companion="Luna", embedder="none", config=Config(embedder="none")) as luna:
            luna.meet("Ada")
            _key, secret = luna.keys.create("app")
        processes = [_served(url, tmp_path) for _ in range(2)]
        for process in processes:
            running.enter_context(process)
            running.callback(process.kill)
        urls = [json.loads(process.stdout.readline())["url"] for process in processes if process.stdout is not None]
        made = Fleet(urls=urls, processes=processes, headers={"Authorization": f"Bearer {secret}"})
        if request.param == "haproxy" and program is not None:
            port, config = _free_port(), tmp_path / "haproxy.cfg"
            named = [f"    server s{n} {one.removeprefix('http://')} check inter 500ms" for n, one in enumerate(urls)]
            config.write_text(_BALANCED.format(port=port, servers="\n".join(named)))
            balancer = running.enter_context(subprocess.Popen([program, "-f", config, "-db"]))
            running.callback(balancer.kill)
            made.balancer = f"http://127.0.0.1:{port}"
            _wait(lambda: httpx2.get(f"{made.balancer}/readyz").status_code == 200)
        yield made


def _wait(claim: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            if claim():
                return
        except httpx2.HTTPError:
            pass
        assert time.monotonic() < until
        time.sleep(0.05)


def messages(fleet: Fleet) -> list[str]:
    return [one["text"] for one in fleet.ask("GET", "/people/Ada/messages?limit=200").json()["items"]]


def test_two_servers_are_as_one(fleet: Fleet) -> None:
    _what_one_wrote_the_other_finds_at_once(fleet)
    _a_key_is_one_of_both(fleet)
    live = fleet.chat(fleet.urls[0]), fleet.chat(fleet.urls[1])
    _live_chat_is_one_on_both(*live)
    _what_is_killed_takes_nothing_with_it_and_nothing_is_done_twice(fleet)
    _live_chat_goes_on_elsewhere(fleet, *live)


def _what_one_wrote_the_other_finds_at_once(fleet: Fleet) -> None:
    for number in range(12):
        word = f"heron{number}"
        assert fleet.ask("POST", "/people/Ada/messages", body={"text": f"I saw a {word} today."}).status_code == 200
        found = fleet.ask("POST", "/people/Ada/memories/search", body={"query": f"Where is the {word}?"}).json()
        assert word in found["hits"][0]["text"]


def _a_key_is_one_of_both(fleet: Fleet) -> None:
    body = {"text": "My favorite food is ramen."}
    said = [fleet.ask("POST", "/people/Ada/messages", key="one", body=body) for _ in range(4)]
    assert [one.status_code for one in said] == [200] * 4
    assert len({one.text for one in said}) == 1
    assert ["idempotent-replayed" in one.headers for one in said] == [False, True, True, True]
    other = [fleet.ask("POST", "/people/Ada/messages", key="one", body={"text": "Something else."}) for _ in range(2)]
    assert {one.json()["type"] for one in other} == {"urn:reverie:problem:key-reused"}
    turns = [fleet.ask("POST", "/people/Ada/turns", key="two", body={"text": "What do I eat?"}) for _ in range(4)]
    assert {one.status_code for one in turns} == {200}
    assert len({one.json()["reply"] for one in turns}) == 1
    assert Counter(messages(fleet))["What do I eat?"] == 1
    assert Counter(messages(fleet))["My favorite food is ramen."] == 1


def _what_is_killed_takes_nothing_with_it_and_nothing_is_done_twice(fleet: Fleet) -> None:
    said = [f"Number {number} of the letters came." for number in range(120)]

    def speak(number: int) -> dict[str, Any]:
        if number == 40:
            fleet.kill(0)
        return fleet.insist("/people/Ada/messages", f"key-{number}", {"text": said[number]})

    with ThreadPoolExecutor(6) as together:
        told = list(together.map(speak, range(len(said))))
    assert all("message" in one or one["type"].endswith("done-before") for one in told)
    kept = Counter(messages(fleet))
    assert [kept[one] for one in said] == [1] * len(said)


def _live_chat_is_one_on_both(first: Live, other: Live) -> None:
    for live in (first, other):
        live.until(lambda frame: frame["type"] == "welcome")
    first.say("My favorite color is green.", "r1")
    for live in (first, other):
        live.until(lambda frame: frame["type"] == "message" and frame["message"]["role"] == "assistant")
    assert first.told[-2:] == other.told[-2:]
    first.say("I live in Porto.", "r2")  # nobody waits for it: its server is killed


def _live_chat_goes_on_elsewhere(fleet: Fleet, first: Live, other: Live) -> None:
    with pytest.raises(ConnectionClosed):
        first.until(lambda _frame: False)
    back = _back(fleet, after=first.told[-1])
    back.say("I live in Porto.", "r2")  # it doesn't know whether that was kept: under the same ref it is said once
    back.until(lambda frame: frame["type"] == "answered")
    back.say("Where do I live?", "r3")
    back.until(lambda frame: frame["type"] == "answered")
    other.until(lambda frame: frame["type"] == "message" and frame["message"]["text"] == "Where do I live?")
    assert Counter(messages(fleet))["I live in Porto."] == 1
    _rest(back)
    assert not set(back.told) & set(first.told), "nothing is told twice"
    every = [one["id"] for one in fleet.ask("GET", "/people/Ada/messages?limit=200").json()["items"]]
    missed = set(every[every.index(first.told[-1]) :]) - {*first.told, *back.told}
    assert not missed, "nothing is missed"


def _back(fleet: Fleet, after: str) -> Live:
    """A connection that goes on after a message, once there is a server for it."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            live = fleet.chat(fleet.url(), after=after)
            live.until(lambda frame: frame["type"] == "welcome")
        except AWAY:
            assert time.monotonic() < until
            time.sleep(0.1)
        else:
            return live


def _rest(live: Live) -> None:
    """Read until all was told."""
    live.socket.send(json.dumps({"type": "ping"}))
    live.until(lambda frame: frame["type"] == "pong")
