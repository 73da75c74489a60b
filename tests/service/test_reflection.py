"""What is understood of a person in words, and how a relationship changed, with dates, reasons and by whose word."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.service.scene import DAY, Scene

import reverie
from reverie.records.observation_categories import Focus, UserCategory


def understood(scene: Scene) -> None:
    model = scene.ada.user_model
    model.update("relationship", "close friend", reason="she told me of her father")
    model.update("background", {"role": "Software Engineer"})
    model.update("communication", {"style": "direct", "preferences": ["concise answers"]})
    model.update("values", ["honesty", "precision"])
    model.update("interests", ["astronomy"])
    model.update("notes", "Met at the library.\n\nAsk about the exam.")
    for category in UserCategory:
        model.record(f"Shows {category.replace('_', ' ')} plainly", category=category)
        scene.clock.advance(DAY)


GENERAL = """\
What I understand of Ada
Relationship:
- close friend
Background:
- role: Software Engineer
Interests:
- astronomy
Communication:
- style: direct
- concise answers
Values:
- honesty
- precision
Notes:
- Met at the library.
- Ask about the exam.
Noticed lately:
- Shows relationship dynamic plainly (70%, noticed in conversation on 2026-03-06)
- Shows value plainly (70%, noticed in conversation on 2026-03-05)
- Shows background plainly (70%, noticed in conversation on 2026-03-04)
- Shows communication style plainly (70%, noticed in conversation on 2026-03-03)
- Shows preference plainly (70%, noticed in conversation on 2026-03-02)
- Shows interest plainly (70%, noticed in conversation on 2026-03-01)"""

FOCUSED = {
    Focus.BACKGROUND: ["Background:", "Interests:", "Noticed (background):", "Noticed (interest):"],
    Focus.COMMUNICATION: ["Communication:", "Noticed (communication style):", "Noticed (preference):"],
    Focus.VALUES: ["Values:", "Noticed (value):"],
    Focus.OBSERVATIONS: [f"Noticed ({category.replace('_', ' ')}):" for category in UserCategory],
}


def test_everything_at_a_glance(scene: Scene) -> None:
    understood(scene)
    assert scene.ada.user_model.reflect() == GENERAL


@pytest.mark.parametrize("focus", FOCUSED)
def test_a_focus_shows_its_parts(scene: Scene, focus: Focus) -> None:
    understood(scene)
    told = scene.ada.user_model.reflect(focus.value).splitlines()
    assert told[0] == f"Ada: {focus}"
    assert [line for line in told[1:] if not line.startswith("-")] == FOCUSED[focus]


def test_both_sides_are_told(scene: Scene) -> None:
    scene.ada.user_model.record("Likes jazz", category="interest", source_type="journal")
    scene.clock.advance(DAY)
    scene.ada.user_model.record("Dislikes jazz", category="interest")
    assert scene.ada.user_model.reflect("background").splitlines()[2:4] == [
        "- Dislikes jazz (70%, noticed in conversation on 2026-03-02)",
        "  but: Likes jazz (70%, from a journal on 2026-03-01)",
    ]


def test_what_is_switched_off_is_not_told(scene: Scene) -> None:
    understood(scene)
    scene.ada.settings(categories_off=["preference"])
    told = scene.ada.user_model.reflect("communication")
    assert "Noticed (preference)" not in told
    assert "Noticed (communication style)" in told


def test_of_a_stranger_nothing_is_understood_and_a_focus_has_to_be_one(scene: Scene) -> None:
    assert scene.ada.user_model.reflect() == "What I understand of Ada\nNothing yet."
    with pytest.raises(reverie.InvalidInput, match="general, background, communication, observations, values"):
        scene.ada.user_model.reflect("mood")


def test_a_relationship_is_a_dated_line_with_reasons(scene: Scene) -> None:
    model, start = scene.ada.user_model, scene.clock()
    model.update("relationship", "acquaintance", reason="we met at the library")
    scene.clock.advance(10 * DAY)
    message = scene.say("I have never told anybody about my father.")[0].message
    assert message is not None
    model.record("Opens up late at night", category="relationship_dynamic", confidence=0.8, message=message.id)
    scene.clock.advance(10 * DAY)
    model.update("relationship", "close friend")
    model.record("Values honesty", category="value")
    first, noticed, now = model.relationship()
    assert (first.value, first.at, first.until) == ("acquaintance", start, now.at)
    assert (first.reason, first.told, first.dynamic) == ("we met at the library", "stated outright", False)
    assert (noticed.value, noticed.dynamic, noticed.confidence) == ("Opens up late at night", True, 0.8)
    assert noticed.told.endswith("when Ada said “I have never told anybody about my father.”")
    assert (now.value, now.until, now.reason) == ("close friend", None, None)
    assert now.at - start == timedelta(days=20, minutes=1)


def test_a_relationship_of_nothing_is_empty_and_an_undone_one_is_gone(scene: Scene) -> None:
    model = scene.ada.user_model
    assert model.relationship() == []
    model.update("relationship", "acquaintance")
    scene.clock.advance(DAY)
    model.update("relationship", "rival")
    scene.ada.undo(scene.change("profile"))
    assert [(m.value, m.until) for m in model.relationship()] == [("acquaintance", None)]
