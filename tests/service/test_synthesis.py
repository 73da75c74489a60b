"""From observations that repeat to proposals: with evidence, decided once, taken back, and never made twice."""

from __future__ import annotations

import pytest
from tests.service.scene import DAY, Scene, texts

import reverie
from reverie.decisions import proposals
from reverie.profile import observations, synthesis
from reverie.profile.synthesis import VOICES, Proposal
from reverie.records.memories import About, Category, Memory, Status
from reverie.records.observation_categories import Noticed, SelfCategory, UserCategory


def often(scene: Scene, text: str, category: str, times: int = VOICES) -> Memory:
    """Something noticed, and confirmed until it was noticed so many times."""
    made = scene.ada.user_model.record(text, category=category).memory
    for _ in range(times - 1):
        made = scene.ada.user_model.validate(made.id)
    return made


def one(scene: Scene) -> Proposal:
    (found,) = scene.ada.user_model.synthesize()
    return found


def proposed(scene: Scene) -> dict[str, str]:
    return {p.memory.key or "": p.memory.text for p in scene.ada.user_model.synthesize()}


DRAWN = [
    ("Values clarity and precision.", "value", "value:clarity and precision", "Values clarity and precision."),
    ("Ada cares deeply about Open Source", "value", "value:open source", "Values Open Source."),
    ("Honesty matters a lot to her", "value", "value:honesty matters a lot to her", "Honesty matters a lot to her."),
    ("Is very curious about astronomy", "interest", "interest:astronomy", "Is interested in astronomy."),
    ("Communicates in a direct way", "communication_style", "communication_style", "Communication style is direct."),
    ("Prefers concise technical explanations", "preference", "communication:concise technical explanations",
     "Communication preference: concise technical explanations."),
    ("Dislikes small talk", "preference", "communication:dislikes small talk",
     "Communication preference: dislikes small talk."),
    ("Works as a nurse.", "background", "occupation", "Works as a nurse."),
    ("She lives in Lyon", "background", "home", "Lives in Lyon."),
    ("Had a hard year", "background", "notes", "Had a hard year."),
    ("Has two kids", "background", "notes", "Has two kids."),
    ("Opens up late at night", "relationship_dynamic", "notes", "Opens up late at night."),
    ("Does not value punctuality", "value", "notes", "Does not value punctuality."),
    ("Values " + "long " * 40 + "talks", "value", "notes", "Values " + "long " * 40 + "talks."),
]  # fmt: skip


@pytest.mark.parametrize(("text", "category", "key", "sentence"), DRAWN)
def test_what_is_drawn_from_an_observation(scene: Scene, text: str, category: str, key: str, sentence: str) -> None:
    seen = often(scene, text, category)
    found = one(scene)
    assert (found.memory.key, found.memory.text) == (key, sentence)
    assert (found.memory.status, found.voices, texts(e.memory for e in found.evidence)) == (
        Status.PROPOSED,
        VOICES,
        [seen.text],
    )
    assert scene.ada.decide(found.memory.id, accept=True).status is Status.ACTIVE


def test_a_sentence_with_two_facts_is_two_proposals(scene: Scene) -> None:
    often(scene, "Works at Acme as a software engineer", "background")
    assert proposed(scene) == {"employer": "Works at Acme.", "occupation": "Works as a software engineer."}


def test_three_that_say_nearly_the_same_are_three_voices(scene: Scene) -> None:
    for text in ("Is interested in astronomy", "Enjoys astronomy a lot.", "Ada is curious about astronomy at night"):
        assert scene.ada.user_model.synthesize() == []
        scene.ada.user_model.record(text, category="interest")
    found = one(scene)
    assert (found.memory.text, found.voices, len(found.evidence)) == ("Is interested in astronomy.", 3, 3)


def test_two_voices_are_too_few_and_one_message_is_one(scene: Scene) -> None:
    often(scene, "Values honesty.", "value", times=2)
    message = scene.say("I watch the stars, the moon and the planets.")[0].message
    assert message is not None
    for text in ("Enjoys astronomy", "Loves astronomy at night", "Is interested in astronomy"):
        scene.ada.user_model.record(text, category="interest", message=message.id)
    assert scene.ada.user_model.synthesize() == []


def test_what_is_contradicted_is_not_proposed_until_it_stands_alone(scene: Scene) -> None:
    often(scene, "Prefers concise answers", "preference")
    other = scene.ada.user_model.record("Prefers detailed answers", category="preference").memory
    assert scene.ada.user_model.synthesize() == []
    scene.ada.forget(other.id)
    assert proposed(scene) == {"communication:concise answers": "Communication preference: concise answers."}


def test_opposites_are_never_taken_together(scene: Scene) -> None:
    observations_of = scene.ada.user_model.record
    seen = [observations_of(f"Prefers {how} explanations", category="preference").memory for how in ("concise", "long")]
    assert [[m.text for m in group] for group in synthesis.grouped(seen, {})] == [[m.text] for m in seen]


def test_twice_is_once(scene: Scene) -> None:
    often(scene, "Values honesty.", "value")
    first = one(scene)
    before = scene.written()
    assert one(scene) == first
    assert scene.ada.user_model.proposals() == [first]
    assert scene.written() == before


def test_a_declined_proposal_does_not_come_again(scene: Scene) -> None:
    often(scene, "Values honesty.", "value")
    scene.ada.decide(one(scene).memory.id, accept=False)
    assert scene.ada.user_model.synthesize() == []
    scene.clock.advance(DAY)
    scene.ada.user_model.record("Ada deeply values honesty", category="value")
    often(scene, "Cares about honesty in others", "value", times=5)
    assert scene.ada.user_model.synthesize() == []
    declined = scene.change("decline")
    scene.ada.undo(declined)
    assert texts(p.memory for p in scene.ada.user_model.synthesize()) == ["Values honesty."]


def test_an_accepted_one_does_not_come_again_and_can_be_undone(scene: Scene) -> None:
    often(scene, "Values honesty.", "value")
    waiting = one(scene).memory
    before = scene.written()
    taken = scene.ada.decide(waiting.id, accept=True)
    assert (taken.status, taken.confidence, taken.key) == (Status.ACTIVE, 1.0, "value:honesty")
    assert scene.ada.user_model.synthesize() == []
    scene.ada.undo()
    assert scene.written() == before
    assert one(scene).memory.id == waiting.id


def test_what_the_profile_has_is_not_proposed(scene: Scene) -> None:
    scene.ada.remember("Values Honesty.", key="value:honesty", value="Honesty")
    often(scene, "Values honesty.", "value")
    assert scene.ada.user_model.synthesize() == []


def test_a_style_takes_the_place_of_another_and_says_so(scene: Scene) -> None:
    scene.ada.remember("Communication style is formal.", key="communication_style", value="formal")
    often(scene, "Is casual.", "communication_style")
    found = one(scene)
    assert found.replaces is not None
    assert found.replaces.text == "Communication style is formal."
    before = scene.written()
    scene.ada.decide(found.memory.id, accept=True)
    (old,) = scene.ada.memories(statuses=frozenset({Status.SUPERSEDED}))
    assert (old.text, old.superseded_by) == ("Communication style is formal.", found.memory.id)
    scene.ada.undo()
    assert scene.written() == before


def test_a_forgotten_observation_is_no_evidence_and_takes_what_rests_on_it_alone(scene: Scene) -> None:
    seen = often(scene, "Values honesty.", "value")
    first, *others = [
        scene.ada.user_model.record(text, category="interest").memory
        for text in ("Enjoys astronomy", "Loves astronomy at night", "Is interested in astronomy")
    ]
    assert len(scene.ada.user_model.synthesize()) == 2
    gone = scene.ada.forget(seen.id)
    assert texts(gone.memories) == ["Values honesty.", "Values honesty."]
    scene.ada.forget(first.id)
    (left,) = scene.ada.user_model.proposals()
    assert sorted(texts(e.memory for e in left.evidence)) == sorted(texts(others))
    scene.ada.undo(gone.change_id)
    assert len(scene.ada.user_model.proposals()) == 2


def test_a_note_is_added_to_what_is_noted_then(scene: Scene) -> None:
    often(scene, "Had a hard year", "background")
    often(scene, "Opens up late at night", "relationship_dynamic")
    first, second = scene.ada.user_model.synthesize()
    scene.ada.remember("Met at the library.", key="notes")
    before = scene.written()
    scene.ada.decide(first.memory.id, accept=True)
    scene.ada.decide(second.memory.id, accept=True)
    (note,) = [m for m in scene.ada.memories() if m.key == "notes"]
    assert note.text == f"Met at the library.\n{first.memory.text}\n{second.memory.text}"
    assert any(hit.memory.id == note.id for hit in scene.ada.recall("library"))
    scene.ada.undo()
    scene.ada.undo()
    assert scene.written() == before


def test_a_note_that_is_full_takes_no_more(scene: Scene) -> None:
    often(scene, "Had a hard year", "background")
    scene.ada.remember("x" * 3_990, key="notes")
    with pytest.raises(reverie.InvalidInput, match="4,007 characters, of 4,000"):
        scene.ada.decide(one(scene).memory.id, accept=True)
    assert one(scene).memory.status is Status.PROPOSED


def test_an_undone_synthesis_is_made_again(scene: Scene) -> None:
    often(scene, "Values honesty.", "value")
    first = one(scene)
    scene.ada.undo(scene.change("synthesize"))
    assert scene.ada.user_model.proposals() == []
    assert one(scene).memory.id != first.memory.id


def test_off_the_record_or_paused_nothing_is_proposed(scene: Scene) -> None:
    often(scene, "Values honesty.", "value")
    with pytest.raises(reverie.Refused, match="off the record"):
        scene.ada.off_record().user_model.synthesize()
    scene.ada.pause()
    with pytest.raises(reverie.Refused, match="paused"):
        scene.ada.user_model.synthesize()
    scene.ada.resume()
    scene.ada.settings(categories_off=["preference"])
    assert proposed(scene) == {"value:honesty": "Values honesty."}


def test_the_companions_own_observations_lead_into_its_own_profile(scene: Scene) -> None:
    runtime, luna = scene.luna._runtime, scene.luna.companion.id
    noticed = {
        SelfCategory.CAPABILITY: "Can explain recursion",
        SelfCategory.LIMITATION: "Struggles with vague requests",
        SelfCategory.GROWTH: "Is getting better at silence",
        SelfCategory.PATTERN: "Asks before it advises",
        SelfCategory.CONTRADICTION: "Says it likes brevity and writes at length",
        SelfCategory.PREFERENCE: "Prefers mornings",
    }
    for category, text in noticed.items():
        made = observations.record(runtime, luna, Noticed(text=text, about=About.SELF, category=category))
        for _ in range(VOICES - 1):
            observations.validated(runtime, luna, made.memory.id)
    found = synthesis.proposals(runtime, luna, About.SELF)
    assert {p.memory.key: p.memory.text for p in found} == {
        "capability:explain recursion": "Can explain recursion.",
        "limitation:struggles with vague requests": "Struggles with vague requests.",
        "growth_edge:silence": "Is growing in silence.",
        "identity:asks before it advises": "Asks before it advises.",
        "open_question:says it likes brevity and writes at length": "Says it likes brevity and writes at length.",
    }
    assert {p.memory.about for p in found} == {About.SELF}
    taken = proposals.decide(runtime, luna, found[0].memory.id, accept=True)
    assert taken.status is Status.ACTIVE
    assert scene.ada.user_model.proposals() == []


def test_every_category_of_a_person_leads_somewhere(scene: Scene) -> None:
    for category in UserCategory:
        often(scene, f"Shows {category} wisely", category)
    found = scene.ada.user_model.synthesize()
    assert len(found) == len(UserCategory)
    tastes = {p.memory.key for p in found if p.memory.category == Category.PREFERENCE}
    assert {str(key).partition(":")[0] for key in tastes} == {"interest", "communication"}
