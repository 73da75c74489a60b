"""Pinned memories: every context begins with them, whatever becomes of the slot, if they may be told."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.service.scene import MINUTE, Scene, about, opened, texts

from reverie.config import Config
from reverie.decisions import pins
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.records.memories import Status
from reverie.store.sqlite.integrity_check import findings
from reverie.testing import FrozenClock

QUIET = "Call me in the evening, never in the morning."


def noted(scene: Scene, text: str = QUIET) -> str:
    """The id of something that is remembered and stands in no slot."""
    (learned,) = scene.ada.remember(text)
    assert learned.memory is not None
    scene.clock.advance(MINUTE)
    return learned.memory.id


def kept_in_mind(scene: Scene, message: str = "hey") -> list[str]:
    """What a context begins with."""
    lines = scene.ada.context(message).lines
    pinned = [line.text for line in lines if line.source == "pinned"]
    assert [line.text for line in lines[: len(pinned)]] == pinned
    return pinned


def test_a_context_begins_with_what_is_pinned_and_says_it_once(scene: Scene) -> None:
    scene.say("My name is Ada.", "I am allergic to peanuts.", "I like jazz.")
    assert "Always keep in mind" not in str(scene.ada.context("hey"))
    allergy = about(scene.ada, "peanuts")
    scene.ada.pin(allergy.id[:20])
    scene.ada.pin(noted(scene))
    assert kept_in_mind(scene) == [allergy.text, QUIET] == texts(scene.ada.pinned())
    assert kept_in_mind(scene, "peanuts in the evening?") == [allergy.text, QUIET]
    for said in (allergy.text, QUIET):
        assert str(scene.ada.context("peanuts in the evening?")).count(said) == 1
    assert str(scene.ada.context("hey", budget=90)).count(QUIET) == 1, "it has room before all else"


def test_a_pin_holds_for_what_takes_the_place_of_a_memory(scene: Scene) -> None:
    scene.say("I live in Porto.")
    scene.ada.pin(about(scene.ada, "Porto").id)
    scene.say("I moved to Lisbon.")
    scene.ada.user_model.correct(about(scene.ada, "Lisbon").id, "I live in Faro.")
    assert [m.value for m in scene.ada.pinned()] == ["faro"]
    assert scene.ada.pin(about(scene.ada, "Faro").id).change_id is None
    scene.ada.undo(scene.change("correct"))
    assert [m.value for m in scene.ada.pinned()] == ["lisbon"]
    scene.ada.user_model.correct(about(scene.ada, "Lisbon").id, None)
    assert kept_in_mind(scene) == []


def test_a_pin_is_a_change_that_is_undone_and_done_again(scene: Scene) -> None:
    memory = noted(scene)
    pinned = scene.ada.pin(memory)
    assert scene.ada.pin(memory).change_id is None
    undone = scene.ada.undo()
    assert (undone.of and undone.of.id, scene.ada.pinned()) == (pinned.change_id, [])
    scene.ada.undo(undone.change.id)
    assert texts(scene.ada.pinned()) == [QUIET]
    taken_off = scene.ada.unpin(memory)
    assert (taken_off.memory.id, scene.ada.pinned()) == (memory, [])
    assert scene.ada.unpin(memory).change_id is None
    scene.ada.undo()
    assert texts(scene.ada.pinned()) == [QUIET]


def test_unpinning_what_took_the_place_takes_the_pin_off(scene: Scene) -> None:
    scene.say("I live in Porto.")
    scene.ada.pin(about(scene.ada, "Porto").id)
    scene.say("I moved to Lisbon.")
    assert scene.ada.unpin(about(scene.ada, "Lisbon").id).change_id is not None
    assert scene.ada.pinned() == []


def test_only_what_is_so_now_is_pinned_and_only_so_many(scene: Scene) -> None:
    scene.say("I live in Porto.", "I moved to Lisbon.")
    with pytest.raises(Conflict, match="true now"):
        scene.ada.pin(about(scene.ada, "Porto").id)
    for number in range(pins.MOST):
        scene.ada.pin(noted(scene, f"The locker at the station has number {number}."))
    over = noted(scene, "The bicycle is in the cellar.")
    with pytest.raises(Conflict, match="12 memories are pinned"):
        scene.ada.pin(over)
    scene.ada.unpin(scene.ada.pinned()[0].id)
    scene.ada.pin(over)
    assert len(kept_in_mind(scene)) == pins.MOST
    with pytest.raises(NotFound):
        scene.ada.pin("nothing")


def test_off_the_record_and_while_paused_nothing_is_pinned(scene: Scene) -> None:
    memory = noted(scene)
    with pytest.raises(Refused, match="off the record"):
        scene.ada.off_record().pin(memory)
    with pytest.raises(Refused, match="off the record"):
        scene.ada.off_record().unpin(memory)
    scene.ada.pause()
    with pytest.raises(Refused, match="paused"):
        scene.ada.pin(memory)
    scene.ada.resume()
    assert scene.ada.pinned() == []


def test_what_is_forgotten_is_not_told_and_comes_back_pinned(scene: Scene) -> None:
    memory = noted(scene)
    scene.ada.pin(memory)
    scene.ada.forget(memory)
    assert kept_in_mind(scene) == []
    assert scene.ada.pinned() == []
    with pytest.raises(NotFound):
        scene.ada.pin(memory)
    scene.ada.undo()
    assert kept_in_mind(scene) == [QUIET]


def test_what_is_over_or_of_a_category_that_is_off_is_not_told(scene: Scene) -> None:
    scene.say("I am allergic to peanuts.")
    scene.ada.pin(about(scene.ada, "peanuts").id)
    memory = scene.ada.remember("The plumber comes in the evening.", category="other")[0].memory
    assert memory is not None
    scene.ada.pin(memory.id)
    scene.ada.settings(categories_off=["health"])
    assert kept_in_mind(scene) == [memory.text]
    scene.ada.settings(categories_off=[])
    scene.clock.advance(timedelta(days=2))
    assert kept_in_mind(scene) == ["Is allergic to peanuts."]


def test_a_context_of_then_has_the_pins_of_then(scene: Scene) -> None:
    scene.say("I live in Porto.")
    scene.ada.pin(about(scene.ada, "Porto").id)
    pinned = scene.clock()
    scene.clock.advance(MINUTE)
    scene.say("I moved to Lisbon.")
    scene.ada.unpin(about(scene.ada, "Lisbon").id)
    scene.clock.advance(MINUTE)

    def then(at: object) -> list[str]:
        lines = scene.ada.context("hey", known_at=at).lines  # type: ignore[arg-type] # a datetime
        return [line.text for line in lines if line.source == "pinned"]

    assert then(pinned) == ["Lives in Porto."]
    assert then(pinned + timedelta(seconds=90)) == ["Lives in Lisbon."]
    assert then(scene.clock()) == []


def test_it_goes_out_and_comes_in_with_its_memory(scene: Scene, tmp_path: Path, clock: FrozenClock) -> None:
    scene.ada.pin(noted(scene))
    assert [one["relation"] for one in scene.luna.export(scene.ada)["links"]] == ["pinned"]
    scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada)
    for name, known in (("new.db", ()), ("filled.db", ("Evenings are for chess.",))):
        with opened(tmp_path / name, clock) as other:
            for text in known:
                other.meet("Ada").remember(text)
            other.archives.unpack(tmp_path / "ada.zip", "Ada")
            assert texts(other.find("Ada").pinned()) == [QUIET]


def test_two_who_are_one_have_the_pins_of_both_until_they_are_split(scene: Scene) -> None:
    scene.ada.pin(noted(scene))
    ben = scene.luna.meet("Ben")
    scene.clock.advance(MINUTE)
    ben.say("I live in Oslo.")
    ben.pin(about(ben, "Oslo").id)
    scene.clock.advance(MINUTE)
    merged = scene.luna.directory.merge(ben, into=scene.ada)
    assert sorted(texts(scene.ada.pinned())) == [QUIET, "Lives in Oslo."]
    scene.luna.directory.split(merged.id)
    assert texts(scene.ada.pinned()) == [QUIET]
    assert texts(ben.pinned()) == ["Lives in Oslo."]
    assert not [one for one in findings(scene.luna._runtime.store) if one.wrong]


def test_a_pin_does_not_come_back_without_its_memory(scene: Scene) -> None:
    said = scene.say("I play the oboe.")[0].message
    assert said is not None
    oboe = about(scene.ada, "oboe").id
    scene.ada.pin(oboe)
    taken_off = scene.ada.unpin(oboe).change_id
    scene.luna.erase(scene.ada, message=said.id)
    scene.ada.undo(taken_off)
    assert (scene.ada.pinned(), scene.luna.export(scene.ada)["links"]) == ([], [])
    assert not [one for one in findings(scene.luna._runtime.store) if one.wrong]


def test_erasing_leaves_no_pin(scene: Scene) -> None:
    scene.ada.pin(noted(scene))
    receipt = scene.luna.erase(scene.ada)
    assert receipt.rows["links"] == 1
    assert receipt.left == 0


def test_a_reader_sees_no_pin_of_what_it_may_not_see(tmp_path: Path, clock: FrozenClock) -> None:
    config = Config(embedder="none", may_read={"openai:big": ("fact", "preference")})
    with opened(tmp_path / "luna.db", clock, config) as luna:
        ada = luna.meet("Ada")
        ada.say("I am allergic to peanuts.")
        ada.pin(about(ada, "peanuts").id)
        seen = ada.read_by("openai:big")
        assert seen.pinned() == []
        assert "peanuts" not in str(seen.context("hey"))
        assert texts(ada.pinned()) == ["Is allergic to peanuts."]
        with pytest.raises(NotFound):
            seen.unpin(about(ada, "peanuts").id)


def test_memories_that_lead_in_a_circle_are_read_once(scene: Scene) -> None:
    scene.say("I live in Porto.", "I moved to Lisbon.")
    porto, lisbon = about(scene.ada, "Porto"), about(scene.ada, "Lisbon")
    scene.ada.pin(lisbon.id)
    runtime = scene.luna._runtime
    with (
        runtime.store.writing(scene.ada.id) as session,
        session.act(runtime.change(scene.ada.id, "repair", actor="upkeep")) as act,
    ):
        act.write(lisbon, replace(lisbon, status=Status.SUPERSEDED, superseded_by=porto.id))
    assert scene.ada.pinned() == []


def test_what_is_no_id_is_refused(scene: Scene) -> None:
    with pytest.raises(InvalidInput):
        scene.ada.pin(3)  # type: ignore[arg-type] # what a caller may do
