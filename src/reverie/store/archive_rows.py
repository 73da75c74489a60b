"""Whole rows of a person, out of the database and into one, as JSON: what an archive is made of.

Every column is written by its type, so that a column added to a table is in the next archive. Rows come and go in
batches: a hundred thousand messages take no more memory than five hundred.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    LargeBinary,
    Table,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.sql.schema import ScalarElementColumnDefault

from reverie.errors import InvalidInput
from reverie.records.users import User
from reverie.store import row_mapping
from reverie.store.schema import (
    accounts,
    blocked,
    changes,
    conversations,
    documents,
    entries,
    heads,
    items,
    links,
    log,
    memories,
    messages,
    pictures,
    settings,
    sheets,
    statements,
    users,
    work,
)
from reverie.store.table_metadata import Instant
from reverie.store.tables.people import CONFIRMATION, People

BATCH = 500
"""Rows read, and written, at a time."""

PEOPLE = "people"
SEARCH = "search"
VECTORS = "picture_vectors"

PARTS: Mapping[str, Table] = {
    PEOPLE: users,
    "accounts": accounts,
    "settings": settings,
    "conversations": conversations,
    "messages": messages,
    "sheets": sheets,
    "memories": memories,
    "items": items,
    "links": links,
    "statements": statements,
    "blocked": blocked,
    "documents": documents,
    "changes": changes,
    "log": log,
    SEARCH: entries,
    VECTORS: pictures,
    "work": work,
}
"""Every part of an archive and its table, in an order in which they can be written."""

_PERSON = ("id", "kind", "name", "nickname", "pronouns", "guest", "created_at", "revision", "merged_into")
_ENTRY = ("owner", "item_id", "item", "vector", "scale", "space")
_NO_VECTOR = {"vector": None, "scale": 0.0, "space": None}

Row = Mapping[str, Any]


def columns(part: str) -> list[Column[Any]]:
    """The columns of a part: all of its table's, but for those that are made from others."""
    names = {PEOPLE: _PERSON, SEARCH: _ENTRY}.get(part)
    return [column for column in PARTS[part].columns if names is None or column.name in names]


def owning(part: str) -> str:
    """The column that says whose a row is."""
    return {PEOPLE: "id", "accounts": "user_id"}.get(part, "owner")


class Rows:
    """The rows of people, over one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def read(self, part: str, owners: Collection[str], *, with_vectors: bool = True) -> Iterator[dict[str, Any]]:
        """The rows of these owners, in the order of their keys, ready to be written as JSON."""
        table, own = PARTS[part], columns(part)
        query = select(*own).where(table.c[owning(part)].in_(list(owners))).order_by(*table.primary_key.columns)
        if part == "settings":
            query = query.where(settings.c.name != CONFIRMATION)  # it names other people
        found = self._connection.execution_options(yield_per=BATCH).execute(query)
        bare = _NO_VECTOR if part == SEARCH and not with_vectors else {}
        names = [column.name for column in own]
        written = [(place, _WRITTEN[type(c.type)]) for place, c in enumerate(own) if type(c.type) in _WRITTEN]
        for row in found:
            values = list(row)
            for place, as_json in written:
                if values[place] is not None:
                    values[place] = as_json(values[place])
            yield dict(zip(names, values, strict=True)) | bare

    def spaces(self, owners: Collection[str]) -> list[str]:
        """The models that made the vectors of these owners."""
        query = select(entries.c.space).where(entries.c.owner.in_(list(owners)), entries.c.space.is_not(None))
        return sorted(self._connection.execute(query.distinct()).scalars())

    def put(self, part: str, rows: Iterable[Row]) -> int:
        """Write rows, as ``parsed`` gives them; give how many. People and search entries have doors of their own."""
        statement, written = insert(PARTS[part]), 0
        waiting = iter(rows)
        while batch := list(islice(waiting, BATCH)):
            self._connection.execute(statement, batch)
            written += len(batch)
        return written

    def add_person(self, user: User) -> None:
        """Put a person into the directory; somebody else may have the name too."""
        People(self._connection).add(user, namesake=True)

    def settle(self, owner: str) -> None:
        """Let an owner's log end where the lines that were written say."""
        last = [
            self._connection.execute(select(func.max(table.c.seq)).where(table.c.owner == owner)).scalar() or 0
            for table in (changes, log)
        ]
        newest = select(func.max(changes.c.at, type_=Instant)).where(changes.c.owner == owner)
        at = self._connection.execute(newest).scalar()
        if at is not None:
            head = update(heads).where(heads.c.owner == owner)
            self._connection.execute(head.values(seq=max(last), at=at))


_WRITTEN: Mapping[type, Callable[[Any], str]] = {
    Instant: datetime.isoformat,
    LargeBinary: lambda value: base64.b64encode(value).decode("ascii"),
}
"""How columns are written that JSON has no type for."""


def parsed(part: str, kept: Any) -> dict[str, Any]:
    """A row of a part, from JSON.

    Raises:
        InvalidInput: a field is unknown, missing, or not of its type.
    """
    own = columns(part)
    if not isinstance(kept, dict):
        raise InvalidInput("it is no JSON object")
    unknown = kept.keys() - {column.name for column in own}
    if unknown:
        raise InvalidInput(f"it has a field {min(unknown)!r} that this Reverie does not know")
    try:
        row = {column.name: _of_column(column, kept.get(column.name)) for column in own}
        if part in _RECORDS:
            _RECORDS[part](row)  # that the program can read it back: a status is one, a kind is one
    except (ValueError, TypeError, binascii.Error, OverflowError) as error:
        raise InvalidInput(str(error)) from error
    return row


def _of_column(column: Column[Any], value: Any) -> Any:
    if value is None and isinstance(column.default, ScalarElementColumnDefault):
        return column.default.arg  # an archive from before the column
    if value is None:
        if not column.nullable:
            raise ValueError(f"it has no {column.name!r}")
        return None
    kind = column.type
    if isinstance(kind, JSON):
        return value
    wanted: Any = next((types for sort, types in _TYPES if isinstance(kind, sort)), str)
    if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
        raise ValueError(f"its {column.name!r} is of another type")
    if isinstance(value, str):
        _see_storable(column, value)
    if isinstance(kind, Instant):
        return _moment(column, value)
    return base64.b64decode(value, validate=True) if isinstance(kind, LargeBinary) else value


def _moment(column: Column[Any], value: str) -> datetime:
    found = datetime.fromisoformat(value)
    if found.tzinfo is None:
        raise ValueError(f"its {column.name!r} has no time zone")
    return found


_TYPES: tuple[tuple[type, Any], ...] = ((Instant, str), (Boolean, bool), (Float, (int, float)), (Integer, int))
"""What JSON has for the columns that are no texts."""


def _see_storable(column: Column[Any], value: str) -> None:
    longest = getattr(column.type, "length", None)
    if longest is not None and len(value) > longest:
        raise ValueError(f"its {column.name!r} is longer than {longest} characters")
    if "\0" in value:
        raise ValueError(f"its {column.name!r} holds a NUL character")


def _memory(row: Row) -> None:
    if not isinstance(row["details"], dict):
        raise ValueError("its 'details' is no JSON object")
    row_mapping.memory(row)


_RECORDS: Mapping[str, Any] = {
    PEOPLE: row_mapping.user,
    "conversations": row_mapping.conversation,
    "messages": row_mapping.message,
    "sheets": row_mapping.sheet,
    "items": row_mapping.item,
    "memories": _memory,
    "links": row_mapping.link,
    "statements": row_mapping.statement,
    "changes": row_mapping.change,
    "log": row_mapping.log_entry,
}
