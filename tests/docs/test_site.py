"""The documentation as a site: no link is broken, nothing comes from elsewhere, and llms.txt tells of each page."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_ELSEWHERE = r"""["']?(?:https?:)?//"""
_LOADS = re.compile(rf"(?:src|data|poster)={_ELSEWHERE}|<link[^>]+href={_ELSEWHERE}|url\({_ELSEWHERE}")
"""What a page or a style sheet loads from another server; a link that somebody follows is none."""


def test_llms_txt_is_what_the_pages_say() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "site.py"))["llms"]()
    assert (ROOT / "llms.txt").read_text("utf-8") == made, "`make docs` writes it anew"


def test_llms_txt_names_every_page() -> None:
    named = re.findall(r"\]\(([^)]+)\)", (ROOT / "llms.txt").read_text("utf-8"))
    assert len(set(named)) == len(named)
    assert {str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md")} <= set(named)


@pytest.mark.nightly
def test_the_site_builds_without_a_broken_link_and_is_whole(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr  # not --quiet: then warnings are not counted
    pages = {path: path.read_text("utf-8") for path in tmp_path.rglob("*") if path.suffix in (".html", ".css")}
    assert {
        str(path.relative_to(tmp_path)): found for path, text in pages.items() if (found := _LOADS.findall(text))
    } == {}
    person = pages[tmp_path / "reference" / "Person.html"]
    assert "Keep a message and learn from it" in person
    assert "undo" in person, "what it inherits is there too"
    for name in re.findall(r"\]\(([^)]+)\)", (tmp_path / "llms.txt").read_text("utf-8")):
        assert (tmp_path / name).is_file(), name
    assert (tmp_path / "search" / "search_index.json").is_file()
