"""A companion called Luna who knows Ada, on a file of its own; or, with ``TEST_STORE=postgresql``, on a database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.postgres import Databases
from tests.service.scene import ON_SERVER, START, Scene, opened

from reverie.testing import FrozenClock


@pytest.fixture(autouse=ON_SERVER)
def on_server(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every path name a database of a PostgreSQL server, which is made when it is first opened."""
    with databases.in_place_of_files() as found:
        monkeypatch.setattr("reverie.store.database.database_url", found)
        yield


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def scene(tmp_path: Path, clock: FrozenClock) -> Iterator[Scene]:
    path = tmp_path / "luna.db"
    with opened(path, clock) as luna:
        yield Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=path)
