"""What is no longer so, named as people name it: what ends, what another takes the place of, and what stays."""

from __future__ import annotations

import pytest
from tests.service.scene import DAY, EVERY, Scene

from reverie.records.memories import Status


@pytest.mark.parametrize(
    ("before", "said", "left"),
    [
        (["I have a red car"], "we sold the car", []),
        (["I have a red car", "I have a piano"], "we sold the car", ["Has a piano."]),
        (["I like jazz"], "I don't like jazz any more", []),
        (["I hate mushrooms"], "I don't hate mushrooms anymore", []),
        (["I run every morning"], "I stopped running", []),
        (["I go to the gym five days a week"], "I don't go to the gym anymore", []),
        (["I'm vegan"], "I'm not vegan any more", []),
        (["I'm going to move to Lisbon"], "we are not moving to Lisbon after all", []),
        (["I want to run a marathon"], "I no longer want to learn the tuba", ["Wants to run a marathon."]),
        (["we have a goldfish named Bubbles"], "my goldfish died", ["Their goldfish died."]),
    ],
)
def test_an_ending_finds_what_is_named_loosely(scene: Scene, before: list[str], said: str, left: list[str]) -> None:
    scene.say(*before)
    assert len(scene.known()) == len(before)
    scene.say(said)
    assert scene.known() == left


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (["I have a red car", "I have a blue car"], "we sold the car"),
        (["I like coffee cake"], "I quit coffee"),
        (["I like jazz"], "I don't like opera any more"),
        (["I like jazz", "I like blues"], "I like blues more than jazz"),
        (["I want to run a marathon"], "I ran out of milk"),
        (["I have a dog named Rex", "I have a dog named Bo"], "my dog is asleep"),
    ],
)
def test_nothing_ends_where_another_might_be_meant(scene: Scene, before: list[str], said: str) -> None:
    scene.say(*before)
    known = scene.known()
    scene.say(said)
    assert set(known) <= set(scene.known())


@pytest.mark.parametrize(
    ("plan", "done", "event"),
    [
        ("I want to run a marathon", "I finally ran my first marathon!", "Ran their first marathon."),
        ("I plan to visit Peru", "I visited Peru last week", "Visited Peru (2026-02)."),
        ("I want to buy a house", "we bought a house yesterday", "Bought a house (2026-02-28)."),
    ],
)
def test_a_plan_that_came_true_is_no_plan_any_more(scene: Scene, plan: str, done: str, event: str) -> None:
    scene.say(plan)
    (planned,) = scene.ada.memories()
    scene.say(done)
    assert planned.text not in scene.known()
    assert event in scene.known()
    assert next(m for m in scene.ada.memories(statuses=EVERY) if m.id == planned.id).status is Status.SUPERSEDED


def test_a_plan_moved_to_another_day_takes_the_place_of_the_old_one(scene: Scene) -> None:
    scene.say("I have a job interview on Wednesday")
    scene.say("no wait, I have a job interview on Thursday")
    assert scene.known() == ["Has a job interview (2026-03-05)."]


@pytest.mark.parametrize(
    ("before", "said", "after"),
    [
        ("I run every morning", "I run every evening now", ["Runs every evening."]),
        ("I'm going to move to Lisbon", "we're going to move to Porto instead", ["Is going to move to Porto."]),
        ("I prefer tea", "I prefer coffee now", ["Prefers coffee."]),
        ("I run every morning", "I swim every evening", ["Runs every morning.", "Swims every evening."]),
    ],
)
def test_what_is_so_now_or_instead_takes_the_place_of_its_like(
    scene: Scene, before: str, said: str, after: list[str]
) -> None:
    scene.say(before)
    scene.clock.advance(DAY)
    scene.say(said)
    assert scene.known() == after


@pytest.mark.parametrize("said", ["my wife passed away in 2019", "my daughter was born in may"])
def test_a_death_and_a_birth_are_known_for_good(scene: Scene, said: str) -> None:
    scene.say(said)
    (kept,) = scene.ada.memories()
    assert (kept.expires_at, kept.text.casefold()[:5]) == (None, "their")
