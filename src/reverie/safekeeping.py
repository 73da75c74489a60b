"""Keeping a store safe: is it well, a copy of it, going back to a copy, mending it, and encrypting it.

These work on a store as a whole, from outside: nobody's memory is opened. ``reverie db`` is the same on a command line.
What is not given, the ``key`` of an encrypted store too, comes from the settings, as with ``reverie.open``.

>>> from reverie import safekeeping
>>> safekeeping.backup("luna.db", "luna.backup.db")  # doctest: +SKIP
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from reverie import config as settings_file
from reverie.errors import ConfigError, Conflict, InvalidInput, NotFound

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from reverie.background.maintenance import Check, Progress
    from reverie.config import Config
    from reverie.settings_sections import PostgresSettings
    from reverie.store.database import Store
    from reverie.store.engine.encryption import Key
    from reverie.store.engine.encryption_keys import Given
    from reverie.store.sqlite.database_copy import Transferred
    from reverie.store.sqlite.rekeying import Sealed
    from reverie.store.sqlite.sqlite_files import Copied

PG_DUMP = "PostgreSQL is backed up by its own tools: use pg_dump --format=custom, and pg_restore to go back"
_NO_FILE = "only a SQLite file is encrypted by Reverie: PostgreSQL by its own means (its disk, and TLS)"


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


def check(
    store: str | Path | None = None, *, key: Given | None = None, config: Config | Path | None = None
) -> list[Check]:
    """Look at a store's file, page by page, and at whether its rows agree with each other.

    Raises:
        NotFound: there is no such file.
        StoreError: it is no store of Reverie.
        WrongKey: it is encrypted with another key, with none, or is not encrypted.
    """
    from reverie.background.maintenance import Check
    from reverie.store.sqlite import integrity_check, sqlite_files

    place = _placed(store, key, config)
    looked = []
    if place.path is not None:
        broken = sqlite_files.damage(place.path, place.key)
        if broken:
            remedy = f"{integrity_check.REPAIR}, or {integrity_check.RESTORE}"
            return [Check(name="file", ok=False, seen=broken[0], remedy=remedy)]
        looked.append(Check(name="file", ok=True, seen=f"version {sqlite_files.version(place.path, place.key)}"))
    with closing(_opened(place)) as opened:
        for found in integrity_check.findings(opened):
            if found.wrong:
                seen = f"{found.wrong:,} {found.seen}"
                looked.append(Check(name=found.name, ok=False, seen=seen, remedy=found.remedy))
            else:
                looked.append(Check(name=found.name, ok=True, seen="well"))
        looked.append(_timelines(opened))
        if (spread := _spread(opened)) is not None:
            looked.append(spread)
    return looked


def _timelines(opened: Store) -> Check:
    """Whether every memory is what its statements say, by folding them again."""
    from reverie.background.maintenance import Check
    from reverie.memory.timeline_check import unlike_statements
    from reverie.store.sqlite.integrity_check import REPAIR

    unlike: list[str] = []
    for owner in _owners(opened):  # a moment for each: nobody waits for all
        with opened.reading() as session:
            unlike += unlike_statements(session, owner, datetime.now(UTC))
    if not unlike:
        return Check(name="timelines", ok=True, seen="well")
    seen = f"{len(unlike):,} memories are not what was said of them: {unlike[0]}"
    return Check(name="timelines", ok=False, seen=seen, remedy=REPAIR)


def _fold_again(opened: Store) -> dict[str, int]:
    from reverie.memory.timeline_check import fold_again

    folded = 0
    for owner in _owners(opened):
        with opened.writing(owner) as session:
            folded += fold_again(session, owner, datetime.now(UTC))
    return {"memories folded again": folded} if folded else {}


def _owners(opened: Store) -> list[str]:
    with opened.reading() as session:
        return [user.id for user in session.people.all(merged=True)]


def _spread(opened: Store) -> Check | None:
    """Whether a database with Citus lies over its nodes as it should; None where it has no Citus."""
    from reverie.background.maintenance import Check
    from reverie.store import distribution
    from reverie.store.engine import placement

    with opened.reading() as session:
        lying = placement.lying(session.connection)
    if lying is None:
        return None
    wrong = distribution.wrong(lying)
    if wrong:
        remedy = "stop the servers and run `reverie db distribute`"
        return Check(name="nodes", ok=False, seen=f"{len(wrong)}: {wrong[0]}", remedy=remedy)
    shards = next(one.shards for one in lying.values() if one.by == "owner")
    return Check(name="nodes", ok=True, seen=f"{len(placement.BY_OWNER)} tables by their owner, in {shards} shards")


def distribute(
    store: str | Path | None = None,
    *,
    shards: int | None = None,
    rehearsing: bool = False,
    config: Config | Path | None = None,
) -> list[str]:
    """Spread a PostgreSQL with Citus, empty or filled, over its nodes; give the statements that did it.

    It can be stopped and run again, and what lies well already stays. The servers have to be stopped meanwhile.
    ``rehearsing`` gives what would be sent; ``shards`` is in how many pieces each table lies, where none lies yet.

    Raises:
        InvalidInput: there would be no shards.
        ConfigError: it is no PostgreSQL, or has no Citus.
        StoreError: it failed; run it again once the cause is mended.
    """
    from reverie.store import distribution
    from reverie.store.engine import placement

    count = placement.SHARDS if shards is None else shards
    if count < 1:
        raise InvalidInput(f"a table lies in 1 shard or more, not {count}")
    with closing(_opened(_placed(store, None, config))) as opened:
        return distribution.distribute(opened, count, rehearsing=rehearsing)


def backup(
    to: str | Path,
    store: str | Path | None = None,
    *,
    force: bool = False,
    key: Given | None = None,
    config: Config | Path | None = None,
) -> Copied:
    """Copy a store into one file, while others may go on writing; the copy is checked, and has the same key.

    Raises:
        NotFound: there is no store.
        Conflict: there is a file of that name, and it may not be replaced (``force``).
        ConfigError: the store is no SQLite file: PostgreSQL has pg_dump.
        StoreError: the store is damaged, or the copy can't be written.
    """
    from reverie.store.sqlite import sqlite_files

    place = _placed(store, key, config)
    return sqlite_files.backup(_file(place, PG_DUMP), Path(to).expanduser(), force=force, key=place.key)


def restore(
    backup: str | Path,
    store: str | Path | None = None,
    *,
    force: bool = False,
    key: Given | None = None,
    config: Config | Path | None = None,
) -> Copied:
    """Put a backup in the place of a store; what was there is kept beside it. The key is the backup's.

    Raises:
        NotFound: there is no such backup.
        Conflict: there is a store already, and it may not be replaced (``force``).
        ConfigError: the store is no SQLite file: PostgreSQL has pg_restore.
        StoreBusy: another program has the store open.
        StoreError: the backup is damaged, or of another program; nothing was changed.
    """
    from reverie.store.sqlite import sqlite_files

    place = _placed(store, key, config)
    return sqlite_files.restore(Path(backup).expanduser(), _file(place, PG_DUMP), force=force, key=place.key)


def copy(
    source: str | Path,
    to: str | Path,
    *,
    key: Given | None = None,
    config: Config | Path | None = None,
    progress: Progress | None = None,
) -> Transferred:
    """Copy a store into an empty database of either kind, and compare the two; cut off, the same call goes on.

    Let nobody write to the source meanwhile. The ``key`` is that of what is a file, on both sides.

    Raises:
        NotFound: there is no source.
        Conflict: the target holds something else, or is the source; nothing is ever written over.
        StoreError: one can't be opened, or the copy is not the same: then nobody can open it.
    """
    from reverie.store.sqlite import database_copy

    here, there = _placed(source, key, config), _placed(to, key, config)
    if here.path is not None and not here.path.is_file():
        raise NotFound(f"there is no store at {here.path}: check the path")
    if here.url == there.url or (here.path and there.path and there.path.exists() and here.path.samefile(there.path)):
        raise Conflict("a store can't be copied into itself: name another place")
    with closing(_opened(here)) as opened, closing(_opened(there, unfinished=True)) as made:
        return database_copy.copy(opened, made, progress)


def repair(store: str | Path | None = None, *, key: Given | None = None, config: Config | Path | None = None) -> Mended:
    """Mend what a machine can mend: what follows from other rows is made anew, and a broken file's rows are saved.

    Vectors are not made here: run a reindex afterwards. What was said and can't be read any more is lost.

    Raises:
        NotFound: there is no store.
        StoreError: nothing can be read any more.
    """
    from reverie.store.sqlite import repair, sqlite_files

    place = _placed(store, key, config)
    path = place.path
    kept = None
    if path is not None:
        if any(not repair.of_an_index(line) for line in sqlite_files.damage(path, place.key)):
            saved = repair.salvage(path, sqlite_files.free_name(path, "recovered"), place.key)
            return Mended(done={}, saved=saved.path, rows=saved.rows, torn=saved.torn)
        sqlite_files.version(path, place.key)
        kept = repair.kept_before(path)
    with closing(_opened(place)) as opened:
        done = repair.mend(opened) | _fold_again(opened)
    return Mended(done=done, kept=kept)


# -- encryption ----------------------------------------------------------------------------------


def encrypt(
    store: str | Path | None = None, *, key: Given | None = None, config: Config | Path | None = None
) -> Sealed:
    """Encrypt a store that nobody has open. Backups and other copies of it stay as they are.

    Raises:
        NotFound: there is no store.
        ConfigError: there is no key, or no SQLite file.
        StoreBusy: it is open somewhere.
        StoreError: it is encrypted already, or damaged; it is as it was.
    """
    from reverie.store.sqlite import rekeying

    place = _placed(store, key, config)
    return rekeying.seal(_file(place, _NO_FILE), None, _needed(place))


def decrypt(
    store: str | Path | None = None, *, key: Given | None = None, config: Config | Path | None = None
) -> Sealed:
    """Write an encrypted store, which nobody has open, so that it needs no key any more.

    Raises:
        as ``encrypt``, and WrongKey: it has another key, or is not encrypted.
    """
    from reverie.store.sqlite import rekeying

    place = _placed(store, key, config)
    return rekeying.seal(_file(place, _NO_FILE), _needed(place), None)


def rekey(
    new: Given,
    store: str | Path | None = None,
    *,
    key: Given | None = None,
    config: Config | Path | None = None,
) -> Sealed:
    """Give an encrypted store, which nobody has open, another key. Backups keep the one they have.

    Raises:
        as ``decrypt``.
    """
    from reverie.store.engine import encryption_keys
    from reverie.store.sqlite import rekeying

    place = _placed(store, key, config)
    return rekeying.seal(_file(place, _NO_FILE), _needed(place), encryption_keys.made(new))


def new_key(path: str | Path) -> Path:
    """Make a key by lot, in a new file that only its owner may read. Lost, it takes every store with it.

    Raises:
        Conflict: there is such a file; it is never replaced.
        ConfigError: it can't be written.
    """
    from reverie.store.engine import encryption_keys

    file = Path(path).expanduser()
    encryption_keys.write_new(file)
    return file


# -- which store ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Which store is meant: its URL, its file if it is one, and its key."""

    url: URL
    path: Path | None
    key: Key | None
    server: PostgresSettings


def _placed(store: str | Path | None, key: Given | None, config: Config | Path | None) -> _Place:
    from reverie.store.engine import encryption_keys
    from reverie.store.engine.engines import database_url

    settings = config if isinstance(config, settings_file.Config) else settings_file.load(config)
    url = database_url(store or settings.store or settings_file.home() / "reverie.db")
    path = None
    if url.get_backend_name() == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise ConfigError("a store in memory has no file: name a path")
        path = Path(str(url.database))
    return _Place(url=url, path=path, key=encryption_keys.chosen(key, settings.encryption), server=settings.postgres)


def _opened(place: _Place, *, unfinished: bool = False) -> Store:
    from reverie.store.database import Store

    where = place.path or place.url.render_as_string(hide_password=False)
    key = None if place.path is None else place.key
    return Store(where, key=key, server=place.server, unfinished=unfinished)


def _file(place: _Place, otherwise: str) -> Path:
    if place.path is None:
        raise ConfigError(otherwise)
    return place.path


def _needed(place: _Place) -> Key:
    if place.key is None:
        raise ConfigError(
            "there is no key: name a file with one in the settings (encryption.key_file): `reverie db key FILE`"
        )
    return place.key
