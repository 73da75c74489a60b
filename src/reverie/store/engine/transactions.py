"""Transactions as every part of the store begins them, and what a connection read, kept as long as nobody writes.

SQLite's driver is told to begin none by itself, so that a reader sees one moment and a writer waits its turn. The word
goes straight to the driver: sent by an event of SQLAlchemy, it made every statement look for listeners too.
``PRAGMA data_version`` changes when another connection commits, whether it is of this process or not; what this one
writes itself is forgotten when it begins to. PostgreSQL has no such number: there nothing outlives its transaction.
"""

from __future__ import annotations

import random
import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine

LONGEST_NAP = 0.004
"""Seconds between two looks whether it is a writer's turn; one that has waited longer looks more often."""


@contextmanager
def transaction(engine: Engine, *, writes: bool) -> Iterator[Connection]:
    """A transaction that is committed when the block ends well; one that ``writes`` takes SQLite's write lock first."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            if writes:
                insist(connection, "BEGIN IMMEDIATE")
            else:
                connection.connection.cursor().execute("BEGIN")
        yield connection


def insist(connection: Connection, statement: str) -> None:
    """Run a statement that needs SQLite's lock, waiting for it as long as the connection's ``busy_timeout`` says.

    SQLite's own way of waiting sleeps longer and longer, up to a tenth of a second: whoever comes new looks more often
    and is quicker, and of eight writers some waited for seconds. Here whoever waited longest looks most often. And for
    a change of the journal, as when many open a new file at once, SQLite does not wait at all.
    """
    cursor = connection.connection.cursor()
    patience_s = cursor.execute("PRAGMA busy_timeout").fetchone()[0] / 1000
    cursor.execute("PRAGMA busy_timeout = 0")
    try:
        began = time.monotonic()
        while True:
            try:
                cursor.execute(statement).fetchall()
                return
            except connection.dialect.loaded_dbapi.OperationalError as error:
                waited = time.monotonic() - began
                if "locked" not in str(error) or waited > patience_s:
                    raise
            time.sleep(random.uniform(0.2, 1.0) * LONGEST_NAP / (1.0 + 4.0 * waited))  # noqa: S311 # only to be uneven
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {round(1000 * patience_s)}")
        cursor.close()


Moment = dict[Hashable, Any]
"""What was read in one moment of the database, by what was asked. Another moment is another object."""

_KEPT = "moment"
MOST = 5000
"""What is kept of one moment at most; then it is begun anew."""


def moment(connection: Connection) -> Moment:
    """What is known of the moment that a transaction sees: call it once the transaction has begun."""
    if connection.dialect.name != "sqlite":
        return {}
    (version,) = connection.connection.cursor().execute("PRAGMA data_version").fetchone()
    kept: tuple[int, Moment] | None = connection.info.get(_KEPT)
    if kept is None or kept[0] != version or len(kept[1]) > MOST:
        connection.info[_KEPT] = kept = (version, {})
    return kept[1]


def passes(connection: Connection) -> None:
    """Forget what was read over a connection: it is about to write."""
    connection.info.pop(_KEPT, None)
