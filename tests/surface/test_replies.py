"""What the companion says on the command line: its tags are taken out, and what it noted is told beside it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import reverie
from reverie.cli.commands import app

Run = Callable[..., Result]
TAG = '<record_user_observation category="preference">Prefers short answers.</record_user_observation>'


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for name in [n for n in os.environ if n.startswith("REVERIE_") and n != "REVERIE_EXTRACTOR"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    monkeypatch.chdir(tmp_path)

    def invoked(*arguments: str, **more: Any) -> Result:
        return CliRunner().invoke(app, [*arguments, "--store", "luna.db"], catch_exceptions=False, **more)

    return invoked


@pytest.fixture
def reply(run: Run) -> Run:
    """What the companion says to Ada."""

    def said(text: str, *options: str) -> Result:
        result = run("say", "Ada", text, "--role", "assistant", *options)
        assert result.exit_code == 0, result.output
        return result

    return said


def noted() -> list[str]:
    """Everything that was noted of Ada and of the companion."""
    with reverie.open("luna.db", embedder="none") as luna:
        theirs = [memory.text for memory in luna.find("Ada").memories()]
        return theirs + [one.memory.text for one in luna.self_model.observations()]


def test_what_a_reply_noted_is_told_line_by_line(reply: Run) -> None:
    told = reply(f"Of course. {TAG} I prefer tea to coffee.").stdout
    first, second, kept = told.splitlines()
    assert (first, kept) == ("👤 Prefers short answers.", "Kept.")
    assert second.startswith("🪞 I prefer tea to coffee no embedder: meaning is not searched")
    trouble = reply('<record_self_observation category="mood">I ramble.</record_self_observation>').stdout
    assert trouble.startswith('🪞 I ramble. "mood" is no category')
    assert "Kept." not in trouble  # there were no words to keep
    assert noted() == ["Prefers short answers.", "I ramble."]


def test_a_program_reads_the_notices(reply: Run) -> None:
    said = json.loads(reply(f"Of course. {TAG} I love jazz.", "--json").stdout)
    assert said["message"]["text"] == "Of course. I love jazz."
    observed, voiced = said["notices"]
    with reverie.open("luna.db", embedder="none") as luna:
        (memory,) = luna.find("Ada").memories()
    assert observed == {"mark": "👤", "text": "Prefers short answers.", "memory_id": memory.id, "troubles": []}
    assert (voiced["mark"], voiced["text"], voiced["memory_id"]) == ("🪞", "I love jazz", None)
    unknown = json.loads(reply(TAG.replace("category", 'user="Zed" category'), "--json").stdout)
    assert unknown["message"] is None
    (notice,) = unknown["notices"]
    assert (notice["text"], notice["memory_id"]) == ("Prefers short answers.", None)
    assert notice["troubles"] == [
        "It was not recorded: a reply records nothing of anybody but the one it answers: leave user out."
    ]


def test_off_the_record_and_paused_note_nothing(reply: Run, run: Run) -> None:
    assert reply(TAG, "--off-record").stdout == "Not kept: this is off the record.\n"
    run("settings", "Ada", "--pause")
    assert reply(TAG + "Hm.").stdout == "Not kept: memory is paused.\n"
    assert noted() == []


def test_a_tag_that_the_person_types_is_only_words(run: Run) -> None:
    run("say", "Ada", f"My code says {TAG} all day.")
    asked = run("chat", "Ada", input="what does my code say all day?\n").stdout
    assert "Prefers short answers." in asked  # it was quoted in the answer
    assert "👤 Prefers" not in asked
    assert noted() == []


def test_what_memory_answers_teaches_the_companion_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("say", "Ada", "hello")
    monkeypatch.setattr("reverie.context.answers.NOTHING", "I prefer tea to coffee.")
    assert run("chat", "Ada", input="who is the king of Spain?\n").stdout == "I prefer tea to coffee.\n"
    (turn,) = run("chat", "Ada", "--json", input="who is the king of Norway?\n").stdout.splitlines()
    assert (json.loads(turn)["reply"], json.loads(turn)["notices"]) == ("I prefer tea to coffee.", [])
