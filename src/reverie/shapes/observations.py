"""What is understood of a person as JSON: profile, observations, proposals and the line of a relationship."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from reverie.shapes import fields
from reverie.shapes.fields import utc, utc_or_none
from reverie.shapes.memories import Memory, memory
from reverie.shapes.people import Person, user

if TYPE_CHECKING:
    from reverie.domain import memories, profiles
    from reverie.services import conflict_resolution, observations, reflection, synthesis
    from reverie.services import profiles as applying


class Communication(TypedDict):
    """How somebody talks, and how they like to be talked to."""

    style: str | None
    preferences: list[str]


class Profile(TypedDict):
    """What is known of somebody, as one page."""

    display_name: str
    nickname: str | None
    pronouns: str | None
    relationship: str | None
    background: dict[str, str]
    communication: Communication
    values: list[str]
    interests: list[str]
    hobbies: list[str]
    notes: str | None
    face_image: str | None
    last_updated: fields.Moment | None


def profile(one: profiles.Profile) -> Profile:
    """What is known of somebody, as one page."""
    said = one.communication
    return {
        "display_name": one.display_name,
        "nickname": one.nickname,
        "pronouns": one.pronouns,
        "relationship": one.relationship,
        "background": dict(one.background),
        "communication": {"style": said.style, "preferences": list(said.preferences)},
        "values": list(one.values),
        "interests": list(one.interests),
        "hobbies": list(one.hobbies),
        "notes": one.notes,
        "face_image": one.face_image,
        "last_updated": utc_or_none(one.last_updated),
    }


class Edit(TypedDict):
    """A change at one place of a profile: ``before`` null where it begins, ``after`` null where it ends."""

    field: str
    name: str
    before: str | None
    after: str | None


class Applied(TypedDict):
    """What an edit of a profile changed; ``meanwhile`` is what others had changed since it was shown."""

    person: Person
    edits: list[Edit]
    meanwhile: list[Edit]
    change_id: str | None
    profile: Profile


def applied(one: applying.Applied) -> Applied:
    """What an edit of a profile changed; ``meanwhile`` is what others had changed since it was shown."""
    return {
        "person": user(one.user),
        "edits": [_edit(edit) for edit in one.edits],
        "meanwhile": [_edit(edit) for edit in one.meanwhile],
        "change_id": one.change_id,
        "profile": profile(one.profile),
    }


def _edit(one: profiles.Edit) -> Edit:
    return {"field": one.field, "name": one.name, "before": one.before, "after": one.after}


class Observed(Memory):
    """An observation as it is kept, and how it arose."""

    source_type: str | None
    last_validated_at: fields.Moment | None


def observed(one: memories.Memory) -> Observed:
    """An observation as it is kept."""
    arose = one.details.get("source_type")
    return {
        **memory(one),
        "source_type": None if arose is None else str(arose),
        "last_validated_at": utc_or_none(one.last_validated_at),
    }


class ToldObservation(Observed):
    """An observation with its source in words."""

    told: str


class Observation(ToldObservation):
    """An observation with its source in words, and the other side of what it contradicts."""

    contradictions: list[ToldObservation]


def observation(one: observations.Observation) -> Observation:
    """An observation with its source in words, and the other side of what it contradicts."""
    against: list[ToldObservation] = [{**observed(other.memory), "told": other.told} for other in one.contradictions]
    return {**observed(one.memory), "told": one.told, "contradictions": against}


class Recorded(TypedDict):
    """What became of an observation; what it contradicts stands as it is."""

    step: str
    observation: Observed
    contradicts: list[Observed]


def recorded(one: observations.Recorded) -> Recorded:
    """What became of an observation."""
    return {
        "step": one.step.value,
        "observation": observed(one.memory),
        "contradicts": [observed(other) for other in one.contradicts],
    }


class Settled(TypedDict):
    """What became of two sides: what stands, what was taken back, and the change that undo takes."""

    change_id: str
    right: list[Observed]
    wrong: list[Observed]


def settled(one: conflict_resolution.Settled) -> Settled:
    """What became of two sides."""
    return {
        "change_id": one.change.id,
        "right": [observed(each) for each in one.right],
        "wrong": [observed(each) for each in one.wrong],
    }


class Proposal(TypedDict):
    """A change of a profile that waits for a decision, what it rests on, and what stands in its slot now."""

    proposal: Memory
    voices: int
    evidence: list[Observation]
    replaces: Memory | None


def proposal(one: synthesis.Proposal) -> Proposal:
    """A proposal with what it rests on."""
    return {
        "proposal": memory(one.memory),
        "voices": one.voices,
        "evidence": [observation(each) for each in one.evidence],
        "replaces": None if one.replaces is None else memory(one.replaces),
    }


class Moment(TypedDict):
    """A point in the line of a relationship: ``at`` and ``until`` are its time, ``confidence`` how sure it is."""

    at: fields.Moment
    until: fields.Moment | None
    value: str
    dynamic: bool
    reason: str | None
    told: str
    confidence: float
    memory_id: str


def moment(one: reflection.Moment) -> Moment:
    """A point in the line of a relationship."""
    return {
        "at": utc(one.at),
        "until": utc_or_none(one.until),
        "value": one.value,
        "dynamic": one.dynamic,
        "reason": one.reason,
        "told": one.told,
        "confidence": one.confidence,
        "memory_id": one.memory_id,
    }
