"""A PostgreSQL server that restarts, is upgraded by two at once, is killed, is full, or takes too long."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Engine, create_engine, event, make_url, select, text, update
from tests import first_version
from tests.postgres import empty_database, restart

import reverie
from reverie import Person
from reverie.config import Config
from reverie.errors import StoreBusy, StoreError, StoreLost
from reverie.settings_sections import MemorySettings, PostgresSettings
from reverie.store import migrations
from reverie.store.database import Store, upgrade_store
from reverie.store.engine import receipts as left
from reverie.store.engine.receipts import receipts

pytestmark = pytest.mark.postgres

WRITERS, EACH = 4, 40


@pytest.fixture
def url(postgres_url: str) -> Iterator[str]:
    with empty_database(postgres_url) as made:
        # The server of the tests answers before its log is written; what is acknowledged here has to stand in it.
        yield f"{made}&options=-csynchronous_commit%3Don"


def test_a_restart_in_the_middle_loses_and_doubles_nothing(url: str, postgres_url: str) -> None:
    said: list[list[str]] = [[] for _ in range(WRITERS)]
    refused: list[list[str]] = [[] for _ in range(WRITERS)]
    more = threading.Event()
    with reverie.open(url, embedder="none", config=Config(embedder="none")) as luna:
        people = [luna.meet(f"Person {number}") for number in range(WRITERS)]

        def live(number: int) -> None:
            turn = 0
            while turn < EACH or not more.is_set():
                turn += 1
                words = f"Word{turn} of {number}: the kettle sings in the kitchen."
                try:
                    people[number].say(words)
                    said[number].append(words)
                    people[number].recall("What sings?")
                except StoreError as error:
                    refused[number].append(f"{words} {error}")

        threads = [threading.Thread(target=live, args=(number,)) for number in range(WRITERS)]
        for thread in threads:
            thread.start()
        for _ in range(3):
            time.sleep(0.4)
            restart(postgres_url)
        more.set()
        for thread in threads:
            thread.join()
        for number, person in enumerate(people):
            kept = [message.text for message in person.messages()]
            assert len(kept) == len(set(kept)), "nothing is said twice"
            assert set(said[number]) <= set(kept), "what was acknowledged is there"
            assert set(kept) - set(said[number]) <= {one.partition(" the database")[0] for one in refused[number]}
            assert len(said[number]) >= EACH - len(refused[number])
            assert person.recall("What sings?").hits
        assert sum(map(len, refused)) == 0


def test_who_was_cut_off_while_keeping_asks_the_server(url: str) -> None:
    with closing(Store(url)) as store:
        with store.engine.connect() as connection:
            kept = left.leave_receipt(connection)
            connection.commit()
            gone = left.leave_receipt(connection)
            connection.rollback()
        assert left.kept(store.engine, kept)
        assert not left.kept(store.engine, gone)
        cut_off: list[int] = []

        @event.listens_for(store.engine, "before_cursor_execute")
        def cut(_connection: object, cursor: psycopg.Cursor, *_more: object) -> None:
            if len(cut_off) < 2:
                cut_off.append(cursor.connection.info.backend_pid)
                with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as other:
                    other.execute("SELECT pg_terminate_backend(%s)", [cut_off[-1]])

        assert left.kept(store.engine, kept)
        assert len(set(cut_off)) == 2


def test_who_is_cut_off_while_opening_begins_anew(url: str) -> None:
    Store(url).close()
    cut_off: list[int] = []

    @event.listens_for(Engine, "before_cursor_execute")
    def cut(_connection: object, cursor: psycopg.Cursor, *_more: object) -> None:
        if len(cut_off) < 2:
            cut_off.append(cursor.connection.info.backend_pid)
            with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s)", [cut_off[-1]])

    try:
        with closing(Store(url)) as store:
            assert len(set(cut_off)) == 2
            with store.writing():
                pass
    finally:
        event.remove(Engine, "before_cursor_execute", cut)


def test_what_a_crash_took_is_not_taken_for_what_came_after_it(url: str, postgres_url: str) -> None:
    with closing(Store(url)) as store:
        connection = store.engine.connect()
        gone = left.leave_receipt(connection)
        restart(postgres_url)
        connection.invalidate()
        connection.close()
        for _ in range(5):  # they get the numbers of transactions that the server had not written down
            with store.writing():
                pass
        assert not left.kept(store.engine, gone)


def test_who_asks_waits_for_a_transaction_that_still_ends(url: str) -> None:
    with closing(Store(url)) as store, store.engine.connect() as connection, ThreadPoolExecutor() as side:
        ending = left.leave_receipt(connection)
        asking = side.submit(left.kept, store.engine, ending)
        with pytest.raises(TimeoutError):
            asking.result(0.3)
        connection.commit()
        assert asking.result(30)


def test_receipts_do_not_pile_up(url: str) -> None:
    def there() -> list[str]:
        with store.engine.begin() as connection:
            return sorted(connection.execute(select(receipts.c.owner)).scalars())

    with closing(Store(url)) as store:
        for _ in range(10):
            with store.writing("ada"):
                pass
        assert there() == ["ada"]
        store.engine.dispose()
        with store.writing("ada"):
            pass
        assert there() == ["ada", "ada"], "another connection may still ask for its own"
        with store.writing("ben"):
            pass
        with store.engine.begin() as connection:
            connection.execute(update(receipts).values(at=receipts.c.at - text("interval '2 hours'")))
        with store.writing("ada"):
            pass
        assert there() == ["ada", "ben"]


def test_a_receipt_lies_with_whom_it_is_about(url: str) -> None:
    with reverie.open(url, embedder="none", config=Config(embedder="none")) as luna:
        store = luna._runtime.store

        def whose() -> set[str]:
            with store.engine.begin() as connection:
                return set(connection.execute(select(receipts.c.owner)).scalars())

        ada = luna.meet("Ada")
        ada.say("My favorite food is ramen.")
        assert ada.id in whose()
        luna.erase(ada)
        assert ada.id not in whose()


def test_a_verb_that_wrote_nothing_yet_is_begun_anew_and_others_say_so(url: str) -> None:
    with closing(Store(url)) as store, psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as other:

        def cut_off(times: list[int], *, after_writing: bool) -> None:
            if after_writing:
                with store.writing():
                    pass
            with store.writing() as session:
                pid = session.connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
                if times:
                    times.pop()
                    other.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,))
                session.connection.execute(text("SELECT 1"))

        twice, often = [1, 2], [1] * 10
        store.surviving(lambda: cut_off(twice, after_writing=False))
        with pytest.raises(StoreLost, match="nothing of this was kept"):
            store.surviving(lambda: cut_off(often, after_writing=False))
        with pytest.raises(StoreError, match="a part of this is kept"):
            store.surviving(lambda: cut_off([1], after_writing=True))


def _asked_which(ada: Person) -> None:
    assert ada.say("My favorite food is soup.").question is not None


def _answered(ada: Person) -> None:
    assert ada.say("yes, update it").settled


VERBS: dict[str, Callable[[Person], object]] = {
    "ask which holds": _asked_which,
    "answer it": _answered,
    "reply": lambda ada: ada.say("I think honesty matters more than anything.", role="assistant"),
    "remember": lambda ada: ada.remember("Sings in a choir"),
    "correct": lambda ada: ada.user_model.correct(ada.memories()[0].id, "Favorite food is soup", value="soup"),
    "recall": lambda ada: ada.recall("What is my favorite food?"),
    "context": lambda ada: ada.context("What is my favorite food?"),
    "forget": lambda ada: ada.forget(ada.memories()[0].id),
    "unsay": lambda ada: ada.unsay(ada.messages()[0].id),
    "settings": lambda ada: ada.settings(retention_days=400),
}


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_wherever_it_is_cut_off_a_verb_is_done_once_and_says_so(url: str, verb: Callable[[Person], object]) -> None:
    asking = Config(embedder="none", memory=MemorySettings(conflict="ask"))
    plain = url.replace("+psycopg", "")
    with reverie.open(url, embedder="none", config=asking) as luna, psycopg.connect(plain, autocommit=True) as other:
        until = 0

        @event.listens_for(luna._runtime.store.engine, "before_cursor_execute")
        def cut(_connection: object, cursor: psycopg.Cursor, *_more: object) -> None:
            nonlocal until
            until -= 1
            if until == 0:
                gone = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = %s"
                while other.execute(gone, (cursor.connection.info.backend_pid,)).fetchone():
                    time.sleep(0.001)

        def done(statement: int) -> tuple[list[str], list[str]]:
            nonlocal until
            ada = luna.meet(f"Ada {statement}")
            ada.say("My favorite food is pizza.")
            ada.say("My favorite food is ramen.")
            until = statement
            verb(ada)
            reached, until = until <= 0, 0
            kept = [message.text for message in ada.messages()], [memory.text for memory in ada.memories()]
            return kept if reached else ([], [])

        uncut = done(0)
        cuts = 0
        while (kept := done(cuts + 1)) != ([], []):
            cuts += 1
            assert kept == uncut, cuts
        assert cuts >= 2


def test_waiting_has_an_end_that_names_the_setting(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"LOCK_S": 0.1, "MORE_CONNECTIONS": 0, "CONNECT_S": 1}.items():
        monkeypatch.setattr(f"reverie.store.engine.postgres.{name}", value)
    tight = PostgresSettings(statement_seconds=0.2, connections=1)
    named_tea = make_url(url).update_query_dict({"application_name": "tea"}).render_as_string(hide_password=False)
    with closing(Store(named_tea, server=tight)) as store:
        with pytest.raises(StoreBusy, match=r"postgres\.statement_seconds"), store.reading() as session:
            session.connection.execute(text("SELECT pg_sleep(5)"))
        with store.reading() as session:
            named = session.connection.execute(text("SHOW application_name")).scalar_one()
            assert named == "tea"
            with pytest.raises(StoreBusy, match=r"postgres\.connections"), store.reading():
                pass
        with closing(Store(url)) as other, other.writing() as session:
            session.connection.execute(text("LOCK TABLE users"))
            with pytest.raises(StoreBusy, match="held by another writer"), store.writing() as waiting:
                waiting.connection.execute(text("LOCK TABLE users"))
        with store.outside_transactions() as connection:
            assert connection.execute(text("SHOW statement_timeout")).scalar_one() == "0"
        with store.reading() as session:
            assert session.connection.execute(text("SHOW statement_timeout")).scalar_one() == "200ms"


def test_a_server_that_was_never_there_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="check that the server runs"):
        Store(f"postgresql+psycopg://nobody@/nowhere?host={tmp_path}")


# -- upgrading -----------------------------------------------------------------------------------

UPGRADE = "import sys; from reverie.store.database import upgrade_store; print(upgrade_store(sys.argv[1]))"
OPEN = "import sys, reverie; reverie.open(sys.argv[1], embedder='none').close()"


@pytest.fixture
def old(url: str) -> str:
    """A database of the first version that is upgraded."""
    engine = create_engine(url)
    with engine.begin() as connection:
        first_version.make(connection)
    engine.dispose()
    return url


def started(program: str, url: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def version(url: str) -> str | None:
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return migrations.current(connection)
    finally:
        engine.dispose()


def test_two_that_upgrade_at_once_wait_for_each_other(old: str) -> None:
    with psycopg.connect(old.replace("+psycopg", "")) as first:
        first.execute("LOCK TABLE reverie_version")  # both have begun, and neither gets on
        both = [started(UPGRADE, old) for _ in range(2)]
        time.sleep(1.5)
    for process in both:
        told, wrong = process.communicate(timeout=60)
        assert (process.returncode, told.strip()) == (0, migrations.HEAD), wrong


def test_two_that_make_the_tables_at_once_wait_for_each_other(url: str) -> None:
    both = [started(OPEN, url) for _ in range(2)]
    for process in both:
        _told, wrong = process.communicate(timeout=60)
        assert process.returncode == 0, wrong
    assert version(url) == migrations.HEAD


def test_an_upgrade_that_is_killed_leaves_the_old_version(old: str) -> None:
    with psycopg.connect(old.replace("+psycopg", "")) as blocking:
        blocking.execute("LOCK TABLE users")  # a later step needs it: the upgrade stops in the middle
        process = started(UPGRADE, old)
        with psycopg.connect(old.replace("+psycopg", ""), autocommit=True) as looking:
            waiting = (
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
            deadline = time.monotonic() + 30
            while looking.execute(waiting).fetchone() == (0,) and time.monotonic() < deadline:
                time.sleep(0.05)
        process.kill()
        process.communicate()
    assert version(old) == first_version.FIRST
    assert upgrade_store(old) == migrations.HEAD
