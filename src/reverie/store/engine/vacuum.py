"""Rewriting a database after an erasure, so that no page keeps what was deleted.

``secure_delete`` writes zeros over a deleted row, but pages that were rearranged may hold older copies of it: a file is
rewritten as a whole, and its log emptied. A mark in the file's header is set with the deletion itself, so that whoever
opens the store after a crash finishes what was begun.
"""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from reverie.store.engine.transactions import insist
from reverie.store.schema import metadata

_UNFINISHED = 1


def mark(connection: Connection) -> None:
    """Note, in the transaction that deletes, that the file is still to be rewritten."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA user_version = {_UNFINISHED}").close()


def unfinished(connection: Connection) -> bool:
    """Whether a SQLite file waits to be rewritten."""
    return connection.exec_driver_sql("PRAGMA user_version").scalar() == _UNFINISHED


def rewritten(connection: Connection) -> bool:
    """Rewrite a SQLite file without what was deleted, and empty its log; False where a reader keeps the log busy."""
    _emptied(connection)
    insist(connection, "VACUUM")  # beside those who insist, SQLite's own waiting would come last
    if not _emptied(connection):
        return False
    connection.exec_driver_sql("PRAGMA user_version = 0").close()
    return _emptied(connection)


def _emptied(connection: Connection) -> bool:
    busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
    return not busy


def finished(engine: Engine) -> None:
    """Finish an erasure that a crash interrupted, if nobody else is at it; else it is tried at the next opening."""
    not_now = engine.dialect.loaded_dbapi.OperationalError  # locked, read-only, no space
    with engine.connect() as connection:
        if unfinished(connection):
            with suppress(OperationalError, not_now):
                rewritten(connection)


def vacuumed(engine: Engine) -> None:
    """Let PostgreSQL take out the rows that were deleted."""
    with engine.connect() as connection:
        alone = connection.execution_options(isolation_level="AUTOCOMMIT")
        for table in metadata.sorted_tables:
            alone.exec_driver_sql(f'VACUUM "{table.name}"').close()
