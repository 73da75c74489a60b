"""OpenAI's own client on a real server in a process of its own, before a model's server that says what a test wants."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import openai
import pytest
from fastapi.testclient import TestClient
from openai import OpenAI
from openai.types.chat import ChatCompletionMessageParam
from tests.llm import RealModel
from tests.service.scripted_server import Says, completion, piece, refusal, streamed
from tests.surface.server.conftest import ADDRESS, bearer, token
from tests.surface.server.relaying import Place, relaying, said
from tests.surface.server.test_serving import served

import reverie
from reverie import Reverie
from reverie.app.turns import BROKEN_OFF, Turns
from reverie.server.application import application
from reverie.settings_sections import ServerSettings
from reverie.testing import ScriptedModel

CANARY = "Quillfeather"
TOOLS: Any = [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object", "properties": {}}}}]
CALL = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"in": "Bern"}'}}
TAG = '<record_user_observation category="interest" confidence="0.9">Ada likes clouds</record_user_observation>'


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with relaying(tmp_path_factory.mktemp("openai")) as made:
        yield made


@pytest.fixture
def place(running: Place) -> Iterator[Place]:
    with running.cleared():
        yield running


def test_a_whole_answer_has_memory_and_is_kept(place: Place) -> None:
    client = place.client()
    client.chat.completions.create(model="reverie", user="Ada", messages=said("My favorite food is ramen."))
    place.answers(completion(f"Ramen, of course. {TAG}"))
    history: list[ChatCompletionMessageParam] = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "An older message."},
        {"role": "assistant", "content": "An older answer."},
        {"role": "user", "content": [{"type": "text", "text": "What food do I like?"}]},
    ]
    answer = client.chat.completions.create(
        model="reverie", user="Ada", messages=history, temperature=0.5, seed=7, extra_body={"top_k": 3}
    )
    assert (answer.choices[0].message.content, answer.choices[0].finish_reason) == ("Ramen, of course.", "stop")
    assert answer.usage is not None
    assert answer.usage.total_tokens == 10
    [asked] = place.upstream.asked
    system = asked.body["messages"][0]
    assert system["role"] == "system"
    assert system["content"].startswith("Be brief.\n\n")
    *told, last = asked.body["messages"][1:]
    assert told == history[1:-1]
    assert last["content"][-1] == {"type": "text", "text": "What food do I like?"}
    [memory] = last["content"][:-1]
    assert "Favorite food is ramen." in memory["text"]
    assert {k: v for k, v in asked.body.items() if k != "messages"} == {
        "model": "small",
        "temperature": 0.5,
        "seed": 7,
        "top_k": 3,
    }
    assert asked.key == "Bearer sk-upstream"
    assert place.messages("Ada") == [
        ("user", "My favorite food is ramen."),
        ("assistant", "Hello."),
        ("user", "What food do I like?"),
        ("assistant", "Ramen, of course."),
    ]
    assert "Ada likes clouds" in str(place.get("/v1/people/Ada/observations"))


def test_all_before_the_newest_message_is_what_was_sent_before(place: Place) -> None:
    client, told = place.client(), []
    client.chat.completions.create(model="reverie", user="Cache", messages=said("My favorite food is ramen."))
    place.upstream.asked.clear()
    history: list[ChatCompletionMessageParam] = [{"role": "system", "content": "Be brief."}]
    for text in ("What food do I like?", "And is ramen a soup?", "What was my favorite food again?"):
        history.append({"role": "user", "content": text})
        client.chat.completions.create(model="reverie", user="Cache", messages=history)
        history.append({"role": "assistant", "content": "Hello."})
    for number, asked in enumerate(place.upstream.asked):
        *before, last = asked.body["messages"]
        told.append(before[0]["content"])
        assert before[1:] == history[1 : 1 + 2 * number]
        assert last["content"].endswith(f"\n\n{history[1 + 2 * number]['content']}")
    assert len(set(told)) == 1
    assert any("<memory" in asked.body["messages"][-1]["content"] for asked in place.upstream.asked)
    assert not any("<memory" in text for _role, text in place.messages("Cache"))


def test_an_answer_comes_in_pieces_without_tags_or_thoughts(place: Place) -> None:
    texts = ["<think>She asks", "</think>Clouds", f" are fine.{TAG[:20]}", TAG[20:], " Yes."]
    chunks = [piece(None, role="assistant"), *map(piece, texts), piece(finish="stop")]
    usage = {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}}
    place.answers(streamed(*chunks, usage, "[DONE]"))
    stream = place.client().chat.completions.create(
        model="other", user="chat:7", messages=said("Hi!"), stream=True, stream_options={"include_usage": True}
    )
    got = list(stream)
    words = [one.choices[0].delta.content for one in got if one.choices]
    assert "".join(filter(None, words)) == "Clouds are fine. Yes."
    assert len([word for word in words if word]) > 1
    assert [one.choices[0].finish_reason for one in got if one.choices][-1] == "stop"
    assert got[-1].usage is not None
    assert got[-1].usage.total_tokens == 10
    assert place.upstream.asked[0].body["model"] == "other"
    assert place.upstream.asked[0].body["stream"] is True
    assert place.messages("chat:7") == [("user", "Hi!"), ("assistant", "Clouds are fine. Yes.")]
    assert "Ada likes clouds" in str(place.get("/v1/people/chat:7/observations"))


@pytest.mark.parametrize("whole", [True, False])
def test_the_clients_tools_are_passed_through_and_their_results_say_nothing_again(place: Place, whole: bool) -> None:
    who = f"tools:{whole}"
    client = place.client()
    called = completion(None, "tool_calls", tool_calls=[CALL])
    place.answers(called if whole else streamed(piece(None, tool_calls=[CALL]), piece(finish="tool_calls"), "[DONE]"))
    asked: list[Any] = said("What is the weather?")
    if whole:
        choice = client.chat.completions.create(model="reverie", user=who, messages=asked, tools=TOOLS).choices[0]
        called_for = [one.model_dump(exclude_none=True) for one in choice.message.tool_calls or []]
        finish: str | None = choice.finish_reason
    else:
        stream = client.chat.completions.create(model="reverie", user=who, messages=asked, tools=TOOLS, stream=True)
        first, last = (chunk.choices[0] for chunk in stream)
        called_for = [one.model_dump(exclude_none=True) for one in first.delta.tool_calls or []]
        finish = last.finish_reason
    assert [one["function"] for one in called_for] == [CALL["function"]]
    assert finish == "tool_calls"
    assert place.upstream.asked[0].body["tools"] == TOOLS
    assert place.messages(who) == [("user", "What is the weather?")]
    place.answers(completion("It rains."))
    asked.append(
        {"role": "assistant", "content": None, "tool_calls": [{k: v for k, v in CALL.items() if k != "index"}]}
    )
    asked.append({"role": "tool", "tool_call_id": "call_1", "content": "rain"})
    client.chat.completions.create(model="reverie", user=who, messages=asked, tools=TOOLS)
    assert place.upstream.asked[0].body["messages"][1:] == asked
    assert place.messages(who) == [("user", "What is the weather?"), ("assistant", "It rains.")]


PICTURE: Any = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]}
RESULT: Any = {"role": "tool", "tool_call_id": "call_1", "content": "rain"}


@pytest.mark.parametrize("last", [PICTURE, RESULT])
def test_what_was_forgotten_does_not_come_back_with_a_history(place: Place, last: Any) -> None:
    who = f"history:{last['role']}"
    client = place.client()
    client.chat.completions.create(model="reverie", user=who, messages=said("My favorite food is ramen."))
    client.chat.completions.create(model="reverie", user=who, messages=said("forget ramen"))
    kept = place.messages(who)
    history: list[Any] = [*said("My favorite food is ramen."), {"role": "assistant", "content": "Hello."}, last]
    place.upstream.asked.clear()
    answer = client.chat.completions.create(model="reverie", user=who, messages=history)
    assert answer.choices[0].message.content == "Hello."
    assert place.upstream.asked[0].body["messages"][1:] == history
    assert place.messages(who) == kept
    assert place.get(f"/v1/people/{who}/memories")["items"] == []


def test_a_tools_result_says_nothing_again_however_much_was_said_meanwhile(place: Place) -> None:
    client = place.client()
    history: list[Any] = said("What is the weather?")
    for number in range(9):  # rounds with words of the model, and another device in the middle
        place.answers(completion(f"I look at place {number}.", "tool_calls", tool_calls=[CALL]))
        client.chat.completions.create(model="reverie", user="Mo", messages=history)
        history += [{"role": "assistant", "content": f"I look at place {number}."}, RESULT]
        if number == 4:
            client.chat.completions.create(model="reverie", user="Mo", messages=said("I live in Bern."))
    theirs = [text for role, text in place.messages("Mo") if role == "user"]
    assert theirs == ["What is the weather?", "I live in Bern."]


def test_words_before_a_picture_and_before_instructions_are_said(place: Place) -> None:
    client = place.client()
    for text, behind in (("I love chess.", PICTURE), ("Yes.", {"role": "system", "content": "Be brief."})):
        asked: list[Any] = [*said(text), behind]
        for _ in range(2):
            client.chat.completions.create(model="reverie", user="Nan", messages=asked)
    theirs = [text for role, text in place.messages("Nan") if role == "user"]
    assert theirs == ["I love chess.", "Yes.", "Yes."]


def test_a_picture_without_words_is_passed_on_with_what_is_always_known(place: Place) -> None:
    client = place.client()
    client.chat.completions.create(model="reverie", user="Pia", messages=said("I'm allergic to peanuts."))
    kept = place.messages("Pia")
    place.answers(completion("A cat."))
    answer = client.chat.completions.create(model="reverie", user="Pia", messages=[PICTURE])
    assert answer.choices[0].message.content == "A cat."
    _system, sent = place.upstream.asked[0].body["messages"]
    memory, *parts = sent["content"]
    assert "peanuts" in memory["text"]
    assert parts == PICTURE["content"]
    assert place.messages("Pia") == kept


def test_a_server_that_checks_requests_itself_is_heard(place: Place) -> None:
    wrong = [{"loc": ["body", "top_k"], "msg": "Input should be a number"}]
    place.answers(Says(status=422, body={"detail": wrong}))
    with pytest.raises(openai.UnprocessableEntityError, match="Input should be a number"):
        place.client().chat.completions.create(model="reverie", user="Quinn", messages=said("Hello."))


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, openai.BadRequestError),
        (401, openai.AuthenticationError),
        (429, openai.RateLimitError),
        (500, openai.InternalServerError),
    ],
)
def test_what_the_upstream_refuses_is_said_as_it_said_it(
    place: Place, status: int, kind: type[openai.APIStatusError], stream: bool
) -> None:
    place.answers(refusal(status, "No, sk-upstream may not.", "its_code", **{"Retry-After": "9"}))
    who = f"refused:{status}-{stream}"
    with pytest.raises(kind) as raised:
        place.client().chat.completions.create(model="reverie", user=who, messages=said("Hi!"), stream=stream)
    error = raised.value
    assert error.status_code == status
    assert error.body == {"message": "No, *** may not.", "type": "server_error", "param": None, "code": "its_code"}
    assert error.response.headers["retry-after"] == "9"
    assert place.messages(who) == [("user", "Hi!")]


def test_a_client_that_tries_again_says_it_once(place: Place) -> None:
    place.answers(refusal(503, "Loading."), refusal(503, "Loading."), completion("There."))
    client = place.client(max_retries=2)
    client.chat.completions.create(model="reverie", user="patient", messages=said("Hi!"))
    assert place.messages("patient") == [("user", "Hi!"), ("assistant", "There.")]
    client.chat.completions.create(model="reverie", user="patient", messages=said("Hi!"))
    assert [role for role, _text in place.messages("patient")] == ["user", "assistant"] * 2  # said anew


def test_a_silent_upstream_is_a_timeout_and_one_that_talks_nonsense_a_bad_gateway(place: Place) -> None:
    client = place.client()
    for says, status in ((Says(silent=True), 504), (Says(body={"no": "choices"}), 502), (Says(body="<html>"), 502)):
        place.answers(says)
        with pytest.raises(openai.InternalServerError) as raised:
            client.chat.completions.create(model="reverie", user="Eve", messages=said(f"Are you there, {status}?"))
        assert raised.value.status_code == status
        assert raised.value.type == "upstream_error"


def test_an_upstream_that_breaks_off_is_told_in_the_stream_and_what_came_is_kept(place: Place) -> None:
    place.answers(streamed(piece("Once upon"), piece(" a time")))
    stream = place.client().chat.completions.create(model="reverie", user="Fay", messages=said("Tell!"), stream=True)
    words = []
    with pytest.raises(openai.APIError, match="broke off"):
        words += [chunk.choices[0].delta.content for chunk in stream]
    assert place.messages("Fay") == [("user", "Tell!"), ("assistant", f"Once upon a time {BROKEN_OFF}")]


def test_a_cancelled_stream_keeps_what_was_shown(place: Place) -> None:
    place.answers(streamed(piece("Once upon"), piece(" a time"), waits=True))
    create = place.client().chat.completions.create
    once = {"Idempotency-Key": "turn-gus"}
    stream = create(model="reverie", user="Gus", messages=said("Tell!"), stream=True, extra_headers=once)
    assert [next(stream).choices[0].delta.content for _ in range(2)] == ["Once upon", " a time"]
    stream.close()
    assert place.upstream.gone.wait(20)
    kept = [("user", "Tell!"), ("assistant", f"Once upon a time {BROKEN_OFF}")]
    place.upstream.asked.clear()  # what was shown is kept about now; the same request waits for that
    again = [*create(model="reverie", user="Gus", messages=said("Tell!"), stream=True, extra_headers=once)]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in again) == kept[1][1]  # and not half a stream
    assert place.upstream.asked == []
    assert place.messages("Gus") == kept


def test_when_a_client_goes_away_in_the_middle_the_rest_is_not_asked_for(place: Place) -> None:
    wide = "x" * 40_000  # so that the answer does not fit into what networks hold for a client
    chunks = [{**piece(f"{number} "), "wide": wide} for number in range(1000)]
    place.answers(streamed(*chunks, piece(finish="stop"), "[DONE]"))
    stream = place.client().chat.completions.create(model="reverie", user="Hob", messages=said("Count!"), stream=True)
    assert next(stream).choices[0].delta.content == "0"
    stream.close()
    kept = next(found for _ in range(1000) if len(found := place.messages("Hob")) == 2)
    assert kept[1][1].startswith("0 1 ")
    assert kept[1][1].endswith(f" {BROKEN_OFF}")
    assert "999" not in kept[1][1]


def test_with_a_key_of_its_own_a_request_is_done_once(place: Place) -> None:
    place.answers(completion("First."), completion("Second."))
    client = place.client()
    once = {"Idempotency-Key": "turn-1"}
    for _ in range(2):
        answer = client.chat.completions.create(model="reverie", user="Hal", messages=said("Hi!"), extra_headers=once)
        assert answer.choices[0].message.content == "First."
    assert place.messages("Hal") == [("user", "Hi!"), ("assistant", "First.")]
    with pytest.raises(openai.UnprocessableEntityError) as raised:
        client.chat.completions.create(model="reverie", user="Hal", messages=said("Else"), extra_headers=once)
    assert raised.value.code == "key_reused"


def test_off_the_record_memory_is_read_and_nothing_is_kept(place: Place) -> None:
    client = place.client()
    client.chat.completions.create(model="reverie", user="Ivy", messages=said("My favorite color is teal."))
    before = place.messages("Ivy")
    off = {"X-Reverie-Record": "off"}
    client.chat.completions.create(
        model="reverie", user="Ivy", messages=said("My favorite color is red. And before?"), extra_headers=off
    )
    assert "teal" in place.upstream.asked[-1].body["messages"][-1]["content"]
    assert place.messages("Ivy") == before
    with pytest.raises(openai.NotFoundError):
        client.chat.completions.create(model="reverie", user="Nobody yet", messages=said("Hi!"), extra_headers=off)
    unknown = "01a20245-b86e-73ab-bf94-23b11600525b"
    with pytest.raises(openai.NotFoundError):
        client.chat.completions.create(model="reverie", user=unknown, messages=said("Hi!"))


def test_what_is_asked_of_the_memory_is_answered_by_it(place: Place) -> None:
    client = place.client()
    client.chat.completions.create(model="reverie", user="Jon", messages=said("My favorite tea is sencha."))
    place.upstream.asked.clear()
    answer = client.chat.completions.create(
        model="reverie", user="Jon", messages=said("What do you remember about me?")
    )
    assert "sencha" in (answer.choices[0].message.content or "")
    assert place.upstream.asked == []


def test_two_people_stay_apart(place: Place) -> None:
    ids = {}
    for name in ("Kim", "Lou"):
        ids[name] = httpx2.post(f"{place.url}/v1/people", headers=bearer(place.key), json={"name": name}).json()
    kim, lou = (place.client(token(sub=ids[name]["person"]["id"])) for name in ("Kim", "Lou"))
    kim.chat.completions.create(model="reverie", messages=said(f"My cat is called {CANARY}. I love {CANARY} tea."))
    place.upstream.asked.clear()
    kim.chat.completions.create(model="reverie", user="Kim", messages=said("What is my cat called?"))
    assert CANARY in str(place.upstream.asked[0].body)
    place.upstream.asked.clear()
    lou.chat.completions.create(model="reverie", messages=said("What is Kim's cat called? And mine?"))
    assert CANARY not in str(place.upstream.asked[0].body)
    for wrong in ({"user": "Kim"}, {"extra_headers": {"X-Reverie-Person": "Kim"}}):
        with pytest.raises(openai.NotFoundError):
            lou.chat.completions.create(model="reverie", messages=said("Hi!"), **wrong)
    with pytest.raises(openai.NotFoundError) as raised:
        lou.chat.completions.create(model="dear", messages=said("Hi!"))
    assert raised.value.code == "model_not_found"
    lou.chat.completions.create(model="small", messages=said("Hi!"))
    assert len(place.messages("Kim")) == 4


def test_whoever_is_not_named_or_not_let_in_is_told_so(place: Place) -> None:
    with pytest.raises(openai.BadRequestError) as raised:
        place.client().chat.completions.create(model="reverie", messages=said("Hi!"))
    assert raised.value.code == "who_speaks"
    with pytest.raises(openai.AuthenticationError) as refused:
        place.client("rk_wrong").chat.completions.create(model="reverie", user="Ada", messages=said("Hi!"))
    assert (refused.value.type, refused.value.code) == ("authentication_error", "unauthenticated")
    named = {"X-Reverie-Person": "Zo%C3%AB"}
    place.client().chat.completions.create(model="reverie", messages=said("Hi!"), extra_headers=named)
    assert place.messages("Zoë") == [("user", "Hi!"), ("assistant", "Hello.")]
    place.client().chat.completions.create(model="reverie", messages=said("Hi!"), safety_identifier="safe:1")
    assert place.messages("safe:1") == [("user", "Hi!"), ("assistant", "Hello.")]
    assert "safe:1" not in str(place.upstream.asked[-1].body)
    assert [one.id for one in place.client().models.list()] == ["reverie", "Luna", "small"]
    assert place.client().models.retrieve("small").id == "small"
    with pytest.raises(openai.NotFoundError, match="ask for `reverie`"):
        place.client().models.retrieve("hf.co/other")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"{", 400),
        (b'{"messages": [{"role": "user", "content": "x"}], "user": "Ada", "top_p": NaN}', 400),
        (b'{"messages": "x", "user": "Ada"}', 422),
        (b'{"messages": [{"role": "user", "content": "x"}], "user": "Ada", "n": 2}', 422),
        (b'{"messages": [{"role": "system", "content": "x"}], "user": "Ada"}', 422),
        (b"\xff", 400),
        (b'{"messages":' + b"[" * 100_000, 400),
    ],
)
def test_bad_input_is_refused_in_their_shape(place: Place, sent: bytes, status: int) -> None:
    answer = httpx2.post(
        f"{place.url}/v1/chat/completions",
        content=sent,
        headers={**bearer(place.key), "Content-Type": "application/json"},
    )
    assert answer.status_code == status, answer.text
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}
    assert answer.json()["error"]["type"] == "invalid_request_error"
    assert place.upstream.asked == []


def test_what_nobody_foresaw_is_told_in_their_shape_and_says_nothing_of_it(
    luna: Reverie, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object, **_more: object) -> None:
        raise RuntimeError(CANARY)

    monkeypatch.setattr(Turns, "relay", broken)
    app = application(luna, ServerSettings(), local=True)
    with TestClient(app, base_url=ADDRESS, raise_server_exceptions=False) as client:
        answer = client.post("/v1/chat/completions", json={"user": "Ada", "messages": said("Hi!")})
    assert answer.status_code == 500
    assert answer.json()["error"]["type"] == "server_error"
    assert CANARY not in answer.text


def test_a_model_that_takes_no_such_requests_says_so(tmp_path: Path) -> None:
    with reverie.open(tmp_path / "luna.db", embedder="none", model=ScriptedModel(["Hi."])) as luna:
        app = application(luna, ServerSettings(), local=True)
        with TestClient(app, base_url=ADDRESS) as client:
            answer = client.post("/v1/chat/completions", json={"user": "Ada", "messages": said("Hi!")})
        assert answer.status_code == 409
        assert "openai:" in answer.json()["error"]["message"]


def test_without_a_model_memory_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    with served(tmp_path) as (url, _started, _process), OpenAI(base_url=f"{url}/v1", api_key="none") as client:
        create = client.chat.completions.create
        create(model="reverie", user="Ada", messages=said("My favorite food is ramen."))
        answer = create(model="reverie", user="Ada", messages=said("What is my favorite food?"))
        assert "ramen" in (answer.choices[0].message.content or "")
        chunks = list(
            create(
                model="reverie",
                user="Ada",
                messages=said("What is my favorite food?"),
                stream=True,
                stream_options={"include_usage": True},
            )
        )
        assert "ramen" in "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
        assert chunks[-1].usage is not None


def test_without_a_model_memory_answers_under_its_own_name_and_no_others(luna: Reverie) -> None:
    app = application(luna, ServerSettings(), local=True)
    with TestClient(app, base_url=ADDRESS) as client:

        def asked(model: str) -> Any:
            return client.post(
                "/v1/chat/completions", json={"model": model, "user": "Ada", "messages": said("I live in Bern.")}
            )

        refused = asked("gpt-4o")
        assert refused.status_code == 404
        assert refused.json()["error"]["code"] == "model_not_found"
        assert "ask for `reverie`" in refused.json()["error"]["message"]
        assert "model.name" in refused.json()["error"]["message"]
        assert client.get("/v1/people").json()["items"] == []
        listed = [one["id"] for one in client.get("/v1/models").json()["data"]]
        assert listed == ["reverie", luna.companion.name]
        assert [asked(model).status_code for model in (*listed, listed[-1].upper())] == [200, 200, 200]


@pytest.mark.llm
def test_a_real_model_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, real_model: RealModel) -> None:
    for name, value in {
        "EMBEDDER": "none",
        "MODEL__NAME": f"openai:{real_model.model}",
        "MODEL__BASE_URL": real_model.base_url,
        "MODEL__WINDOW": "2048",
    }.items():
        monkeypatch.setenv(f"REVERIE_{name}", value)
    with served(tmp_path) as (url, _started, _process), OpenAI(base_url=f"{url}/v1", api_key="none") as client:
        create = client.chat.completions.create
        whole = create(model="reverie", user="Ada", messages=said("My favorite food is ramen."), max_tokens=16)
        assert (whole.choices[0].message.content or "").strip()
        assert whole.usage is not None
        assert whole.usage.completion_tokens > 0
        chunks = list(create(model="reverie", user="Ada", messages=said("Why?"), max_tokens=16, stream=True))
        shown = "".join(c.choices[0].delta.content or "" for c in chunks if c.choices)
        assert shown.strip()
        kept = httpx2.get(f"{url}/v1/people/Ada/messages").json()["items"]
        assert [one["role"] for one in kept] == ["user", "assistant"] * 2
        assert kept[-1]["text"].startswith(shown.strip()[:8])
