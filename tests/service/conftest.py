"""A companion called Luna who knows Ada, on a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.service.scene import START, Scene, opened

from reverie.testing import FrozenClock


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def scene(tmp_path: Path, clock: FrozenClock) -> Iterator[Scene]:
    path = tmp_path / "luna.db"
    with opened(path, clock) as luna:
        yield Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=path)
