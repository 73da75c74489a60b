"""A PostgreSQL server: how connections to it are made, how long they wait, and what happens when it goes away.

The one idea: a server that restarts costs time, not words. A new connection waits for a server that was there a moment
ago; a transaction that was cut off is as if it had never begun, and one that was cut off while it ended left a receipt
(``receipts``) if it is kept.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from reverie.errors import ConfigError, StoreLost
from reverie.settings_sections import PostgresSettings

if TYPE_CHECKING:
    from sqlalchemy.engine import URL, Dialect
    from sqlalchemy.pool import ConnectionPoolEntry

CONNECT_S = 10
"""How long a connection is waited for."""
MORE_CONNECTIONS = 10
"""Connections that a process may have for a while beyond those that it keeps."""
RECYCLE_S = 1800
"""The age at which a connection is made anew."""
LOCK_S = 15.0
"""How long a lock is waited for."""
IDLE_S = 60.0
"""How long a transaction may rest."""
PATIENCE_S = 15.0
"""How long a server that went away is waited for."""
LONGEST_PAUSE_S = 0.5
"""Between two tries to reach a server that restarts."""

_NOT_YET = ("57P03", "53300", None)
"""SQLSTATEs of a connection that may be had in a moment: the server starts or stops, is full, or can't be reached."""

_CUT_OFF = ("57P01", "57P02", "57P03", "25P03", "08000", "08003", "08006")
"""SQLSTATEs of what ends a connection in the middle: the server stops, crashed, or was kept waiting too long."""

POOLER = "pooler"
"""What a URL says of a pooler before the server, in its query."""


def pooled(url: URL) -> bool:
    """Whether a pooler hands connections from transaction to transaction: nothing may be set for a session then.

    Raises:
        ConfigError: the URL says something else of it.
    """
    said = url.query.get(POOLER)
    if said not in (None, "transaction"):
        raise ConfigError(f"?{POOLER}={said} in the store's URL is not valid: write ?{POOLER}=transaction, or nothing")
    return said is not None


def engine(url: URL, settings: PostgresSettings) -> Engine:
    """A pool of connections to a server. What the URL says itself, in its query, goes before the settings."""
    spoken = url.query.get("options", ())
    given = [spoken] if isinstance(spoken, str) else list(spoken)
    waits = {
        "statement_timeout": settings.statement_seconds,
        "lock_timeout": LOCK_S,
        "idle_in_transaction_session_timeout": IDLE_S,
    }
    options = [] if pooled(url) else [f"-c {name}={round(1000 * seconds)}" for name, seconds in waits.items()]
    asked = {"application_name": "reverie", "connect_timeout": str(CONNECT_S)}
    query = {name: value for name, value in asked.items() if name not in url.query}
    if spoken := " ".join(options + given):
        query["options"] = spoken
    made = create_engine(
        url.update_query_dict(query).difference_update_query([POOLER]),
        hide_parameters=True,
        isolation_level="READ COMMITTED",
        pool_pre_ping=True,
        pool_size=settings.connections,
        max_overflow=MORE_CONNECTIONS,
        pool_timeout=CONNECT_S,
        pool_recycle=RECYCLE_S,
        # A statement that is prepared on one of a pooler's connections is not known to the next.
        connect_args={"prepare_threshold": None} if pooled(url) else {},
    )
    _wait_for_it(made)
    return made


def _wait_for_it(made: Engine) -> None:
    """Let a new connection wait for a server that was there before; one that never was is an error at once."""
    known = False

    @event.listens_for(made, "do_connect")
    def connect(dialect: Dialect, _entry: ConnectionPoolEntry, args: list[Any], parameters: dict[str, Any]) -> Any:
        nonlocal known
        began, pause = time.monotonic(), 0.02
        while True:
            try:
                connection = dialect.connect(*args, **parameters)
            except dialect.loaded_dbapi.OperationalError as error:
                passes = getattr(error, "sqlstate", None) in _NOT_YET
                if not (known and passes) or time.monotonic() - began > PATIENCE_S:
                    raise
            else:
                known = True
                return connection
            time.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 # only to be uneven
            pause = min(2 * pause, LONGEST_PAUSE_S)


def lost(error: DBAPIError) -> StoreLost | None:
    """What to tell of a server that went away in the middle of a transaction; None when it did not."""
    if not error.connection_invalidated and getattr(error.orig, "sqlstate", None) not in _CUT_OFF:
        return None
    return StoreLost("the database went away in the middle, and nothing of this was kept: do it again")
