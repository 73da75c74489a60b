"""An episode drawn from a dialogue: quoted, never invented."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie.conversations.episodes import LONGEST, TURNS, Drawn, Outline, carrying, drawn, excerpted, invented
from reverie.conversations.extractive_summary import Lesson
from reverie.records.conversations import Message, Role
from reverie.records.memories import Category

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = {Role.USER: "Ada", Role.ASSISTANT: "Luna", Role.PEER: "Eve", Role.SYSTEM: "system"}


def dialogue(*turns: tuple[str, str]) -> list[Message]:
    return [
        Message(
            id=f"m{place}",
            owner="ada",
            conversation_id="c",
            role=Role(role),
            speaker=NAMES[Role(role)],
            text=text,
            sent_at=START + timedelta(minutes=place),
        )
        for place, (role, text) in enumerate(turns)
    ]


def of(*turns: tuple[str, str]) -> Drawn:
    found = drawn(dialogue(*turns))
    assert found is not None
    return found


def test_what_was_told_felt_done_and_came_of_it() -> None:
    found = of(
        ("user", "My cat ran away this morning."),
        ("assistant", "Oh no. Have you asked the neighbours?"),
        ("user", "I am so worried about her."),
        ("assistant", "Maybe put a bowl of food outside."),
        ("user", "You're right, I'll do that now."),
    )
    assert found.outline == Outline(
        observation="Ada: “My cat ran away this morning.”",
        thought="Ada: “I am so worried about her.”",
        action="Luna: “Maybe put a bowl of food outside.”",
        result="Ada: “You're right, I'll do that now.”",
    )
    assert [message.id for message in found.sources] == ["m0", "m1", "m2", "m3", "m4"]


def test_what_nobody_said_stays_empty() -> None:
    found = of(("user", "My cat ran away this morning."), ("assistant", "I see."), ("user", "It rains in Lyon."))
    assert (found.outline.thought, found.outline.action, found.outline.result) == ("", "", "")
    assert found.text == found.outline.observation


def test_an_answer_is_what_came_of_it_and_no_report() -> None:
    found = of(
        ("user", "I lost my keys in the park."),
        ("assistant", "You could ask at the kiosk."),
        ("user", "Good idea, I'll go there tomorrow with my brother Max."),
    )
    assert found.outline.observation == "Ada: “I lost my keys in the park.”"
    assert found.outline.result == "Ada: “Good idea, I'll go there tomorrow with my brother Max.”"


def test_what_was_learned_weighs_more_and_names_its_category() -> None:
    messages = dialogue(
        ("user", "I watched some old films on my sofa."),
        ("user", "I baked some bread for my neighbours."),
        ("user", "I am allergic to peanuts."),
    )
    lesson = Lesson(span=(0, 25), category=Category.HEALTH, importance=0.9)
    found = drawn(messages, {"m2": [lesson]})
    assert found is not None
    assert "peanuts" in found.outline.observation
    assert found.categories == ("health",)


@pytest.mark.parametrize(
    "turns",
    [
        (),
        (("user", "I failed my driving test this morning."),),
        (("user", "Hi!"), ("assistant", "Hello!"), ("user", "I'm fine, thanks."), ("user", "Bye, see you tomorrow!")),
        (("user", "What is a noun?"), ("assistant", "A name of a thing."), ("user", "Can you give me an example?")),
        (("assistant", "I love my garden in Bergen."), ("peer", "I won my race."), ("peer", "I am so happy now.")),
        (("user", "[forgotten]"), ("user", "[forgotten]"), ("assistant", "You could try again.")),
    ],
)
def test_too_little_makes_none(turns: Sequence[tuple[str, str]]) -> None:
    assert drawn(dialogue(*turns)) is None


def test_marks_and_long_sentences_and_long_talks() -> None:
    long = "I walked " + "on and on " * 100 + "home."
    turns = [("user", "My cat ran away this morning."), *[("assistant", "Go on.")] * 20, ("user", long)]
    found = of(*turns)
    assert len(found.excerpt.split("\n")) == TURNS
    assert all(len(line) <= LONGEST + len("Luna: …") for line in found.excerpt.split("\n"))
    assert "…" in found.outline.observation
    assert not invented(found.outline, dialogue(*turns))
    marked = of(*turns[:1], ("assistant", "You could call [forgotten]. How about a poster?"), ("user", "I will do so."))
    assert marked.outline.action == "Luna: “How about a poster?”"


def test_a_quote_has_to_have_been_said_and_by_the_one_named() -> None:
    messages = dialogue(("user", "He said “hi” to me, and I left."), ("assistant", "How about a walk?"))
    for right in ("Ada: “I left”", 'She told: "he said hi" no', "Luna: “how about a  walk?”", "They talked."):
        assert bool(invented(Outline(observation=right), messages)) is ("he said hi" in right)
    assert invented(Outline(observation="Ada left.", action="Ada: “How about a walk?”"), messages)
    assert invented(Outline(observation="Ada left.", result="“I will walk”"), messages) == ["I will walk"]


def test_the_turns_of_an_outline_are_those_it_quotes() -> None:
    messages = dialogue(*[("user", f"I saw bird {number} today.") for number in range(12)])
    told = excerpted(Outline(observation="Ada: “bird 3 today”", result="Ada: “bird 5”"), messages)
    assert [message.id for message in told] == ["m3", "m4", "m5"]
    assert len(excerpted(Outline(observation="Birds."), messages)) == TURNS


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hi, how are you?", set()),
        ("Hello Luna!", set()),
        ("Thanks, you too!", set()),
        ("What time is it?", set()),
        ("Hi, my dog died", {"dog", "died"}),
        ("How was the exam?", {"exam"}),
    ],
)
def test_small_talk_carries_nothing(text: str, words: set[str]) -> None:
    assert carrying(text) == words


PHRASES = st.sampled_from(
    [
        "I moved to Lyon in May.",
        "I feel “so” lonely here!",
        "You could call your sister.",
        "Thanks, I'll do that.",
        "How about a walk?",
        "Good night!",
        "I think it's my fault",
        'She said "go" and I went.',
        "[forgotten]",
        "ok",
    ]
)
TURN = st.tuples(st.sampled_from(["user", "assistant", "peer", "system"]), st.lists(PHRASES, min_size=1).map(" ".join))


@given(st.lists(TURN, max_size=14))
def test_nothing_is_invented_and_it_is_always_the_same(turns: list[tuple[str, str]]) -> None:
    messages = dialogue(*turns)
    found = drawn(messages)
    assert drawn(list(messages)) == found
    if found is not None:
        assert invented(found.outline, messages) == []
        assert found.outline.observation.startswith("Ada: “")
        assert "[forgotten]" not in found.text
        assert {message.id for message in found.sources} <= {message.id for message in messages}
