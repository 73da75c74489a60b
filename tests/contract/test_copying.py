"""A store copied from one kind of database into the other: the same there, and the same back again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from sqlalchemy import text
from tests.postgres import empty_database
from tests.service.scene import MINUTE, START, opened

from reverie import safekeeping
from reverie.errors import Conflict, NotFound, StoreError
from reverie.store.database import Store
from reverie.testing import FrozenClock

pytestmark = pytest.mark.postgres

SAID = [
    "My name is Ada. I live in Lyon with my cat Zo\u00eb.",
    "I like jazz, ramen and hiking. \U0001f35c",
    "My favorite food is pizza.",
    "Actually my favorite food is ramen now.",
    "I work at Acme as a nurse.",
    "I no longer like hiking.",
]
QUESTIONS = ("What do I like?", "Where do I work?", "What is my favorite food?", "Who lives with me?")

COPY = """
import os, signal, sys
from reverie import safekeeping
from reverie.store.sqlite import database_copy
database_copy.BATCH = 5
def kill(done, total):
    if done >= total // 2:
        os.kill(os.getpid(), signal.SIGKILL)
safekeeping.copy(sys.argv[1], sys.argv[2], progress=kill)
"""


@pytest.fixture
def server(postgres_url: str) -> Iterator[str]:
    with empty_database(postgres_url) as url:
        yield url


@pytest.fixture
def lived(tmp_path: Path) -> Path:
    """A store with two people, forgotten and superseded things, a document, an opinion and a merge in it."""
    clock, path = FrozenClock(START), tmp_path / "luna.db"
    with opened(path, clock) as luna:
        ada, bob = luna.meet("Ada", account=("mail", "ada@example.org")), luna.meet("Bob")
        for words in SAID:
            ada.say(words)
            bob.say(f"Somebody said: {words}")
            clock.advance(MINUTE)
        ada.remember("Is afraid of wasps.", key="fear:wasps")
        ada.settings(categories_off=["health"])
        ada.undo()
        bob.forget("jazz")
        page = tmp_path / "page.md"
        page.write_text("# Tea\n\nGreen tea is steeped at 70 degrees.", encoding="utf-8")
        luna.knowledge.add(page)
        luna.opinions.add("tea", "Green tea tastes of meadows.")
    return path


def content(store: str | Path, folder: Path) -> tuple[dict[str, bytes], list[list[tuple[str, float]]]]:
    """What is in everybody's archive, and what recall finds, in its order and with its scores."""
    folder.mkdir()
    found: dict[str, bytes] = {}
    ranks = []
    with opened(store, FrozenClock(START + 60 * MINUTE)) as luna:
        for name in ("Ada", "Bob"):
            person = luna.find(name)
            luna.archives.pack(folder / f"{name}.zip", person, with_vectors=True)
            with ZipFile(folder / f"{name}.zip") as archive:
                found |= {f"{name} {one}": archive.read(one) for one in archive.namelist() if one.endswith(".jsonl")}
            ranks += [[(hit.text, round(hit.score, 5)) for hit in person.recall(asked)] for asked in QUESTIONS]
    return found, ranks


def test_there_and_back_again_is_the_same(lived: Path, server: str, tmp_path: Path) -> None:
    there = safekeeping.copy(lived, server)
    assert there.rows["messages"] == 2 * len(SAID)
    back = safekeeping.copy(server, tmp_path / "back.db")
    assert (there.rows, there.resumed) == (back.rows, back.resumed)
    first = content(lived, tmp_path / "first")
    assert first[0]["Ada messages.jsonl"].count(b"\n") == len(SAID)
    assert content(server, tmp_path / "second") == first
    assert content(tmp_path / "back.db", tmp_path / "third") == first


@pytest.mark.parametrize("to_server", [True, False])
def test_a_copy_that_was_killed_goes_on(lived: Path, server: str, tmp_path: Path, to_server: bool) -> None:
    if to_server:
        source, to = str(lived), server
    else:
        safekeeping.copy(lived, server)
        source, to = server, str(tmp_path / "killed.db")
    run = subprocess.run([sys.executable, "-c", COPY, source, to], capture_output=True, text=True, check=False)
    assert run.returncode == -9, run.stderr
    with pytest.raises(StoreError, match="not whole yet"):
        opened(to, FrozenClock(START))
    other = tmp_path / "other.db"
    opened(other, FrozenClock(START)).close()
    with pytest.raises(Conflict, match="unfinished copy of another store"):
        safekeeping.copy(other, to)
    made = safekeeping.copy(source, to)
    assert 0 < made.resumed < sum(made.rows.values())
    assert content(to, tmp_path / "copied") == content(lived, tmp_path / "first")


def test_nothing_is_written_over(lived: Path, server: str, tmp_path: Path) -> None:
    with opened(server, FrozenClock(START)) as luna:
        luna.meet("Grace").say("I like sailing.")
    with pytest.raises(Conflict, match="nothing is overwritten"):
        safekeeping.copy(lived, server)
    with opened(server, FrozenClock(START)) as luna:
        assert [person.name for person in luna.people()] == ["Grace"]
    with pytest.raises(Conflict, match="into itself"):
        safekeeping.copy(lived, lived)
    with pytest.raises(NotFound, match="check the path"):
        safekeeping.copy(tmp_path / "nowhere.db", server)
    assert not (tmp_path / "nowhere.db").exists()


def test_a_copy_that_differs_stays_closed(lived: Path, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def meddle(done: int, total: int) -> None:
        if done == total:
            with closing(Store(server, unfinished=True)) as store, store.writing() as session:
                session.connection.execute(
                    text("UPDATE messages SET text = text || '!' WHERE id = (SELECT min(id) FROM messages)")
                )

    with pytest.raises(StoreError, match="not the same in 'messages'"):
        safekeeping.copy(lived, server, progress=meddle)
    with pytest.raises(StoreError, match="not whole yet"):
        opened(server, FrozenClock(START))
