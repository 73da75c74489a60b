"""Archives and safekeeping from the command line."""

from __future__ import annotations

import json
import os
import shlex
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from reverie.cli.commands import app

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line on a computer of one's own, in which Ada is known."""
    for name in [n for n in os.environ if n.startswith("REVERIE_") and n != "REVERIE_EXTRACTOR"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    monkeypatch.chdir(tmp_path)

    def invoked(*arguments: str) -> Result:
        return CliRunner().invoke(app, list(arguments), catch_exceptions=False)

    invoked("say", "Ada", "My favorite food is ramen. I live in Lyon.", "--at", "2026-03-01")
    return invoked


def answered(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_person_moves_as_an_archive(run: Run, tmp_path: Path) -> None:
    packed = answered(run("export", "Ada", "--to", "ada.zip", "--with-vectors", "--json"))
    assert (packed["rows"]["messages"], packed["missing"]) == (1, [])
    with zipfile.ZipFile(tmp_path / "ada.zip") as archive:
        assert "memories.jsonl" in archive.namelist()
    assert run("export", "Ada", "--to", "ada.zip").exit_code == 5
    assert "1 message, 2 memories" in run("export", "Ada", "--to", "ada.zip", "--force").stdout
    came = answered(run("import", "Ada", "ada.zip", "--store", "other.db", "--json"))
    assert (came["whole"], came["messages"], came["memories"]) == (True, 1, 2)
    assert "knows all of it already" in run("import", "Ada", "ada.zip", "--store", "other.db").stdout
    assert run("undo", "Ada", "--import", came["batch"], "--store", "other.db").exit_code == 0
    assert answered(run("memories", "Ada", "--store", "other.db", "--json"))["memories"] == []


def test_somebody_of_the_same_name_is_asked_for(run: Run) -> None:
    run("export", "Ada", "--to", "ada.zip")
    run("say", "Ada", "I like opera.", "--store", "other.db")
    refused = run("import", "Ada", "ada.zip", "--store", "other.db")
    assert (refused.exit_code, "somebody else" in refused.stderr) == (5, True)
    told = run("import", "Ada", "ada.zip", "--as", "Ada", "--store", "other.db")
    assert "Ada was told what is new: 1 message, 2 memories." in told.stdout
    assert "reverie undo Ada --import import-" in told.stdout
    renamed = answered(run("import", "Ada of Lyon", "ada.zip", "--store", "third.db", "--json"))
    assert renamed["person"]["name"] == "Ada of Lyon"


def test_what_can_not_be_asked_for_together(run: Run, tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text("Ada: hello\n")
    run("export", "Ada", "--to", "ada.zip")
    wrong = (
        ("import", "Ada", "ada.zip", "chat.txt"),
        ("import", "Ada", "chat.txt", "--as", "Bob"),
        ("export", "Ada", "--with-vectors"),
        ("export", "Ada", "--to", "b.zip", "--output", "b.json"),
    )
    assert [run(*arguments).exit_code for arguments in wrong] == [2, 2, 2, 2]
    assert run("export", "Bob", "--to", "b.zip").exit_code == 3


def test_a_changed_archive_is_refused(run: Run, tmp_path: Path) -> None:
    run("export", "Ada", "--to", "ada.zip")
    whole = (tmp_path / "ada.zip").read_bytes()
    (tmp_path / "ada.zip").write_bytes(whole[:-100])
    refused = run("import", "Ada", "ada.zip", "--store", "other.db")
    assert (refused.exit_code, "no whole zip file" in refused.stderr) == (2, True)
    assert answered(run("people", "--store", "other.db", "--json"))["people"] == []


def test_the_companions_own_moves(run: Run) -> None:
    run("persona", "opine", "poetry", "Poetry is worth the time.")
    assert run("persona", "export", "luna.zip").exit_code == 0
    assert run("persona", "import", "luna.zip", "--store", "other.db").exit_code == 0
    (one,) = answered(run("persona", "opinions", "--store", "other.db", "--json"))["opinions"]
    assert one["opinion"] == "Poetry is worth the time."


def test_a_backup_is_made_checked_and_gone_back_to(run: Run, tmp_path: Path) -> None:
    made = answered(run("db", "backup", "one.db", "--json"))
    assert made["bytes"] == (tmp_path / "one.db").stat().st_size
    run("say", "Ada", "I like zeppelins.")
    assert run("db", "restore", "one.db").exit_code == 5
    done = run("db", "restore", "one.db", "--force")
    assert "What was there before is kept in" in done.stdout
    assert "zeppelins" not in run("memories", "Ada").stdout
    checked = answered(run("db", "check", "--json"))
    assert (checked["ok"], {one["name"] for one in checked["checks"]} >= {"file", "links"}) == (True, True)
    assert "There was nothing to mend." in run("db", "repair").stdout


def test_a_broken_store_is_named_and_saved(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "reverie.db"
    # A new file ends with its schema: what is lost here are words that were said since.
    assert run("say", "Ada", "and so on " * 8000, "--at", "2026-03-02").exit_code == 0
    os.truncate(store, store.stat().st_size - 4096 * 3)
    checked = run("db", "check")
    assert (checked.exit_code, "reverie db repair" in checked.stdout) == (1, True)
    mended = run("db", "repair", "--json")
    record = json.loads(mended.stdout)
    assert (mended.exit_code, record["rows"]["messages"] >= 1) == (1, True)
    assert run("db", "restore", "--force", record["saved"]).exit_code == 0
    assert answered(run("memories", "Ada", "--json"))["memories"]
    assert run("db", "check", "--store", "nothing.db").exit_code == 3
    assert run("db", "backup", "x.db", "--store", "postgresql://host/luna").exit_code == 2


def told(result: Result) -> list[str]:
    """The last command that a result tells to type, as a shell reads it."""
    typed = [line[line.index("reverie ") :] for line in result.stdout.splitlines() if ": reverie " in line]
    return shlex.split(typed[-1])[1:]


def test_what_is_told_to_type_can_be_typed_whatever_names_and_paths_hold(run: Run, tmp_path: Path) -> None:
    backup, store, name = "a friday's; one.db", "my store.db", "Mallory O'Brien; $(id)"
    assert run("say", name, "I like jazz.", "--store", store).exit_code == 0
    command = told(run("db", "backup", backup, "--store", store))
    assert command == ["db", "restore", backup]
    command = told(run("forget", name, "jazz", "--yes", "--store", store))
    assert command[:2] == ["undo", name]
    assert run(*command, "--store", store).exit_code == 0
    (tmp_path / "history.txt").write_text("2026-01-01\nMe: I like tea.\nLuna: Lovely.\n", encoding="utf-8")
    command = told(run("import", name, "history.txt", "--speaker", "Me", "--store", store))
    assert run(*command, "--store", store).exit_code == 0
    assert run("say", name, "and so on " * 8000, "--store", store).exit_code == 0
    os.truncate(tmp_path / store, (tmp_path / store).stat().st_size - 4096 * 3)
    command = told(run("db", "repair", "--store", store))
    assert run(*command).exit_code == 0
    assert name in run("people", "--store", store).stdout
