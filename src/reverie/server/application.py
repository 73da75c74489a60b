"""The ASGI application of an open companion: its layers, its routes, and a document that says all of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.routing import Match, Route
from starlette.types import Lifespan, Scope

import reverie
from reverie.app.companion import Reverie
from reverie.background.worker import Background
from reverie.errors import ConfigError, NotFound
from reverie.records.users import Scope as Reach
from reverie.server import problem_details, static_pages
from reverie.server.access.authentication import COOKIE, CSRF_HEADER, OPEN, Authenticator, Guard
from reverie.server.access.authorization import caller
from reverie.server.access.idempotency import Once, Replays
from reverie.server.access.rate_limits import Bodies
from reverie.server.live import live_frames
from reverie.server.live.connections import ChatLimits
from reverie.server.live.live_chat import LiveChat, Nudging
from reverie.server.metrics import Figures
from reverie.server.openai_api import openai_errors
from reverie.server.openai_api.openai_errors import OpenAIError, Retold
from reverie.server.openai_api.openai_relay import GROUP, PERSON, PRESENT, RECORD
from reverie.server.problem_details import HttpProblem, Problem
from reverie.server.request_middleware import Envelope, Waiting
from reverie.server.routes import ROUTERS
from reverie.settings_sections import McpSettings, ServerSettings
from reverie.spans import watching

if TYPE_CHECKING:
    from reverie.mcp.transports import Endpoint

THREADS = 8
"""How many requests are worked on at once; a store has 15 connections."""

_METHODS = ("get", "put", "post", "patch", "delete")


def application(
    luna: Reverie,
    settings: ServerSettings,
    *,
    local: bool = False,
    assistants: McpSettings | None = None,
    chat: ChatLimits | None = None,
    work: Background | None = None,
) -> FastAPI:
    """Make the application. ``local`` lets in whoever reaches it without a key: only for a server on loopback.

    ``assistants`` says how assistants are served over MCP at ``/mcp``, which needs its extra; None leaves that out.
    ``chat`` is how much live chat takes, ``work`` what is done in the background, to be looked at. ``app.state`` has
    ``luna``, ``auth``, ``figures``, ``replays``, ``live`` and ``work``.

    Raises:
        ConfigError: the key set for tokens can't be read, or a yes alone would open a memory (``identity``).
    """
    _see_identity(luna)
    figures, auth, replays = Figures(luna, work), Authenticator(luna, settings, local=local), Replays()
    live = LiveChat(luna, chat or ChatLimits(), figures, replays)
    serving = None if assistants is None else _assistants(luna, assistants)
    app = _empty(_layers(luna, settings, auth, figures, replays, live), _running(luna, figures, live, serving))
    app.state.luna, app.state.auth, app.state.figures, app.state.replays = luna, auth, figures, replays
    app.state.live, app.state.work = live, work
    problem_details.install(app)
    openai_errors.install(app)
    _add_routes(app, serving)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign] # how FastAPI wants its document changed
    return app


def _see_identity(luna: Reverie) -> None:
    """See that nobody is let in by a yes alone.

    Raises:
        ConfigError: a yes would open a memory.
    """
    if luna.directory.asks == "household":
        raise ConfigError(
            "identity = household is for one device: over a network a yes from somebody proves nothing. "
            "Set it to vouched or never, in the file or as REVERIE_IDENTITY"
        )


def _assistants(luna: Reverie, settings: McpSettings) -> Endpoint:
    """MCP at ``/mcp``: for assistants, the memory of the one person whom their key or token reaches.

    Whoever sits at the machine speaks for ``mcp.person``. A caller who reaches everybody is refused.
    """
    from reverie.mcp.server import Offer, Speaker
    from reverie.mcp.transports import Endpoint

    def speaker(request: Request) -> Speaker:
        by = caller(request)
        if by.alone is not None:
            return Speaker(person=by.alone, writes=by.scope.covers(Reach.WRITE))
        if by.name == "local" and settings.person is not None:
            return Speaker(person=luna.find(settings.person))
        raise HttpProblem(
            403,
            "limited",
            "an assistant gets one person's memory: send their token, or a key made with --person; on this machine, "
            "where no key is needed, set mcp.person",
        )

    return Endpoint(luna, speaker, Offer(full=settings.tools == "full"))


def _empty(layers: Sequence[Middleware], lifespan: Lifespan[FastAPI]) -> FastAPI:
    """An application without routes."""
    return FastAPI(
        title="Reverie",
        version=reverie.__version__,
        summary="Memory and identity for AI companions.",
        openapi_url="/v1/openapi.json",
        separate_input_output_schemas=False,
        generate_unique_id_function=lambda route: route.name,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "logs": False},  # its spans have paths, its logs errors: with names and words
        middleware=layers,
        lifespan=lifespan,
    )


def _layers(
    luna: Reverie, settings: ServerSettings, auth: Authenticator, figures: Figures, replays: Replays, live: LiveChat
) -> list[Middleware]:
    """What a request goes through before its route, the outermost first."""
    silence = partial(_silence, luna)
    return [
        Middleware(Envelope, figures=figures),
        *_cross_origin(settings),
        Middleware(Retold),
        Middleware(Guard, auth=auth),
        Middleware(Bodies, most_bytes=int(settings.body_megabytes * 1_000_000)),
        Middleware(Once, replays=replays, silence=silence, requests=luna.requests, companion=luna.companion.id),
        Middleware(Waiting),
        Middleware(Nudging, live=live),
    ]


def _running(luna: Reverie, figures: Figures, live: LiveChat, serving: Endpoint | None) -> Lifespan[FastAPI]:
    """What goes on as long as the application is served."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        current_default_thread_limiter().total_tokens = THREADS
        loop = asyncio.get_running_loop()
        async with AsyncExitStack() as running:
            running.enter_context(watching(figures.done))
            running.enter_context(luna.news.noticing(lambda owner: loop.call_soon_threadsafe(live.nudge, owner)))
            if serving is not None:
                await running.enter_async_context(serving.running())
            running.push_async_callback(live.close)
            yield

    return lifespan


def _add_routes(app: FastAPI, serving: Endpoint | None) -> None:
    for router in ROUTERS:
        app.include_router(router)
    if serving is not None:
        app.router.routes.append(_Declared("/mcp", endpoint=serving))
    app.router.routes.extend(static_pages.routes())


class _Declared(Route):
    """A route whose path is told in logs and figures, as FastAPI tells its own."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for it."""
        found, more = super().matches(scope)
        return found, {**more, "route": self}


def _silence(luna: Reverie, people: Sequence[str]) -> object:
    """When words of each of some people last went, by whatever process; None of whom is not known any more."""
    when: list[object] = []
    for one in people:
        try:
            own = one == luna.companion.id
            when.append(luna.news.silence(luna.companion if own else luna.directory.by_id(one).user))
        except NotFound:
            when.append(None)
    return when


def _cross_origin(settings: ServerSettings) -> list[Middleware]:
    if not settings.origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=settings.origins,
            allow_credentials=True,
            allow_methods=[method.upper() for method in _METHODS],
            allow_headers=[
                "Authorization",
                "Content-Type",
                "Idempotency-Key",
                "X-Request-Id",
                CSRF_HEADER,
                PERSON,
                RECORD,
                GROUP,
                PRESENT,
            ],
            expose_headers=["X-Request-Id", "Retry-After", "Idempotent-Replayed"],
        )
    ]


# -- the document --------------------------------------------------------------------------------

_COMMON = {
    400: "The request is malformed.",
    401: "A key or a token is needed, or it is not good.",
    403: "The caller may not do this, or a privacy setting says no.",
    404: "Nothing of this id is found, for this caller.",
    409: "It stands against something that exists.",
    413: "The body is too large.",
    422: "Something in the request can't be used as it is.",
    429: "Too many requests.",
    503: "The store or a model can't do it now: try again.",
}


def _document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document: FastAPI's, with every error as the problem it is, and how callers show who they are."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        parts = made.setdefault("components", {})
        schemas = parts.setdefault("schemas", {})
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        schemas["Mistake"], schemas["Problem"] = _problem(Problem, "Mistake")
        schemas |= {name: schema for name, schema in live_frames.schemas().items() if name not in schemas}
        schemas["OpenAIMistake"], schemas["OpenAIError"] = _problem(OpenAIError, "OpenAIMistake")
        parts["securitySchemes"] = {
            "bearer": {"type": "http", "scheme": "bearer", "description": "An application's key, or a person's token."},
            "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
        }
        for path, operations in made["paths"].items():
            for method in _METHODS:
                if method in operations:
                    _complete(operations[method], path)
        for name, schema in schemas.items():
            schema["title"] = name  # generators name their classes so: two of one title are one too few
        app.openapi_schema = made
    return app.openapi_schema


def _problem(error: type[BaseModel], part: str) -> tuple[dict[str, Any], dict[str, Any]]:
    schema = error.model_json_schema(ref_template=live_frames.REFERENCE)
    return schema.pop("$defs")[part], schema


def _complete(operation: dict[str, Any], path: str) -> None:
    told = {problem_details.MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    if openai_errors.theirs(path):
        told = {"application/json": {"schema": {"$ref": "#/components/schemas/OpenAIError"}}}
    codes = (503,) if path in OPEN else tuple(_COMMON)
    for code in codes:
        operation["responses"][str(code)] = {"description": _COMMON[code], "content": told}
    operation["responses"]["default"] = {"description": "Anything else that went wrong.", "content": told}
    if path not in OPEN:
        operation["security"] = [{"bearer": []}, {"cookie": []}]
