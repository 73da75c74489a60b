"""Mending a store: what follows from other rows is made anew, and what can still be read is saved from a broken file.

Nothing that somebody said is made up or thrown away where it can be read. A broken file is never written to: what it
still holds goes into a new one beside it.
"""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import (
    JSON,
    ColumnElement,
    Connection,
    Integer,
    Table,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import sqlite

from reverie.errors import SchemaOutOfDate, StoreError
from reverie.records.users import User, UserKind
from reverie.store.database import Store
from reverie.store.engine import encryption
from reverie.store.engine.error_translation import translated
from reverie.store.migrations import HEAD
from reverie.store.schema import (
    changes,
    conversations,
    entries,
    heads,
    items,
    links,
    log,
    memories,
    messages,
    metadata,
    statements,
    users,
)
from reverie.store.search.tokens import features
from reverie.store.sqlite.integrity_check import (
    behind,
    entries_without_item,
    headless,
    links_from_nothing,
    missing_indexes,
    statements_of_nothing,
    unindexed,
)
from reverie.store.sqlite.sqlite_files import BESIDE, free_name
from reverie.store.table_metadata import EPOCH
from reverie.store.tables.gateway import CHUNK
from reverie.store.tables.people import People

if TYPE_CHECKING:
    from reverie.store.engine.encryption import Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """What was read of a broken file: rows by table, and the tables of which some could not be read."""

    path: Path
    rows: dict[str, int]
    torn: tuple[str, ...]


_OF_AN_INDEX = re.compile(r"missing from index|wrong # of entries in index|non-unique entry in index")


def of_an_index(problem: str) -> bool:
    """Whether what a check found is only an index, which can be made anew."""
    return _OF_AN_INDEX.search(problem) is not None


def kept_before(path: Path) -> Path:
    """Keep a copy of a store beside it, as it is before it is mended: the file, byte by byte, and its log."""
    kept = free_name(path, "before-repair")
    with translated(path):
        for end in BESIDE[:2]:
            part = path.with_name(path.name + end)
            if part.exists():
                target = kept.with_name(kept.name + end)
                target.touch(mode=0o600)
                shutil.copyfile(part, target)
    return kept


# -- rows that follow from others ----------------------------------------------------------------


def mend(store: Store) -> dict[str, int]:
    """Make anew what follows from other rows; give how much of what was mended.

    New search entries have no vector: a reindex makes it.
    """
    done: Counter[str] = Counter()
    with store.writing() as session:
        connection = session.connection
        for table, name in missing_indexes(connection):
            next(index for index in table.indexes if index.name == name).create(connection)
            done["indexes made"] += 1
        if store.on_sqlite:
            connection.exec_driver_sql("REINDEX")
            done["rows of nobody dropped"] = _drop_orphans(connection)
        for user in connection.execute(select(users.c.id, users.c.created_at).where(headless())).all():
            connection.execute(insert(heads).values(owner=user.id, seq=0, generation=0, at=user.created_at))
            done["logs given an end"] += 1
        done["logs given their end"] = _end_logs(connection)
        done["search entries dropped"] = connection.execute(delete(entries).where(entries_without_item())).rowcount
        done["links dropped"] = connection.execute(delete(links).where(links_from_nothing())).rowcount
        done["statements dropped"] = connection.execute(delete(statements).where(statements_of_nothing())).rowcount
        done["vectors dropped"] = _drop_odd_vectors(connection)
        for item, table in (("message", messages), ("memory", memories), ("item", items)):
            done["search entries made"] += _index(connection, item, table)
        if any(done.values()):
            connection.execute(update(heads).values(generation=heads.c.generation + 1))  # caches load anew
    return {name: count for name, count in done.items() if count}


def _drop_orphans(connection: Connection) -> int:
    dropped = 0
    while found := connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall():
        for name, rowid, *_more in found:
            table = metadata.tables[name]
            dropped += connection.execute(delete(table).where(literal_column("rowid") == rowid)).rowcount
    return dropped


def _end_logs(connection: Connection) -> int:
    ends = connection.execute(select(heads.c.owner).where(behind())).scalars().all()
    for owner in ends:
        last = [
            connection.execute(select(func.max(table.c.seq)).where(table.c.owner == owner)).scalar() or 0
            for table in (changes, log)
        ]
        connection.execute(update(heads).where(heads.c.owner == owner).values(seq=max(last)))
    return len(ends)


def _drop_odd_vectors(connection: Connection) -> int:
    """Take out vectors that are not as long as most of their model: a reindex makes them anew."""
    length = func.length(entries.c.vector)
    query = select(entries.c.owner, entries.c.space, length, func.count()).where(entries.c.vector.is_not(None))
    found = connection.execute(query.group_by(entries.c.owner, entries.c.space, length)).all()
    best: dict[tuple[str, str], tuple[int, int]] = {}
    for owner, space, size, count in found:
        best[owner, space] = max(best.get((owner, space), (0, 0)), (count, size))
    dropped = 0
    for owner, space, size, _count in found:
        if size != best[owner, space][1]:
            odd = (entries.c.owner == owner, entries.c.space == space, length == size)
            bare = update(entries).where(*odd).values(vector=None, scale=0.0, space=None)
            dropped += connection.execute(bare).rowcount
    return dropped


def _index(connection: Connection, item: str, table: Table) -> int:
    made = 0
    query = select(table.c.owner, table.c.id, table.c.text).where(unindexed(table)).limit(CHUNK)
    while batch := connection.execute(query).all():
        rows = []
        for owner, item_id, text in batch:
            read = features(text)
            rows.append(
                {
                    "owner": owner,
                    "item_id": item_id,
                    "item": item,
                    "tokens": read.tokens,
                    "words": read.words,
                    "question_share": read.question_share,
                    "temporal": read.temporal,
                    "scale": 0.0,
                }
            )
        connection.execute(insert(entries), rows)
        made += len(rows)
    return made


# -- a broken file -------------------------------------------------------------------------------


def salvage(broken: Path, to: Path, key: Key | None = None) -> Saved:
    """Read what can be read of a broken file into a new store at ``to``. The file itself is not touched.

    People, conversations and ends of logs that are lost are put in again, bare, so that what was said has a place.

    Raises:
        StoreError: not even its tables can be found, or it has another version.
    """
    rows: dict[str, int] = {}
    torn: list[str] = []
    with _opened(broken, key) as source:
        _see_version(broken, source)
        store = Store(to, key=key)
        try:
            with store.outside_transactions() as connection:
                raw = cast("sqlite3.Connection", connection.connection.driver_connection)
                raw.execute("PRAGMA foreign_keys = OFF")
                raw.execute("BEGIN IMMEDIATE")
                for table in metadata.sorted_tables:
                    reader = _Reader(source, table)
                    rows[table.name] = _written(raw, table, reader)
                    if reader.torn:
                        torn.append(table.name)
                raw.execute("COMMIT")
                raw.execute("PRAGMA foreign_keys = ON")
            _put_in_again(store)
            mend(store)
        finally:
            store.close()
    return Saved(path=to, rows={name: count for name, count in rows.items() if count}, torn=tuple(torn))


class _Source:
    """A broken file, read as far as it goes: opened again after an error, since SQLCipher gives nothing after one."""

    def __init__(self, path: Path, key: Key | None) -> None:
        self._path = path
        self._key = key
        self._connection = self._opened()

    def _opened(self) -> sqlite3.Connection:
        connection = encryption.connect(str(self._path), self._key)
        connection.execute("PRAGMA writable_schema = ON")  # else a file that was cut short is not opened at all
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        connection.execute("BEGIN")  # else the tables are looked up anew at every look
        return connection

    def rows(self, query: str, parameters: tuple[int, ...] = ()) -> Iterator[tuple[Any, ...]]:
        """What a query finds, up to where it fails."""
        try:
            yield from self._connection.execute(query, parameters)
        except encryption.errors():
            self.close()
            self._connection = self._opened()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


@contextmanager
def _opened(broken: Path, key: Key | None) -> Iterator[_Source]:
    """A copy of a broken file, open as far as it goes."""
    with tempfile.TemporaryDirectory(prefix="reverie-", dir=broken.parent) as folder, translated(broken):
        copy = Path(folder) / "broken.db"
        for end in BESIDE[:2]:
            part = broken.with_name(broken.name + end)
            if part.exists():
                shutil.copyfile(part, copy.with_name(copy.name + end))
        with closing(_Source(copy, key)) as source:
            yield source


def _see_version(broken: Path, source: _Source) -> None:
    try:
        names = {name for (name,) in source.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    except encryption.errors() as error:
        raise StoreError(f"nothing of {broken} can be read any more: go back to a backup") from error
    if not {"users", "messages"} <= names:
        raise StoreError(f"no tables of Reverie can be found in {broken}: go back to a backup")
    try:
        found = next(source.rows("SELECT version_num FROM reverie_version"), None)
    except encryption.errors():
        found = None  # it is lost too
    if found is not None and found[0] != HEAD:
        raise SchemaOutOfDate(f"{broken} has version {found[0]}, and only {HEAD} can be saved: use the Reverie of then")


_OF_A_PAGE = 128
"""Rows that a page has at most: each has an owner's id of 36 bytes."""


class _Reader:
    """The rows of one table of a broken file, as far as they can be read; ``torn`` is whether some could not."""

    def __init__(self, source: _Source, table: Table) -> None:
        self._source = source
        rowid: ColumnElement[int] = literal_column("rowid", Integer)
        query = select(rowid, *table.columns).where(rowid >= literal_column("?1"), rowid < literal_column("?2"))
        self._query = str(query.order_by(rowid).compile(dialect=sqlite.dialect()))
        single = select(rowid, *table.columns).where(rowid == literal_column("?1"))
        self._single = str(single.compile(dialect=sqlite.dialect()))
        self._table = table
        self.torn = False
        self._last = self._end()

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Every row that can be read, in order."""
        first: int | None = 0
        while first is not None:
            try:
                for rowid, *row in self._source.rows(self._query, (first, self._last + 1)):
                    if rowid < first:  # a page of zeros, or of something else, stands where rows were
                        raise sqlite3.DatabaseError("rows are out of order")
                    yield tuple(row)
                    first = rowid + 1
                return
            except encryption.errors():
                self.torn = True
                yield from (tuple(row) for _rowid, *row in self._alone(first))
                first = self._after(first)

    def _alone(self, rowid: int) -> list[tuple[Any, ...]]:
        """A row by itself: the driver gives a row out only once it found the next, which is on a broken page."""
        try:
            return list(self._source.rows(self._single, (rowid,)))
        except encryption.errors():
            return []

    def _after(self, broken: int) -> int | None:
        """The next row id from which on rows can be read again; None where there is none.

        One by one as far as a broken page may go, for a page behind it may be broken too; then steps that grow find
        some place that is well, and halving what the last of them jumped over finds the first.
        """
        low, high = broken, broken + 1
        while not self._readable(high):
            if high >= self._last:
                return None
            step = 1 if high - broken < _OF_A_PAGE else (high - broken) // 8
            low, high = high, min(self._last, high + step)
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self._readable(middle) else (middle, high)
        return high

    def _readable(self, first: int) -> bool:
        try:
            found = next(self._source.rows(self._query, (first, self._last + 1)), None)
            return found is not None and found[0] >= first
        except encryption.errors():
            return False

    def _end(self) -> int:
        """The last row id."""
        last = select(func.max(literal_column("rowid", Integer))).select_from(self._table)
        try:
            (found,) = next(self._source.rows(str(last.compile(dialect=sqlite.dialect()))))
        except encryption.errors():
            return 2**40
        return int(found or 0)


def _written(raw: sqlite3.Connection, table: Table, reader: _Reader) -> int:
    statement = str(insert(table).prefix_with("OR IGNORE").compile(dialect=sqlite.dialect()))
    documents = [place for place, column in enumerate(table.columns) if isinstance(column.type, JSON)]
    written = 0
    for row in reader.rows():
        try:
            for place in documents:
                json.loads(cast("str", row[place] or "null"))
            written += raw.execute(statement, row).rowcount
        except encryption.errors(ValueError):
            reader.torn = True  # what was read is no row any more
    return written


def _put_in_again(store: Store) -> None:
    """Put in bare people and conversations where there are messages or memories of theirs."""
    with store.writing() as session:
        connection = session.connection
        known = select(users.c.id)
        for table in (messages, memories, items):
            lost = connection.execute(select(table.c.owner).where(table.c.owner.not_in(known)).distinct()).scalars()
            for owner in lost.all():
                user = User(id=owner, kind=UserKind.PERSON, name=f"Recovered {owner[-8:]}", created_at=EPOCH)
                People(connection).add(user, namesake=True)
        there = select(conversations.c.id).where(
            conversations.c.owner == messages.c.owner, conversations.c.id == messages.c.conversation_id
        )
        query = select(
            messages.c.owner, messages.c.conversation_id, func.min(messages.c.sent_at, type_=messages.c.sent_at.type)
        )
        for owner, conversation_id, began in connection.execute(
            query.where(~there.exists()).group_by(messages.c.owner, messages.c.conversation_id)
        ).all():
            connection.execute(insert(conversations).values(owner=owner, id=conversation_id, started_at=began))
