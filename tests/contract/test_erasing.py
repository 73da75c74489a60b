"""Erasing on both databases: the same rows go, and what is left is looked for where it can be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import text
from tests.service.scene import MINUTE, START, about, opened, texts

from reverie import Occasion, Reverie
from reverie.records.memories import Status
from reverie.store import row_erasure
from reverie.testing import FrozenClock


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def luna(store_url: str, clock: FrozenClock) -> Iterator[Reverie]:
    with opened(store_url, clock) as luna:
        yield luna


def test_a_person_goes_from_every_table(luna: Reverie, store_url: str, clock: FrozenClock) -> None:
    ada, bob, jon = luna.meet("Adalind"), luna.meet("Bertram"), luna.meet("Cyriac")
    jon.say("I collect Zanzibarian stamps in Z\u00fcrichovia.")
    ada.say("I love Quetzalcoatl ramen.")
    luna.directory.merge(jon, into=ada)
    clock.advance(MINUTE)
    ada.say("I really collect Zanzibarian stamps.")
    jon = luna.directory.split("Cyriac")
    luna.opinions.add("stamps", "Zürichovia is far away", occasion=Occasion(user=jon.id))
    bob.say("I like jazz.")
    before = {**luna.export(bob), "exported_at": ""}
    receipt = luna.erase(jon)
    sqlite = store_url.startswith("sqlite")
    assert (receipt.left, receipt.proved) == (0, sqlite)
    assert receipt.looked_for > 5
    assert bool(receipt.remains) is not sqlite
    assert sqlite or "VACUUM FULL" in receipt.remains[0]
    assert any(one.where == "table log" for one in receipt.scanned) is not sqlite
    assert {**luna.export(bob), "exported_at": ""} == before
    assert about(ada, "Zanzibarian").status is Status.ACTIVE  # her own words, said since
    assert luna.erase(ada).left == 0
    assert [user.name for user in luna.people()] == ["Bertram"]
    assert not _told_of(luna, "anzibarian")
    assert not _told_of(luna, jon.id)
    assert not _told_of(luna, ada.id)


def _told_of(luna: Reverie, word: str) -> list[str]:
    """The tables in which a word stands, row by row, as the database itself sees them."""
    found = []
    with luna._runtime.store.reading() as session:
        tables = session.connection.execute(
            text("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if luna._runtime.store.on_sqlite
            else text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        ).scalars()
        for table in tables.all():
            rows = session.connection.exec_driver_sql(f'SELECT * FROM "{table}"').all()  # noqa: S608 - of the catalogue
            found += [table for row in rows if word in repr(row)]
    return found


def test_what_is_left_in_a_table_is_found(luna: Reverie, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = luna.meet("Ada")
    ada.say("I love Zanzibarian ramen.")
    rewritten = row_erasure.rewrite

    def plant(store: object) -> str | None:
        with luna._runtime.store.writing() as session:
            session.people.set(luna.companion.id, "planted", {"of": "someone else"})
            session.connection.execute(text("UPDATE changes SET batch = 'Zanzibarian' WHERE owner = :own"),
                                       {"own": luna.companion.id})  # fmt: skip
        return rewritten(luna._runtime.store)

    luna.opinions.add("tea", "Tea is fine")
    monkeypatch.setattr(row_erasure, "rewrite", plant)
    receipt = luna.erase(ada)
    assert receipt.left == 1
    assert "table changes" in {place.where for place in receipt.places}


def test_a_message_goes_with_what_came_from_it(luna: Reverie) -> None:
    ada = luna.meet("Ada")
    ada.say("I live in Lyon.")
    said = ada.say("I live in Zanzibar.").message
    assert said is not None
    receipt = luna.erase(ada, message=said.id)
    assert (receipt.left, receipt.rows["messages"]) == (0, 1)
    assert texts(ada.memories()) == ["Lives in Lyon."]
    assert not _told_of(luna, "anzibar")
