"""What a question for words asks for, and when a text only asks."""

from __future__ import annotations

import pytest

from reverie.store.search.ranking import asked, asks_only
from reverie.text.said_queries import without_asking

FRAMED = [
    ("What did I say about my knee?", "my knee?"),
    ("what did i tell you about emma", "emma"),
    ("hey luna what did i tell u abt emma", "hey luna what did i tell u abt emma"),  # whom it names may be the topic
    ("tell me what I told you about my knee", "my knee"),
    ("do you remember when I twisted my knee", "I twisted my knee"),
    ("don't you remember my dog?", "my dog?"),
    ("did I ever mention my sister", "my sister"),
    ("have i told u anything abt the move", "the move"),
    ("whatd i say about the vet", "the vet"),
    ("ok so when did I last mention Rui?", "Rui?"),
    ("remember when we went to Porto", "we went to Porto"),
    ("what was it that i said about the boiler", "the boiler"),
    ("so what did we talk about last week about the garden", "last week about the garden"),
    ("everything I said about grandma, please", "grandma, please"),
    ("What do you know about my allergies?", "my allergies?"),
    ("can you remind me what I said about the visa", "the visa"),
    ("let's talk about jazz", "jazz"),
    ("what are my thoughts on AI", "AI"),
    ("What did I ask about Emma?", "Emma?"),
]
UNFRAMED = [
    "What do you know about me?",
    "do you remember?",
    "What did I say?",
    "What did I say to my boss?",
    "What's the capital of France",
    "Remind me to call mom",
    "tell me a joke",
    "I told you about my knee",
    "I think of her often",
    "i talked to my boss about the raise",
    "You said of jazz that it's dead",
    "",
]


@pytest.mark.parametrize(("text", "left"), FRAMED)
def test_what_asks_for_words_is_cut_off(text: str, left: str) -> None:
    assert without_asking(text) == left


@pytest.mark.parametrize("text", UNFRAMED)
def test_what_tells_or_asks_for_something_else_stays(text: str) -> None:
    assert without_asking(text) == text


def test_a_question_is_looked_for_without_its_frame_and_read_with_it() -> None:
    question = asked("When did you tell me about jazz?")
    assert (question.stripped, question.asks_when, question.asks_assistant) == ("jazz?", True, True)
    assert asked("What did I ask about Emma?").asks_questions
    assert not asked("What did I say about Emma?").asks_questions


@pytest.mark.parametrize("text", ["Is Emma well?", "Do you remember Emma", "who? when?", "what did i say abt emma"])
def test_a_text_that_only_asks(text: str) -> None:
    assert asks_only(text)


@pytest.mark.parametrize("text", ["Is Emma well? She cried.", "I wonder", "Will moved out", "What a day!", "ok", ""])
def test_a_text_that_tells_something(text: str) -> None:
    assert not asks_only(text)
