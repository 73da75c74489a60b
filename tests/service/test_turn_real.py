"""Turns with a real model on a real server, whole, streamed and cancelled: that the wires are right."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.llm import RealModel

import reverie
from reverie import Person
from reverie.config import Config, ModelSettings
from reverie.turns import BROKEN_OFF, Finish

pytestmark = pytest.mark.llm


@pytest.fixture
def ada(real_model: RealModel) -> Iterator[Person]:
    told = ModelSettings(
        name=f"openai:{real_model.model}",
        base_url=real_model.base_url,
        window=2048,
        reply=24,
        timeout_seconds=120,
        retries=0,
    )
    with reverie.open(":memory:", companion="Luna", config=Config(embedder="none", model=told)) as luna:
        yield luna.meet("Ada")


def test_a_whole_turn_and_a_streamed_one(ada: Person) -> None:
    whole = ada.turn("My favorite food is ramen. Tell me about the sea.")
    assert whole.finish in (Finish.STOP, Finish.LENGTH)
    assert whole.reply.strip()
    assert whole.usage.completion > 0
    streaming = ada.turn.stream("Tell me more.")
    pieces = list(streaming)
    assert len(pieces) > 1
    assert "".join(pieces) == streaming.turn.reply
    assert streaming.turn.usage.prompt > whole.usage.prompt
    assert [message.role.value for message in ada.messages()] == ["user", "assistant"] * 2
    # The estimate by which a prompt is fitted is never below what the server counts.
    assert whole.usage.prompt + 24 <= 2048
    assert [memory.text for memory in ada.memories()] == ["Favorite food is ramen."]


def test_a_cancelled_turn_keeps_what_was_shown(ada: Person) -> None:
    with ada.turn.stream("Tell me about the sea.") as streaming:
        first = next(streaming)
    assert streaming.turn.finish is Finish.CANCELLED
    assert ada.messages()[-1].text == f"{first.rstrip()} {BROKEN_OFF}"
