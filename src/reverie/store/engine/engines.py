"""Where a database is, the engine over a SQLite file or memory, and compiled statements, shared in a process.

SQLAlchemy keeps compiled statements for each engine, since two may speak differently. Ours are all set up alike, and
differ by their library and the version behind it alone: whoever opens many stores, one for each person or each test,
compiles a statement once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.engine import URL, Compiled
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import StaticPool
from sqlalchemy.util import LRUCache

from reverie.errors import ConfigError, InvalidInput
from reverie.store.engine import encryption

if TYPE_CHECKING:
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.pool import ConnectionPoolEntry

    from reverie.store.engine.encryption import Key


def database_url(url: str | Path) -> URL:
    """What a caller means by a path or URL.

    Raises:
        InvalidInput: it is neither.
        ConfigError: it names another database.
    """
    text = str(url)
    if text.startswith("~"):
        text = str(Path(text).expanduser())
    if not text.strip() or "\0" in text:
        raise InvalidInput("the store needs a path or a URL: for example luna.db or postgresql+psycopg://host/name")
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        made = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise InvalidInput("that is no database URL: write it as postgresql+psycopg://user@host/name") from error
    if made.get_backend_name() == "postgresql" and made.drivername == "postgresql":
        made = made.set(drivername="postgresql+psycopg")
    if made.get_backend_name() not in ("sqlite", "postgresql"):
        raise ConfigError(f"{made.get_backend_name()!r} is not supported: use a SQLite path or a PostgreSQL URL")
    return made


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


STATEMENTS = 1000
"""How many are kept; what is used least recently gives way."""


class _ByKind(LRUCache[Any, Compiled]):
    """Finds a statement by its dialect's class, library and version, where SQLAlchemy names an engine's own dialect."""

    __slots__ = ()

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_common(key), default)

    def __getitem__(self, key: Any) -> Compiled:
        return super().__getitem__(_common(key))

    def __setitem__(self, key: Any, value: Compiled) -> None:
        super().__setitem__(_common(key), value)


def _common(key: tuple[Any, ...]) -> tuple[Any, ...]:
    dialect, *statement = key
    return (type(dialect), dialect.dbapi, dialect.server_version_info, *statement)


_shared = _ByKind(STATEMENTS)


def sharing(engine: Engine) -> Engine:
    """Let an engine use what others have compiled, and give."""
    engine.update_execution_options(compiled_cache=_shared)
    return engine
