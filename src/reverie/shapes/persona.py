"""What the companion is to itself, as JSON: its opinions, what it says of itself, and where it disagrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from reverie.domain.memories import Status
from reverie.domain.opinions import OpinionCategory
from reverie.shapes.fields import Moment, utc, utc_or_none
from reverie.shapes.memories import Memory, memory

if TYPE_CHECKING:
    from reverie.domain import opinions, self_model
    from reverie.services import persona


class TurnOfMind(TypedDict):
    """What was thought, what was thought then (null: it was retracted), when and why."""

    at: Moment
    old: str
    new: str | None
    reason: str | None


class Opinion(TypedDict):
    """What a companion thinks of something; ``held_against`` are the opinions it waits against, by id."""

    id: str
    name: str
    opinion: str
    category: OpinionCategory
    strength: float
    status: Status
    reason: str | None
    reinforced: int
    reinforced_at: Moment | None
    formed_at: Moment
    triggering_user: str | None
    triggering_message: str | None
    platform: str | None
    channel: str | None
    related_users: list[str]
    related_entities: list[str]
    held_against: list[str]
    history: list[TurnOfMind]
    similarity: float | None


def opinion(one: opinions.Opinion) -> Opinion:
    """What a companion thinks of something, with its changes of mind."""
    return {
        "id": one.id,
        "name": one.name,
        "opinion": one.opinion,
        "category": one.category,
        "strength": one.strength,
        "status": one.status,
        "reason": one.reason,
        "reinforced": one.reinforced,
        "reinforced_at": utc_or_none(one.reinforced_at),
        "formed_at": utc(one.formed_at),
        "triggering_user": one.triggering_user,
        "triggering_message": one.triggering_message,
        "platform": one.platform,
        "channel": one.channel,
        "related_users": list(one.related_users),
        "related_entities": list(one.related_entities),
        "held_against": list(one.held_against),
        "history": [{"at": utc(t.at), "old": t.old, "new": t.new, "reason": t.reason} for t in one.history],
        "similarity": one.similarity,
    }


class Opined(TypedDict):
    """What became of an opinion, and what it stands against."""

    step: str
    opinion: Opinion
    against: list[Opinion]
    cut: list[str]
    degraded: list[str]


def opined(one: persona.Opined) -> Opined:
    """What became of an opinion."""
    return {
        "step": one.step.value,
        "opinion": opinion(one.opinion),
        "against": [opinion(each) for each in one.against],
        "cut": list(one.cut),
        "degraded": list(one.degraded),
    }


class Tally(TypedDict):
    """How many opinions there are."""

    total: int
    active: int
    retracted: int
    held: int
    by_category: dict[str, int]


def tally(one: opinions.Tally) -> Tally:
    """How many opinions there are."""
    return {
        "total": one.total,
        "active": one.active,
        "retracted": one.retracted,
        "held": one.held,
        "by_category": dict(one.by_category),
    }


class SelfProfile(TypedDict):
    """What a companion says of itself."""

    identity_statements: list[str]
    capabilities: list[str]
    limitations: list[str]
    growth_edges: list[str]
    open_questions: list[str]
    opinions: list[Opinion]


def self_profile(one: self_model.SelfProfile) -> SelfProfile:
    """What a companion says of itself."""
    return {
        "identity_statements": list(one.identity_statements),
        "capabilities": list(one.capabilities),
        "limitations": list(one.limitations),
        "growth_edges": list(one.growth_edges),
        "open_questions": list(one.open_questions),
        "opinions": [opinion(each) for each in one.opinions],
    }


class Disagreement(TypedDict):
    """Where a companion and a person (``user``, an id) see things differently."""

    id: str
    at: Moment
    user: str
    name: str
    topic: str
    mine: str
    theirs: str
    text: str


def disagreement(one: self_model.Disagreement) -> Disagreement:
    """Where a companion and a person see things differently."""
    return {
        "id": one.id,
        "at": utc(one.at),
        "user": one.user,
        "name": one.name,
        "topic": one.topic,
        "mine": one.mine,
        "theirs": one.theirs,
        "text": one.text,
    }


class SelfReview(TypedDict):
    """A companion's look at itself."""

    profile: SelfProfile
    observations: list[Memory]
    disagreements: list[Disagreement]


def self_review(one: self_model.SelfReview) -> SelfReview:
    """A companion's look at itself."""
    return {
        "profile": self_profile(one.profile),
        "observations": [memory(each) for each in one.observations],
        "disagreements": [disagreement(each) for each in one.disagreements],
    }
