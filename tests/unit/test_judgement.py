"""Whether two statements say the same, the opposite, or something else."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.memory.judgement import NEAR, Verdict, judge, kindred

GOLD = Path(__file__).parents[2] / "benchmarks" / "gold" / "agreement.jsonl"

SWALLOWED = [
    ("Grandma is allowed to eat nuts but no dairy", "Grandma is allowed to eat dairy but no nuts"),
    ("Prefers cats over dogs", "Prefers dogs over cats"),
    ("Anna owes Ben money", "Ben owes Anna money"),
    ("The garden gate is locked every night before eleven", "The garden gate is not locked every night before eleven"),
    ("The pain is in the left knee", "The pain is in the right knee"),
    ("Is comfortable with silence", "Is not comfortable with silence"),
    ("Form follows function", "Function follows form"),
]
"""Pairs with a cosine above the first gate, which were taken for the same once."""


@pytest.mark.parametrize(("one", "other"), SWALLOWED)
def test_the_opposite_is_never_the_same_whatever_the_cosine(one: str, other: str) -> None:
    assert judge(one, other, nearness=1.0) is judge(other, one, nearness=1.0) is Verdict.OPPOSITE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like pizza", "I like pizzas"),
        ("Loves cats and dogs", "Loves dogs and cats"),
        ("On Sundays she calls her mother", "Calls her mom on Sundays"),
        ("Doesn't trust banks", "Distrusts banks"),
        ("Doesn't eat meat", "Eats no meat"),
        ("Prefers tea to coffee", "Prefers tea over coffee"),
    ],
)
def test_the_same_in_other_words_is_the_same(one: str, other: str) -> None:
    assert judge(one, other) is judge(other, one) is Verdict.SAME


def test_what_is_not_even_looked_at_is_neither_the_same_nor_the_opposite() -> None:
    pairs = [json.loads(line) for line in GOLD.read_text("utf-8").splitlines()]
    telling = [(p["a"], p["b"]) for p in pairs if judge(p["a"], p["b"]) is not Verdict.DIFFERENT]
    assert len(telling) > 100
    assert [pair for pair in telling if not kindred(pair[0])(pair[1])] == []
    assert not kindred("Likes jazz")("Keeps goats near Leeds")


@pytest.mark.parametrize(
    ("said", "before"),
    [
        ("I have boxes", "I have boxes"),
        ("I did my taxes", "I did my taxes"),
        ("The women", "the woman"),
        ("Babies.", "Baby"),
        ("I won't", "I won't"),
        ("Café", "cafe"),
        ("Ma'am's teeth", "Ma'am's teeth"),
    ],
)
def test_what_is_said_again_is_looked_at(said: str, before: str) -> None:
    assert judge(said, before) is Verdict.SAME
    assert kindred(said)(before)
    assert kindred(before)(said)


def test_near_in_meaning_is_the_same_only_where_no_number_side_or_no_differs() -> None:
    assert judge("Sells old books on the market", "Sells used books at the market", nearness=NEAR) is Verdict.SAME
    assert judge("Sells old books on the market", "Sells used books at the market", nearness=0.94) is Verdict.DIFFERENT
    assert judge("Has two big dogs in Leeds", "Keeps three huge dogs in Leeds", nearness=0.99) is not Verdict.SAME
    assert judge("Was in Leeds on Monday", "Visited Leeds, Tuesday", nearness=0.99) is not Verdict.SAME


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        ("Owns the red book 3", "Owns the red book 4", Verdict.DIFFERENT),
        ("Locker 3 has a new key", "Locker 4 has a new key", Verdict.DIFFERENT),
        ("Tram 3 will be late", "Tram 4 will be late", Verdict.DIFFERENT),
        ("Has 3 children", "Has 4 children", Verdict.OPPOSITE),
        ("Note number 10.", "Note number 100.", Verdict.DIFFERENT),
        ("Room 12 is cold", "Room 13 is cold", Verdict.DIFFERENT),
        ("Owns 3 red books", "Owns 4 red books", Verdict.OPPOSITE),
        ("Birthday is on June 5", "Birthday is on June 6", Verdict.OPPOSITE),
        ("Weighs 80", "Weighs 81", Verdict.OPPOSITE),
    ],
)
def test_a_number_behind_its_noun_is_a_name_and_any_other_an_amount(one: str, other: str, verdict: Verdict) -> None:
    assert judge(one, other, nearness=1.0) is judge(other, one, nearness=1.0) is verdict


@given(st.text(max_size=80), st.text(max_size=80))
def test_it_is_the_same_both_ways_and_of_any_text(one: str, other: str) -> None:
    assert judge(one, other) is judge(other, one)
    assert judge(one, one) is Verdict.SAME


@pytest.mark.parametrize("half", ["tune", "unseen"])
def test_the_set_of_pairs(half: str) -> None:
    lines = (json.loads(line) for line in GOLD.read_text("utf-8").splitlines())
    counts = Counter((one["gold"], judge(one["a"], one["b"]).value) for one in lines if one["half"] == half)
    many = Counter(gold for gold, _verdict in counts.elements())
    assert counts["opposite", "same"] == counts["different", "same"] == 0
    assert counts["opposite", "opposite"] >= 0.85 * many["opposite"]
    assert counts["same", "opposite"] + counts["different", "opposite"] <= 0.02 * (many["same"] + many["different"])
    assert counts["same", "same"] >= 0.7 * many["same"]
