"""What a companion notices of a person: recorded, confirmed, contradicted, reviewed, and taken back."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from tests.service.scene import DAY, EVERY, Scene, only, texts

import reverie
from reverie.memory.writing import Step
from reverie.profile import observations
from reverie.profile.observations import Review
from reverie.records.memories import About, Kind, SourceKind, Status
from reverie.records.observation_categories import Noticed, Order, SourceType, UserCategory

STYLE = UserCategory.COMMUNICATION_STYLE


def reviewed(scene: Scene, **wanted: object) -> list[str]:
    found = scene.ada.user_model.review(Review(**wanted))  # type: ignore[arg-type] # what a caller may get wrong
    return texts(one.memory for one in found)


def test_an_observation_is_kept_with_its_sort_and_source(scene: Scene) -> None:
    message = scene.say("Please keep it short!")[0].message
    assert message is not None
    made = scene.ada.user_model.record(
        "Prefers concise explanations.", category="communication_style", confidence=0.85, message=message.id
    )
    kept = made.memory
    assert (made.step, made.contradicts) == (Step.ADDED, ())
    assert (kept.kind, kept.about, kept.category, kept.key) == (Kind.OBSERVATION, About.USER, STYLE, None)
    assert (kept.confidence, kept.validations, kept.last_validated_at) == (0.85, 0, None)
    assert kept.details["source_type"] == SourceType.CONVERSATION
    assert (kept.source.message_id, kept.source.conversation_id) == (message.id, message.conversation_id)
    seen = only_observation(scene)
    assert seen.told == "noticed in conversation on 2026-03-01, when Ada said “Please keep it short!”"


def only_observation(scene: Scene) -> observations.Observation:
    (one,) = scene.ada.user_model.review()
    return one


def test_the_same_again_confirms_and_another_category_is_another(scene: Scene) -> None:
    model = scene.ada.user_model
    model.record("Values honesty.", category="value")
    scene.clock.advance(DAY)
    again = model.record("values honesty", category="value", source_type="journal")
    assert (again.step, again.memory.validations, again.memory.confidence) == (Step.REINFORCED, 1, 0.79)
    assert again.memory.last_validated_at == scene.clock()
    assert model.record("Values honesty.", category="preference").step is Step.ADDED
    assert reviewed(scene) == ["Values honesty.", "Values honesty."]


def test_a_fact_of_the_same_words_is_something_else(scene: Scene) -> None:
    scene.ada.remember("Never late")
    assert scene.ada.user_model.record("Never late", category="value").step is Step.ADDED


def test_one_message_is_one_voice(scene: Scene) -> None:
    message = scene.say("Be honest with me.")[0].message
    assert message is not None
    made = [scene.ada.user_model.record("Values honesty.", category="value", message=message.id) for _ in range(2)]
    assert [(one.step, one.memory.validations) for one in made] == [(Step.ADDED, 0), (Step.REINFORCED, 0)]


def test_confirming_raises_the_confidence_ever_less_and_dates_it(scene: Scene) -> None:
    first = scene.ada.user_model.record("Values honesty.", category="value", confidence=0.5).memory
    sure, now = [first.confidence], first
    for _ in range(60):
        scene.clock.advance(DAY)
        now = scene.ada.user_model.validate(first.id)
        sure.append(now.confidence)
    rises = [later - earlier for earlier, later in pairwise(sure)]
    assert sure[:3] == [0.5, 0.65, 0.755]
    assert (now.validations, now.last_validated_at) == (60, scene.clock())
    assert all(later <= earlier + 1e-9 for earlier, later in pairwise(rises))
    assert 0.99 < now.confidence <= 1.0
    assert now.source == first.source


def test_a_contradiction_is_flagged_with_both_sides_and_nothing_is_lost(scene: Scene) -> None:
    model = scene.ada.user_model
    message = scene.say("Short answers, please.")[0].message
    assert message is not None
    older = model.record("Ada prefers concise answers", category="preference", message=message.id).memory
    newer = model.record("Prefers long, detailed answers.", category="communication_style", source_type="journal")
    assert newer.contradicts == (older,)
    for one, other in zip(model.review(), reversed(model.review()), strict=True):
        assert [o.memory for o in one.contradictions] == [other.memory]
        assert [o.told for o in one.contradictions] == [other.told]
    begun = [e for e in scene.ada.history() if e.before is None]
    assert [texts(e.contradicts) for e in begun] == [[], ["Ada prefers concise answers"]]
    links = scene.luna.export(scene.ada)["links"]
    assert ("contradicts", newer.memory.id, older.id) in {(k["relation"], k["from_id"], k["to_id"]) for k in links}


def test_what_is_forgotten_or_undone_contradicts_no_more(scene: Scene) -> None:
    model = scene.ada.user_model
    model.record("Likes jazz", category="interest")
    before = scene.written()
    model.record("Dislikes jazz", category="interest")
    scene.ada.undo()
    assert [one.contradictions for one in model.review()] == [()]
    assert [m.status for m in scene.ada.memories(statuses=EVERY)] == [Status.ACTIVE, Status.RETRACTED]
    assert '"contradicts"' not in scene.written().replace(before, "")
    other = model.record("Can't stand jazz", category="interest").memory
    scene.ada.forget(other.id)
    assert [one.contradictions for one in model.review()] == [()]
    assert all(not e.contradicts for e in scene.ada.history(other.id))


def test_a_review_is_by_category_confidence_time_and_order(scene: Scene) -> None:
    model = scene.ada.user_model
    old = model.record("Values honesty.", category="value", confidence=0.6).memory
    scene.clock.advance(10 * DAY)
    model.record("Likes chess.", category="interest", confidence=0.9)
    scene.clock.advance(10 * DAY)
    model.record("Is from Spain.", confidence=0.3)
    assert reviewed(scene) == ["Is from Spain.", "Likes chess.", "Values honesty."]
    assert reviewed(scene, category="value") == ["Values honesty."]
    assert reviewed(scene, category="background") == ["Is from Spain."]
    assert reviewed(scene, minimum_confidence=0.5) == ["Likes chess.", "Values honesty."]
    assert reviewed(scene, order=Order.CONFIDENCE) == ["Likes chess.", "Values honesty.", "Is from Spain."]
    assert reviewed(scene, limit=1) == ["Is from Spain."]
    since = scene.clock() - 5 * DAY
    assert reviewed(scene, since=since) == ["Is from Spain."]
    assert reviewed(scene, until=since) == ["Likes chess.", "Values honesty."]
    scene.clock.advance(DAY)
    model.validate(old.id[:20])
    assert reviewed(scene, since=since) == ["Values honesty.", "Is from Spain."]
    assert len(reviewed(scene, limit=None)) == 3


def test_deleting_the_message_takes_the_observation_with_it(scene: Scene) -> None:
    message = scene.say("I am so tired of small talk.")[0].message
    assert message is not None
    scene.ada.user_model.record("Avoids small talk", category="preference", message=message.id)
    scene.ada.unsay(message.id)
    assert reviewed(scene) == []
    scene.ada.undo(scene.change("delete"))
    assert reviewed(scene) == ["Avoids small talk"]


BAD: list[tuple[dict[str, object], str]] = [
    ({"category": "mood"}, "interest, preference, communication_style, background, value, relationship_dynamic"),
    ({"confidence": 1.01}, "from 0 to 1"),
    ({"confidence": "sure"}, "from 0 to 1"),
    ({"confidence": float("nan")}, "from 0 to 1"),
    ({"source_type": "dream"}, "conversation, explicit_reflection, journal"),
    ({"text": "  "}, "1 to 4,000"),
    ({"text": "x" * 4001}, "1 to 4,000"),
]


@pytest.mark.parametrize(("wrong", "said"), BAD)
def test_what_can_not_be_kept_is_refused_by_name(scene: Scene, wrong: dict[str, object], said: str) -> None:
    given = {"text": "Values honesty.", **wrong}
    with pytest.raises(reverie.InvalidInput, match=said):
        scene.ada.user_model.record(**given)  # type: ignore[arg-type] # wrong on purpose
    assert scene.ada.memories() == []


def test_a_review_refuses_what_has_no_sense(scene: Scene) -> None:
    for wrong in ({"category": "mood"}, {"minimum_confidence": 2}, {"limit": 0}, {"order": "oldest"}):
        with pytest.raises(reverie.InvalidInput):
            reviewed(scene, **wrong)


def test_what_is_not_there_is_not_found(scene: Scene) -> None:
    fact = only(m.memory for m in scene.ada.remember("Never late") if m.memory)
    for unknown in ("01a2", "", fact.id):
        with pytest.raises(reverie.NotFound):
            scene.ada.user_model.validate(unknown)
    with pytest.raises(reverie.NotFound):
        scene.ada.user_model.record("Values honesty.", message="01a2")


def test_off_the_record_paused_or_switched_off_nothing_is_noticed(scene: Scene) -> None:
    kept = scene.ada.user_model.record("Values honesty.", category="value").memory
    hidden = scene.ada.off_record().user_model
    for forbidden in (lambda: hidden.record("Likes chess."), lambda: hidden.validate(kept.id)):
        with pytest.raises(reverie.Refused, match="off the record"):
            forbidden()
    assert len(hidden.review()) == 1
    scene.ada.settings(categories_off=["health", "preference"])
    for text in ("Has asthma.", "Ada is allergic to nuts"):
        with pytest.raises(reverie.Refused, match="'health' is switched off"):
            scene.ada.user_model.record(text)
    with pytest.raises(reverie.Refused, match="'preference' is switched off"):
        scene.ada.user_model.record("Wants examples.", category="preference")
    scene.ada.pause()
    for paused in (lambda: scene.ada.user_model.record("Likes chess."), lambda: scene.ada.user_model.validate(kept.id)):
        with pytest.raises(reverie.Refused, match="paused"):
            paused()
    scene.ada.resume()
    with pytest.raises(reverie.Refused, match="password"):
        scene.ada.user_model.record("Their password is hunter2hunter2")
    assert reviewed(scene) == ["Values honesty."]


def test_the_self_is_observed_by_its_own_categories_and_apart_from_people(scene: Scene) -> None:
    runtime, luna = scene.luna._runtime, scene.luna.companion
    noticed = Noticed(text="Values honesty.", about=About.SELF, category="pattern", user=scene.ada.id)
    made = observations.record(runtime, luna.id, noticed)
    assert (made.memory.owner, made.memory.about, made.memory.details["user"]) == (luna.id, About.SELF, scene.ada.id)
    assert made.memory.source.kind is SourceKind.TOOL
    with pytest.raises(reverie.InvalidInput, match="capability, limitation, pattern, preference, growth, contra"):
        observations.record(runtime, luna.id, Noticed(text="x", about=About.SELF, category="value"))
    assert reviewed(scene) == []
    assert len(observations.review(runtime, luna.id, About.SELF)) == 1


def test_an_observation_can_be_dated_by_what_it_was_noticed_in(scene: Scene) -> None:
    earlier = scene.clock() - timedelta(days=30)
    made = observations.record(scene.luna._runtime, scene.ada.id, Noticed(text="Likes chess.", at=earlier))
    assert (made.memory.valid_from, made.memory.created_at) == (earlier, scene.clock())


def test_a_person_is_told_what_was_noticed_of_them(scene: Scene) -> None:
    message = scene.say("Keep it short.")[0].message
    assert message is not None
    scene.ada.user_model.record("Prefers brevity.", category="preference", message=message.id)
    said = scene.ada.say("What do you remember about me?").reply
    assert said is not None
    assert "- You prefer brevity. (noted today)" in said
