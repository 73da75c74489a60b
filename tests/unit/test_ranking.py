"""What a question asks for: names, dates, and whether it is one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.store.search.ranking import FUSION, FUSION_LEXICAL, asked, diverse, question_share, temporal

AT = datetime(2023, 5, 30, 12, tzinfo=UTC)  # a Tuesday


@pytest.mark.parametrize("said", ["whats my cat called", "wots ma job again", "wheres tom living", "who's ill"])
def test_a_question_is_one_as_people_write_it(said: str) -> None:
    assert asked(said).is_question


@pytest.mark.parametrize(
    ("text", "stripped", "named"),
    [
        ("When did Caroline paint the lake?", "When did paint the lake?", "Caroline"),
        ("what is caroline's favourite food", "what is favourite food", "Caroline"),
        ("Did Caroline meet Melanie?", "Did meet ?", None),
        ("What is a carolinensis?", "What is a carolinensis?", None),
        ("Caroline?", "Caroline?", "Caroline"),
        ("Where does Ada live?", "Where does live?", "Ada Lovelace"),
    ],
)
def test_the_speakers_names_are_taken_out(text: str, stripped: str, named: str | None) -> None:
    question = asked(text, speakers=("Caroline", "Melanie", "Ada Lovelace"))
    assert (question.stripped, question.named) == (stripped, named)
    assert question.text == text


def test_a_name_that_is_a_word_must_be_written_as_a_name() -> None:
    assert asked("When will the bus come?", speakers=("Will",)).named is None
    assert asked("When did Will come?", speakers=("Will",)).named == "Will"


def test_a_role_is_not_a_name() -> None:
    assert asked("What did the assistant say to the user?", speakers=("user", "assistant")).named is None


@pytest.mark.parametrize(
    "text", ["When did she move?", "How long has he lived there?", "what year was it", "How many weeks did it take?"]
)
def test_it_asks_when(text: str) -> None:
    assert asked(text).asks_when


def test_it_does_not_ask_when() -> None:
    assert not asked("What did she paint?").asks_when
    assert not asked("Whenever I paint I am calm").asks_when


@pytest.mark.parametrize(
    "text",
    [
        "What was the restaurant you recommended?",
        "Which book did you suggest?",
        "Can you remind me what we decided?",
        "In our last chat there was a recipe, what was in it?",
    ],
)
def test_it_asks_what_the_assistant_said(text: str) -> None:
    assert asked(text).asks_assistant


def test_asking_for_advice_is_not_asking_what_was_said() -> None:
    assert not asked("Can you recommend a book?").asks_assistant
    assert not asked("Where did I buy my bike?").asks_assistant


def test_a_question_is_one_without_its_mark() -> None:
    assert asked("tell me about my sister").is_question
    assert asked("what's my dog called").is_question
    assert not asked("I had a long day.").is_question
    assert asked("can't you remember his name").is_question
    assert not asked("can't sleep again").is_question
    assert not asked("Whatever, I am tired").is_question


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("on 7 May 2023", (2023, 5, 7), (2023, 5, 8)),
        ("on May 7th, 2023", (2023, 5, 7), (2023, 5, 8)),
        ("the 7th of May", (2023, 5, 7), (2023, 5, 8)),
        ("on 2023-05-07", (2023, 5, 7), (2023, 5, 8)),
        ("in 2021", (2021, 1, 1), (2022, 1, 1)),
        ("in March", (2023, 3, 1), (2023, 4, 1)),
        ("in December", (2022, 12, 1), (2023, 1, 1)),
        ("in December 2023", (2023, 12, 1), (2024, 1, 1)),
        ("yesterday", (2023, 5, 29), (2023, 5, 30)),
        ("the day before yesterday", (2023, 5, 28), (2023, 5, 29)),
        ("today", (2023, 5, 30), (2023, 5, 31)),
        ("last Tuesday", (2023, 5, 23), (2023, 5, 24)),
        ("on Monday", (2023, 5, 29), (2023, 5, 30)),
        ("last week", (2023, 5, 22), (2023, 5, 29)),
        ("last weekend", (2023, 5, 27), (2023, 5, 29)),
        ("last month", (2023, 4, 1), (2023, 5, 1)),
        ("this month", (2023, 5, 1), (2023, 6, 1)),
        ("last year", (2022, 1, 1), (2023, 1, 1)),
        ("ten days ago", (2023, 5, 20), (2023, 5, 21)),
    ],
)
def test_dates_are_read(text: str, start: tuple[int, int, int], end: tuple[int, int, int]) -> None:
    found = asked(f"What did I do {text}?", at=AT).dates
    assert found == ((datetime(*start, tzinfo=UTC), datetime(*end, tzinfo=UTC)),)


def test_weeks_ago_are_a_week_wide() -> None:
    ((start, end),) = asked("What did I buy two weeks ago?", at=AT).dates
    assert (start, end) == (AT - timedelta(days=17.5), AT - timedelta(days=10.5))
    ((start, end),) = asked("Where was I in the past three weeks?", at=AT).dates
    assert (start, end) == (AT - timedelta(weeks=3), AT)


def test_a_question_may_name_two_dates() -> None:
    assert len(asked("Was it on 2 May 2023 or in June 2022?", at=AT).dates) == 2


def test_a_moment_keeps_its_zone() -> None:
    zone = timezone(timedelta(hours=9))
    ((start, _),) = asked("yesterday?", at=AT.astimezone(zone)).dates
    assert start == datetime(2023, 5, 29, tzinfo=zone)


def test_without_a_moment_only_whole_dates_are_read() -> None:
    assert asked("What did I do yesterday, in March, 3 weeks ago, last Tuesday?").dates == ()
    assert asked("What happened in March 2022?").dates == (
        (datetime(2022, 3, 1, tzinfo=UTC), datetime(2022, 4, 1, tzinfo=UTC)),
    )


@pytest.mark.parametrize("text", ["2023-02-31", "9999 years ago", "may I go?", "0000-01-01", "on 45 May 9999"])
def test_impossible_dates_are_no_dates(text: str) -> None:
    assert asked(text, at=AT).dates == ()


def test_scripts_are_told_apart() -> None:
    assert asked("Wo wohnt José?").mostly_latin
    assert asked("12345?").mostly_latin
    assert not asked("我喜欢吃什么?").mostly_latin
    assert not asked("Где я живу?").mostly_latin


def test_words_of_time() -> None:
    assert temporal("I moved last week")
    assert temporal("We met in March")
    assert temporal("for three years now")
    assert not temporal("You may march on")
    assert not temporal("I like ramen")


def test_the_share_of_questions() -> None:
    assert question_share("I am fine. How are you?") == 0.5
    assert question_share("How are you?") == 1.0
    assert question_share('He asked "why?" I left now.') == 0.5
    assert question_share("Fine.") == question_share("") == 0.0


@given(st.text(), st.datetimes(), st.lists(st.text(), max_size=3))
def test_no_text_breaks_it(text: str, at: datetime, speakers: list[str]) -> None:
    question = asked(text, at=at, speakers=speakers)
    assert question.named is None or question.named in {" ".join(name.split()) for name in speakers}
    assert all(start < end for start, end in question.dates)
    assert 0 <= question_share(text) <= 1
    assert temporal(text) in {True, False}


def test_a_megabyte_is_read_in_part() -> None:
    question = asked("last " * 200_000, at=AT)
    assert question.dates == ()
    assert question_share("? " * 500_000) == 1.0


def test_diversity_passes_over_what_is_nearly_the_same() -> None:
    likeness = {frozenset("ab"): 0.98, frozenset("ac"): 0.97, frozenset("bc"): 1.0}

    def alike(a: str, b: str) -> float:
        return likeness.get(frozenset((a, b)), 0.0)

    assert diverse("abcd", alike, 3) == ["a", "c", "d"]
    assert diverse("abcd", alike, 2) == ["a", "c"]
    assert diverse("abcd", alike, 0) == []


def test_without_vectors_words_weigh_as_much_and_have_weights_of_their_own() -> None:
    assert FUSION_LEXICAL.dense == FUSION_LEXICAL.dense_session == 0
    assert FUSION.dense > FUSION.dense_session > 0
    assert FUSION_LEXICAL.statement == 1 > FUSION.statement
    assert FUSION_LEXICAL.date != FUSION.date
