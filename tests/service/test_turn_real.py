"""Turns with a real model on a real server, whole, streamed and cancelled: that the wires are right."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.llm import RealModel

import reverie
from reverie import Person
from reverie.app.turns import BROKEN_OFF, Finish
from reverie.config import Config
from reverie.context.prompt_assembly import cost_of
from reverie.settings_sections import ModelSettings

pytestmark = pytest.mark.llm


@pytest.fixture
def ada(real_model: RealModel) -> Iterator[Person]:
    told = ModelSettings(
        name=f"openai:{real_model.model}",
        base_url=real_model.base_url,
        window=2048,
        reply=24,
        timeout_seconds=120,
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
    assert [memory.text for memory in ada.memories()] == ["Favorite food is ramen."]


@pytest.mark.parametrize(
    "said",
    [
        "I went to the allotment before work; the beans have come up. 😀🐈",
        "私は猫が二匹います。とても可愛いです。",
        "오늘은 도서관에 가서 책을 세 권 빌렸어요.",
        "Мой поезд приходит 2026-03-14 в 09:45, вагон 12, место 108.",
    ],
)
def test_a_prompt_has_no_more_tokens_than_it_was_thought_to_have(ada: Person, said: str) -> None:
    for _ in range(3):
        ada.say(said)
    turn = ada.turn(said)
    assert len(turn.prompt) == 2  # what one side says in a row is one message
    assert 0 < turn.usage.prompt <= cost_of(turn.prompt)


def test_a_cancelled_turn_keeps_what_was_shown(ada: Person) -> None:
    with ada.turn.stream("Tell me about the sea.") as streaming:
        first = next(streaming)
    assert streaming.turn.finish is Finish.CANCELLED
    assert ada.messages()[-1].text == f"{first.rstrip()} {BROKEN_OFF}"
