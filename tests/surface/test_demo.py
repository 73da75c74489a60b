"""The demo, as `make demo` runs it: a person remembered, and a companion that is somebody too."""

from __future__ import annotations

import pytest

from reverie.cli import demo


def test_the_demo_shows_what_is_remembered_understood_thought_and_forgotten(
    capsys: pytest.CaptureFixture[str],
) -> None:
    demo.run()
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
