"""Who a companion is to itself: what it says of itself, what it notices, where it sees things differently."""

from __future__ import annotations

import pytest
from tests.service.scene import DAY, EVERY, START, Scene, on_file

import reverie
from reverie import InvalidInput, NotFound, Refused
from reverie.memory.writing import Step
from reverie.persona.self_model import SelfModel
from reverie.records.companion_self import SelfField, SelfFocus
from reverie.records.memories import About, Kind
from reverie.records.opinions import Occasion
from reverie.testing import FrozenClock


@pytest.fixture
def self_model(scene: Scene) -> SelfModel:
    return scene.luna.self_model


@pytest.mark.parametrize("field", list(SelfField))
def test_a_field_is_set_added_to_and_taken_from(scene: Scene, self_model: SelfModel, field: SelfField) -> None:
    self_model.append(field, "I ask before I assume.")
    scene.clock.advance(DAY)
    self_model.append(field.value, "I keep promises")
    assert getattr(self_model.profile(), field) == ("I ask before I assume.", "I keep promises")
    self_model.append(field, "i keep PROMISES!")
    assert len(getattr(self_model.profile(), field)) == 2
    now = self_model.set(field, ["I keep promises", "I am curious", "I keep promises"])
    assert getattr(now, field) == ("I keep promises", "I am curious")
    assert getattr(self_model.remove(field, "i am curious."), field) == ("I keep promises",)
    with pytest.raises(NotFound, match="no statement"):
        self_model.remove(field, "I am curious")
    assert getattr(self_model.set(field, []), field) == ()
    others = [other for other in SelfField if other is not field]
    assert all(getattr(self_model.profile(), other) == () for other in others)


def test_what_is_set_wrongly_loses_nothing(self_model: SelfModel) -> None:
    self_model.set("capabilities", ["I listen", "I remember"])
    before = self_model.profile()
    with pytest.raises(Refused):
        self_model.set("capabilities", ["I listen", "my password is hunter22"])
    with pytest.raises(InvalidInput):
        self_model.set("capabilities", ["I listen", "   "])
    with pytest.raises(InvalidInput, match="list of statements"):
        self_model.set("capabilities", "I listen")
    with pytest.raises(InvalidInput, match="identity_statements, capabilities"):
        self_model.append("virtues", "I listen")
    with pytest.raises(InvalidInput, match="verbs of their own"):
        self_model.append("opinions", "I love jazz")
    assert self_model.profile() == before


def test_a_set_is_one_change_that_is_undone(scene: Scene, self_model: SelfModel) -> None:
    self_model.set("limitations", ["I can't see", "I tire of lists"])
    before = self_model.profile()
    self_model.set("limitations", ["I can't hear"])
    scene.luna.opinions.undo()
    assert self_model.profile() == before


@pytest.mark.parametrize("statement", ["~", "=", "a = b", "I ~ you"])
def test_signs_in_a_statement_are_signs(self_model: SelfModel, statement: str) -> None:
    self_model.append("capabilities", statement)
    assert self_model.set("capabilities", ["I listen"]).capabilities == ("I listen",)
    self_model.append("capabilities", statement)
    assert self_model.remove("capabilities", statement).capabilities == ("I listen",)


def test_long_statements_are_told_apart(self_model: SelfModel) -> None:
    long = "I wonder whether " + "a memory that nobody recalls is still a memory " * 6
    found = self_model.set("open_questions", [long + "today", long + "tomorrow"]).open_questions
    assert [text.rsplit(maxsplit=1)[-1] for text in found] == ["today", "tomorrow"]


def test_what_is_noticed_is_the_companions_and_is_made_surer(scene: Scene, self_model: SelfModel) -> None:
    made = self_model.record_self_observation(
        "I explain too much when I am unsure", "limitation", confidence=0.6, occasion=Occasion(user=scene.ada.id)
    )
    assert (made.step, made.memory.about, made.memory.kind) == (Step.ADDED, About.SELF, Kind.OBSERVATION)
    assert (made.memory.owner, made.memory.details["user"]) == (scene.luna.companion.id, scene.ada.id)
    surer = self_model.validate(made.memory.id[:20])
    assert (surer.confidence, surer.validations) == (0.72, 1)
    grown = self_model.add_growth_observation("I ask one question at a time now")
    assert (grown.memory.category, grown.memory.details["source_type"]) == ("growth", "explicit_reflection")
    assert [one.memory.text for one in self_model.observations()] == [grown.memory.text, made.memory.text]
    assert scene.ada.memories(statuses=EVERY) == []
    with pytest.raises(InvalidInput, match="capability, limitation, pattern, preference, growth, contradiction"):
        self_model.record_self_observation("x", "value")


def test_an_opinion_is_formed_with_its_rationale(self_model: SelfModel) -> None:
    made = self_model.form_opinion("remakes", "Remakes are worth it", "Dune was", confidence=0.7)
    assert (made.opinion.reason, made.opinion.strength) == ("Dune was", 0.7)
    assert self_model.profile().opinions == (made.opinion,)


def test_a_disagreement_keeps_both_views_and_is_found_when_the_person_is_there(
    scene: Scene, self_model: SelfModel
) -> None:
    bob = scene.luna.meet("Bob")
    noted, opined = self_model.note_disagreement(
        scene.ada.user, "remakes", mine="Remakes are worth it", theirs="Remakes are a waste of time"
    )
    assert (noted.user, noted.mine, noted.theirs) == (
        scene.ada.id,
        "Remakes are worth it",
        "Remakes are a waste of time",
    )
    assert (noted.at, opined.step) == (START, Step.ADDED)
    assert self_model.disagreements([scene.ada.id]) == [noted] == self_model.disagreements()
    assert self_model.disagreements([bob.id]) == []
    (told,) = scene.luna.opinions.for_injection("hello", present=[scene.ada.id])
    assert told.opinion == "Remakes are worth it"
    _, against = self_model.note_disagreement(bob.user, "remakes", mine="Remakes are pointless", theirs="They shine")
    assert against.step is Step.ADDED  # what is thought with Bob is between them
    assert "Disagrees with Ada about remakes" in self_model.reflect_on_self("disagreements")


def test_nobody_who_paused_is_noted(scene: Scene, self_model: SelfModel) -> None:
    scene.ada.pause()
    with pytest.raises(Refused):
        self_model.note_disagreement(scene.ada.user, "remakes", mine="Worth it", theirs="Pointless")
    with pytest.raises(Refused):
        self_model.record_self_observation("I ramble", occasion=Occasion(user=scene.ada.id))
    assert self_model.reflect_on_self() == "Nothing is known of oneself yet."


def test_a_reflection_has_what_it_is_asked_for(scene: Scene, self_model: SelfModel) -> None:
    self_model.append("identity_statements", "I am curious")
    self_model.append("capabilities", "I listen")
    self_model.append("limitations", "I can't see")
    self_model.append("growth_edges", "Asking less")
    self_model.append("open_questions", "What do I miss?")
    self_model.record_self_observation("I ramble")
    self_model.add_growth_observation("I ramble less")
    self_model.form_opinion("jazz", "I love jazz")
    self_model.note_disagreement(scene.ada.user, "tea", mine="Tea is good", theirs="Tea is bad")
    has = {
        SelfFocus.IDENTITY: ["Who I am:\n- I am curious"],
        SelfFocus.CAPABILITIES: ["What I can do:\n- I listen", "What I can't do:\n- I can't see"],
        SelfFocus.GROWTH: [
            "Where I am growing:\n- Asking less",
            "What I wonder:",
            "- I ramble less (growth, 70% sure)",
        ],
        SelfFocus.OPINIONS: ["What I think:", "- jazz: I love jazz (strength 0.50)"],
        SelfFocus.OBSERVATIONS: ["What I noticed:", "- I ramble (pattern, 70% sure)", "- I ramble less"],
        SelfFocus.DISAGREEMENTS: ["Where I disagree:", "against their “Tea is bad”"],
    }
    whole = self_model.reflect_on_self()
    for focus, lines in has.items():
        told = self_model.reflect_on_self(focus)
        assert all(line in told and line in whole for line in lines)
        assert len(told) < len(whole)
    limited = self_model.review_self_model("observations", limit=1)
    assert [m.text for m in limited.observations] == ["I ramble less"]
    with pytest.raises(InvalidInput, match="identity, capabilities"):
        self_model.review_self_model("moods")
    with pytest.raises(InvalidInput, match="1 or more"):
        self_model.review_self_model(limit=0)


def test_companions_of_one_store_are_different_selves(scene: Scene, self_model: SelfModel, clock: FrozenClock) -> None:
    self_model.append("identity_statements", "I am Luna")
    self_model.note_disagreement(scene.ada.user, "tea", mine="Tea is good", theirs="Tea is bad")
    with reverie.open(scene.path, companion="Sol", embedder="none", clock=clock) as sol:
        assert sol.self_model.reflect_on_self() == "Nothing is known of oneself yet."
        assert sol.self_model.disagreements([scene.ada.id]) == []
        sol.self_model.append("identity_statements", "I am Sol")
    assert self_model.profile().identity_statements == ("I am Luna",)


@on_file
def test_a_person_who_is_erased_is_gone_from_the_companions_own_memory(scene: Scene, self_model: SelfModel) -> None:
    ada, bob = scene.ada, scene.luna.meet("Bob")
    on = Occasion(message="m1", related_users=(ada.id, bob.id))
    scene.luna.opinions.add("jazz", "Jazz is honest music", occasion=on)
    scene.luna.opinions.add("ada", "She quarrels like a magistrate", occasion=Occasion(related_users=(ada.id,)))
    scene.luna.opinions.evolve("ada", "She argues like a magistrate", "a calmer day")
    self_model.note_disagreement(ada.user, "remakes", mine="Remakes are worth it", theirs="Zanzibarian nonsense")
    self_model.record_self_observation("I ramble", occasion=Occasion(user=ada.id))
    kept = scene.luna.opinions.get("jazz")
    receipt = scene.luna.erase(ada)
    assert receipt.proved
    assert receipt.rows["memories"] == 5
    left = scene.luna.opinions.list(include_retracted=True)
    assert [(one.id, one.related_users, one.triggering_user, one.platform) for one in left] == [
        (kept.id, (bob.id,), None, None)
    ]
    assert self_model.disagreements() == []
    assert self_model.observations() == []
    on_disk = scene.bytes_on_disk()
    for word in (b"Zanzibarian", b"magistrate", ada.id.encode()):
        assert word not in on_disk
