"""Steps of a memory's life, as values."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.memory import lifecycle
from reverie.memory.lifecycle import Conflict, Policy
from reverie.records.memories import Candidate, Category, Memory, Source, SourceKind, Status

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
JAZZ = Memory(
    id="m", owner="o", key="likes:jazz", text="Likes jazz.", source=Source(kind=SourceKind.PERSON), valid_from=NOW,
    created_at=NOW, confidence=0.7, importance=0.5,
)  # fmt: skip
TIMES = st.integers(-100, 100).map(lambda hours: NOW + hours * HOUR)
UNIT = st.floats(0, 1)


@pytest.mark.parametrize(
    ("category", "hours"),
    [("feeling", 6), ("event", 168), ("other", 24), ("fact", None), ("preference", None), ("health", None)],
)
def test_the_life_spans_of_the_seed(category: str, hours: int | None) -> None:
    expected = None if hours is None else NOW + hours * HOUR
    assert Policy().expiry(Candidate(category=category), NOW) == expected
    assert set(lifecycle.LIFE_SPANS) == set(Category)


def test_a_policy_for_a_key_goes_before_the_general_one() -> None:
    policy = Policy(conflict=Conflict.CONFIDENT, conflicts={"home": Conflict.ASK})
    assert (policy.on_conflict("home"), policy.on_conflict("employer")) == (Conflict.ASK, Conflict.CONFIDENT)
    assert Policy(life_spans={}).expiry(Candidate(category="feeling"), NOW) is None


@given(UNIT, UNIT, UNIT, UNIT, st.integers(1, 60))
def test_confidence_rises_and_never_passes_one(
    confidence: float, importance: float, told: float, weight: float, times: int
) -> None:
    memory = replace(JAZZ, confidence=confidence, importance=importance)
    for n in range(1, times + 1):
        again = lifecycle.reinforced(memory, confidence=told, importance=weight, at=NOW + n * HOUR, expires=None)
        assert min(memory.confidence, 1 - 1e-6) - 1e-6 <= again.confidence <= 1
        assert memory.importance - 1e-6 <= again.importance <= 1
        assert (again.validations, again.revision) == (memory.validations + 1, memory.revision + 1)
        assert again.last_validated_at == NOW + n * HOUR
        memory = again
    assert memory.confidence >= round(min(confidence, told), 6)


def test_what_was_told_lately_stands_in_the_order_of_its_words_within_a_day() -> None:
    told = {"its a girl": 1, "Kenna": 2, "off the sticks": 50, "walked back": 51}
    memories = [replace(JAZZ, id=text, text=text, valid_from=NOW + at * HOUR) for text, at in told.items()]
    assert [m.text for m in lifecycle.lately(memories)] == ["off the sticks", "walked back", "its a girl", "Kenna"]


def test_reinforcing_prolongs_what_ends_and_never_shortens() -> None:
    sad = replace(JAZZ, expires_at=NOW + 6 * HOUR)
    for expires, expected in [(NOW + 9 * HOUR, 9), (NOW + 2 * HOUR, 6), (None, 6)]:
        again = lifecycle.reinforced(sad, confidence=0.5, importance=0.5, at=NOW, expires=expires)
        assert again.expires_at == NOW + expected * HOUR
    forever = lifecycle.reinforced(JAZZ, confidence=0.5, importance=0.5, at=NOW, expires=NOW + HOUR)
    assert forever.expires_at is None


@given(TIMES, TIMES)
def test_a_superseded_memory_is_closed_and_its_time_is_never_negative(ended: datetime, known: datetime) -> None:
    old = lifecycle.superseded(JAZZ, by="n", ended_at=ended, known_at=known)
    assert (old.status, old.superseded_by, old.closed_at, old.revision) == (Status.SUPERSEDED, "n", known, 2)
    assert old.valid_to is not None
    assert old.valid_to >= old.valid_from


@given(TIMES, st.none() | TIMES, st.none() | TIMES, st.sampled_from(Status))
def test_current_is_what_may_reach_a_prompt(
    now: datetime, until: datetime | None, expires: datetime | None, status: Status
) -> None:
    memory = replace(JAZZ, status=status, valid_to=until, expires_at=expires)
    over = (until is not None and until <= now) or (expires is not None and expires <= now)
    assert lifecycle.current(memory, now) == (status is Status.ACTIVE and not over)
    assert lifecycle.expired(memory, now) == (expires is not None and expires <= now)


@given(TIMES, st.none() | TIMES, st.none() | TIMES, st.sampled_from(Status))
def test_held_is_what_was_so(
    moment: datetime, until: datetime | None, expires: datetime | None, status: Status
) -> None:
    memory = replace(JAZZ, status=status, valid_to=until, expires_at=expires)
    inside = moment >= NOW and (until is None or moment < until) and (expires is None or moment < expires)
    known = status not in (Status.RETRACTED, Status.PROPOSED)
    assert lifecycle.held(memory, moment) == (inside and known)


def test_retracting_keeps_what_it_was() -> None:
    gone = lifecycle.retracted(JAZZ, known_at=NOW + HOUR)
    assert replace(gone, status=Status.ACTIVE, closed_at=None, revision=1) == JAZZ


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("name", True),
        ("home", True),
        ("allergy:nuts", True),
        ("condition:coeliac", True),
        ("diet", True),
        ("likes:jazz", False),
        (None, False),
        ("named", False),
    ],
)
def test_the_core(key: str | None, expected: bool) -> None:
    assert lifecycle.in_core(replace(JAZZ, key=key)) is expected
