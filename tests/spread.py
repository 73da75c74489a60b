"""A PostgreSQL on which each table of people's rows lies in pieces by owner, as it does when it is spread over nodes.

The planner itself says which pieces a statement touches: one that is about one person touches one, and the same of
each table. No other database than PostgreSQL is needed to see that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event, insert, text
from sqlalchemy.engine import URL

from reverie.store import migrations
from reverie.store.engine.placement import BY_OWNER
from reverie.store.schema import metadata
from reverie.store.table_metadata import new_metadata, version

PIECES = 8

Touching = Mapping[str, set[int]]
"""Tables, and the pieces of each, that a statement touches."""

_OWNER = re.compile(r"owner(_m?\d+|__\d+)?|whose(__\d+)?")
_PIECE = re.compile(r"(\w+)_p(\d+)")
_READS_OR_WRITES = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b", re.IGNORECASE)


def make(url: str | URL) -> None:
    """Make the tables in an empty database, in pieces."""
    engine = create_engine(url)
    whole = new_metadata()
    for table in metadata.sorted_tables:
        _in_pieces(table.to_metadata(whole), spread=table in BY_OWNER)
    for table in BY_OWNER:
        if table.metadata is not metadata:
            _in_pieces(table.to_metadata(whole), spread=True)
    with engine.begin() as connection:
        whole.create_all(connection)
        for table in BY_OWNER:
            for piece in range(PIECES):
                connection.execute(
                    text(
                        f"CREATE TABLE {table.name}_p{piece} PARTITION OF {table.name} "
                        f"FOR VALUES WITH (MODULUS {PIECES}, REMAINDER {piece})"
                    )
                )
        version.create(connection)
        connection.execute(insert(version).values(version_num=migrations.HEAD))
    engine.dispose()


def _in_pieces(table: Table, *, spread: bool) -> None:
    if spread:
        table.dialect_options["postgresql"]["partition_by"] = "HASH (owner)"


@contextmanager
def watched(seen: Callable[[str, Touching], None], engine: Any = Engine) -> Iterator[None]:
    """Tell of every statement that is run, and which pieces it touches, before it is run."""

    def look(connection: Connection, cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        if connection.dialect.name != "postgresql" or not _READS_OR_WRITES.match(statement):
            return
        rows: Sequence[Any] = parameters if many else [parameters]
        touched: dict[str, set[int]] = {}
        owners: set[str] = set()
        with cursor.connection.cursor() as own:
            for row in rows[:50]:
                own.execute(f"EXPLAIN (FORMAT JSON, COSTS OFF) {statement}", row)
                (plan,) = own.fetchone()
                for name, piece in _pieces(plan[0]["Plan"]):
                    touched.setdefault(name, set()).add(piece)
                if statement.lstrip().upper().startswith("INSERT"):
                    owners |= {value for name, value in dict(row).items() if _OWNER.fullmatch(name)}
        if len(owners) > 1:  # which piece a new row goes to is in no plan
            touched["new rows"] = set(range(len(owners)))
        seen(statement, touched)

    event.listen(engine, "before_cursor_execute", look)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", look)


def pieces(touched: Touching) -> set[int]:
    """All pieces that are touched, of whatever table: the pieces of one number are one owner's."""
    return {piece for of_table in touched.values() for piece in of_table}


def _pieces(node: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    found = _PIECE.fullmatch(node.get("Relation Name", ""))
    if found is not None:
        yield found[1], int(found[2])
    for below in node.get("Plans", ()):
        yield from _pieces(below)


@contextmanager
def tasks(seen: Callable[[str, int], None], engine: Any = Engine) -> Iterator[None]:
    """Tell of every statement that is run on a cluster of Citus, and as how many tasks it is, before it is run."""

    def look(_connection: Connection, cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        if not _READS_OR_WRITES.match(statement):
            return
        rows: Sequence[Any] = parameters if many else [parameters]
        with cursor.connection.cursor() as own:
            for row in rows[:50]:
                own.execute(f"EXPLAIN (FORMAT JSON, COSTS OFF) {statement}", row)
                (plan,) = own.fetchone()
                seen(statement, max([0, *_counts(plan)]))

    event.listen(engine, "before_cursor_execute", look)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", look)


def _counts(node: Any) -> Iterator[int]:
    if isinstance(node, Mapping):
        if "Task Count" in node:
            yield int(node["Task Count"])
        for below in node.values():
            yield from _counts(below)
    elif isinstance(node, list):
        for one in node:
            yield from _counts(one)
