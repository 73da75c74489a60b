"""What the companion is to itself, as JSON: its opinions, what it says of itself, and where it disagrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from reverie.records.memories import Status
from reverie.records.opinions import OpinionCategory
from reverie.shapes.fields import Maker, Moment, maker
from reverie.shapes.memories import Memory

if TYPE_CHECKING:
    from reverie.persona import opinion_changes
    from reverie.records import companion_self, opinions


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


opinion: Maker[opinions.Opinion, Opinion] = maker(Opinion)


class Opined(TypedDict):
    """What became of an opinion, and what it stands against."""

    step: str
    opinion: Opinion
    against: list[Opinion]
    cut: list[str]
    degraded: list[str]


opined: Maker[opinion_changes.Opined, Opined] = maker(Opined)


class Tally(TypedDict):
    """How many opinions there are."""

    total: int
    active: int
    retracted: int
    held: int
    by_category: dict[str, int]


tally: Maker[opinions.Tally, Tally] = maker(Tally)


class SelfProfile(TypedDict):
    """What a companion says of itself."""

    identity_statements: list[str]
    capabilities: list[str]
    limitations: list[str]
    growth_edges: list[str]
    open_questions: list[str]
    opinions: list[Opinion]


self_profile: Maker[companion_self.SelfProfile, SelfProfile] = maker(SelfProfile)


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


disagreement: Maker[companion_self.Disagreement, Disagreement] = maker(Disagreement)


class SelfReview(TypedDict):
    """A companion's look at itself."""

    profile: SelfProfile
    observations: list[Memory]
    disagreements: list[Disagreement]


self_review: Maker[companion_self.SelfReview, SelfReview] = maker(SelfReview)
