"""The database's versions: one chain for SQLite and PostgreSQL.

A new database is made at the newest version at once. An older SQLite file is copied and then upgraded when it is
opened; an older PostgreSQL is left alone and the error names the command. A version that is not in the
chain is refused: it was made by a newer Reverie, or by a build of long before the first release.
"""

from __future__ import annotations

import hashlib
import shutil
import warnings
from functools import cache
from pathlib import Path

from sqlalchemy import (
    ClauseElement,
    Connection,
    Engine,
    column,
    create_mock_engine,
    insert,
    inspect,
    select,
    table,
    text,
    update,
)
from sqlalchemy.dialects import sqlite

from reverie.errors import ReverieWarning, SchemaOutOfDate, StoreError
from reverie.store.engine.transactions import transaction
from reverie.store.schema import metadata
from reverie.store.table_metadata import version as _version

VERSIONS = ("0010", "0014", "0015")
"""Every version, the oldest first; a test holds it against the scripts."""

HEAD = VERSIONS[-1]

COPY = "copy-"
"""How the version of a copy begins that is not whole yet."""

_MEMORIES = table(
    "memories",
    *map(column, "owner id about kind category key text status revision supersedes superseded_by".split()),
    *map(column, "valid_from valid_to created_at closed_at expires_at confidence importance validations".split()),
)
_LOG = table("log", *map(column, "owner seq item item_id change_id before after".split()))
_REMEMBERED = {
    "memories": select(_MEMORIES).order_by(_MEMORIES.c.owner, _MEMORIES.c.id),
    "revisions": select(_LOG).where(_LOG.c.item == "memory").order_by(_LOG.c.owner, _LOG.c.seq),
}
"""What an upgrade leaves as it is, in the columns that every version has."""

_SCHEMA_LOCK = 7_211_954_301
"""An arbitrary number that names, in PostgreSQL, the right to make the tables."""


def ensure(engine: Engine, path: Path | None, *, upgrade_server: bool = False, unfinished: bool = False) -> None:
    """See that the database is at this version: make it, upgrade it, or say why not. A copy may be ``unfinished``.

    Raises:
        SchemaOutOfDate: it is newer, or a PostgreSQL that has to be upgraded by command.
        StoreError: it belongs to another program, or is half a copy.
    """
    with transaction(engine, writes=False) as connection:
        found = current(connection)
    if found is None:
        with transaction(engine, writes=True) as connection:
            _make(connection)
    elif found.startswith(COPY):
        if not unfinished:
            raise StoreError("this is a copy that is not whole yet: run the same `reverie db copy` again")
    elif found != HEAD:
        _older(engine, path, found, upgrade_server)


def current(connection: Connection) -> str | None:
    """The version of a database; None for an empty one.

    Raises:
        StoreError: there are tables, but not Reverie's.
    """
    names = inspect(connection).get_table_names()
    if _version.name in names:
        return connection.execute(select(_version.c.version_num)).scalar_one_or_none()
    if names:
        raise StoreError(
            f"the database holds another program's tables ({', '.join(sorted(names)[:3])}): give Reverie one of its own"
        )
    return None


def mark(connection: Connection, version: str) -> None:
    """Let a database say that it is of this version."""
    connection.execute(update(_version).values(version_num=version))


def _alone(connection: Connection) -> None:
    """Wait until no other process makes or upgrades the tables of a PostgreSQL, however long that takes."""
    if connection.dialect.name == "postgresql":
        for waiting in ("lock_timeout", "statement_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {waiting} = 0")
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _SCHEMA_LOCK})


def _make(connection: Connection) -> None:
    _alone(connection)
    if current(connection) is not None:
        return  # another process was quicker
    if connection.dialect.name == "sqlite":
        for statement in _tables():
            connection.exec_driver_sql(statement)
    else:
        metadata.create_all(connection, checkfirst=False)
    if connection.dialect.name == "postgresql":
        from reverie.store.engine.receipts import receipts

        receipts.create(connection)
    _version.create(connection)
    connection.execute(insert(_version).values(version_num=HEAD))


@cache
def _tables() -> tuple[str, ...]:
    """The tables as SQLite is told of them: written once for all the stores that a process makes."""
    written: list[str] = []

    def write(table: ClauseElement, *_given: object, **_more: object) -> None:
        written.append(str(table.compile(dialect=sqlite.dialect())))

    metadata.create_all(create_mock_engine("sqlite://", write), checkfirst=False)
    return tuple(written)


def see_known(found: str, where: str) -> None:
    """See that a database of a version can be used, now or after an upgrade. ``where`` begins the message.

    Raises:
        SchemaOutOfDate: it can't.
    """
    if found in VERSIONS:
        return
    if found > HEAD:
        raise SchemaOutOfDate(
            f"{where} has version {found!r}, and this Reverie knows up to {HEAD!r}: install a newer one"
        )
    raise SchemaOutOfDate(
        f"{where} has version {found!r}, of a build before the first release that is not upgraded any more: with that "
        "build, write everybody's archive (`reverie export --to FILE.zip`), and bring them into a new store"
    )


def _older(engine: Engine, path: Path | None, found: str, upgrade_server: bool) -> None:
    see_known(found, "the database")
    if engine.dialect.name != "sqlite" and not upgrade_server:
        raise SchemaOutOfDate(
            f"the database has version {found!r} and this Reverie needs {HEAD!r}: run `reverie db upgrade --store URL`"
        )
    kept = None
    if path is not None:
        kept = path.with_name(f"{path.name}.backup-{found}")
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()
        shutil.copy2(path, kept)
    upgrade(engine)
    if kept is not None:
        warnings.warn(f"{path} was upgraded from {found} to {HEAD}; a copy is in {kept}", ReverieWarning, stacklevel=2)


def upgrade(engine: Engine) -> str:
    """Bring a database to the newest version; give that version.

    Raises:
        StoreError: a memory would not be afterwards what it was: then nothing is changed.
    """
    from alembic import command
    from alembic.config import Config

    from reverie.store.engine.placement import beside_owners

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    with transaction(engine, writes=True) as connection:
        _alone(connection)
        config.attributes["connection"] = connection
        before = _remembered(connection)
        with beside_owners(connection):
            command.upgrade(config, HEAD)
        after = _remembered(connection)
        for what, was in before.items():
            if (now := after[what]) != was:
                raise StoreError(
                    f"the upgrade would change {what} ({was[0]:,} before, {now[0]:,} after): nothing was upgraded; "
                    "go on with the Reverie that made the store, and report this"
                )
    return HEAD


def _remembered(connection: Connection) -> dict[str, tuple[int, str]]:
    """How many memories there are and how many revisions of them, each with a digest of what they say."""
    found: dict[str, tuple[int, str]] = {}
    if not inspect(connection).has_table("memories"):
        return found
    for name, query in _REMEMBERED.items():
        count, digest = 0, hashlib.sha256()
        for row in connection.execute(query, execution_options={"yield_per": 1000}):
            count += 1
            digest.update(repr(tuple(row)).encode("utf-8", "replace"))
        found[name] = count, digest.hexdigest()
    return found
