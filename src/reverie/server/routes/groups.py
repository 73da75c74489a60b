"""Groups: several people in one conversation. They are the application's: nobody reaches one with their own key."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import Field
from typing_extensions import TypedDict

from reverie.app.companion import Reverie
from reverie.app.group import Group
from reverie.app.turns.turn_json import TakenTurn, turn
from reverie.conversations.message_store import LONGEST_KEY
from reverie.records.conversations import LONGEST, Role
from reverie.server.access.authorization import Looking, Meeting, let_go_where_asked
from reverie.server.live.live_chat import LiveChat
from reverie.server.pagination import Command, Id, Moment, Words
from reverie.server.routes.memories import Prompt, prompt
from reverie.shapes import conversations, hits, memories, people

router = APIRouter(prefix="/v1/groups", tags=["groups"])

GroupId = Annotated[str, Path(max_length=300, description="An id of a group, or its name.")]
Name = Annotated[str, Field(min_length=1, max_length=200)]


class Member(TypedDict):
    """Somebody who is or was in a group."""

    user: people.Person
    is_present: bool


class GroupCard(TypedDict):
    """A group with everybody who is or was in it, in the order in which they came."""

    id: str
    name: str
    members: list[Member]


def _card(group: Group) -> GroupCard:
    there = [Member(user=people.user(one.user), is_present=one.is_present) for one in group.members()]
    return {"id": group.id, "name": group.name, "members": there}


def _read(request: Request, luna: Looking, group_id: GroupId) -> Group:
    return _reached(request, luna, group_id)


def _spoken(request: Request, luna: Meeting, group_id: GroupId) -> Group:
    return _reached(request, luna, group_id)


def _reached(request: Request, luna: Reverie, group_id: str) -> Group:
    group = luna.directory.group(group_id)
    request.state.people = tuple(one.user.id for one in group.members())
    return group


Read = Annotated[Group, Depends(_read)]
Spoken = Annotated[Group, Depends(_spoken)]


class Open(Command):
    """A group by its name, to the letter, and who is in it beside those who are already."""

    name: Name
    members: Annotated[list[Id], Field(max_length=1000)] = Field(default_factory=list)


@router.post("", status_code=200)
def open_group(luna: Meeting, body: Open) -> GroupCard:
    """Open a group, which is made if it is not there."""
    there = [luna.find(one, exact=True) for one in body.members]
    return _card(luna.group(body.name, there))


@router.get("/{group_id}")
def get_group(group: Read) -> GroupCard:
    """Show a group and who is in it."""
    return _card(group)


class Join(Command):
    """Who comes. With ``since`` they know what was said since then; else nothing of before is told before them."""

    person_id: Id
    since: Moment | None = None


@router.post("/{group_id}/members")
def join_group(luna: Meeting, group: Spoken, body: Join) -> GroupCard:
    """Let somebody be in a group from now on."""
    group.join(luna.find(body.person_id, exact=True), since=body.since)
    return _card(group)


@router.delete("/{group_id}/members/{member_id}")
def leave_group(group: Spoken, member_id: Annotated[str, Path(max_length=300)]) -> GroupCard:
    """Let somebody be in a group no longer: what they said stays, and what is said from now on they do not hear."""
    group.leave(member_id)
    return _card(group)


class Spoke(Command):
    """Who speaks: an id, or an exact name or account. Whoever speaks is there."""

    person_id: Id


class SayInGroup(Spoke):
    """Something said in a group; an ``assistant``'s is a reply to the person. Under the same ``id`` it is said once."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    role: Role = Role.USER
    id: Annotated[str, Field(min_length=1, max_length=LONGEST_KEY)] | None = None


@router.post("/{group_id}/messages")
def say_in_group(request: Request, luna: Meeting, group: Spoken, body: SayInGroup) -> memories.Said:
    """Keep what somebody says in a group, and learn from it about them alone."""
    person = luna.find(body.person_id, exact=True)
    said = group.say(person, body.text, role=body.role, id=body.id)
    let_go_where_asked(request, person.id, said.reply)
    return memories.said(said)


@router.get("/{group_id}/messages")
def list_group_messages(group: Read, newest: Annotated[int, Query(ge=1, le=1000)] = 50) -> list[conversations.Message]:
    """List the last of what was said, as all who are present heard it, in order."""
    return [conversations.message(one) for one in group.messages(newest=newest)]


class AskInGroup(Spoke):
    """A message of somebody who is there; ``budget`` is in tokens."""

    message: Words
    budget: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


@router.post("/{group_id}/context")
def group_context(luna: Looking, group: Read, body: AskInGroup) -> Prompt:
    """Write the prompt block for a message: who is there, what may be told of who speaks, and the thread."""
    made = group.context(luna.find(body.person_id, exact=True), body.message, budget=body.budget)
    return prompt(made, body.message)


class RecallInGroup(Spoke):
    """A question."""

    query: Words
    limit: Annotated[int, Field(ge=1, le=200)] = 10


@router.post("/{group_id}/memories/search")
def recall_in_group(luna: Looking, group: Read, body: RecallInGroup) -> hits.Recalled:
    """Find what answers a question from the speaker's memory, as it may be told before those who are present."""
    return hits.recalled(group.recall(luna.find(body.person_id, exact=True), body.query, limit=body.limit))


class TurnInGroup(Spoke):
    """Something said in a group, to be answered. Under the same ``id`` it is said once and answered once."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    id: Annotated[str, Field(min_length=1, max_length=LONGEST_KEY)] | None = None


@router.post("/{group_id}/turns")
async def take_group_turn(request: Request, luna: Meeting, group: Spoken, body: TurnInGroup) -> TakenTurn:
    """Say something in a group, and give the answer, whole, with what led to it."""
    live: LiveChat = request.app.state.live
    return await live.limited(_taken, request, luna, group, body)


def _taken(request: Request, luna: Meeting, group: Spoken, body: TurnInGroup) -> TakenTurn:
    person = luna.find(body.person_id, exact=True)
    with luna.requests.under_way(None):  # a turn goes on where it was cut off, under its own id
        taken = group.turn(person, body.text, id=body.id)
    let_go_where_asked(request, person.id, taken.said.reply)
    return turn(taken)
