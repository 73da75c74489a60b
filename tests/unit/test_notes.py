"""Notes: lasting clauses in the person's own words, with what they lean on."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from reverie.learning.notes import is_unnamed, mentions, notes
from reverie.memory.lifecycle import date_over
from reverie.ports import Clause
from reverie.records.memories import Candidate, Category

AT = datetime(2026, 1, 5, tzinfo=UTC)


def clause(text: str, words: str, **told: object) -> Clause:
    start = text.index(words)
    return Clause(start=start, end=start + len(words), confidence=0.8, **told)  # type: ignore[arg-type]


def made(
    text: str, *words: str, own: str = "", companion: str = "", who: str | None = None, **told: object
) -> list[Candidate]:
    found = [clause(text, one, **told) for one in words]
    return notes(text, found, sent_at=AT, own=own, companion=companion, who=lambda _start, _end: who)


def test_clauses_of_one_sentence_are_one_note_and_of_two_are_two() -> None:
    text = "I had toast and then a long and boring and wet walk, my sister Bex moved to Leeds, she loves it. Ok then."
    (note,) = made(text, "my sister Bex moved to Leeds, ", "she loves it. ")
    assert note.text == "“my sister Bex moved to Leeds, she loves it.”"
    assert note.quote == text[slice(*(note.span or (0, 0)))] == "my sister Bex moved to Leeds, she loves it."
    text = "My cat died. I moved to Leeds."
    found = made(text, "My cat died. ", "I moved to Leeds.")
    assert [one.text for one in found] == ["“My cat died.”", "“I moved to Leeds.”"]


def test_a_word_that_answers_too_goes_with_the_answer_before_it() -> None:
    text, asked = "five weeks on thursday. junie. ok", "How old is she now?"
    (note,) = made(text, "five weeks on thursday. ", "junie. ", companion=asked, leans=True)
    assert note.text == "“five weeks on thursday. junie.” (asked “How old is she now?”)"
    assert len(made(text, "five weeks on thursday. ", "junie. ")) == 2


def test_a_short_sentence_is_kept_whole_and_a_leading_and_is_not() -> None:
    text = "Rain again. and pastry chef 🧁 at marlowes, down by the river. Bye."
    (note,) = made(text, "down by the river. ")
    assert note.text == "“pastry chef 🧁 at marlowes, down by the river.”"


def test_what_answers_a_question_is_told_with_it() -> None:
    (note,) = made("yeah, since march", "yeah, since march", companion="Nice. Do you still swim?", leans=True)
    assert note.text == "“yeah, since march” (asked “Do you still swim?”)"
    before = "u there? yiayia died in her sleep. lol"
    (short,) = made("the 2nd", "the 2nd", own=before, companion="Oh Dora. When?", leans=True)
    assert short.text == "“the 2nd” (asked “When?”, after “yiayia died in her sleep.”)"


def test_who_she_is_is_told_where_the_words_do_not_say_it() -> None:
    said = "she works nights at the hospital in Leeds"
    (note,) = made(said, said, who="their sister Bex", about="other")
    assert note.text == f"“{said}” (of their sister Bex)"
    (own,) = made(said, said, who="their sister Bex", about="me")
    (named,) = made("Bex works nights", "Bex works nights", who="their mum", about="other")
    assert (own.text, named.text) == (f"“{said}”", "“Bex works nights”")


@pytest.mark.parametrize(
    ("said", "unnamed"),
    [
        ("she is a nurse", True),
        ("drives for dpd", True),
        ("that is fine with her", True),
        ("Bex is a nurse", False),
        ("moose is a lab mix and he is 4", False),
        ("mum says she is fine", False),
        ("rafi. he's 4", False),
        ("yeah. he's 4", True),
    ],
)
def test_words_may_not_say_of_whom_they_are(said: str, unnamed: bool) -> None:
    assert is_unnamed(said) is unnamed


def test_a_name_is_told_with_whose_it_is() -> None:
    text = "It rained. I live with a roommate from Ohio. her name is dana and she is a night nurse. ok"
    (note,) = made(text, "her name is dana ", "and she is a night nurse. ")
    assert note.text == "“I live with a roommate from Ohio. her name is dana and she is a night nurse.”"


def test_whom_words_may_be_of_is_named_before_them() -> None:
    said = ["My sister Bex came in April.", "So how is Priya doing?", "callum, bf, six years. mum too"]
    assert mentions(said) == ["their mum", "callum, bf", "Priya", "their sister Bex"]
    assert mentions(["Hi, I'm Pip! Who is Bex, Dora?"], ["dora"]) == ["Bex"]
    assert mentions(["theos coming sunday", "the marks on my arm"]) == ["theo"]
    assert mentions(["two times every day, my brother Obinna helps"]) == ["their brother Obinna"]
    assert mentions(["Luc is my son-in-law Luc"]) == ["their son-in-law Luc", "Luc"]


def test_whoever_puts_it_in_a_cast_is_nobody_who_was_named() -> None:
    for said, text in (
        ("they have put it in a cast", "“they have put it in a cast”"),
        ("they moved to Leeds", "“they moved to Leeds” (of their daughter)"),
    ):
        (note,) = made(said, said, who="their daughter", about="other")
        assert note.text == text


@pytest.mark.parametrize(
    ("text", "clause", "own", "told"),
    [
        (
            "i changed my major. its marine bio now",
            "its marine bio now",
            "",
            "“its marine bio now” (after “i changed my major.”)",
        ),
        ("nadia.", "nadia.", "i think i have a crush. lol", "“nadia.” (after “i think i have a crush.”)"),
        ("i live in Porto", "i live in Porto", "dad moved out.", "“i live in Porto”"),
    ],
)
def test_what_tells_little_alone_is_told_with_the_words_before(text: str, clause: str, own: str, told: str) -> None:
    (note,) = made(text, clause, own=own)
    assert note.text == told


def test_whom_nobody_names_is_told_with_the_words_before() -> None:
    text = "smudge passed this morning. he was 17, proper old boy"
    (note,) = made(text, "he was 17, proper old boy", about="other")
    assert note.text == "“he was 17, proper old boy” (after “smudge passed this morning.”)"
    (note,) = made(text, "he was 17, proper old boy", about="other", who="Smudge")
    assert note.text == "“he was 17, proper old boy” (of Smudge)"


def test_a_word_or_two_are_told_with_what_follows() -> None:
    text = "THE TATTOO. tiny whisk, left forearm. mum does not know anything about it at all"
    assert [one.text for one in made(text, "THE TATTOO. ", "tiny whisk, left forearm. ")] == [
        "“THE TATTOO. tiny whisk, left forearm.”"
    ]


@pytest.mark.parametrize(
    ("said", "attribute", "state", "when"),
    [
        ("the operation is on 14 January", "health", "will_be", "2026-01-14"),
        ("bloods tuesday", "plan", "will_be", "2026-01-06"),
        ("bloods weds", "plan", "will_be", "2026-01-07"),
        ("my mum has them mon and weds", "plan", "will_be", "2026-03-06"),  # in sixty days, as what has no date
        ("physio on thursdays", "plan", "will_be", "2026-03-06"),
        ("off to Larnaca", "plan", "will_be", "2026-03-06"),
        ("yes on the 26th", "plan", "will_be", "2026-01-26"),
        ("bloods on the 2nd", "plan", "will_be", "2026-02-02"),
        ("mum's mri is the 24th at wythenshawe, 10.15", "event", "will_be", "2026-01-24"),
        ("off to glasgow on the 14th back sunday", "event", "will_be", "2026-01-14"),
        ("friday the 16th", "event", "will_be", "2026-01-16"),
        ("my sister is coming on the 14th", "family", "will_be", "2026-01-14"),
        ("i start at fold on 1 february", "employer", "will_be", None),
        ("the operation was on 14 December", "health", "was", None),
    ],
)
def test_what_lies_ahead_has_a_day_on_which_it_is_over(said: str, attribute: str, state: str, when: str | None) -> None:
    (note,) = made(said, said, attribute=attribute, state=state)
    assert note.details.get("when") == when
    assert note.text.endswith("]") is (state == "will_be" and when != "2026-03-06")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("results came out on the 20th dec", "“results came out on the 20th dec” [2025-12-20]"),  # told in January
        ("the wedding is in september", "“the wedding is in september” [2026-09]"),
        ("20th dec 2026, we fly", "“20th dec 2026, we fly” [2026-12-20]"),
        ("free of it all next december", "“free of it all next december” [2026-12]"),
        ("booked it yesterday, we fly 12 jan 2027", "“booked it yesterday, we fly 12 jan 2027” [2027-01-12]"),
        ("told her last week, due in 11 months", "“told her last week, due in 11 months” [2026-12]"),
        ("the exam is on 20 dec", "“the exam is on 20 dec” [2026-12-20]"),
        ("it'll be sanded by christmas", "“it'll be sanded by christmas” [2026-12-25]"),
        ("we're going to fly home on 20 dec", "“we're going to fly home on 20 dec” [2026-12-20]"),
    ],
)
def test_a_day_that_was_lately_does_not_lie_ahead(said: str, told: str) -> None:
    (note,) = made(said, said, attribute="event", state="will_be")
    assert note.text == told
    assert ("when" in note.details) is (note.details["state"] == "will_be") is ("2025" not in told)


def test_a_short_sentence_is_whole_also_where_another_goes_with_it() -> None:
    text = "right so the physio says my knee is knackered, cartilage. no more five a side"
    (note,) = made(text, "cartilage. ", "no more five a side")
    assert note.text == f"“{text}”"


def test_what_is_not_said_to_be_is_no_note() -> None:
    assert made("If I have allergies.", "If I have allergies.") == []
    (note,) = made("so! fold, in chapel allerton", "so! fold, in chapel allerton")
    assert note.text == "“fold, in chapel allerton”"


def test_what_is_unlikely_to_last_is_no_note() -> None:
    text = "I live in Leeds"
    assert notes(text, [Clause(start=0, end=len(text), confidence=0.29)], sent_at=AT) == []


def test_what_would_be_is_no_note_and_health_is_a_category_of_its_own() -> None:
    assert made("I would move to Spain", "I would move to Spain", state="would_be") == []
    (by_head,) = made("hives all over after prawns", "hives all over after prawns", attribute="allergy")
    (by_words,) = made("I am allergic to nuts", "I am allergic to nuts", attribute="other")
    (neither,) = made("I live in Leeds", "I live in Leeds", attribute="home")
    assert [one.category for one in (by_head, by_words, neither)] == [Category.HEALTH, Category.HEALTH, Category.FACT]
    (money,) = made("i owe the bank 300", "i owe the bank 300", attribute="other")
    assert money.category == Category.MONEY


@pytest.mark.parametrize(
    ("said", "until"),
    [
        ("in Solwezi till dec n staying with dad", "2026-12"),
        ("she's pregnant, due in august", "2026-08"),
        ("my last day is jan 30", "2026-01-30"),
        ("on the late shift until the end of february", "2026-02"),
        ("she stays with us til new year", "2027-01-01"),
        ("open till 3am", None),
        ("no sugar until further notice", None),
        ("off school since december, due to my knee", None),
    ],
)
def test_what_is_told_to_last_until_a_day_is_held_until_then(said: str, until: str | None) -> None:
    (note,) = made(said, said)
    assert note.details.get("until") == until
    assert (date_over(note, AT) is None) is (until is None)
    (over,) = made(said, said, state="was")
    assert "until" not in over.details


def test_somebody_is_expecting_until_the_day_that_is_told_and_for_nine_months_at_most() -> None:
    for said, until in (("bex is pregnant", "2026-10-26"), ("they expect a child in May", "2026-05")):
        (note,) = made(said, said, attribute="pregnancy", about="other")
        assert note.details["until"] == until


def said_of(text: str, *clauses: tuple[str, str, str]) -> dict[str, object]:
    """The details of the one note of clauses, each with its attribute and whom it is judged to be about."""
    found = [clause(text, words, attribute=attribute, about=about) for words, attribute, about in clauses]
    (note,) = notes(text, found, sent_at=AT)
    return dict(note.details)


@pytest.mark.parametrize(
    ("said", "whose"),
    [
        ("I was a signalman on the railway for forty one years", None),
        ("I've put my name down for the injections", None),
        ("I do his insulin at seven", "Josh"),
        ("his eyes are not what they were", "Josh"),
    ],
)
def test_what_begins_with_an_i_and_names_nobody_is_of_who_speaks(said: str, whose: str | None) -> None:
    (note,) = made(said, said, about="other", who="Josh")
    assert note.text == f"“{said}”" + (f" (of {whose})" if whose else "")
    assert note.details["about"] == ("other" if whose else "me")


def test_what_follows_somebodys_own_name_is_of_them_unless_it_names_another() -> None:
    text = "hiya, im jo, paramedic in hull, coeliac"
    details = said_of(text, ("im jo, ", "name", "me"), ("paramedic in hull, ", "occupation", "other"))
    assert details["about"] == "me"
    (own, other) = [
        said_of(f"im jo, {said}", ("im jo, ", "name", "me"), (said, "health", "other"))["attribute"]
        for said in ("coeliac", "my sister is coeliac")
    ]
    assert (own, other) == ("health", "name")


def test_a_note_that_tells_of_their_health_beside_other_things_is_of_health() -> None:
    text = "moved to leeds in may, epileptic since i was six"
    moved = ("moved to leeds in may, ", "home", "me")
    own = said_of(text, moved, ("epileptic since i was six", "health", "me"))
    others = said_of(text, moved, ("epileptic since i was six", "health", "other"))
    assert (own["attribute"], others["attribute"]) == ("health", "home")


@pytest.mark.parametrize("said", ['She said "never again." Will you drive?', "(Lovely.) Will you drive?"])
def test_a_question_is_quoted_without_what_closes_the_sentence_before_it(said: str) -> None:
    (note,) = made("with what licence", "with what licence", companion=said, leans=True)
    assert note.text == "“with what licence” (asked “Will you drive?”)"
