"""What the search needs to know of each item: its vector and its token ids, written in the item's own transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Row,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    null,
    or_,
    select,
    type_coerce,
    update,
)

from reverie.ports import Indexed
from reverie.store import row_mapping
from reverie.store.pending_writes import ENTRY, Ledger
from reverie.store.schema import entries, items, memories, messages
from reverie.store.tables.gateway import chunks


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One item's tokens and vector. ``vector`` is int8 and ``space`` names its geometry; None is not embedded."""

    item_id: str
    item: str
    tokens: bytes
    words: int
    question_share: float
    temporal: bool
    vector: bytes | None = None
    scale: float = 0.0
    space: str | None = None


_ENTRY = (
    entries.c.item_id,
    entries.c.tokens,
    entries.c.words,
    entries.c.question_share,
    entries.c.temporal,
    entries.c.vector,
    entries.c.scale,
    entries.c.space,
)


def _of_entry(table: Table) -> ColumnElement[bool]:
    """Whether a row is the item of an entry."""
    return and_(table.c.owner == entries.c.owner, table.c.id == entries.c.item_id)


def _elsewhere(space: str) -> ColumnElement[bool]:
    """Whether an entry has no vector of a space."""
    return or_(entries.c.space.is_(None), entries.c.space != space)


def _micros(column: Column[datetime]) -> ColumnElement[int]:
    # The bare number: making a datetime of each of a hundred thousand rows costs more than reading them.
    return type_coerce(column, BigInteger)


_SAID = select(
    *_ENTRY,
    _micros(messages.c.sent_at),
    messages.c.conversation_id,
    messages.c.role,
    messages.c.speaker,
).join(messages, _of_entry(messages))

_KNOWN = (
    select(
        *_ENTRY,
        _micros(memories.c.valid_from),
        memories.c.conversation_id,
        memories.c.kind,
        memories.c.category,
        memories.c.status,
        memories.c.importance,
        _micros(memories.c.valid_to),
        _micros(memories.c.expires_at),
    )
    .join(memories, _of_entry(memories))
    .where(memories.c.status != literal_column("'proposed'"))  # bound, it would be planned anew at every call
)

_OWN = entries.c.owner == bindparam("owner")
_THESE = entries.c.item_id.in_(bindparam("ids", expanding=True))

_DROPPED = delete(entries).where(_OWN, _THESE)
_THERE = select(entries).where(_OWN, _THESE)

SORTS = ("message", "memory")
"""The sorts of items that are searched, in the order of the queries for them."""


class Entries:
    """An owner's search entries, over one connection."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def put(self, owner: str, found: Sequence[Entry], *, new: bool = False) -> None:
        """Write entries; an item's old one is replaced, unless they are all of ``new`` items."""
        if not new:
            self.drop(owner, [entry.item_id for entry in found])
        for entry in found:
            self._ledger.add(ENTRY, row_mapping.columns(entry) | {"owner": owner})

    def drop(self, owner: str, item_ids: Sequence[str]) -> None:
        """Take entries out."""
        for part in chunks(item_ids):
            self._ledger.execute(_DROPPED, {"owner": owner, "ids": part})

    def of(self, owner: str, item_ids: Sequence[str]) -> dict[str, Entry]:
        """The entries of items, by id."""
        there = (self._ledger.execute(_THERE, {"owner": owner, "ids": part}) for part in chunks(item_ids))
        rows = (row for found in there for row in found.mappings())
        return {row["item_id"]: Entry(**{name: row[name] for name in Entry.__slots__}) for row in rows}

    def copy(self, owner: str, item_id: str, to: str) -> None:
        """Give an item the entry of another that says the same."""
        query = select(entries).where(entries.c.owner == owner, entries.c.item_id == item_id)
        row = self._ledger.execute(query).mappings().first()
        if row is not None:
            self._ledger.execute(insert(entries).values({**row, "item_id": to}))

    def indexed(
        self,
        owner: str,
        space: str | None,
        ids: Sequence[str] | None = None,
        *,
        bare: bool = False,
        sorts: Collection[str] = SORTS,
    ) -> Iterator[Indexed]:
        """Items as the search sees them: all, or those of ``ids`` that are there. Vectors of other spaces are left out.

        Memories that are only proposed are not in the search. ``bare`` ones come without their vectors. ``sorts`` are
        those that may be among them: "message" and "memory".
        """
        for sort, (every, these, indexed) in zip(SORTS, _BARE if bare else _INDEXED, strict=True):
            if sort not in sorts:
                continue
            if ids is None:
                for row in self._ledger.execute(every, {"owner": owner}):
                    yield indexed(row, space)
                continue
            for part in chunks(ids):
                for row in self._ledger.execute(these, {"owner": owner, "ids": part}):
                    yield indexed(row, space)

    def stale(self, owner: str, space: str, limit: int, after: str = "") -> list[tuple[str, str, str]]:
        """(item id, item, text) of items without a vector in ``space``, by id, from after ``after``."""
        said = entries.outerjoin(messages, _of_entry(messages))
        there = said.outerjoin(memories, _of_entry(memories)).outerjoin(items, _of_entry(items))
        words = func.coalesce(messages.c.text, memories.c.text, items.c.text).label("text")
        query = (
            select(entries.c.item_id, entries.c.item, words)
            .select_from(there)
            .where(entries.c.owner == owner, _elsewhere(space), entries.c.item_id > after)
            .order_by(entries.c.item_id)
            .limit(limit)
        )
        return [(row.item_id, row.item, row.text or "") for row in self._ledger.execute(query)]

    def revector(self, owner: str, item_id: str, vector: tuple[bytes, float], space: str) -> None:
        """Give an item a vector of another space."""
        there = (entries.c.owner == owner, entries.c.item_id == item_id, _elsewhere(space))
        packed, scale = vector
        self._ledger.execute(update(entries).where(*there).values(vector=packed, scale=scale, space=space))

    def spaces(self, owner: str) -> dict[str | None, int]:
        """How many items have their vector in which space; None counts those without."""
        query = select(entries.c.space, func.count()).where(entries.c.owner == owner).group_by(entries.c.space)
        return {space: count for space, count in self._ledger.execute(query)}


def _without_vector(query: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    columns = [null() if column is entries.c.vector else column for column in query.selected_columns]
    return query.with_only_columns(*columns, maintain_column_froms=True)


def _seconds(micros: int | None) -> float:
    return float("inf") if micros is None else micros / 1e6


def _message_indexed(row: Row[*tuple[Any, ...]], space: str | None) -> Indexed:
    *shared, role, speaker = row
    return _indexed("message", shared, space, role=role, speaker=speaker)


def _memory_indexed(row: Row[*tuple[Any, ...]], space: str | None) -> Indexed:
    *shared, kind, category, status, importance, until, expires = row
    lasts = {"until": _seconds(until), "expires": _seconds(expires)}
    return _indexed(
        "memory", shared, space, kind=kind, category=category, status=status, importance=importance, **lasts
    )


def _indexed(item: str, shared: list[Any], space: str | None, **own: Any) -> Indexed:
    item_id, tokens, words, share, temporal, vector, scale, its_space, at, conversation_id = shared
    vector, scale = (vector, scale) if its_space == space else (None, 0.0)
    return Indexed(item_id, item, at / 1e6, tokens, words, share, temporal, vector, scale, conversation_id, **own)


_QUERIES: tuple[tuple[Select[*tuple[Any, ...]], Callable[[Row[*tuple[Any, ...]], str | None], Indexed]], ...] = (
    (_SAID, _message_indexed),
    (_KNOWN, _memory_indexed),
)
_INDEXED = tuple((query.where(_OWN), query.where(_OWN, _THESE), indexed) for query, indexed in _QUERIES)
_BARE = tuple((_without_vector(every), _without_vector(these), indexed) for every, these, indexed in _INDEXED)
