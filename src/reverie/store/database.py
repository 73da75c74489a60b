"""The store: one database, opened, checked and handed out as transactions.

Reading is a transaction that sees one moment; a snapshot makes that moment the one of everything its thread reads.
Writing takes the write lock first (``BEGIN IMMEDIATE``) and waits its turn. Foreign errors are translated here alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from copy import copy
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import NoSuchModuleError
from sqlalchemy.pool import QueuePool

from reverie.errors import ConfigError, StoreChanged, StoreLost, StoreUnsure, WrongKey
from reverie.extras import install
from reverie.records.read_access import WHOLE, ReadAccess
from reverie.settings_sections import PostgresSettings
from reverie.store import migrations, request_rows
from reverie.store.engine import engines, postgres, vacuum
from reverie.store.engine.engines import database_url, sharing
from reverie.store.engine.error_translation import translated
from reverie.store.engine.transactions import insist, moment, passes, transaction
from reverie.store.session import Kept, Session

if TYPE_CHECKING:
    from reverie.store.engine.encryption import Key
    from reverie.store.engine.receipts import Receipt

__all__ = ["Session", "Store", "database_url", "read_by", "upgrade_store"]

TRIES = 4
"""How often a verb is begun that a server's going away, or another writer, cut off."""

Given = TypeVar("Given")


class _Open(threading.local):
    """The snapshot that a thread has open, and the writes that wait for its end."""

    session: Session | None = None
    waiting: list[Callable[[], object]]


class Store:
    """One database. ``url`` is a path, ``:memory:`` or a SQLAlchemy URL of SQLite or PostgreSQL.

    ``durable`` waits for the disk at each commit (``synchronous=FULL``): nothing acknowledged is lost when the
    power fails. Without it a killed process still loses nothing; a power cut may lose the last commits.
    ``upgrade`` lets an older PostgreSQL be upgraded, which only a command does; ``unfinished`` opens half a copy, to go
    on with it. With a ``key`` the file is encrypted; what is only in memory needs none.

    Raises:
        ConfigError: the URL names no database that is supported, or its driver is not installed.
        StoreError: the database can't be opened; the message says why and what mends it.
        WrongKey: it is encrypted with another key, with none, or is not encrypted.
    """

    def __init__(
        self,
        url: str | Path,
        *,
        durable: bool = False,
        upgrade: bool = False,
        key: Key | None = None,
        server: PostgresSettings | None = None,
        unfinished: bool = False,
    ) -> None:
        self.url = database_url(url)
        self.path = None if self.in_memory or not self.on_sqlite else Path(str(self.url.database))
        if key is not None and not self.on_sqlite:
            raise ConfigError("PostgreSQL is encrypted by its own means (its disk, and TLS): take the key out")
        self._key = None if self.in_memory else key
        self._server = server or PostgresSettings()
        self._written = threading.local()
        self._open = _Open()
        self._read: Kept = {}
        self.closed = False
        self.announce: Callable[[Collection[str]], None] | None = None
        """Called with the owners whose logs a transaction went on with, once it is kept."""
        self._access = WHOLE
        self._lock: AbstractContextManager[object] = threading.RLock() if self.in_memory else nullcontext()
        self.engine = self._made_engine(durable)
        """For migrations and maintenance in this package."""
        one_moment = {} if self.on_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reading = self.engine.execution_options(**one_moment)
        with ExitStack() as unless_opened:
            unless_opened.callback(self.engine.dispose)
            with translated(self.path):
                self.surviving(lambda: self._ensure(upgrade, unfinished))
                self._read_while_written()
                if self.path is not None:
                    vacuum.finished(self.engine)
            unless_opened.pop_all()

    @property
    def on_sqlite(self) -> bool:
        """Whether it is one SQLite file (or memory)."""
        return self.url.get_backend_name() == "sqlite"

    @property
    def encrypted(self) -> bool:
        """Whether its file is encrypted by Reverie."""
        return self._key is not None

    @property
    def in_memory(self) -> bool:
        """Whether it goes away with the process."""
        return self.on_sqlite and self.url.database in (None, "", ":memory:")

    @property
    def shown_url(self) -> str:
        """The URL as it may be shown: without the password, wherever it stands."""
        return self.url.set(query={}).render_as_string(hide_password=True)

    def _made_engine(self, durable: bool) -> Engine:
        if self.path is not None and not self.path.exists():
            with translated(self.path):
                self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self.path.touch(mode=0o600)
        try:
            if self.on_sqlite:
                return sharing(engines.engine(self.url, durable=durable, key=self._key, pinned=self.in_memory))
            return sharing(postgres.engine(self.url, self._server))
        except (ImportError, NoSuchModuleError) as error:
            raise ConfigError(
                f"{self.url.drivername!r} is not installed: {install('postgres')}, "
                "or give a path or a URL that begins with sqlite:/// or postgresql+psycopg://"
            ) from error

    def _ensure(self, upgrade: bool, unfinished: bool) -> None:
        new = self.path is not None and self.path.stat().st_size == 0
        try:
            with translated(self.path):
                migrations.ensure(self.engine, self.path, upgrade_server=upgrade, unfinished=unfinished)
        except WrongKey:
            if not new or self._key is None:
                raise
            self.engine.dispose()  # another process made the file meanwhile, and with it the salt of the key
            migrations.ensure(self.engine, self.path, upgrade_server=upgrade, unfinished=unfinished)

    def _read_while_written(self) -> None:
        """Let readers and the writer go side by side (WAL). The file keeps it; only a file of ours is changed."""
        if self.path is None:
            return
        with self.outside_transactions() as connection:
            if connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal":
                return
            insist(connection, "PRAGMA journal_mode = WAL")
        self.engine.dispose()  # the connection that switched can't empty the log (seen in SQLite 3.40)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that reads, and sees one moment: that of the snapshot, where the thread has one open."""
        if self._open.session is not None:
            yield self._open.session.read_by(self._access)
            return
        with self._lock, translated(self.path), transaction(self._reading, writes=False) as connection:
            yield Session(connection, moment(connection), self._read).read_by(self._access)

    @contextmanager
    def snapshot(self) -> Iterator[Session]:
        """Let everything that this thread reads inside the block see one moment; one inside another is the same.

        Nothing can be written inside it: see ``later``.
        """
        if self._open.session is not None:
            yield self._open.session.read_by(self._access)
            return
        waiting: list[Callable[[], object]] = []
        with self.reading() as session:
            self._open.session, self._open.waiting = session, waiting
            try:
                yield session
            finally:
                self._open.session = None
        for write in waiting:
            write()

    @property
    def in_snapshot(self) -> bool:
        """Whether this thread has a snapshot open."""
        return self._open.session is not None

    def later(self, write: Callable[[], object]) -> None:
        """Do a write that reading leaves behind: at once, or when the snapshot that is open has ended well."""
        if self.in_snapshot:
            self._open.waiting.append(write)
        else:
            write()

    def _see_no_snapshot(self) -> None:
        if self.in_snapshot:
            raise RuntimeError("a snapshot is open in this thread: write when it has ended (Store.later)")

    @contextmanager
    def writing(self, owner: str | None = None) -> Iterator[Session]:
        """A transaction that writes: all of it is kept, or nothing.

        Naming the owner makes other writers of the same owner wait their turn, on PostgreSQL too.
        """
        self._see_no_snapshot()
        receipt, changed, noted, whose = None, set[str](), None, owner or ""
        try:
            with self._lock, translated(self.path), transaction(self.engine, writes=True) as connection:
                now = moment(connection)
                session = Session(connection, now, self._read, writes=True, access=self._access)
                passes(connection)
                if owner is not None and not self.on_sqlite:
                    session.changes.take_turn(owner)
                yield session
                session.close()
                changed = session.written
                whose = whose or min(changed, default="")
                if changed:
                    noted = request_rows.note(connection, whose, datetime.now(UTC))
                if not self.on_sqlite:
                    from reverie.store.engine.receipts import leave_receipt

                    receipt = leave_receipt(connection, whose)
        except StoreLost:
            if receipt is None or not self._kept(receipt):
                raise
        self._written.times = self.written + 1
        if noted is not None:
            noted.owner = whose
        if self.announce is not None and changed:
            self.announce(changed)

    @property
    def written(self) -> int:
        """How many transactions this thread has written."""
        return getattr(self._written, "times", 0)

    def _kept(self, receipt: Receipt) -> bool:
        from reverie.store.engine.receipts import kept

        with translated(self.path):
            return kept(self.engine, receipt)

    def surviving(self, verb: Callable[[], Given]) -> Given:
        """Do something, and do it anew where the server went away, or what it read was changed, before it was written.

        Raises:
            StoreLost: the server went away again and again.
            StoreChanged: what it read was changed again and again.
            StoreUnsure: a part of it is written.
        """
        if self.in_snapshot:
            return verb()  # its moment is lost with the server: whoever opened the snapshot begins anew
        for left in reversed(range(TRIES)):
            before = self.written
            try:
                return verb()
            except StoreChanged:
                if not left or self.written != before:
                    raise
            except StoreLost:
                if not left:
                    raise
                if self.written != before:
                    raise StoreUnsure(
                        "the database went away in the middle, and a part of this is kept: look before you do it again"
                    ) from None
        raise AssertionError  # the last try returns or raises

    @contextmanager
    def outside_transactions(self) -> Iterator[Connection]:
        """A connection for maintenance that no transaction may hold, such as VACUUM, and that may take its time."""
        self._see_no_snapshot()
        with self._lock, translated(self.path), self.engine.connect() as connection:
            if self.on_sqlite:
                passes(connection)
                yield connection
                return
            outside = connection.execution_options(isolation_level="AUTOCOMMIT")
            if postgres.pooled(self.url):  # what is set would stay with a connection that goes on to another
                yield outside
                return
            outside.exec_driver_sql("SET statement_timeout = 0")
            try:
                yield outside
            finally:
                outside.exec_driver_sql("RESET statement_timeout")

    def problems(self) -> list[str]:
        """What a check of the file finds wrong; nothing when it is well. PostgreSQL checks itself."""
        if not self.on_sqlite:
            return []
        with self.reading() as session:
            found = session.connection.exec_driver_sql("PRAGMA quick_check").scalars().all()
        return [str(line) for line in found if line != "ok"]

    def close(self) -> None:
        """Let go of the database."""
        self.closed = True
        self.engine.dispose()


def read_by(store: Store, access: ReadAccess) -> Store:
    """The same store for a reader who may see no more than that."""
    seen = copy(store)
    seen._access = access
    return seen


def upgrade_store(url: str | Path, key: Key | None = None) -> str:
    """Bring a database to the newest version, PostgreSQL included; give that version. Others wait meanwhile."""
    Store(url, upgrade=True, key=key).close()
    return migrations.HEAD


def connections_in_use(store: Store) -> int:
    """How many connections of a store's pool are at work; 0 for one that needs no pool."""
    pool = store.engine.pool
    return pool.checkedout() if isinstance(pool, QueuePool) else 0
