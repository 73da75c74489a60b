"""The first minute: ``reverie`` alone, ``init``, and the questions where a name may be a slip."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.terminals import at_terminal
from typer.testing import CliRunner, Result

from reverie.cli.commands import app

pytestmark = pytest.mark.usefixtures("place")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def names() -> list[str]:
    return [one["name"] for one in json.loads(run("people", "--json").stdout)["people"]]


def test_alone_it_says_what_to_type_first_and_makes_nothing(place: Path) -> None:
    shown = run()
    assert shown.exit_code == 0
    assert f"Nothing is remembered yet. It will be kept in {place / 'reverie.db'}." in shown.stdout
    commands = json.loads(run("--json").stdout)["next"]
    assert commands == ["reverie demo", "reverie init", "reverie chat"]
    assert all(command in shown.stdout for command in commands)
    assert list(place.iterdir()) == []


def test_alone_it_says_what_is_remembered_and_what_to_type_next() -> None:
    run("say", "Bo", "I live in Lyon.", "--at", "2026-01-01", "--companion", "Luna")
    run("say", "Ada Moreau", "I live in Bern. I like jazz.", "--at", "2026-03-01")
    shown = run()
    assert "Luna knows 2 people" in shown.stdout
    assert "Ada Moreau: 2 memories from 1 message, the last one on 1 March" in shown.stdout
    assert "reverie chat 'Ada Moreau'" in shown.stdout
    told = json.loads(run("--json").stdout)
    assert (told["companion"], told["people"]) == ("Luna", 2)
    assert told["person"] == {"name": "Ada Moreau", "memories": 2, "messages": 1}


def test_what_is_typed_next_names_the_same_store(place: Path) -> None:
    run("say", "Ada", "I live in Bern.", "--store", "my luna.db")
    told = json.loads(run("--store", "my luna.db", "--json").stdout)
    assert told["next"][0] == "reverie chat Ada --store 'my luna.db'"
    assert not (place / "reverie.db").exists()


def test_a_store_chosen_once_is_remembered(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = run("init", "--store", "luna.db", "--companion", 'Luna "Lu"')
    assert (made.exit_code, "Next: reverie chat" in made.stdout) == (0, True)
    assert not (place / "luna.db").exists()
    assert (place / "reverie.toml").stat().st_mode & 0o777 == 0o600
    run("say", "Ada", "I live in Bern.")
    assert (place / "luna.db").exists()
    told = json.loads(run("--json").stdout)
    assert (told["store"], told["companion"]) == (str(place / "luna.db"), 'Luna "Lu"')
    kept = (place / "reverie.toml").read_bytes()
    again = run("init", "--store", "other.db")
    assert (again.exit_code, "change `store` and `companion` in it" in again.stderr) == (5, True)
    assert (place / "reverie.toml").read_bytes() == kept
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    monkeypatch.setenv("REVERIE_CONFIG", str(place / "reverie.toml"))
    assert json.loads(run("--json").stdout)["people"] == 1


def test_a_choice_for_every_folder_stands_in_the_settings_folder(
    place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("REVERIE_HOME")
    file = Path(json.loads(run("init", "--everywhere", "--companion", "Luna", "--json").stdout)["file"])
    assert not (place / "reverie.toml").exists()
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    settings = json.loads(run("config", "companion", "--json").stdout)
    assert (settings["file"], settings["settings"][0]["value"]) == (str(file), "Luna")


@pytest.mark.parametrize("store", ["mysql://host/luna", "https://luna", " "])
def test_a_store_that_can_not_be_is_not_remembered(place: Path, store: str) -> None:
    assert run("init", "--store", store, "--companion", "Luna").exit_code == 2
    assert list(place.iterdir()) == []


def test_init_asks_at_a_terminal(place: Path) -> None:
    code, _seen = at_terminal(["init"], [("kept?", b"mine.db\n"), ("called?", b"\n")])
    assert code == 0
    assert (place / "reverie.toml").read_text() == f'store = "{place / "mine.db"}"\ncompanion = "Reverie"\n'


def test_chat_needs_no_name_where_one_person_is_known(place: Path) -> None:
    refused = run("chat")
    assert (refused.exit_code, "reverie chat NAME" in refused.stderr) == (2, True)
    assert list(place.iterdir()) == []
    code, _seen = at_terminal(["chat"], [("What is your name?", b"Nina\n"), ("Nina> ", b"\x04")])
    assert (code, names()) == (0, ["Nina"])
    assert run("chat").exit_code == 0
    run("say", "Bartholomew", "Hello.")
    refused = run("chat")
    assert (refused.exit_code, "known: Bartholomew, Nina" in refused.stderr) == (2, True)


def test_a_name_like_a_known_one_is_asked_about_at_a_terminal() -> None:
    run("say", "Marta", "I like jazz.")
    code, _seen = at_terminal(["say", "Martha", "I like tea."], [("Did you mean Marta? [y/N]", b"y\n")])
    assert (code, names()) == (0, ["Marta"])
    assert "tea" in run("memories", "Marta").stdout
    neither = [("Did you mean Marta? [y/N]", b"n\n"), ("somebody other than Marta? [y/N]", b"n\n")]
    code, seen = at_terminal(["say", "Martha", "Hello."], neither)
    assert (code, "Nothing was changed." in seen, names()) == (1, True, ["Marta"])
    code, _seen = at_terminal(["say", "Martha", "Hello."], [neither[0], (neither[1][0], b"y\n")])
    assert (code, names()) == (0, ["Marta", "Martha"])


def test_a_companion_like_a_known_one_is_asked_about_at_a_terminal() -> None:
    run("say", "Ada", "I like jazz.", "--companion", "Luna")
    arguments = ["recall", "Ada", "jazz", "--companion", "Lnua"]
    code, seen = at_terminal(arguments, [("Did you mean Luna? [y/N]", b"y\n")])
    assert (code, "Likes jazz." in seen) == (0, True)
    code, seen = at_terminal(arguments, [("Did you mean Luna? [y/N]", b"n\n")])
    assert (code, "there is no companion 'Lnua' here" in seen) == (3, True)
