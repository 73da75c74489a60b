"""What OpenAI's clients ask for, with memory: chat completions and responses.

Each is asked of the model's server as a chat completion, and written in its own shape.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field, JsonValue

from reverie.app.companion import Reverie
from reverie.app.turns import Relaying
from reverie.errors import ReverieError, UpstreamError
from reverie.records.users import Scope as Reach
from reverie.server.access.authorization import Calling, Opened, covered
from reverie.server.live.live_chat import LiveChat
from reverie.server.openai_api import openai_errors
from reverie.server.openai_api.openai_relay import (
    EVENTS,
    NAME,
    Asking,
    Extensible,
    Headers,
    Spoken,
    Streamed,
    answered,
    line,
    mistake,
    models,
    whole,
)
from reverie.server.openai_api.responses_answer import Answer, Event
from reverie.server.openai_api.responses_request import ResponseRequest, chat_request
from reverie.server.problem_details import HttpProblem

router = APIRouter(prefix="/v1", tags=["openai"])

# -- chat completions ----------------------------------------------------------------------------


class ChatMessage(Extensible):
    """A message as OpenAI takes it; what else it has is passed on."""

    role: Annotated[str, Field(min_length=1, max_length=50)]
    content: JsonValue = None


class ChatRequest(Spoken):
    """A request for a chat completion. What is not named here is passed on to the model's server as it is."""

    messages: Annotated[list[ChatMessage], Field(min_length=1)]
    n: Literal[1] | None = Field(default=None, description="One answer: it is kept as the companion's reply.")


class ChatChoice(Extensible):
    """An answer."""

    message: ChatMessage
    finish_reason: str | None = None


class ChatCompletion(Extensible):
    """A whole answer, as the model's server gave it."""

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


@router.get("/models")
def list_models(by: Calling, luna: Opened) -> ModelList:
    """List the models: `reverie` is the one that is set up, which has the companion's name and its own as well."""
    covered(by, Reach.READ)
    listed = [Model(id=name, object="model", created=0, owned_by="reverie") for name in models(luna)]
    return ModelList(object="list", data=listed)


@router.get("/models/{model:path}")
def get_model(by: Calling, luna: Opened, model: str) -> Model:
    """Show a model that can be asked for."""
    found = next((one for one in list_models(by, luna).data if one.id == model), None)
    if found is None:
        raise HttpProblem(404, "model-not-found", f"there is no such model here: ask for `{NAME}`")
    return found


@router.post(
    "/chat/completions",
    response_model=ChatCompletion,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def create_chat_completion(
    request: Request,
    by: Calling,
    luna: Opened,
    body: ChatRequest,
    headers: Headers,
) -> Response:
    """Answer a chat with memory: the last user message is kept and learned from, and so is the reply.

    With `stream` the answer comes as server-sent events, `data: [DONE]` last. Errors of the model's server are passed
    on with their status.
    """
    covered(by, Reach.WRITE)
    asked = body.model_dump(exclude_unset=True, exclude={"user", "safety_identifier", "model"})
    asking = Asking(spoken=body, asked=asked, headers=headers)
    live: LiveChat = request.app.state.live
    return await live.limited(_completed, request, luna, asking)


def _completed(request: Request, luna: Reverie, asking: Asking) -> Response:
    try:
        answer = answered(request, luna, asking)
    except UpstreamError as error:
        return openai_errors.upstream(error)
    if isinstance(answer, Relaying):
        return Streamed(_chunk_lines(answer, request.state.request_id), answer, request.app.state.live)
    if isinstance(answer, list):
        options = asking.asked.get("stream_options")
        counted = isinstance(options, Mapping) and options.get("include_usage")
        told = [one for one in answer if one["choices"] or counted]
        return Response("".join(_chunk_lines(told, request.state.request_id)), media_type=EVENTS)
    return whole(answer)


def _chunk_lines(chunks: Iterable[Mapping[str, Any]], request_id: str) -> Iterator[str]:
    try:
        for chunk in chunks:
            yield line(chunk)
    except ReverieError as error:
        yield line({"error": mistake(error, request_id).model_dump()})
    else:
        yield "data: [DONE]\n\n"


# -- responses -----------------------------------------------------------------------------------


class ResponseItem(Extensible):
    """A message of the model, or a call of a function."""

    id: str
    type: Literal["message", "function_call"]
    status: str


class ModelResponse(Extensible):
    """A whole response."""

    id: str
    object: Literal["response"]
    created_at: int
    status: Literal["completed", "incomplete"]
    model: str
    output: list[ResponseItem]


@router.post(
    "/responses",
    response_model=ModelResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def create_response(
    request: Request,
    by: Calling,
    luna: Opened,
    body: ResponseRequest,
    headers: Headers,
) -> Response:
    """Answer with memory: the last user message is kept and learned from, and so is the reply.

    It is asked of the model's server as a chat completion. With `stream` the answer comes as server-sent events, the
    last of which is `response.completed`, `response.incomplete` or `response.failed`.
    """
    covered(by, Reach.WRITE)
    asked = chat_request(body)
    asking = Asking(spoken=body, asked=asked, headers=headers)
    live: LiveChat = request.app.state.live
    return await live.limited(_responded, request, luna, body, asking)


def _responded(request: Request, luna: Reverie, body: ResponseRequest, asking: Asking) -> Response:
    try:
        answer = answered(request, luna, asking)
    except UpstreamError as error:
        return openai_errors.upstream(error)
    written = Answer(body)
    if isinstance(answer, dict):
        return whole(written.whole(answer))
    events = _event_lines(written, answer, request.state.request_id)
    if isinstance(answer, Relaying):
        return Streamed(events, answer, request.app.state.live)
    return Response("".join(events), media_type=EVENTS)


def _event_lines(written: Answer, chunks: Iterable[Mapping[str, Any]], request_id: str) -> Iterator[str]:
    try:
        yield from map(_event_line, written.events(chunks))
    except ReverieError as error:
        yield _event_line(written.failed(mistake(error, request_id)))


def _event_line(event: Event) -> str:
    return f"event: {event['type']}\n{line(event)}"
