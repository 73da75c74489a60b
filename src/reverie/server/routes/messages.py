"""What is said: keeping a message and learning from it, and what was said about a topic."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field

from reverie.app.person import Person
from reverie.errors import NotFound
from reverie.records.conversations import LONGEST, Message, Role
from reverie.server.access.authorization import Calling, Reading, Writing, let_go_where_asked
from reverie.server.pagination import Command, Id, Moment, Page, Piece, Words, kept_page, place_of
from reverie.server.problem_details import HttpProblem
from reverie.shapes import conversations, memories

router = APIRouter(prefix="/v1/people/{person_id}", tags=["messages"])


class Say(Command):
    """Something said. ``off_record`` keeps nothing of it."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    role: Role = Role.USER
    at: Moment | None = None
    conversation_id: Id | None = None
    speaker: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    off_record: bool = False


@router.post("/messages")
def say(request: Request, by: Calling, person: Writing, body: Say) -> memories.Said:
    """Keep a message and learn from it; what the person asks of the memory itself is done, and told in ``reply``.

    With a person's own token only their own words are taken: the companion's are the application's to send.
    """
    if by.alone is not None and (body.role is not Role.USER or body.speaker is not None):
        raise HttpProblem(403, "limited", "with your own token you speak for yourself: leave out role and speaker")
    if body.conversation_id is not None:
        person.conversations.find(body.conversation_id)
    spoken = person.off_record() if body.off_record else person
    said = spoken.say(
        body.text,
        role=body.role,
        at=body.at,
        conversation=body.conversation_id,
        speaker=body.speaker,
    )
    request.state.people = (spoken.id,)  # a guest may have said who they are
    let_go_where_asked(request, spoken.id, said.reply)
    return memories.said(said)


class MessageOrder(StrEnum):
    """Which end of a list comes first."""

    OLDEST = "oldest"
    NEWEST = "newest"


@router.get("/messages")
def list_messages(
    person: Reading,
    piece: Piece,
    conversation_id: Annotated[str | None, Query(max_length=300)] = None,
    order: MessageOrder = MessageOrder.OLDEST,
    after: Annotated[str | None, Query(max_length=300)] = None,
) -> Page[conversations.Message]:
    """List what was said, word for word; ``after`` names a message behind which the list begins, in its order."""
    place = place_of(piece)
    if place is None and after is not None:
        place = _message(person, after).place
    found = person.conversations.page(
        piece.limit + 1, conversation=conversation_id, after=place, backwards=order is MessageOrder.NEWEST
    )
    return kept_page(found, piece, conversations.message, lambda one: one.place)


@router.get("/messages/{message_id}")
def get_message(person: Reading, message_id: str) -> conversations.Message:
    """Show a message."""
    return conversations.message(_message(person, message_id))


@router.delete("/messages/{message_id}")
def unsay(request: Request, person: Writing, message_id: str) -> memories.Undone:
    """Delete a message, and everything that came from it."""
    request.app.state.replays.forget(person.id)
    return memories.undone(person.unsay(_message(person, message_id).id))


def _message(person: Person, message_id: str) -> Message:
    found = person.messages(ids=[message_id])
    if not found:
        raise NotFound("there is no such message of this person: list the messages to see their ids")
    return found[0]


class Whose(StrEnum):
    """Whose words are looked for: the person's own alone, or both sides'."""

    PERSON = "person"
    BOTH = "both"


class LookUp(Command):
    """A topic; ``over_time`` gives the person's words in order of time, with the turns of a changing mind marked."""

    topic: Words
    whose: Whose = Whose.PERSON
    over_time: bool = False
    limit: Annotated[int, Field(ge=1, le=200)] = 10


@router.post("/messages/search")
def search_messages(person: Reading, body: LookUp) -> conversations.Quotes:
    """Find what was said about a topic: word for word, with who said it and when."""
    talks = person.conversations
    if body.whose is Whose.BOTH:
        return conversations.quotes(talks.discussed(body.topic, limit=body.limit))
    return conversations.quotes(talks.said(body.topic, over_time=body.over_time, limit=body.limit))
