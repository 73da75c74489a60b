"""Many processes and clocks on one memory, on both databases: all that was acknowledged is there, once, in order."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlalchemy import Connection, event
from tests.service.scene import DAY, EVERY, MINUTE, START, opened, texts

import reverie
from reverie.config import Config
from reverie.memory.lifecycle import Conflict as Rule
from reverie.records.memories import Status
from reverie.testing import FrozenClock, HashEmbedder
from reverie_bench.writers import errand, measured

AHEAD = timedelta(minutes=4)


# -- processes -----------------------------------------------------------------------------------


def test_four_processes_write_one_memory(store_url: str) -> None:
    report = measured(errand(store_url, processes=4, seconds=2.0))
    assert report["problems"] == []
    assert report["acts"] >= 4  # however slow the machine, one of each


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [1, 2])
def test_eight_processes_write_one_memory_all_night(store_url: str, seed: int) -> None:
    report = measured(errand(store_url, processes=8, seconds=45.0, seed=seed))
    assert report["problems"] == []
    assert report["acts"] > 100


# -- clocks that disagree ------------------------------------------------------------------------


def test_what_is_said_after_something_was_kept_comes_after_it(store_url: str) -> None:
    slow, fast = FrozenClock(START), FrozenClock(START + AHEAD)
    with opened(store_url, fast) as one, opened(store_url, slow) as other:
        ada, there = one.meet("Ada"), other.meet("Ada")
        ada.say("My favorite food is pizza.")
        said = there.say("My favorite food is ramen.")
        assert said.message is not None
        assert said.message.sent_at > START + AHEAD
        assert [m.value for m in ada.memories()] == ["ramen"]
        ada.remember("My favorite food is sushi.")
        there.remember("My favorite food is soup.")
        assert [m.value for m in there.memories()] == ["soup"]
        assert texts(ada.messages()) == ["My favorite food is pizza.", "My favorite food is ramen."]
        assert len({m.conversation_id for m in ada.messages()}) == 1
        times = [step.at for step in there.history()]
        assert times == sorted(times)


def test_a_time_that_is_given_counts_whoever_writes_it_and_when(store_url: str) -> None:
    slow, fast = FrozenClock(START), FrozenClock(START + AHEAD)
    with opened(store_url, fast) as one, opened(store_url, slow) as other:
        ada, there = one.meet("Ada"), other.meet("Ada")
        ada.say("My favorite food is pizza.", at=START - MINUTE)
        there.say("My favorite food is ramen.", at=START - DAY)
        assert [m.value for m in ada.memories()] == ["pizza"]
        assert [m.value for m in ada.memories(as_of=START - timedelta(hours=2))] == ["ramen"]


def test_a_clock_that_was_years_ahead_once_does_not_date_what_is_said_later(store_url: str) -> None:
    with opened(store_url, FrozenClock(START + 2000 * DAY)) as wrong:
        wrong.meet("Ada").say("I like jazz.")
    with opened(store_url, FrozenClock(START)) as luna:
        ada = luna.meet("Ada")
        said = ada.say("I play chess.")
        assert said.message is not None
        assert said.message.sent_at == START
        assert "Plays chess." in texts(ada.memories())


def test_a_correction_from_a_slow_clock_takes_the_place_of_what_it_corrects(store_url: str) -> None:
    clock = FrozenClock(START)
    with opened(store_url, clock) as luna:
        ada = luna.meet("Ada")
        ada.say("I live in Lyon.", at=START + 3 * DAY)
        (home,) = ada.memories()
        ada.user_model.correct(home.id, "I live in Paris.")
        ada.say("I live in Rome.", at=START + 4 * DAY)
        assert [m.value for m in ada.memories(statuses=frozenset({Status.ACTIVE}))] == ["rome"]
        assert len(ada.memories(statuses=EVERY)) == 3


def test_a_page_knows_what_it_was_written_from_whatever_the_clocks_say(store_url: str) -> None:
    slow, fast = FrozenClock(START), FrozenClock(START + AHEAD)
    with opened(store_url, fast) as one, opened(store_url, slow) as other:
        ada, there = one.meet("Ada"), other.meet("Ada")
        ada.user_model.update("interests", "maps", action="append")
        page = ada.user_model.yaml()
        there.user_model.update("interests", "chess", action="append")
        applied = ada.user_model.edit(page.replace("hobbies:", "hobbies:\n  - rowing"))
        assert set(applied.profile.interests) == {"maps", "chess"}
        assert applied.profile.hobbies == ("rowing",)
        there.user_model.edit(page.replace("nickname:", "nickname: Countess", 1))
        with pytest.raises(reverie.Conflict, match="Countess"):
            ada.user_model.edit(page.replace("nickname:", "nickname: Lady", 1))


# -- between looking and writing -----------------------------------------------------------------


class Meddling(HashEmbedder):
    """An embedder during whose work somebody else writes."""

    def __init__(self, person: list[reverie.Person]) -> None:
        super().__init__()
        self._person, self._said = person, 0

    def embed(self, given: Sequence[str]) -> NDArray[np.float32]:
        for person in self._person:
            self._said += 1
            person.say(f"I like fruit number {self._said}.")
        return super().embed(given)


def test_a_profile_is_written_while_somebody_else_writes_all_the_time(store_url: str) -> None:
    clock, others = FrozenClock(START), list[reverie.Person]()
    settings = Config(embedder="none")
    with (
        opened(store_url, clock) as luna,
        reverie.open(store_url, embedder=Meddling(others), clock=clock, config=settings) as other,
    ):
        others.append(luna.meet("Ada"))
        ada = other.meet("Ada")
        assert ada.user_model.update("interests", "maps", action="append").profile.interests == ("maps",)
        assert ada.user_model.edit(ada.user_model.yaml() + "# mine\n").edits == ()


def test_what_was_undone_while_it_was_looked_at_is_not_undone_again(store_url: str) -> None:
    clock = FrozenClock(START)
    with opened(store_url, clock) as luna, opened(store_url, clock) as other:
        ada, there = luna.meet("Ada"), other.meet("Ada")
        said = ada.say("I like jazz.")
        assert said.message is not None
        unsaid = ada.unsay(said.message.id).change.id
        runtime = luna._runtime
        entries = runtime.embedder
        assert entries is not None

        class Undoing(HashEmbedder):
            def embed(self, given: Sequence[str]) -> NDArray[np.float32]:
                there.undo(unsaid)
                return super().embed(given)

        with (
            reverie.open(store_url, embedder=Undoing(), clock=clock, config=Config(embedder="none")) as third,
            pytest.raises(reverie.Conflict, match="undone already"),
        ):
            third.find("Ada").undo(unsaid)
        assert texts(ada.messages()) == ["I like jazz."]


# -- rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", Rule)
def test_the_rule_of_a_slot_holds_for_two_writers(store_url: str, rule: Rule) -> None:
    clock = FrozenClock(START)
    settings = Config.model_validate({"embedder": "none", "memory": {"conflict": rule.value}})
    with opened(store_url, clock, settings) as one, opened(store_url, clock, settings) as other:
        ada, there = one.meet("Ada"), other.meet("Ada")
        ada.remember("My favorite food is pizza.")
        clock.advance(MINUTE)
        there.say("My favorite food is ramen.")
        clock.advance(MINUTE)
        ada.say("My favorite food is soup.")
        found = {m.value: m.status for m in ada.memories(statuses=EVERY)}
    holds = "soup" if rule is Rule.LATEST else "pizza"
    waits = Status.SUPERSEDED if rule is Rule.LATEST else Status.PROPOSED
    assert found == {**dict.fromkeys(("pizza", "ramen", "soup"), waits), holds: Status.ACTIVE}


# -- opening, and a writer that stops ------------------------------------------------------------


def test_a_file_is_opened_while_somebody_else_begins_to_use_it(tmp_path: Path) -> None:
    path = tmp_path / "luna.db"
    with opened(path, FrozenClock(START)) as luna:
        luna.meet("Ada").say("I like jazz.")
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("PRAGMA journal_mode = DELETE").fetchone()  # as a restored file has it
        other.execute("BEGIN IMMEDIATE")
        done = threading.Timer(0.05, other.rollback)
        done.start()
        with opened(path, FrozenClock(START)) as luna:
            assert texts(luna.meet("Ada").memories()) == ["Likes jazz."]
        done.join()
    with closing(sqlite3.connect(path)) as looking:
        assert looking.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def _let_go(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGCONT)


def _stops_while_it_writes(store_url: str, clock: FrozenClock) -> NoReturn:
    """What a process does that stops in the middle of a transaction."""
    status = 1
    try:
        with opened(store_url, clock) as luna:

            @event.listens_for(luna._runtime.store.engine, "before_cursor_execute")
            def stop(_connection: Connection, _cursor: object, statement: str, *_more: object) -> None:
                if statement.startswith("INSERT INTO messages"):
                    os.kill(os.getpid(), signal.SIGSTOP)

            luna.find("Ada").say("I play chess.")
        status = 0
    finally:
        os._exit(status)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only POSIX forks, and stops a process")
def test_a_writer_that_is_stopped_is_told_to_the_others_and_loses_nothing(store_url: str, tmp_path: Path) -> None:
    clock = FrozenClock(START)
    with opened(store_url, clock) as luna:
        luna.meet("Ada").say("I like jazz.")
    stopped = os.fork()
    if not stopped:
        _stops_while_it_writes(store_url, clock)
    os.waitpid(stopped, os.WUNTRACED)
    with ExitStack() as afterwards:
        afterwards.callback(_let_go, stopped)
        luna = afterwards.enter_context(opened(store_url, clock))
        ada = luna.find("Ada")

        @event.listens_for(luna._runtime.store.engine, "begin")
        def impatient(connection: Connection) -> None:
            on_sqlite = store_url.startswith("sqlite")
            connection.exec_driver_sql("PRAGMA busy_timeout = 20" if on_sqlite else "SET LOCAL lock_timeout = '20ms'")

        with pytest.raises(reverie.StoreBusy, match="try again"):
            ada.say("I live in Lyon.")
        assert texts(ada.memories()) == ["Likes jazz."]  # reading goes on
        os.kill(stopped, signal.SIGCONT)
        assert os.waitpid(stopped, 0)[1] == 0
        ada.say("I live in Lyon.")
        assert sorted(texts(ada.memories())) == ["Likes jazz.", "Lives in Lyon.", "Plays chess."]
