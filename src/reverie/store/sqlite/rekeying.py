"""Encrypting a store that is there, decrypting it, and giving it another key: one act, from one key to another.

The store is written anew beside itself, compared row by row, and put in its own place in one step: whenever the
power goes, one whole file has the name. Nobody else can have it open meanwhile.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Integer, String, literal_column, select
from sqlalchemy import table as table_named
from sqlalchemy.dialects import sqlite

from reverie.errors import StoreBusy, StoreError, WrongKey
from reverie.store.engine import encryption
from reverie.store.engine.encryption import Key
from reverie.store.engine.error_translation import translated
from reverie.store.sqlite import sqlite_files

_ZEROS = bytes(1 << 20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A store under its new key: how many rows it has, and the copies of it that lie beside it, as they were."""

    path: Path
    size: int
    rows: int
    encrypted: bool
    copies: tuple[Path, ...]


def seal(path: Path, key: Key | None, to: Key | None) -> Sealed:
    """Write a store anew, from one key (None: not encrypted) to another, and put it in its place.

    What had the name before is overwritten with zeros and removed. A file system or a disk may keep old blocks all
    the same, where they are no longer reached by a name.

    Raises:
        NotFound: there is no store.
        WrongKey: the store has another key.
        StoreBusy: it is open somewhere.
        StoreError: it is damaged, or can't be written; it is as it was.
    """
    _see_key(path, key, to)
    if found := sqlite_files.damage(path, key):
        raise StoreError(f"{path} is damaged ({found[0]}): run `reverie db repair` first")
    with translated(path), _alone(path, key) as source, _raw(path) as old:
        for left in path.parent.glob(f".{path.name}.*.part"):  # of a run that was killed
            left.unlink()
        unfinished = sqlite_files.unfinished_file(path)
        try:
            rows = _written_anew(source, unfinished, to)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
        if os.name == "posix":  # elsewhere a folder can't be opened
            _put_on_disk(path.parent)
        # Whoever opened the old file and waits for it must not go on in a file that has no name any more.
        _overwrite(old)
    return Sealed(path=path, size=path.stat().st_size, rows=rows, encrypted=to is not None, copies=tuple(_copies(path)))


def _see_key(path: Path, key: Key | None, to: Key | None) -> None:
    encryption.library()
    try:
        sqlite_files.version(path, key)
    except WrongKey:
        if key is None:
            sqlite_files.version(path, to)
            raise StoreError(f"{path} is encrypted already, with this key: there is nothing to do") from None
        raise


@contextmanager
def _alone(path: Path, key: Key | None) -> Iterator[sqlite3.Connection]:
    """A connection that reads a store as one file, and keeps everybody else out, in this process too."""
    with closing(sqlite_files.connected(path, key)) as holder:
        try:
            holder.execute("PRAGMA busy_timeout = 1000")
            holder.execute("PRAGMA journal_mode = DELETE").fetchone()  # what is in the log goes into the file
            holder.execute("PRAGMA locking_mode = EXCLUSIVE").fetchone()
            holder.execute("BEGIN EXCLUSIVE")
            holder.execute("ROLLBACK")  # the lock stays until the connection is closed
            if holder.execute("PRAGMA journal_mode").fetchone() != ("delete",):
                raise StoreBusy(f"{path} was opened by another program at this moment: close it first")
        except encryption.errors() as error:
            if "locked" in str(error):
                raise StoreBusy(f"{path} is open, here or in another program: close it first") from error
            raise
        if key is not None:
            yield holder
            return
        # SQLCipher is another library: it must not lock what this process holds, so it takes the file as it is.
        plain = encryption.library().connect(f"{path.absolute().as_uri()}?immutable=1", uri=True, isolation_level=None)
        with closing(plain):
            yield plain


@contextmanager
def _raw(path: Path) -> Iterator[int]:
    """The file itself. Closing it drops every lock that this process has on it: nobody else here may have it open."""
    opened = os.open(path, os.O_RDWR)
    try:
        yield opened
    finally:
        os.close(opened)


def _written_anew(source: sqlite3.Connection, to: Path, key: Key | None) -> int:
    """Write every row into another file under its key, and see that it is the same; give the number of rows."""
    source.execute("PRAGMA temp_store = MEMORY")
    literal = "" if key is None else key.literal(secrets.token_hex(16))
    source.execute("ATTACH DATABASE ? AS sealed KEY ?", (str(to.absolute()), literal))
    source.execute("PRAGMA sealed.journal_mode = OFF").fetchone()
    source.execute("PRAGMA sealed.synchronous = OFF")
    source.execute("SELECT sqlcipher_export('sealed')").fetchone()
    source.execute("DETACH DATABASE sealed")
    _put_on_disk(to)
    with closing(sqlite_files.connected(to, key)) as target:
        before, after = _content(source), _content(target)
    if before != after or sqlite_files.damage(to, key):
        raise StoreError("what was written is not what was read: nothing was changed; check the disk and try again")
    return before[0]


def _content(connection: sqlite3.Connection) -> tuple[int, str]:
    """How many rows a database has, and a digest of its schema and of every row with its id."""
    schema = connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").fetchall()
    digest, rows = hashlib.sha256(repr(schema).encode()), 0
    for kind, name, _sql in schema:
        if kind == "table":
            rowid, everything = literal_column("rowid", Integer), literal_column("*", String)
            query = select(rowid, everything).select_from(table_named(name)).order_by(rowid)
            for row in connection.execute(str(query.compile(dialect=sqlite.dialect()))):
                digest.update(repr(row).encode("utf-8", "surrogatepass"))
                rows += 1
    return rows, digest.hexdigest()


def _put_on_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _overwrite(opened: int) -> None:
    left = os.lseek(opened, 0, os.SEEK_END)
    os.lseek(opened, 0, os.SEEK_SET)
    while left > 0:
        left -= os.write(opened, _ZEROS[:left])
    os.fsync(opened)


def _copies(path: Path) -> Iterator[Path]:
    """Older copies that were kept beside a store: before an upgrade, a repair or going back."""
    for kept in ("backup-*", "before-*", "recovered*"):
        yield from sorted(path.parent.glob(f"{path.name}.{kept}"))
