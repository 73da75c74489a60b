"""The vectors of a large owner, left in PostgreSQL: pgvector finds the nearest, the ranking is the same.

The one idea: an owner of a hundred thousand items has an index of their own, over the very bytes that are stored
(HNSW, partial, on an expression: the signs of the numbers, as in memory). It chooses which vectors are read and
compared. So nothing is kept twice or brought up to date, another's vectors are never met on the way, and where there
is no such index yet the owner is searched in memory like everybody else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Integer, String, bindparam, func, select, text
from sqlalchemy.exc import DBAPIError

from reverie.errors import StoreError
from reverie.store.database import Session, Store
from reverie.store.schema import entries
from reverie.store.search.bm25_scoring import Corpus, Floats, Meaning

LARGEST_DIMENSIONS = 8000
"""What pgvector's HNSW takes of bits, by eight."""

FOUND, MOST = 400, 4000
"""How many of the nearest are asked for, and how many at most where a view leaves many out."""

_VALID = text(
    "SELECT i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
    " WHERE c.relname = :name AND i.indrelid = 'entries'::regclass"
)
# A partial index serves only where its condition stands in the statement as it is.
_WRITTEN_OUT = (
    bindparam("owner", type_=String, literal_execute=True),
    bindparam("space", type_=String, literal_execute=True),
    bindparam("numbers", type_=Integer, literal_execute=True),
    bindparam("bits", type_=Integer, literal_execute=True),
)
# Of each number's eight bits the first is its sign. The cast through text is the only one there is, and fast.
_SIGNS = "((('x' || encode(vector, 'hex'))::bit(:bits) & repeat('10000000', :numbers)::bit(:bits))::bit(:bits))"
_NEAREST = text(
    f"SELECT item_id, vector FROM entries WHERE owner = :owner AND space = :space ORDER BY {_SIGNS} <~>"  # noqa: S608 # a constant
    " (CAST(:asked AS bit(:bits)) & repeat('10000000', :numbers)::bit(:bits))::bit(:bits) LIMIT :most"
).bindparams(*_WRITTEN_OUT, bindparam("most", type_=Integer, literal_execute=True))
_DRAWN = (
    "CREATE INDEX CONCURRENTLY {name} ON entries"
    f" USING hnsw ({_SIGNS} bit_hamming_ops) WHERE owner = :owner AND space = :space"
)
_LOOKING = text(
    "SELECT set_config('hnsw.ef_search', :width, true), set_config('hnsw.iterative_scan', 'relaxed_order', true),"
    " set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)"
)
_THESE = text("SELECT item_id, vector FROM entries WHERE owner = :owner AND item_id = ANY(:ids)")


class Far:
    """One owner's vectors in the database, read over the ``connection`` of whoever asks."""

    def __init__(self, connection: Connection, owner: str, space: str, dimensions: int) -> None:
        self.connection = connection
        self._owner = owner
        self._space = space
        self._dimensions = dimensions
        self._recent: dict[str, bytes] = {}

    def steps(self, ids: Sequence[str]) -> NDArray[np.int8]:
        """The packed vectors of items, in their order; zeros where there is none."""
        missing = [one for one in ids if one not in self._recent]
        if missing:
            found = self.connection.execute(_THESE, {"owner": self._owner, "ids": missing})
            new = {one: vector for one, vector in found if vector}
            kept = {one: self._recent[one] for one in ids if one in self._recent}
            self._recent = new | kept  # the best of a search are compared with each other right after it
        nothing = bytes(self._dimensions)
        joined = b"".join(_fitting(self._recent.get(one), nothing) for one in ids)
        return np.frombuffer(joined, np.int8).reshape(len(ids), self._dimensions)

    def nearest(self, steps: NDArray[np.int8], most: int) -> list[str]:
        """Ids of about so many items that may be nearest."""
        asked = named(self._owner, self._space, self._dimensions)
        asked["asked"] = f"x{steps.tobytes().hex()}"
        with self.connection.begin_nested() as point:
            self.connection.execute(_LOOKING, {"width": str(min(most, 1000))})
            found = self.connection.execute(_NEAREST, asked | {"most": most})
            self._recent = {one: vector for one, vector in found}
            point.rollback()  # how the server plans is set for this statement, not for the rest of the transaction
        return list(self._recent)

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
    return Far(connection, owner, space, dimensions)


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
        made = text(_DRAWN.format(name=name)).bindparams(*_WRITTEN_OUT)
        connection.execute(made, named(owner, space, dimensions))
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


def named(owner: str, space: str, dimensions: int) -> dict[str, Any]:
    """What a statement over one owner's vectors is about."""
    return {"owner": owner, "space": space, "numbers": dimensions, "bits": 8 * dimensions}


def _named(owner: str, space: str) -> str:
    return "near_" + hashlib.sha256(f"{owner} {space}".encode()).hexdigest()[:32]


LOOKED_THROUGH = 4096
"""Up to so many allowed rows every one is compared: an index would find too few of them."""


class FarMeaning(Meaning):
    """A question's vector, to be compared with rows whose vectors are read from the database."""

    def __init__(self, vector: NDArray[np.float32], far: Far, rows: Mapping[str, int]) -> None:
        super().__init__(vector)
        self._far = far
        self._rows = rows

    def nearest(self, corpus: Corpus, allowed: NDArray[np.bool_]) -> Floats:
        """Measure the likeness of the allowed rows that may be nearest, 0 elsewhere."""
        scales = corpus["scale"]
        rows = np.flatnonzero(allowed & (scales > 0))
        if len(rows) > LOOKED_THROUGH:
            most = min(MOST, -(-FOUND * corpus.count // len(rows)))
            found = self._far.nearest(self._steps[0], most)
            rows = np.array(sorted(self._rows[one] for one in found if one in self._rows), np.int64)
            rows = rows[allowed[rows]]
        likeness = np.zeros(corpus.count, np.float32)
        likeness[rows] = self.cosines(corpus.steps(rows), scales[rows])
        return likeness
