"""The rules' summary: the person's own sentences, the ones that say most, and the same however it is carried on."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.conversations.extractive_summary import (
    LONGEST_SENTENCE,
    Gist,
    Lesson,
    Sentence,
    condensed,
    rendered,
    weighed,
)
from reverie.records.conversations import Message, Role
from reverie.records.memories import Category

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(text: str, number: int = 1, role: Role = Role.USER) -> Message:
    at = START + timedelta(hours=number)
    return Message(id=f"{number:04}", owner="ada", conversation_id="c", role=role, speaker="Ada", text=text, sent_at=at)


def worth(text: str, *lessons: Lesson) -> float:
    return sum(sentence.worth for sentence in weighed(said(text), lessons))


@pytest.mark.parametrize(
    "text",
    [
        "Thanks, that's great!",
        "Hi there.",
        "What should I cook tonight for my family?",
        "Can you tell me more about my trip to Rome",
        "The weather in Paris is mild in April.",
        "I [forgotten] on Monday.",
        "ok sure",
    ],
)
def test_questions_courtesy_and_talk_of_other_things_have_no_place(text: str) -> None:
    assert weighed(said(text)) == []


def test_facts_changes_feelings_and_plans_are_worth_more() -> None:
    plain = worth("I had some toast with the usual jam at 9.")
    assert worth("We are moving to Lisbon next spring with the kids.") > plain
    assert worth("I felt so lonely at the party in the evening.") > plain
    fact = Lesson(span=(0, 10), category=Category.FACT, importance=0.8)
    assert worth("I work at Acme.", fact) > worth("We are moving to Lisbon next spring with the kids.")
    assert worth("I work at Acme.", replace(fact, changed=True)) > worth("I work at Acme.", fact)
    feeling = replace(fact, category=Category.FEELING)
    assert worth("I work at Acme.", feeling) > worth("I work at Acme.", fact)


def test_what_was_learned_counts_where_it_was_said() -> None:
    lesson = Lesson(span=(0, 15), category=Category.FACT, importance=0.5)
    (only,) = weighed(said("I work at Acme. Lovely day."), [lesson])
    assert only.text == "I work at Acme."


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.PEER, Role.SYSTEM])
def test_nobody_elses_words_have_a_place(role: Role) -> None:
    assert weighed(said("I love my garden in Lyon more than anything.", role=role)) == []
    private = replace(said("I love my garden in Lyon more than anything."), learnable=False)
    assert weighed(private) == []


def test_what_stands_beside_something_forgotten_keeps_its_place() -> None:
    message = said("[forgotten] I feel at home in Lyon. My card is [card removed] and I love it.")
    found = weighed(message)
    assert [s.text for s in found] == ["I feel at home in Lyon.", "and I love it."]
    assert [message.text[s.start : s.end] for s in found] == [s.text for s in found]


def test_a_long_sentence_is_cut_at_a_word() -> None:
    (sentence,) = weighed(said("I love my garden and " + "the roses and the herbs and " * 40))
    assert len(sentence.text) <= LONGEST_SENTENCE
    assert sentence.text.split()[-1] in {"the", "roses", "and", "herbs"}


def test_it_is_rendered_in_order_of_time_by_day() -> None:
    sentences = [
        *weighed(said("I love my garden in Lyon.", 30)),
        *weighed(said("I was born in Rome in 1980. I miss my sister.", 2)),
    ]
    gist = condensed(Gist(), sentences, 1000)
    assert rendered(gist.chosen) == (
        "2026-03-01: I was born in Rome in 1980. I miss my sister.\n2026-03-02: I love my garden in Lyon."
    )


def test_the_same_words_twice_are_one() -> None:
    gist = condensed(Gist(), [*weighed(said("I love my garden.", 1)), *weighed(said("I love my garden!", 2))], 1000)
    lesson = Lesson(span=(0, 5), category=Category.FACT, importance=0.5)
    again = condensed(Gist(), [s for n in (1, 2) for s in weighed(said("I love my garden.", n), [lesson])], 1000)
    assert [s.message_id for s in again.chosen] == ["0002"]
    assert len(gist.chosen) <= 1


sentences = st.builds(
    lambda number, worth, length: Sentence(
        message_id=f"{number:04}",
        start=0,
        end=length,
        said_at=START + timedelta(hours=number),
        worth=worth,
        text=f"{number} {'x' * length}",
    ),
    st.integers(0, 999),
    st.sampled_from([1.0, 1.5, 2.0, 3.25]),
    st.integers(1, 80),
)


@settings(max_examples=60)
@given(
    st.lists(sentences, max_size=30, unique_by=lambda s: s.message_id),
    st.lists(st.integers(0, 30), max_size=4),
    st.integers(100, 400),
)
def test_carried_on_in_any_steps_it_is_the_summary_of_the_whole(
    many: list[Sentence], cuts: list[int], length: int
) -> None:
    whole = condensed(Gist(), many, length)
    carried, start = Gist(), 0
    for cut in [*sorted(cuts), len(many)]:
        carried = condensed(carried, many[start:cut], length)
        start = max(start, cut)
    assert carried.chosen == whole.chosen
    assert len(rendered(whole.chosen)) <= length
    left_out = [s for s in many if s not in whole.chosen]
    assert not left_out or whole.floor == max(s.rank for s in left_out)
