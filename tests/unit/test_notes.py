"""Notes: lasting clauses in the person's own words, with what they lean on."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from reverie.domain.memories import Candidate, Category
from reverie.domain.notes import Clause, notes

AT = datetime(2026, 1, 5, tzinfo=UTC)


def clause(text: str, words: str, **told: object) -> Clause:
    start = text.index(words)
    return Clause(start=start, end=start + len(words), confidence=0.8, **told)  # type: ignore[arg-type]


def made(text: str, *words: str, own: str = "", companion: str = "", **told: object) -> list[Candidate]:
    found = [clause(text, one, **told) for one in words]
    return notes(text, found, sent_at=AT, own=own, companion=companion)


def test_clauses_of_one_sentence_are_one_note_and_of_two_are_two() -> None:
    text = "I had toast and then a long and boring and wet walk, my sister Bex moved to Leeds, she loves it. Ok then."
    (note,) = made(text, "my sister Bex moved to Leeds, ", "she loves it. ")
    assert note.text == "“my sister Bex moved to Leeds, she loves it.”"
    assert note.quote == text[slice(*(note.span or (0, 0)))] == "my sister Bex moved to Leeds, she loves it."
    text = "My cat died. I moved to Leeds."
    found = made(text, "My cat died. ", "I moved to Leeds.")
    assert [one.text for one in found] == ["“My cat died.”", "“I moved to Leeds.”"]


def test_a_short_sentence_is_kept_whole_and_a_leading_and_is_not() -> None:
    text = "Rain again. and pastry chef 🧁 at marlowes, down by the river. Bye."
    (note,) = made(text, "down by the river. ")
    assert note.text == "“pastry chef 🧁 at marlowes, down by the river.”"


def test_what_answers_a_question_is_told_with_it() -> None:
    (note,) = made("yeah, since march", "yeah, since march", companion="Nice. Do you still swim?", leans=True)
    assert note.text == "“yeah, since march” (asked “Do you still swim?”)"


@pytest.mark.parametrize(
    ("before", "own", "companion", "who"),
    [
        ("My sister Bex came. ", "", "", "their sister Bex"),
        ("", "my mum is ill", "Oh no.", "their mum"),
        ("", "callum, bf, six years", "Lovely.", "callum, bf"),
        ("", "lol", "So how is Priya doing?", "Priya"),
    ],
)
def test_who_she_is_is_told_with_it(before: str, own: str, companion: str, who: str) -> None:
    text = f"{before}she works nights at the hospital in Leeds"
    (note,) = made(text, "she works nights at the hospital in Leeds", own=own, companion=companion)
    assert note.text == f"“she works nights at the hospital in Leeds” (of {who})"


def test_what_would_be_is_no_note_and_health_is_a_category_of_its_own() -> None:
    assert made("I would move to Spain", "I would move to Spain", state="would_be") == []
    (by_head,) = made("hives all over after prawns", "hives all over after prawns", attribute="allergy")
    (by_words,) = made("I am allergic to nuts", "I am allergic to nuts", attribute="other")
    (neither,) = made("I live in Leeds", "I live in Leeds", attribute="home")
    assert [one.category for one in (by_head, by_words, neither)] == [Category.HEALTH, Category.HEALTH, Category.FACT]
    (money,) = made("i owe the bank 300", "i owe the bank 300", attribute="other")
    assert money.category == Category.MONEY
