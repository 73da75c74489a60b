"""How freely a model answers: as the settings say, and as the server will have it."""

from __future__ import annotations

import pytest
from tests.service.scripted_server import completion, playing, refusal

from reverie.config import Config
from reverie.models import language_model
from reverie.ports import LanguageModel
from reverie.settings_sections import ModelSettings

ASKED = [{"role": "user", "content": "Hi"}]


@pytest.fixture(autouse=True)
def _nothing_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def at(url: str, temperature: float | None) -> LanguageModel:
    told = ModelSettings(name="openai:tiny", base_url=url, temperature=temperature)
    model = language_model(told.name, Config.model_construct(model=told))
    assert model is not None
    return model


def test_the_temperature_of_the_settings_is_sent_and_else_none() -> None:
    with playing(completion("Hello.")) as script:
        at(script.url, 0.0).reply(ASKED)
        at(script.url, None).reply(ASKED)
    first, second = (one.body for one in script.asked)
    assert (first["temperature"], "temperature" in second) == (0.0, False)


def test_a_server_that_knows_no_temperature_is_asked_without() -> None:
    unknown = refusal(400, "Unsupported value: 'temperature' does not support 0 with this model.")
    with playing(unknown, completion("Hello."), completion("Again.")) as script:
        model = at(script.url, 0.0)
        assert (model.reply(ASKED).text, model.reply(ASKED).text) == ("Hello.", "Again.")
    assert ["temperature" in one.body for one in script.asked] == [True, False, False]
