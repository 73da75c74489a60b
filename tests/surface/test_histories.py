"""Exports from elsewhere on the command line: looked at first, brought in, decided, taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests import exports
from typer.testing import CliRunner, Result

from reverie.cli.commands import app

Run = Callable[..., Result]


@pytest.fixture
def run(place: Path) -> Run:
    def invoked(*arguments: str) -> Result:
        return CliRunner().invoke(app, list(arguments), catch_exceptions=False)

    return invoked


def answered(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.fixture
def chatgpt(place: Path) -> Path:
    file = place / "chatgpt.zip"
    file.write_bytes(exports.zipped(conversations__json=json.dumps([exports.chatgpt_talk()]), user__json="{}"))
    return file


def test_a_dry_run_says_what_would_come_in_and_makes_nothing(run: Run, place: Path, chatgpt: Path) -> None:
    before = sorted(place.rglob("*"))
    assert run("import", "Maria", str(chatgpt), "--dry-run").stdout == (
        f"{chatgpt} is ChatGPT: 1 conversation, 4 messages. Nothing was written.\n"
        "    From 2025-05-04 to 2025-05-04\n"
        "    By Maria (2), ChatGPT (2); the person is Maria\n"
    )
    (seen,) = answered(run("import", "Maria", str(chatgpt), "--dry-run", "--json"))["files"]
    assert (seen["format"], seen["messages"], seen["first_at"]) == ("chatgpt", 4, "2025-05-04T18:30:00Z")
    assert sorted(place.rglob("*")) == before


def test_a_dry_run_beside_what_is_known_meets_nobody(run: Run, chatgpt: Path) -> None:
    run("say", "Ada", "I like tea.")
    assert run("import", "Maria", str(chatgpt), "--dry-run").exit_code == 0
    assert [one["name"] for one in answered(run("people", "list", "--json"))["people"]] == ["Ada"]
    run("import", "Maria", str(chatgpt))
    assert "4 known already" in run("import", "Maria", str(chatgpt), "--dry-run").stdout


def test_a_chatgpt_zip_comes_in_once_and_is_taken_back(run: Run, chatgpt: Path) -> None:
    done = run("import", "Maria", str(chatgpt))
    first, undo = done.stdout.splitlines()
    assert first == f"{chatgpt} (ChatGPT): 1 conversation, 4 messages, 2 added."
    assert "4 known already" in run("import", "Maria", str(chatgpt)).stdout
    command = undo.split("reverie ", 1)[1].replace("'", "").split()
    assert run(*command).exit_code == 0
    assert answered(run("memories", "Maria", "--json"))["memories"] == []


def test_role_play_is_said_to_teach_nothing(run: Run, place: Path) -> None:
    file = place / "vex.jsonl"
    file.write_text(exports.lines(exports.SILLY_TAVERN), "utf-8")
    assert "--no-learning" in run("import", "Maria", str(file), "--dry-run").stdout
    done = run("import", "Maria", str(file))
    assert ("--learning" in done.stdout, "added" in done.stdout) == (True, False)
    again = answered(run("import", "Maria", str(file), "--no-learning", "--json"))["files"][0]
    assert (again["known"], again["learning"]) == (3, False)
    late = run("import", "Maria", str(file), "--learning").stdout
    assert f"first reverie undo Maria --import {again['batch']}" in late
    other = answered(run("import", "Zoe", str(file), "--learning", "--json"))["files"][0]
    assert (other["learning"], other["learned"]) == (True, {"added": 1})


def test_a_chat_asks_who_the_person_is(run: Run, place: Path) -> None:
    file = place / "chat.txt"
    file.write_text(exports.WHATSAPP_ANDROID, "utf-8")
    for more in ((), ("--dry-run",)):
        refused = run("import", "Ada", str(file), *more)
        assert (refused.exit_code, "there are Maria, Tom Okafor" in refused.stderr) == (1, True)
    assert run("import", "Ada", str(file), "--speaker", "Maria").exit_code == 0
    assert "Lives in Porto." in run("memories", "Ada").stdout


def test_a_format_can_be_forced_and_is_checked(run: Run, place: Path) -> None:
    file = place / "facts.txt"
    file.write_text("Diet: no fish\nPets: two cats\n", "utf-8")
    assert run("import", "Maria", str(file)).exit_code == 1  # a transcript in which Maria does not speak
    done = answered(run("import", "Maria", str(file), "--format", "memories", "--json"))["files"][0]
    assert (done["format"], done["proposed"]) == ("memories", 2)
    refused = run("import", "Maria", str(file), "--format", "irc")
    assert (refused.exit_code, "there is no format 'irc'" in refused.stderr) == (1, True)


def test_memories_come_in_as_proposals_and_go_out_as_a_list(run: Run, place: Path) -> None:
    file = place / "claude.zip"
    file.write_bytes(
        exports.zipped(
            conversations__json=json.dumps([exports.claude()]), memories__json=json.dumps(exports.CLAUDE_MEMORIES)
        )
    )
    assert "It remembers 3 facts beside that: --memories proposes them" in run("import", "Maria", str(file)).stdout
    proposed = run("import", "Maria", str(file), "--memories").stdout
    assert "3 proposed" in proposed
    assert "To take it back (with what came in of it before): reverie undo Maria" in proposed
    proposed = answered(run("memories", "Maria", "--status", "proposed", "--json"))["memories"]
    assert {one["text"] for one in proposed} == {
        "Maria restores old boats.",
        "Has two cats.",
        "Plans a trip to Norway.",
    }
    assert run("export", "Maria", "--memories").stdout.splitlines() == [
        "- [2025-05-04] Lives in Porto.",
        "- [2025-05-04] Likes jazz.",
    ]
    assert answered(run("export", "Maria", "--memories", "--json"))["memories"][0] == "- [2025-05-04] Lives in Porto."
    out = place / "maria.txt"
    assert run("export", "Maria", "--memories", "-o", str(out)).stdout == f"{out}: 2 memories.\n"
    assert out.stat().st_mode & 0o777 == 0o600
    assert answered(run("import", "Zoe", str(out), "--memories", "--json"))["files"][0]["proposed"] == 2
    assert run("export", "Maria", "--memories", "--to", "a.zip").exit_code == 2


def test_what_breaks_its_rules_is_refused_whole_with_its_place(run: Run, place: Path) -> None:
    file = place / "conversations.json"
    file.write_text(json.dumps([exports.chatgpt_talk(), {**exports.chatgpt_talk("b"), "title": 5}]), "utf-8")
    refused = run("import", "Maria", str(file))
    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert f"{file}, item 2, title has to be a text, and is a number" in refused.stderr
    assert answered(run("memories", "Maria", "--json"))["memories"] == []


def test_an_archive_takes_no_options_of_histories(run: Run, place: Path) -> None:
    run("say", "Maria", "I like jazz.")
    run("export", "Maria", "--to", "maria.zip")
    refused = run("import", "Maria", "maria.zip", "--no-learning")
    assert (refused.exit_code, "an archive says itself what it is" in refused.stderr) == (2, True)
    assert run("import", "Maria", "maria.zip").exit_code == 0
