"""A whole store put into another database: table by table, in batches, in the order of the keys.

The one idea: the copy itself says how far it is. Its last key of a table is where that goes on, and until everything
was compared its version names the store it is made from, so that nobody opens half of one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, String, Table, func, insert, literal, select, tuple_

from reverie.errors import Conflict, StoreError
from reverie.store import migrations
from reverie.store.database import Store
from reverie.store.engine.transactions import transaction
from reverie.store.schema import metadata, users

BATCH = 1000
"""Rows read, and kept, at a time."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transferred:
    """A copy that is whole: its rows by table, and how many of them were there already from a run before."""

    rows: dict[str, int]
    resumed: int


def copy(source: Store, target: Store, progress: Progress | None = None) -> Transferred:
    """Copy every row of a store into an empty one, or go on with a copy that was begun, and compare the two.

    It is the source of one moment that is copied. A run that goes on is of a later one: whoever wrote to the source
    between the two finds the comparison to fail.

    Raises:
        Conflict: the target holds something else.
        StoreError: the two are not the same at the end; the copy stays closed.
    """
    with source.reading() as reading:
        _patient(reading.connection)
        mark = _mark(reading.connection)
        counts = {table: _count(reading.connection, table) for table in metadata.sorted_tables}
        total, there = sum(counts.values()), _begun(target, mark)
        done = there
        for table in metadata.sorted_tables:
            for batch in _rows(reading.connection, table, _last(target, table)):
                with _writing(target) as writing:
                    writing.execute(insert(table), batch)
                done += len(batch)
                if progress is not None:
                    progress(min(done, total), total)
        with target.reading() as copied:
            _patient(copied.connection)
            for table in metadata.sorted_tables:
                if _digest(reading.connection, table) != _digest(copied.connection, table):
                    raise StoreError(
                        f"the copy is not the same in {table.name!r}: somebody wrote to the store while it was copied. "
                        "Nobody can open the copy; remove it, and copy again while nobody writes"
                    )
    with _writing(target) as writing:
        migrations.mark(writing, migrations.HEAD)
    return Transferred(rows={table.name: count for table, count in counts.items()}, resumed=there)


def _writing(target: Store) -> AbstractContextManager[Connection]:
    return transaction(target.engine, writes=True)


def _patient(connection: Connection) -> None:
    """Let a transaction take its time, and rest while the other side is read."""
    if connection.dialect.name == "postgresql":
        for waiting in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {waiting} = 0")


def _mark(connection: Connection) -> str:
    """What the version of an unfinished copy is: it names the source by its companion."""
    own = select(func.min(users.c.id)).where(users.c.kind == "companion")
    return migrations.COPY + hashlib.sha256(str(connection.execute(own).scalar()).encode()).hexdigest()[:16]


def _begun(target: Store, mark: str) -> int:
    """See that the target may be written to; give how many rows are there from a run before."""
    with _writing(target) as writing:
        there = sum(_count(writing, table) for table in metadata.sorted_tables)
        version = migrations.current(writing)
        half = (version or "").startswith(migrations.COPY)
        if version != mark and (there or half):
            what = "an unfinished copy of another store" if half else "a store"
            raise Conflict(f"there is {what} already, and nothing is overwritten: name an empty place")
        migrations.mark(writing, mark)
    return there


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _key(connection: Connection, table: Table) -> list[ColumnElement[Any]]:
    """The columns of a table's key, in the order of their bytes: a language's own order is not the same everywhere."""
    collated = connection.dialect.name == "postgresql"
    return [c.collate("C") if collated and isinstance(c.type, String) else c for c in table.primary_key.columns]


def _last(target: Store, table: Table) -> Sequence[Any] | None:
    with target.reading() as session:
        key = _key(session.connection, table)
        last = select(*table.primary_key.columns).order_by(*(column.desc() for column in key)).limit(1)
        return session.connection.execute(last).first()


def _rows(connection: Connection, table: Table, after: Sequence[Any] | None) -> Iterator[list[dict[str, Any]]]:
    key = _key(connection, table)
    query = select(table).order_by(*key).execution_options(yield_per=BATCH)
    if after is not None:
        query = query.where(
            tuple_(*key) > tuple_(*(literal(value, c.type) for value, c in zip(after, key, strict=True)))
        )
    for part in connection.execute(query).mappings().partitions(BATCH):
        yield [dict(row) for row in part]


def _digest(connection: Connection, table: Table) -> tuple[int, int]:
    """How many rows there are, and a sum over all of them that does not depend on their order."""
    count = total = 0
    names = [column.name for column in table.columns]
    for row in connection.execution_options(yield_per=BATCH).execute(select(table)):
        told = json.dumps(dict(zip(names, row, strict=True)), sort_keys=True, default=_told)
        total += int.from_bytes(hashlib.blake2b(told.encode(), digest_size=16).digest())
        count += 1
    return count, total % 2**128


def _told(value: object) -> str:
    """What JSON has no word for."""
    return value.hex() if isinstance(value, bytes) else value.isoformat() if isinstance(value, datetime) else str(value)
