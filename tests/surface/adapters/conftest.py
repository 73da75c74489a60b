"""What the tests of adapters share: a companion, somebody it knows, and patience."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import reverie
from reverie import Person, Reverie
from reverie.config import Config


@pytest.fixture
def luna(tmp_path: Path) -> Iterator[Reverie]:
    with reverie.open(tmp_path / "luna.db", companion="Luna", config=Config(embedder="none")) as luna:
        yield luna


@pytest.fixture
def ada(luna: Reverie) -> Person:
    return luna.meet("Ada")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was said before is waited for however slow the machine is."""
    monkeypatch.setattr("reverie.adapters.voice.PATIENCE_S", 60)
