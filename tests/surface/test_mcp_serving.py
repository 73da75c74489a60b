"""MCP over stdio and over streamable HTTP: real processes, real sockets on loopback, the official client."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route
from tests.listening import listening
from tests.service.scene import START, opened, texts
from typer.testing import CliRunner

import reverie
from reverie import Reverie
from reverie.cli.commands import app
from reverie.config import Config
from reverie.errors import ConfigError, Refused
from reverie.mcp.server import Offer, Speaker
from reverie.mcp.transports import PATH, Endpoint, serve_http
from reverie.testing import FrozenClock

SOURCES = str(Path(reverie.__file__).parents[1])
ALONE = ["memory_search", "memory_add", "memory_context", "memory_list", "memory_forget", "profile"]


@pytest.fixture
def place(tmp_path: Path) -> dict[str, str]:
    """The environment of a computer of one's own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("REVERIE_")}
    homes = dict.fromkeys(("HOME", "REVERIE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(tmp_path))
    return {
        **kept,
        **homes,
        "REVERIE_EMBEDDER": "none",
        "REVERIE_EXTRACTOR": "none",
        "PYTHONPATH": SOURCES,
        "OMP_NUM_THREADS": "1",
    }


def program(place: Mapping[str, str], *arguments: str) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable, args=["-W", "error", "-m", "reverie", "mcp", *arguments], env=dict(place)
    )


def started(place: Mapping[str, str], *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "reverie", "mcp", *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, encoding="utf-8", env=dict(place), cwd=place["HOME"],
    )  # fmt: skip


# -- stdio -----------------------------------------------------------------------------------------


def test_two_clients_at_once_share_one_file(place: dict[str, str], tmp_path: Path) -> None:
    async def both() -> tuple[list[str], list[str], bool | None]:
        ada = program(place, "Ada", "--store", str(tmp_path / "luna.db"))
        async with Client(ada) as one, Client(ada, mode="legacy") as other:
            offered = [tool.name for tool in (await one.list_tools()).tools]
            await asyncio.gather(
                *(one.call_tool("memory_add", {"text": f"Owns the red book {n}."}) for n in range(5)),
                *(other.call_tool("memory_add", {"text": f"Owns the blue book {n}."}) for n in range(5)),
            )
            listed = (await other.call_tool("memory_list", {})).structured_content or {}
            wrong = await one.call_tool("memory_forget", {"what": "zeppelins"})
            return offered, [memory["text"] for memory in listed["memories"]], wrong.is_error

    offered, known, wrong = asyncio.run(both())
    assert (offered, wrong) == (ALONE, True)
    assert sorted(known) == sorted(f"Owns the {colour} book {n}." for colour in ("red", "blue") for n in range(5))
    with reverie.open(tmp_path / "luna.db", embedder="none", config=Config(embedder="none")) as luna:
        assert sorted(texts(luna.find("Ada").memories())) == sorted(known)
        assert all(check.ok for check in luna.doctor() if check.name == "database")


def asking(number: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


HELLO = asking(
    1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "a test", "version": "1"}
) + (json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + "\n")


def test_standard_output_is_the_protocols_and_it_ends_with_its_input(place: dict[str, str]) -> None:
    with started(place | {"REVERIE_MCP__PERSON": "Ada", "REVERIE_MCP__TOOLS": "full"}) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("nonsense\n" + HELLO)
        server.stdin.write(asking(2, "tools/call", name="memory_search", arguments={"query": "food"}))
        server.stdin.write(asking(3, "tools/list"))
        server.stdin.flush()
        answers = {record["id"]: record for record in (json.loads(server.stdout.readline()) for _ in range(3))}
        out, err = server.communicate(timeout=60)
    assert (server.returncode, out, err) == (0, "", "")
    assert answers[1]["result"]["serverInfo"]["name"] == "reverie"
    assert answers[2]["result"]["structuredContent"]["found"] == []
    assert len(answers[3]["result"]["tools"]) == 24


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_signal_ends_it_as_the_end_of_its_input_does(place: dict[str, str]) -> None:
    with started(place, "Ada") as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(HELLO)
        server.stdin.flush()
        assert "serverInfo" in server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0
        assert (server.stdout.read(), server.stderr and server.stderr.read()) == ("", "")


def test_a_client_that_vanished_is_no_crash(place: dict[str, str]) -> None:
    with started(place, "Ada") as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdin.write(HELLO)
        server.stdin.flush()
        server.stdout.readline()
        server.stdout.close()
        server.stdin.write("".join(asking(number, "tools/list") for number in range(2, 50)))
        server.stdin.close()
        assert server.wait(60) == 0
        told = server.stderr.read().strip()
    assert told in {"", "WARNING reverie.mcp the client has gone, and did not read all that it asked for"}


# -- streamable HTTP, in a host's application ---------------------------------------------------------


@pytest.fixture
def luna(tmp_path: Path) -> Iterator[Reverie]:
    with opened(tmp_path / "luna.db", FrozenClock(START)) as companion:
        companion.meet("Ada").say("My favorite food is ramen.")
        companion.meet("Bob").say("My favorite food is herring.")
        yield companion


@contextmanager
def served(endpoint: Endpoint) -> Iterator[str]:
    """The URL of an endpoint in an application of its own, on a real socket."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> Any:
        async with endpoint.running():
            yield

    app = Starlette(routes=[Route(PATH, endpoint=endpoint)], lifespan=lifespan)
    with listening(app) as address:
        yield f"{address}{PATH}"


@pytest.fixture
def url(luna: Reverie) -> Iterator[str]:
    """A host that knows Ada's token, Bob's, one that only reads of Ada, and one that may not speak for anybody."""
    tokens = {f"Bearer {name}": Speaker(person=luna.find(name)) for name in ("Ada", "Bob")}
    tokens["Bearer reader"] = Speaker(person=luna.find("Ada"), writes=False)

    def speaker_of(request: Request) -> Speaker | None:
        shown = request.headers.get("authorization", "")
        if shown == "Bearer everybody":
            raise Refused("this key is for everybody: make one for a person", reason="key")
        return tokens.get(shown)

    with served(Endpoint(luna, speaker_of, Offer(full=True))) as address:
        yield address


@asynccontextmanager
async def client(url: str, token: str) -> Any:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http,
        Client(streamable_http_client(url, http_client=http)) as made,
    ):
        yield made


async def found(one: Client, query: str) -> str:
    result = await one.call_tool("memory_search", {"query": query})
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


def test_each_token_reaches_its_person_alone(url: str, luna: Reverie) -> None:
    async def both() -> list[tuple[str, str]]:
        async with client(url, "Ada") as ada, client(url, "Bob") as bob:
            answers = await asyncio.gather(*(found(one, "favorite food") for _ in range(10) for one in (ada, bob)))
            await bob.call_tool("memory_add", {"text": "I live in Bergen."})
            resources = json.dumps((await ada.list_resources()).model_dump(mode="json"))
            assert ("ramen" in resources, "herring" in resources, "Bergen" in resources) == (True, False, False)
            return [*zip(answers[::2], answers[1::2], strict=True)]

    for ada, bob in asyncio.run(both()):
        assert ("ramen" in ada, "herring" in ada) == (True, False)
        assert ("ramen" in bob, "herring" in bob) == (False, True)
    assert "Lives in Bergen." in texts(luna.find("Bob").memories())
    assert "Lives in Bergen." not in texts(luna.find("Ada").memories())


def test_a_key_that_only_reads_writes_nothing(url: str, luna: Reverie) -> None:
    async def both() -> tuple[str, bool | None]:
        async with client(url, "reader") as reader:
            added = await reader.call_tool("memory_add", {"text": "I live in Lyon."})
            return await found(reader, "favorite food"), added.is_error

    answer, refused = asyncio.run(both())
    assert ("ramen" in answer, refused) == (True, True)
    assert "Lives in Lyon." not in texts(luna.find("Ada").memories())


def test_over_http_others_are_never_spoken_of(luna: Reverie) -> None:
    ada = Speaker(person=luna.find("Ada"))

    async def asked(url: str) -> str:
        async with client(url, "Ada") as one:
            result = await one.call_tool("reflect_on_user", {"user_id": "Bob"})
            (block,) = result.content
            assert isinstance(block, TextContent)
            return block.text

    with served(Endpoint(luna, lambda _: ada, Offer(full=True, others=True))) as url:
        assert asyncio.run(asked(url)).startswith("only the person you are talking to can be looked at here")


@pytest.mark.parametrize(("token", "status"), [(None, 401), ("nobody", 401), ("everybody", 403)])
def test_without_a_person_nothing_is_answered(url: str, token: str | None, status: int) -> None:
    headers = {"Accept": "application/json, text/event-stream"}
    headers |= {} if token is None else {"Authorization": f"Bearer {token}"}
    body = json.loads(asking(1, "tools/list"))
    answer = httpx2.post(url, json=body, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert answer.json()["detail"].endswith(("for one person", "for a person"))
    assert (answer.headers.get("www-authenticate") is not None) == (status == 401)


@pytest.mark.parametrize("body", [b"", b"nonsense", b"[]", b"\xff\xfe", b'{"jsonrpc": "2.0"}'])
def test_nonsense_is_refused(url: str, body: bytes) -> None:
    headers = {"Authorization": "Bearer Ada", "Content-Type": "application/json"}
    answer = httpx2.post(url, content=body, headers={**headers, "Accept": "application/json, text/event-stream"})
    assert 400 <= answer.status_code < 500
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_no_stream_is_held_open(url: str, method: str) -> None:
    headers = {"Authorization": "Bearer Ada", "Accept": "text/event-stream"}
    with httpx2.stream(method, url, headers=headers) as answer:
        assert (answer.status_code, answer.headers.get("allow")) == (405, "POST")


# -- streamable HTTP, alone ----------------------------------------------------------------------------


def test_alone_it_serves_whoever_is_at_this_machine(place: dict[str, str]) -> None:
    with started(place, "Ada", "--http", "127.0.0.1:0", "--json") as server:
        assert server.stdout is not None
        assert server.stderr is not None
        url = json.loads(server.stdout.readline())["url"]

        async def names() -> list[str]:
            async with Client(url) as one:
                await one.call_tool("memory_add", {"text": "I live in Lyon."})
                assert "Lyon" in await found(one, "Lyon")
                return [tool.name for tool in (await one.list_tools()).tools]

        assert asyncio.run(names()) == ALONE
        elsewhere = httpx2.post(url, json={}, headers={"Host": "luna.example"})
        page = httpx2.post(url, json={}, headers={"Origin": "https://luna.example"})
        assert (elsewhere.status_code, page.status_code) == (421, 403)
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0
        assert '"message": "Whoever uses this machine reads and changes the memory of Ada here' in server.stderr.read()


@pytest.mark.parametrize(
    "address", ["0.0.0.0:80", "luna.example:80", "127.0.0.1", "127.0.0.1:x", ":80", "127.0.0.1:99999"]
)
def test_alone_it_listens_on_loopback_only(luna: Reverie, address: str) -> None:
    with pytest.raises(ConfigError, match=r"give 127\.0\.0\.1:"):
        serve_http(luna, luna.find("Ada"), Offer(), address=address, started=print)


# -- how the command ends ----------------------------------------------------------------------------


@pytest.fixture
def here(place: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in os.environ if n.startswith("REVERIE_") and n != "REVERIE_EXTRACTOR"]:
        monkeypatch.delenv(name)
    for name in ("HOME", "REVERIE_HOME", "XDG_CONFIG_HOME", "REVERIE_EMBEDDER"):
        monkeypatch.setenv(name, place[name])
    monkeypatch.chdir(place["HOME"])


def ended(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    return done.exit_code, done.stderr


@pytest.mark.usefixtures("here")
def test_it_has_to_be_said_whose_memory_it_is() -> None:
    assert ended("mcp") == (
        2,
        "error: say whose memory it is: `reverie mcp NAME`, or REVERIE_MCP__PERSON\n",
    )


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("asks", "told"),
    [
        ("never", "error: nobody is called 'Kathrine': did you mean Katherine? For somebody new:"),
        ("vouched", "error: Kathrine may be Katherine: name them so, or make somebody new known"),
    ],
)
def test_a_name_that_may_be_somebody_elses_is_not_guessed_at(
    monkeypatch: pytest.MonkeyPatch, asks: str, told: str
) -> None:
    monkeypatch.setenv("REVERIE_IDENTITY", asks)
    assert ended("say", "Katherine", "Hello there.")[0] == 0
    code, answer = ended("mcp", "Kathrine")
    assert (code, answer[: len(told)]) == (2, told)


@pytest.mark.usefixtures("here")
def test_without_the_extra_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("reverie.mcp.", "mcp."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    code, told = ended("mcp", "Ada")
    assert (code, "pip install 'mcp" in told) == (2, True)
