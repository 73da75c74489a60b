"""What answers comes first: before a person's own questions, and not for the words of the question's frame."""

from __future__ import annotations

import pytest
from tests.service.scene import Scene

TOLD = ["My daughter Emma struggles with reading.", "Emma's teacher called again."]


def test_their_own_questions_come_after_what_answers(scene: Scene) -> None:
    scene.say("What is Emma good at?", *TOLD, "what did i say about Emma")
    found = scene.ada.recall("Emma", limit=10)
    told = [hit.text for hit in found]
    assert set(told[-2:]) == {"What is Emma good at?", "what did i say about Emma"}
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)
    for hit in found:
        assert hit.score == pytest.approx(sum(hit.features.values()), abs=1e-3)


def test_where_nothing_answers_their_question_is_found(scene: Scene) -> None:
    scene.say("Where did I park the bicycle?", "I like jazz.")
    assert scene.ada.recall("bicycle")[0].text == "Where did I park the bicycle?"


def test_who_asks_for_their_questions_finds_them_where_they_stand(scene: Scene) -> None:
    scene.say("Emma?", *TOLD)
    lowered = {}
    for query in ("What did I ask about Emma?", "What did I say about Emma?"):
        (asked,) = [hit for hit in scene.ada.recall(query) if hit.text == "Emma?"]
        lowered[query] = asked.features.get("asks", 0.0) < 0
    assert list(lowered.values()) == [False, True]


def test_words_that_ask_for_words_find_nothing(scene: Scene) -> None:
    scene.say("My knee hurts since Tuesday.", "The vet says he'll be fine.", "I told him all about the sea.")
    framed = scene.ada.recall("What did I say about my knee?", limit=10)
    assert "knee" in framed[0].text
    others = [hit for hit in framed if "knee" not in hit.text]
    assert [hit.features.get("lex", 0.0) for hit in others] == [0.0] * len(others)


def test_a_hit_knows_which_turn_of_its_conversation_it_was(scene: Scene) -> None:
    scene.say(*TOLD, "She reads comics under the blanket.")
    hits = scene.ada.recall("comics under the blanket", limit=10)
    assert {hit.message.turn for hit in hits if hit.message and "comics" in hit.message.text} == {3}
    (quote,) = scene.ada.conversations.said("teacher")
    assert quote.message.turn == 2
    assert {message.turn for message in scene.ada.messages()} == {None}


def test_turns_are_counted_so_far_that_a_search_stays_fast(scene: Scene) -> None:
    scene.say(*(f"{number} sheep went by" for number in range(1, 203)))
    turns = {}
    for number in (200, 201):
        (turns[number],) = {hit.message.turn for hit in scene.ada.recall(f"{number} sheep", limit=1) if hit.message}
    assert turns == {200: 200, 201: None}
