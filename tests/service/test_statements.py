"""What a verb asks of the database: a transaction or a statement more is a decision, and is made here."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.service.scene import MINUTE, Scene

from reverie import Person
from reverie_bench.sql_statements import counted

VERBS: dict[str, tuple[Callable[[Person], object], tuple[int, int, int]]] = {
    "say": (lambda ada: ada.say("It rained all day."), (3, 1, 11)),
    "say what teaches": (lambda ada: ada.say("I live in Rome."), (3, 1, 14)),
    "say what changes": (lambda ada: ada.say("My favorite food is ramen."), (3, 1, 17)),
    "reply": (lambda ada: ada.say("I see.", role="assistant"), (3, 1, 10)),
    "recall": (lambda ada: ada.recall("What do I eat?"), (1, 0, 3)),
    "context": (lambda ada: ada.context("What do I eat?"), (2, 0, 14)),
}
"""Each with its transactions, how many of them write, and its statements."""


@pytest.mark.parametrize(("verb", "cost"), VERBS.values(), ids=VERBS)
def test_a_verb_costs_this_and_no_more(
    scene: Scene, verb: Callable[[Person], object], cost: tuple[int, int, int]
) -> None:
    scene.ada.say("My favorite food is pizza. I am allergic to nuts.")
    scene.ada.say("Good to know.", role="assistant")
    for _ in range(2):  # the index is loaded, and what is used is noted
        scene.ada.context("What do I eat?")
    scene.clock.advance(MINUTE)
    with counted(scene.luna._runtime.store) as tally:
        verb(scene.ada)
    assert (tally.transactions, tally.writes, tally.statements) == cost
