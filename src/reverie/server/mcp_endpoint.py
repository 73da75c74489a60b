"""MCP at ``/mcp``: for assistants, the memory of the one person whom their key or token reaches."""

from __future__ import annotations

from starlette.requests import Request

from reverie.app.companion import Reverie
from reverie.mcp.server import Offer, Speaker
from reverie.mcp.transports import Endpoint
from reverie.records.users import Scope
from reverie.server.access.authentication import Caller
from reverie.server.problem_details import HttpProblem
from reverie.settings_sections import McpSettings


def endpoint(luna: Reverie, settings: McpSettings) -> Endpoint:
    """The endpoint, behind the gate. Whoever sits at the machine speaks for ``mcp.person``.

    A caller who reaches everybody is refused: an assistant gets one person's memory.
    """

    def speaker(request: Request) -> Speaker:
        by: Caller = request.state.caller
        if by.alone is not None:
            return Speaker(person=by.alone, writes=by.scope.covers(Scope.WRITE))
        if by.name == "local" and settings.person is not None:
            return Speaker(person=luna.find(settings.person))
        raise HttpProblem(
            403,
            "limited",
            "an assistant gets one person's memory: send their token, or a key made with --person; on this machine, "
            "where no key is needed, set mcp.person",
        )

    return Endpoint(luna, speaker, Offer(full=settings.tools == "full"))
