"""The command line of what is understood of people: observe, reflect, relationship, synthesize, patterns."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import reverie
from reverie.cli.commands import app

Run = Callable[..., Result]


@pytest.fixture
def run(place: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("REVERIE_STORE", str(place / "luna.db"))

    def invoked(*arguments: str) -> Result:
        return CliRunner().invoke(app, list(arguments), catch_exceptions=False)

    return invoked


def answered(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_an_observation_is_recorded_confirmed_and_reviewed(run: Run) -> None:
    made = answered(run("observe", "Ada", "Values honesty.", "--category", "value", "--confidence", "0.5", "--json"))
    assert (made["step"], made["contradicts"], made["observation"]["source_type"]) == ("added", [], "conversation")
    surer = answered(run("observe", "Ada", "--validate", made["observation"]["id"], "--json"))["validated"]
    assert (surer["confidence"], surer["validations"]) == (0.65, 1)
    assert surer["last_validated_at"].endswith("Z")
    run("observe", "Ada", "Likes chess", "--category", "interest", "--source", "journal")
    chess, honesty = answered(run("observe", "Ada", "--json"))["observations"]
    assert (chess["text"], honesty["text"]) == ("Likes chess", "Values honesty.")
    assert chess["told"].startswith("from a journal on ")
    (only,) = answered(run("observe", "Ada", "--category", "value", "--min-confidence", "0.6", "--json"))[
        "observations"
    ]
    assert only["id"] == honesty["id"]
    (first,) = answered(run("observe", "Ada", "--order", "confidence", "--limit", "1", "--json"))["observations"]
    assert first["id"] == chess["id"]
    assert answered(run("observe", "Ada", "--since", "2999-01-01", "--json"))["observations"] == []
    assert "confirmed 1 time, last on " in run("observe", "Ada").stdout
    assert run("observe", "Ada", "values honesty", "--category", "value").stdout.startswith("Confirmed (2 times)")


def test_a_contradiction_is_shown_everywhere(run: Run) -> None:
    run("observe", "Ada", "Prefers concise answers", "--category", "preference")
    told = run("observe", "Ada", "Prefers detailed answers", "--category", "preference")
    assert "but: Prefers concise answers (since " in told.stdout
    newer, older = answered(run("observe", "Ada", "--json"))["observations"]
    assert [o["id"] for o in newer["contradictions"]] == [older["id"]]
    assert older["contradictions"][0]["told"] == newer["told"]
    assert "but: Prefers detailed answers (noticed in conversation on " in run("observe", "Ada").stdout
    assert "Prefers detailed answers (contradicts “Prefers concise answers”)" in run("history", "Ada").stdout
    begun = answered(run("history", "Ada", "--json"))["events"]
    assert [[m["id"] for m in event["contradicts"]] for event in begun] == [[], [older["id"]]]


def test_a_proposal_is_shown_with_its_evidence_and_decided(run: Run) -> None:
    for _ in range(3):
        run("observe", "Ada", "Values honesty.", "--category", "value")
    (found,) = answered(run("synthesize", "Ada", "--json"))["proposals"]
    assert (found["voices"], found["replaces"], found["proposal"]["key"]) == (3, None, "value:honesty")
    assert [seen["text"] for seen in found["evidence"]] == ["Values honesty."]
    shown = run("synthesize", "Ada").stdout
    assert "because: Values honesty. (noticed in conversation on " in shown
    assert "reverie memories Ada --accept ID" in shown
    run("memories", "Ada", "--accept", found["proposal"]["id"])
    assert run("synthesize", "Ada").stdout == "There is nothing to propose.\n"
    assert "Values:\n- honesty\n" in run("reflect", "Ada").stdout


def test_reflection_and_relationship_are_told(run: Run, tmp_path: Path) -> None:
    assert run("reflect", "Ada").exit_code == 3
    run("observe", "Ada", "Opens up late at night", "--category", "relationship_dynamic")
    with reverie.open(tmp_path / "luna.db", embedder="none") as luna:
        model = luna.find("Ada").user_model
        model.update("relationship", "acquaintance", reason="we met at the library")
        model.update("relationship", "friend")
    told = answered(run("reflect", "Ada", "--focus", "observations", "--json"))
    assert (told["focus"], told["text"].splitlines()[1]) == ("observations", "Noticed (relationship dynamic):")
    points = answered(run("relationship", "Ada", "--json"))["points"]
    assert points[0].keys() == {"at", "until", "value", "dynamic", "reason", "told", "confidence", "memory_id"}
    assert [(p["value"], p["dynamic"]) for p in points] == [
        ("Opens up late at night", True),
        ("acquaintance", False),
        ("friend", False),
    ]
    assert (points[1]["until"], points[2]["until"]) == (points[2]["at"], None)
    shown = run("relationship", "Ada").stdout
    assert "because we met at the library" in shown
    assert "● friend (now)" in shown
    assert run("relationship", "Ada").exit_code == 0


def test_patterns_are_of_five_or_more(run: Run, tmp_path: Path) -> None:
    assert run("patterns").stdout == "Nothing that 5 people share.\n"
    with reverie.open(tmp_path / "luna.db", embedder="none") as luna:
        for name in ("Ada", "Bo", "Cyd", "Dan", "Eve"):
            luna.meet(name).say("My hobby is chess.")
    assert answered(run("patterns", "--json")) == {
        "minimum": 5,
        "patterns": [{"of": "hobby", "what": "chess", "people": 5, "examples": ["chess"]}],
    }
    assert run("patterns").stdout == "5 people: hobby chess\n"
    assert run("patterns", "--minimum", "6").stdout == "Nothing that 6 people share.\n"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["observe", "Ada", "x", "--category", "mood"], 2, "relationship_dynamic"),
        (["observe", "Ada", "x", "--confidence", "2"], 2, "--confidence"),
        (["observe", "Ada", "x", "--validate", "y"], 2, "not both"),
        (["observe", "Ada", "x", "--message", "y"], 3, "no message"),
        (["observe", "Bob"], 3, "no store"),
        (["reflect", "Ada", "--focus", "mood"], 2, "--focus"),
        (["patterns", "--minimum", "4"], 2, "5 people or more"),
    ],
)
def test_what_goes_wrong_is_said(run: Run, arguments: list[str], code: int, said: str) -> None:
    failed = run(*arguments)
    assert (failed.exit_code, failed.stdout) == (code, "")
    assert said in failed.stderr
