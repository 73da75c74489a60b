"""A real model on a real server, as any user would reach it: that the wires are right, not that it is clever."""

from __future__ import annotations

from typing import Any, Literal

import httpx2
import numpy as np
import pytest
from pydantic import BaseModel, Field
from tests.llm import RealModel

import reverie
from reverie.config import Config
from reverie.errors import ModelReplyInvalid, ModelUnavailable
from reverie.models import embedder, language_model
from reverie.ports import Embedder, LanguageModel, Reply
from reverie.settings_sections import EmbeddingSettings, ModelSettings

pytestmark = pytest.mark.llm

ASKED = [{"role": "user", "content": "Tell me about the sea."}]


class Weather(BaseModel):
    """What the weather is like."""

    sky: Literal["clear", "cloudy"]
    degrees: int = Field(ge=-50, le=50)


def settings(there: RealModel, timeout_seconds: float = 120.0) -> Config:
    name = f"openai:{there.model}"
    return Config.model_construct(
        embedder=name,
        model=ModelSettings(name=name, base_url=there.base_url, window=2048, timeout_seconds=timeout_seconds),
        embedding=EmbeddingSettings(dimensions=there.dimensions),
    )


@pytest.fixture
def model(real_model: RealModel) -> LanguageModel:
    told = settings(real_model)
    found = language_model(told.model.name, told)
    assert found is not None
    return found


@pytest.fixture
def embedding(real_model: RealModel) -> Embedder:
    told = settings(real_model)
    found = embedder(told.embedder, told)
    assert found is not None
    return found


def test_it_answers_whole(model: LanguageModel) -> None:
    reply = model.reply(ASKED, limit=6)
    assert (bool(reply.text.strip()), reply.finish, reply.calls) == (True, "length", ())
    assert (reply.usage.prompt > 5, reply.usage.completion) == (True, 6)


def test_it_answers_in_pieces(model: LanguageModel) -> None:
    *words, reply = model.stream(ASKED, limit=6)
    assert isinstance(reply, Reply)
    assert len(words) > 1
    assert "".join(str(word) for word in words) == reply.text
    assert (reply.finish, reply.usage.completion) == ("length", 6)


def test_closing_a_stream_ends_the_writing(model: LanguageModel, real_model: RealModel) -> None:
    def place() -> dict[str, Any]:
        [only] = httpx2.get(real_model.base_url.replace("/v1", "/slots")).json()
        assert isinstance(only, dict)
        return only

    asked = model.reply(ASKED, limit=1).usage.prompt
    stream = model.stream(ASKED, limit=1500)  # it writes some 300 when nobody closes it
    assert next(stream)
    stream.close()  # type: ignore[attr-defined] # a generator, which the port calls an iterator
    while place()["is_processing"]:
        pass
    assert place()["n_prompt_tokens"] < asked + 100


def test_it_answers_as_a_record(model: LanguageModel) -> None:
    found, usage = model.structured([{"role": "user", "content": "How is the weather?"}], Weather, limit=60)
    assert isinstance(found, Weather)
    assert usage.completion > 4


def test_a_record_that_is_cut_off(model: LanguageModel) -> None:
    with pytest.raises(ModelReplyInvalid, match=r"raise model\.reply") as told:
        model.structured(ASKED, Weather, limit=2)
    assert told.value.reply
    assert min(told.value.tokens) > 0


def test_offering_tools_does_no_harm(model: LanguageModel) -> None:
    parameters = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    tool = {"type": "function", "function": {"name": "remember", "description": "Note it", "parameters": parameters}}
    assert model.reply(ASKED, tools=[tool], limit=6).text  # this model's template has no place for them


def test_it_is_not_waited_for_longer_than_is_said(real_model: RealModel) -> None:
    told = settings(real_model, timeout_seconds=0.02)
    hurried = language_model(told.model.name, told)
    assert hurried is not None
    with pytest.raises(ModelUnavailable, match="in time"):
        hurried.reply([{"role": "user", "content": "Count to a hundred. " * 30}], limit=200)


def test_a_prompt_that_is_too_long(model: LanguageModel) -> None:
    with pytest.raises(ModelReplyInvalid, match=r"400 \(exceed_context_size_error\).*lower model\.window"):
        model.reply([{"role": "user", "content": "word " * 3000}], limit=4)


def test_it_embeds(embedding: Embedder) -> None:
    texts = ["my favourite dish is ramen", "", "🌊 海が好きです", "half \ud83d", "a " * 150]
    together = embedding.embed(texts)
    alone = np.concatenate([embedding.embed([text]) for text in texts])
    assert together.shape == (5, embedding.dimensions)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert (together * alone).sum(axis=1).min() > 0.99  # a batch is computed in another order


def test_a_companion_uses_it(real_model: RealModel) -> None:
    with reverie.open(":memory:", config=settings(real_model)) as luna:
        ada = luna.meet("Ada")
        ada.say("My favorite food is ramen.")
        found = ada.recall("what food does she love?")
        assert (bool(found), found.degraded) == (True, ())
        checks = {check.name: check for check in luna.doctor()}
    assert checks["language model"].ok
    assert real_model.base_url in checks["language model"].seen
    assert checks["embedder"].seen.startswith("openai:smollm2/576, 576 dimensions; 0 items")
