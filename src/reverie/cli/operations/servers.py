"""Commands that serve: ``serve``, ``keys`` with which applications reach it, and ``mcp`` for one person's assistant."""

from __future__ import annotations

from contextlib import nullcontext
from enum import StrEnum
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reverie.cli import record_lines, terminal
from reverie.cli.invocation import Call, met
from reverie.cli.terminal import styled
from reverie.cli.verbs.say import OffRecord
from reverie.errors import ConfigError, InvalidInput
from reverie.extras import install
from reverie.records.users import Key, Scope
from reverie.shapes import fields

if TYPE_CHECKING:
    from reverie.settings_sections import ServerSettings

LOCAL = "Local mode: whoever uses this machine may read and change everything, with no key. Nobody else is let in."
OF_ONE = "Whoever uses this machine reads and changes the memory of {name} here, with no key. Nobody else is let in."
WORKING = "The language model learns in the background; model.tasks = [] turns that off."
UNBUILT = "Serving at {0}/v1, with {0}/docs to try it. `make page` builds the page."
GUARDED = "Callers show a key or a token: `reverie keys create NAME` makes a key."


def serve(
    call: Call,
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Where to listen; else the setting.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 0 is any that is free.")] = None,
    log_json: Annotated[bool, typer.Option("--log-json", help="Log a JSON object a line.")] = False,
) -> None:
    """Start the server: the page, the HTTP API and MCP. Ctrl-C ends it."""
    from reverie import config as settings_file

    chosen = settings_file.load(call.config)
    settings = _settings(chosen.server, host, port)
    assistants = None if find_spec("mcp") is None else chosen.mcp
    try:
        from reverie.server.serving import open_to_all
        from reverie.server.serving import serve as run
        from reverie.server.static_pages import is_built
    except ImportError as error:
        raise ConfigError(f"the server needs {error.name}: {install('server')}") from error
    with call.opened() as companion:
        local = open_to_all(companion, settings)
        working = companion.working() if chosen.model.tasks and companion.model is not None else None

        def started(url: str) -> None:
            terminal.note(styled(LOCAL if local else GUARDED, "yellow" if local else ""))
            if working is not None:
                terminal.note(styled(WORKING))
            where = "Open {0} in your browser; {0}/docs is the HTTP API." if is_built() else UNBUILT
            call.answer({"url": url, "local": local, "work": working is not None}, styled(where.format(url)))

        showing = companion.preferences.following() if companion.preferences.configured else nullcontext()
        with working or nullcontext(), showing:
            run(
                companion,
                settings,
                local=local,
                started=started,
                assistants=assistants,
                work=working,
                log_json=log_json,
            )


def _settings(settings: ServerSettings, host: str | None, port: int | None) -> ServerSettings:
    chosen: dict[str, Any] = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    return settings.model_copy(update=chosen)


# -- keys ----------------------------------------------------------------------------------------


def create(
    call: Call,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What you know it by, as the application's name.")],
    scope: Annotated[Scope, typer.Option(help="What it may do.")] = Scope.WRITE,
    person: Annotated[str | None, typer.Option(metavar="NAME", help="Reach this person alone.")] = None,
    days: Annotated[float | None, typer.Option(help="How long it lasts; else until it is revoked.")] = None,
) -> None:
    """Make a key for an application. It is shown this once, and kept nowhere."""
    with call.opened() as companion:
        whose = None if person is None else companion.find(person)
        key, secret = companion.keys.create(name, scope, person=whose, days=days)
    call.answer(
        {"key": _record(key), "secret": secret},
        secret,
        styled(f"That is the key {key.name!r} ({key.id}). It is not shown again.", "dim"),
    )


def list_(call: Call) -> None:
    """List keys, revoked and expired ones too."""
    with call.there() as companion:
        keys = companion.keys.all()
    rows = [
        [one.name, one.scope, one.person_id or "", record_lines.day(one.created_at), _until(one), one.id]
        for one in keys
    ]
    call.answer(
        {"keys": [_record(one) for one in keys]},
        terminal.table(["name", "scope", "person", "since", "until", "id"], rows) if rows else styled("No keys."),
    )


def revoke(call: Call, key: Annotated[str, typer.Argument(metavar="ID", help="The key's id.")]) -> None:
    """Revoke a key: the next request with it is refused."""
    with call.there() as companion:
        revoked = companion.keys.revoke(key)
    call.answer({"key": _record(revoked)}, styled(f"{revoked.name} is revoked."))


def _until(one: Key) -> str:
    if one.revoked_at is not None:
        return f"revoked {record_lines.day(one.revoked_at)}"
    return "" if one.expires_at is None else record_lines.day(one.expires_at)


def _record(one: Key) -> fields.Record:
    return {
        "id": one.id,
        "name": one.name,
        "scope": one.scope.value,
        "person_id": one.person_id,
        "created_at": fields.utc(one.created_at),
        "expires_at": fields.utc_or_none(one.expires_at),
        "revoked_at": fields.utc_or_none(one.revoked_at),
    }


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
            terminal.aside("note", "Note", OF_ONE.format(name=person.name), as_json=call.as_json)
            call.answer({"url": url, "person": person.name}, styled(f"Serving at {url}"))

        serve_http(companion, spoken, offer, address=http, started=started)
