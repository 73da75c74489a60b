"""``reverie upkeep`` and what the doctor says of it, as cron and people meet them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import reverie.app.companion
from reverie.background.tasks.task import Terms
from reverie.cli.commands import app
from reverie.errors import ConfigError, ModelUnavailable
from reverie.testing import ScriptedModel

Run = Callable[..., Result]

NOTHING: dict[str, Any] = {"facts": [], "endings": []}


@pytest.fixture
def run(place: Path) -> Run:
    def invoked(*arguments: str) -> Result:
        return CliRunner().invoke(app, list(arguments), catch_exceptions=False)

    invoked("say", "Ada", "Kimchi every day for me.")
    invoked("say", "Ada", "Quokkas always cheer me up a bit.")
    return invoked


@pytest.fixture
def with_model(monkeypatch: pytest.MonkeyPatch) -> Callable[..., ScriptedModel]:
    """Give every companion that is opened from now on a model that answers so."""
    real = reverie.app.companion.open

    def given(*answers: Any) -> ScriptedModel:
        model = ScriptedModel(answers)
        monkeypatch.setattr(
            reverie.app.companion, "open", lambda *args, **named: real(*args, **{**named, "model": model})
        )
        return model

    return given


def answered(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_without_a_model_it_does_the_rest(run: Run) -> None:
    done = run("upkeep", "--json")
    assert (done.exit_code, answered(done)) == (0, {"expired": 0, "deleted": 0, "episodes": 0, "work": None})
    (ahead,) = (one for one in answered(run("upkeep", "--dry-run", "--json"))["ahead"] if one["items"])
    assert (ahead["task"], ahead["items"], ahead["calls"]) == ("facts", 2, 1)


def test_it_learns_and_tells_what_it_took(run: Run, with_model: Callable[..., ScriptedModel]) -> None:
    told = {"message": 1, "quote": "I ate", "text": "Eats.", "category": "fact"}
    wrong = {**told, "slot": "none", "value": "", "importance": 1, "confidence": 1}
    model = with_model({"facts": [wrong], "endings": []})
    assert "facts" in run("upkeep", "--dry-run").stdout
    assert run("upkeep", "--no-model").exit_code == 0
    assert model.asked == []
    done = run("upkeep")
    assert done.exit_code == 0
    assert "facts: 1 x its quote is not in the person's own words of that message" in done.stdout
    again = answered(run("upkeep", "--json"))["work"]
    assert (again["tasks"][0]["done"], again["stopped"], len(model.asked)) == (0, None, 1)


def test_what_failed_is_told_with_its_reason(run: Run, with_model: Callable[..., ScriptedModel]) -> None:
    with_model("no record", "no record")
    assert "facts, not done: that is no " in run("upkeep").stdout


def test_a_limit_is_told(run: Run, with_model: Callable[..., ScriptedModel]) -> None:
    with_model(NOTHING)
    done = run("upkeep", "--limit", "1", "--json")
    assert (done.exit_code, answered(done)["work"]["stopped"]) == (0, "limit")
    assert "Stopped: " in run("upkeep", "--tokens", "5").stdout


def test_a_model_that_is_away_ends_it_with_6_and_the_doctor_says_so(
    run: Run, with_model: Callable[..., ScriptedModel]
) -> None:
    with_model(ModelUnavailable("nobody is at http://localhost:1/v1: start the server"))
    done = run("upkeep", "--json")
    assert done.exit_code == 6
    assert answered(done)["work"]["tasks"][0]["failed"] == 2
    assert json.loads(done.stderr)["error"]["type"] == "ModelUnavailable"
    seen = run("doctor", "--json")
    checks = {check["name"]: check for check in answered(seen)["checks"]}
    assert seen.exit_code == 1
    assert "nobody is at http://localhost:1/v1" in checks["facts, failed"]["seen"]


def test_a_wrong_setting_ends_it_with_2(run: Run, with_model: Callable[..., ScriptedModel]) -> None:
    with_model(ConfigError("the key is wrong: give another"))
    done = run("upkeep")
    assert (done.exit_code, "the key is wrong" in done.stderr) == (2, True)


def test_what_was_parked_is_tried_again_when_asked_for(
    run: Run, with_model: Callable[..., ScriptedModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reverie.background.tasks.task.Terms", partial(Terms, tries=1))
    with_model("no record", NOTHING, NOTHING)
    assert answered(run("upkeep", "--json"))["work"]["tasks"][0]["parked"] == 2
    assert "--retry-parked" in run("doctor").stdout
    assert answered(run("upkeep", "--json"))["work"]["tasks"][0]["done"] == 0
    assert answered(run("upkeep", "--retry-parked", "--json"))["work"]["tasks"][0]["done"] == 2
    assert "facts, parked" not in run("doctor").stdout


def test_no_store_is_made_by_looking(run: Run, tmp_path: Path) -> None:
    assert run("upkeep", "--store", "none.db").exit_code == 3
    assert not (tmp_path / "none.db").exists()
