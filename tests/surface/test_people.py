"""Who is who on the command line: names, accounts, merging and splitting, and the question who somebody is."""

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
    """A computer of one's own, on which Ada is known."""
    for name in [n for n in os.environ if n.startswith("REVERIE_") and n != "REVERIE_EXTRACTOR"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    monkeypatch.chdir(tmp_path)

    def invoked(*arguments: str, **more: Any) -> Result:
        return CliRunner().invoke(app, list(arguments), catch_exceptions=False, **more)

    monkeypatch.setenv("REVERIE_IDENTITY", "household")
    invoked("say", "John Smith", "I like jazz.")
    return invoked


def answered(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_people_alone_lists(run: Run) -> None:
    assert run("people").stdout == run("people", "list").stdout
    assert answered(run("people", "--json")) == answered(run("--json", "people", "list"))
    assert "John Smith" in run("people").stdout


def test_names_and_accounts(run: Run) -> None:
    person = answered(run("people", "rename", "John Smith", "John Doe", "--nickname", "Jack", "--json"))["person"]
    assert (person["name"], person["nickname"]) == ("John Doe", "Jack")
    assert answered(run("people", "rename", "Jack", "--nickname", "none", "--json"))["person"]["nickname"] is None
    run("people", "link", "John Doe", "discord", "1")
    shown = answered(run("people", "show", "discord:1", "--json"))
    assert [(a["platform"], a["external_id"]) for a in shown["accounts"]] == [("discord", "1")]
    assert (shown["memories"], shown["messages"], shown["confirmation"]) == (1, 1, None)
    assert "discord:1" in run("people", "show", "John Doe").stdout
    run("people", "unlink", "John Doe", "discord", "1")
    assert run("people", "show", "discord:1").exit_code == 3
    assert run("people", "unlink", "John Doe", "discord", "1").exit_code == 3
    told = answered(run("people", "history", "John Doe", "--json"))["history"]
    assert [one["what"] for one in told] == ["met", "name", "nickname", "nickname", "account", "account"]
    assert "name: John Smith → John Doe" in run("people", "history", "John Doe").stdout
    assert run("undo", "John Doe", told[1]["change_id"]).exit_code == 5  # the name was not the last change


def test_merge_and_split(run: Run) -> None:
    run("say", "Zoe", "I own a boat.")
    before = answered(run("memories", "John Smith", "--json"))["memories"]
    merged = answered(run("people", "merge", "Zoe", "John Smith", "--json"))
    assert (merged["person"]["name"], merged["merged"]["name"], merged["messages"]) == ("John Smith", "Zoe", 1)
    assert "Owns a boat." in run("memories", "Zoe").stdout
    assert "Zoe" not in run("people").stdout
    assert run("people", "merge", "Zoe", "John Smith").exit_code == 2
    assert run("people", "split", merged["id"]).stdout == "Zoe is a person of their own again.\n"
    assert answered(run("memories", "John Smith", "--json"))["memories"] == before
    assert run("people", "split", "Zoe").exit_code == 3
    told = run("people", "merge", "Zoe", "John Smith").stdout
    assert "reverie people split" in told
    assert "merged with Zoe" in run("people", "history", "John Smith").stdout


def test_looking_makes_no_store(run: Run, tmp_path: Path) -> None:
    for verb in (["show", "Ada"], ["history", "Ada"], ["merge", "Ada", "Bob"], ["split", "Ada"]):
        assert run("people", *verb, "--store", "other.db").exit_code == 3
    assert not (tmp_path / "other.db").exists()


def test_a_chat_asks_who_somebody_is(run: Run) -> None:
    told = run("chat", "Jon", input="I own a boat.\nyes, that's me\nWhat do I like?\n").stdout.splitlines()
    question = "I know somebody called John Smith. Is that you?"
    assert told[0] == question
    assert question in told[1:]
    assert "Welcome back, John Smith." in told
    assert any("jazz" in line for line in told[told.index("Welcome back, John Smith.") :])
    assert {"Owns a boat.", "Likes jazz."} <= {
        memory["text"] for memory in answered(run("memories", "Jon", "--json"))["memories"]
    }


def test_a_program_is_told_who_somebody_is(run: Run) -> None:
    asked = answered(run("say", "Jon", "Hello!", "--json"))
    assert (asked["reply"], asked["identified"]) == ("I know somebody called John Smith. Is that you?", None)
    assert answered(run("people", "show", "Jon", "--json"))["confirmation"]["given_name"] == "Jon"
    assert "to be asked" in run("people", "show", "Jon").stdout
    said = answered(run("say", "Jon", "No, I'm Carol.", "--json"))
    assert (said["identified"]["name"], said["identified"]["new"]) == ("Carol", True)
    assert answered(run("people", "add", "Jon", "--json"))["person"]["name"] == "Jon"


def test_a_name_that_may_be_a_slip_makes_nobody(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_IDENTITY", "never")
    run("say", "Marta", "I like jazz.")
    for command in (["say", "Martha", "Hello!"], ["chat", "Martha"], ["remember", "Martha", "Likes tea."]):
        refused = run(*command)
        assert refused.exit_code == 2
        assert "did you mean Marta?" in refused.stderr
        assert "reverie people add Martha" in refused.stderr
    assert "Martha" not in run("people").stdout
    run("people", "add", "Martha")
    assert run("say", "Martha", "Hello!").exit_code == 0
    assert run("say", "Bartholomew", "Hello!").exit_code == 0


def test_a_companion_whose_name_may_be_a_slip_makes_no_new_mind(run: Run) -> None:
    run("--companion", "Luna", "say", "Ada", "Hello.")
    refused = run("--companion", "Lnua", "say", "Ada", "Hello.")
    assert refused.exit_code == 3
    assert "did you mean 'Luna'?" in refused.stderr
    assert run("--companion", "Nova", "say", "Ada", "Hello.").exit_code == 0
