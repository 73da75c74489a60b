"""What is understood of a person as JSON: profile, observations, proposals and the line of a relationship."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from reverie.shapes import fields
from reverie.shapes.fields import Maker, maker
from reverie.shapes.memories import Memory, memory, to_second_person
from reverie.shapes.people import Person, user

if TYPE_CHECKING:
    from reverie.decisions import corrections
    from reverie.profile import observations, reflection, synthesis
    from reverie.profile import profile_editing as applying
    from reverie.records import memories, profiles


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


profile: Maker[profiles.Profile, Profile] = maker(Profile)


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


applied: Maker[applying.Applied, Applied] = maker(Applied, person=lambda one: user(one.user))


class Observed(Memory):
    """An observation as it is kept, and how it arose."""

    source_type: str | None
    last_validated_at: fields.Moment | None


def _arose(one: memories.Memory) -> str | None:
    how = one.details.get("source_type")
    return None if how is None else str(how)


observed: Maker[memories.Memory, Observed] = maker(Observed, to_you=to_second_person, source_type=_arose)


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


recorded: Maker[observations.Recorded, Recorded] = maker(Recorded, observation=lambda one: observed(one.memory))


class Settled(TypedDict):
    """What became of two sides: what stands, what was taken back, and the change that undo takes."""

    change_id: str
    right: list[Observed]
    wrong: list[Observed]


settled: Maker[corrections.Settled, Settled] = maker(Settled, change_id=attrgetter("change.id"))


class Proposal(TypedDict):
    """A change of a profile that waits for a decision, what it rests on, and what stands in its slot now."""

    proposal: Memory
    voices: int
    evidence: list[Observation]
    replaces: Memory | None


proposal: Maker[synthesis.Proposal, Proposal] = maker(
    Proposal,
    proposal=lambda one: memory(one.memory),
    evidence=lambda one: [observation(each) for each in one.evidence],
)


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


moment: Maker[reflection.Moment, Moment] = maker(Moment)
