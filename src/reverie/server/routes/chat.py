"""Talking with the companion: a turn whole over HTTP, and live over a WebSocket.

A connection is three things at once, and over when one of them is: it hears what the client sends, it is told what
is to be sent, and it is watched, so that a token which expires ends it.
"""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import replace
from typing import Annotated, TypeGuard

from fastapi import APIRouter, Request, WebSocket
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocketDisconnect

from reverie.app.person import Person
from reverie.app.turns.turn_json import TakenTurn, turn
from reverie.context.core_memories import core_of
from reverie.conversations.message_store import LONGEST_KEY
from reverie.conversations.news import Happening, Kept, News, Unsaid
from reverie.errors import InvalidInput, ReverieError
from reverie.records.conversations import LONGEST
from reverie.records.users import Scope
from reverie.server.access.authentication import Authenticator
from reverie.server.access.authorization import (
    Writing,
    caller,
    covered,
    let_go_where_asked,
    reached,
    see_whole,
    turn_id,
)
from reverie.server.live import live_frames
from reverie.server.live.connections import Connection
from reverie.server.live.live_answers import told_of
from reverie.server.live.live_chat import LiveChat, PersonChat
from reverie.server.live.live_frames import PingFrame, SayFrame, StopFrame, WelcomeFrame
from reverie.server.pagination import Command, Id
from reverie.server.problem_details import HttpProblem, end, problem_of
from reverie.shapes import conversations, people

router = APIRouter(prefix="/v1/people/{person_id}", tags=["chat"])

_LOOKED_AT_S = 60.0
"""How often it is looked whether who is connected may still be."""
_LEEWAY_S = 0.5
_LONGEST_ID = 300


class TakeTurn(Command):
    """Something said, to be answered. Under the same ``id`` it is said once and answered once."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    id: Annotated[str, Field(min_length=1, max_length=LONGEST_KEY)] | None = None
    conversation_id: Id | None = None
    off_record: bool = False


@router.post("/turns")
async def take_turn(request: Request, person: Writing, body: TakeTurn) -> TakenTurn:
    """Say something, and give the answer, whole, with what led to it. Live chat gives it piece by piece.

    A language model answers; without one, or where it fails, memory does.
    """
    live: LiveChat = request.app.state.live
    return await live.limited(_taken, request, person, body)


def _taken(request: Request, person: Person, body: TakeTurn) -> TakenTurn:
    if body.conversation_id is not None:
        person.conversations.find(body.conversation_id)
    spoken = person.off_record() if body.off_record else person
    key = body.id or turn_id(request)
    with request.app.state.luna.requests.under_way(None):  # a turn goes on where it was cut off, under its own id
        taken = spoken.turn(body.text, id=key, conversation=body.conversation_id)
    request.state.people = (spoken.id,)  # a guest may have said who they are
    let_go_where_asked(request, spoken.id, taken.said.reply)
    return turn(taken)


@router.websocket("/chat")
async def chat(websocket: WebSocket, person_id: str) -> None:
    """Talk live: frames both ways, as the document's ``ServerFrame`` and ``ClientFrame`` say."""
    await websocket.accept()
    try:
        await _connected(websocket, person_id)
    except* (HTTPException, ReverieError) as wrong:
        error = next(iter(_alone(wrong)))
        await end(websocket.send, problem_of(error, websocket.state.request_id))
    except* WebSocketDisconnect:
        pass


def _alone(group: BaseExceptionGroup[HTTPException | ReverieError]) -> list[HTTPException | ReverieError]:
    """The errors of a group, however deep they lie in it."""
    found = []
    for one in group.exceptions:
        found += _alone(one) if isinstance(one, BaseExceptionGroup) else [one]
    return found


async def _connected(websocket: WebSocket, person_id: str) -> None:
    """Serve a connection until it ends, which is told by an error."""
    live: LiveChat = websocket.app.state.live
    conversation, after = _named(websocket, "conversation"), _named(websocket, "after")
    person = await run_in_threadpool(_person, websocket, person_id)
    connection = Connection(live.limits.unsent, conversation)
    person_chat = live.enter(person, await run_in_threadpool(lambda: person.user), connection)
    try:
        async with asyncio.TaskGroup() as together:
            together.create_task(_watched(websocket, connection))
            together.create_task(_told(websocket, person_chat, connection, after))
            await _heard(websocket, person_chat, connection)
    finally:
        live.leave(person_chat, connection)


def _named(websocket: WebSocket, name: str) -> str | None:
    """An id in the URL.

    Raises:
        InvalidInput: it is too long to be one.
    """
    given = websocket.query_params.get(name) or None
    if given is not None and len(given) > _LONGEST_ID:
        raise InvalidInput(f"{name}: an id has at most {_LONGEST_ID} characters")
    return given


def _person(websocket: WebSocket, person_id: str) -> Person:
    person = reached(websocket, person_id[:_LONGEST_ID])
    covered(caller(websocket), Scope.READ)
    see_whole(caller(websocket))  # what is told is for all devices of a person
    return person


# -- what the client is told ---------------------------------------------------------------------


async def _told(websocket: WebSocket, person_chat: PersonChat, connection: Connection, after: str | None) -> None:
    """Send what is shown first, what was missed, and then whatever is told."""
    live: LiveChat = websocket.app.state.live
    first = await person_chat.opening(connection, live.limits.shown, after)
    place = first.after
    missed = None if place is None else await _missed(live, person_chat, connection, place, first.place)
    shown = first.messages if missed is None else [one.message for one in missed.happenings if _new(one)]
    core = await run_in_threadpool(core_of, person_chat.person.reads, person_chat.user.id)
    present = await run_in_threadpool(lambda: person_chat.person.user)
    welcome: WelcomeFrame = {
        "type": "welcome",
        "version": live_frames.VERSION,
        "person": people.user(present),
        "companion": live.luna.companion.name,
        "conversation": None if first.here is None else first.here.id,
        "model": person_chat.person.turn.model,
        "messages": [conversations.message(one) for one in shown],
        "earlier": first.earlier,
        "resumed": missed is not None,
        "memories": [{"id": one.id, "text": one.text} for one in core],
    }
    await _send(websocket, live_frames.written(welcome))
    in_welcome = True
    while missed is not None:
        for one in missed.happenings:
            if not (in_welcome and _new(one)):
                await _send(websocket, live_frames.written(told_of(one, None)))
        in_welcome = False
        missed = await _missed(live, person_chat, connection, missed.reached, first.place) if missed.more else None
    while True:
        await _send(websocket, await connection.next(first.place))


async def _send(websocket: WebSocket, text: str) -> None:
    try:
        await websocket.send_text(text)
    except RuntimeError as error:  # uvicorn's, where it has closed the connection itself a moment ago
        raise WebSocketDisconnect(1006) from error


async def _missed(live: LiveChat, person_chat: PersonChat, connection: Connection, after: int, until: int) -> News:
    """A piece of what happened to messages between two places."""
    found = await run_in_threadpool(live.luna.news.since, person_chat.user, after, until=until)
    return replace(found, happenings=tuple(one for one in found.happenings if _concerns(one, connection.conversation)))


def _concerns(one: Happening, conversation: str | None) -> bool:
    """Whether it is of a message, of this conversation where one is meant."""
    if isinstance(one, Kept):
        return conversation is None or one.message.conversation_id == conversation
    return isinstance(one, Unsaid)


def _new(one: Happening) -> TypeGuard[Kept]:
    return isinstance(one, Kept) and not one.changed


# -- what the client sends -----------------------------------------------------------------------


async def _heard(websocket: WebSocket, person_chat: PersonChat, connection: Connection) -> None:
    """Do what the client asks, frame by frame; what can't be done is told as a problem, and the next one is heard.

    Raises:
        HttpProblem: it sends too much at once, or may not be here any more.
        WebSocketDisconnect: it went away.
    """
    live: LiveChat = websocket.app.state.live
    second, count = 0, 0
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code") or 1000)
        second, count = (now, 1) if (now := int(time.monotonic())) != second else (second, count + 1)
        if count > live.limits.frames_per_second:
            raise HttpProblem(429, "too-many", "too many frames a second: connect again, and send fewer")
        ref: str | None = None
        try:
            if (text := message.get("text")) is None:
                raise HttpProblem(400, "malformed", "a frame is JSON as text: binary frames say nothing here")
            frame = live_frames.read(text)
            ref = frame.ref if isinstance(frame, SayFrame) else None
            await _done(websocket, person_chat, connection, frame)
        except (HTTPException, ReverieError) as error:
            if isinstance(error, HTTPException) and error.status_code == 401:
                raise
            named = {} if ref is None else {"ref": ref}
            connection.tell({"type": "problem", **named, "problem": problem_of(error, websocket.state.request_id)})


async def _done(
    websocket: WebSocket, person_chat: PersonChat, connection: Connection, frame: SayFrame | StopFrame | PingFrame
) -> None:
    if isinstance(frame, PingFrame):
        connection.tell({"type": "pong"})
        return
    covered(caller(websocket), Scope.WRITE)
    if isinstance(frame, StopFrame):
        person_chat.stop()
        return
    auth: Authenticator = websocket.app.state.auth
    await run_in_threadpool(auth.caller, websocket)  # it counts, and whoever was let in may not be welcome any more
    person_chat.say(connection, frame)


async def _watched(websocket: WebSocket, connection: Connection) -> None:
    """End what was connected once it is over, or when what the client showed is good no more."""
    auth: Authenticator = websocket.app.state.auth
    until = caller(websocket).until
    while True:
        left = math.inf if until is None else max(until - time.time(), 0) + _LEEWAY_S
        await asyncio.wait([connection.over], timeout=min(left, _LOOKED_AT_S))
        if connection.over.done():
            raise connection.over.result()
        await run_in_threadpool(auth.still, websocket)
