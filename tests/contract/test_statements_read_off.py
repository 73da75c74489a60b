"""A store that the version before statements made is upgraded with nothing lost, and folds to what it says."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import BigInteger, Connection, Table, column, create_engine, func, insert, select, text
from sqlalchemy import table as table_of
from tests import first_version
from tests.service.scene import EVERY, MINUTE, START, opened, texts

import reverie
from reverie import Person, Reverie
from reverie.config import Config
from reverie.memory import timeline
from reverie.memory.timeline_check import unlike_statements
from reverie.safekeeping import check
from reverie.store.database import upgrade_store
from reverie.store.schema import metadata
from reverie.store.table_metadata import Instant
from reverie.testing import FrozenClock

KEPT = Path(__file__).parent / "stores" / "0010.json.gz"
ASKS = Config.model_validate({"embedder": "none", "memory": {"conflicts": {"home": "ask"}}})
LATER = START + 3 * timedelta(days=1)


def _rows() -> dict[str, list[dict[str, Any]]]:
    kept = json.loads(gzip.decompress(KEPT.read_bytes()))
    assert kept["version"] == "0010"
    found: dict[str, list[dict[str, Any]]] = kept["rows"]
    return found


@pytest.fixture
def old_url(store_url: str) -> str:
    """A database as the version before left it."""
    engine = create_engine(store_url)
    with engine.begin() as connection:
        first_version.make(connection)
        for table in metadata.sorted_tables:
            rows = [{n: _value(table, n, value) for n, value in row.items()} for row in _rows().get(table.name, ())]
            if rows:
                named = table_of(table.name, *(column(name, _plain_type(table, name)) for name in rows[0]))
                connection.execute(insert(named), rows)
    engine.dispose()
    return store_url


def _plain_type(table: Table, name: str) -> Any:
    """The type of a column, where it is none of our own."""
    kind = table.c[name].type
    return BigInteger() if isinstance(kind, Instant) else kind


def _value(table: Table, name: str, value: Any) -> Any:
    kind = str(table.c[name].type)
    if isinstance(value, dict) and value.keys() == {"hex"}:
        return bytes.fromhex(value["hex"])
    if kind == "JSON":
        return None if value is None else json.loads(value)
    return bool(value) if kind == "BOOLEAN" and value is not None else value


def _opened(url: str) -> Reverie:
    if url.startswith("postgresql"):
        upgrade_store(url)
        return opened(url, FrozenClock(LATER), ASKS)
    with pytest.warns(reverie.ReverieWarning, match="upgraded from 0010"):
        return opened(url, FrozenClock(LATER), ASKS)


def _ada(luna: Reverie) -> Person:
    return luna.find("Ada")


def test_every_row_is_there_still(old_url: str) -> None:
    with _opened(old_url) as luna, luna._runtime.store.reading() as session:
        for name, rows in _rows().items():
            there = session.connection.execute(select(func.count()).select_from(metadata.tables[name])).scalar_one()
            assert there == len(rows), name


@pytest.mark.parametrize("what", ["status = 'retracted'", "revision = revision + 1", "text = 'Likes tea.'"])
def test_an_upgrade_that_would_change_a_memory_leaves_all_as_it_was(
    old_url: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(connection: Connection) -> None:
        connection.execute(text(f"UPDATE memories SET {what} WHERE id = (SELECT min(id) FROM memories)"))  # noqa: S608

    with monkeypatch.context() as broken:
        broken.setattr("reverie.store.migrations.statement_backfill.fill", fill)
        with pytest.raises(reverie.StoreError, match="nothing was upgraded"):
            upgrade_store(old_url)
    with _opened(old_url):  # the version before stands, and goes well with the right migration
        pass
    assert [one for one in check(old_url) if not one.ok] == []


def test_every_slot_folds_to_what_it_says(old_url: str) -> None:
    with _opened(old_url) as luna, luna._runtime.store.reading() as session:
        everybody = session.people.all(merged=True)
        assert sum(len(session.memories.all(user.id)) for user in everybody) > 20
        assert [one for user in everybody for one in unlike_statements(session, user.id, LATER)] == []


def test_it_goes_on_as_one_that_always_knew_statements(old_url: str) -> None:
    with _opened(old_url) as luna:
        ada = _ada(luna)
        clock = luna._runtime.clock
        assert isinstance(clock, FrozenClock)
        before = sorted(texts(ada.memories(statuses=EVERY)))
        back = luna.directory.split("Bob")
        assert "Likes jazz." in texts(back.memories())
        assert "A red scarf suits them." not in texts(ada.memories(statuses=EVERY))
        luna.directory.merge(back, into=ada)
        clock.advance(MINUTE)
        assert sorted(set(before) - set(texts(ada.memories(statuses=EVERY)))) == []
        for message in ada.messages():
            ada.unsay(message.id)
            clock.advance(MINUTE)
        left = {m.source.kind for m in ada.memories()}
        assert "message" not in left
        assert "The key is under the third pot." in texts(ada.memories())


def test_what_was_done_before_is_undone(old_url: str) -> None:
    with _opened(old_url) as luna:
        ada = _ada(luna)
        forgotten = [e.change for e in ada.history() if e.change.cause == "forget" and e.change.undone_by is None]
        assert "sea" not in str(texts(ada.memories()))
        ada.undo(forgotten[-1].id)
        assert "Likes the sea." in texts(ada.memories())
        (said,) = [m for m in ada.messages() if "sea" in m.text]
        ada.unsay(said.id)
        assert "Likes the sea." not in texts(ada.memories())


def test_the_store_is_well(old_url: str) -> None:
    with _opened(old_url):
        pass
    assert [one for one in check(old_url) if not one.ok] == []


def test_a_fold_of_nothing_is_nothing() -> None:
    assert timeline.fold([], {}) == []
