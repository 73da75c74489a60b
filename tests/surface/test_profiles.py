"""Profiles on the command line: shown, edited in an editor, taken out and brought back, by people and by programs."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.terminals import at_terminal
from typer.testing import CliRunner, Result

from reverie.cli.commands import app

Run = Callable[..., Result]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer of one's own, without an editor."""
    for name in [n for n in os.environ if n.startswith("REVERIE_") and n != "REVERIE_EXTRACTOR"]:
        monkeypatch.delenv(name)
    for name in ("HOME", "REVERIE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(place: Path) -> Run:
    """The command line, with somebody known."""

    def invoked(*arguments: str, **more: Any) -> Result:
        return CliRunner().invoke(app, list(arguments), catch_exceptions=False, **more)

    invoked("say", "Ada", "Call me Bo. I live in Lyon. My hobby is chess.")
    return invoked


def answered(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.fixture
def editor(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Be the person at the editor, who replaces pieces of the text; ``meanwhile`` is said before they save."""

    def becoming(*changes: tuple[str, str], meanwhile: str | None = None) -> None:
        def edited(command: list[str], *, check: bool) -> subprocess.CompletedProcess[bytes]:
            assert command[:-1] == ["vi", "-n"]
            if meanwhile:
                run("say", "Ada", meanwhile)
            file = Path(command[-1])
            text = file.read_text(encoding="utf-8")
            for before, after in changes:
                text = text.replace(before, after)
            file.write_text(text, encoding="utf-8")
            return subprocess.CompletedProcess(command, 0)

        monkeypatch.setenv("VISUAL", "vi -n")
        monkeypatch.setattr("subprocess.run", edited)

    return becoming


def left(place: Path) -> list[Path]:
    return sorted(place.glob("reverie-profile-*"))


def test_a_profile_is_shown_to_people_and_programs(run: Run) -> None:
    shown = run("profile", "show", "Ada").stdout
    assert shown == "display_name: Ada\nnickname: Bo\nbackground:\n    home: Lyon\nhobbies: chess\n"
    found = answered(run("profile", "show", "Ada", "--json"))
    assert found["person"]["name"] == "Ada"
    assert (found["profile"]["background"], found["profile"]["hobbies"]) == ({"home": "Lyon"}, ["chess"])
    assert found["profile"]["communication"] == {"style": None, "preferences": []}
    assert found["profile"]["last_updated"].endswith("Z")
    past = answered(run("profile", "show", "Ada", "--known-at", "2020-01-01", "--json"))
    assert past["profile"]["background"] == {}
    assert run("profile", "show", "Bob").exit_code == 3


def test_an_edit_in_an_editor_is_applied_and_undone(run: Run, place: Path, editor: Callable[..., None]) -> None:
    editor(("home: Lyon", "home: Bern  # since June"), ("notes:", "notes: Flies."))
    done = run("profile", "edit", "Ada")
    assert done.stdout.splitlines()[:2] == ["background.home: Lyon → Bern", "notes: (nothing) → Flies."]
    assert "home: Bern  # since June" in run("profile", "export", "Ada").stdout
    assert left(place) == []
    assert run("undo", "Ada", done.stdout.split()[-1]).exit_code == 0
    assert answered(run("profile", "show", "Ada", "--json"))["profile"]["background"] == {"home": "Lyon"}
    editor()
    assert run("profile", "edit", "Ada").stdout == "Nothing was changed.\n"
    assert answered(run("profile", "edit", "Ada", "--json"))["edits"] == []


def test_what_changed_while_the_editor_was_open_is_merged_and_said(run: Run, editor: Callable[..., None]) -> None:
    editor(("notes:", "notes: Flies."), meanwhile="I moved to Bern.")
    done = run("profile", "edit", "Ada")
    assert "Changed meanwhile, and left so:\n    background.home: Lyon → Bern\n" in done.stdout
    editor(("home: Bern", "home: Rome"), meanwhile="I moved to Oslo.")
    clash = run("profile", "edit", "Ada")
    assert (clash.exit_code, "became 'Oslo', and you wrote 'Rome'" in clash.stderr) == (5, True)


def test_a_broken_edit_keeps_the_text_in_a_private_file(run: Run, place: Path, editor: Callable[..., None]) -> None:
    editor(("nickname:", "nicknme:"))
    broken = run("profile", "edit", "Ada")
    (kept,) = left(place)
    assert (broken.exit_code, stat.S_IMODE(kept.stat().st_mode)) == (2, 0o600)
    assert f"Your text is kept in {kept}" in broken.stderr
    assert "there is no field 'nicknme': did you mean nickname?" in broken.stderr
    assert "nicknme: Bo" in kept.read_text()
    as_json = run("profile", "edit", "Ada", "--json")
    assert [next(iter(json.loads(line))) for line in as_json.stderr.splitlines()] == ["note", "error"]


def test_on_a_terminal_a_broken_edit_is_opened_again(run: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = place / "an editor.py"  # it spoils a page, and mends a spoilt one
    script.write_text(
        "import pathlib, sys\nfile = pathlib.Path(sys.argv[-1])\ntext = file.read_text()\n"
        "spoilt = text.replace('nickname: Bo', 'nicknme: Bob')\n"
        "file.write_text(spoilt if spoilt != text else text.replace('nicknme', 'nickname'))\n"
    )
    monkeypatch.setenv("EDITOR", f"'{sys.executable}' '{script}'")
    code, seen = at_terminal(["profile", "edit", "Ada"], [("[Y/n]", b"\n")])
    assert (code, left(place)) == (0, [])
    assert "line 6, column 1: there is no field" in seen
    assert "nickname: Bo → Bob" in seen


@pytest.mark.parametrize(
    ("command", "said"), [("", "no editor is named"), ("no-such-editor -w", "can't be run"), ("false", "ended with 1")]
)
def test_without_an_editor_that_works_it_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, said: str
) -> None:
    monkeypatch.setenv("EDITOR", command)
    failed = run("profile", "edit", "Ada")
    assert (failed.exit_code, said in failed.stderr) == (2, True)


def test_a_profile_goes_out_to_a_file_and_comes_back(run: Run, place: Path) -> None:
    assert run("profile", "export", "Ada", "ada.yaml").stdout == "Written to ada.yaml.\n"
    file = place / "ada.yaml"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert run("profile", "export", "Ada", "ada.yaml").exit_code == 5
    assert run("profile", "export", "Ada", "ada.yaml", "--force").exit_code == 0
    assert answered(run("profile", "export", "Ada", "--json"))["yaml"].endswith("face_image:\n")
    file.write_text(file.read_text().replace("pronouns:", "pronouns: she/her"))
    done = answered(run("profile", "import", "Ada", "ada.yaml", "--json"))
    assert done["edits"] == [{"field": "pronouns", "name": "", "before": None, "after": "she/her"}]
    assert (done["person"]["pronouns"], done["profile"]["pronouns"]) == ("she/her", "she/her")
    assert run("profile", "import", "Ada", "-", input="values: [honesty]\n").stdout.startswith("values: + honesty\n")
    file.write_bytes(b"notes: \xff\n")
    assert run("profile", "import", "Ada", "ada.yaml").exit_code == 2
    assert run("profile", "import", "Ada", "nowhere.yaml").exit_code == 2
    assert run("profile", "import", "Ada", "-", input="notes: my password is hunter2xyz\n").exit_code == 4


def test_one_field_is_updated(run: Run) -> None:
    assert run("profile", "update", "Ada", "background.employer", "Acme").stdout.startswith(
        "background.employer: (nothing) → Acme\n"
    )
    run("profile", "update", "Ada", "values", "honesty", "craft", "--action", "append")
    run("profile", "update", "Ada", "values", "craft", "--action", "remove")
    done = answered(run("profile", "update", "Ada", "relationship", "friend", "--reason", "they talk daily", "--json"))
    assert (done["profile"]["values"], done["profile"]["relationship"]) == (["honesty"], "friend")
    wrong = run("profile", "update", "Ada", "notes", "x", "--action", "append")
    assert (wrong.exit_code, "notes is no list" in wrong.stderr) == (2, True)


def test_what_is_forgotten_names_the_page(run: Run) -> None:
    run("profile", "import", "Ada", "-", input="# loves zeppelins\nnotes: Flies.\n")
    gone = run("forget", "Ada", "zeppelins", "--yes")
    assert (gone.exit_code, "and the words of it in the profile" in gone.stdout, "undo" in gone.stdout) == (
        0,
        True,
        True,
    )
    assert "zeppelins" not in run("export", "Ada").stdout
