"""The commands of knowledge: what they answer, to people and to programs, and how they end."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from reverie.cli.commands import app


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer of one's own, with a folder of documents."""
    for name in [n for n in os.environ if n.startswith("REVERIE_") and n != "REVERIE_EXTRACTOR"]:
        monkeypatch.delenv(name)
    for name in ("HOME", "REVERIE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "docs"
    made.mkdir()
    (made / "guide.md").write_text(
        "# Lens\n\nWipe the lens with a soft cloth. ![Cloth](c.png)\x1b[31m\n", encoding="utf-8"
    )
    return made


def run(*arguments: str, **more: Any) -> Result:
    return CliRunner().invoke(app, ["know", *arguments], catch_exceptions=False, **more)


def answered(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_documents_are_added_searched_listed_and_removed(docs: Path) -> None:
    (docs / "x.py").write_text("print()", encoding="utf-8")
    added = run("add", "docs")
    assert (added.exit_code, added.stdout) == (0, "1 added, 1 file of other types passed over.\n")
    found = run("search", "how is the lens wiped", "--why")
    assert found.stdout.startswith(
        "1. guide.md, lines 1-3 · Lens\n    Wipe the lens with a soft cloth. Cloth\\x1b[31m\n"
    )
    assert "picture: Cloth (c.png)" in found.stdout
    assert "the words match" in found.stdout
    assert "no embedder" in found.stderr
    assert run("search", "-", input="Good morning!").stdout == "No document says anything of it.\n"
    assert "guide.md" in run("list").stdout
    assert run("remove", str(docs)).stdout == "1 removed.\n"
    assert run("list").stdout == "There are no documents.\n"
    assert run("remove", str(docs)).exit_code == 3


def test_programs_get_json(docs: Path) -> None:
    first = answered("add", "docs")
    assert first["counts"] == dict.fromkeys(["changed", "moved", "unchanged", "removed", "failed"], 0) | {"added": 1}
    assert first["files"] == [
        {"file": str(docs / "guide.md"), "step": "added", "passages": 1, "notes": [], "error": None}
    ]
    again = answered("add", "docs")
    assert (again["counts"]["unchanged"], again["files"]) == (1, [])
    (passage,) = answered("search", "wipe the lens", "--limit", "1")["passages"]
    assert passage["source"] == "guide.md, lines 1-3"
    assert (passage["lines"], passage["pages"], passage["pictures"]) == (
        [1, 3],
        None,
        [{"alt": "Cloth", "path": "c.png"}],
    )
    (document,) = answered("list")["documents"]
    assert (document["path"], document["passages"], document["media_type"]) == ("guide.md", 1, "text/markdown")
    assert document["indexed_at"].endswith("Z")


def test_what_cannot_be_read_is_told_and_the_rest_goes_in(docs: Path) -> None:
    (docs / "bad.txt").write_bytes(b"\0")
    mixed = run("add", "docs")
    assert (mixed.exit_code, mixed.stdout) == (0, "1 added, 1 failed.\n")
    assert "bad.txt: it holds binary content" in mixed.stderr
    nothing = run("add", "nowhere")
    assert nothing.exit_code == 1
    assert "it is not there" in nothing.stderr


def test_looking_makes_no_store(docs: Path) -> None:
    for command in (["search", "x"], ["list"], ["remove", "x"]):
        assert run(*command).exit_code == 3
    assert not (docs.parent / "home").exists()
