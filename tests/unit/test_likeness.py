"""Which names are alike, and who of the people known may be meant by a name."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reverie.people.identity import Limits
from reverie.people.name_matching import alike, likeness

HIGH, LOW = Limits().high, Limits().low

FIRST_NAMES = [
    "Ada",
    "Bob",
    "Robert",
    "Kathryn",
    "Jean-Claude",
    "Mary Ann",
    "J.",
    "Dr. Ada",
    "Zoë",
    "Søren",
    "李",
    "Олег",
]
LAST_NAMES = ["Lovelace", "O'Brien", "van der Berg", "García López", "Lovelaec", "King", "Ann", "明", ""]
NAMES = st.one_of(
    st.builds(lambda *words: " ".join(words).strip(), st.sampled_from(FIRST_NAMES), st.sampled_from(LAST_NAMES)),
    st.text("aeházßÉœ'’-., ıİ李🦊2", max_size=8),
    st.lists(st.text("ab", min_size=1, max_size=4), min_size=1, max_size=4).map(" ".join),
)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Sofía", "Sofia"),
        ("ada  LOVELACE", "Ada Lovelace"),
        ("Lovelace, Ada", "Ada Lovelace"),
        ("O'Brien", "obrien"),
        ("Jean-Claude Brun", "jean claude brun"),
        ("Mary Ann", "Maryann"),
        ("Søren", "Soren"),
        ("Dr. Ada Lovelace", "Ada Lovelace"),
        ("李明", "李明"),
        ("Олег", "ОЛЕГ"),
        ("मीना", "मीना"),
        ("🦊", "🦊"),
    ],
)
def test_names_that_are_written_otherwise_are_equal(a: str, b: str) -> None:
    assert likeness(a, b) == 1


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Jon", "John"),
        ("Bob", "Robert"),
        ("Rob", "Bob"),  # both are Robert
        ("Ann", "Anna"),
        ("Catherine", "Kathryn"),  # they sound alike
        ("Jean", "Jeanne"),
        ("Li", "Lee"),
        ("Mohammed", "Muhammad"),
        ("Maddi", "Maddison"),  # cut short
        ("Hannnah", "Hannah"),
        ("Ada Lovelace", "Ada"),
        ("Ada Lovelace", "Lovelace"),
        ("Ada King Lovelace", "Ada Lovelace"),
        ("A. Lovelace", "Ada Lovelace"),
        ("Lovelace Ada", "Ada Lovelace"),  # James Ryan may be Ryan James, or not
        ("Brun Jean-Claude", "Jean-Claude Brun"),
        ("Bob Smith", "Robert Smith"),
        ("Anna Petersen", "Anna Peterson"),
        ("John Smith Jr", "John Smith Sr"),
        ("Juan Carlos Maria Garcia Lopez", "Juan Carlos Maria Garcia"),
        ("Odile Marchetti", "Odile Brandt"),  # people marry
    ],
)
def test_names_that_may_be_one_person_are_asked_about(a: str, b: str) -> None:
    assert LOW <= likeness(a, b) < HIGH


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Maria", "Mario"),
        ("Paul", "Paula"),
        ("Mia", "Maya"),
        ("Ada", "Bob"),
        ("Ella", "Emma"),
        ("Owen Porter", "Liv Porter"),  # relatives share the rest of a name
        ("Al", "Alexandra Lovelace Alvarez King"),
        ("李明", "李伟"),
        ("Олег", "Oleg"),  # no script is read as another
        ("Ada", "🦊"),
    ],
)
def test_names_of_two_people_are_not_asked_about(a: str, b: str) -> None:
    assert likeness(a, b) < LOW


def test_only_a_slip_in_a_long_last_name_needs_no_question() -> None:
    assert likeness("Ada Featherstone", "Ada Fetherstone") >= HIGH
    assert likeness("Ada Petersen", "Ada Peterson") < HIGH
    assert likeness("Alexandra Featherstone", "Alexandre Featherstone") < HIGH


@given(NAMES, NAMES)
@example("h", "Hh")
def test_likeness_is_symmetric_and_from_0_to_1(a: str, b: str) -> None:
    assert 0 <= likeness(a, b) <= 1
    assert likeness(a, b) == likeness(b, a)
    assert likeness(a, a) == 1


@given(st.sampled_from(FIRST_NAMES), st.sampled_from(LAST_NAMES), NAMES)
def test_case_accents_and_spacing_change_nothing(first: str, last: str, other: str) -> None:
    name = f"{first} {last}".strip()
    accented = unicodedata.normalize("NFC", "".join(c + "\u0301" if c in "aeiouAEIOU" else c for c in name))
    for written in (name.upper(), name.lower(), accented, f"  {name.replace(' ', '   ')}."):
        assert likeness(written, name) == 1
        assert likeness(written, other) == likeness(name, other)


KNOWN = [
    ("1", "Robert Smith", None),
    ("2", "Ada Lovelace", "Countess"),
    ("3", "Adah", None),
    ("4", "Grace Hopper", None),
]


def found(name: str) -> list[str]:
    return [one.id for one in alike(name, KNOWN, high=HIGH, low=LOW)]


def test_those_who_may_be_meant_come_best_first() -> None:
    assert found("Ada") == ["2", "3"]
    assert found("Bob Smith") == ["1"]
    assert found("Xavier") == []
    [countess] = alike("the countess"[4:], KNOWN, high=HIGH, low=LOW)
    assert (countess.id, countess.name, countess.score) == ("2", "Ada Lovelace", 1)


def test_nobody_else_is_named_beside_those_who_need_no_question() -> None:
    assert found("LOVELACE, Ada") == ["2"]
    twins = [*KNOWN, ("5", "ada lovelace", None)]
    assert [one.id for one in alike("Ada Lovelace", twins, high=HIGH, low=LOW)] == ["2", "5"]


@given(NAMES, st.lists(st.tuples(NAMES, st.none() | NAMES), max_size=6), st.sampled_from([0.3, LOW, 0.9]))
@example("ab cd", [("abc d", None)], LOW)
@example("a22ae", [("", "Jean-Claude")], 0.3)
@example("abcdefghij", [("abcdefg", None)], LOW)
@example("x ab", [("y a b", None)], 0.3)
def test_looking_only_at_near_words_loses_nobody(name: str, people: list[tuple[str, str | None]], low: float) -> None:
    known = [(str(place), shown, nickname) for place, (shown, nickname) in enumerate(people)]
    scores = {
        id_: max(likeness(name, one) for one in (shown, nickname) if one)
        for id_, shown, nickname in known
        if shown or nickname
    }
    wanted = {id_: score for id_, score in scores.items() if score >= low}
    assert {one.id: one.score for one in alike(name, known, high=1.01, low=low)} == wanted
