"""OpenAI's Responses protocol, with its own client on a real server before a scripted model's server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import openai
import pytest
from fastapi.testclient import TestClient
from openai import OpenAI
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import BaseModel, TypeAdapter
from tests.service.scripted_server import Says, completion, piece, refusal, streamed
from tests.surface.server.conftest import ADDRESS, bearer, token
from tests.surface.server.relaying import Place, relaying
from tests.surface.server.test_serving import served

from reverie import Reverie
from reverie.app.turns import BROKEN_OFF
from reverie.server.application import application
from reverie.settings_sections import ServerSettings

TOOL: Any = {
    "type": "function",
    "name": "weather",
    "description": "The weather.",
    "parameters": {"type": "object", "properties": {"in": {"type": "string"}}},
    "strict": True,
}
CALLS = [
    {
        "index": n,
        "id": f"call_{n}",
        "type": "function",
        "function": {"name": "weather", "arguments": f'{{"in": "{c}"}}'},
    }
    for n, c in enumerate(("Bern", "Rome"))
]
USAGE = {
    "prompt_tokens": 70,
    "completion_tokens": 3,
    "total_tokens": 73,
    "prompt_tokens_details": {"cached_tokens": 64},
    "completion_tokens_details": {"reasoning_tokens": 2},
}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with relaying(tmp_path_factory.mktemp("responses")) as made:
        yield made


@pytest.fixture
def place(running: Place) -> Iterator[Place]:
    with running.cleared():
        yield running


def user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


def assert_valid(events: list[Any]) -> None:
    """The client itself checks nothing of what it reads."""
    for event in events:
        TypeAdapter(ResponseStreamEvent).validate_python(event.model_dump())


def test_a_whole_response_has_memory_and_is_kept(place: Place) -> None:
    client = place.client()
    client.responses.create(model="reverie", user="Ada", input="My favorite food is ramen.")
    place.answers(Says(body={**_body(completion("Ramen, of course.")), "usage": USAGE, "model": "small-1"}))
    history: Any = [
        {"role": "developer", "content": "No emoji."},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "An older message."}]},
        {
            "type": "message",
            "id": "msg_1",
            "status": "completed",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "An older answer.", "annotations": []}],
        },
        {"type": "reasoning", "id": "rs_1", "summary": []},
        user("What food do I like?"),
    ]
    answer = client.responses.create(
        model="reverie",
        user="Ada",
        instructions="Be brief.",
        input=history,
        temperature=0.5,
        max_output_tokens=99,
        metadata={"trip": "7"},
        reasoning={"effort": "low"},
        include=["reasoning.encrypted_content"],
        truncation="auto",
        store=True,
        extra_body={"top_k": 3},
    )
    assert (answer.status, answer.output_text, answer.model) == ("completed", "Ramen, of course.", "small-1")
    assert (answer.metadata, answer.temperature, answer.instructions) == ({"trip": "7"}, 0.5, "Be brief.")
    Response.model_validate(answer.model_dump())
    assert answer.usage is not None
    assert (answer.usage.input_tokens, answer.usage.output_tokens, answer.usage.total_tokens) == (70, 3, 73)
    assert answer.usage.input_tokens_details.cached_tokens == 64
    assert answer.usage.output_tokens_details.reasoning_tokens == 2
    [asked] = place.upstream.asked
    assert asked.path == "/v1/chat/completions"
    system, *told, last = asked.body.pop("messages")
    assert system["content"].startswith("Be brief.\n\nNo emoji.\n\n")
    assert told == [user("An older message."), {"role": "assistant", "content": "An older answer."}]
    assert "Favorite food is ramen." in last["content"]
    assert last["content"].endswith("\n\nWhat food do I like?")
    assert asked.body == {
        "model": "small",
        "temperature": 0.5,
        "max_tokens": 99,
        "reasoning_effort": "low",
        "top_k": 3,
    }
    assert place.messages("Ada")[2:] == [("user", "What food do I like?"), ("assistant", "Ramen, of course.")]


def _body(says: Says) -> dict[str, Any]:
    assert isinstance(says.body, dict)
    return says.body


def test_a_streamed_response_has_the_events_of_the_protocol(place: Place) -> None:
    tag = '<record_user_observation category="interest" confidence="0.9">Ada likes clouds</record_user_observation>'
    chunks = [*map(piece, ("<think>Hm</think>Clouds", " are fine.", tag)), piece(finish="stop")]
    place.answers(streamed(*chunks, {"choices": [], "usage": USAGE}, "[DONE]"))
    stream = place.client().responses.create(model="reverie", user="Bo", input="Hi!", stream=True)
    events = list(stream)
    assert [event.type for event in events] == [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.delta",
        "response.output_text.delta",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.completed",
    ]
    assert [event.sequence_number for event in events] == list(range(10))
    assert_valid(events)
    assert [e.delta for e in events if e.type == "response.output_text.delta"] == ["Clouds", " are fine."]
    last = events[-1]
    assert last.type == "response.completed"
    assert last.response.output_text == "Clouds are fine."
    assert last.response.usage is not None
    assert last.response.usage.input_tokens_details.cached_tokens == 64
    assert place.upstream.asked[0].body["stream_options"] == {"include_usage": True}
    assert place.messages("Bo") == [("user", "Hi!"), ("assistant", "Clouds are fine.")]


def test_the_clients_own_helper_reads_a_stream(place: Place) -> None:
    calls = [piece(None, tool_calls=[one]) for one in _in_pieces(CALLS)]
    place.answers(streamed(piece("Let me look."), *calls, piece(finish="tool_calls"), "[DONE]"))
    with place.client().responses.stream(model="reverie", user="Cy", input="Rain?", tools=[TOOL]) as stream:
        final = stream.get_final_response()
    assert [one.type for one in final.output] == ["message", "function_call", "function_call"]
    called = [(one.call_id, one.arguments) for one in final.output if one.type == "function_call"]
    assert called == [("call_0", '{"in": "Bern"}'), ("call_1", '{"in": "Rome"}')]
    assert place.upstream.asked[0].body["tools"] == [
        {"type": "function", "function": {name: value for name, value in TOOL.items() if name != "type"}}
    ]


def _in_pieces(calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for call in calls:
        name, arguments = call["function"]["name"], call["function"]["arguments"]
        yield {**call, "function": {"name": name, "arguments": ""}}
        for place in range(0, len(arguments), 4):
            yield {"index": call["index"], "function": {"arguments": arguments[place : place + 4]}}


@pytest.mark.parametrize("same_index", [False, True])
@pytest.mark.parametrize("whole", [False, True])
def test_calls_and_their_results_go_both_ways_and_say_nothing_again(
    place: Place, whole: bool, same_index: bool
) -> None:
    who, client = f"tools:{whole}{same_index}", place.client()
    calls = [{**one, "index": 0} for one in CALLS] if same_index else CALLS
    if whole:
        place.answers(completion(None, "tool_calls", tool_calls=calls))
    else:
        place.answers(streamed(*(piece(None, tool_calls=[c]) for c in calls), piece(finish="tool_calls"), "[DONE]"))
    asked: list[Any] = [user("What is the weather?")]
    response = _final(
        client, whole, user=who, input=asked, tools=[TOOL], tool_choice={"type": "function", "name": "weather"}
    )
    assert [one.type for one in response.output] == ["function_call", "function_call"]
    assert place.upstream.asked[0].body["tool_choice"] == {"type": "function", "function": {"name": "weather"}}
    asked += [one.model_dump(exclude_none=True) for one in response.output]
    asked += [{"type": "function_call_output", "call_id": f"call_{n}", "output": "rain"} for n in (0, 1)]
    place.answers(completion("It rains."))
    client.responses.create(model="reverie", user=who, input=asked, tools=[TOOL])
    _system, question, called, *results = place.upstream.asked[0].body["messages"]
    assert question == user("What is the weather?")
    assert called["role"] == "assistant"
    assert [one["id"] for one in called["tool_calls"]] == ["call_0", "call_1"]
    assert [one["function"] for one in called["tool_calls"]] == [one["function"] for one in CALLS]
    assert results == [{"role": "tool", "tool_call_id": f"call_{n}", "content": "rain"} for n in (0, 1)]
    assert place.messages(who) == [("user", "What is the weather?"), ("assistant", "It rains.")]


def _final(client: OpenAI, whole: bool, **asked: Any) -> Response:
    if whole:
        made: Response = client.responses.create(model="reverie", **asked)
        return made
    events = list(client.responses.create(model="reverie", stream=True, **asked))
    assert_valid(events)
    last = events[-1]
    assert last.type == "response.completed"
    found: Response = last.response
    return found


class Meal(BaseModel):
    dish: str


def test_a_form_is_asked_for_and_read(place: Place) -> None:
    place.answers(completion('{"dish": "ramen"}'))
    answer = place.client().responses.parse(model="reverie", user="Di", input="What shall I eat?", text_format=Meal)
    assert answer.output_parsed == Meal(dish="ramen")
    form = place.upstream.asked[0].body["response_format"]
    assert (form["type"], form["json_schema"]["name"], form["json_schema"]["strict"]) == ("json_schema", "Meal", True)


def test_a_picture_is_passed_on(place: Place) -> None:
    url = "data:image/png;base64,AAAA"
    parts: Any = [{"type": "input_text", "text": "What is it?"}, {"type": "input_image", "image_url": url}]
    place.client().responses.create(model="reverie", user="Eli", input=[{"role": "user", "content": parts}])
    sent = place.upstream.asked[0].body["messages"][-1]["content"]
    assert sent[-1] == {"type": "image_url", "image_url": {"url": url}}
    assert place.messages("Eli")[0] == ("user", "What is it?")


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(("finish", "reason"), [("length", "max_output_tokens"), ("content_filter", "content_filter")])
def test_an_answer_that_was_cut_off_is_incomplete(place: Place, whole: bool, finish: str, reason: str) -> None:
    client, who = place.client(), f"cut:{whole}{finish}"
    if whole:
        place.answers(completion("Once upon", finish))
        response = client.responses.create(model="reverie", user=who, input="Tell!")
    else:
        place.answers(streamed(piece("Once upon"), piece(finish=finish), "[DONE]"))
        *_events, last = client.responses.create(model="reverie", user=who, input="Tell!", stream=True)
        assert last.type == "response.incomplete"
        response = last.response
    assert response.status == "incomplete"
    assert response.incomplete_details is not None
    assert response.incomplete_details.reason == reason
    assert response.output_text == "Once upon"
    assert place.messages(who) == [("user", "Tell!"), ("assistant", f"Once upon {BROKEN_OFF}")]


def test_a_refusal_is_one(place: Place) -> None:
    place.answers(completion(None, refusal="I won't."))
    [message] = place.client().responses.create(model="reverie", user="Flo", input="Do!").output
    assert message.type == "message"
    assert message.content[0].type == "refusal"
    assert message.content[0].refusal == "I won't."


def test_an_upstream_that_breaks_off_fails_the_response_and_what_came_is_kept(place: Place) -> None:
    place.answers(streamed(piece("Once upon"), piece(" a time")))
    *events, last = place.client().responses.create(model="reverie", user="Gil", input="Tell!", stream=True)
    assert last.type == "response.failed"
    assert last.response.status == "failed"
    assert last.response.error is not None
    assert "broke off" in last.response.error.message
    assert last.response.output_text == "Once upon a time"
    assert events[-1].type == "response.output_text.delta"
    assert place.messages("Gil") == [("user", "Tell!"), ("assistant", f"Once upon a time {BROKEN_OFF}")]


def test_a_stream_that_is_closed_keeps_what_was_sent(place: Place) -> None:
    place.answers(streamed(piece("Once upon"), piece(" a time"), waits=True))
    stream = place.client().responses.create(model="reverie", user="Hob", input="Tell!", stream=True)
    deltas = (event.delta for event in stream if event.type == "response.output_text.delta")
    assert [next(deltas), next(deltas)] == ["Once upon", " a time"]
    stream.close()
    assert place.upstream.gone.wait(20)
    kept = next(found for _ in range(1000) if len(found := place.messages("Hob")) == 2)
    assert kept[1] == ("assistant", f"Once upon a time {BROKEN_OFF}")


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(("status", "kind"), [(400, openai.BadRequestError), (429, openai.RateLimitError)])
def test_what_the_upstream_refuses_is_said_as_it_said_it(
    place: Place, status: int, kind: type[openai.APIStatusError], stream: bool
) -> None:
    place.answers(refusal(status, "No, sk-upstream may not.", "its_code"))
    with pytest.raises(kind, match=r"No, \*\*\* may not\.") as raised:
        place.client().responses.create(model="reverie", user=f"no:{status}{stream}", input="Hi!", stream=stream)
    assert raised.value.code == "its_code"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"previous_response_id": "resp_1"}, "send the history"),
        ({"conversation": "conv_1"}, "send the history"),
        ({"prompt": {"id": "pmpt_1"}}, "send `instructions`"),
        ({"background": True}, "background"),
        ({"tools": [{"type": "web_search"}]}, "'web_search'"),
        ({"tool_choice": {"type": "web_search"}}, "tool_choice"),
        ({"input": [{"type": "item_reference", "id": "msg_1"}]}, "'item_reference'"),
        ({"input": [{"role": "user", "content": [{"type": "input_image", "file_id": "f"}]}]}, "image_url"),
        ({"input": [{"type": "function_call_output", "output": "x"}]}, "call_id"),
    ],
)
def test_what_is_not_offered_is_refused_with_what_to_do_instead(place: Place, asked: Any, told: str) -> None:
    with pytest.raises(openai.BadRequestError) as raised:
        place.client().responses.create(**{"model": "reverie", "user": "Ida", "input": "Hi!", **asked})
    assert told in str(raised.value.body)
    assert (raised.value.type, raised.value.code) == ("invalid_request_error", "unsupported")
    assert place.upstream.asked == []


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"{", 400),
        (b'{"input": "Hi!", "user": "Ada", "top_p": NaN}', 400),
        (b'{"input": "", "user": "Ada"}', 422),
        (b'{"input": [], "user": "Ada"}', 422),
        (b'{"input": [{"role": "system", "content": "x"}], "user": "Ada"}', 422),
        (b'{"input": "Hi!"}', 400),
    ],
)
def test_bad_input_is_refused_in_their_shape(place: Place, sent: bytes, status: int) -> None:
    headers = {**bearer(place.key), "Content-Type": "application/json"}
    answer = httpx2.post(f"{place.url}/v1/responses", content=sent, headers=headers)
    assert answer.status_code == status, answer.text
    assert set(answer.json()["error"]) == {"message", "type", "param", "code"}
    assert place.upstream.asked == []


HALF = "\ud83d"
"""Half a character, as JSON may have it."""


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("route", ["responses", "chat/completions"])
def test_half_a_character_breaks_nothing(place: Place, route: str, stream: bool) -> None:
    ended = streamed(piece(f"Hi {HALF}"), piece(finish="stop"), "[DONE]")
    place.answers(ended if stream else completion(f"Hi {HALF}"))
    who = f"Half {len(route)} {stream}"
    tools = [{**TOOL, "description": HALF}]
    asked = {
        "user": who,
        "stream": stream,
        "temperature": HALF,
        "tools": tools,
        "input": "Hey",
        "messages": [user("Hey")],
    }
    headers = {**bearer(place.key), "Content-Type": "application/json"}
    answer = httpx2.post(f"{place.url}/v1/{route}", content=json.dumps(asked), headers=headers)
    assert answer.status_code == 200, answer.text
    assert "Hi " in answer.text
    assert [text[:3] for _role, text in place.messages(who)] == ["Hey", "Hi "]


def test_no_response_is_found_by_its_id(place: Place) -> None:
    client = place.client()
    made = client.responses.create(model="reverie", user="Jo", input="Hi!")
    with pytest.raises(openai.NotFoundError):
        client.responses.retrieve(made.id)


def test_who_speaks_is_asked_as_in_chat_completions(place: Place) -> None:
    kim = httpx2.post(f"{place.url}/v1/people", headers=bearer(place.key), json={"name": "Kim"}).json()["person"]
    own = place.client(token(sub=kim["id"])).responses
    own.create(model="reverie", input="Hi!")
    with pytest.raises(openai.NotFoundError):
        own.create(model="reverie", input="Hi!", user="Ada")
    place.client().responses.create(model="reverie", input="I'm back.", safety_identifier="Kim")
    assert [text for role, text in place.messages("Kim") if role == "user"] == ["Hi!", "I'm back."]
    off = {"X-Reverie-Record": "off", "X-Reverie-Person": "Kim"}
    place.client().responses.create(model="reverie", input="Not this.", extra_headers=off)
    assert "Not this." not in str(place.messages("Kim"))
    with pytest.raises(openai.AuthenticationError):
        place.client("rk_wrong").responses.create(model="reverie", user="Ada", input="Hi!")


def test_all_before_the_newest_message_is_what_was_sent_before(place: Place) -> None:
    client, told = place.client(), []
    client.responses.create(model="reverie", user="Cache", input="My favorite food is ramen.")
    place.upstream.asked.clear()
    history: Any = []
    for text in ("What food do I like?", "And is ramen a soup?", "What was my favorite food again?"):
        history.append(user(text))
        answer = client.responses.create(model="reverie", user="Cache", instructions="Be brief.", input=history)
        history += [one.model_dump(exclude_none=True) for one in answer.output]
    for number, asked in enumerate(place.upstream.asked):
        system, *before, last = asked.body["messages"]
        told.append(system["content"])
        assert len(before) == 2 * number
        assert "<memory" not in str(before)
        assert "<memory" in last["content"]
    assert len(set(told)) == 1


def test_without_a_model_memory_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    with served(tmp_path) as (url, _started, _process), OpenAI(base_url=f"{url}/v1", api_key="none") as client:
        client.responses.create(model="reverie", user="Ada", input="My favorite food is ramen.")
        for whole in (True, False):
            response = _final(client, whole, user="Ada", input="What is my favorite food?")
            assert "ramen" in response.output_text
            assert response.usage is not None
            assert response.usage.total_tokens == 0
        with pytest.raises(openai.NotFoundError, match="ask for `reverie`") as raised:
            client.responses.create(model="gpt-4o", user="Ada", input="Hi!")
        assert raised.value.code == "model_not_found"


def test_a_read_key_is_not_enough(luna: Reverie) -> None:
    key = bearer(luna.keys.create("reader", "read")[1])
    with TestClient(application(luna, ServerSettings()), base_url=ADDRESS) as client:
        answer = client.post("/v1/responses", json={"input": "Hi!", "user": "Ada"}, headers=key)
    assert answer.status_code == 403
    assert answer.json()["error"]["type"] == "permission_error"
