"""The command ``mcp``: a person's memory for programs that speak the Model Context Protocol."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from reverie.cli import terminal
from reverie.cli.invocation import Call, met
from reverie.cli.terminal import styled
from reverie.cli.verbs.say import OffRecord
from reverie.errors import ConfigError, InvalidInput
from reverie.extras import install

LOCAL = "Whoever uses this machine reads and changes the memory of {name} here, with no key. Nobody else is let in."


class Tools(StrEnum):
    """Which tools are offered."""

    CORE = "core"
    FULL = "full"


def mcp(
    call: Call,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Whose memory it is; else the setting mcp.person.")
    ] = None,
    tools: Annotated[Tools | None, typer.Option(help="Six tools, or all; else the setting mcp.tools.")] = None,
    http: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="Over HTTP on loopback, instead of stdio.")
    ] = None,
    off_record: OffRecord = False,
) -> None:
    """Give an assistant that speaks MCP one person's memory, over stdio or HTTP."""
    from reverie import config as settings_file

    settings = settings_file.load(call.config).mcp
    whose = name or settings.person
    if whose is None:
        raise InvalidInput("say whose memory it is: `reverie mcp NAME`, or REVERIE_MCP__PERSON")
    try:
        from reverie.mcp.server import Offer
        from reverie.mcp.transports import serve_http, serve_stdio
    except ImportError as error:
        raise ConfigError(f"MCP needs {error.name}: {install('mcp')}") from error
    offer = Offer(full=(tools or settings.tools) == Tools.FULL, own=True, others=settings.others)
    with call.opened() as companion:
        person = met(companion, whose)
        if person.confirmation is not None:
            raise InvalidInput(
                f"{whose} may be {' or '.join(one.name for one in person.confirmation.candidates)}: name them so, or "
                "make somebody new known with `reverie people add`"
            )
        spoken = person.off_record() if off_record else person
        if http is None:
            serve_stdio(companion, spoken, offer)
            return

        def started(url: str) -> None:
            terminal.aside("note", "Note", LOCAL.format(name=person.name), as_json=call.as_json)
            call.answer({"url": url, "person": person.name}, styled(f"Serving at {url}"))

        serve_http(companion, spoken, offer, address=http, started=started)
