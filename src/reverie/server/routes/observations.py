"""What is understood of a person: profile, observations, proposals, contradictions, the relationship, and counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import Field
from typing_extensions import TypedDict

from reverie import pages
from reverie.app.person import Person
from reverie.memory.reading import Counts as Counted
from reverie.memory.reading import Part
from reverie.profile.observations import Review
from reverie.profile.synthesis import Proposal
from reverie.records.memories import Kind, Memory, Status
from reverie.records.observation_categories import DEFAULT_CONFIDENCE, Focus, Order, SourceType, UserCategory
from reverie.records.profiles import Action, Communication, Profile
from reverie.server.access.authorization import Calling, Reading, Writing, see_own_name_stays
from reverie.server.pagination import Command, Id, Moment, Page, Piece, Words, paged
from reverie.shapes import memories, observations
from reverie.shapes.fields import Maker, maker

router = APIRouter(prefix="/v1/people/{person_id}", tags=["understanding"])

_MANY = 100_000


class ProfilePage(TypedDict):
    """A profile as fields, and as YAML to be edited."""

    profile: observations.Profile
    yaml: str


@router.get("/profile")
def get_profile(person: Reading, known_at: Moment | None = None) -> ProfilePage:
    """Show what is known of a person as one page; ``known_at`` is for the fields, the YAML is always of now."""
    model = person.user_model
    return {"profile": observations.profile(model.profile(known_at=known_at)), "yaml": model.yaml()}


class EditProfile(Command):
    """A profile as YAML, edited from what was read."""

    yaml: Annotated[str, Field(max_length=1_000_000)]


@router.put("/profile")
def put_profile(person: Writing, by: Calling, body: EditProfile) -> observations.Applied:
    """Apply an edited profile as one change; what changed meanwhile is merged, field by field, or refused."""
    page = pages.parsed(body.yaml)
    see_own_name_stays(by, person, page.profile.display_name if "display_name" in page.said else None)
    return observations.applied(person.user_model.edit(body.yaml))


_Text = Annotated[str, Field(max_length=20_000)]


class Fields(Command):
    """What a profile says, field by field; what is left out says nothing."""

    display_name: _Text
    nickname: _Text | None = None
    pronouns: _Text | None = None
    relationship: _Text | None = None
    background: dict[str, _Text] = Field(default_factory=dict)
    style: _Text | None = None
    preferences: list[_Text] = Field(default_factory=list)
    values: list[_Text] = Field(default_factory=list)
    interests: list[_Text] = Field(default_factory=list)
    hobbies: list[_Text] = Field(default_factory=list)
    notes: _Text | None = None
    face_image: _Text | None = None

    def profile(self) -> Profile:
        """The same as a record."""
        return Profile(
            display_name=self.display_name,
            nickname=self.nickname,
            pronouns=self.pronouns,
            relationship=self.relationship,
            background=self.background,
            communication=Communication(style=self.style, preferences=tuple(self.preferences)),
            values=tuple(self.values),
            interests=tuple(self.interests),
            hobbies=tuple(self.hobbies),
            notes=self.notes,
            face_image=self.face_image,
        )


class ReviseProfile(Command):
    """A profile as it is to be, and as it was shown when it was made."""

    shown: Fields
    wanted: Fields


@router.put("/profile/fields")
def revise_profile(person: Writing, by: Calling, body: ReviseProfile) -> observations.Applied:
    """Apply what was changed since a profile was shown, as one change; what others changed is merged, or refused."""
    if body.wanted.display_name != body.shown.display_name:
        see_own_name_stays(by, person, body.wanted.display_name)
    return observations.applied(person.user_model.edit(body.wanted.profile(), shown=body.shown.profile()))


class UpdateProfile(Command):
    """One field of a profile, as ``notes``, ``values`` or ``background.employer``, and what is done with it."""

    field: Annotated[str, Field(min_length=1, max_length=200)]
    value: str | list[str] | dict[str, str] | None = None
    action: Action = Action.SET
    reason: Annotated[str, Field(max_length=1000)] | None = None


@router.patch("/profile")
def update_profile(person: Writing, by: Calling, body: UpdateProfile) -> observations.Applied:
    """Set one field of the profile, append to it, or remove from it."""
    if body.field == "display_name":
        see_own_name_stays(by, person, str(body.value))
    updated = person.user_model.update(body.field, body.value, action=body.action, reason=body.reason)
    return observations.applied(updated)


# -- observations --------------------------------------------------------------------------------


def _review(
    category: UserCategory | None = None,
    minimum_confidence: Annotated[float | None, Query(ge=0, le=1)] = None,
    since: Moment | None = None,
    until: Moment | None = None,
    order: Order = Order.NEWEST,
) -> Review:
    return Review(
        category=category,
        minimum_confidence=minimum_confidence,
        since=since,
        until=until,
        limit=_MANY,
        order=order,
    )


@router.get("/observations")
def list_observations(
    person: Reading, piece: Piece, asked: Annotated[Review, Depends(_review)]
) -> Page[observations.Observation]:
    """List what was noticed of the person, with what contradicts it."""
    return paged(person.user_model.review(asked), observations.observation, piece, lambda one: one.memory.id)


class Observe(Command):
    """Something noticed of a person, in one sentence; ``message_id`` is where it was noticed."""

    text: Words
    category: UserCategory | None = None
    confidence: Annotated[float, Field(ge=0, le=1)] = DEFAULT_CONFIDENCE
    source_type: SourceType = SourceType.CONVERSATION
    message_id: Id | None = None


@router.post("/observations")
def record_observation(person: Writing, body: Observe) -> observations.Recorded:
    """Record something noticed; the same again makes it surer."""
    made = person.user_model.record(
        body.text,
        category=body.category,
        confidence=body.confidence,
        source_type=body.source_type,
        message=body.message_id,
    )
    return observations.recorded(made)


@router.post("/observations/{observation_id}/validate")
def validate_observation(person: Writing, observation_id: str) -> observations.Observed:
    """Confirm an observation: it is surer, and dated."""
    return observations.observed(person.user_model.validate(observation_id))


@router.get("/conflicts")
def list_conflicts(person: Reading, piece: Piece) -> Page[observations.Observation]:
    """List observations that contradict others, each with the other side."""
    seen = person.user_model.review(Review(limit=_MANY))
    return paged(
        [one for one in seen if one.contradictions], observations.observation, piece, lambda one: one.memory.id
    )


class Settle(Command):
    """The two sides of a contradiction by their ids, and which of them is so: one, both or neither."""

    sides: Annotated[list[Id], Field(min_length=2, max_length=2)]
    right: Annotated[list[Id], Field(max_length=2)]


@router.post("/conflicts/settle")
def settle_conflict(person: Writing, body: Settle) -> observations.Settled:
    """Settle a contradiction: what is not so is taken back, and two that are both so stand side by side."""
    one, other = body.sides
    return observations.settled(person.user_model.settle(one, other, right=body.right))


# -- proposals -----------------------------------------------------------------------------------


@router.get("/proposals")
def list_proposals(person: Reading, piece: Piece) -> Page[observations.Proposal]:
    """List what waits for a decision: changes of the profile with their evidence, and facts against what stands."""
    drawn = person.user_model.proposals()
    known = {one.memory.id for one in drawn}
    waiting = [one for one in person.memories(statuses=frozenset({Status.PROPOSED})) if one.id not in known]
    bare = [Proposal(memory=one, evidence=(), voices=1, replaces=None) for one in waiting]

    def shown(one: Proposal) -> observations.Proposal:
        return observations.proposal(one if one.evidence else replace(one, replaces=_in_its_slot(person, one.memory)))

    return paged([*drawn, *bare], shown, piece, lambda one: one.memory.id)


def _in_its_slot(person: Person, proposed: Memory) -> Memory | None:
    """What stands where a proposal would, in a slot."""
    if not proposed.key:
        return None
    part = Part(limit=1, key=proposed.key, kind=proposed.kind, about=proposed.about)
    return next(iter(person.memories(statuses=frozenset({Status.ACTIVE}), part=part)), None)


@router.post("/proposals")
def synthesize(person: Writing) -> list[observations.Proposal]:
    """Propose for the profile what was noticed often enough, and give all that waits."""
    return [observations.proposal(one) for one in person.user_model.synthesize()]


@router.post("/proposals/{proposal_id}/accept")
def accept_proposal(person: Writing, proposal_id: str) -> memories.Memory:
    """Accept a proposal."""
    return memories.memory(person.decide(proposal_id, accept=True))


@router.post("/proposals/{proposal_id}/decline")
def decline_proposal(person: Writing, proposal_id: str) -> memories.Memory:
    """Decline a proposal; it does not come again."""
    return memories.memory(person.decide(proposal_id, accept=False))


# -- in words and over time ----------------------------------------------------------------------


class Reflection(TypedDict):
    """What is understood of a person, in words."""

    focus: str
    text: str


@router.get("/reflection")
def reflect(person: Reading, focus: Focus = Focus.GENERAL) -> Reflection:
    """Tell what is understood of a person: all at a glance, or of one focus."""
    return {"focus": focus.value, "text": person.user_model.reflect(focus)}


@router.get("/relationship")
def list_relationship(person: Reading) -> list[observations.Moment]:
    """Show how the relationship changed, to read and to plot."""
    return [observations.moment(one) for one in person.user_model.relationship()]


class Day(TypedDict):
    """What came on a day of UTC and is kept: ``memories`` by kind, whether they are so still or not."""

    day: str
    messages: int
    memories: dict[Kind, int]


class Counts(TypedDict):
    """What is kept: memories that are so by kind and by category, what was so, what waits, and where it came from."""

    kinds: dict[Kind, int]
    categories: dict[str, int]
    past: int
    proposed: int
    messages: int
    conversations: int
    days: list[Day]


_counts: Maker[Counted, Counts] = maker(Counts)


@router.get("/counts")
def count_kept(person: Reading) -> Counts:
    """Count what is kept of the person, and the days on which it came: when it was said, or else learned."""
    return _counts(person.count())
