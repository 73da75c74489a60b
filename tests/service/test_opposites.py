"""What is told or noticed against something known is never taken as said again."""

from __future__ import annotations

import itertools

import pytest
from tests.service.scene import MINUTE, Scene, texts

from reverie.memory.writing import Step
from reverie.records.memories import Status

TOLD = [
    ("Grandma is allowed to eat nuts but no dairy", "Grandma is allowed to eat dairy but no nuts"),
    ("Anna owes Ben money", "Ben owes Anna money"),
    ("The garden gate is locked every night", "The garden gate is not locked every night"),
    ("The pain is in the left knee", "The pain is in the right knee"),
]


@pytest.mark.parametrize(("first", "second"), TOLD)
def test_a_fact_without_a_slot_gives_way_to_its_opposite(scene: Scene, first: str, second: str) -> None:
    scene.ada.settings(categories_off=())  # of money too
    scene.ada.remember(first)
    scene.clock.advance(MINUTE)
    (learned,) = scene.ada.remember(second)
    assert learned.step is Step.SUPERSEDED
    assert learned.previous is not None
    assert (learned.text, learned.previous.text) == (second, first)
    assert texts(scene.ada.memories()) == [second]
    assert texts(scene.ada.memories(statuses=frozenset({Status.SUPERSEDED}))) == [first]
    scene.ada.undo()
    assert texts(scene.ada.memories()) == [first]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_opposites_stand_in_the_order_of_their_times_in_whatever_order_they_are_told(
    scene: Scene, order: tuple[int, ...]
) -> None:
    said = ["The gate is locked every night", "The gate is not locked every night", "The gate is locked every night"]
    scene.clock.advance(10 * MINUTE)
    times = [scene.clock() - (9 - place) * MINUTE for place in range(3)]
    for place in order:
        scene.ada.remember(said[place], at=times[place])
    (stands,) = scene.ada.memories()
    past = scene.ada.memories(statuses=frozenset({Status.SUPERSEDED}))
    assert stands.text == said[2]
    assert sorted((m.valid_from, m.valid_to, m.text) for m in past) == [
        (times[0], times[1], said[0]),
        (times[1], times[2], said[1]),
    ]
    assert stands.valid_from == times[2]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Prefers cats over dogs", "Prefers dogs over cats"),
        ("Is comfortable with silence", "Is not comfortable with silence"),
        ("Has two daughters", "Has three daughters"),
    ],
)
def test_an_observation_is_flagged_with_its_opposite_and_confirms_nothing(
    scene: Scene, first: str, second: str
) -> None:
    notice = scene.ada.user_model.record
    before = notice(first).memory
    found = notice(second)
    assert (found.step, texts(found.contradicts)) == (Step.ADDED, [first])
    assert [m.validations for m in scene.ada.memories() if m.id == before.id] == [0]


def test_an_opinion_of_another_name_waits_beside_its_opposite(scene: Scene) -> None:
    scene.luna.opinions.add("one", "Form follows function")
    made = scene.luna.opinions.add("other", "Function follows form")
    assert made.step is Step.PROPOSED
    assert scene.luna.opinions.get("one").reinforced == 0
