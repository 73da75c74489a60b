"""A SQLite store as files: copied while others write, put in place of another, and looked at without opening it.

A backup is one file that is there once it is whole. Nothing is ever overwritten that was not asked for, and what is
replaced is kept beside.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import uuid_utils

from reverie.errors import Conflict, NotFound, StoreBusy, StoreError, WrongKey
from reverie.store.engine import encryption
from reverie.store.engine.error_translation import translated
from reverie.store.migrations import see_known

if TYPE_CHECKING:
    from reverie.store.engine.encryption import Key

BESIDE = ("", "-wal", "-shm")
"""What a database file may have beside it, by how its name goes on."""

_VERSION = "SELECT version_num FROM reverie_version"


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """A store that was copied: where to, its bytes and its version, and where what it replaced is kept."""

    path: Path
    size: int
    version: str
    kept: Path | None = None


def connected(path: Path, key: Key | None = None) -> sqlite3.Connection:
    """A bare connection to a file that is there, to look at it as it is."""
    if not path.is_file():
        raise NotFound(f"there is no store at {path}: check the path")
    return encryption.connect(f"{path.absolute().as_uri()}?mode=rw", key, uri=True, timeout=15)


def damage(path: Path, key: Key | None = None) -> list[str]:
    """What is wrong with the pages of a file; nothing when they are well.

    Of an encrypted one, a page that was changed by anybody without the key is found too.

    Raises:
        WrongKey: it is no database, or not a page of it was written with this key.
        StoreError: it can't be read.
    """
    with translated(path), closing(connected(path, key)) as connection:
        try:
            found = connection.execute("PRAGMA integrity_check(20)").fetchall()
        except encryption.errors() as error:
            named = [] if key is None else _unsigned(connection, path)
            if not named and "malformed" not in str(error):
                raise
            return named or [str(error)]
        lines = [line for (told,) in found for line in str(told).splitlines()]
        wrong = [line for line in lines if line != "ok" and not line.startswith("***")]
        # Asked only now: until the log is emptied, pages of the file may be half written, and whole in the log.
        return (_unsigned(connection, path) if wrong and key is not None else []) or wrong


def _unsigned(connection: sqlite3.Connection, path: Path) -> list[str]:
    """The pages of an encrypted file that were not written with the key of a connection."""
    broken = encryption.broken_pages(connection)
    if len(broken) >= path.stat().st_size // encryption.PAGE:
        if encryption.plain(path):
            return []
        raise WrongKey(
            f"not a page of {path} was written with this key: it is another's, or the file was overwritten; "
            "try the key it had before, or go back to a backup"
        )
    return [f"page {page} is not as it was written" for page in broken[:20]]


def version(path: Path, key: Key | None = None) -> str:
    """The version of the store in a file.

    Raises:
        StoreError: it is another program's, or damaged.
        SchemaOutOfDate: another Reverie made it, and it is not upgraded by this one.
    """
    with translated(path), closing(connected(path, key)) as connection:
        try:
            found = connection.execute(_VERSION).fetchone()
        except encryption.errors() as error:
            if "no such table" not in str(error):
                raise
            found = None
    if found is None:
        raise StoreError(f"{path} is no store of Reverie: name another file")
    see_known(str(found[0]), str(path))
    return str(found[0])


def backup(path: Path, to: Path, *, force: bool = False, key: Key | None = None) -> Copied:
    """Copy a store into one file, readable by its owner only, while others go on writing.

    It sees one moment. The copy is checked before it gets its name, and has the same ``key``.

    Raises:
        Conflict: there is a file of that name, and it may not be replaced (``force``).
        StoreError: the store is damaged, or the copy can't be written.
    """
    made = version(path, key)
    with _placed(to, force=force) as unfinished:
        _copy(path, unfinished, key)
    return Copied(path=to, size=to.stat().st_size, version=made)


def restore(backup: Path, path: Path, *, force: bool = False, key: Key | None = None) -> Copied:
    """Put a backup where a store is read from; a store that is there is kept beside it (``force``).

    Raises:
        NotFound: there is no such backup.
        Conflict: there is a store, and it may not be replaced.
        StoreBusy: another program has the store open.
        StoreError: the backup is damaged, or of another program.
    """
    made = version(backup, key)
    if path.exists() and backup.exists() and path.samefile(backup):
        raise Conflict(f"{path} is the store itself: name a backup of it", existing=str(path))
    there = any(path.with_name(path.name + end).exists() for end in BESIDE)
    if there and not force:
        raise Conflict(
            f"there is a store at {path}: it is kept beside the restored one if you force it", existing=str(path)
        )
    with translated(path):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = unfinished_file(path)
    try:
        _copy(backup, unfinished, key)
        kept = _set_aside(path, key) if there else None
        with translated(path):
            unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return Copied(path=path, size=path.stat().st_size, version=made, kept=kept)


def free_name(path: Path, ending: str) -> Path:
    """A name beside a file that nothing has: with an ending, and a number where that is taken."""
    names = (path.with_name(f"{path.name}.{ending}{number}") for number in ("", *(f"-{n}" for n in range(2, 10_000))))
    return next(name for name in names if not any(name.with_name(name.name + end).exists() for end in BESIDE))


def unfinished_file(path: Path) -> Path:
    """An empty file beside another, which only its owner may read, to be written and then renamed."""
    made = path.with_name(f".{path.name}.{uuid_utils.uuid7()}.part")
    with translated(path):
        os.close(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    return made


@contextmanager
def _placed(path: Path, *, force: bool) -> Iterator[Path]:
    """A file to write, which gets its name when the block ends well."""
    taken = Conflict(f"{path} is there already: name another file, or force it", existing=str(path))
    if path.exists() and not force:
        raise taken
    unfinished = unfinished_file(path)
    try:
        yield unfinished
        with translated(path):
            if force:
                unfinished.replace(path)
            else:
                os.link(unfinished, path)  # unlike a rename it never replaces what somebody wrote meanwhile
    except FileExistsError as error:
        raise taken from error
    finally:
        unfinished.unlink(missing_ok=True)


def _copy(path: Path, to: Path, key: Key | None) -> None:
    """Copy a database, in one step, so that a writer does not make it begin again; then look whether it is well."""
    with closing(connected(path, key)) as source, closing(connected(to, key)) as target, translated(to):
        try:
            source.backup(target)
        except encryption.errors() as error:
            if "malformed" in str(error):
                raise _damaged(path, str(error)) from error
            raise
        # One file: what stands in a log beside it would be left behind when it is moved.
        target.execute("PRAGMA journal_mode = DELETE").fetchone()
    found = damage(to, key)
    if found:
        raise _damaged(path, found[0])
    with to.open("rb") as file:
        os.fsync(file.fileno())


def _damaged(path: Path, why: str) -> StoreError:
    return StoreError(f"{path} is damaged ({why}): run `reverie db repair`, or go back to an older backup")


def _set_aside(path: Path, key: Key | None) -> Path:
    """Give a store a second name beside it, under which it stays when another takes its place; give that.

    The file keeps its first name until then: a program that is killed in between leaves a store, and not none.

    Raises:
        StoreBusy: another program has it open.
    """
    if path.exists():
        for each in {None, key}:  # what is there may be encrypted with this key, with another, or with none
            _see_unused(path, each)
    kept = free_name(path, "before-restore")
    with translated(path):
        for end in BESIDE[1:]:  # of a damaged store only: else all is in the file by now
            part = path.with_name(path.name + end)
            if part.exists():
                part.rename(kept.with_name(kept.name + end))
        if path.exists():
            _named_too(path, kept)
    return kept


def _named_too(path: Path, name: Path) -> None:
    try:
        os.link(path, name)
    except OSError:  # not every file system can give a file two names
        shutil.copy2(path, name)


def _see_unused(path: Path, key: Key | None) -> None:
    """See that nobody else has a database open, and leave nothing of it beside the file."""
    with closing(connected(path, key)) as connection:
        try:
            connection.execute("PRAGMA busy_timeout = 1000")
            connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchone()
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("ROLLBACK")
            connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        except encryption.errors() as error:
            if "locked" in str(error):
                raise StoreBusy(f"{path} is open in another program: close that first, then restore") from error
