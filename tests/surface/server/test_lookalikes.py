"""Nobody is offered another's memory, however alike their names and ids are, in any surface.

A hundred pairs are made by rule. The first of a pair tells a secret; the second says hey and yes, and asks what is
known of them. The secret may come back nowhere, and neither may the first one's name.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from fastapi import FastAPI
from mcp import Client
from tests.surface.server.chatting import House as ChatHouse
from tests.surface.server.conftest import ADDRESS, bearer, token
from typer.testing import CliRunner

import reverie
from reverie import Reverie
from reverie.cli.commands import app as command_line
from reverie.config import Config
from reverie.mcp.server import MemoryServer, Offer, Speaker
from reverie.records.users import Scope, folded
from reverie.server.application import application
from reverie.settings_sections import ServerSettings

PEOPLE = (
    "mariana silva", "Sofia Marques", "marko", "José García", "Katherine Johnson", "ana", "William Hart", "Łukasz",
    "Nguyen Thi Mai", "o'brien", "sofia.m@mail.example", "ana@x.example", "user_10442", "aB3xQ9", "+351 912 345 678",
    "5e1f6f8a-0b8c-4c5e-9d0a-1f2b3c4d5e6f", "anna.k", "jon#1815", "guest-7", "Zoë",
)  # fmt: skip


def _slip(who: str) -> str:
    """Two neighbours in each other's place."""
    place = next(i for i in range(1, len(who) - 1) if who[i].isalnum() and who[i] != who[i + 1])
    return who[:place] + who[place + 1] + who[place] + who[place + 2 :]


LOOK_ALIKE: tuple[Callable[[str], str], ...] = (
    lambda who: who.swapcase() if who.swapcase() != who else who + "0",
    _slip,
    lambda who: who.replace("o", "ó", 1) if "o" in who else who.replace("a", "á", 1) if "a" in who else who + "1",
    lambda who: who.split("@")[0].split()[0] + (" Pereira" if "@" not in who else "@other.example"),
    lambda who: who[:-1] + chr(ord(who[-1]) ^ 1),
)
"""Another case, a slip of the fingers, an accent, the first part alone, and a last character of its own."""

PAIRS = [(who, other(who)) for who in PEOPLE for other in LOOK_ALIKE]
TOLD = ("hey", "yes", "yes, that's me", "what do you know about me?", "Yes please, tell me about myself")

Says = Callable[[str, str], str]
"""Says something as somebody; gives all that comes back."""


def walked(says: Says, pairs: list[tuple[str, str]]) -> None:
    """Every first tells a secret, then every second tries to be them."""
    for place, (first, _second) in enumerate(pairs):
        says(f"{first}", f"My favorite food is zanzi{place:03}bar.")
    for first, second in pairs:
        for text in TOLD:
            came = says(second, text)
            assert "zanzi" not in came, (first, second, text, came)
            assert first not in came or first in second, (first, second, text, came)


def test_there_are_a_hundred_pairs_and_none_is_one() -> None:
    assert len(PAIRS) == 100
    assert all(first != second for first, second in PAIRS)


@pytest.fixture(params=["never", "vouched"])
def luna(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Reverie]:
    """Nobody is asked, or whoever has a like name is."""
    config = Config(identity=request.param)
    with reverie.open(":memory:", companion="Luna", embedder="none", config=config) as opened:
        yield opened


class Direct(httpx2.BaseTransport):
    """Answers a request where it is sent. FastAPI's client has a thread for it, and goes there eight times for each."""

    def __init__(self, app: FastAPI, loop: asyncio.Runner) -> None:
        self._app = httpx2.ASGITransport(app)
        self._loop = loop

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        return self._loop.run(self._answered(request))

    async def _answered(self, request: httpx2.Request) -> httpx2.Response:
        answer = await self._app.handle_async_request(request)
        assert isinstance(answer.stream, httpx2.AsyncByteStream)
        body = b"".join([part async for part in answer.stream])
        return httpx2.Response(answer.status_code, headers=answer.headers, stream=httpx2.ByteStream(body))


@pytest.fixture
def client(luna: Reverie) -> Iterator[httpx2.Client]:
    app = application(luna, ServerSettings(requests_per_minute=1_000_000))
    headers = bearer(luna.keys.create("app", Scope.WRITE)[1])
    running = AsyncExitStack()
    with asyncio.Runner() as loop:
        loop.run(running.enter_async_context(app.router.lifespan_context(app)))
        with httpx2.Client(transport=Direct(app, loop), base_url=ADDRESS, headers=headers) as made:
            yield made
        loop.run(running.aclose())


@pytest.mark.parametrize("way", ["name", "account"])
def test_in_the_library(luna: Reverie, way: str) -> None:
    def says(who: str, text: str) -> str:
        person = luna.meet(who, exact=True) if way == "name" else luna.meet("Ana", account=("app", who))
        said = person.say(text)
        return f"{said.reply} {person.confirmation and person.confirmation.question} {person.context(text)}"

    walked(says, PAIRS)


def test_over_http(client: httpx2.Client) -> None:
    def says(who: str, text: str) -> str:
        card = client.post("/v1/people", json={"name": who}).json()
        place = f"/v1/people/{card['person']['id']}"
        said = client.post(f"{place}/messages", json={"text": text})
        assert said.status_code == 200, said.text
        context = client.post(f"{place}/context", json={"message": text})
        asked = (card["confirmation"] or {}).get("question", "")
        return " ".join([said.json()["reply"] or "", asked, context.text])

    walked(says, PAIRS)


def test_a_name_in_a_path_is_exact(client: httpx2.Client) -> None:
    for first, _second in PAIRS:
        client.post("/v1/people", json={"name": first})
    known = set(PEOPLE)
    for _first, second in PAIRS:
        found = client.get(f"/v1/people/{quote(second, safe='')}")
        assert found.status_code == 404 or second in known, found.text


def test_through_chat_completions(client: httpx2.Client) -> None:
    def says(who: str, text: str) -> str:
        body = {"model": "reverie", "user": who, "messages": [{"role": "user", "content": text}]}
        answer = client.post("/v1/chat/completions", json=body)
        if answer.status_code == 404:  # an id of ours that nobody has
            return answer.text
        assert answer.status_code == 200, answer.text
        return str(answer.json()["choices"][0]["message"]["content"])

    walked(says, PAIRS)


@pytest.mark.parametrize("luna", ["never"], indirect=True)
def test_over_mcp(luna: Reverie) -> None:
    async def asked(who: str, text: str) -> str:
        server = MemoryServer(luna, lambda _: Speaker(person=luna.meet(who, exact=True)), Offer(full=True, own=True))
        async with Client(server, mode="legacy") as there:
            found = await there.call_tool("memory_search", {"query": text})
            return str(found)

    def says(who: str, text: str) -> str:
        luna.meet(who, exact=True).say(text)
        return asyncio.run(asked(who, "favorite food"))

    walked(says, PAIRS[::7])


def test_in_the_live_chat(tmp_path: Path) -> None:
    house = ChatHouse(folder=tmp_path, guarded=True)
    house.start()
    try:

        def says(who: str, text: str) -> str:
            person = house.luna.meet(who, exact=True)
            chat = house.chat(person.id, headers=bearer(token(sub=person.id)))
            came: list[Any] = [chat.next(), *chat.say(text)]
            chat.socket.close()
            return json.dumps(came)

        walked(says, PAIRS[::9])
    finally:
        house.stop()


def test_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a name is what somebody types, case and accents are no difference; ids are exact."""
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    runner = CliRunner()

    def says(who: str, text: str) -> str:
        with reverie.open() as luna:  # a name like a known one is refused as a slip until it is added
            if not any(who in (one.name, one.id) for one in luna.people()):
                luna.directory.add(who)
        said = runner.invoke(command_line, ["say", "--json", "--", who, text])
        assert said.exit_code == 0, said.output
        context = runner.invoke(command_line, ["context", "--json", "--", who, text])
        return f"{json.loads(said.stdout)['reply']} {context.stdout}"

    walked(says, [(first, second) for first, second in PAIRS if folded(first) != folded(second)][::9])


# -- who vouches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("luna", ["vouched"], indirect=True)
def test_a_guest_is_confirmed_by_the_application_or_by_the_person(luna: Reverie, client: httpx2.Client) -> None:
    known = client.post("/v1/people", json={"name": "Mariana Silva"}).json()["person"]["id"]
    hers = bearer(luna.keys.create("hers", Scope.WRITE, person=luna.find(known))[1])
    for name in ("Mariana", "Marianna Silva"):
        guest = client.post("/v1/people", json={"name": name}).json()
        assert "Silva" not in guest["confirmation"]["question"]
        place = f"/v1/people/{guest['person']['id']}"
        assert client.post(f"{place}/messages", json={"text": "yes"}).json()["identified"] is None
        headers = dict(client.headers) if name == "Mariana" else hers
        body = {"guest": guest["person"]["id"]}
        event = client.post(f"/v1/people/{known}/confirm", json=body, headers=headers)
        assert event.json() == {"name": "Mariana Silva", "user_id": known, "new": False}
        assert client.get(place).json()["person"]["id"] == known


@pytest.mark.parametrize("luna", ["vouched"], indirect=True)
def test_nobody_takes_a_guest_who_did_not_say_they_are_them(luna: Reverie, client: httpx2.Client) -> None:
    eve = luna.meet("Eve")
    luna.meet("Mariana Silva").say("I like jazz.")
    guest = luna.meet("Mariana")
    guest.say("yes")
    hers = bearer(luna.keys.create("eve", Scope.WRITE, person=eve)[1])
    answers = [
        client.post("/v1/people/me/confirm", json={"guest": who}, headers=hers)
        for who in (guest.id, "nobody", "Mariana Silva")
    ]
    assert [one.status_code for one in answers] == [404] * 3
    assert len({one.json()["detail"] for one in answers}) == 1


def test_no_server_takes_a_yes_for_enough(tmp_path: Path) -> None:
    config = Config(identity="household")
    with (
        reverie.open(tmp_path / "luna.db", embedder="none", config=config) as luna,
        pytest.raises(reverie.ConfigError, match="REVERIE_IDENTITY"),
    ):
        application(luna, ServerSettings())


@pytest.mark.parametrize("luna", ["never"], indirect=True)
def test_nobody_takes_the_name_that_an_application_knows_another_by(luna: Reverie, client: httpx2.Client) -> None:
    eve = client.post("/v1/people", json={"name": "eve_1"}).json()["person"]["id"]
    hers = bearer(luna.keys.create("eve", Scope.WRITE, person=luna.find(eve))[1])
    shown = client.get("/v1/people/me/profile", headers=hers).json()
    tried = [
        client.patch("/v1/people/me", json={"name": "victim_7"}, headers=hers),
        client.put("/v1/people/me/profile", json={"yaml": "display_name: victim_7\n"}, headers=hers),
        client.patch("/v1/people/me/profile", json={"field": "display_name", "value": "victim_7"}, headers=hers),
        client.put(
            "/v1/people/me/profile/fields",
            json={"shown": {"display_name": "eve_1"}, "wanted": {"display_name": "victim_7"}},
            headers=hers,
        ),
    ]
    assert [one.status_code for one in tried] == [403] * 4, (shown, [one.text for one in tried])
    assert client.patch("/v1/people/me", json={"nickname": "Evie"}, headers=hers).status_code == 200
    assert luna.find(eve).name == "eve_1"


@pytest.mark.parametrize("luna", ["never"], indirect=True)
def test_an_account_of_a_platform_is_not_the_bare_id(luna: Reverie, client: httpx2.Client) -> None:
    def says(who: str, text: str) -> str:
        body = {"model": "reverie", "user": who, "messages": [{"role": "user", "content": text}]}
        return str(client.post("/v1/chat/completions", json=body).json())

    says("slack:ana", "My favorite food is zanzibar.")
    for who in ("ana", "discord:ana", "slack:Ana"):
        assert "zanzi" not in says(who, "what do you know about me?")
    assert "zanzi" in says("slack:ana", "what do you know about me?")
    assert "zanzi" not in says("ana", "what is my favorite food?")
