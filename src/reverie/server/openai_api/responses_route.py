"""Responses as OpenAI's newer clients ask for them, with the same memory as chat completions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response

from reverie.app.companion import Reverie
from reverie.app.turns import Relaying
from reverie.errors import ReverieError, UpstreamError
from reverie.records.users import Scope as Reach
from reverie.server.access.authorization import Calling, Opened, covered
from reverie.server.live.live_chat import Hall
from reverie.server.openai_api import openai_errors
from reverie.server.openai_api.openai_relay import (
    EVENTS,
    Asking,
    Extensible,
    PersonHeader,
    RecordHeader,
    Streamed,
    answered,
    line,
    mistake,
    whole,
)
from reverie.server.openai_api.responses_answer import Answer, Event
from reverie.server.openai_api.responses_request import ResponseRequest, chat_request

router = APIRouter(prefix="/v1", tags=["openai"])


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
    x_reverie_person: PersonHeader = None,
    x_reverie_record: RecordHeader = "on",
) -> Response:
    """Answer with memory: the last user message is kept and learned from, and so is the reply.

    It is asked of the model's server as a chat completion. With `stream` the answer comes as server-sent events, the
    last of which is `response.completed`, `response.incomplete` or `response.failed`.
    """
    covered(by, Reach.WRITE)
    asked = chat_request(body)
    asking = Asking(spoken=body, asked=asked, header=x_reverie_person, recorded=x_reverie_record == "on")
    hall: Hall = request.app.state.hall
    return await hall.limited(_responded, request, luna, body, asking)


def _responded(request: Request, luna: Reverie, body: ResponseRequest, asking: Asking) -> Response:
    try:
        answer = answered(request, luna, asking)
    except UpstreamError as error:
        return openai_errors.upstream(error)
    written = Answer(body)
    if isinstance(answer, dict):
        return whole(written.whole(answer))
    events = _events(written, answer, request.state.request_id)
    if isinstance(answer, Relaying):
        return Streamed(events, answer, request.app.state.hall)
    return Response("".join(events), media_type=EVENTS)


def _events(written: Answer, chunks: Iterable[Mapping[str, Any]], request_id: str) -> Iterator[str]:
    try:
        yield from map(_sent, written.events(chunks))
    except ReverieError as error:
        yield _sent(written.failed(mistake(error, request_id)))


def _sent(event: Event) -> str:
    return f"event: {event['type']}\n{line(event)}"
