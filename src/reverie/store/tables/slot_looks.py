"""Looks for what stands in slots, asked of the database: by keys, by how they begin, and for what introduces somebody.

Each beginning is a look of its own into the index of keys: with OR, SQLite reads all of an owner's memories.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    Text,
    and_,
    bindparam,
    exists,
    func,
    literal,
    literal_column,
    not_,
    or_,
    select,
    union_all,
)

from reverie.records.memories import Category
from reverie.store.schema import memories
from reverie.store.table_metadata import Instant

_OWN = memories.c.owner == bindparam("owner")
# Written out, not bound: only then does the planner know that a partial index holds all it needs.
ACTIVE = memories.c.status == literal_column("'active'")
TOLD_AT = func.coalesce(memories.c.last_validated_at, memories.c.valid_from, type_=Instant)
_STANDING = and_(
    memories.c.owner == bindparam("owner"),
    ACTIVE,
    or_(memories.c.expires_at.is_(None), memories.c.expires_at > bindparam("now")),
    or_(memories.c.valid_to.is_(None), memories.c.valid_to > bindparam("now")),
    memories.c.category.not_in(bindparam("off", expanding=True)),
)
_STRONGEST = (
    select(memories)
    .where(_STANDING, memories.c.kind == literal_column("'fact'"))
    .order_by(memories.c.importance.desc(), memories.c.confidence.desc(), memories.c.valid_from, memories.c.id)
)
_LATEST = (
    select(memories)
    .where(_STANDING, memories.c.key.is_not(None), memories.c.kind == literal_column("'fact'"))
    .order_by(TOLD_AT.desc(), memories.c.id.desc())
)
_NOTICED = (
    select(memories)
    .where(_STANDING, memories.c.kind == literal_column("'observation'"), memories.c.about == literal_column("'user'"))
    .order_by(memories.c.confidence.desc(), memories.c.validations.desc(), TOLD_AT.desc(), memories.c.id.desc())
)
ASIDE = "aside"


def _written(constant: str) -> ColumnElement[str]:
    """A constant of ours, written out: only then does the planner know that a partial index holds all it needs."""
    return literal_column(f"'{constant}'", Text)


def _range(prefix: str) -> tuple[str, str]:
    """The first that begins so, and the first behind those that do."""
    return prefix, prefix[:-1] + chr(ord(prefix[-1]) + 1)


def begins_with(prefix: str) -> ColumnElement[bool]:
    """A look into the index of slots for those that begin so."""
    first, end = _range(prefix)
    return and_(memories.c.key >= first, memories.c.key < end)


@cache
def in_slots(prefixes: tuple[str, ...], named: bool) -> CompoundSelect[Any]:
    """One look into the index for each: with OR, SQLite reads all of an owner's memories."""
    key = memories.c.key
    others = key.in_(bindparam("keys", expanding=True)) if named else not_(key.contains(":"))
    return union_all(*(select(memories).where(_STANDING, look) for look in (others, *map(begins_with, prefixes))))


def _few(look: ColumnElement[bool], each: Sequence[ColumnElement[Any]], *order: ColumnElement[Any]) -> Select[Any]:
    """Ids of the first that a look finds: ``few`` of ``each``, before ``began`` and since, of the person and others."""
    whose = func.coalesce(memories.c.details["about"].as_string(), "")
    sorts = (*each, memories.c.created_at < bindparam("began"), whose)
    place = func.row_number().over(partition_by=sorts, order_by=order)
    found = select(memories.c.id, place.label("place")).where(_STANDING, look).subquery()
    return select(found.c.id).where(found.c.place <= bindparam("few"))


@cache
def introducing(keys: tuple[str, ...], prefixes: tuple[str, ...], soonest: str) -> CompoundSelect[Any]:
    """What is in the slots, and beside it the strongest of two categories, the latest, and the surest observations."""
    key = memories.c.key
    # Written out, and the beginnings as rows of their own: a look for each made a statement of 400 parameters.
    rows = (
        (_written(first).label("first"), _written(end).label("end")) for first, end in map(_range, (*prefixes, soonest))
    )
    begins = union_all(*(select(*row) for row in rows)).cte("beginnings")
    here, named = and_(key >= begins.c.first, key < begins.c.end), key.in_([_written(one) for one in keys])
    latest = (TOLD_AT.desc(), memories.c.id.desc())
    nearest = (memories.c.details["when"].as_string(), memories.c.id)
    beside = or_(key.is_(None), and_(not_(named), ~exists().where(here)))
    strongest = (
        _STRONGEST.where(memories.c.category == _written(category), beside).limit(bindparam(category))
        for category in (Category.PREFERENCE, Category.FACT)
    )
    most = (*strongest, _LATEST.limit(bindparam("latest")), _NOTICED.limit(bindparam("noticed")))
    found = union_all(
        select(memories.c.id).where(_STANDING, named),
        _few(here, [begins.c.first], *latest),
        _few(begins_with(soonest), [], *nearest),
        *(select(part.with_only_columns(memories.c.id).subquery()) for part in most),
    )
    return union_all(
        select(memories, literal(False).label(ASIDE)).where(_OWN, memories.c.id.in_(found)),
        select(memories, literal(True).label(ASIDE)).where(_OWN, memories.c.id.in_(bindparam("ids", expanding=True))),
    )
