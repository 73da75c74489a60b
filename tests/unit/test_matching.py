"""When two values are one, and what a topic takes."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.text.value_matching import (
    FORGOTTEN,
    alike,
    came_true,
    kindred,
    mentions,
    named_by,
    normal,
    redacted,
    sentence_around,
    sentences,
    slot,
    topic_keys,
    topic_words,
    words,
)

SAME = [
    ("the Beatles", "Beatles"),
    ("Café", "cafe"),
    ("dogs", "dog"),
    ("movies", "a movie"),
    ("cherries", "cherry"),
    ("boxes", "box"),
    ("headaches", "headache"),
    ("potatoes", "potato"),
    ("children", "child"),
    ("my pizza", "Pizza!"),
    ("spaghetti carbonara", "spagheti carbonara"),
    ("Ada’s shop", "Ada's shop"),
    ("STRASSE", "straße"),
]
OTHER = [
    ("Mia", "Mila"),
    ("blues", "blue"),
    ("tea", "pea"),
    ("Lyon", "London"),
    ("room 1234567", "room 1234568"),
    ("likes dogs", "likes cats"),
    ("2024-01-01", "2024-01-02"),
    ("东京", "京都"),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_alike(a: str, b: str) -> None:
    assert alike(a, b)
    assert alike(b, a)


@pytest.mark.parametrize(("a", "b"), OTHER)
def test_not_alike(a: str, b: str) -> None:
    assert not alike(a, b)
    assert not alike(b, a)


@pytest.mark.parametrize(("a", "b"), [("C++", "C#"), ("😀", "😡"), ("!!!", "???")])
def test_values_of_signs_are_told_apart(a: str, b: str) -> None:
    assert not alike(a, b)
    assert alike(a, a)


@given(st.text(max_size=40), st.text(max_size=40))
def test_alike_is_reflexive_and_symmetric(a: str, b: str) -> None:
    assert alike(a, a)
    assert alike(a, b) == alike(b, a)


@given(st.text(max_size=60))
def test_what_is_normal_stays_normal(text: str) -> None:
    assert words(" ".join(words(text))) == words(" ".join(words(" ".join(words(text)))))
    assert normal(text) == normal(f"  {text} ")


@pytest.mark.parametrize(
    ("topic", "keys"),
    [
        ("my job", {"employer", "occupation"}),
        ("everything about my work", {"employer", "occupation"}),
        ("Jobs", {"employer", "occupation"}),
        ("my home", {"home"}),
        ("my allergies", {"allergy"}),
        ("ramen", set()),
        ("my job at Acme", set()),
        ("", set()),
    ],
)
def test_topics(topic: str, keys: set[str]) -> None:
    assert topic_keys(topic) == keys


def test_topic_words_leave_the_filling_out() -> None:
    assert topic_words("everything you know about my sisters") >= {"sister"}
    assert topic_words("all about the") == frozenset()


def test_mentions_needs_every_word_whole() -> None:
    assert mentions("I love Pizza, really", frozenset({"pizza", "love"}))
    assert not mentions("I love pizzerias", frozenset({"pizza"}))
    assert not mentions("anything", frozenset())


def test_slot() -> None:
    assert (slot("likes:a:b"), slot("home")) == ("likes", "home")


@given(st.text(alphabet="ab .!?\n", max_size=80))
def test_sentences_cover_all_words_in_order(text: str) -> None:
    found = sentences(text)
    assert all(0 <= s < e <= len(text) for s, e in found)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(found))
    assert "".join("".join(text[s:e] for s, e in found).split()) == "".join(text.split())


def test_the_sentence_around_a_span() -> None:
    text = "One. Two words here! Three."
    assert text[slice(*sentence_around(text, (9, 14)))] == "Two words here!"
    assert text[slice(*sentence_around(text, (2, 8)))] == "One. Two words here!"
    assert sentence_around("", (0, 0)) == (0, 0)


def test_redacted() -> None:
    assert redacted("One. Two. Three.", [(5, 9)]).text == f"One. {FORGOTTEN} Three."
    assert redacted("One. Two. Three.", [(0, 4), (5, 9)]).text == f"{FORGOTTEN} Three."
    assert redacted("One. Two.", [(0, 9), (2, 4)]).text == FORGOTTEN
    assert redacted("One.", []).text == "One."


@given(st.text(alphabet="abc. ", max_size=40), st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=4))
def test_redacted_keeps_nothing_of_the_spans(text: str, pairs: list[tuple[int, int]]) -> None:
    spans = [(a, b) for a, b in pairs if a < b <= len(text)]
    kept = [c for i, c in enumerate(text) if not any(a <= i < b for a, b in spans)]
    left = redacted(text, spans).text.replace(FORGOTTEN, "")
    assert [c for c in left if c != " "] == [c for c in kept if c != " "]


@pytest.mark.parametrize(
    ("value", "said", "deed", "named"),
    [
        ("red car", "the car", False, True),
        ("red car", "my old red car", False, True),
        ("coffee cake", "coffee", False, False),
        ("saab 900", "the saab", False, True),
        ("run every morning", "running", True, True),
        ("go to the gym five days a week", "the gym", True, True),
        ("run every morning", "swimming", True, False),
        ("car", "cat", False, False),
    ],
)
def test_words_name_a_thing_by_its_last_word_and_a_deed_by_any(value: str, said: str, deed: bool, named: bool) -> None:
    assert named_by(value, said, deed=deed) is named


@pytest.mark.parametrize(
    ("plan", "deed", "true"),
    [
        ("run a marathon", "ran my first marathon", True),
        ("move to Bern", "moved to Bern", True),
        ("move to Bern", "moved to Basel", False),
        ("buy a house", "bought a car", False),
        ("travel", "travelled to Rome", False),
    ],
)
def test_a_plan_came_true_only_where_the_deed_says_all_of_it(plan: str, deed: str, true: bool) -> None:
    assert came_true(plan, deed) is true


def test_values_are_kindred_by_their_deed_or_their_thing() -> None:
    assert kindred("one cat", "two cats")
    assert kindred("move to Lisbon", "move to Porto")
    assert not kindred("swim every day", "read every day")


@pytest.mark.parametrize("signs", ["", "'", "```", "?!", "..."])
def test_signs_alone_name_nothing(signs: str) -> None:
    assert not kindred(signs, "swim daily")
    assert not kindred("swim daily", signs)
    assert not came_true("run a marathon", signs)
    assert not named_by("red car", signs, deed=True)
    assert not named_by(signs, "the car")
