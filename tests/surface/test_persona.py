"""The companion itself on the command line: opinions formed, contradicted, changed and told; a self-model kept."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from reverie.cli.commands import app

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for name in [n for n in os.environ if n.startswith("REVERIE_") and n != "REVERIE_EXTRACTOR"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    monkeypatch.chdir(tmp_path)

    def invoked(*arguments: str, **more: Any) -> Result:
        return CliRunner().invoke(app, ["persona", *arguments], catch_exceptions=False, **more)

    return invoked


@pytest.fixture
def ada(run: Run) -> Run:
    """A companion that knows Ada and has opinions."""
    CliRunner().invoke(app, ["say", "Ada", "hello"])
    run("opine", "jazz", "I love jazz", "--category", "aesthetic", "--strength", "0.4", "--about", "Ada")
    run("opine", "lying", "Lying is wrong", "--category", "ethical", "--strength", "0.9", "--reason", "trust")
    return run


def answered(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_opinions_are_listed_counted_and_shown(ada: Run) -> None:
    listed = answered(ada("opinions", "--json"))["opinions"]
    assert [(o["name"], o["strength"], o["category"]) for o in listed] == [
        ("lying", 0.9, "ethical"),
        ("jazz", 0.4, "aesthetic"),
    ]
    assert ada("opinions", "--category", "ethical").stdout.startswith("lying: Lying is wrong\n")
    assert answered(ada("stats", "--json")) == {
        "total": 2,
        "active": 2,
        "retracted": 0,
        "held": 0,
        "by_category": {"aesthetic": 1, "ethical": 1},
    }
    assert "2 in all: 2 active" in ada("stats").stdout
    assert answered(ada("opinion", "lying", "--json"))["opinion"]["reason"] == "trust"
    assert ada("opinion", "tea").exit_code == 3


def test_an_opinion_is_reinforced_contradicted_and_decided(ada: Run) -> None:
    assert answered(ada("reinforce", "jazz", "--json"))["opinion"]["strength"] == 0.58
    assert answered(ada("opine", "jazz", "I adore jazz", "--json"))["step"] == "reinforced"
    held = ada("opine", "jazz", "I can't stand jazz")
    assert held.stdout.startswith("Held, until it is decided:")
    assert "against:" in held.stdout
    (waiting,) = answered(ada("opinions", "--held", "--json"))["opinions"]
    assert waiting["status"] == "proposed"
    assert ada("decide", waiting["id"]).exit_code == 2
    accepted = answered(ada("decide", waiting["id"], "--accept", "--json"))["opinion"]
    assert (accepted["strength"], accepted["history"][0]["old"]) == (0.6, "I love jazz")
    assert ada("decide", waiting["id"], "--decline").exit_code == 3


def test_a_change_of_mind_is_told_with_its_reason_and_undone(ada: Run) -> None:
    assert ada("evolve", "jazz", "Jazz is dull").exit_code == 2
    changed = ada("evolve", "jazz", "Jazz is dull", "--reason", "a long night")
    assert "I love jazz → Jazz is dull (a long night)" in changed.stdout
    assert ada("undo").stdout.startswith("Undone: evolve")
    assert answered(ada("opinion", "jazz", "--json"))["opinion"]["opinion"] == "I love jazz"
    ada("retract", "jazz", "--reason", "a pose")
    assert "jazz" not in ada("opinions").stdout
    gone = ada("opinions", "--retracted").stdout
    assert "I love jazz (retracted)" in gone
    assert "I love jazz retracted (a pose)" in gone
    assert "(retracted)" in ada("opinion", "jazz").stdout
    assert ada("retract", "jazz").exit_code == 5
    identifier = answered(ada("opinions", "--retracted", "--json"))["opinions"][-1]["id"]
    assert ada("retract", identifier).exit_code == 5


def test_opinions_are_found_and_told_by_words_and_say_what_is_missing(ada: Run) -> None:
    found = ada("search", "jazz tonight?", "--json")
    assert [o["name"] for o in answered(found)["opinions"]] == ["jazz"]
    assert "no embedder" in answered(found)["degraded"][0]
    assert "no embedder" in ada("search", "jazz").stderr
    assert answered(ada("conflicts", "I hate jazz", "--json"))["opinions"] == []
    told = answered(ada("telling", "is lying fine?", "--present", "Ada", "--json"))["opinions"]
    assert {o["name"] for o in told} == {"lying", "jazz"}
    assert "There is none." in ada("telling", "weather", "--count", "3", "--characters", "80").stdout


def test_a_reply_teaches_opinions(ada: Run) -> None:
    heard = answered(ada("hear", "I prefer tea to coffee. You should rest.", "--with", "Ada", "--json"))["heard"]
    assert [(h["step"], h["opinion"]["name"]) for h in heard] == [("added", "coffee or tea")]
    assert "No opinion was voiced." in ada("hear", "How are you?").stdout


def test_what_is_cut_is_said(ada: Run) -> None:
    long = ada("opine", "n" * 300, "words")
    assert "the name was cut from 300 to 256 characters" in long.stderr


def test_the_self_model_is_kept_and_shown(ada: Run) -> None:
    ada("set", "identity_statements", "I am curious", "I keep promises")
    ada("append", "limitations", "I can't see the sea")
    assert ada("remove", "identity_statements", "I keep promises").stdout == "- I am curious\n"
    assert ada("remove", "identity_statements", "I keep promises").exit_code == 3
    assert ada("append", "opinions", "x").exit_code == 2
    ada("observe", "I explain too much", "--category", "limitation", "--confidence", "0.8", "--with", "Ada")
    ada("disagree", "Ada", "remakes", "--mine", "Remakes are worth it", "--theirs", "Remakes are pointless")
    shown = ada("show").stdout
    for line in [
        "Who I am:\n- I am curious\n",
        "What I can't do:\n- I can't see the sea\n",
        "- lying: Lying is wrong (strength 0.90)",
        "- I explain too much (limitation, 80% sure)",
        "- Disagrees with Ada about remakes: “Remakes are worth it” against their “Remakes are pointless”",
    ]:
        assert line in shown
    told = answered(ada("show", "--focus", "disagreements", "--limit", "1", "--json"))
    assert [d["theirs"] for d in told["disagreements"]] == ["Remakes are pointless"]
    assert told["profile"]["identity_statements"] == []
    assert "Nothing in identity_statements." in ada("set", "identity_statements").stdout


def test_looking_makes_no_store(run: Run, tmp_path: Path) -> None:
    for command in (["show"], ["opinions"], ["stats"], ["search", "x"]):
        assert run(*command).exit_code == 3
    assert list(tmp_path.glob("*.db")) == []
