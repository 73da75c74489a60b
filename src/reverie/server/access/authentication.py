"""Who a caller is, and whether the request may come from there. Nothing passes that has not been named open.

There are three sorts of callers: whoever sits at this machine (``local``, only on loopback and only while nobody was
given a key), an application with its key, and a person with their token.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Send
from starlette.types import Scope as Connection

from reverie.app.api_keys import PREFIX
from reverie.app.companion import Reverie
from reverie.app.person import Person
from reverie.errors import NotFound, ReverieError
from reverie.records.read_access import WHOLE, ReadAccess
from reverie.records.users import Scope
from reverie.server import problem_details, static_pages
from reverie.server.access.jwt_tokens import BadToken, Tokens
from reverie.server.access.rate_limits import Buckets
from reverie.server.problem_details import HttpProblem
from reverie.settings_sections import ServerSettings
from reverie.text.patterns import ID

OPEN = frozenset({"/healthz", "/readyz", "/v1/openapi.json"})
"""Paths that anybody may read: they say nothing of anybody."""

LOOPBACK = ("localhost", "127.0.0.1", "::1")
CSRF_HEADER = "X-Reverie-Csrf"
COOKIE = "reverie_session"
"""The cookie that may carry a person's token."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

_BY_PROXIES = re.compile(r"(x-)?forwarded(-.+)?|via|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip")
_FAILURES_A_MINUTE = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who calls. ``name`` is for counting; ``alone`` is the one person they reach, None where they reach everybody.

    ``known_as`` are the ids by which that person may be asked for, ``until`` is when what they show expires (seconds
    since 1970). ``access`` is what their key may see.
    """

    name: str
    scope: Scope
    alone: Person | None = None
    known_as: frozenset[str] = field(default_factory=frozenset)
    access: ReadAccess = WHOLE
    by_cookie: bool = False
    until: float | None = None


class Authenticator:
    """Decides who a caller is, by the store's keys and the settings' tokens.

    ``local`` lets in whoever reaches a server that listens on loopback alone.
    """

    def __init__(self, luna: Reverie, settings: ServerSettings, *, local: bool) -> None:
        self.tokens = Tokens(settings)
        self.settings = settings
        self.local = local
        self._luna = luna
        self._rates = Buckets(settings.requests_per_minute, sharing=luna.sharing)
        self._failures = Buckets(_FAILURES_A_MINUTE, kind="failures", sharing=luna.sharing)

    def caller(self, connection: HTTPConnection) -> Caller:
        """Who calls, once the request is found to be allowed. It reads the store: call it in a thread.

        Raises:
            HttpProblem: nobody who may come in, or from where they may not.
        """
        self._called_by_name(connection.headers)
        address = "local" if connection.client is None else connection.client.host
        try:
            caller = self._found(connection)
        except HttpProblem as refused:
            if refused.status_code == 401 and (wait := self._failures.take(address)):
                raise _too_many(wait) from refused
            raise
        self._not_from_elsewhere(connection, caller)
        if wait := self._rates.take(caller.name):
            raise _too_many(wait)
        return caller

    def still(self, connection: HTTPConnection) -> None:
        """See that who was let in may stay: a token expires, a key is revoked. It counts as no request.

        Raises:
            HttpProblem: they may not.
        """
        self._found(connection)

    def _found(self, connection: HTTPConnection) -> Caller:
        given = connection.headers.getlist("authorization")
        kind, _, shown = (given[0] if len(given) == 1 else "").partition(" ")
        shown = shown.strip()
        if given and (kind.casefold() != "bearer" or not shown):
            raise _unknown("send the key or token as `Authorization: Bearer …`")
        local = self.local and not _forwarded(connection) and not self._luna.keys.given()
        if given and not (local and self._means_nothing(shown)):
            return self._with_key(shown) if shown.startswith(PREFIX) else self._with_token(shown, by_cookie=False)
        cookie = connection.cookies.get(COOKIE)
        if cookie and not (local and self._means_nothing(cookie)):
            return self._with_token(cookie, by_cookie=True)
        if local:
            return Caller(name="local", scope=Scope.ADMIN)
        raise _unknown("a key or a token is needed: `reverie keys create NAME` makes a key")

    def _means_nothing(self, shown: str) -> bool:
        """Whether it can be no key or token of ours: OpenAI's clients always send one, another server left a cookie."""
        return not self.tokens.accepted and not shown.startswith(PREFIX)

    def _with_key(self, shown: str) -> Caller:
        key = self._luna.keys.check(shown)
        if key is None:
            raise _unknown("the key is not good: it is no key, expired, or revoked")
        until = None if key.expires_at is None else key.expires_at.timestamp()
        access = self._luna.keys.access(key)
        caller = Caller(name=f"key:{key.id}", scope=key.scope, until=until, access=access)
        if key.person_id is None:
            return caller
        return _of_one(caller, self._luna.directory.by_id(key.person_id).limited(access), key.person_id)

    def _with_token(self, shown: str, *, by_cookie: bool) -> Caller:
        if not self.tokens.accepted:
            raise _unknown("tokens are not accepted here: the operator sets server.jwt_secret or server.jwt_jwks")
        try:
            subject = self.tokens.subject(shown)
            person = self._subject(subject)
        except BadToken as error:
            raise _unknown(str(error)) from error
        except NotFound as error:
            raise _unknown("nobody is known by the token's subject: the application has to meet them first") from error
        until = time.time() + self.tokens.seconds_left(shown)
        caller = Caller(name=f"person:{person.id}", scope=Scope.WRITE, by_cookie=by_cookie, until=until)
        return _of_one(caller, person, subject)

    def _subject(self, subject: str) -> Person:
        """The person of a subject: by id or by account, never by a name, which several may have."""
        directory = self._luna.directory
        if self.settings.jwt_platform is not None:
            return directory.by_account(self.settings.jwt_platform, subject)
        if ID.fullmatch(subject):
            return directory.by_id(subject)
        platform, _, external = subject.partition(":")
        return directory.by_account(platform, external)

    def _called_by_name(self, headers: Headers) -> None:
        """See that the server was called by a name of its own: a page elsewhere may point a name of its own here."""
        allowed: Iterable[str] = self.settings.hosts or (LOOPBACK if self.local else ())
        if allowed and (_host(headers.get("host", "")) or "") not in allowed:
            raise HttpProblem(421, "wrong-host", "this server does not go by that name: server.hosts lists its names")

    def _not_from_elsewhere(self, connection: HTTPConnection, caller: Caller) -> None:
        """See that no page elsewhere makes a browser act with what it holds: a cookie, or a place on this machine."""
        ambient = caller.by_cookie or caller.name == "local"
        if not ambient or (connection.scope["type"] == "http" and connection.scope["method"] in SAFE):
            return
        headers = connection.headers
        origin, host = headers.get("origin"), headers.get("host") or None
        ours = origin is None or origin in self.settings.origins or origin.partition("://")[2] == host
        if not ours or (origin is None and headers.get("sec-fetch-site", "none") not in ("none", "same-origin")):
            raise HttpProblem(
                403, "cross-site", "a page of another site may not do this: server.origins lists those that may"
            )
        if caller.by_cookie and connection.scope["type"] == "http" and not headers.get(CSRF_HEADER):
            raise HttpProblem(403, "csrf", f"with a cookie, a change needs the header {CSRF_HEADER}: 1")


def _of_one(caller: Caller, person: Person, given: str) -> Caller:
    if person.user.guest:
        raise HttpProblem(
            403,
            "guest",
            "a guest has no key or token of their own: until they are known, the application speaks for them",
        )
    return replace(caller, alone=person, known_as=frozenset({"me", given, person.id}))


def _host(header: str) -> str | None:
    """The name in a Host header, without the port; None where there is none that can be read."""
    try:
        return urlsplit(f"//{header}").hostname
    except ValueError:
        return None


def _forwarded(connection: HTTPConnection) -> bool:
    """Whether a proxy hands on somebody else's request: they don't sit at this machine.

    A proxy need not say so. nginx did not before it was told to, but it spoke HTTP/1.0, as no browser or client does.
    """
    return connection.scope.get("http_version") == "1.0" or any(map(_BY_PROXIES.fullmatch, connection.headers))


def _unknown(detail: str) -> HttpProblem:
    return HttpProblem(401, "unauthenticated", detail, {"WWW-Authenticate": 'Bearer realm="reverie"'})


def _too_many(wait: float) -> HttpProblem:
    seconds = max(1, round(wait + 0.5))
    return HttpProblem(429, "too-many", f"too many requests: try again in {seconds} s", {"Retry-After": str(seconds)})


class Guard:
    """Lets through whom it knows; ``scope["state"]["caller"]`` is there for all below it."""

    def __init__(self, app: ASGIApp, auth: Authenticator) -> None:
        self._app = app
        self._auth = auth

    async def __call__(self, scope: Connection, receive: Receive, send: Send) -> None:
        """Let a request or a WebSocket through, or answer it here."""
        if (
            scope["type"] in ("http", "websocket")
            and scope["path"] not in OPEN
            and not static_pages.is_open(scope["path"])
        ):
            try:
                scope["state"]["caller"] = await run_in_threadpool(self._auth.caller, HTTPConnection(scope))
            except (HttpProblem, ReverieError) as error:
                if scope["type"] == "websocket":
                    await problem_details.refuse(error, scope, receive, send)
                    return
                await problem_details.of_error(error, scope["state"]["request_id"])(scope, receive, send)
                return
        await self._app(scope, receive, send)
