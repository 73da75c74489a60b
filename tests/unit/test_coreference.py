"""Who is spoken of by she, he or they, where that is sure."""

from __future__ import annotations

import pytest

from reverie.recall.topic_threads import going_on, is_somebody, names_others

EMMA = frozenset({"emma"})

ON = [
    "She cried yesterday over fractions.",
    "she loves graphic novels though",
    "and shes so proud of it lol",
    "Her reading is better now.",
    "omg, yesterday she read a whole book",
    "She's eight.",
]
OFF = [
    "My knee hurts.",
    "I cried yesterday.",
    "It rained all day.",
    "We went to the sea.",
    "Her teacher called.",
    "She met Rui there.",
    "My sister is here too. She cried.",
    "That's life",
    "",
]


@pytest.mark.parametrize("text", ON)
def test_it_goes_on_about_the_one_who_was_named(text: str) -> None:
    spans, subject = going_on(text, EMMA, "")
    assert (spans, subject) == ([(0, len(text))], "she")
    assert going_on(text, EMMA, None) == ([], None)


@pytest.mark.parametrize("text", OFF)
def test_it_speaks_of_something_else(text: str) -> None:
    assert going_on(text, EMMA, "")[0] == []


def test_who_is_called_otherwise_is_somebody_else() -> None:
    assert going_on("He cried.", EMMA, "she") == ([], None)
    assert going_on("She cried. He laughed. She left.", EMMA, "") == ([(0, 10)], None)


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("My daughter Emma struggles. She cried yesterday. I work nights. She works too.", ["She cried yesterday."]),
        ("Emma's teacher called. She was nice.", []),
        ("emmas teacher called. she was nice.", []),
        ("Emma and Rui had a fight. She cried.", []),
        ("On Monday Emma sang. She was great.", ["She was great."]),
    ],
)
def test_within_a_text(text: str, gone: list[str]) -> None:
    assert [text[slice(*span)] for span in going_on(text, EMMA)[0]] == gone


def test_only_somebody_is_called_so() -> None:
    assert is_somebody(EMMA, ["my daughter Emma reads"])
    assert is_somebody(EMMA, ["emma reads"], slots=["daughter"])
    assert is_somebody(frozenset({"mum"}), [])
    assert not is_somebody(frozenset({"lisbon"}), ["I love Lisbon", "My flat in Lisbon is small"])


def test_a_name_among_the_words_is_another() -> None:
    assert names_others("How is Rui doing?", EMMA)
    assert names_others("And your wife?", EMMA)
    assert not names_others("Poor thing! How is she on Mondays?", EMMA)
