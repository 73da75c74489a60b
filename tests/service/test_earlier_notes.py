"""What the rules noted of a message is shown to the model, which may take back what only that message says."""

from __future__ import annotations

import json

import pytest
from tests.service.scene import DAY, Scene, about, only, texts
from tests.service.test_facts import fact, said

from reverie.background.tasks.facts import FACTS, Fact, Facts, Wrong
from reverie.background.tasks.task import Kept
from reverie.records.memories import Status
from reverie.store.tables.model_work import Due


def judge(scene: Scene, items: list[Due], *notes: str, facts: tuple[Fact, ...] = ()) -> Kept:
    wrong = [Wrong(message=1, note=note) for note in notes]
    return FACTS.keep(scene.luna._runtime, scene.ada.user, items, Facts(facts=[*facts], endings=[], wrong=wrong))


def test_a_question_shows_what_was_noted_of_each_message(scene: Scene) -> None:
    items = said(scene, "Well, well.", "My favorite food is ramen.")
    question = FACTS.ask(scene.luna._runtime, scene.ada.user, items)
    assert question is not None
    lines = [json.loads(line) for line in str(question[1]["content"]).splitlines()]
    assert [line.get("noted") for line in lines] == [None, ["Favorite food is ramen."]]


def test_a_wrong_note_is_taken_back_and_what_it_replaced_stands_again(scene: Scene) -> None:
    scene.say("My favorite food is pizza.")
    scene.clock.advance(DAY)
    items = said(scene, "My favorite food is ramen.")
    assert texts(scene.ada.memories()) == ["Favorite food is ramen."]
    assert judge(scene, items, "favorite food is  ramen") == Kept(kept=1)
    assert texts(scene.ada.memories()) == ["Favorite food is pizza."]
    change = scene.ada.undo()
    assert (change.change.cause, texts(scene.ada.memories())) == ("undo", ["Favorite food is ramen."])


def test_what_is_right_of_a_note_takes_its_place(scene: Scene) -> None:
    items = said(scene, "My favorite food is ramen.")
    right = fact(quote="favorite food is ramen", slot="likes", value="ramen", text="Likes ramen best.")
    assert judge(scene, items, "Favorite food is ramen.", facts=(right,)) == Kept(kept=2)
    assert texts(scene.ada.memories()) == ["Likes ramen best."]


@pytest.mark.parametrize("why", ["nothing of the kind", "another message", "the person", "a pin", "an edit"])
def test_what_rests_on_more_than_the_message_stays(scene: Scene, why: str) -> None:
    if why == "another message":
        scene.say("My favorite food is ramen.")
        scene.clock.advance(DAY)
    items = said(scene, "My favorite food is ramen.")
    if why == "the person":
        scene.ada.remember("My favorite food is ramen.")
    if why == "a pin":
        scene.ada.pin(about(scene.ada, "ramen").id)
    if why == "an edit":
        items = [Due(id=items[0].id, mark="0")]
    note = "Likes judo." if why == "nothing of the kind" else "Favorite food is ramen."
    kept = judge(scene, items, note)
    assert kept.kept == 0
    assert kept.refused == (() if why == "an edit" else ("it retracts a note that is not there",))
    assert only(scene.ada.memories()).text == "Favorite food is ramen."


def test_what_does_harm_when_it_is_overlooked_is_not_just_taken_back(scene: Scene) -> None:
    items = said(scene, "I'm allergic to peanuts.")
    note = about(scene.ada, "peanut").text
    assert judge(scene, items, note).refused == ("it retracts what does harm when it is overlooked",)
    assert about(scene.ada, "peanut").status is Status.ACTIVE
    tale = fact(quote="allergic to peanuts", slot="dislikes", value="peanuts", text="Can't stand peanuts.")
    assert judge(scene, items, note, facts=(tale,)) == Kept(kept=2)
    assert texts(scene.ada.memories()) == ["Can't stand peanuts."]


def test_what_a_model_found_is_no_note(scene: Scene) -> None:
    items = said(scene, "Kimchi every day for me.")
    found = fact(quote="Kimchi every day", slot="none", value="", text="Eats kimchi every day.")
    assert judge(scene, items, facts=(found,)).kept == 1
    assert judge(scene, items, "Eats kimchi every day.").kept == 0
    assert texts(scene.ada.memories()) == ["Eats kimchi every day."]
