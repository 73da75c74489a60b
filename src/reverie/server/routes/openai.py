"""Chat completions as OpenAI's clients ask for them, with memory: a person says something, and a model answers.

The person is the caller's own, or named in the request. What goes on between is one verb, ``person.turn.relay``; here
a request is read, and an answer written in OpenAI's shapes.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Annotated, Any, Literal
from urllib.parse import unquote

import anyio
from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, JsonValue
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from reverie.app import Reverie
from reverie.domain.keys import Scope as Reach
from reverie.domain.users import folded
from reverie.errors import NotFound, ReverieError, UpstreamError
from reverie.person import Person
from reverie.server import openai_errors
from reverie.server.gate import Caller
from reverie.server.live import Hall
from reverie.server.problems import HttpProblem, Problem, of_error
from reverie.server.reach import Calling, Opened, caller, covered
from reverie.services.means import new_id
from reverie.turns import Relaying, Turn

router = APIRouter(prefix="/v1", tags=["openai"])

NAME = "reverie"
"""The model that answers where no other is named: the configured one, with memory."""

PERSON = "X-Reverie-Person"
RECORD = "X-Reverie-Record"
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class ChatMessage(BaseModel):
    """A message as OpenAI takes it; what else it has is passed on."""

    model_config = ConfigDict(extra="allow")
    role: Annotated[str, Field(min_length=1, max_length=50)]
    content: JsonValue = None


class ChatRequest(BaseModel):
    """A request for a chat completion. What is not named here is passed on to the model's server as it is."""

    model_config = ConfigDict(extra="allow")
    messages: Annotated[list[ChatMessage], Field(min_length=1)]
    model: Annotated[str, Field(min_length=1, max_length=300, description="`reverie`: the one that is set up.")] = NAME
    stream: bool | None = None
    n: Literal[1] | None = Field(default=None, description="One answer: it is kept as the companion's reply.")
    user: Annotated[str, Field(min_length=1, max_length=300)] | None = Field(
        default=None,
        description="Who speaks: a name, an id, or an account as `platform:id`. It is not passed on.",
    )


class ChatChoice(BaseModel):
    """An answer."""

    model_config = ConfigDict(extra="allow")
    message: ChatMessage
    finish_reason: str | None = None


class ChatCompletion(BaseModel):
    """A whole answer, as the model's server gave it."""

    model_config = ConfigDict(extra="allow")
    choices: list[ChatChoice]


class Model(BaseModel):
    """A model that can be asked for."""

    id: str
    object: Literal["model"]
    created: int
    owned_by: str


class ModelList(BaseModel):
    """The models that can be asked for."""

    object: Literal["list"]
    data: list[Model]


@router.get("/models", operation_id="list_models")
def list_models(by: Calling, luna: Opened) -> ModelList:
    """List the models: `reverie` is the one that is set up, which stands beside it by its own name."""
    covered(by, Reach.READ)
    named = [NAME, *filter(None, [_configured(luna)])]
    return ModelList(object="list", data=[Model(id=n, object="model", created=0, owned_by="reverie") for n in named])


@router.get("/models/{model:path}", operation_id="get_model")
def get_model(by: Calling, luna: Opened, model: str) -> Model:
    """Show a model that can be asked for."""
    found = next((one for one in list_models(by, luna).data if one.id == model), None)
    if found is None:
        raise HttpProblem(404, "not-found", f"there is no such model here: ask for `{NAME}`")
    return found


@router.post(
    "/chat/completions",
    operation_id="create_chat_completion",
    response_model=ChatCompletion,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def create_chat_completion(
    request: Request,
    by: Calling,
    luna: Opened,
    body: ChatRequest,
    x_reverie_person: Annotated[str | None, Header(max_length=900, description="As `user`, percent-encoded.")] = None,
    x_reverie_record: Annotated[Literal["on", "off"], Header(description="`off`: nothing of it is kept.")] = "on",
) -> Response:
    """Answer a chat with memory: the last user message is kept and learned from, and so is the reply.

    With `stream` the answer comes as server-sent events, `data: [DONE]` last. Errors of the model's server are passed
    on with their status.
    """
    covered(by, Reach.WRITE)
    hall: Hall = request.app.state.hall
    speaks, recorded = body.user or unquote(x_reverie_person or ""), x_reverie_record == "on"
    return await hall.limited(_completed, request, luna, body, speaks, recorded)


def _completed(request: Request, luna: Reverie, body: ChatRequest, speaks: str, recorded: bool) -> Response:
    by = caller(request)
    asked = _asked(luna, by, body)
    person = _person(luna, by, speaks, recorded=recorded)
    spoken = person if recorded else person.off_record()
    request.state.person_id = person.id
    try:
        answer = spoken.turn.relay(asked, id=request.headers.get("idempotency-key"))
    except UpstreamError as error:
        retry = {} if error.retry_after is None else {"Retry-After": error.retry_after}
        return openai_errors.answer(error.status, error.error, retry)
    request.state.person_id = spoken.id  # a guest may have said who they are
    if isinstance(answer, Relaying):
        return Streamed(answer, request.app.state.hall, request.state.request_id)
    if isinstance(answer, Turn):
        if answer.said.reply is not None:  # something was asked of the memory: to forget, it may be
            request.app.state.replays.forget(spoken.id)
        return _told(answer, body)
    return JSONResponse(answer)


def _configured(luna: Reverie) -> str | None:
    """What the model's server calls the model that is set up."""
    return None if luna.model is None else luna.model.name.partition(":")[2]


def _asked(luna: Reverie, by: Caller, body: ChatRequest) -> dict[str, Any]:
    """The request as it is passed on: who speaks is not the server's to know, and our name is not its model's.

    Raises:
        HttpProblem: it can't be passed on.
    """
    asked = body.model_dump(exclude_unset=True, exclude={"user"})
    if asked.get("model", NAME) == NAME:
        asked.pop("model", None)
    elif by.name.startswith("person:") and asked["model"] != _configured(luna):
        raise HttpProblem(404, "model-not-found", f"with your own token there is the model {NAME}: /v1/models lists it")
    try:
        json.dumps(asked, allow_nan=False)
    except ValueError as error:
        raise HttpProblem(400, "malformed", "NaN and Infinity are no JSON") from error
    return asked


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
        return luna.find(named, exact=True)
    except NotFound:
        if not recorded or _ID.fullmatch(named):
            raise
    platform, _, external = named.partition(":")
    return luna.meet(external, account=(platform, external)) if platform and external else luna.meet(named, exact=True)


# -- answers -------------------------------------------------------------------------------------


def _told(turn: Turn, body: ChatRequest) -> Response:
    """What memory answers, as if a model had said it."""
    made: dict[str, Any] = {"id": f"chatcmpl-{new_id()}", "created": int(time.time()), "model": body.model}
    if not body.stream:
        message = {"role": "assistant", "content": turn.reply}
        choices = [{"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}]
        return JSONResponse({**made, "object": "chat.completion", "choices": choices, "usage": _usage()})
    made["object"] = "chat.completion.chunk"
    deltas: list[tuple[dict[str, str], str | None]] = [
        ({"role": "assistant", "content": turn.reply}, None),
        ({}, "stop"),
    ]
    chunks = [{**made, "choices": [{"index": 0, "delta": d, "finish_reason": f}]} for d, f in deltas]
    wanted = (body.model_extra or {}).get("stream_options")
    if isinstance(wanted, Mapping) and wanted.get("include_usage"):
        chunks.append({**made, "choices": [], "usage": _usage()})
    return Response("".join([*map(_event, chunks), _DONE]), media_type=_EVENTS)


def _usage() -> dict[str, int]:
    return {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


_EVENTS = "text/event-stream"
_DONE = "data: [DONE]\n\n"


def _event(chunk: Mapping[str, Any]) -> str:
    return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"


class Streamed(StreamingResponse):
    """An answer as it comes; when the client goes away, it ends, and what was sent is kept."""

    def __init__(self, answer: Relaying, hall: Hall, request_id: str) -> None:
        super().__init__(_paced(_events(answer, request_id), hall), media_type=_EVENTS)
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, and close it whatever happens."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            with anyio.CancelScope(shield=True):
                await run_in_threadpool(self._answer.close)


async def _paced(events: Iterator[str], hall: Hall) -> AsyncIterator[str]:
    while (event := await hall.limited(lambda: next(events, None))) is not None:
        yield event


def _events(answer: Relaying, request_id: str) -> Iterator[str]:
    try:
        for chunk in answer:
            yield _event(chunk)
    except UpstreamError as error:
        yield openai_errors.event(error.error)
    except ReverieError as error:
        problem = Problem.model_validate_json(bytes(of_error(error, request_id).body))
        yield openai_errors.event(openai_errors.retold(problem).error.model_dump())
    else:
        yield _DONE
