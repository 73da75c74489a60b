"""Archives on both databases: out of one and into the other, and rows that agree afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.service.scene import MINUTE, START, opened, texts

from reverie import Reverie, safekeeping
from reverie.errors import ConfigError
from reverie.testing import FrozenClock

SAYINGS = ["I live in Lyon.", "I like jazz.", "My favorite food is pizza.", "I moved to Paris.", "I feel sad today."]


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def luna(store_url: str, clock: FrozenClock) -> Iterator[Reverie]:
    with opened(store_url, clock) as luna:
        yield luna


def test_out_of_one_database_into_another_and_back(
    luna: Reverie, clock: FrozenClock, store_url: str, tmp_path: Path
) -> None:
    ada = luna.meet("Ada")
    for text in SAYINGS:
        ada.say(text)
        clock.advance(MINUTE)
    ada.forget("jazz")
    luna.directory.link(ada, "discord", "1815")
    before, found = luna.export(ada), ada.recall("Where do I live?")
    packed = luna.archives.pack(tmp_path / "ada.zip", ada)
    with opened(tmp_path / "other.db", clock) as other:
        other.archives.unpack(packed.path)
        there = other.find("Ada")
        there.say("I like opera.")
        other.archives.pack(tmp_path / "more.zip", there)
    assert luna.archives.unpack(tmp_path / "more.zip").messages == 1
    assert "Likes opera." in texts(ada.memories())
    luna.erase(ada)
    came = luna.archives.unpack(packed.path)
    ada = luna.find("Ada")
    after = luna.export(ada)
    changes = [change for change in after["changes"] if change["cause"] != "import"]
    assert {**after, "changes": changes, "exported_at": ""} == {**before, "exported_at": ""}
    assert [(h.score, h.memory) for h in ada.recall("Where do I live?")] == [(h.score, h.memory) for h in found]
    assert all(one.ok for one in safekeeping.check(store_url))
    ada.undo(batch=came.batch)
    assert (ada.memories(), ada.messages()) == ([], [])
    assert safekeeping.repair(store_url).done == {}


def test_postgresql_has_tools_of_its_own(luna: Reverie, store_url: str, tmp_path: Path) -> None:
    if not store_url.startswith("postgres"):
        assert safekeeping.backup(tmp_path / "one.db", store_url).size
        return
    with pytest.raises(ConfigError, match="pg_dump"):
        safekeeping.backup(tmp_path / "one.db", store_url)
