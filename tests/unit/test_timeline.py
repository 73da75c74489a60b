"""The fold of statements: what it makes of any history of a slot is what plainer descriptions of it say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.service.remembering import Saying, Somebody
from tests.service.scene import START

from reverie.memory.timeline import Stretch, certainty, claimed, fold
from reverie.records.memories import Says, SourceKind, Statement

HOUR = timedelta(hours=1)
LATER = START + 1000 * HOUR


def said(value: str, hour: int, known: int, **more: object) -> Statement:
    """A statement of a value: its memory is called as the value is."""
    plain = Statement(
        id=f"s{known}",
        owner="ada",
        memory_id=value,
        at=START + hour * HOUR,
        said_at=START + hour * HOUR,
        known=known,
        source_kind=SourceKind.MESSAGE,
        confidence=0.7,
        importance=0.5,
    )
    return replace(plain, **more)  # type: ignore[arg-type] # whatever a test says of it


def folded(statements: Sequence[Statement]) -> list[Stretch]:
    return fold(statements, {one.memory_id: one.memory_id for one in statements})


def plain(stretches: Sequence[Stretch]) -> list[tuple[str, datetime, datetime | None]]:
    return [(one.value, one.start, one.end) for one in stretches if not one.silent]


_HISTORY = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 8)), max_size=8)


def _said(history: Sequence[tuple[str, int]]) -> list[Statement]:
    return [said(value, hour, known) for known, (value, hour) in enumerate(history, start=1)]


@given(_HISTORY)
def test_at_any_moment_what_was_said_last_until_then_is_so(history: list[tuple[str, int]]) -> None:
    statements = _said(history)
    stretches = folded(statements)
    for hour in range(-1, 10):
        then = START + hour * HOUR
        until = [one for one in statements if one.at <= then]
        last = max(until, key=lambda one: (one.at, one.known)).memory_id if until else None
        so = [one.value for one in stretches if one.start <= then and (one.end is None or then < one.end)]
        assert so == ([] if last is None else [last])


@given(_HISTORY, st.randoms())
def test_the_order_in_which_they_are_given_does_not_matter(history: list[tuple[str, int]], chance: object) -> None:
    statements = _said(history)
    mixed = [*statements]
    chance.shuffle(mixed)  # type: ignore[attr-defined] # a Random
    assert plain(folded(mixed)) == plain(folded(statements))


@given(_HISTORY)
def test_every_statement_is_in_one_stretch_and_each_has_a_name_of_its_own(history: list[tuple[str, int]]) -> None:
    statements = [replace(one, memory_id=one.id) for one in _said(history)]
    values = {one.id: value for one, (value, _hour) in zip(statements, history, strict=True)}
    stretches = fold(statements, values)
    assert sorted(one.id for stretch in stretches for one in stretch.statements) == sorted(one.id for one in statements)
    named = claimed(stretches, there=[one.id for one in statements][::2])
    assert sorted(map(id, named.values())) == sorted(map(id, stretches))
    for name, stretch in named.items():
        assert name in {one.id for one in stretch.statements}


VALUES = ["sad", "proud"]
_STEP = st.tuples(
    st.sampled_from([*VALUES, None]), st.integers(0, 20), st.one_of(st.none(), st.integers(0, 12)), st.booleans()
)
"""A value, or that it is over; when; at which later step it was forgotten, if it was; and whether it was taken back."""


@given(st.lists(_STEP, max_size=10))
def test_it_is_what_the_model_of_histories_says(steps: list[tuple[str | None, int, int | None, bool]]) -> None:
    """Feelings pass, are over, forgotten and taken back; in the model things are known by the minute."""
    somebody, statements = Somebody(), list[Statement]()
    minute = timedelta(minutes=1)
    for known, (value, hour, forgotten, taken) in enumerate(steps, start=1):
        at, gone = START + hour * HOUR, None if forgotten is None or value is None else known + forgotten
        saying = Saying(at, LATER + known * minute, "feeling", value, taken=int(taken))
        saying.forgotten = None if gone is None else LATER + gone * minute + minute / 2
        somebody.sayings.append(saying)
        one = said(value or "", hour, 2 * known, silenced=None if gone is None else 2 * gone + 1)
        if taken:
            continue
        if value is None:  # in the model an end ends whatever is so: here it names what
            statements += [replace(one, id=f"{one.id} {what}", memory_id=what, says=Says.OVER) for what in VALUES]
        else:
            statements.append(replace(one, expires_at=at + 6 * HOUR))
    line = somebody.line("feeling", LATER + timedelta(days=400))
    found = [(one.value, one.start, one.end or one.expires) for one in folded(statements) if not one.silent]
    assert found == [(one.value, one.start, one.end) for one in line]


def test_what_is_forgotten_goes_on_ending_what_it_had_ended() -> None:
    pizza, ramen = said("pizza", 0, 1), said("ramen", 2, 2, silenced=3)
    assert plain(folded([pizza, ramen])) == [("pizza", START, START + 2 * HOUR)]


def test_what_was_said_since_it_was_forgotten_is_not_ended_by_it() -> None:
    assert plain(folded([said("ramen", 2, 1, silenced=2), said("pizza", 0, 3)])) == [("pizza", START, None)]


def test_a_proposal_that_was_declined_ended_nothing() -> None:
    assert plain(folded([said("pizza", 0, 1), said("ramen", 2, 2, silenced=0)])) == [("pizza", START, None)]


def test_an_end_counts_for_what_was_known_when_it_was_told() -> None:
    over = said("jazz", 5, 2, says=Says.OVER)
    assert plain(folded([said("jazz", 0, 1), over])) == [("jazz", START, START + 5 * HOUR)]
    assert plain(folded([said("jazz", 0, 3), over])) == [("jazz", START, None)]


def test_what_was_said_before_a_decision_counts_up_to_it() -> None:
    oslo = said("oslo", 2, 2)
    lyon = [said("lyon", 0, 1), said("lyon", 9, 3)]
    decided = said("lyon", 2, 4, says=Says.SETTLED, by_id="oslo")
    assert plain(folded([*lyon, oslo])) == [
        ("lyon", START, START + 2 * HOUR),
        ("oslo", START + 2 * HOUR, START + 9 * HOUR),
        ("lyon", START + 9 * HOUR, None),
    ]
    first, then = folded([*lyon, oslo, decided])
    assert plain([first, then]) == [("lyon", START, START + 2 * HOUR), ("oslo", START + 2 * HOUR, None)]
    assert (first.after, then.before) == (then, first)


def test_a_decision_may_put_a_memory_of_another_slot_in_its_place() -> None:
    (only,) = folded([said("lyon", 0, 1), said("lyon", 2, 2, says=Says.SETTLED, by_id="elsewhere")])
    assert (only.end, only.by_id, only.after) == (START + 2 * HOUR, "elsewhere", None)


@pytest.mark.parametrize("hour", [5, 6, 7])
def test_a_life_span_that_was_over_is_not_lengthened(hour: int) -> None:
    spans = [said("sad", at, at + 1, expires_at=START + (at + 6) * HOUR) for at in (0, hour)]
    assert len(folded(spans)) == (1 if hour < 6 else 2)


def test_it_is_as_sure_as_if_what_is_left_out_had_never_been_said() -> None:
    one, two, three = (said("jazz", hour, hour + 1) for hour in range(3))
    assert certainty([one]) == (0.7, 0.5)
    assert certainty([one, two]) == certainty([three, one]) == (0.79, 0.52)
    assert certainty([one, two, three]) == certainty([one, two], confirmed=1)


def test_ids_stay_where_the_statement_is_that_began_them() -> None:
    began, again, late = said("m", 0, 1, id="m"), said("m", 4, 2, id="x"), said("other", 2, 3, id="other")
    parted = claimed(fold([began, again, late], {"m": "m", "other": "other"}), ["m"])
    assert {name: [s.id for s in one.statements] for name, one in parted.items()} == {
        "m": ["m"],
        "other": ["other"],
        "x": ["x"],
    }
    left = claimed(fold([again], {"m": "m"}), ["m"])
    assert [*left] == ["m"]
