"""The engine over a SQLite file, or over memory: how its connections are set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.pool import StaticPool

from reverie.store.engine import encryption

if TYPE_CHECKING:
    from sqlalchemy.engine import URL
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

    from reverie.store.engine.encryption import Key

_PRAGMAS = (
    "PRAGMA busy_timeout = 15000",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -32768",
    # A checkpoint is kept off most commits: at the default of 1000 pages its fsync lands in somebody's write.
    "PRAGMA wal_autocheckpoint = 8000",
    # What is deleted is overwritten with zeros, not only unlinked.
    "PRAGMA secure_delete = ON",
)


def engine(url: URL, *, durable: bool, key: Key | None, pinned: bool) -> Engine:
    """An engine whose connections begin no transaction by themselves; ``pinned`` keeps one, as memory needs.

    Raises:
        ConfigError: there is a ``key``, and the library that encrypts is not installed.
    """
    if pinned:
        made = create_engine(url, hide_parameters=True, poolclass=StaticPool, connect_args={"check_same_thread": False})
    else:
        library = {} if key is None else {"module": encryption.library()}
        made = create_engine(
            url, hide_parameters=True, connect_args={"timeout": 15}, pool_reset_on_return=None, **library
        )

    @event.listens_for(made, "connect")
    def connected(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        if key is not None:
            encryption.unlock(connection, key)
        cursor = connection.cursor()
        for pragma in (*_PRAGMAS, f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}"):
            cursor.execute(pragma)
        cursor.close()

    return made
