"""Spans of OpenTelemetry, by the conventions for generative AI, as the real SDK exports them: never with a word."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from fastapi.testclient import TestClient
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode
from pydantic import SecretStr
from tests.listening import listening
from tests.service.scripted_server import Says, piece, playing, streamed

import reverie
from reverie import InvalidInput, Reverie
from reverie.config import Config
from reverie.models import language_model
from reverie.server.application import application
from reverie.settings_sections import ModelSettings, ServerSettings
from reverie.spans import Operation, watching
from reverie.testing import HashEmbedder

EXPORTED = InMemorySpanExporter()
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
CALLER = {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"}


@pytest.fixture(scope="module", autouse=True)
def exporting() -> None:
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(EXPORTED))
    trace.set_tracer_provider(provider)


@pytest.fixture
def luna(tmp_path: Path) -> Iterator[Reverie]:
    with reverie.open(tmp_path / "luna.db", companion="Luna", embedder="none") as opened:
        EXPORTED.clear()
        yield opened


def spans() -> list[ReadableSpan]:
    """What was exported since the last look."""
    found = list(EXPORTED.get_finished_spans())
    EXPORTED.clear()
    return found


def attributes(span: ReadableSpan) -> dict[str, object]:
    return dict(span.attributes or {})


def test_what_is_embedded_is_a_span_of_the_verb(tmp_path: Path) -> None:
    with reverie.open(tmp_path / "near.db", embedder=HashEmbedder()) as luna:
        ada = luna.meet("Ada")
        EXPORTED.clear()
        ada.say("My favorite food is ramen.")
        *made, said = spans()
    assert said.name == "upsert_memory"
    assert {one.name for one in made} == {f"embeddings {HashEmbedder().space}"}  # of the message, and of what it taught
    for one in made:
        assert one.parent is not None
        assert one.parent.span_id == said.context.span_id
        assert attributes(one)["gen_ai.provider.name"] == "reverie"
        assert "ramen" not in str(one.attributes)


def test_each_verb_is_a_span_of_the_conventions(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    ada.say("My favorite food is ramen. My card is 4111 1111 1111 1111.")
    ada.remember("She collects stamps.")
    ada.recall("ramen")
    ada.context("What is for dinner?")
    ada.forget("ramen", preview=True)
    ada.forget("ramen")
    found = spans()
    assert [(one.name, attributes(one)["reverie.operation"]) for one in found] == [
        ("upsert_memory", "say"),
        ("upsert_memory", "remember"),
        ("search_memory", "recall"),
        ("search_memory", "context"),
        ("delete_memory", "forget"),
        ("delete_memory", "forget"),
    ]
    assert {one.kind for one in found} == {SpanKind.INTERNAL}
    assert {attributes(one)["gen_ai.memory.store.id"] for one in found} == {ada.id}
    assert all(attributes(one)["gen_ai.operation.name"] == one.name for one in found)
    counts = [attributes(one)["gen_ai.memory.record.count"] for one in found]
    assert (counts[0], counts[1], counts[4], counts[5]) == (1, 1, 0, 1)


def test_nothing_that_was_said_is_in_a_span_not_in_an_error_either(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    ada.say("My favorite food is ramen.")
    ada.turn("Do you remember ramen?")
    with pytest.raises(InvalidInput):
        ada.say("ramen", role="ramen")
    found = spans()
    failed = found[-1]
    assert failed.status.status_code is StatusCode.ERROR
    assert attributes(failed)["error.type"] == "InvalidInput"
    written = "".join(one.to_json() for one in found)
    assert "ramen" not in written
    assert "Ada" not in written


@pytest.mark.parametrize("streamed", [False, True])
def test_what_a_turn_does_is_part_of_it(luna: Reverie, streamed: bool) -> None:
    ada = luna.meet("Ada")
    ada.say("My favorite food is ramen.")
    spans()
    if streamed:
        with ada.turn.stream("What is my favorite food?") as pieces:
            assert "ramen" in "".join(pieces)
            ada.recall("beside it")
    else:
        ada.turn("What is my favorite food?")
    found = spans()
    (turn,) = [one for one in found if one.name == "invoke_agent"]
    assert turn.parent is None
    inside = {str(attributes(one)["reverie.operation"]) for one in found if one.parent == turn.context}
    assert "say" in inside
    assert ("recall" in {str(attributes(one)["reverie.operation"]) for one in found if one.parent is None}) is streamed


@pytest.mark.parametrize("streamed_there", [False, True])
def test_a_question_to_a_model_is_a_span_in_its_turn(tmp_path: Path, streamed_there: bool) -> None:
    usage = {"prompt_tokens": 30, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 20}}
    said = {"role": "assistant", "content": "Ramen."}
    answers = [
        Says(body={"choices": [{"index": 0, "message": said, "finish_reason": "stop"}], "usage": usage}),
        streamed(piece("Ra"), piece("men."), piece(finish="stop"), {"choices": [], "usage": usage}),
    ]
    with playing(answers[streamed_there]) as script:
        asked_there = ModelSettings(name="openai:tiny", base_url=script.url, api_key=SecretStr("any"))
        model = language_model("openai:tiny", Config.model_construct(model=asked_there))
        with reverie.open(tmp_path / "luna.db", embedder="none", model=model) as luna:
            ada = luna.meet("Ada")
            EXPORTED.clear()
            if streamed_there:
                with ada.turn.stream("What is for dinner?") as pieces:
                    assert "".join(pieces) == "Ramen."
            else:
                assert ada.turn("What is for dinner?").reply == "Ramen."
    found = spans()
    (turn,) = [one for one in found if one.name == "invoke_agent"]
    (asked,) = [one for one in found if one.name == "chat tiny"]
    assert asked.parent == turn.context
    told = attributes(asked)
    assert (told["gen_ai.usage.input_tokens"], told["gen_ai.usage.output_tokens"]) == (30, 4)
    assert told["gen_ai.usage.cache_read.input_tokens"] == 20
    assert "Ramen" not in "".join(one.to_json() for one in found)


def test_a_turn_that_nobody_reads_to_its_end_is_over_once_it_is_closed(luna: Reverie) -> None:
    streaming = luna.meet("Ada").turn.stream("Hello!")
    assert "invoke_agent" not in {one.name for one in spans()}
    streaming.close()
    streaming.close()
    assert [one.name for one in spans()] == ["invoke_agent"]


def test_a_callers_trace_goes_on_in_the_server(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    with TestClient(application(luna, ServerSettings(), local=True), base_url="http://localhost") as client:
        client.post(f"/v1/people/{ada.id}/messages", json={"text": "I like ramen."}, headers=CALLER)
        client.post(f"/v1/people/{ada.id}/messages", json={"text": "I like tea."})
    joined, own = spans()
    assert joined.context is not None
    assert own.context is not None
    assert joined.parent is not None
    assert trace.format_trace_id(joined.context.trace_id) == TRACE
    assert trace.format_span_id(joined.parent.span_id) == "00f067aa0ba902b7"
    assert trace.format_trace_id(own.context.trace_id) != TRACE


def test_an_answer_in_pieces_holds_no_trace_open_for_its_reader(luna: Reverie) -> None:
    operation = Operation("ask", model="openai:small")
    with operation.during():
        assert trace.get_current_span().is_recording()
    assert not trace.get_current_span().is_recording()
    with pytest.raises(StopIteration), operation.during():
        raise StopIteration
    (span,) = spans()
    assert (span.name, span.kind, span.status.status_code) == ("chat small", SpanKind.CLIENT, StatusCode.UNSET)
    assert attributes(span)["gen_ai.provider.name"] == "openai"


def test_whoever_watches_is_told_without_opentelemetry_and_nothing_loads_it(tmp_path: Path) -> None:
    program = """
import json, sys
import reverie
from reverie.spans import watching
seen = []
with reverie.open(sys.argv[1], embedder="none") as luna, watching(lambda one: seen.append(one.name)):
    luna.meet("Ada").say("I like ramen.")
print(json.dumps([seen, sorted(name for name in sys.modules if name.startswith("opentelemetry"))]))
"""
    run = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "luna.db")], check=True, capture_output=True, text=True
    )
    assert json.loads(run.stdout) == [["say"], []]


def test_watching_ends(luna: Reverie) -> None:
    seen: list[Operation] = []
    with watching(seen.append):
        luna.meet("Ada").say("I like ramen.")
    luna.meet("Ada").say("I like tea.")
    assert [(one.name, one.error) for one in seen] == [("say", None)]
    assert seen[0].seconds > 0


def test_figures_tell_what_was_done(luna: Reverie) -> None:
    with listening(application(luna, ServerSettings(), local=True)) as url:
        assert httpx2.get(f"{url}/healthz").status_code == 200  # it has begun to count
        ada = luna.meet("Ada")
        ada.say("My favorite food is ramen. My card is 4111 1111 1111 1111.")
        ada.recall("ramen")
        ada.recall("ramen")
        text = httpx2.get(f"{url}/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert figures['reverie_operation_seconds_count{operation="say"}'] == "1.0"
    assert figures['reverie_operation_seconds_count{operation="recall"}'] == "2.0"
    assert figures['reverie_learned_total{step="added"}'] == "1.0"
    assert sum(float(value) for name, value in figures.items() if name.startswith("reverie_masked_total")) == 1
    assert float(figures["reverie_index_hits_total"]) >= 1
    assert float(figures["reverie_index_bytes"]) > 0
    assert "reverie_connections" in figures
    assert "ramen" not in text
