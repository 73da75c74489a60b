"""Who is known: meeting people, what they are called, their accounts, and who turned out to be one."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field
from typing_extensions import TypedDict

from reverie.app.companion import Reverie
from reverie.app.person import Person
from reverie.errors import InvalidInput, NotFound
from reverie.server.access.authorization import (
    Calling,
    Changing,
    Directing,
    Looking,
    Meeting,
    Opened,
    Reading,
    Speaking,
    Writing,
    see_own_name_stays,
)
from reverie.server.pagination import Command, Id, Page, Piece, paged
from reverie.shapes import people

router = APIRouter(prefix="/v1", tags=["people"])

Name = Annotated[str, Field(min_length=1, max_length=200)]


class Card(TypedDict):
    """Somebody with their accounts, and the question who they are while that is open."""

    person: people.Person
    accounts: list[people.Account]
    confirmation: people.Confirmation | None


def _card(luna: Opened, person: Person) -> Card:
    asked = person.confirmation
    return {
        "person": people.user(person.user),
        "accounts": [people.account(one) for one in luna.directory.accounts(person)],
        "confirmation": None if asked is None else people.confirmation(asked),
    }


@router.get("/people")
def list_people(luna: Looking, piece: Piece) -> Page[people.Person]:
    """List who is known, by name."""
    return paged(luna.people(), people.user, piece, lambda one: one.id)


class AccountName(Command):
    """An account of another platform."""

    platform: Annotated[str, Field(min_length=1, max_length=100)]
    external_id: Id


class Meet(Command):
    """Whom to meet. With an account nobody is asked who they are."""

    name: Name
    account: AccountName | None = None
    namesake: bool = Field(default=False, description="Somebody new, whoever else is called so.")


@router.post("/people", status_code=200)
def meet_person(request: Request, luna: Meeting, body: Meet) -> Card:
    """Meet somebody: who is known is found, a stranger is added."""
    if body.namesake:
        if body.account is not None:
            raise InvalidInput("a namesake is added without an account: link it afterwards")
        person = luna.directory.add(body.name)
    else:
        account = None if body.account is None else (body.account.platform, body.account.external_id)
        person = luna.meet(body.name, account=account, exact=True)
    request.state.people = (person.id,)
    return _card(luna, person)


@router.get("/people/{person_id}")
def get_person(person: Reading, luna: Opened) -> Card:
    """Show who somebody is."""
    return _card(luna, person)


class Describe(Command):
    """What somebody is called from now on; what is left out stays, and null takes a nickname or pronouns away."""

    name: Name | None = None
    nickname: Annotated[str, Field(max_length=200)] | None = None
    pronouns: Annotated[str, Field(max_length=200)] | None = None


@router.patch("/people/{person_id}")
def describe_person(person: Writing, by: Calling, luna: Opened, body: Describe) -> Card:
    """Change what somebody is called; their name only with a key for everybody."""
    see_own_name_stays(by, person, body.name)
    changed = body.model_dump(exclude_unset=True)
    if changed.get("name", "") is None:
        raise InvalidInput("a person has a name: leave it out, or send another")
    return _card(luna, luna.directory.describe(person, **changed) if changed else person)


class Confirm(Command):
    """The guest who is this person."""

    guest: Id


@router.post("/people/{person_id}/confirm")
def confirm_person(request: Request, person: Writing, by: Calling, luna: Opened, body: Confirm) -> people.Identified:
    """Confirm that a guest is somebody: an application for whom it vouches, a person for who said they are them."""
    guest = _claiming(luna, person, body.guest) if by.alone is not None else luna.find(body.guest, exact=True)
    request.app.state.replays.forget(guest.id)
    return people.identified(luna.directory.confirm(guest, person))


def _claiming(luna: Reverie, person: Person, guest: str) -> Person:
    """A guest who said they are this person; nobody else is found."""
    with suppress(NotFound):
        found = luna.find(guest, exact=True)
        if found.confirmation is not None and found.confirmation.claimed == person.id:
            return found
    raise NotFound("no guest here says they are you: check the guest's id")


class Merge(Command):
    """The one in whom a person is found from now on."""

    into: Id


@router.post("/people/{person_id}/merge")
def merge_person(request: Request, person: Directing, luna: Opened, body: Merge) -> people.Merged:
    """Merge somebody into another, because they are one; a split takes it back."""
    request.app.state.replays.forget(person.id)
    return people.merged(luna.directory.merge(person, into=luna.find(body.into, exact=True)))


class Split(Command):
    """Who was merged: a name, an id, or the id of the merge."""

    who: Id


@router.post("/people/split")
def split_people(luna: Changing, body: Split) -> Card:
    """Tell somebody apart again who was merged."""
    return _card(luna, luna.directory.split(body.who))


@router.put("/people/{person_id}/accounts")
def link_account(person: Speaking, luna: Opened, body: AccountName) -> Card:
    """Link an account of another platform to somebody: it leads to the same memory."""
    luna.directory.link(person, body.platform, body.external_id)
    return _card(luna, person)


@router.post("/people/{person_id}/accounts/unlink")
def unlink_account(person: Speaking, luna: Opened, body: AccountName) -> Card:
    """Take an account away from somebody; what was said with it stays theirs."""
    luna.directory.unlink(person, body.platform, body.external_id)
    return _card(luna, person)


@router.get("/people/{person_id}/names")
def list_name_changes(person: Reading, luna: Opened) -> list[people.Happened]:
    """Show what became of who somebody is: names, accounts, merges and splits."""
    return [people.happened(one) for one in luna.directory.history(person)]


@router.get("/patterns")
def list_patterns(luna: Changing, minimum: Annotated[int, Query(ge=5, le=1_000_000)] = 5) -> list[people.Pattern]:
    """Show what at least so many people share. It is for whoever runs the companion."""
    return [people.pattern(one) for one in luna.directory.patterns(minimum)]
