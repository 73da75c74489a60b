"""When two sentences can't both be so: what has to be seen, and what must not be taken for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.memory.opposites import COUNTERPARTS, MANNERS, opposed, opposition, same_stance, stances

OPPOSED = [
    ("I love jazz", "I can't stand jazz"),
    ("Likes jazz", "Dislikes jazz"),
    ("Is no longer a fan of jazz", "Loves jazz"),
    ("Prefers mornings", "Prefers evenings"),
    ("Is a morning person", "Is a night owl"),
    ("Prefers concise technical explanations", "Prefers detailed explanations"),
    ("Prefers concise answers", "Prefers long, detailed answers"),
    ("Likes concise answers", "Prefers detailed explanations"),
    ("Communicates formally", "Communicates casually"),
    ("Is direct", "Is indirect"),
    ("Gets up early", "Gets up late"),
    ("Works alone", "Works with people"),
    ("Prefers working alone", "Prefers working with other people"),
    ("Always replies quickly", "Never replies quickly"),
    ("Rarely asks for help", "Often asks for help"),
    ("Never drinks coffee", "Drinks coffee daily"),
    ("Doesn't like tea or coffee", "Loves coffee"),
    ("Dislikes coffee", "Likes coffee in the morning"),
    ("Likes country", "Likes jazz but hates country"),
    ("Values honesty", "Doesn't value honesty"),
    ("Prefers tea over coffee", "Prefers coffee over tea"),
    ("Prefers tea to coffee", "Prefers coffee to tea"),
    ("Prefers not to be interrupted", "Likes being interrupted"),
    ("Supports nuclear power", "Opposes nuclear power"),
    ("I think remote work is good", "I don't think remote work is good"),
    ("Cares about privacy", "Does not care about privacy"),
]
NOT_OPPOSED = [
    ("Likes coffee", "Dislikes coffee cake"),
    ("Likes coffee", "Dislikes coffee at night"),
    ("Dislikes coffee", "Likes coffee cake"),
    ("Likes mornings", "Likes evenings"),
    ("Works in the morning", "Works in the evening"),
    ("Enjoys working alone", "Enjoys working with people"),
    ("Her brother likes jazz", "Dislikes jazz"),
    ("Might like jazz", "Dislikes jazz"),
    ("Used to like jazz", "Dislikes jazz"),
    ("Doesn't dislike jazz", "Dislikes jazz"),
    ("Doesn't mind jazz", "Dislikes jazz"),
    ("Not only likes jazz", "Dislikes jazz"),
    ("Does she like jazz?", "Hates jazz"),
    ("Doesn't always reply quickly", "Always replies quickly"),
    ("Likes long answers", "Dislikes short answers"),
    ("Dislikes long answers", "Dislikes short answers"),
    ("Is not formal", "Is not casual"),
    ("Likes talking about politics", "Dislikes talking about religion"),
    ("Has a short commute", "Has long hair"),
    ("Likes dogs", "Prefers cats"),
    ("Prefers mornings", "Prefers tea"),
    ("Lives in Lyon", "Doesn't live in Paris"),
    ("Would rather not talk", "Dislikes talk"),
    ("", "Likes jazz"),
]


@pytest.mark.parametrize(("a", "b"), OPPOSED)
def test_what_excludes_each_other_is_seen_both_ways(a: str, b: str) -> None:
    assert (opposed(a, b), opposed(b, a)) == (True, True)


@pytest.mark.parametrize(("a", "b"), NOT_OPPOSED)
def test_what_may_both_be_so_is_let_be(a: str, b: str) -> None:
    assert (opposed(a, b), opposed(b, a)) == (False, False)


def test_it_says_what_is_opposed() -> None:
    found = opposition("Dislikes jazz", "Loves jazz")
    assert found is not None
    assert found.why == "no to “jazz” against yes to “jazz”"
    assert opposition("Likes jazz", "Loves jazz") is None


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("I love jazz", "I really like jazz", True),
        ("Values clarity", "Cares about clarity", True),
        ("Prefers short answers", "Likes brief replies", True),
        ("Likes tea and coffee", "Likes tea", True),
        ("Lives in Lyon", "lives in Lyon.", True),
        ("Likes jazz", "Dislikes jazz", False),
        ("I love jazz", "I love jazz on Sundays", False),
        ("Her brother likes jazz", "Likes jazz", False),
    ],
)
def test_the_same_side_of_the_same_thing(a: str, b: str, same: bool) -> None:
    assert (same_stance(a, b), same_stance(b, a)) == (same, same)


def test_no_word_stands_on_two_rows_of_the_tables() -> None:
    every = [word for table in (MANNERS, COUNTERPARTS) for word in table.replace("/", " ").split()]
    assert sorted(every) == sorted(set(every))


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_read_and_nothing_opposes_itself(a: str, b: str) -> None:
    assert opposed(a, b) == opposed(b, a)
    assert same_stance(a, a) or not stances(a)
    assert same_stance(a, b) == same_stance(b, a)
