"""A group through OpenAI's protocol: what one of five told alone is never sent to a model that all of them hear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

import httpx2
import openai
import pytest
from tests.service.scripted_server import completion
from tests.surface.server.conftest import bearer, token
from tests.surface.server.relaying import Place, relaying, said

NAMES = ("Ada", "Ben", "Cem", "Dora", "Zoë")
ALONE = {name: f"quill{name[:2].casefold()}feather" for name in NAMES}
HEALTH = {name: f"zorb{name[:2].casefold()}nut" for name in NAMES}
HEARD = {name: f"mire{name[:2].casefold()}stone" for name in NAMES}
ASKED = "What is my favorite food, what am I allergic to, and what is my favorite color?"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with relaying(tmp_path_factory.mktemp("groups")) as made:
        client = made.client()
        for name in NAMES:
            for text in (f"My favorite food is {ALONE[name]}.", f"I am allergic to {HEALTH[name]}."):
                client.chat.completions.create(model="reverie", user=name, messages=said(text))
        yield made


@pytest.fixture
def place(running: Place) -> Iterator[Place]:
    with running.cleared():
        yield running


def headers(group: str, present: Sequence[str] | None = None) -> dict[str, str]:
    there = {} if present is None else {"X-Reverie-Present": ", ".join(map(quote, present))}
    return {"X-Reverie-Group": quote(group), **there}


def ask(place: Place, who: str, text: str, group: str, present: Sequence[str] | None = None, **more: Any) -> str:
    """Say something in a group; give all that the model was sent for it."""
    client, before = place.client(), len(place.upstream.asked)
    given = {"model": "reverie", "messages": said(text), "extra_headers": headers(group, present), **more}
    client.chat.completions.create(user=who, **given)
    return repr([one.body["messages"] for one in place.upstream.asked[before:]])


def together(place: Place, group: str) -> None:
    """All five are there, and each of them says something."""
    for name in NAMES:
        ask(place, name, f"My favorite color is {HEARD[name]}.", group, NAMES)


def canaries(sent: str) -> list[str]:
    return [word for words in (ALONE, HEALTH) for word in words.values() if word in sent.casefold()]


def test_a_model_is_sent_who_is_there_and_what_all_heard_and_nothing_told_alone(place: Place) -> None:
    together(place, "the kitchen")
    for name in NAMES:
        sent = ask(place, name, ASKED, "the kitchen")
        assert canaries(sent) == []
        assert f"You are talking to {name}. Also here, and hearing what you say: " in sent
        assert f"{name}: My favorite color is {HEARD[name]}." in sent
        assert sent.count(ASKED) == 1
    client = place.client()  # what is looked for is there
    client.chat.completions.create(model="reverie", user="Ada", messages=said(ASKED))
    assert canaries(repr(place.upstream.asked[-1].body)) == [ALONE["Ada"], HEALTH["Ada"]]


def test_an_answer_in_pieces_and_a_response_hold_to_it_too(place: Place) -> None:
    together(place, "porch")
    place.upstream.asked.clear()
    client, more = place.client(), headers("porch")
    response = client.responses.create(model="reverie", user="Ben", input=ASKED, extra_headers=more)
    assert response.output_text == "Hello."
    [asked] = place.upstream.asked
    assert canaries(repr(asked.body)) == []
    assert f"Ada: My favorite color is {HEARD['Ada']}." in repr(asked.body)


def test_who_is_there_is_what_the_program_says_with_each_message(place: Place) -> None:
    ask(place, "Ada", "My plan is called Pomegranate.", "garden", ["Ben"])
    assert "Pomegranate" in ask(place, "Ben", "What is the plan?", "garden", ["Ada"])
    sent = ask(place, "Cem", "What is the plan?", "garden", ["Ada", "Ben"])
    assert "Pomegranate" not in sent
    assert "hearing what you say: Ada and Ben." in sent
    assert "Pomegranate" in ask(place, "Ben", "And now?", "garden", ["Ada"])
    sent = ask(place, "Ben", "And who is here?", "garden", [""])
    assert "Also here" not in sent
    members = place.get("/v1/groups/garden")["members"]
    assert [one["user"]["name"] for one in members if one["is_present"]] == ["Ben"]


def test_what_a_person_opened_is_told_where_they_speak(place: Place) -> None:
    ask(place, "Dora", "Hello, everybody.", "attic", NAMES)
    url = f"{place.url}/v1/people/Dora/settings"
    httpx2.patch(url, headers=bearer(place.key), json={"told_in_company": ["preference"]}).raise_for_status()
    assert canaries(ask(place, "Dora", ASKED, "attic")) == [ALONE["Dora"]]
    assert canaries(ask(place, "Cem", ASKED, "attic")) == []
    httpx2.patch(url, headers=bearer(place.key), json={"told_in_company": []}).raise_for_status()


def test_a_history_of_its_own_is_passed_on_and_the_thread_left_out(place: Place) -> None:
    ask(place, "Ada", "My boat is called Zanzibar.", "harbor", ["Ben"])
    history = [*said("Ada: My boat is called Zanzibar."), {"role": "assistant", "content": "Nice."}, *said("And mine?")]
    sent = ask(place, "Ben", "", "harbor", messages=history)
    assert sent.count("Zanzibar") == 1
    assert "Also here, and hearing what you say: Ada." in sent


def test_what_is_said_stands_in_the_thread_with_its_reply_and_off_the_record_nowhere(place: Place) -> None:
    place.answers(completion("Aye."))
    ask(place, "Ada", "My boat is called Zanzibar.", "pier", ["Ben"])
    client = place.client()
    passing = {**headers("pier"), "X-Reverie-Record": "off"}
    client.chat.completions.create(model="reverie", user="Ben", messages=said("Psst: Orchid."), extra_headers=passing)
    assert "Zanzibar" in repr(place.upstream.asked[-1].body)
    thread = place.get("/v1/groups/pier/messages")
    assert [(one["role"], one["text"]) for one in thread] == [
        ("user", "My boat is called Zanzibar."),
        ("assistant", "Aye."),
    ]
    assert "Orchid" not in repr(place.messages("Ben"))


def test_a_request_is_done_once_under_its_key(place: Place) -> None:
    client, more = place.client(), {**headers("pantry", ["Ben"]), "Idempotency-Key": "pantry-1"}
    for _twice in range(2):
        client.chat.completions.create(model="reverie", user="Ada", messages=said("It is late."), extra_headers=more)
    assert len(place.upstream.asked) == 1
    assert [one["text"] for one in place.get("/v1/groups/pantry/messages")] == ["It is late.", "Hello."]


def test_a_group_is_for_the_keys_of_an_application(place: Place) -> None:
    ask(place, "Ada", "Hello, everybody.", "cellar", ["Ben"])
    ben = place.get("/v1/people/Ben")["person"]["id"]
    own = place.client(token(sub=ben))
    for group in ("cellar", "nowhere"):
        with pytest.raises(openai.PermissionDeniedError) as refused:
            own.chat.completions.create(model="reverie", messages=said("And I?"), extra_headers=headers(group))
        assert refused.value.code == "limited"
    client = place.client()
    with pytest.raises(openai.BadRequestError, match="X-Reverie-Group"):
        client.chat.completions.create(
            model="reverie", user="Ada", messages=said("Hi!"), extra_headers={"X-Reverie-Present": "Ben"}
        )
    with pytest.raises(openai.UnprocessableEntityError):
        client.chat.completions.create(model="reverie", user="Ada", messages=said("Hi!"), extra_headers=headers(" "))
    assert [one["text"] for one in place.get("/v1/groups/cellar/messages")] == ["Hello, everybody.", "Hello."]
