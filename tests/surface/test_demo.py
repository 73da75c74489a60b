"""The demo, as `make demo` runs it: one story, its recorded picture, and eight months of another life."""

from __future__ import annotations

import html
import re
import runpy
from pathlib import Path

import pytest

from reverie.cli.operations import demo, demo_history

ROOT = Path(__file__).parents[2]
TRANSCRIPT = (ROOT / "tests" / "snapshot" / "demo.txt").read_text(encoding="utf-8")
PICTURE = ROOT / "docs" / "images" / "demo.svg"


@pytest.fixture(autouse=True)
def _listening(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a new user has: the model that listens."""
    monkeypatch.delenv("REVERIE_EXTRACTOR")


def unweighed(shown: str) -> str:
    """What is shown, without the weights of reasons, which differ a little from processor to processor."""
    return re.sub(r"\+\d+\.\d+", "+N", shown)


def test_the_story_is_told_in_under_forty_lines(capsys: pytest.CaptureFixture[str]) -> None:
    demo.run()
    shown = capsys.readouterr().out
    assert unweighed(shown) == TRANSCRIPT
    assert shown.count("\n") < 40
    assert shown.endswith("reverie chat\n")


def test_the_recorded_picture_shows_the_story_and_loads_nothing() -> None:
    drawn = PICTURE.read_text(encoding="utf-8")
    assert unweighed(drawn) == unweighed(runpy.run_path(str(PICTURE.with_suffix(".py")))["recorded"]())
    words = html.unescape("".join(re.findall(r"<text[^>]*-line-[^>]*>(.*?)</text>", drawn)))
    assert "".join(unweighed(words).split()) == "".join(TRANSCRIPT.split())
    assert re.findall(r"(?:url|href)\W*(?:https?:|//)", drawn) == []


def test_the_rest_shows_what_is_remembered_understood_thought_and_forgotten(
    capsys: pytest.CaptureFixture[str],
) -> None:
    demo_history.run()
    shown = capsys.readouterr().out
    for told in (
        "Favorite food is ramen. — Ada on 2026-03-15: “my favorite food is ramen now.”",
        "👤 Looks after others before herself.",
        "🪞 Learned to say the uncomfortable thing kindly.",
        "- slow food: quick soup is kinder to hungry guests (strength 0.60)",
        "She used to think otherwise",
        "- I am Luna: curious",
        "What you think:\n- quick soup is kinder to hungry guests",
        "What recall still finds of opera: 0 memories or messages.",
    ):
        assert told in shown
    assert "<record_" not in shown
