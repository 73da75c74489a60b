"""Open WebUI's headers say who speaks and in which chat, from whoever may vouch for people, and from nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from tests.surface.server.conftest import ADDRESS, bearer

from reverie import Reverie
from reverie.server.application import application
from reverie.settings_sections import ServerSettings

CANARY = "Quillfeather"


@pytest.fixture
def server(luna: Reverie) -> Iterator[TestClient]:
    with TestClient(application(luna, ServerSettings()), base_url=ADDRESS) as server:
        yield server


@pytest.fixture
def app(luna: Reverie) -> dict[str, str]:
    return bearer(luna.keys.create("open webui", "write")[1])


def forwarded(user: str, name: str = "", chat: str = "") -> dict[str, str]:
    sent = {"X-OpenWebUI-User-Id": user, "X-OpenWebUI-User-Name": name, "X-OpenWebUI-Chat-Id": chat}
    return {header: value for header, value in sent.items() if value}


def ask(server: TestClient, headers: dict[str, str], text: str, **more: Any) -> Any:
    body = {"messages": [{"role": "user", "content": text}], **more}
    return server.post("/v1/chat/completions", headers=headers, json=body)


def answer(server: TestClient, headers: dict[str, str], text: str) -> str:
    content: str = ask(server, headers, text).raise_for_status().json()["choices"][0]["message"]["content"]
    return content


def test_people_and_chats_of_one_key_stay_apart(server: TestClient, luna: Reverie, app: dict[str, str]) -> None:
    luna.meet("Ada L.").say("My cat is called Mowgli.")
    ada, bo = app | forwarded("u-1", "Ada%20L.", "c-1"), app | forwarded("u-2", "Ada%20L.", "c-1")
    answer(server, ada, f"My cat is called {CANARY}.")
    answer(server, bo, "My cat is called Miso.")
    answer(server, ada | forwarded("u-1", "Ada%20L.", "c-2"), "I live in Lyon.")
    answer(server, ada, "I like tea.")
    assert CANARY in answer(server, ada, "What is my cat called?")
    told = answer(server, bo, "What is my cat called?")
    assert "Miso" in told
    assert CANARY not in told
    assert "Mowgli" not in told + answer(server, app | forwarded("u-3", "Ada L."), "What is my cat called?")
    first, second = luna.find("openwebui:u-1", exact=True), luna.find("openwebui:u-2", exact=True)
    assert (first.name, second.name) == ("Ada L.", "Ada L.")
    assert first.id != second.id
    chats = {one.external_id: one.id for one in first.conversations.all()}
    assert list(chats) == ["openwebui:c-1", "openwebui:c-2"]
    said = [one.text for one in first.messages(conversation=chats["openwebui:c-1"]) if one.role.value == "user"]
    assert said == [f"My cat is called {CANARY}.", "I like tea.", "What is my cat called?"]
    assert len(first.messages(conversation=chats["openwebui:c-2"])) == 2


def test_an_answer_that_is_kept_is_of_one_person_and_chat(server: TestClient, app: dict[str, str]) -> None:
    key = app | {"Idempotency-Key": "one"}
    answer(server, app | forwarded("u-1", "Ada"), f"My cat is called {CANARY}.")
    told = [
        ask(server, key | forwarded(*of), "What is my cat called?")
        for of in (("u-1", "Ada", "c-1"), ("u-2", "Bo", "c-1"), ("u-1", "Ada", "c-2"), ("u-1", "Ada", "c-1"))
    ]
    assert [one.status_code for one in told] == [200, 422, 422, 200]
    assert [CANARY in one.text for one in told] == [True, False, False, True]
    assert told[-1].headers["idempotent-replayed"] == "true"


def test_a_key_of_one_person_opens_nobody_elses_memory(server: TestClient, luna: Reverie, app: dict[str, str]) -> None:
    answer(server, app | forwarded("u-1", "Ada"), f"My cat is called {CANARY}.")
    bo = luna.meet("Bo")
    own = bearer(luna.keys.create("bo", "write", person=bo)[1])
    assert CANARY not in answer(server, own | forwarded("u-1", "Ada", "c-1"), "What is my cat called?")
    assert [one.text for one in bo.messages()][:1] == ["What is my cat called?"]
    assert [one.external_id for one in bo.conversations.all()] == [None]
    assert len(luna.find("openwebui:u-1", exact=True).messages()) == 2


@pytest.mark.parametrize("named", [{"user": "openwebui:u-1"}, {"safety_identifier": "Ada"}, {"user": "Ada"}])
def test_nobody_speaks_as_somebody_else_in_the_body(
    server: TestClient, luna: Reverie, app: dict[str, str], named: dict[str, str]
) -> None:
    answer(server, app | forwarded("u-1", "Ada"), f"My cat is called {CANARY}.")
    luna.meet("Ada").say(f"My dog is called {CANARY}.")
    refused = ask(server, app | forwarded("u-2", "Bo"), "What is my cat called?", **named)
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "who_speaks")
    assert CANARY not in refused.text
    both = app | forwarded("u-2", "Bo") | {"X-Reverie-Person": "Ada"}
    assert ask(server, both, "What is my cat called?").status_code == 400


@pytest.mark.parametrize("name", ["%21%21", "x" * 300, "4111 1111 1111 1111"])
def test_a_name_that_is_none_keeps_nobody_out(
    server: TestClient, luna: Reverie, app: dict[str, str], name: str
) -> None:
    answer(server, app | forwarded("u-1", "Ada"), f"My cat is called {CANARY}.")
    assert CANARY in answer(server, app | forwarded("u-1", name), "What is my cat called?")
    answer(server, app | forwarded("u-2", name), "My cat is called Miso.")
    assert "Miso" in answer(server, app | forwarded("u-2", "Bo"), "What is my cat called?")
    assert [luna.find(f"openwebui:{id}", exact=True).name for id in ("u-1", "u-2")] == ["Ada", "u-2"]


def test_a_chat_is_named_however_long_its_id_is(server: TestClient, luna: Reverie, app: dict[str, str]) -> None:
    chats = ["c" * 190, "c" * 191, "c" * 192, "c" * 191]
    for chat in chats:
        answer(server, app | forwarded("u-1", "Ada", chat), "I like tea.")
    ada = luna.find("openwebui:u-1", exact=True)
    kept = ada.conversations.all()
    assert kept[0].external_id == f"openwebui:{chats[0]}"
    assert [len(ada.messages(conversation=one.id)) for one in kept] == [2, 4, 2]


def test_off_the_record_nobody_is_met(server: TestClient, luna: Reverie, app: dict[str, str]) -> None:
    quiet = app | forwarded("u-9", "Zoe", "c-1") | {"X-Reverie-Record": "off"}
    assert ask(server, quiet, "Hi!").status_code == 404
    assert ask(server, app | {"X-OpenWebUI-User-Id": " "}, "Hi!", user="Ada").status_code == 400
    answer(server, app | forwarded("u-9", "Zoe"), "Hi!")
    assert ask(server, quiet, "I live in Lyon.").status_code == 200
    zoe = luna.find("openwebui:u-9", exact=True)
    assert [one.text for one in zoe.messages() if one.role.value == "user"] == ["Hi!"]


def test_responses_know_them_too(server: TestClient, luna: Reverie, app: dict[str, str]) -> None:
    told = server.post("/v1/responses", headers=app | forwarded("u-1", "Ada", "c-1"), json={"input": "Hi!"})
    assert told.status_code == 200
    assert [one.external_id for one in luna.find("openwebui:u-1", exact=True).conversations.all()] == ["openwebui:c-1"]
