"""What a verb asks of the database: a transaction or a statement more is a decision, and is made here.

A verb reads in one transaction, and ``say`` writes in one more. That nobody wrote meanwhile is told by SQLite's own
number (``PRAGMA data_version``), which is no statement here.
"""

from __future__ import annotations

from collections.abc import Callable, Sized
from pathlib import Path

import pytest
from sqlalchemy import event
from tests.service.scene import MINUTE, Scene

from reverie import Amounts, Looking, Person
from reverie_bench.sql_statements import counted

ALL = Looking(beside=Amounts(episodes=2, excerpt=600, scenes=2, passages=2))
Verb = Callable[[Person], object]

VERBS: dict[str, tuple[Verb, tuple[int, int, int]]] = {
    "say": (lambda ada: ada.say("It rained all day."), (2, 1, 8)),
    "say what teaches": (lambda ada: ada.say("I live in Rome."), (2, 1, 12)),
    "say what changes": (lambda ada: ada.say("My favorite food is ramen."), (2, 1, 13)),
    "reply": (lambda ada: ada.say("I see.", role="assistant"), (2, 1, 7)),
    "recall": (lambda ada: ada.recall("What do I eat?"), (1, 0, 2)),
    "context": (lambda ada: ada.context("What do I eat?"), (1, 0, 4)),
}
"""Each with its transactions, how many of them write, and its statements."""

WITH_ALL: dict[str, tuple[Verb, tuple[int, int, int]]] = {
    "recall": (lambda ada: ada.recall("Do llamas eat pizza?", looking=ALL), (1, 0, 4)),
    "context": (lambda ada: ada.context("Do llamas eat pizza?"), (1, 0, 6)),
}
"""The same where the companion has documents and opinions, and the person pictures and episodes."""


def cost(scene: Scene, verb: Verb) -> tuple[int, int, int]:
    with counted(scene.luna._runtime.store) as tally:
        verb(scene.ada)
    return tally.transactions, tally.writes, tally.statements


@pytest.mark.parametrize(("verb", "most"), VERBS.values(), ids=VERBS)
def test_a_verb_costs_this_and_no_more(scene: Scene, verb: Verb, most: tuple[int, int, int]) -> None:
    scene.ada.say("My favorite food is pizza. I am allergic to nuts.")
    scene.ada.say("Good to know.", role="assistant")
    for _ in range(2):  # the index is loaded, and what is used is noted
        scene.ada.context("What do I eat?")
    scene.clock.advance(MINUTE)
    assert cost(scene, verb) == most


@pytest.mark.parametrize(("verb", "most"), WITH_ALL.values(), ids=WITH_ALL)
def test_all_sources_cost_little_more(scene: Scene, tmp_path: Path, verb: Verb, most: tuple[int, int, int]) -> None:
    (tmp_path / "llamas.md").write_text("# Llamas\n\nLlamas eat grass, and rest at noon.", encoding="utf-8")
    scene.luna.knowledge.add(tmp_path)
    scene.luna.opinions.add("tea", "Tea is better than coffee.")
    scene.ada.say("My favorite food is pizza.")
    for _ in range(2):
        scene.ada.context("Do llamas eat pizza?")
    scene.clock.advance(MINUTE)
    assert cost(scene, verb) == most


def test_what_somebody_wrote_is_asked_for_once(scene: Scene) -> None:
    """A message brings the index up to date: the log, and the message; the next question asks for neither."""
    scene.ada.recall("What do I eat?")
    scene.ada.say("My favorite food is pizza.")
    after = cost(scene, lambda ada: ada.recall("What do I eat?"))
    again = cost(scene, lambda ada: ada.recall("What do I eat?"))
    assert (after, again) == ((1, 0, 5), (1, 0, 2))


def test_what_is_pinned_is_read_with_what_stands_anyway(scene: Scene) -> None:
    verb, most = VERBS["context"]
    scene.ada.say("My favorite food is pizza.")
    scene.ada.pin(scene.ada.memories()[0].id)
    for _ in range(2):
        verb(scene.ada)
    scene.clock.advance(MINUTE)
    assert cost(scene, verb) == most


def test_no_statement_takes_long_to_bind(scene: Scene) -> None:
    """With a look for each slot, what introduces somebody took 426 parameters: longer to bind than to run."""
    scene.ada.say("My favorite food is pizza. I am allergic to nuts.")
    scene.ada.context("What do I eat?")
    taken: list[int] = []

    def asked(_connection: object, _cursor: object, _statement: str, parameters: Sized, *_more: object) -> None:
        taken.append(len(parameters))

    engine = scene.luna._runtime.store.engine
    event.listen(engine, "before_cursor_execute", asked)
    scene.ada.context("What do I eat?")
    event.remove(engine, "before_cursor_execute", asked)
    assert max(taken) < 100
