"""Models behind endpoints, as the command line shows them: looked at, and their keys never shown."""

from __future__ import annotations

import json
import os
import traceback
from pathlib import Path

import pytest
from tests.service.scripted_server import completion, nobody, playing, refusal
from typer.testing import CliRunner, Result

from reverie.cli.commands import app
from reverie.config import load
from reverie.errors import ConfigError

KEY = "sk-very-secret-5150"


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in os.environ if n.startswith(("REVERIE_", "OPENAI_", "OLLAMA_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert KEY not in result.stdout + result.stderr
    return result


def configured(url: str) -> None:
    Path("reverie.toml").write_text(f'[model]\nname = "openai:tiny"\nbase_url = "{url}"\napi_key = "{KEY}"\n', "utf-8")


def looked_at() -> dict[str, object]:
    [found] = [one for one in json.loads(run("doctor", "--json").stdout)["checks"] if one["name"] == "language model"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("output", [[], ["--json"]])
def test_keys_are_not_shown(monkeypatch: pytest.MonkeyPatch, output: list[str]) -> None:
    configured(f"http://ada:{KEY}@127.0.0.1:9/v1")
    monkeypatch.setenv("REVERIE_EMBEDDING__API_KEY", KEY)
    shown = run("config", *output).stdout
    assert "http://ada:***@127.0.0.1:9/v1" in "".join(shown.split())
    if output:
        found = {one["name"]: (one["value"], one["from"]) for one in json.loads(shown)["settings"]}
        assert found["model.api_key"] == ("***", "file")
        assert found["embedding.api_key"] == ("***", "environment")
    run("doctor")


@pytest.mark.parametrize("wrong", ["window = 100", "reply = 9000", "temperature = -1", 'key = "x"'])
def test_settings_that_are_wrong_say_no_key(wrong: str) -> None:
    Path("reverie.toml").write_text(f'[model]\napi_key = "{KEY}"\n{wrong}\n', "utf-8")
    assert run("doctor").exit_code == 2
    with pytest.raises(ConfigError) as told:
        load()
    assert KEY not in "".join(traceback.format_exception(told.value))


def test_the_doctor_asks_the_model_for_a_word() -> None:
    with playing(completion("Yes.")) as script:
        configured(script.url)
        found = looked_at()
    assert (found["ok"], found["seen"]) == (True, f"openai:tiny at {script.url}, window of 8192 tokens")
    assert len(script.asked) == 1


def test_the_doctor_says_what_mends_the_model() -> None:
    with nobody() as url:
        configured(url)
        assert str(looked_at()["remedy"]).endswith("start the server, or mend model.base_url")
    with playing(refusal(401, f"wrong key: {KEY}")) as script:
        configured(script.url)
        assert (looked_at()["ok"], run("doctor").exit_code) == (False, 1)


def test_who_only_looks_at_the_database_asks_no_model() -> None:
    with playing(completion("Yes.")) as script:
        configured(script.url)
        run("people", "add", "Ada")
        assert run("db", "info").exit_code == 0
        assert run("db", "check").exit_code == 0
        assert run("remember", "Ada", "I like ramen.").exit_code == 0
    assert script.asked == []
