"""One thing and many are one liking, in whatever order they are told; having one and having many are not."""

from __future__ import annotations

import pytest
from tests.service.scene import Scene


def known(scene: Scene) -> list[tuple[str | None, int]]:
    return [(memory.key, memory.validations) for memory in scene.ada.memories()]


@pytest.mark.parametrize(
    ("first", "again", "key"),
    [
        ("I like pizza.", "i like pizzas", "likes:pizza"),
        ("I love old movies!", "i love an old movie", "likes:old movies"),
        ("I hate mushrooms", "i hate mushroom", "dislikes:mushrooms"),
        ("I love cherries.", "I love a cherry", "likes:cherries"),
        ("My hobby is puzzles", "my hobby is puzzle", "hobby:puzzles"),
    ],
)
def test_one_and_many_are_one_liking(scene: Scene, first: str, again: str, key: str) -> None:
    scene.ada.say(first)
    scene.clock.advance(60)
    scene.ada.say(again)
    assert known(scene) == [(key, 1)]


@pytest.mark.parametrize(
    ("first", "other"), [("I love blue.", "I love blues."), ("I have a cat called Miso.", "I have cats.")]
)
def test_what_only_looks_like_a_plural_is_something_else(scene: Scene, first: str, other: str) -> None:
    scene.ada.say(first)
    scene.ada.say(other)
    assert len(known(scene)) == 2


def test_an_end_in_another_number_ends_it(scene: Scene) -> None:
    scene.ada.say("I like pizzas.")
    scene.clock.advance(60)
    scene.ada.say("I don't like pizza anymore.")
    assert "likes:pizzas" not in [key for key, _ in known(scene)]


def test_a_liking_that_came_to_its_end_begins_again_in_its_slot(scene: Scene) -> None:
    scene.ada.say("I like pizzas.")
    scene.clock.advance(60)
    scene.ada.say("I don't like pizzas anymore.")
    scene.clock.advance(60)
    scene.ada.say("I like pizza!")
    assert [key for key, _ in known(scene) if (key or "").startswith("likes:")] == ["likes:pizzas"]


def test_what_is_undone_is_undone_in_its_slot(scene: Scene) -> None:
    scene.ada.say("I like pizza.")
    scene.clock.advance(60)
    said = scene.ada.say("I like pizzas.")
    assert said.message is not None
    scene.ada.unsay(said.message.id)
    assert known(scene) == [("likes:pizza", 0)]
