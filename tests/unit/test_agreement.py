"""The matching rule of `reverie bench extraction`, on cases made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from reverie.records.memories import Candidate
from reverie_bench.agreement import agreement, content
from reverie_bench.extraction import Scored, matched, when
from reverie_bench.key_families import family, related
from reverie_bench.proportions import f1, share, shares, wilson


@pytest.mark.parametrize(
    ("gold", "found"),
    [
        ("the pilot ' s exam", "pilot's exam"),
        ("Pilot’s exams", "pilot's exam"),
        ("do n't stop", "don't stop"),
        ("three grandchildren", "3 grandchildren"),
        ("thirty-two", "32"),
        ("feb 29th", "February 29"),
        ("hiking", "to hike"),
        ("my dogs", "a dog"),
        ("ﬁsh", "fish"),
        ("ZÜRICH", "Zürich"),
        ("she/her", "she/her"),
        ("the The", "the the"),
        ("C++", "c++"),
        ("🐶", "🐶"),
    ],
)
def test_the_same_words_in_other_clothes_agree_wholly(gold: str, found: str) -> None:
    assert agreement(gold, found) == agreement(found, gold) == 1.0


@pytest.mark.parametrize(
    ("gold", "found", "shared"),
    [
        ("vinyl", "collect vinyl", 0.5),
        ("free jazz", "jazz", 0.5),
        ("nurse at night", "night nurse in Lyon", 2 / 3),
        ("jazz", "free jazz fifties", 0.0),
        ("jazz", "ramen", 0.0),
        ("C++", "C", 0.0),
        ("red car", "blue car", 0.0),
        ("vegan", "not vegan or vegetarian", 0.0),
    ],
)
def test_a_part_agrees_if_it_is_half_or_more(gold: str, found: str, shared: float) -> None:
    assert agreement(gold, found) == agreement(found, gold) == pytest.approx(shared)


@pytest.mark.parametrize(
    ("gold", "found", "agrees"),
    [
        ("passed my driving test", "passed the driving test on the second try", True),
        ("bought myself a cello", "bought a cello last week", True),
        ("going to run a marathon", "run the Oslo marathon", True),
        ("passed my driving test", "failed the exam", False),
        ("visited Rome", "moved house", False),
    ],
)
def test_deeds_agree_by_half_of_their_words(gold: str, found: str, agrees: bool) -> None:
    assert bool(agreement(gold, found, deed=True)) is agrees


def test_only_deeds_agree_without_one_holding_the_other() -> None:
    assert agreement("run Oslo marathon", "run Rome marathon", deed=True) > 0
    assert agreement("run Oslo marathon", "run Rome marathon") == 0


def test_no_is_a_word_that_counts() -> None:
    assert content("no meat") != content("meat")


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("likes:jazz", "taste"), ("favorite_music_artist", "taste"), ("like_food", "taste"), ("music", "taste"),
        ("favorite_animal", "taste"), ("food_allergy", "health"), ("has_pet", "pet"), ("dog:rex", "pet"),
        ("dog_name", "pet"), ("live_in_city", "home"), ("home", "home"), ("employed_by_company", "work"),
        ("has_profession", "work"), ("hasProfession", "work"), ("want_job", "plan"), ("want_do", "plan"),
        ("have_sibling", "family"), ("sister:mia", "family"), ("place_origin", "origin"),
        ("country_of_birth", "origin"), ("date_of_birth", "birthday"), ("have", "owns"), ("physical_attribute", "body"),
        ("school_status", "study"), ("xyzzy", None), ("", None),
    ],
)  # fmt: skip
def test_a_key_is_of_the_family_that_its_words_name(key: str, expected: str | None) -> None:
    assert family(key) == expected


def test_an_unknown_family_is_related_to_none() -> None:
    assert related("taste", "hobby")
    assert related("hobby", "taste")
    assert not related("taste", "dislike")
    assert not related(None, None)


def scored(gold: list[tuple[str, str]], *predictions: tuple[str, str]) -> Scored:
    line: dict[str, Any] = {"gold": [{"key": key, "value": value} for key, value in gold]}
    return matched(line, [Candidate(key=f"{key}:{value}", value=value) for key, value in predictions])


def test_one_prediction_is_right_once() -> None:
    one = scored([("likes", "jazz"), ("hobby", "jazz")], ("likes", "jazz"))
    assert [prediction is not None for _gold, prediction in one.found] == [True, False]
    two = scored([("likes", "jazz")], ("likes", "jazz"), ("hobby", "jazz"))
    assert [(p.key if p else None) for _gold, p in two.found] == ["likes:jazz"]
    assert [p.key for p in two.false] == ["hobby:jazz"]


def test_the_best_agreement_comes_first_and_the_family_decides_between_equals() -> None:
    one = scored([("likes", "jazz")], ("likes", "free jazz"), ("dislikes", "jazz"))
    assert [p.key for p in one.false] == ["likes:free jazz"]
    two = scored([("likes", "jazz")], ("dislikes", "jazz"), ("hobby", "jazz"))
    assert [p.key for p in two.false] == ["dislikes:jazz"]


def test_a_line_without_facts_makes_every_prediction_false() -> None:
    one = scored([], ("likes", "jazz"), ("home", "oslo"))
    assert (one.found, len(one.false)) == ([], 2)


def test_a_day_is_read_from_the_details_or_the_start() -> None:
    assert when(Candidate(details={"when": "2026-03-01"})) == "2026-03-01"
    assert when(Candidate()) == ""


def test_shares_say_how_sure_they_are() -> None:
    # Wilson's interval of 8 of 10, as worked out by hand: (0.8 + 0.19207 ± 0.30949…) / 1.38415.
    assert wilson(8, 10) == [0.4902, 0.9433]
    assert wilson(0, 10) == [0.0, 0.2775]
    assert wilson(10, 10) == [0.7225, 1.0]
    assert (wilson(0, 0), share(0, 0)) == (None, None)
    assert shares({"recall": (1, 4)}) == {
        "metrics": {"recall": 0.25},
        "intervals": {"recall": wilson(1, 4)},
        "n": {"recall": 4},
    }
    assert (f1(0.5, 1.0), f1(0.0, 0.0), f1(None, 1.0)) == (0.6667, 0.0, None)
