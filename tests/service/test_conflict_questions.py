"""Where a person says other than before and the rule is to ask: the question, and what their answer makes so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.service.scene import MINUTE, Scene, opened, texts

import reverie
from reverie import Person
from reverie.config import Config
from reverie.domain.memories import Status
from reverie.sections import MemorySettings
from reverie.services.learning import Said
from reverie.testing import FrozenClock, HashEmbedder, ScriptedModel

ASKING = Config(embedder="none", memory=MemorySettings(conflict="ask"))
PIZZA, RAMEN = "Favorite food is pizza.", "Favorite food is ramen."


@pytest.fixture
def scene(tmp_path: Path, clock: FrozenClock) -> Iterator[Scene]:
    path = tmp_path / "luna.db"
    with opened(path, clock, ASKING) as luna:
        yield Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=path)


def say(scene: Scene, text: str, person: Person | None = None) -> Said:
    scene.clock.advance(MINUTE)
    return (person or scene.ada).say(text)


@pytest.fixture
def asked(scene: Scene) -> Scene:
    """Somebody who said two things, and was asked which holds."""
    say(scene, "my favourite food is pizza")
    said = say(scene, "well these days my favourite food is ramen")
    assert said.question is not None
    assert said.question.text == (
        "Earlier you said “my favourite food is pizza” (2026-03-01), now “well these days my favourite food is ramen” "
        "(2026-03-01): should I update it?"
    )
    assert texts(scene.ada.memories()) == [PIZZA]
    return scene


@pytest.mark.parametrize(
    "answer",
    ["yes", "yes update it", "yeah do that", "yes dear update it please", "ramen", "update it", "👍", "it's ramen now"],
)
def test_a_yes_updates_it(asked: Scene, answer: str) -> None:
    said = say(asked, answer)
    assert [str(one) for one in said.settled] == [f"Updated: {RAMEN}"]
    assert said.reply == f"Updated: {RAMEN}"
    assert texts(asked.ada.memories()) == [RAMEN]
    assert texts(asked.ada.memories(statuses=frozenset({Status.SUPERSEDED}))) == [PIZZA]


@pytest.mark.parametrize("answer", ["no", "nope keep it", "keep pizza", "no no keep pizza for now", "pizza"])
def test_a_no_keeps_what_stood(asked: Scene, answer: str) -> None:
    said = say(asked, answer)
    assert [str(one) for one in said.settled] == [f"All right, I keep what I knew: {PIZZA}"]
    assert texts(asked.ada.memories()) == [PIZZA]
    assert asked.ada.memories(statuses=frozenset({Status.PROPOSED})) == []


@pytest.mark.parametrize(
    "text",
    ["Yes please, tell me about jazz", "what's the weather like?", "ok so yesterday I saw Emma", "should I?", "hm"],
)
def test_anything_else_leaves_it_open(asked: Scene, text: str) -> None:
    said = say(asked, text)
    assert said.settled == ()
    assert texts(asked.ada.memories()) == [PIZZA]
    assert len(asked.ada.memories(statuses=frozenset({Status.PROPOSED}))) == 1
    assert [str(one) for one in say(asked, "update it").settled] == [f"Updated: {RAMEN}"]


def test_both_may_be_so(asked: Scene) -> None:
    said = say(asked, "both")
    assert [one.choice for one in said.settled] == ["both"]
    assert len(asked.ada.memories()) == 2


def test_it_outlives_a_restart_and_is_one_on_every_device(asked: Scene) -> None:
    with opened(asked.path, asked.clock, ASKING) as again:
        ada = again.find("Ada")
        assert [str(one) for one in say(asked, "yes", ada).settled] == [f"Updated: {RAMEN}"]
    assert texts(asked.ada.memories()) == [RAMEN]


def test_it_is_not_asked_without_end(scene: Scene) -> None:
    say(scene, "my favourite food is pizza")
    questions = [say(scene, "my favourite food is ramen").question for _time in range(4)]
    assert [one is not None for one in questions] == [True, True, False, False]


def test_nothing_is_settled_off_the_record_or_while_paused(asked: Scene) -> None:
    assert asked.ada.off_record().say("yes").settled == ()
    asked.ada.pause()
    assert say(asked, "yes").settled == ()
    assert texts(asked.ada.memories()) == [PIZZA]


def test_what_was_settled_can_be_undone(asked: Scene) -> None:
    say(asked, "yes")
    accepted = next(one for one in reversed(asked.ada.history()) if one.change.cause == "accept")
    asked.ada.undo(accepted.change.id)
    assert texts(asked.ada.memories()) == [PIZZA]


def test_a_model_is_told_what_to_ask(asked: Scene) -> None:
    model = ScriptedModel(["Is it ramen now instead of pizza?", "Good."])
    with reverie.open(
        asked.path, companion="Luna", embedder=HashEmbedder(), model=model, clock=asked.clock, config=ASKING
    ) as luna:
        ada = luna.find("Ada")
        asked.clock.advance(MINUTE)
        ada.turn("my favourite food is ramen, really")
        assert "To ask them" in str(model.asked[0][-1]["content"])
        asked.clock.advance(MINUTE)
        assert [str(one) for one in ada.turn("yes").said.settled] == [f"Updated: {RAMEN}"]
