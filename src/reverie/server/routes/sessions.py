"""Who one is here, tokens for people, the cookie of a browser, and the tools of a companion's model."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field, JsonValue
from typing_extensions import TypedDict

from reverie.app.tools import TOOLS, Toolbox
from reverie.errors import NotFound
from reverie.records.users import Scope
from reverie.server.access.authentication import COOKIE, Authenticator
from reverie.server.access.authorization import Calling, Directing, Opened, Speaking
from reverie.server.pagination import Command
from reverie.server.problem_details import HttpProblem
from reverie.shapes import fields, people

router = APIRouter(prefix="/v1", tags=["access"])

_A_DAY_S = 24 * 60 * 60


class Session(TypedDict):
    """Who one is here, and how far one may go; ``person`` is the one person reached, null where all are.

    ``learning`` tells how the companion learns from what is said, and what would make that better.
    """

    scope: Scope
    person: people.Person | None
    local: bool
    companion: str
    learning: str


@router.get("/session")
def get_session(by: Calling, luna: Opened) -> Session:
    """Show who one is here."""
    return {
        "scope": by.scope,
        "person": None if by.alone is None else people.user(by.alone.user),
        "local": by.name == "local",
        "companion": luna.companion.name,
        "learning": luna.learning,
    }


@router.post("/session")
def begin_session(request: Request, response: Response, by: Calling, luna: Opened) -> Session:
    """Give a browser the token it shows in a cookie that no script can read; it lasts as long as the token."""
    auth: Authenticator = request.app.state.auth
    shown = request.headers.get("authorization", "").partition(" ")[2].strip()
    if not by.name.startswith("person:") or not shown:
        raise HttpProblem(403, "no-token", "a session is begun with a person's token as `Authorization: Bearer …`")
    response.set_cookie(
        COOKIE,
        shown,
        max_age=auth.tokens.seconds_left(shown),
        path="/",
        secure=auth.settings.cookie_secure,
        httponly=True,
        samesite="strict",
    )
    return get_session(by, luna)


class Over(TypedDict):
    """That a session is over."""

    ended: bool


@router.delete("/session")
def end_session(request: Request, response: Response, by: Calling) -> Over:
    """Take the cookie away."""
    settings = request.app.state.auth.settings
    response.delete_cookie(COOKIE, path="/", secure=settings.cookie_secure, httponly=True, samesite="strict")
    return {"ended": by.by_cookie}


class Lasting(Command):
    """How long a token lasts."""

    seconds: Annotated[int, Field(ge=1, le=30 * _A_DAY_S)] = 60 * 60


class Token(TypedDict):
    """A person's token."""

    token: str
    expires_at: str


@router.post("/people/{person_id}/tokens")
def issue_token(request: Request, person: Directing, body: Lasting) -> Token:
    """Make a token with which a person reaches their own memory and nobody else's; the setting jwt_secret signs it."""
    if person.user.guest:
        raise HttpProblem(409, "guest", "a guest gets no token: meet them by name first, and let them confirm it")
    now = datetime.now(UTC)
    auth: Authenticator = request.app.state.auth
    lasting = timedelta(seconds=body.seconds)
    token = auth.tokens.issue(person.id, now, lasting)
    return {"token": token, "expires_at": fields.utc(now + lasting)}


# -- tools ---------------------------------------------------------------------------------------


class Tool(TypedDict):
    """A tool as an OpenAI-compatible endpoint takes it: ``parameters`` is a JSON schema."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


@router.get("/people/{person_id}/tools")
def list_tools(person: Speaking, luna: Opened) -> list[Tool]:
    """List the tools that a companion's model may call while it talks with the person."""
    return [
        {"name": f["name"], "description": f["description"], "parameters": f["parameters"]}
        for f in (one["function"] for one in Toolbox(luna, person).openai())
    ]


class Outcome(TypedDict):
    """What became of a call: ``ok`` is whether it did what was asked, ``content`` what to tell the model."""

    name: str
    ok: bool
    content: dict[str, JsonValue]


@router.post("/people/{person_id}/tools/{name}")
def call_tool(person: Speaking, luna: Opened, name: str, body: dict[str, JsonValue]) -> Outcome:
    """Call a tool with its arguments; what a model got wrong is answered with what would be right."""
    if name not in TOOLS:
        raise NotFound(f"there is no such tool: there are {', '.join(TOOLS)}")
    outcome = Toolbox(luna, person, message=person.turn.unanswered()).run(name, body)
    return {"name": outcome.name, "ok": outcome.ok, "content": json.loads(outcome.content)}
