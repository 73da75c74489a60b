"""The stable part of a context: the same bytes while a conversation goes on, whatever is learned; not what is gone."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from tests.service.scene import MINUTE, START, Scene

import reverie
from reverie.config import Config
from reverie.context import core_memories
from reverie.memory.runtime import new_id
from reverie.records.conversations import Role, Rolling
from reverie.records.memories import About, Category, Kind, Memory, Source, SourceKind, Status
from reverie.settings_sections import ConversationSettings
from reverie.testing import FrozenClock, ScriptedModel

LATER = timedelta(hours=8)


@pytest.fixture
def known(scene: Scene) -> Scene:
    """Somebody of whom something was known before this conversation."""
    scene.ada.say("I live in Lyon. I like jazz.")
    scene.clock.advance(LATER)
    scene.ada.say("morning!")
    return scene


def test_what_is_learned_in_a_conversation_changes_nothing_of_the_stable_part(known: Scene) -> None:
    ada, before = known.ada, known.ada.context("hm").stable
    for text in ("btw im allergic to peanuts", "I like chess.", "my birthday is on may 3"):
        known.clock.advance(MINUTE)
        ada.say(text)
        assert ada.context(text).stable == before
    ada.user_model.record("Writes late at night.")
    context = ada.context("what can i eat")
    assert context.stable == before
    assert "Lives in Lyon" in before
    for text in ("peanuts", "chess", "Writes late at night"):
        assert text in context.volatile
    ada.say("good night!")
    assert ada.context("what can i eat").stable == before


def test_the_next_conversation_begins_with_all_that_is_known(known: Scene) -> None:
    known.ada.say("btw im allergic to peanuts")
    known.ada.user_model.record("Writes late at night.")
    known.clock.advance(LATER)
    known.ada.say("hey")
    stable = known.ada.context("what can i eat").stable
    for text in ("Lives in Lyon", "peanuts", "Writes late at night"):
        assert text in stable


def test_what_is_forgotten_or_no_longer_so_leaves_at_once(known: Scene) -> None:
    ada = known.ada
    known.clock.advance(MINUTE)
    ada.say("I moved to Bern.")
    context = ada.context("where do i live")
    assert "Lyon" not in context.stable
    assert "Lives in Bern" in context.volatile
    ada.forget("jazz")
    assert "jazz" not in str(ada.context("music?"))


def test_little_room_goes_to_what_was_known_before(known: Scene) -> None:
    known.ada.say("btw im allergic to peanuts")
    whole = known.ada.context("what can i eat")
    for budget in range(20, whole.tokens + 20):
        context = known.ada.context("what can i eat", budget=budget)
        assert context.tokens <= budget
        assert context.volatile == "" or context.stable == whole.stable


def test_after_the_window_moved_a_turns_history_begins_with_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reverie.app.companion.Rolling", partial(Rolling, every=3))
    model = ScriptedModel(lambda _asked: "I see.", window=32_000)
    clock = FrozenClock(START)
    settings = Config(embedder="none", conversations=ConversationSettings(window=4))
    with reverie.open(tmp_path / "luna.db", clock=clock, model=model, config=settings) as luna:
        ada = luna.meet("Ada")
        for number in range(12):
            clock.advance(MINUTE)
            ada.turn(f"number {number}")
    assert {asked[1]["role"] for asked in model.asked} == {Role.USER.value}


def test_free_fields_of_a_profile_are_always_known(scene: Scene) -> None:
    scene.ada.user_model.edit("background: {role: Software Engineer, allergy: peanuts}\n")
    lines = {line.text: line.why for line in scene.ada.context("What shall we cook?").lines}
    assert lines["Role is Software Engineer."] == lines["Allergy is peanuts."] == "in their profile"


def test_the_surest_observations_stand_and_what_a_message_is_about_is_called_up(scene: Scene) -> None:
    notice = scene.ada.user_model.record
    notice("Is afraid of deep water", confidence=0.9)
    notice("Plays the cello badly and loves it", confidence=0.31)
    for number, habit in enumerate(("Yawns often", "Uses many commas", "Types fast", "Logs in late", "Says ciao")):
        scene.clock.advance(MINUTE)
        notice(habit, confidence=0.4 + number / 100)
    context = scene.ada.context("Shall I practise the cello?")
    noticed = [line.text for line in context.lines if line.source.startswith("noticed")]
    assert noticed[0] == "Is afraid of deep water"
    assert "Plays the cello badly and loves it" not in noticed
    assert any("cello" in line.text for line in context.lines if line.source == "recalled")


def test_between_conversations_all_that_is_known_is_in_the_stable_part(scene: Scene) -> None:
    scene.ada.say("I'm allergic to peanuts.")
    assert "peanuts" in scene.ada.context("hm").volatile
    scene.clock.advance(LATER)
    between = scene.ada.context("hey")
    assert "peanuts" in between.stable
    assert "peanuts" not in between.volatile
    scene.ada.say("hey")
    assert scene.ada.context("hey").stable == between.stable


def noted(scene: Scene, attribute: str, text: str, ahead: str = "", **details: str) -> None:
    """Let a note of an attribute be known, as a message would teach it."""
    now, owner = scene.clock(), scene.ada.id
    runtime = scene.luna._runtime
    memory = Memory(
        id=new_id(),
        owner=owner,
        about=About.USER,
        kind=Kind.FACT,
        category=Category.FACT,
        key=f"{'ahead_' if ahead else ''}note_{attribute}:{text}",
        text=text,
        details={"attribute": attribute, **details, **({"when": ahead} if ahead else {})},
        importance=0.6,
        confidence=0.8,
        status=Status.ACTIVE,
        source=Source(kind=SourceKind.PERSON),
        valid_from=now,
        created_at=now,
    )
    with runtime.store.writing(owner) as session, session.act(runtime.change(owner, "learn", actor="user")) as act:
        act.write(None, memory)
    scene.clock.advance(MINUTE)


def core(scene: Scene) -> list[str]:
    """What stands in every context."""
    return [line.text for line in scene.ada.context("hey").lines if line.source.startswith("core")]


def test_what_stands_is_the_same_however_much_of_it_there_is(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_memories, "LATELY", 1)  # what was told last is read anyway
    scene.say("Hello!")
    for day, here in ((1, "before"), (2, "since")):
        for number in range(6):
            noted(scene, "health", f"{here} illness {number}", about="me")
            noted(scene, "allergy", f"{here} allergy {number}", about="me")
            noted(scene, "allergy", f"{here} friend's allergy {number}", about="other")
            noted(scene, "event", f"{here} ahead {number}", ahead=f"2026-0{4 + number}-0{day}")
        if here == "before":
            scene.clock.advance(LATER)
            scene.say("Hello again!")
    whole = core(scene)
    assert {"before illness 5", "since illness 5", "before ahead 0", "since friend's allergy 4"} < set(whole)
    monkeypatch.setattr(core_memories, "ALIKE", 4)
    assert core(scene) == whole


def test_of_many_that_begin_alike_the_last_are_looked_at(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_memories, "ALIKE", 3)
    monkeypatch.setattr(core_memories, "LATELY", 1)
    for number in range(6):
        scene.ada.remember(f"Lives with illness {number}", key=f"condition:illness {number}", value=f"illness {number}")
        scene.clock.advance(MINUTE)
    assert core(scene) == [f"Lives with illness {number}" for number in (3, 4, 5)]
