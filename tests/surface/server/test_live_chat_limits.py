"""Live chat with who may not come in, who talks nonsense, who does not listen, and with many at once."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.surface.server.chatting import House, kinds
from tests.surface.server.conftest import bearer, token
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from reverie.records.users import Scope
from reverie.server.access import jwt_tokens
from reverie.server.live.connections import ChatLimits

CANARY = "Quillfeather"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Callers show who they are, once a test starts it."""
    made = House(folder=tmp_path, guarded=True)
    yield made
    made.stop()


@pytest.fixture
def local(tmp_path: Path) -> Iterator[House]:
    """Whoever sits at the machine is let in."""
    made = House(folder=tmp_path)
    made.start()
    yield made
    made.stop()


def mine(house: House) -> dict[str, str]:
    return bearer(token(sub=house.ada.id))


def test_a_persons_token_reaches_their_own_chat_alone(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "reverie")
    house.start()
    house.ada.say(f"My cat is called {CANARY}.")
    ben = house.luna.meet("Ben")
    theirs = bearer(token(sub=ben.id))
    for who in ("Ada", house.ada.id, "Nobody", "chat:1"):
        code, found = house.chat(who, headers=theirs).ended()
        assert (code, kinds(found), CANARY in str(found)) == (4404, ["problem"], False)
    assert house.chat("me", headers=theirs).next()["messages"] == []
    last = house.ada.messages()[-1]
    assert CANARY not in str(house.chat("me", headers=theirs, after=last.id).next())
    assert CANARY not in str(house.chat("me", headers=theirs, conversation=last.conversation_id).next())
    assert CANARY in str(house.chat("me", headers=mine(house)).next())
    assert CANARY not in caplog.text


def test_who_shows_nothing_good_is_told_so(house: House) -> None:
    house.start()
    for headers in (None, bearer("nothing"), bearer(token(sub=house.ada.id, aud="else"))):
        code, found = house.chat("me", headers=headers).ended()
        assert (code, found[0]["problem"]["status"]) == (4401, 401)
    codes = [house.chat("me").ended()[0] for _ in range(30)]
    assert codes[-1] == 4429  # guesses are counted


def test_a_cookie_opens_it_from_pages_of_its_own_alone(house: House) -> None:
    house.start()
    cookie = {"Cookie": f"reverie_session={token(sub=house.ada.id)}"}
    own = house.url
    assert house.chat("me", headers={**cookie, "Origin": own}).next()["type"] == "welcome"
    for elsewhere in ("https://elsewhere.example", "null"):
        assert house.chat("me", headers={**cookie, "Origin": elsewhere}).ended()[0] == 4403


def test_on_this_machine_no_page_of_elsewhere_is_let_in(local: House) -> None:
    assert local.chat(headers={"Origin": "https://elsewhere.example"}).ended()[0] == 4403
    assert local.chat(headers={"X-Forwarded-For": "192.0.2.1"}).ended()[0] == 4401
    assert local.chat(headers={"Origin": local.url}).next()["type"] == "welcome"


def test_a_key_that_reads_watches_and_says_nothing(house: House) -> None:
    house.start()
    reading = house.chat(headers=bearer(house.luna.keys.create("page", Scope.READ)[1]))
    reading.next()
    problem = reading.say("Hello.", "page-1")[-1]
    assert (problem["ref"], problem["problem"]["status"]) == ("page-1", 403)
    reading.send("stop")
    assert reading.next()["problem"]["status"] == 403
    writing = house.chat("me", headers=mine(house))
    writing.next()
    assert reading.told() == []
    writing.say("Hello.")
    assert reading.until("answered")[0]["message"]["text"] == "Hello."


def test_a_token_that_expires_ends_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jwt_tokens, "_LEEWAY_S", 0)
    house.start()
    short = token(sub=house.ada.id, exp=datetime.now(UTC) + timedelta(seconds=2))
    chat = house.chat("me", headers=bearer(short))
    chat.next()
    code, found = chat.ended()
    assert (code, found[-1]["problem"]["type"]) == (4401, "urn:reverie:problem:unauthenticated")


def test_a_key_that_is_revoked_says_nothing_more(house: House) -> None:
    house.start()
    key, secret = house.luna.keys.create("page", Scope.WRITE)
    chat = house.chat(headers=bearer(secret))
    chat.next()
    house.luna.keys.revoke(key.id)
    chat.send("say", text="Hello.")
    assert chat.ended()[0] == 4401
    assert house.ada.messages() == []


def test_who_is_erased_is_shown_out(local: House) -> None:
    chat = local.chat()
    chat.next()
    local.luna.erase(local.ada)
    assert chat.ended()[0] == 4404


NONSENSE: list[str | bytes] = [
    "",
    "nonsense",
    '{"type": "say", "text": "half',
    "[]",
    "null",
    "7",
    "{}",
    '{"type": 7}',
    '{"type": "shout", "text": "x"}',
    '{"type": "say"}',
    '{"type": "say", "text": ""}',
    '{"type": "say", "text": "   "}',
    '{"type": "say", "text": 7}',
    '{"type": "say", "text": "x", "ref": ""}',
    '{"type": "say", "text": "x", "ref": "  "}',
    json.dumps({"type": "say", "text": "x", "ref": "r" * 201}),
    '{"type": "say", "text": "x", "role": "assistant"}',
    '{"type": "say", "text": "\\ud800 alone"}',
    "[" * 100_000,
    '{"type": ' * 20_000,
    '{"type": "ping", "n": ' + "9" * 5000 + "}",
    b'{"type": "ping"}',
    b"\x00\xff",
]


def test_nonsense_is_told_so_and_loses_nothing(local: House, caplog: pytest.LogCaptureFixture) -> None:
    local.stop()
    local.settings = ChatLimits(frames_per_second=1000)
    local.start()
    chat = local.chat()
    chat.next()
    for frame in NONSENSE:
        chat.socket.send(frame)
        told = chat.next()
        assert told["type"] == "problem", frame
        assert told["problem"]["status"] in (400, 422), frame
        assert "Traceback" not in str(told)
    assert chat.say("I am still here.")[-1]["type"] == "answered"
    assert [message.text for message in local.ada.messages() if message.role == "user"] == ["I am still here."]
    assert "ERROR" not in [record.levelname for record in caplog.records if record.name == "reverie.server"]


@pytest.mark.parametrize(
    ("sent", "codes"),
    [
        # Who is still sending when the other side closes may lose what that said last.
        pytest.param("x" * 10_000_000, (1009, 1006), id="large"),
        pytest.param(b'{"type": "say", "text": "\xff\xfe"}', (1007,), id="utf-8"),
    ],
)
def test_a_frame_that_is_none_ends_it_with_the_protocols_code(
    local: House, sent: str | bytes, codes: tuple[int, ...]
) -> None:
    chat = local.chat()
    chat.next()
    with suppress(ConnectionClosed):  # it is told in the middle of sending
        chat.socket.send(sent, text=True)
    assert chat.ended()[0] in codes
    assert local.chat().next()["messages"] == []


def test_an_id_that_is_too_long_and_a_path_that_is_none(local: House) -> None:
    assert local.chat(after="x" * 400).ended()[0] == 4422
    assert local.chat("x" * 2000).ended()[0] == 4404


def test_too_many_frames_and_too_many_devices_are_refused(local: House) -> None:
    local.stop()
    local.settings = ChatLimits(frames_per_second=5, devices=2)
    local.start()
    first, second = local.chat(), local.chat()
    first.next(), second.next()
    assert local.chat().ended()[0] == 4429
    with suppress(ConnectionClosed):  # it may be let go before the last one
        for _ in range(20):
            first.send("ping")
    assert first.ended()[0] == 4429
    assert second.say("I am still here.")[-1]["type"] == "answered"
    assert local.chat().next()["type"] == "welcome"  # its place is free


def test_who_reads_too_slowly_is_let_go_and_hurts_nobody(local: House) -> None:
    local.stop()
    local.settings = ChatLimits(unsent=8, look_s=0.1)
    local.unread = 20_000
    local.start()
    slow, quick = local.chat(narrow=True), local.chat()
    slow.next(), quick.next()
    much = [f"{number} {'long' * 10_000}" for number in range(30)]
    for text in much:
        local.ada.say(text, role="peer", speaker="A neighbour")
        assert quick.until("message")[-1]["message"]["text"] == text
    assert quick.say("Hello.")[-1]["type"] == "answered"
    code, found = slow.ended()
    assert (code, found[-1]["problem"]["status"]) == (4408, 408)
    had = [frame["message"]["text"] for frame in found if frame["type"] == "message"]
    assert 0 < len(had) < 30
    back = local.chat(after=[frame["message"]["id"] for frame in found if frame["type"] == "message"][-1])
    missed = [message["text"] for message in back.next()["messages"]][:-2]
    assert [*had, *missed] == much


@pytest.mark.parametrize("many", [40, pytest.param(200, marks=pytest.mark.nightly)])
def test_many_at_once_each_get_their_answer(local: House, many: int) -> None:
    local.stop()
    local.settings = ChatLimits(frame_bytes=16_000)
    local.start()
    people = [local.luna.guest().id for _ in range(many)]
    dogs = [f"Rex{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(many)]
    before = threading.active_count()
    answers = asyncio.run(talked(local, people, dogs))
    assert answers == [f"👤 I'll remember: you have a dog named {dog}." for dog in dogs]
    assert threading.active_count() - before <= 20
    assert [len(local.luna.find(who).messages()) for who in people] == [2] * many


async def talked(house: House, people: list[str], dogs: list[str]) -> list[str]:
    """Let everybody connect, and then all say something at once."""
    url = house.url.replace("http", "ws", 1)
    together = asyncio.Barrier(len(people))

    async def one(who: str, dog: str) -> str:
        async with connect(f"{url}/v1/people/{who}/chat", open_timeout=60) as chat:
            await chat.recv()
            await together.wait()
            await chat.send(json.dumps({"type": "say", "text": f"My dog is called {dog}."}))
            while (frame := json.loads(await chat.recv()))["type"] != "answered":
                pass
            return str(frame["text"])

    return await asyncio.gather(*map(one, people, dogs))
