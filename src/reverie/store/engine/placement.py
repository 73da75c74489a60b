"""Where each table lies on a PostgreSQL that is spread over several nodes (Citus).

The one idea: a person is on one node, with everything of theirs. Each table of people's rows is distributed by its
owner, all alike, so that a person's rows of every table lie side by side; the directory, which says who there is, is
small and lies on every node.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import (
    Connection,
    ForeignKeyConstraint,
    Select,
    String,
    Table,
    Text,
    cast,
    column,
    event,
    func,
    literal,
    select,
    table,
)
from sqlalchemy.schema import AddConstraint

from reverie.store.engine.receipts import receipts
from reverie.store.schema import OWNED, accounts, heads, keys, settings, users
from reverie.store.table_metadata import version

SHARDS = 64
"""Pieces of each table: more than the nodes will ever have processors, for a piece is what is moved to a new node."""

DIRECTORY = (users, accounts, settings, keys, version)
"""The tables that lie on every node."""

BY_OWNER = (heads, *(one for one in reversed(OWNED) if one not in (heads, settings)), receipts)
"""The tables that lie where their owner does; the others beside the first."""

_CITUS = select(func.to_regproc("create_distributed_table"))
_seen = table(
    "citus_tables",
    column("table_name"),
    column("citus_table_type"),
    column("distribution_column"),
    column("colocation_id"),
    column("shard_count"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """How a table lies: ``kind`` is distributed or reference; a distributed one has a column, a group and shards."""

    kind: str
    by: str | None = None
    group: int | None = None
    shards: int | None = None


def lying(connection: Connection) -> dict[str, Lying] | None:
    """How the tables of a database lie; None where it has no Citus."""
    if connection.dialect.name != "postgresql" or connection.execute(_CITUS).scalar() is None:
        return None
    query = select(
        cast(_seen.c.table_name, Text),
        cast(_seen.c.citus_table_type, Text),
        cast(_seen.c.distribution_column, Text),
        _seen.c.colocation_id,
        _seen.c.shard_count,
    )
    return {
        name: Lying(kind=kind, by=by, group=group, shards=shards)
        for name, kind, by, group, shards in connection.execute(query)
    }


@contextmanager
def beside_owners(connection: Connection) -> Iterator[None]:
    """Let tables that are made in a block lie as they should, where those that are there do.

    Each is made without its keys to others, for such a key can't lead from a table that is on one node alone.
    """
    now = lying(connection)
    if now is None or heads.name not in now:
        yield
        return
    connection.exec_driver_sql("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")

    def before(made: Table, _connection: Connection, **_more: object) -> None:
        made.info["keys"] = keys_of(made)
        made.constraints.difference_update(made.info["keys"])

    def after(made: Table, connection: Connection, **_more: object) -> None:
        connection.execute(moved(made, SHARDS))
        for key in made.info["keys"]:
            connection.execute(put_back(key))

    event.listen(Table, "before_create", before)
    event.listen(Table, "after_create", after)
    try:
        yield
    finally:
        event.remove(Table, "before_create", before)
        event.remove(Table, "after_create", after)


def put_back(key: ForeignKeyConstraint) -> AddConstraint:
    """A key between tables, to be made where it is not."""
    return AddConstraint(key, isolate_from_table=False)  # else it would not be made with its table any more


def moved(one: Table, shards: int) -> Select[object]:
    """What moves a table. Its words stand in the statement: as parameters they would have no type that fits."""
    named = literal(one.name, String, literal_execute=True)
    if "owner" not in one.c or one is settings:
        return select(func.create_reference_table(named))
    words = [literal(word, String, literal_execute=True) for word in ("owner", "hash")]
    if one is not heads:
        return select(func.create_distributed_table(named, *words, literal(heads.name, String, literal_execute=True)))
    alone = literal("none", String, literal_execute=True)
    return select(func.create_distributed_table(named, *words, alone, literal(shards, literal_execute=True)))


def keys_of(one: Table) -> Sequence[ForeignKeyConstraint]:
    """The keys of a table to others, in the order of their names."""
    return sorted(one.foreign_key_constraints, key=lambda key: str(key.name))
