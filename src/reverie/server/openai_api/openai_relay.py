"""A request of one of OpenAI's clients, answered with memory: which model is asked, who speaks, how it streams.

Each route reads its request as one for chat completions, and writes the answer in its own shape. What goes on between
is one verb, ``person.turn.relay``.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import unquote

import anyio
from fastapi import Header, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from reverie.app.companion import Reverie
from reverie.app.group import Group
from reverie.app.person import Person
from reverie.app.turns import Relaying, Turn
from reverie.conversations.message_store import LONGEST_KEY
from reverie.errors import InvalidInput, NotFound, Refused, ReverieError, UpstreamError
from reverie.memory.runtime import new_id
from reverie.records.users import folded
from reverie.server.access.authentication import Caller
from reverie.server.access.authorization import caller, let_go_where_asked, see_whole, turn_id
from reverie.server.live.live_chat import LiveChat
from reverie.server.openai_api.openai_errors import OpenAIMistake, retold
from reverie.server.problem_details import HttpProblem, Problem, of_error
from reverie.text.patterns import ID

NAME = "reverie"
"""The model that answers where no other is named: the configured one, with memory."""

PERSON = "X-Reverie-Person"
RECORD = "X-Reverie-Record"
GROUP = "X-Reverie-Group"
PRESENT = "X-Reverie-Present"
OPEN_WEBUI_USER = "X-OpenWebUI-User-Id"
EVENTS = "text/event-stream"
_LONGEST_CHAT = LONGEST_KEY - len("openwebui:")

Name = Annotated[str, Field(min_length=1, max_length=300)]


class Extensible(BaseModel):
    """A part of either protocol. What is not named is passed on as it is."""

    model_config = ConfigDict(extra="allow")


class Spoken(Extensible):
    """What requests of both protocols say: who speaks, and to which model. What is not named is passed on as it is."""

    model: Annotated[Name, Field(description="`reverie`: the one that is set up.")] = NAME
    stream: bool | None = None
    user: Name | None = Field(
        default=None,
        description="Who speaks: a name, an id, or an account as `platform:id`. It is not passed on.",
    )
    safety_identifier: Name | None = Field(default=None, description="As `user`, where that and the header say nobody.")


class RelayHeaders(BaseModel):
    """The headers of ours that a request of either protocol may have."""

    x_reverie_person: str | None = Field(default=None, max_length=900, description="As `user`, percent-encoded.")
    x_reverie_record: Literal["on", "off"] = Field(default="on", description="`off`: nothing of it is kept.")
    x_reverie_group: str | None = Field(
        default=None, max_length=900, description="The group in which it is said: its name, percent-encoded."
    )
    x_reverie_present: str | None = Field(
        default=None,
        max_length=9000,
        description="Who hears it there beside whoever speaks, and nobody else: as `user`, each percent-encoded, "
        "with commas between.",
    )

    @property
    def recorded(self) -> bool:
        """Whether what is said is kept."""
        return self.x_reverie_record == "on"


Headers = Annotated[RelayHeaders, Header()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A request for chat completions as a route reads it, and the headers it came with."""

    spoken: Spoken
    asked: dict[str, Any]
    headers: RelayHeaders


def answered(request: Request, luna: Reverie, asking: Asking) -> dict[str, Any] | list[dict[str, Any]] | Relaying:
    """The answer: a chat completion, or its chunks where ``stream`` is set.

    Raises:
        HttpProblem: the request can't be answered, for a reason that is told.
        UpstreamError: the model's server did not answer; what was said is kept.
    """
    by, spoken, asked = caller(request), asking.spoken, dict(asking.asked)
    if (model := _model(luna, by, spoken.model)) is not None:
        asked["model"] = model
    try:
        json.dumps(asked, allow_nan=False)
    except ValueError as error:
        raise HttpProblem(400, "malformed", "NaN and Infinity are no JSON") from error
    headers, recorded = asking.headers, asking.headers.recorded
    named = spoken.user or unquote(headers.x_reverie_person or "") or spoken.safety_identifier or ""
    conversation = None
    if by.alone is None and OPEN_WEBUI_USER in request.headers:
        named, conversation = _vouched(luna, request, named, recorded=recorded)
    person, id = _person(luna, by, named, recorded=recorded), turn_id(request)
    request.state.people = (person.id,)
    group = _group(luna, by, person, headers)
    with luna.requests.under_way(None):  # a turn has the key for its id, and goes on where it was cut off
        if group is not None:
            answer = group.relay(person, asked, id=id, recorded=recorded)
        else:
            answer = (person if recorded else person.off_record()).turn.relay(asked, id=id, conversation=conversation)
    request.state.people = (person.id,)  # a guest may have said who they are
    if not isinstance(answer, Turn):
        return answer
    let_go_where_asked(request, person.id, answer.said.reply)
    return _chunks(answer, spoken.model) if spoken.stream else _completion(answer, spoken.model)


def models(luna: Reverie) -> list[str]:
    """What can be asked for: the one that is set up, by our name, the companion's, and that which its server knows."""
    own = [NAME] if folded(luna.companion.name) == NAME else [NAME, luna.companion.name]
    return [*own, *filter(None, [_configured(luna)])]


def _configured(luna: Reverie) -> str | None:
    """What the model's server calls the model that is set up."""
    return None if luna.model is None else luna.model.name.partition(":")[2]


def _model(luna: Reverie, by: Caller, wanted: str) -> str | None:
    """The model as its server is asked for it; None is the one that is set up.

    Raises:
        HttpProblem: there is no such model, for this caller.
    """
    if folded(wanted) in (NAME, folded(luna.companion.name)):
        return None
    if luna.model is None:
        told = f"there is no language model here: ask for `{NAME}`, and memory answers, or set model.name"
        raise HttpProblem(404, "model-not-found", told)
    if by.name.startswith("person:") and wanted != _configured(luna):
        raise HttpProblem(404, "model-not-found", f"with your own token there is the model {NAME}: /v1/models lists it")
    return wanted


def _person(luna: Reverie, by: Caller, named: str, *, recorded: bool) -> Person:
    """Who speaks: the one person that a caller reaches, or who is named; whoever is not known yet is met.

    Raises:
        HttpProblem: nobody is named.
        NotFound: nobody, for this caller.
    """
    if by.alone is not None:
        own = {folded(one) for one in (*by.known_as, by.alone.name, by.alone.user.called)}
        if named and folded(named) not in own:
            raise NotFound("nobody is found here by that name: leave out `user`, or check whose key or token you send")
        return by.alone
    if not named.strip():
        raise HttpProblem(
            400, "who-speaks", f"say who speaks: in `user`, in the header {PERSON}, or with a person's token"
        )
    try:
        return luna.find(named, exact=True).limited(by.access)
    except NotFound:
        if not recorded or ID.fullmatch(named):
            raise
    platform, _, external = named.partition(":")
    account = (platform, external) if platform and external else None
    return luna.meet(external if account else named, account=account, exact=account is None).limited(by.access)


def _group(luna: Reverie, by: Caller, person: Person, headers: RelayHeaders) -> Group | None:
    """The group in which it is said, with who is there as the headers say; None where a person is alone.

    Raises:
        HttpProblem: it is not for this caller to say, or there are people and no group.
        NotFound: somebody is not known, in a request of which nothing is kept.
    """
    present = headers.x_reverie_present
    if headers.x_reverie_group is None:
        if present is not None:
            raise HttpProblem(400, "malformed", f"say in which group they are: in the header {GROUP}")
        return None
    if by.alone is not None:
        raise HttpProblem(403, "limited", "a group is the application's: it needs a key for everybody")
    see_whole(by)
    group = luna.group(unquote(headers.x_reverie_group))
    if present is not None:
        named = [unquote(one.strip()) for one in present.split(",")]
        group.gather(person, *(_person(luna, by, one, recorded=headers.recorded) for one in named if one))
    return group


def _vouched(luna: Reverie, request: Request, named: str, *, recorded: bool) -> tuple[str, str | None]:
    """Whom Open WebUI speaks for, as an account, and the key of their chat; whoever is new is met by their name there.

    Its own users write what else is in a request, so nothing there may name somebody else.

    Raises:
        HttpProblem: it names nobody, or the request names somebody else.
    """
    of = request.headers.get
    external, chat = of(OPEN_WEBUI_USER, "").strip(), of("X-OpenWebUI-Chat-Id", "").strip()
    account = f"openwebui:{external}"
    if not external or named not in ("", account):
        told = f"{OPEN_WEBUI_USER} and `user` name two people: leave `user`, {PERSON} and `safety_identifier` out"
        raise HttpProblem(400, "who-speaks", told if external else f"{OPEN_WEBUI_USER} is empty: it says who speaks")
    if recorded:
        with suppress(InvalidInput, Refused):  # where the name is no name, they are called by their id below
            luna.meet(unquote(of("X-OpenWebUI-User-Name", "")), account=("openwebui", external))
    if len(chat) > _LONGEST_CHAT:
        chat = hashlib.sha256(chat.encode()).hexdigest()
    return account, f"openwebui:{chat}" if chat else None


# -- what memory answers, as if a model had said it ----------------------------------------------


_NOTHING = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


def _completion(turn: Turn, model: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": turn.reply}
    choices = [{"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}]
    return {**_made(model), "object": "chat.completion", "choices": choices, "usage": _NOTHING}


def _chunks(turn: Turn, model: str) -> list[dict[str, Any]]:
    made = {**_made(model), "object": "chat.completion.chunk"}
    deltas: list[tuple[dict[str, str], str | None]] = [
        ({"role": "assistant", "content": turn.reply}, None),
        ({}, "stop"),
    ]
    chunks = [{**made, "choices": [{"index": 0, "delta": d, "finish_reason": f}]} for d, f in deltas]
    return [*chunks, {**made, "choices": [], "usage": _NOTHING}]


def _made(model: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{new_id()}", "created": int(time.time()), "model": model}


# -- how an answer is sent -----------------------------------------------------------------------


def whole(answer: Mapping[str, Any]) -> Response:
    """A whole answer. It is written in ASCII: half a character, which JSON may have, is none in UTF-8."""
    return Response(json.dumps(answer), media_type="application/json")


def line(told: Mapping[str, Any]) -> str:
    """What an event of a stream tells, in ASCII as well."""
    return f"data: {json.dumps(told)}\n\n"


class Streamed(StreamingResponse):
    """An answer as it comes; when the client goes away, it ends, and what was sent is kept."""

    def __init__(self, events: Iterator[str], answer: Relaying, live: LiveChat) -> None:
        super().__init__(_paced(events, live), media_type=EVENTS)
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, and close it whatever happens."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            with anyio.CancelScope(shield=True):
                await run_in_threadpool(self._answer.close)


def mistake(error: ReverieError, request_id: str) -> OpenAIMistake:
    """What went wrong in the middle of a stream."""
    if isinstance(error, UpstreamError):
        return OpenAIMistake.model_validate(error.error)
    return retold(Problem.model_validate_json(bytes(of_error(error, request_id).body))).error


async def _paced(events: Iterator[str], live: LiveChat) -> AsyncIterator[str]:
    while (event := await live.limited(lambda: next(events, None))) is not None:
        yield event
