"""The same request again: done once, answered twice."""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine, Iterator
from datetime import timedelta
from functools import partial
from types import SimpleNamespace

import anyio
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from starlette.types import Message, Receive, Scope, Send
from tests.surface.server.conftest import ADDRESS, House

import reverie
from reverie import Reverie
from reverie.errors import StoreLost
from reverie.records.users import User
from reverie.removal.message_deletion import reword
from reverie.server.access.idempotency import Once, Replays
from reverie.server.application import application
from reverie.server.problem_details import HttpProblem
from reverie.settings_sections import ServerSettings
from reverie.store.schema import requests

ADA = "/v1/people/Ada"


def test_a_post_with_a_key_is_done_once(client: TestClient, luna: Reverie) -> None:
    luna.meet("Ada")
    body, key = {"text": "I passed my exam!"}, {"Idempotency-Key": "one"}
    first, second = (client.post(f"{ADA}/messages", json=body, headers=key) for _ in range(2))
    assert first.json() == second.json()
    assert ("idempotent-replayed" in first.headers, second.headers["idempotent-replayed"]) == (False, "true")
    assert len(luna.find("Ada").messages()) == 1
    assert client.post(f"{ADA}/messages", json=body, headers={"Idempotency-Key": "two"}).status_code == 200
    assert len(luna.find("Ada").messages()) == 2
    other = client.post(f"{ADA}/messages", json={"text": "Something else."}, headers=key)
    assert (other.status_code, other.json()["type"]) == (422, "urn:reverie:problem:key-reused")
    assert client.post(f"{ADA}/messages", json=body, headers={"Idempotency-Key": "x" * 256}).status_code == 400


def test_keys_of_two_callers_are_two(house: House) -> None:
    for person in (house.ada, house.ben):
        headers = {**house.token(person), "Idempotency-Key": "one"}
        said = house.client.post("/v1/people/me/messages", json={"text": "Hello."}, headers=headers)
        assert said.json()["message"]["speaker"] == person.name


def test_keys_of_two_callers_are_two_turns_of_one_person(house: House) -> None:
    headers = [{**house.key(), "Idempotency-Key": "k" * 255, "X-Reverie-Person": "Ada"} for _ in range(2)]
    asked = [{"messages": [{"role": "user", "content": text}]} for text in ("I live in Lyon.", "I have a cat.")]
    told = [
        house.client.post("/v1/chat/completions", headers=one, json=body)
        for one, body in zip(headers, asked, strict=True)
    ]
    assert [one.status_code for one in told] == [200, 200]
    assert [one.text for one in house.ada.messages() if one.speaker == "Ada"] == ["I live in Lyon.", "I have a cat."]


def test_a_header_that_says_who_speaks_is_part_of_a_request(house: House) -> None:
    house.ada.say("My favorite food is ramen.")
    key = {**house.key(), "Idempotency-Key": "one"}
    asked = {"messages": [{"role": "user", "content": "What is my favorite food?"}]}
    told = [
        house.client.post("/v1/chat/completions", headers={**key, "X-Reverie-Person": name}, json=asked)
        for name in ("Ada", "Ben", "Ada")
    ]
    assert [one.status_code for one in told] == [200, 422, 200]
    assert ["ramen" in one.text for one in told] == [True, False, True]


def test_what_failed_is_tried_again(client: TestClient, luna: Reverie) -> None:
    key = {"Idempotency-Key": "one"}
    for _ in range(2):
        assert client.post(f"{ADA}/messages", json={"text": "Hello."}, headers=key).status_code == 404
    luna.meet("Ada")
    assert client.post(f"{ADA}/messages", json={"text": "Hello."}, headers=key).status_code == 200


def test_a_store_that_goes_away_around_an_answer_lets_nothing_be_done_twice(
    client: TestClient, luna: Reverie, monkeypatch: pytest.MonkeyPatch
) -> None:
    luna.meet("Ada")
    key = {"Idempotency-Key": "one"}
    silence, away = luna.news.silence, [True]

    def asked(person: User) -> object:
        if away:
            away.clear()
            raise StoreLost("the database went away")
        return silence(person)

    monkeypatch.setattr(luna.news, "silence", asked)
    assert client.post(f"{ADA}/messages", json={"text": "Hello."}, headers=key).status_code == 200
    assert client.post(f"{ADA}/messages", json={"text": "Hello."}, headers=key).headers["idempotent-replayed"]
    two = {"Idempotency-Key": "two"}
    assert client.post(f"{ADA}/messages", json={"text": "Bye."}, headers=two).status_code == 200
    away.append(True)
    lost = client.post(f"{ADA}/messages", json={"text": "Bye."}, headers=two)
    assert (lost.status_code, lost.json()["type"]) == (503, "urn:reverie:problem:store-lost")
    assert client.post(f"{ADA}/messages", json={"text": "Bye."}, headers=two).headers["idempotent-replayed"]
    assert [one.text for one in luna.find("Ada").messages()] == ["Hello.", "Bye."]


def test_what_a_person_forgets_is_not_answered_again(client: TestClient, luna: Reverie) -> None:
    luna.meet("Ada")
    key, body = {"Idempotency-Key": "one"}, {"text": "My favorite food is ramen."}
    client.post(f"{ADA}/messages", json=body, headers=key)
    gone = client.post(f"{ADA}/memories/forget", json={"what": "ramen"})
    assert gone.json()["messages"][0]["words"] == ["My favorite food is ramen."]
    assert client.app.state.replays._kept == {}  # type: ignore[attr-defined] # the ASGI type knows no state


def test_what_was_answered_to_somebody_whom_another_process_erased_is_not_answered_again(
    client: TestClient, luna: Reverie
) -> None:
    luna.meet("Ada")
    key, body = {"Idempotency-Key": "one"}, {"text": "My favorite food is ramen."}
    assert client.post(f"{ADA}/messages", json=body, headers=key).status_code == 200
    luna.erase(luna.find("Ada"))  # not through this server
    assert client.post(f"{ADA}/messages", json=body, headers=key).status_code == 404


def test_what_was_answered_in_a_group_goes_with_any_of_those_who_are_in_it(client: TestClient, luna: Reverie) -> None:
    ada, ben = luna.meet("Ada"), luna.meet("Ben")
    luna.group("kitchen", [ada, ben]).say(ada, "My boat is called Zanzibar.")
    key, asked = {"Idempotency-Key": "one"}, {"person_id": ben.id, "message": "Hello."}
    told = [client.post("/v1/groups/kitchen/context", json=asked, headers=key) for _ in range(2)]
    assert all("Zanzibar" in one.text for one in told)
    assert "idempotent-replayed" in told[1].headers
    luna.erase(ada)  # not through this server
    after = client.post("/v1/groups/kitchen/context", json=asked, headers=key)
    assert (after.status_code, "Zanzibar" in after.text) == (200, False)


def test_what_the_companion_thinks_of_somebody_is_not_told_again_once_they_are_erased(
    client: TestClient, luna: Reverie
) -> None:
    ada, key = luna.meet("Ada"), {"Idempotency-Key": "one"}
    said = ada.say("I collect stamps.").message
    assert said is not None
    luna.opinions.add("stamps", "Ada of Zanzibar knows her stamps.", occasion=ada.user_model.occasion(said.id))
    told = [client.post("/v1/opinions/search", json={"query": "stamps"}, headers=key) for _ in range(2)]
    assert all("Zanzibar" in one.text for one in told)
    assert "idempotent-replayed" in told[1].headers
    luna.erase(ada)  # not through this server
    assert "Zanzibar" not in client.post("/v1/opinions/search", json={"query": "stamps"}, headers=key).text


@pytest.mark.parametrize("go", ["forget", "unsay", "erase", "reword"])
def test_what_was_forgotten_elsewhere_is_not_answered_again(client: TestClient, luna: Reverie, go: str) -> None:
    ada = luna.meet("Ada")
    key, body = {"Idempotency-Key": "one"}, {"text": "My favorite food is ramen."}
    first = client.post(f"{ADA}/messages", json=body, headers=key).json()
    match go:  # by an assistant, or on the command line
        case "forget":
            ada.forget("ramen")
        case "unsay":
            ada.unsay(first["message"]["id"])
        case "erase":
            luna.erase(ada, message=first["message"]["id"])
        case "reword":
            reword(luna._runtime, ada.id, first["message"]["id"], "I like food.", revision=1)
    again = client.post(f"{ADA}/messages", json=body, headers=key)
    assert "idempotent-replayed" not in again.headers
    assert client.post(f"{ADA}/messages", json=body, headers=key).headers["idempotent-replayed"] == "true"


# -- at another server ---------------------------------------------------------------------------


@pytest.fixture
def other(luna: Reverie) -> Iterator[TestClient]:
    """Another server over the same store, or the same after it was started again: it remembers no answer."""
    with TestClient(application(luna, ServerSettings(), local=True), base_url=ADDRESS) as made:
        yield made


def test_another_server_gives_the_answer_that_was_given(client: TestClient, other: TestClient, luna: Reverie) -> None:
    luna.meet("Ada")
    key, body = {"Idempotency-Key": "one"}, {"text": "My favorite food is ramen."}
    first, again = (server.post(f"{ADA}/messages", json=body, headers=key) for server in (client, other))
    assert (again.status_code, again.content) == (200, first.content)
    assert ("idempotent-replayed" in first.headers, again.headers["idempotent-replayed"]) == (False, "true")
    assert len(luna.find("Ada").messages()) == 1
    reused = other.post(f"{ADA}/messages", json={"text": "Something else."}, headers={"Idempotency-Key": "two"})
    assert reused.status_code == 200
    taken = client.post(f"{ADA}/messages", json=body, headers={"Idempotency-Key": "two"})
    assert (taken.status_code, taken.json()["type"]) == (422, "urn:reverie:problem:key-reused")
    assert len(luna.find("Ada").messages()) == 2


def test_the_server_of_another_companion_answers_for_itself(client: TestClient, luna: Reverie) -> None:
    luna.meet("Ada")
    key, body = {"Idempotency-Key": "one"}, {"text": "Who is there?"}
    with (
        reverie.open("luna.db", companion="Kai", embedder="none") as kai,
        TestClient(application(kai, ServerSettings(), local=True), base_url=ADDRESS) as other,
    ):
        told = [
            server.post(f"{ADA}/{verb}", json=body, headers=key)
            for verb in ("turns", "messages")
            for server in (client, other)
        ]
    assert ["idempotent-replayed" in one.headers for one in told] == [False] * 4
    assert [one.speaker for one in luna.find("Ada").messages()] == ["Ada", "Luna", "Ada", "Kai"]


def test_what_was_begun_by_a_server_that_is_gone_is_not_done_twice(
    client: TestClient, other: TestClient, luna: Reverie, monkeypatch: pytest.MonkeyPatch
) -> None:
    luna.meet("Ada")
    key, body = {"Idempotency-Key": "one"}, {"what": "pizza"}
    monkeypatch.setattr(luna.requests, "answered", lambda doing, answer: None)  # it was killed before that
    said = {"text": "My favorite food is pizza."}
    assert client.post(f"{ADA}/messages", json=said, headers=key).status_code == 200
    under_way = other.post(f"{ADA}/messages", json=said, headers=key)
    assert (under_way.status_code, under_way.json()["type"]) == (409, "urn:reverie:problem:in-progress")
    assert under_way.headers["retry-after"] == "1"
    monkeypatch.setattr("reverie.server.access.idempotency._UNDER_WAY", timedelta(0))
    gone = other.post(f"{ADA}/messages", json=said, headers=key)
    assert (gone.status_code, gone.json()["type"]) == (409, "urn:reverie:problem:done-before")
    assert len(luna.find("Ada").messages()) == 1
    assert other.post(f"{ADA}/memories/forget", json=body, headers={"Idempotency-Key": "two"}).status_code == 200


def test_what_a_person_forgets_is_kept_in_no_answer(client: TestClient, other: TestClient, luna: Reverie) -> None:
    ada = luna.meet("Ada")
    key, body = {"Idempotency-Key": "one"}, {"text": "My favorite food is ramen."}
    client.post(f"{ADA}/messages", json=body, headers=key)

    def kept() -> list[bytes]:
        with luna._runtime.store.reading() as session:
            return [one for one in session.connection.execute(select(requests.c.answer)).scalars() if one is not None]

    assert b"ramen" in kept()[0]
    ada.forget("ramen")
    assert kept() == []
    assert "idempotent-replayed" not in other.post(f"{ADA}/messages", json=body, headers=key).headers


def test_what_failed_after_it_wrote_something_is_tried_again_elsewhere(
    client: TestClient, other: TestClient, luna: Reverie, monkeypatch: pytest.MonkeyPatch
) -> None:
    luna.meet("Ada")
    key, body = {"Idempotency-Key": "one"}, {"text": "My favorite food is ramen."}
    with monkeypatch.context() as broken:
        broken.setattr("reverie.shapes.memories.said", _lost)
        assert client.post(f"{ADA}/messages", json=body, headers=key).status_code == 503
    assert other.post(f"{ADA}/messages", json=body, headers=key).status_code == 200


def test_a_turn_under_a_key_is_taken_once_by_both(client: TestClient, other: TestClient, luna: Reverie) -> None:
    luna.meet("Ada")
    asked = {"text": "What do I like?"}
    told = [one.post(f"{ADA}/turns", json=asked, headers={"Idempotency-Key": "k" * 255}) for one in (client, other)]
    assert [one.status_code for one in told] == [200, 200]
    assert told[0].json()["reply"] == told[1].json()["reply"]
    assert [one.text for one in luna.find("Ada").messages()].count("What do I like?") == 1


def _lost(*_given: object) -> object:
    raise StoreLost("the database went away")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def _answer(text: bytes) -> tuple[dict[str, object], ...]:
    return ({"type": "http.response.start", "status": 200, "headers": []}, {"type": "http.response.body", "body": text})


def test_an_answer_is_kept_for_a_day(clock: Clock) -> None:
    replays = Replays(clock)
    assert replays.begin("app", "one", b"request") is None
    replays.end("app", "one", _answer(b"done"))
    clock.now = 24 * 60 * 60 - 1
    assert replays.begin("app", "one", b"request") == _answer(b"done")
    clock.now += 2
    assert replays.begin("app", "one", b"request") is None


def test_a_request_that_is_being_done_is_not_done_beside_it() -> None:
    replays = Replays()
    replays.begin("app", "one", b"request")
    with pytest.raises(HttpProblem, match="being done"):
        replays.begin("app", "one", b"request")
    replays.end("app", "one")  # it failed: it may be tried again
    assert replays.begin("app", "one", b"request") is None


def test_one_of_many_at_once_is_done() -> None:
    replays, begun = Replays(), list[object]()

    def attempt(note: Callable[[object], None] = begun.append) -> None:
        try:
            note(replays.begin("app", "one", b"request"))
        except HttpProblem:
            note("waits")

    threads = [threading.Thread(target=attempt) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(str, begun)) == ["None", *["waits"] * 15]


async def _answering(scope: Scope, receive: Receive, send: Send) -> None:
    for message in _answer(b"done"):
        await send(message)


def _asked(once: Once, sends: Send) -> Coroutine[object, object, None]:
    """A POST with a key, straight to the layer: what is sent is seen the moment it is."""

    async def body() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    state = {"caller": SimpleNamespace(name="app"), "request_id": "one"}
    scope = {"type": "http", "method": "POST", "raw_path": b"/v1/people", "query_string": b"", "state": state}
    return once({**scope, "headers": [(b"idempotency-key", b"one")]}, body, sends)


def test_who_has_read_an_answer_can_ask_again_at_once(luna: Reverie) -> None:
    once = Once(_answering, Replays(), lambda person_id: None, luna.requests, luna.companion.id)
    first, again = list[Message](), list[Message]()

    async def seen(message: Message) -> None:
        first.append(message)
        if message["type"] == "http.response.body":
            await _asked(once, noted)  # before the server has come back from sending it

    async def noted(message: Message) -> None:
        again.append(message)

    anyio.run(_asked, once, seen)
    assert (again[0]["status"], again[1]["body"]) == (200, b"done")
    assert (b"idempotent-replayed", b"true") in again[0]["headers"]


@pytest.mark.parametrize("fails", [False, True])
def test_a_repeat_waits_for_what_is_being_done(luna: Reverie, fails: bool) -> None:
    done = list[int]()
    answers = (list[Message](), list[Message]())

    async def both() -> None:
        going_on = anyio.Event()

        async def slow(scope: Scope, receive: Receive, send: Send) -> None:
            done.append(1)
            await going_on.wait()
            status = 503 if fails and len(done) == 1 else 200
            await send({"type": "http.response.start", "status": status, "headers": []})
            await send({"type": "http.response.body", "body": b"done"})

        async def noting(message: Message, into: list[Message]) -> None:
            into.append(message)

        once = Once(slow, Replays(), lambda person_id: None, luna.requests, luna.companion.id)
        async with anyio.create_task_group() as tasks:
            for answer in answers:
                tasks.start_soon(_asked, once, partial(noting, into=answer))
            await anyio.wait_all_tasks_blocked()
            going_on.set()

    anyio.run(both)
    assert [answer[0]["status"] for answer in answers] == ([503, 200] if fails else [200, 200])
    assert len(done) == (2 if fails else 1)  # what failed is done by who waited


def test_what_is_being_done_while_somebody_forgets_is_not_kept_and_not_done_beside_it() -> None:
    replays = Replays()
    replays.begin("app", "one", b"request")
    replays.forget("ada")
    with pytest.raises(HttpProblem, match="being done"):
        replays.begin("app", "one", b"request")
    replays.end("app", "one", _answer(b"words that may be forgotten"), ("ada",))
    assert replays.begin("app", "one", b"request") is None


def test_answers_do_not_pile_up() -> None:
    replays = Replays()
    for number in range(200):
        replays.begin("app", str(number), b"request")
        replays.end("app", str(number), _answer(b"x" * 1_000_000), ("ada",))
    assert replays._bytes <= 66 * 1024 * 1024
    assert replays.begin("app", "199", b"request") is not None
    assert replays.begin("app", "0", b"request") is None
    replays.forget("ada")
    assert replays._bytes == 0
