"""Claims and what is due, on both databases: no item is ever done twice, and nothing is lost when a worker dies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from tests.service.scene import MINUTE, START, opened

from reverie import Person, Reverie
from reverie.store.tables.model_work import LOST, Claim, Due, Lease, Outcome, State
from reverie.testing import FrozenClock

LATER = timedelta(minutes=5)


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(START)


@pytest.fixture
def luna(store_url: str, clock: FrozenClock) -> Iterator[Reverie]:
    with opened(store_url, clock) as companion:
        yield companion


@pytest.fixture
def ada(luna: Reverie, clock: FrozenClock) -> Person:
    ada = luna.meet("Ada")
    for text in ("I like jazz.", "I live in Lyon.", "I have a dog named Rex."):
        ada.say(text)
        ada.say("I see.", role="assistant")
        clock.advance(MINUTE)
    return ada


def lease(clock: FrozenClock, worker: str = "one", most: int = 3) -> Lease:
    return Lease(worker=worker, now=clock(), until=clock() + LATER, most=most)


def due(luna: Reverie, ada: Person, clock: FrozenClock, limit: int = 100) -> list[Due]:
    with luna._runtime.store.reading() as session:
        return session.work.messages(ada.id, "facts", clock(), limit)


def claim(luna: Reverie, ada: Person, wanted: list[Due], held: Lease) -> list[Claim]:
    with luna._runtime.store.writing(ada.id) as session:
        return session.work.claim(ada.id, "facts", wanted, held)


def finish(luna: Reverie, ada: Person, claims: list[Claim], outcome: Outcome, worker: str = "one") -> None:
    with luna._runtime.store.writing(ada.id) as session:
        session.work.finish(ada.id, "facts", claims, worker, outcome)


def standing(luna: Reverie, ada: Person) -> dict[str, int]:
    with luna._runtime.store.reading() as session:
        return {one.state: one.items for one in session.work.standing(ada.id)}


def test_what_the_person_said_is_due_the_latest_first(luna: Reverie, ada: Person, clock: FrozenClock) -> None:
    said = [message.id for message in ada.messages() if message.role == "user"]
    assert [one.id for one in due(luna, ada, clock)] == said[::-1]
    assert [one.id for one in due(luna, ada, clock, 2)] == said[:0:-1]
    assert {one.mark for one in due(luna, ada, clock)} == {"1"}
    bob = luna.meet("Bob")
    assert due(luna, bob, clock) == []


def test_what_is_claimed_is_nobody_elses_until_the_lease_is_over(
    luna: Reverie, ada: Person, clock: FrozenClock
) -> None:
    wanted = due(luna, ada, clock)
    first = claim(luna, ada, wanted[:2], lease(clock))
    assert [one.id for one in first] == [one.id for one in wanted[:2]]
    assert due(luna, ada, clock) == wanted[2:]
    assert [one.id for one in claim(luna, ada, wanted, lease(clock, "two"))] == [wanted[2].id]
    clock.advance(LATER)
    again = claim(luna, ada, due(luna, ada, clock), lease(clock, "three"))
    assert [(one.id, one.tries) for one in again] == [(one.id, 1) for one in wanted]
    finish(luna, ada, first, Outcome(state=State.DONE, at=clock()))
    assert standing(luna, ada) == {State.LEASED: 3}  # it is not the first worker's to finish any more


def test_what_a_worker_let_go_of_is_not_held_against_it(luna: Reverie, ada: Person, clock: FrozenClock) -> None:
    wanted = due(luna, ada, clock)
    claim(luna, ada, wanted, lease(clock))
    with luna._runtime.store.writing(ada.id) as session:
        session.work.release(ada.id, "one", clock())
    assert due(luna, ada, clock) == wanted
    assert [one.tries for one in claim(luna, ada, wanted, lease(clock))] == [0, 0, 0]


def test_what_costs_its_worker_its_life_is_parked(luna: Reverie, ada: Person, clock: FrozenClock) -> None:
    for _death in range(3):
        claim(luna, ada, due(luna, ada, clock), lease(clock))
        clock.advance(LATER)
    assert claim(luna, ada, due(luna, ada, clock), lease(clock)) == []
    with luna._runtime.store.reading() as session:
        (parked,) = session.work.standing(ada.id)
    assert (parked.state, parked.items, parked.error) == (State.PARKED, 3, LOST)
    with luna._runtime.store.writing(ada.id) as session:
        assert session.work.retry(ada.id, clock()) == 3
    assert len(claim(luna, ada, due(luna, ada, clock), lease(clock))) == 3


def test_what_failed_rests_and_what_was_done_is_done_until_it_changes(
    luna: Reverie, ada: Person, clock: FrozenClock
) -> None:
    wanted = due(luna, ada, clock)
    claims = claim(luna, ada, wanted, lease(clock))
    failed = Outcome(state=State.FAILED, at=clock(), until=clock() + LATER, error="no answer", tokens=(7, 5))
    finish(luna, ada, [one._replace(tries=1) for one in claims[:2]], failed)
    finish(luna, ada, claims[2:], Outcome(state=State.DONE, at=clock(), model="m", prompt="p", tokens=(3, 2)))
    assert due(luna, ada, clock) == []
    clock.advance(LATER)
    assert due(luna, ada, clock) == wanted[:2]
    with luna._runtime.store.reading() as session:
        assert session.work.failed(ada.id, "facts", [one.id for one in wanted]) == {one.id for one in wanted[:2]}
        assert {one.state: one.tokens for one in session.work.standing(ada.id)} == {
            State.FAILED: (7, 5),
            State.DONE: (3, 2),
        }
    (again, _other) = claim(luna, ada, wanted[:2], lease(clock))
    assert (again.tries, again.failed_at) == (1, START + 3 * MINUTE)
    ada.forget("Lyon")
    assert [one.mark for one in due(luna, ada, clock)] == []  # its lease holds, under the old mark
    clock.advance(LATER)
    ada.forget("jazz")
    assert sorted(one.mark for one in due(luna, ada, clock)) == ["1", "2", "2"]


def test_a_conversation_is_due_as_of_its_last_message(luna: Reverie, ada: Person, clock: FrozenClock) -> None:
    with luna._runtime.store.reading() as session:
        (one,) = session.work.conversations(ada.id, "episodes", clock(), 10)
        assert session.work.conversations(ada.id, "episodes", clock(), 10, silent_since=START) == []
        assert session.work.conversations(ada.id, "episodes", clock(), 10, silent_since=clock()) == [one]
    assert one.mark == ada.messages()[-1].id
    with luna._runtime.store.writing(ada.id) as session:
        claims = session.work.claim(ada.id, "episodes", [one], lease(clock))
        session.work.finish(ada.id, "episodes", claims, "one", Outcome(state=State.DONE, at=clock()))
        assert session.work.conversations(ada.id, "episodes", clock(), 10) == []
    said = ada.say("And I love tea.").message
    assert said is not None
    with luna._runtime.store.reading() as session:
        assert session.work.conversations(ada.id, "episodes", clock(), 10) == [Due(one.id, said.id)]


def test_rows_go_with_what_they_are_about(luna: Reverie, ada: Person, clock: FrozenClock) -> None:
    claims = claim(luna, ada, due(luna, ada, clock), lease(clock))
    finish(luna, ada, claims, Outcome(state=State.DONE, at=clock()))
    gone = next(message for message in ada.messages() if message.text == "I live in Lyon.")
    unsaid = ada.unsay(gone.id)
    assert standing(luna, ada) == {State.DONE: 2}
    ada.undo(unsaid.change.id)
    assert due(luna, ada, clock) == []  # somebody took something of it back: no model reads it again
    luna.erase(ada)
    with luna._runtime.store.reading() as session:
        assert session.work.standing(ada.id) == []


def test_a_message_whose_lessons_were_taken_back_is_not_read_again(
    luna: Reverie, ada: Person, clock: FrozenClock
) -> None:
    wanted = due(luna, ada, clock)
    ada.undo(message=wanted[1].id)
    assert due(luna, ada, clock) == [wanted[0], wanted[2]]


def test_what_was_done_of_somebody_stays_done_when_they_are_merged(
    luna: Reverie, ada: Person, clock: FrozenClock
) -> None:
    finish(luna, ada, claim(luna, ada, due(luna, ada, clock), lease(clock)), Outcome(state=State.DONE, at=clock()))
    bob = luna.meet("Robert Smith")
    luna.directory.merge(ada, into=bob)
    assert due(luna, bob, clock) == []
    assert len(bob.messages()) == 6


@pytest.mark.parametrize("way", ["threads of one store", "stores of their own"])
def test_claims_made_at_once_never_meet(
    luna: Reverie, ada: Person, clock: FrozenClock, store_url: str, way: str
) -> None:
    for number in range(40):
        ada.say(f"Number {number} it is.")
    wanted = due(luna, ada, clock)
    claimed: Counter[str] = Counter()

    def work(name: str) -> list[Claim]:
        if way == "threads of one store":
            return take(luna, name)
        with opened(store_url, clock) as other:
            return take(other, name)

    def take(companion: Reverie, name: str) -> list[Claim]:
        found: list[Claim] = []
        for start in range(0, len(wanted), 4):
            found += claim(companion, ada, wanted[start : start + 6], lease(clock, name))
        return found

    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(work, "abcd"):
            claimed.update(one.id for one in found)
    assert claimed == Counter({one.id: 1 for one in wanted})
