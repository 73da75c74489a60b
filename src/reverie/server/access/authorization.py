"""What a route may reach: the person of its path, or the companion, as far as the caller may go.

A caller who reaches one person alone finds that one and no other: whoever else is asked for is not found, whether they
exist or not. What is everybody's is not theirs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Path, Request
from starlette.requests import HTTPConnection

from reverie.app.companion import Reverie
from reverie.app.person import Person
from reverie.errors import NotFound
from reverie.records.read_access import WHOLE
from reverie.records.users import Scope
from reverie.server.access.authentication import Caller
from reverie.server.problem_details import HttpProblem

_NOBODY = "nobody is found here by that id: check it, and whose key or token you send"

PersonId = Annotated[
    str,
    Path(
        max_length=300,
        description="An id, a name, an account as `platform:id`; `me` for the one person a key or token reaches.",
    ),
]


def caller(request: HTTPConnection) -> Caller:
    """Who calls; they were let in before."""
    found: Caller = request.state.caller
    return found


def turn_id(request: Request) -> str | None:
    """The id of a turn that has none but its request's key: of this caller's and companion's alone, as the key is."""
    key, companion = request.headers.get("idempotency-key"), opened(request).companion.id
    return None if key is None else hashlib.sha256(f"{companion}\0{caller(request).name}\0{key}".encode()).hexdigest()


def opened(request: HTTPConnection) -> Reverie:
    """The companion's memory that this server opened."""
    luna: Reverie = request.app.state.luna
    return luna


def covered(by: Caller, needed: Scope) -> None:
    """See that a caller may go so far.

    Raises:
        HttpProblem: they may not.
    """
    if not by.scope.covers(needed):
        raise HttpProblem(403, "scope", f"this needs a key with the scope {needed}: yours has {by.scope}")


def see_whole(by: Caller) -> None:
    """See that a caller may see all that is remembered.

    Raises:
        HttpProblem: their key may not.
    """
    if by.access != WHOLE:
        raise HttpProblem(403, "limited", "this needs a key that may read all: the setting may_read limits yours")


def reached(request: HTTPConnection, person_id: str) -> Person:
    """The person of a path, as far as the caller reaches.

    Raises:
        NotFound: nobody, for this caller.
    """
    by = caller(request)
    if by.alone is None:
        person = opened(request).find(person_id, exact=True).limited(by.access)
    elif person_id in by.known_as:
        person = by.alone
    else:
        raise NotFound(_NOBODY)
    request.state.people = (person.id,)
    return person


def let_go_where_asked(request: Request, person_id: str, reply: str | None) -> None:
    """Let answers that are kept for a person go, where something was asked of the memory: to forget, it may be."""
    if reply is not None:
        request.app.state.replays.forget(person_id)


def see_own_name_stays(by: Caller, person: Person, name: str | None) -> None:
    """See that nobody with their own key or token takes a name: an application may know somebody else by it.

    Raises:
        HttpProblem: it is another name than the one they have.
    """
    if by.alone is not None and name is not None and " ".join(name.split()) != person.name:
        raise HttpProblem(403, "limited", "the application knows you by your name: change your nickname instead")


def _person(needed: Scope, *, others: bool = False) -> Callable[..., Person]:
    """The person of the path; ``others`` is for what touches more than them, which nobody may do who is alone."""

    def found(request: Request, person_id: PersonId) -> Person:
        person = reached(request, person_id)
        by = caller(request)
        if others and by.alone is not None:
            raise HttpProblem(403, "limited", "this needs a key for everybody, not one for a person")
        covered(by, needed)
        if needed is Scope.ADMIN:
            see_whole(by)
        return person

    return found


def _companion(needed: Scope) -> Callable[..., Reverie]:
    def found(request: Request) -> Reverie:
        by = caller(request)
        if by.alone is not None and request.path_params:
            raise NotFound(_NOBODY)
        if by.alone is not None:
            raise HttpProblem(403, "limited", "this is the companion's: it needs a key for everybody")
        covered(by, needed)
        see_whole(by)
        return opened(request)

    return found


Calling = Annotated[Caller, Depends(caller)]
Opened = Annotated[Reverie, Depends(opened)]

Reading = Annotated[Person, Depends(_person(Scope.READ))]
Writing = Annotated[Person, Depends(_person(Scope.WRITE))]
Speaking = Annotated[Person, Depends(_person(Scope.WRITE, others=True))]
Directing = Annotated[Person, Depends(_person(Scope.ADMIN, others=True))]

Looking = Annotated[Reverie, Depends(_companion(Scope.READ))]
Meeting = Annotated[Reverie, Depends(_companion(Scope.WRITE))]
Changing = Annotated[Reverie, Depends(_companion(Scope.ADMIN))]
