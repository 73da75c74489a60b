"""Forgetting: one thing, everywhere, and only that; brought back whole by an undo."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.service.scene import EVERY, MINUTE, Scene, about, texts

import reverie
from reverie.learning import message_learning
from reverie.memory.writing import Step
from reverie.records.memories import Status


def assert_gone(scene: Scene, word: str) -> None:
    """Nothing a person can ask for holds the word any more."""
    for query in (word, f"tell me about {word}", "anything"):
        for hit in scene.ada.recall(query, limit=50):
            assert word not in f"{hit.text} {hit.memory.source.quote} {hit.message and hit.message.text}"
        assert word not in str(scene.ada.context(query, budget=5000)).replace(query, "")
    assert word not in " ".join(message.text for message in scene.ada.messages())
    assert word not in str(scene.ada.say("What do you remember about me?").reply)
    assert word not in json.dumps(scene.luna.export(scene.ada), ensure_ascii=False)


def test_by_words(scene: Scene) -> None:
    scene.say("I live in Lyon. I love ramen. Ramen again tonight!", "Have you got a recipe for Ramen?")
    before = scene.written()
    shown = scene.ada.forget("ramen", preview=True)
    assert scene.written() == before
    assert shown.change_id is None
    assert texts(shown.memories) == ["Likes ramen."]
    forgotten = scene.ada.forget("ramen")
    assert texts(forgotten.memories) == texts(shown.memories)
    assert [m.text for m in forgotten.messages] == [m.text for m in shown.messages]
    assert scene.known() == ["Lives in Lyon."]
    assert "Lyon" in scene.ada.messages()[0].text
    assert_gone(scene, "ramen")
    assert_gone(scene, "Ramen")


def test_by_id_and_by_the_beginning_of_it(scene: Scene) -> None:
    scene.say("I like jazz. I live in Lyon.", "I like ramen.")
    scene.ada.forget(about(scene.ada, "ramen").id)
    jazz = about(scene.ada, "jazz").id
    scene.ada.forget(jazz[:-1] if about(scene.ada, "Lyon").id[:-1] != jazz[:-1] else jazz)
    assert scene.known() == ["Lives in Lyon."]
    assert_gone(scene, "jazz")
    assert_gone(scene, "ramen")


def test_by_topic_takes_the_slots_that_belong_to_it(scene: Scene) -> None:
    scene.say("I work at Acme. I live in Lyon.", "I work as a nurse.", "I like jazz.")
    forgotten = scene.ada.forget("everything about my job")
    assert sorted(texts(forgotten.memories)) == ["Works as a nurse.", "Works at Acme."]
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]
    for word in ("Acme", "nurse"):
        assert_gone(scene, word)


def test_by_id_the_quote_of_a_neighbour_forgets_too(scene: Scene) -> None:
    scene.say("I love ramen and jazz.")
    scene.ada.forget(about(scene.ada, "ramen").id)
    assert scene.known() == ["Likes jazz."]
    assert "jazz" in scene.ada.messages()[0].text
    assert_gone(scene, "ramen")


def test_a_sentence_that_carries_another_memory_keeps_that_memory_and_its_words(scene: Scene) -> None:
    scene.say("I work at Acme and I live in Lyon.")
    scene.ada.forget("my job")
    assert scene.known() == ["Lives in Lyon."]
    assert "Lyon" in scene.ada.messages()[0].text
    assert_gone(scene, "Acme")


def test_quotes_stay_true_when_words_before_them_go(scene: Scene) -> None:
    scene.say("I really love eating spaghetti noodles. I live in Lyon. I work as a nurse. I play chess.")
    scene.ada.forget("spaghetti")
    (message,) = scene.ada.messages()
    for memory in scene.ada.memories():
        assert memory.source.span is not None
        assert message.text[slice(*memory.source.span)] == memory.source.quote
    scene.ada.forget(about(scene.ada, "Lyon").id)
    assert scene.known() == ["Plays chess.", "Works as a nurse."]
    assert_gone(scene, "Lyon")
    assert "nurse" in scene.ada.messages()[0].text
    assert "chess" in scene.ada.messages()[0].text


def test_the_same_message_does_not_teach_it_again(scene: Scene) -> None:
    said = scene.say("I love ramen and jazz.")[0]
    assert said.message is not None
    scene.ada.forget("ramen")
    relearned = message_learning.relearn(scene.luna._runtime, scene.ada.id, said.message.id)
    assert all(one.step in (Step.REFUSED, Step.REINFORCED) for one in relearned)
    assert scene.known() == ["Likes jazz."]


def test_what_is_said_anew_may_be_learned_anew(scene: Scene) -> None:
    scene.say("I love ramen.")
    scene.ada.forget("ramen")
    scene.say("I love ramen after all.", "I love ramen.")
    assert scene.known() == ["Likes ramen."]


@pytest.mark.parametrize("what", ["ramen", "everything about food", "jazz", "my home"])
def test_undo_brings_it_back_byte_for_byte(scene: Scene, what: str) -> None:
    scene.say("I love ramen and jazz. I live in Lyon.", "My favorite food is ramen!", "ramen ramen")
    before = scene.written()
    forgotten = scene.ada.forget(what)
    assert forgotten
    scene.clock.advance(MINUTE)
    scene.ada.undo(forgotten.change_id)
    assert scene.written() == before
    assert any("ramen" in hit.text for hit in scene.ada.recall("ramen"))


def test_the_past_is_forgotten_with_the_present(scene: Scene) -> None:
    scene.say("I live in Lyon.", "I live in Paris.")
    forgotten = scene.ada.forget("my home")
    assert sorted(texts(forgotten.memories)) == ["Lives in Lyon.", "Lives in Paris."]
    for moment in (scene.clock(), scene.clock() - 2 * MINUTE):
        assert scene.ada.memories(as_of=moment) == []
    assert_gone(scene, "Lyon")


def test_nothing_to_forget_is_no_change(scene: Scene) -> None:
    scene.say("I like jazz.")
    before = scene.luna.export(scene.ada)
    forgotten = scene.ada.forget("submarines")
    assert not forgotten
    assert forgotten.change_id is None
    assert scene.luna.export(scene.ada) == before


@pytest.mark.parametrize("what", ["", "   ", "everything", "the", "!?", "all of it"])
def test_a_topic_needs_a_word_to_go_by(scene: Scene, what: str) -> None:
    scene.say("I like jazz.")
    with pytest.raises(reverie.InvalidInput, match="word to go by"):
        scene.ada.forget(what)
    assert scene.known() == ["Likes jazz."]


def test_a_word_is_not_its_beginning(scene: Scene) -> None:
    scene.say("I like cars.", "I like carpets.")
    scene.ada.forget("car")
    assert scene.known() == ["Likes carpets."]


def test_forgetting_twice_is_once(scene: Scene) -> None:
    scene.say("I like jazz.")
    assert scene.ada.forget("jazz")
    assert not scene.ada.forget("jazz")
    assert [m.status for m in scene.ada.memories(statuses=EVERY)] == [Status.RETRACTED]


@pytest.mark.parametrize("joined", [True, False])
def test_the_history_tells_no_words_of_what_was_taken_back_before(scene: Scene, joined: bool) -> None:
    foods = ("ramen", "pizza", "ramen") if joined else ("ramen", "pizza")
    said = [one.message.id for one in scene.say(*(f"My favorite food is {food}." for food in foods)) if one.message]
    scene.ada.undo(message=said[1] if joined else said[0])
    before = scene.written()
    forgotten = scene.ada.forget("ramen")
    assert "ramen" not in str(scene.ada.history())
    scene.ada.undo(forgotten.change_id)
    assert scene.written() == before
    assert "ramen" in str(scene.ada.history())


@pytest.mark.parametrize("what", ["jazz", "I like jazz"])
def test_what_only_the_history_tells_is_forgotten_too(scene: Scene, what: str) -> None:
    (said,) = scene.say("I like jazz.")
    assert said.message is not None
    scene.ada.unsay(said.message.id)
    assert "jazz" in str(scene.ada.history())
    before = scene.written()
    going = scene.ada.forget(what, preview=True)
    assert (bool(going), going.past, going.memories, going.messages) == (True, True, (), ())
    assert scene.written() == before
    forgotten = scene.ada.forget(what)
    assert "jazz" not in str(scene.ada.history())
    assert not scene.ada.forget(what)
    scene.ada.undo(forgotten.change_id)
    assert scene.written() == before


EMMA = [
    "My daughter Emma struggles with reading.",
    "She cried yesterday over fractions.",
    "but she loves graphic novels",
    "I work at the hospital, night shifts.",
    "She told me so.",
]


def test_what_goes_on_about_somebody_by_pronoun_goes_too_and_the_preview_shows_it(scene: Scene) -> None:
    scene.say(*EMMA)
    left = ["[forgotten]", "[forgotten]", "[forgotten]", *EMMA[3:]]
    preview = scene.ada.forget("Emma", preview=True)
    assert texts(preview.messages) == left[:3]
    scene.ada.forget("Emma")
    assert texts(scene.ada.messages()) == left
    scene.ada.undo()
    assert texts(scene.ada.messages()) == EMMA


def test_an_answer_in_between_that_names_somebody_else_ends_it(scene: Scene) -> None:
    scene.say("My daughter Emma struggles with reading.")
    scene.ada.say("Poor thing. Does she like school?", role="assistant")
    scene.say("She cried yesterday.")
    scene.ada.say("And how is your sister?", role="assistant")
    scene.say("She is fine.")
    scene.ada.forget("Emma")
    assert [m.text for m in scene.ada.messages() if m.role == "user"] == ["[forgotten]", "[forgotten]", "She is fine."]


def test_what_is_known_of_the_person_by_such_a_sentence_stays_with_its_words(scene: Scene) -> None:
    scene.say("My boss Emma shouts.", "She hates jazz but I love jazz. She shouts a lot.")
    assert "Likes jazz." in scene.known()
    scene.ada.forget("Emma")
    assert "Likes jazz." in scene.known()
    assert texts(scene.ada.messages()) == ["[forgotten]", "She hates jazz but I love jazz. [forgotten]"]


def test_a_thing_is_not_called_she(scene: Scene) -> None:
    scene.say("My knee hurts.", "She cried yesterday.")
    scene.ada.forget("knee")
    assert texts(scene.ada.messages()) == ["[forgotten]", "She cried yesterday."]


def test_what_was_noted_of_a_message_that_is_forgotten_goes_whatever_its_words(scene: Scene) -> None:
    (said,) = scene.say("My daughter Emma struggles with reading.")
    assert said.message is not None
    scene.ada.user_model.record("Worries about school", category="background", message=said.message.id)
    scene.ada.say(
        "Oh. <record_user_observation>Is a patient parent</record_user_observation> "
        "<record_self_observation>I care for parents</record_self_observation>",
        role="assistant",
    )
    assert len(scene.ada.user_model.review()) == 2
    preview = scene.ada.forget("Emma", preview=True)
    assert {"Worries about school", "Is a patient parent"} <= set(texts(preview.memories))
    scene.ada.forget("Emma")
    assert scene.ada.user_model.review() == []
    assert scene.luna.self_model.observations() == []
    scene.ada.undo()
    assert len(scene.ada.user_model.review()) == 2
    assert len(scene.luna.self_model.observations()) == 1


def test_what_is_forgotten_is_no_hit_and_its_mark_is_not_shown(scene: Scene) -> None:
    scene.say("My daughter Emma struggles with reading.", "Emma sang. My knee hurts since Tuesday.")
    scene.ada.forget("Emma")
    for query in ("Emma", "forgotten", "my knee", "What did I say about Emma?"):
        found = scene.ada.recall(query, limit=20)
        assert not any("forgotten" in hit.text for hit in found)
        assert "forgotten" not in str(scene.ada.context(query))
    assert scene.ada.recall("knee")[0].text == "My knee hurts since Tuesday."


def test_an_older_undo_brings_back_nothing_that_was_forgotten_since(scene: Scene) -> None:
    for whole in (False, True):
        said = scene.say("I like Zanzibar. I like tea.")[0].message
        assert said is not None
        older = (scene.ada.unsay(said.id) if whole else scene.ada.undo(message=said.id)).change.id
        assert scene.ada.forget("Zanzibar").past
        with pytest.raises(reverie.Conflict, match="forgotten since"):
            scene.ada.undo(older)
        assert not any("Zanzibar" in one.text for one in scene.ada.memories())
        scene.ada.undo()  # the forgetting, and then it is free
        scene.ada.undo(older)
        assert "Likes Zanzibar." in scene.known()
        scene.ada.forget("Zanzibar")
        scene.ada.forget("tea")


def test_a_reason_and_a_word_with_nothing_in_it_are_found(scene: Scene) -> None:
    scene.ada.user_model.update("relationship", "friend", reason="we met in Zanzibar")
    scene.say("I moved to Zan\u200bzibar.")
    assert len(scene.ada.forget("Zanzibar").memories) == 2
    assert "zibar" not in str(scene.luna.export(scene.ada))


def test_an_older_archive_brings_no_notes_of_what_was_forgotten_since(scene: Scene, tmp_path: Path) -> None:
    scene.say("I like Zanzibar. I like tea.")
    scene.ada.conversations.note("Zanzibar, she said")
    scene.ada.conversations.summarize("Of Zanzibar")
    scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada)
    scene.ada.forget("Zanzibar")
    scene.luna.archives.unpack(tmp_path / "ada.zip", into="Ada")
    ada = scene.luna.find("Ada")
    assert "Zanzibar" not in f"{ada.conversations.notes()} {ada.conversations.summary()} {ada.context('Zanzibar?')}"
