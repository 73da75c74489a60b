"""Whose words count how much, and what a message means in the conversation in which it is said."""

from __future__ import annotations

import pytest
from tests.service.scene import DAY, MINUTE, Scene

from reverie import Looking, Sources
from reverie.recall.query_context import Queries
from reverie.store.search.ranking import FUSION

GUESSES = (
    ("I was dragged to a techno night in Berlin.", "So you love techno nights in Berlin!"),
    ("The new neighbour has a parrot called Kiwi.", "A parrot called Kiwi: your new neighbour sounds fun!"),
    ("My grandmother baked a plum cake on Sunday.", "Plum cake on Sunday, your grandmother's of course!"),
    ("We painted the kitchen a dark green.", "A dark green kitchen: you painted it well!"),
)
QUESTIONS = ("techno night in Berlin?", "parrot called Kiwi?", "plum cake on Sunday?", "dark green kitchen?")


def _talked(scene: Scene) -> None:
    for said, guessed in GUESSES:
        scene.say(said)
        scene.ada.say(guessed, role="assistant")
        scene.clock.advance(DAY)


@pytest.mark.parametrize(("question", "said"), list(zip(QUESTIONS, [said for said, _ in GUESSES], strict=True)))
def test_what_the_person_said_comes_before_what_the_companion_made_of_it(
    scene: Scene, question: str, said: str
) -> None:
    _talked(scene)
    first = scene.ada.recall(question, looking=Looking(memories=False))[0]
    assert first.text == said


def test_the_weights_of_the_sources_can_be_turned_around(scene: Scene) -> None:
    _talked(scene)
    replies_first = Looking(memories=False, sources=Sources(inputs=1.0, replies=16.0))
    found = [scene.ada.recall(question, looking=replies_first)[0] for question in QUESTIONS]
    assert [hit.text for hit in found] == [guessed for _, guessed in GUESSES]
    assert {hit.features["source"] for hit in found} == {4 * FUSION.source}
    assert all(sum(hit.features.values()) == pytest.approx(hit.score) for hit in found)


def test_equal_sources_have_no_feature(scene: Scene) -> None:
    _talked(scene)
    equal = Looking(sources=Sources(inputs=1.0, replies=1.0))
    assert all("source" not in hit.features for hit in scene.ada.recall(QUESTIONS[0], looking=equal))
    told = [hit.features.get("source") for hit in scene.ada.recall(QUESTIONS[0], looking=Looking(memories=False))]
    assert set(told) == {None, -FUSION.source}


def test_a_question_for_what_the_companion_said_finds_that(scene: Scene) -> None:
    scene.say("Which book about tea should I read?")
    scene.ada.say("I recommend the book of tea by Okakura.", role="assistant")
    scene.clock.advance(DAY)
    asked = "Which book about tea did you recommend?"
    assert scene.ada.recall(asked)[0].text.startswith("I recommend")
    assert "Okakura" in str(scene.ada.context(asked))
    assert "Okakura" not in str(scene.ada.context("Tea, and a book about it, would be nice."))


def _about_mia(scene: Scene) -> None:
    scene.say("Mia played the cello in Lisbon.", "Tom ate seven pancakes in Ghent.")
    scene.clock.advance(DAY)
    scene.say("Mia played the cello for us.")
    scene.ada.say("How lovely!", role="assistant")


def test_a_message_that_leans_finds_what_the_conversation_is_about(scene: Scene) -> None:
    _about_mia(scene)
    assert "Lisbon" in str(scene.ada.context("What about her?"))
    assert "Ghent" not in str(scene.ada.context("What about her?"))
    alone = scene.ada.recall("What about her?")
    assert not any("lex" in hit.features for hit in alone)


def test_the_message_may_have_been_said_already(scene: Scene) -> None:
    _about_mia(scene)
    scene.say("What about her?")
    assert "Lisbon" in str(scene.ada.context("What about her?"))


def test_after_half_an_hour_of_silence_nothing_is_leaned_on(scene: Scene) -> None:
    _about_mia(scene)
    scene.clock.advance(31 * MINUTE)
    assert "Lisbon" not in str(scene.ada.context("What about her?"))


def test_a_question_that_stands_alone_is_not_drawn_to_the_conversation(scene: Scene) -> None:
    _about_mia(scene)
    here = scene.ada.messages()[-1].conversation_id
    looking = Looking(conversation=here)
    assert scene.ada.recall("Who ate the pancakes in Ghent?", looking=looking)[0].text.startswith("Tom")


def test_the_lines_before_a_message_are_no_answer_to_it(scene: Scene) -> None:
    _about_mia(scene)
    here = scene.ada.messages()[-1].conversation_id
    found = scene.ada.recall("What about her?", looking=Looking(memories=False, conversation=here))
    assert [hit.text for hit in found][:1] == ["Mia played the cello in Lisbon."]
    assert not any("for us" in hit.text for hit in found)


def test_the_queries_have_their_weights(scene: Scene) -> None:
    scene.say("Mia played the cello in Lisbon.")
    scene.clock.advance(DAY)
    scene.say("Mia played the cello for us.", "Anyway, grey weather.")  # the last is one of the last two inputs
    here = scene.ada.messages()[-1].conversation_id
    fits = []
    for queries in (Queries(recent=100, inputs=0.01, conversation=0.01), Queries(inputs=100, conversation=0.01)):
        found = scene.ada.recall("What about her?", looking=Looking(conversation=here, queries=queries))
        fits.append(next(hit.features["lex"] for hit in found if "Lisbon" in hit.text))
    assert fits[0] < fits[1] / 2
