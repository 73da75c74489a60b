"""Keeping a store safe: is it well, a copy of it, going back to a copy, and mending it.

These work on a store as a whole, from outside: nobody's memory is opened. ``reverie db`` is the same on a command line.

>>> from reverie import safekeeping
>>> safekeeping.backup("luna.db", "luna.backup.db")  # doctest: +SKIP
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reverie import config as settings_file
from reverie.errors import ConfigError

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from reverie.services.upkeep import Check
    from reverie.store.files import Copied
    from reverie.store.session import Store

PG_DUMP = "PostgreSQL is backed up by its own tools: use pg_dump --format=custom, and pg_restore to go back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """What a repair did: ``done`` counts what was mended, by name.

    Where the file itself was broken, it was left as it is, and ``saved`` is a new file with every row that could be
    read, counted in ``rows``; of the tables in ``torn`` some rows could not. ``kept`` is a copy from before.
    """

    done: dict[str, int]
    kept: Path | None = None
    saved: Path | None = None
    rows: dict[str, int] | None = None
    torn: tuple[str, ...] = ()


def check(store: str | Path | None = None) -> list[Check]:
    """Look at a store's file, page by page, and at whether its rows agree with each other.

    Raises:
        NotFound: there is no such file.
        StoreError: it is no store of Reverie.
    """
    from reverie.services.upkeep import Check
    from reverie.store import checking, files

    url = _url(store)
    path = _path(url)
    looked = []
    if path is not None:
        broken = files.damage(path)
        if broken:
            remedy = f"{checking.REPAIR}, or {checking.RESTORE}"
            return [Check(name="file", ok=False, seen=broken[0], remedy=remedy)]
        looked.append(Check(name="file", ok=True, seen=f"version {files.version(path)}"))
    with closing(_opened(url, path)) as opened:
        for found in checking.findings(opened):
            if found.wrong:
                seen = f"{found.wrong:,} {found.seen}"
                looked.append(Check(name=found.name, ok=False, seen=seen, remedy=found.remedy))
            else:
                looked.append(Check(name=found.name, ok=True, seen="well"))
    return looked


def backup(to: str | Path, store: str | Path | None = None, *, force: bool = False) -> Copied:
    """Copy a store into one file, while others may go on writing; the copy is checked.

    Raises:
        NotFound: there is no store.
        Conflict: there is a file of that name, and it may not be replaced (``force``).
        ConfigError: the store is no SQLite file: PostgreSQL has pg_dump.
        StoreError: the store is damaged, or the copy can't be written.
    """
    from reverie.store import files

    return files.backup(_file(store), Path(to).expanduser(), force=force)


def restore(backup: str | Path, store: str | Path | None = None, *, force: bool = False) -> Copied:
    """Put a backup in the place of a store; what was there is kept beside it.

    Raises:
        NotFound: there is no such backup.
        Conflict: there is a store already, and it may not be replaced (``force``).
        ConfigError: the store is no SQLite file: PostgreSQL has pg_restore.
        StoreBusy: another program has the store open.
        StoreError: the backup is damaged, or of another program; nothing was changed.
    """
    from reverie.store import files

    return files.restore(Path(backup).expanduser(), _file(store), force=force)


def repair(store: str | Path | None = None) -> Mended:
    """Mend what a machine can mend: what follows from other rows is made anew, and a broken file's rows are saved.

    Vectors are not made here: run a reindex afterwards. What was said and can't be read any more is lost.

    Raises:
        NotFound: there is no store.
        StoreError: nothing can be read any more.
    """
    from reverie.store import files, mending

    url = _url(store)
    path = _path(url)
    kept = None
    if path is not None:
        if any(not mending.of_an_index(line) for line in files.damage(path)):
            saved = mending.salvage(path, files.free_name(path, "recovered"))
            return Mended(done={}, saved=saved.path, rows=saved.rows, torn=saved.torn)
        files.version(path)
        kept = mending.kept_before(path)
    with closing(_opened(url, path)) as opened:
        done = mending.mend(opened)
    return Mended(done=done, kept=kept)


def _url(store: str | Path | None) -> URL:
    from reverie.store.session import database_url

    return database_url(store or settings_file.load(None).store or settings_file.home() / "reverie.db")


def _opened(url: URL, path: Path | None) -> Store:
    from reverie.store.session import Store

    return Store(path or url.render_as_string(hide_password=False))


def _path(url: URL) -> Path | None:
    if url.get_backend_name() != "sqlite":
        return None
    if url.database in (None, "", ":memory:"):
        raise ConfigError("a store in memory has no file: name a path")
    return Path(str(url.database))


def _file(store: str | Path | None) -> Path:
    path = _path(_url(store))
    if path is None:
        raise ConfigError(PG_DUMP)
    return path
