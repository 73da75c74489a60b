"""The vectors of a large owner, left in PostgreSQL: pgvector finds the nearest, the ranking is the same.

The one idea: an owner of a hundred thousand items has an index of their own, over the very bytes that are stored
(HNSW, partial, on an expression). So nothing is kept twice or brought up to date, another's vectors are never met on
the way, and where there is no such index yet the owner is searched in memory like everybody else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Engine, Integer, String, bindparam, func, select, text
from sqlalchemy.exc import DBAPIError

from reverie.errors import StoreError
from reverie.store.dialogue import CHUNK
from reverie.store.schema import entries
from reverie.store.session import Session, Store
from reverie.store.transactions import transaction
from reverie.store.troubles import translated

LARGEST_DIMENSIONS = 4000
"""What pgvector's HNSW takes of half precision."""

FOUND, MOST = 200, 4000
"""How many of the nearest are asked for, and how many at most where a view leaves many out."""

# The order of the bytes decides: 0 to 127 are as they are, 128 to 255 are the negative ones.
_STEPS = """
CREATE OR REPLACE FUNCTION reverie_steps(bytea) RETURNS halfvec
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 10000
RETURN (SELECT array_agg((get_byte($1, place) # 128) - 128 ORDER BY place)
        FROM generate_series(0, length($1) - 1) AS place)::halfvec
"""
_VALID = text(
    "SELECT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
    " WHERE c.relname = :name AND i.indrelid = 'entries'::regclass"
)
# A partial index serves only where its condition stands in the statement as it is.
_WRITTEN_OUT = (
    bindparam("owner", type_=String, literal_execute=True),
    bindparam("space", type_=String, literal_execute=True),
    bindparam("dimensions", type_=Integer, literal_execute=True),
)
_NEAREST = text(
    "SELECT item_id FROM entries WHERE owner = :owner AND space = :space"
    " ORDER BY (reverie_steps(vector)::halfvec(:dimensions)) <=> CAST(:asked AS halfvec(:dimensions)) LIMIT :most"
).bindparams(*_WRITTEN_OUT, bindparam("most", type_=Integer, literal_execute=True))
_LOOKING = text(
    "SELECT set_config('hnsw.ef_search', :width, true), set_config('hnsw.iterative_scan', 'relaxed_order', true),"
    " set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)"
)
_THESE = select(entries.c.item_id, entries.c.vector).where(
    entries.c.owner == bindparam("owner"), entries.c.item_id.in_(bindparam("ids", expanding=True))
)


class Far:
    """One owner's vectors in the database, by the rows of their corpus; ``ids`` grows with it."""

    def __init__(self, engine: Engine, owner: str, space: str, dimensions: int) -> None:
        self._engine = engine
        self._owner = owner
        self._space = space
        self._dimensions = dimensions
        self._recent: dict[str, bytes] = {}

    def steps(self, ids: Sequence[str]) -> NDArray[np.int8]:
        """The packed vectors of items, in their order; zeros where there is none."""
        missing = [one for one in ids if one not in self._recent]
        if missing:
            found: dict[str, bytes] = {}
            with translated(None), transaction(self._engine, writes=False) as connection:
                for start in range(0, len(missing), CHUNK):
                    these = {"owner": self._owner, "ids": missing[start : start + CHUNK]}
                    found |= {one: vector for one, vector in connection.execute(_THESE, these) if vector}
            kept = {one: self._recent[one] for one in ids if one in self._recent}
            self._recent = found | kept  # the best of a search are compared with each other right after it
        nothing = bytes(self._dimensions)
        joined = b"".join(_fitting(self._recent.get(one), nothing) for one in ids)
        return np.frombuffer(joined, np.int8).reshape(len(ids), self._dimensions)

    def nearest(self, steps: NDArray[np.int8], most: int) -> list[str]:
        """Ids of about so many items that may be nearest."""
        asked = {"asked": str(steps.tolist()), "owner": self._owner, "space": self._space}
        with translated(None), transaction(self._engine, writes=False) as connection:
            connection.execute(_LOOKING, {"width": str(min(most, 1000))})
            found = connection.execute(_NEAREST, asked | {"dimensions": self._dimensions, "most": most})
            return list(found.scalars())

    def forget(self) -> None:
        """Forget what was read: it may have changed."""
        self._recent = {}


def _fitting(vector: bytes | None, nothing: bytes) -> bytes:
    return vector if vector is not None and len(vector) == len(nothing) else nothing


def ready(session: Session, owner: str, space: str | None, dimensions: int | None) -> Far | None:
    """The owner's vectors in the database, if they have an index there."""
    connection = session.connection
    if connection.dialect.name != "postgresql" or not space or not dimensions:
        return None
    if not connection.execute(_VALID, {"name": _named(owner, space)}).scalar():
        return None
    return Far(connection.engine, owner, space, dimensions)


def draw(store: Store, owner: str, space: str, dimensions: int, least: int) -> bool:
    """Give an owner of at least so many vectors an index of their own; tell whether one was made.

    Others go on reading and writing meanwhile. It takes about a minute for a hundred thousand.

    Raises:
        StoreError: the server has no pgvector, or may not use it.
    """
    if store.on_sqlite or dimensions > LARGEST_DIMENSIONS:
        return False
    name = _named(owner, space)
    with store.reading() as session:
        if session.connection.execute(_VALID, {"name": name}).scalar():
            return False
        here = (entries.c.owner == owner, entries.c.space == space)
        if session.connection.execute(select(func.count()).where(*here)).scalar_one() < least:
            return False
    with store.outside_transactions() as connection:
        _prepare(connection)
        connection.exec_driver_sql(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # one that was begun and never ended
        made = text(
            f"CREATE INDEX CONCURRENTLY {name} ON entries"
            " USING hnsw ((reverie_steps(vector)::halfvec(:dimensions)) halfvec_cosine_ops)"
            " WHERE owner = :owner AND space = :space"
        ).bindparams(*_WRITTEN_OUT)
        connection.execute(made, {"owner": owner, "space": space, "dimensions": dimensions})
    with store.writing(owner) as session:
        session.changes.new_generation(owner)
    return True


def _prepare(connection: Connection) -> None:
    try:
        connection.exec_driver_sql("CREATE EXTENSION IF NOT EXISTS vector")
    except DBAPIError as error:
        raise StoreError(
            "the server has no pgvector, or this user may not use it: install it and let an administrator run "
            "CREATE EXTENSION vector; until then large memories are searched in memory"
        ) from error
    connection.exec_driver_sql(_STEPS)


def _named(owner: str, space: str) -> str:
    return "near_" + hashlib.sha256(f"{owner} {space}".encode()).hexdigest()[:32]
