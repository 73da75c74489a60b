"""The companion itself: what it thinks, who it is to itself, and what it has read.

All of it may speak of several people, so a key or token that is limited to one reaches none of it.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from typing_extensions import TypedDict

from reverie.memory.history import Last
from reverie.profile.observations import Review
from reverie.records.companion_self import SelfField, SelfFocus
from reverie.records.observation_categories import DEFAULT_CONFIDENCE, SelfCategory
from reverie.records.opinions import STRENGTH, Occasion, OpinionCategory
from reverie.server.access.authorization import Changing, Looking
from reverie.server.pagination import Command, Id, Page, Piece, Words, kept_page, paged, seq_of
from reverie.shapes import hits, memories, observations, people, persona

router = APIRouter(prefix="/v1", tags=["companion"])

_MANY = 100_000


@router.get("/companion")
def get_companion(luna: Looking) -> people.Person:
    """Show who the companion is."""
    return people.user(luna.companion)


# -- opinions ------------------------------------------------------------------------------------


@router.get("/opinions")
def list_opinions(
    luna: Looking,
    piece: Piece,
    category: OpinionCategory | None = None,
    include_retracted: bool = False,
    held: Annotated[bool, Query(description="Those that wait for a decision.")] = False,
) -> Page[persona.Opinion]:
    """List what the companion thinks, the strongest first."""
    thinks = luna.opinions
    every = thinks.held() if held else thinks.list(category, include_retracted=include_retracted, limit=_MANY)
    return paged(every, persona.opinion, piece, lambda one: one.id)


class Opine(Command):
    """An opinion; ``about`` are the people it concerns."""

    name: Annotated[str, Field(min_length=1, max_length=1000)]
    opinion: Words
    category: OpinionCategory | None = None
    strength: Annotated[float, Field(ge=0, le=1)] = STRENGTH
    reason: Annotated[str, Field(max_length=4096)] | None = None
    about: Annotated[list[Id], Field(max_length=100, default_factory=list)]


@router.post("/opinions")
def form_opinion(luna: Changing, body: Opine) -> persona.Opined:
    """Form an opinion: it is added, makes the same one stronger, or is held where it stands against one."""
    concerned = tuple(luna.find(one).id for one in body.about)
    made = luna.opinions.add(
        body.name,
        body.opinion,
        body.category,
        strength=body.strength,
        reason=body.reason,
        occasion=Occasion(related_users=concerned),
    )
    return persona.opined(made)


class SearchOpinions(Command):
    """A topic, or a sentence that an opinion may stand against (``conflicts``)."""

    query: Words
    limit: Annotated[int, Field(ge=1, le=200)] = 10
    include_retracted: bool = False
    conflicts: bool = False


class Opinions(TypedDict):
    """Opinions in order, and what the search had to do without."""

    opinions: list[persona.Opinion]
    degraded: list[str]


@router.post("/opinions/search")
def search_opinions(luna: Looking, body: SearchOpinions) -> Opinions:
    """Find the opinions nearest in meaning."""
    thinks = luna.opinions
    near = (
        thinks.find_conflicts(body.query)
        if body.conflicts
        else thinks.search(body.query, limit=body.limit, include_retracted=body.include_retracted)
    )
    return {"opinions": [persona.opinion(one) for one in near], "degraded": list(near.degraded)}


@router.get("/opinions/stats")
def count_opinions(luna: Looking) -> persona.Tally:
    """Count opinions."""
    return persona.tally(luna.opinions.stats())


@router.get("/companion/changes")
def list_companion_changes(luna: Looking, piece: Piece) -> Page[memories.Event]:
    """List what changes did to the companion's own memory, the newest first."""
    listed = luna.opinions.changes(Last(limit=piece.limit + 1, before=seq_of(piece)))
    return kept_page(listed[::-1], piece, memories.event, lambda one: (one.seq,))


class UndoChange(Command):
    """A change of the companion's own memory; else the last."""

    change_id: Id | None = None


@router.post("/opinions/undo")
def undo_opinion(luna: Changing, body: UndoChange) -> memories.Undone:
    """Take back a change of the companion's own memory."""
    return memories.undone(luna.opinions.undo(body.change_id))


@router.get("/opinions/{opinion_id}")
def get_opinion(luna: Looking, opinion_id: str) -> persona.Opinion:
    """Show one opinion with its changes of mind."""
    return persona.opinion(luna.opinions.get(opinion_id))


@router.post("/opinions/{opinion_id}/reinforce")
def reinforce_opinion(luna: Changing, opinion_id: str) -> persona.Opinion:
    """Make an opinion stronger."""
    return persona.opinion(luna.opinions.reinforce(opinion_id))


class Evolve(Command):
    """What is thought now, and why the mind changed."""

    opinion: Words
    reason: Words


@router.post("/opinions/{opinion_id}/evolve")
def evolve_opinion(luna: Changing, opinion_id: str, body: Evolve) -> persona.Opined:
    """Change the companion's mind; what was thought stays in the history."""
    return persona.opined(luna.opinions.evolve(opinion_id, body.opinion, body.reason))


class Retract(Command):
    """Why an opinion is taken back."""

    reason: Annotated[str, Field(max_length=4096)] = ""


@router.post("/opinions/{opinion_id}/retract")
def retract_opinion(luna: Changing, opinion_id: str, body: Retract) -> persona.Opinion:
    """Take an opinion back: it is never told again."""
    return persona.opinion(luna.opinions.retract(opinion_id, body.reason))


@router.post("/opinions/{opinion_id}/accept")
def accept_opinion(luna: Changing, opinion_id: str) -> persona.Opinion:
    """Accept an opinion that is held: it takes the place of what it stands against."""
    return persona.opinion(luna.opinions.decide(opinion_id, accept=True))


@router.post("/opinions/{opinion_id}/decline")
def decline_opinion(luna: Changing, opinion_id: str) -> persona.Opinion:
    """Decline an opinion that is held."""
    return persona.opinion(luna.opinions.decide(opinion_id, accept=False))


# -- the self-model ------------------------------------------------------------------------------


@router.get("/self")
def get_self_model(
    luna: Looking, focus: SelfFocus = SelfFocus.GENERAL, limit: Annotated[int, Query(ge=1, le=200)] = 10
) -> persona.SelfReview:
    """Show who the companion is to itself."""
    return persona.self_review(luna.self_model.review_self_model(focus, limit=limit))


class Statements(Command):
    """What the companion says of itself in one field, in the place of what it said."""

    statements: Annotated[list[Words], Field(max_length=200)]


@router.put("/self/{field}")
def set_self_field(luna: Changing, field: SelfField, body: Statements) -> persona.SelfProfile:
    """Replace what the companion says of itself in one field."""
    return persona.self_profile(luna.self_model.set(field, body.statements))


class Statement(Command):
    """One sentence that the companion says of itself."""

    statement: Words


@router.post("/self/{field}/append")
def append_self_field(luna: Changing, field: SelfField, body: Statement) -> persona.SelfProfile:
    """Add to what the companion says of itself."""
    return persona.self_profile(luna.self_model.append(field, body.statement))


@router.post("/self/{field}/remove")
def remove_self_field(luna: Changing, field: SelfField, body: Statement) -> persona.SelfProfile:
    """Take out something that the companion says of itself."""
    return persona.self_profile(luna.self_model.remove(field, body.statement))


@router.get("/self-observations")
def list_self_observations(luna: Looking, piece: Piece) -> Page[observations.Observation]:
    """List what the companion noticed of itself, the newest first."""
    seen = luna.self_model.observations(Review(limit=_MANY))
    return paged(seen, observations.observation, piece, lambda one: one.memory.id)


class NoticeSelf(Command):
    """Something the companion noticed of itself."""

    text: Words
    category: SelfCategory = SelfCategory.PATTERN
    confidence: Annotated[float, Field(ge=0, le=1)] = DEFAULT_CONFIDENCE


@router.post("/self-observations")
def record_self_observation(luna: Changing, body: NoticeSelf) -> observations.Recorded:
    """Record something that the companion noticed of itself."""
    made = luna.self_model.record_self_observation(body.text, body.category, confidence=body.confidence)
    return observations.recorded(made)


# -- knowledge -----------------------------------------------------------------------------------


@router.get("/knowledge")
def list_knowledge(luna: Looking, piece: Piece) -> Page[hits.Document]:
    """List the documents that the companion has read."""
    return paged(luna.knowledge.documents(), hits.document, piece, lambda one: one.id)


class Question(Command):
    """A question to the documents."""

    question: Words
    limit: Annotated[int, Field(ge=1, le=100)] = 3


class Passages(TypedDict):
    """Passages, best first, and what the search had to do without."""

    passages: list[hits.Passage]
    degraded: list[str]


@router.post("/knowledge/search")
def search_knowledge(luna: Looking, body: Question) -> Passages:
    """Find the passages that answer a question, with their sources."""
    best = luna.knowledge.search(body.question, body.limit)
    return {"passages": [hits.passage(one) for one in best], "degraded": list(best.degraded)}
