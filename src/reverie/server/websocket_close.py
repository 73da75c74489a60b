"""Ending a WebSocket so that browsers see why: a frame with the problem, then a close with a code and a reason.

The code is 4000 and the status that HTTP would have. A handshake that is refused tells a page nothing, so who may not
come in is let in first, told, and shown out.
"""

from __future__ import annotations

import json
from typing import Any

import anyio
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from reverie.errors import ReverieError
from reverie.server import problem_details

PRIVATE = 4000
"""Where the codes begin that an application may give its own meaning (RFC 6455, 7.4.2)."""

_PATIENCE_S = 5.0
_LONGEST_REASON = 120
"""Bytes; a close frame has 123 for it."""


def problem_of(error: ReverieError | HTTPException, request_id: str | None) -> dict[str, Any]:
    """An error as the problem that HTTP would answer."""
    told: dict[str, Any] = json.loads(bytes(problem_details.of_error(error, request_id).body))
    return told


def code_of(problem: dict[str, Any]) -> int:
    """The code with which a problem ends a connection."""
    return PRIVATE + int(problem["status"])


async def refuse(error: ReverieError | HTTPException, scope: Scope, receive: Receive, send: Send) -> None:
    """Say why somebody is not let in."""
    await receive()  # the request to connect
    await send({"type": "websocket.accept"})
    await end(send, problem_of(error, scope["state"]["request_id"]))


async def end(send: Send, problem: dict[str, Any]) -> None:
    """Tell a problem and close; a client that reads nothing is not waited for long."""
    frame = json.dumps({"type": "problem", "problem": problem}, ensure_ascii=False)
    reason = problem["detail"].encode()[:_LONGEST_REASON].decode(errors="ignore")
    with anyio.move_on_after(_PATIENCE_S):
        try:
            await send({"type": "websocket.send", "text": frame})
            await send({"type": "websocket.close", "code": code_of(problem), "reason": reason})
        except (OSError, RuntimeError, WebSocketDisconnect):  # it is gone already
            return
