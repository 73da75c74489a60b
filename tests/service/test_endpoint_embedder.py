"""An embedder behind an endpoint: its batches, its dimensions, and a companion that goes on without it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pydantic import SecretStr
from tests.service.scripted_server import Asked, Says, embedding_server, nobody, playing, refusal, vectors

import reverie
from reverie.config import Config
from reverie.errors import ConfigError, ModelMisconfigured, ModelReplyInvalid, ModelUnavailable, ReverieWarning
from reverie.memory.runtime import NO_ANSWER
from reverie.models import embedder, openai_embedder, openai_servers
from reverie.models.openai_embedder import BATCH, CHARACTERS, FEW, REST_S
from reverie.ports import Embedder
from reverie.settings_sections import EmbeddingSettings, ModelSettings
from reverie.testing import HashEmbedder

KEY = "sk-very-secret-5150"
MANY = [f"text {number}" for number in range(BATCH + 3)]


@pytest.fixture
def now() -> list[float]:
    """What the clock of the pauses shows, and the pauses between attempts after it."""
    return [0.0]


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch, now: list[float]) -> None:
    monkeypatch.setattr(openai_servers, "time", SimpleNamespace(sleep=now.append))
    monkeypatch.setattr(openai_embedder, "time", SimpleNamespace(monotonic=lambda: now[0]))
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "OLLAMA_HOST"):
        monkeypatch.delenv(name, raising=False)


def settings(url: str, **more: Any) -> Config:
    return Config.model_construct(
        embedder="openai:hash",
        embedding=EmbeddingSettings(**{"base_url": url, "dimensions": 64, "api_key": KEY, **more}),
    )


def at(url: str, **more: Any) -> Embedder:
    found = embedder("openai:hash", settings(url, **more))
    assert found is not None
    return found


def test_many_texts_go_in_batches() -> None:
    with embedding_server(HashEmbedder()) as script:
        made = at(script.url).embed(MANY)
    np.testing.assert_allclose(made, HashEmbedder().embed(MANY), atol=1e-6)
    assert [(one.path, len(one.body["input"]), one.key) for one in script.asked] == [
        ("/v1/embeddings", BATCH, f"Bearer {KEY}"),
        ("/v1/embeddings", 3, f"Bearer {KEY}"),
    ]


def test_nothing_is_asked_for_no_texts() -> None:
    with embedding_server(HashEmbedder()) as script:
        assert at(script.url).embed([]).shape == (0, 64)
    assert script.asked == []


def test_a_long_text_is_cut_and_what_is_still_refused_is_halved() -> None:
    def smallest(asked: Asked) -> Says:
        texts = asked.body["input"]
        if max(map(len, texts)) > 600:
            return refusal(500, "input (601 tokens) is too large to process")
        return vectors(asked, HashEmbedder())

    texts = ["short", "a long one " * 1000, "another"]
    with playing(by=smallest) as script:
        made = at(script.url).embed(texts)
    cut = ["short", texts[1][: CHARACTERS // 4], "another"]
    np.testing.assert_allclose(made, HashEmbedder().embed(cut), atol=1e-6)
    assert max(len(text) for one in script.asked for text in one.body["input"]) == CHARACTERS


def test_a_text_that_is_refused_however_short() -> None:
    with playing(refusal(400, "no")) as script, pytest.raises(ModelReplyInvalid, match="400"):
        at(script.url).embed(["a" * CHARACTERS])
    assert 3 < len(script.asked) < 9


@pytest.mark.parametrize(
    ("name", "dimensions", "space"),
    [
        ("ollama:nomic-embed-text", None, "ollama:nomic-embed-text/768"),
        ("ollama:nomic-embed-text:v1.5", None, "ollama:nomic-embed-text:v1.5/768"),
        ("openai:text-embedding-3-small", None, "openai:text-embedding-3-small/1536"),
        ("openai:mine", 512, "openai:mine/512"),
        ("openai:mine", None, "openai:mine/0"),
    ],
)
def test_the_space_is_known_before_anything_is_asked(name: str, dimensions: int | None, space: str) -> None:
    found = embedder(name, Config.model_construct(embedding=EmbeddingSettings(dimensions=dimensions)))
    assert found is not None
    assert (found.space, found.space.endswith(f"/{found.dimensions}")) == (space, True)


@pytest.mark.parametrize(("told", "said"), [(None, "which has to be said"), (32, "not the 32 of this space")])
def test_other_dimensions_are_not_believed(told: int | None, said: str) -> None:
    wrong = f"vectors of 64 numbers, {said}.*= 64 and run `reverie reindex`"
    with embedding_server(HashEmbedder()) as script, pytest.raises(ModelMisconfigured, match=wrong):
        at(script.url, dimensions=told).embed(["a"])


@pytest.mark.parametrize(
    "body",
    [
        "{",
        {"data": []},
        {"data": [{"index": 0, "embedding": "AAAA"}]},
        {"data": [{"index": 0, "embedding": [0.0] * 64}]},
        '{"data": [{"index": 0, "embedding": [' + "1e999," * 63 + "1]}]}",
        {"data": [{"index": 0, "embedding": [1.0] * 64}, {"index": 1, "embedding": [1.0] * 63}]},
    ],
)
def test_vectors_that_are_none(body: object) -> None:
    with playing(Says(body=body)) as script, pytest.raises(ModelReplyInvalid):
        at(script.url).embed(["a", "b"] if "63" in str(body) else ["a"])
    assert len(script.asked) == 1


def test_who_waits_is_not_kept_waiting(now: list[float]) -> None:
    with playing(refusal(503)) as script:
        asked = at(script.url)
        for _ in range(3):
            with pytest.raises(ModelUnavailable, match=f"hash at {script.url} said 503"):
                asked.embed(["a"] * FEW)
        assert len(script.asked) == 1  # not again, and not soon again
        now[0] += REST_S
        with pytest.raises(ModelUnavailable):
            asked.embed(["a"])
        assert len(script.asked) == 2
        with pytest.raises(ModelUnavailable):
            asked.embed(MANY)
        assert len(script.asked) == 5  # nobody waits for a batch: it is tried again


def test_it_is_used_again_as_soon_as_it_answers(now: list[float]) -> None:
    answers = [refusal(401), Says()]
    with playing(by=lambda asked: answers.pop(0) if len(answers) > 1 else vectors(asked, HashEmbedder())) as script:
        asked = at(script.url)
        for _ in range(2):
            with pytest.raises(ModelMisconfigured, match=r"set embedding\.api_key"):
                asked.embed(["a"])
        now[0] += REST_S
        assert asked.embed(["a"]).shape == (1, 64)
        assert asked.embed(["b"]).shape == (1, 64)
    assert len(script.asked) == 3


def test_no_answer_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_servers, "VECTOR_S", 0.2)
    with playing(Says(silent=True)) as script:
        with pytest.raises(ModelUnavailable, match="a faster machine"):
            at(script.url).embed(["a"])
        assert len(script.asked) == 1


def test_what_embedding_does_not_say_is_that_of_the_model() -> None:
    def where(told: EmbeddingSettings, model: str) -> tuple[str, str]:
        there = ModelSettings(name=model, base_url="http://chat/v1", api_key=SecretStr("chat"))
        found = openai_servers.for_embedder("openai:e", Config.model_construct(embedding=told, model=there))
        return found.base_url, found.key.get_secret_value()

    nothing = EmbeddingSettings()
    assert where(nothing, "openai:m") == ("http://chat/v1", "chat")
    assert where(nothing, "ollama:m") == (openai_servers.OPENAI, "")
    assert where(EmbeddingSettings(base_url="http://other/v1"), "openai:m") == ("http://other/v1", "")
    assert where(EmbeddingSettings(api_key=SecretStr("mine")), "openai:m") == ("http://chat/v1", "mine")


@contextmanager
def companion(place: Path, url: str, **more: Any) -> Iterator[reverie.Reverie]:
    with reverie.open(place / "l.db", config=settings(url, **more)) as luna:
        yield luna


def embedder_check(luna: reverie.Reverie) -> tuple[bool, str, str]:
    [check] = [check for check in luna.doctor() if check.name == "embedder"]
    return check.ok, check.seen, check.remedy


def test_a_companion_remembers_by_it(tmp_path: Path) -> None:
    with embedding_server(HashEmbedder()) as script, companion(tmp_path, script.url) as luna:
        assert script.asked == []
        ada = luna.meet("Ada")
        ada.say("My favorite food is ramen.")
        found = ada.recall("favorite food")
        assert (found[0].text, found.degraded) == ("Favorite food is ramen.", ())
        assert all(check.ok for check in luna.doctor())


def test_vectors_of_two_sizes_are_never_mixed(tmp_path: Path) -> None:
    with embedding_server(HashEmbedder()) as script, companion(tmp_path, script.url) as luna:
        luna.meet("Ada").say("My favorite food is ramen.")
    with embedding_server(HashEmbedder(32)) as script, companion(tmp_path, script.url) as luna:
        assert "set embedding.dimensions = 32 and run `reverie reindex`" in embedder_check(luna)[2]
    with embedding_server(HashEmbedder(32)) as script, companion(tmp_path, script.url, dimensions=32) as luna:
        assert embedder_check(luna)[::2] == (False, "run `reverie reindex`")
        ada = luna.find("Ada")
        assert "run `reverie reindex`" in ada.recall("favorite food").degraded[0]
        assert luna.reindex() > 0
        assert ada.recall("favorite food").degraded == ()


def test_a_companion_goes_on_without_it(tmp_path: Path) -> None:
    with nobody() as url, companion(tmp_path, url) as luna:
        ada = luna.meet("Ada")
        with pytest.warns(ReverieWarning, match="only words are searched"):
            ada.say("My favorite food is ramen.")
        with pytest.warns(ReverieWarning, match=f"hash at {url} can't be reached"):
            found = ada.recall("favorite food")
        assert found[0].text == "Favorite food is ramen."
        assert found.degraded == (NO_ANSWER,)
        ok, seen, remedy = embedder_check(luna)
        assert (ok, seen) == (False, "openai:hash/64")
        assert remedy.startswith(f"openai:hash at {url} can't be reached")
        with pytest.raises(ModelUnavailable):
            luna.reindex()
    with embedding_server(HashEmbedder()) as script, companion(tmp_path, script.url) as luna:
        assert luna.reindex() > 0
        assert luna.find("Ada").recall("favorite food").degraded == ()


def test_vectors_that_are_none_do_not_stop_what_is_said(tmp_path: Path) -> None:
    with playing(Says(body="{}")) as script, reverie.open(tmp_path / "l.db", config=settings(script.url)) as luna:
        ada = luna.meet("Ada")
        with pytest.warns(ReverieWarning, match="no answer"):
            assert ada.say("My favorite food is ramen.").learned


def test_a_name_without_a_model() -> None:
    with pytest.raises(ConfigError, match="ollama:MODEL"):
        embedder("ollama")
