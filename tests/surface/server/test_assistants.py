"""MCP in the server: behind its gate, with its keys and tokens, for the person whom they reach."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent
from pydantic import SecretStr
from tests.listening import listening
from tests.surface.server.conftest import SECRET, bearer, token

from reverie import Reverie
from reverie.records.users import Scope
from reverie.server.application import application
from reverie.settings_sections import McpSettings, ServerSettings


@contextmanager
def serving(luna: Reverie, *, local: bool = False, person: str | None = None) -> Iterator[str]:
    """The address of a real server."""
    settings = ServerSettings(jwt_secret=None if local else SecretStr(SECRET))
    app = application(luna, settings, local=local, assistants=McpSettings(person=person))
    with listening(app) as address:
        yield f"{address}/mcp"


@asynccontextmanager
async def client(url: str, headers: dict[str, str]) -> Any:
    async with (
        httpx2.AsyncClient(headers=headers) as http,
        Client(streamable_http_client(url, http_client=http)) as made,
    ):
        yield made


async def found(url: str, headers: dict[str, str]) -> tuple[str, list[str]]:
    """What the client finds of a favorite food, and which tools it is offered."""
    async with client(url, headers) as one:
        tools = [tool.name for tool in (await one.list_tools()).tools]
        (block,) = (await one.call_tool("memory_search", {"query": "favorite food"})).content
        assert isinstance(block, TextContent)
        return block.text, tools


@pytest.fixture
def known(luna: Reverie) -> Reverie:
    luna.meet("Ada").say("My favorite food is ramen.")
    luna.meet("Ben").say("My favorite food is herring.")
    return luna


def test_a_token_and_a_key_for_one_person_reach_that_person(known: Reverie) -> None:
    ada, ben = known.find("Ada"), known.find("Ben")
    reading = bearer(known.keys.create("reader", Scope.READ, person=ben)[1])
    with serving(known) as url:
        hers, offered = asyncio.run(found(url, bearer(token(sub=ada.id))))
        his, fewer = asyncio.run(found(url, reading))
    assert ("ramen" in hers, "herring" in hers) == (True, False)
    assert ("ramen" in his, "herring" in his) == (False, True)
    assert "memory_add" in offered
    assert "memory_add" not in fewer


def test_nobody_else_comes_in(known: Reverie) -> None:
    everybody = bearer(known.keys.create("app", Scope.ADMIN)[1])
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    with serving(known) as url:
        answers = [httpx2.post(url, json=call, headers=headers) for headers in ({}, bearer("rk_no"), everybody)]
    assert [answer.status_code for answer in answers] == [401, 401, 403]
    assert all(answer.headers["content-type"] == "application/problem+json" for answer in answers)
    assert "one person" in answers[2].json()["detail"]


def test_whoever_sits_at_the_machine_speaks_for_the_person_of_the_setting(known: Reverie) -> None:
    with serving(known, local=True, person="Ada") as url:
        assert "ramen" in asyncio.run(found(url, {}))[0]
    with serving(known, local=True) as url:
        answer = httpx2.post(url, json={"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
    assert (answer.status_code, "mcp.person" in answer.json()["detail"]) == (403, True)


def test_figures_tell_its_path(known: Reverie) -> None:
    ada, admin = (
        known.keys.create(name, scope, person=person)[1]
        for name, scope, person in [("ada", Scope.WRITE, known.find("Ada")), ("admin", Scope.ADMIN, None)]
    )
    with serving(known) as url:
        asyncio.run(found(url, bearer(ada)))
        figures = httpx2.get(url.replace("/mcp", "/metrics"), headers=bearer(admin)).text
    assert 'route="/mcp",status="200"' in figures
    assert 'route="none",status="200"' not in figures
