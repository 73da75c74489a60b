"""Transactions as every part of the store begins them.

SQLite's driver is told to begin none by itself, so that a reader sees one moment and a writer waits its turn. The word
goes straight to the driver: sent by an event of SQLAlchemy, it made every statement look for listeners too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine


@contextmanager
def transaction(engine: Engine, *, writes: bool) -> Iterator[Connection]:
    """A transaction that is committed when the block ends well; one that ``writes`` takes SQLite's write lock first."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.connection.cursor().execute("BEGIN IMMEDIATE" if writes else "BEGIN")
        yield connection
