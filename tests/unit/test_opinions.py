"""The pure parts of opinions: the curve of strength, which way an opinion leans, what fits into a context."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.memory.lifecycle import KINDS, Conflict, Policy, reinforced
from reverie.records import opinions
from reverie.records.memories import About, Kind, Memory, Source, SourceKind, Status
from reverie.text.opinion_polarity import AGAINST, FOR, leaning

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def held(text: str = "I love jazz", strength: float = 0.5, **details: object) -> Memory:
    return Memory(
        id=f"id of {text}",
        owner="luna",
        about=About.SELF,
        kind=Kind.OPINION,
        category="aesthetic",
        text=text,
        details={"name": "jazz", **details},
        confidence=strength,
        source=Source(kind=SourceKind.TOOL),
        valid_from=NOW,
        created_at=NOW,
    )


def stronger(strength: float) -> float:
    again = reinforced(held(strength=strength), confidence=strength, importance=0.5, at=NOW, expires=None)
    return again.confidence


strengths = st.integers(0, 1_000_000).map(lambda millionths: millionths / 1_000_000)


@given(strengths)
def test_reinforcing_stays_between_what_was_and_one(strength: float) -> None:
    after = stronger(strength)
    assert after == pytest.approx(strength + 0.3 * (1 - strength), abs=1e-6)
    assert strength <= after <= 1.0
    assert (after == 1.0) == (strength == 1.0)


@given(strengths, strengths)
def test_reinforcing_keeps_the_order_and_adds_less_to_more(one: float, other: float) -> None:
    weaker, surer = sorted((one, other))
    assert stronger(weaker) <= stronger(surer)
    assert stronger(surer) - surer <= stronger(weaker) - weaker + 1e-6


@given(strengths, st.integers(1, 60))
def test_each_time_adds_less(strength: float, times: int) -> None:
    line = [strength]
    for _ in range(times):
        line.append(stronger(line[-1]))
    steps = [b - a for a, b in pairwise(line)]
    assert all(later <= earlier + 1e-6 for earlier, later in pairwise(steps))
    assert all(0.0 <= value <= 1.0 for value in line)


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("I love jazz", 1),
        ("Jazz is the most honest music there is", 1),
        ("Small talk is underrated", 1),
        ("Small talk is overrated", -1),
        ("I can't stand jazz", -1),
        ("I don't like jazz", -1),
        ("I’m not a fan of techno", -1),
        ("Jazz isn't bad", 0),
        ("Tea is better than coffee", 0),
        ("I prefer tea to coffee", 0),
        ("Jazz is beautiful but boring", 0),
        ("Nothing is worse", 0),
        ("Jazz has blue notes", 0),
        ("", 0),
    ],
)
def test_which_way_an_opinion_leans(text: str, way: int) -> None:
    assert leaning(text) == way


def test_no_word_is_for_and_against() -> None:
    assert not FOR & AGAINST


def test_a_kind_has_its_own_rule_and_a_slot_may_have_another() -> None:
    policy = Policy()
    assert policy.on_conflict("opinion:jazz", Kind.OPINION) is Conflict.ASK
    assert policy.on_conflict("favorite_food") is Conflict.LATEST
    own = Policy(conflicts={"opinion:jazz": Conflict.LATEST})
    assert own.on_conflict("opinion:jazz", Kind.OPINION) is Conflict.LATEST
    assert (KINDS[Kind.OPINION].accepted, policy.of(Kind.FACT).accepted) == (opinions.EVOLVED, 1.0)


@given(
    st.lists(st.tuples(st.text(min_size=1, max_size=40), st.floats(0, 1), st.floats(0, 1)), max_size=12),
    st.integers(0, 8),
    st.integers(0, 200),
)
def test_what_fits_keeps_to_both_limits_and_to_the_order(
    found: list[tuple[str, float, float]], count: int, characters: int
) -> None:
    memories = [replace(held(text, strength), id=str(n)) for n, (text, strength, _) in enumerate(found)]
    relevance = {str(n): share for n, (_, _, share) in enumerate(found)}
    there = {m.id: m for m in memories}
    chosen = opinions.fitting(relevance, there, max_count=count, max_chars=characters)
    assert len(chosen) <= count
    assert sum(len(m.text) for m in chosen) <= characters
    scores = [relevance[m.id] * m.confidence for m in chosen]
    assert scores == sorted(scores, reverse=True)
    left = characters - sum(len(m.text) for m in chosen)
    if len(chosen) < count:  # nothing that was left out had room
        assert all(len(m.text) > left for m in memories if m not in chosen)


def test_a_view_has_the_whole_history_and_the_retraction() -> None:
    first = held("I love jazz")
    second = replace(held("Jazz is dull", reason="a long night"), valid_from=NOW + timedelta(days=1))
    third = replace(
        held("Jazz is fine", reason="another", retracted="a pose"),
        valid_from=NOW + timedelta(days=2),
        status=Status.RETRACTED,
        closed_at=NOW + timedelta(days=3),
    )
    view = opinions.opinion(third, [first, second])
    assert [(t.at.day, t.old, t.new, t.reason) for t in view.history] == [
        (2, "I love jazz", "Jazz is dull", "a long night"),
        (3, "Jazz is dull", "Jazz is fine", "another"),
        (4, "Jazz is fine", None, "a pose"),
    ]
    assert view.formed_at == NOW


def test_an_opinion_loses_what_it_holds_of_somebody() -> None:
    memory = held(
        triggering_user="ada", triggering_message="m", platform="discord", channel="c", related_users=["ada", "bob"]
    )
    assert opinions.names(memory, "ada")
    assert opinions.only_concerns(memory, ["ada"])  # it was formed with her
    assert not opinions.only_concerns(memory, ["bob"])
    left = opinions.without(memory, "ada")
    assert left.details == {"name": "jazz", "related_users": ["bob"]}
    assert opinions.without(left, "bob").details == {"name": "jazz"}
    assert opinions.only_concerns(left, ["bob"])
    assert opinions.only_concerns(held(user="ada"), ["ada"])
