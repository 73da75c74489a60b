"""What a context tells of those whom a message mentions, and of what was told lately."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from tests.service.scene import DAY, MINUTE, Scene

from reverie.memory.lifecycle import LATELY
from reverie.recall.mentioned_people import OF_ALL, OF_EACH

LATER = timedelta(hours=8)


@pytest.fixture
def told(scene: Scene) -> Scene:
    """Somebody of whose people something was told some time ago, and much else since."""
    scene.ada.remember("Bex (sister) is a nurse in Leeds", key="note_family:bex")
    scene.ada.remember("Bex cannot stand lilies", key="note_dislikes:bex")
    scene.ada.remember("Their dad has a bad hip", key="note_other:dad")
    for number in range(LATELY + 4):
        scene.clock.advance(DAY)
        scene.ada.remember(f"Saw film {number} of a festival", key=f"seen:{number}")
    scene.clock.advance(LATER)
    return scene


def lines(scene: Scene, message: str, source: str) -> list[str]:
    """The lines of a list, without their days."""
    told = [line.text for line in scene.ada.context(message, budget=4000).lines if line.source == source]
    day = r"\d{4}-\d\d-\d\d"
    assert told == [] or re.match(f"{day}: ", told[0]) or all(re.search(rf" \(since {day}\)$", one) for one in told)
    return [re.sub(rf"^{day}: | \(since {day}\)$", "", one) for one in told]


def test_who_is_mentioned_is_told_of_first_who_they_are(told: Scene) -> None:
    assert lines(told, "Bex phoned, no idea why", "people") == [
        "Bex (sister) is a nurse in Leeds",
        "Bex cannot stand lilies",
    ]
    assert lines(told, "bex's birthday on sunday!!", "people")[0] == "Bex (sister) is a nurse in Leeds"
    assert lines(told, "driving over to my dad", "people") == ["Their dad has a bad hip"]


def test_nobody_is_told_of_whom_the_message_does_not_mention(told: Scene) -> None:
    assert lines(told, "what a hip place", "people") == []
    assert lines(told, "the nurse was kind", "people") == []
    assert lines(told, "hey", "people") == []


def test_only_the_beginning_of_a_long_message_is_read(told: Scene) -> None:
    assert lines(told, "well " * 200_000 + "Bex phoned", "people") == []
    assert lines(told, "Bex phoned " + "well " * 200_000, "people") != []


def test_nobodys_memories_push_out_anothers(told: Scene) -> None:
    for number in range(2 * OF_ALL):
        at = told.clock() - timedelta(days=90, minutes=number)
        told.ada.remember(f"Mika did this and that, number {number}", key=f"did:{number}", at=at)
    found = lines(told, "Mika and Bex are coming", "people")
    assert {"Bex (sister) is a nurse in Leeds", "Bex cannot stand lilies"} <= {*found}
    assert sum("Mika" in text for text in found) == OF_EACH
    assert len(found) <= OF_ALL


def test_another_persons_people_and_forgotten_ones_are_not_told_of(told: Scene) -> None:
    other = told.luna.meet("Noor")
    assert "nurse" not in str(other.context("Bex phoned"))
    told.ada.forget("Bex")
    assert "Bex (" not in str(told.ada.context("Bex phoned"))
    assert lines(told, "Bex phoned", "people") == []


def test_what_was_told_lately_stands_the_newest_first(told: Scene) -> None:
    newest = [f"Saw film {number} of a festival" for number in reversed(range(4, LATELY + 4))]
    assert lines(told, "hey", "lately") == newest
    assert {line.why for line in told.ada.context("hey").lines if line.source == "lately"} == {"told lately"}


def test_what_was_told_lately_leaves_room_for_what_a_message_calls_up(told: Scene) -> None:
    context = told.ada.context("Bex phoned", budget=300)
    assert any(line.source == "people" for line in context.lines)
    assert 0 < sum(line.source == "lately" for line in context.lines) < LATELY
    assert context.tokens <= 300


def test_what_is_told_in_this_conversation_changes_nothing_of_what_stood(told: Scene) -> None:
    told.ada.say("so")
    before = told.ada.context("hm").stable
    told.clock.advance(MINUTE)
    told.ada.remember("Bought a kayak", key="owns:kayak")
    assert told.ada.context("hm").stable == before
    told.clock.advance(LATER)
    assert "Bought a kayak" in lines(told, "hm", "lately")
