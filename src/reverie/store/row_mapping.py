"""Rows to records and back, and records to the JSON of the log: one place, so that a field is added once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import Result

from reverie.records.conversations import Author, Conversation, Message, Role, Sheet, SheetName
from reverie.records.items import Item, namespace_of, namespace_text
from reverie.records.memories import (
    About,
    Change,
    Kind,
    Link,
    LogEntry,
    Memory,
    Relation,
    Says,
    Source,
    SourceKind,
    Statement,
    Status,
)
from reverie.records.users import User, UserKind

_MEMORY_PLAIN = tuple(f.name for f in fields(Memory) if f.name != "source")
# A look into a dict is a tenth of making an enum's member from its value.
_ABOUT: dict[object, About] = {one.value: one for one in About}
_KIND: dict[object, Kind] = {one.value: one for one in Kind}
_STATUS: dict[object, Status] = {one.value: one for one in Status}
_SOURCE_KIND: dict[object, SourceKind] = {one.value: one for one in SourceKind}
_ROLE: dict[object, Role] = {one.value: one for one in Role}
_TIMES = frozenset(
    {"sent_at", "valid_from", "valid_to", "created_at", "closed_at", "expires_at", "last_used_at", "last_validated_at"}
    | {"started_at", "ended_at", "linked_at", "to_at", "written_at", "updated_at", "at", "said_at"}
)

Row = Mapping[Any, Any]


def columns(record: Any) -> dict[str, Any]:
    """The columns of a record, as they are written."""
    row = {name: getattr(record, name) for name in type(record).__slots__}
    match record:
        case Memory():
            source = row.pop("source")
            row |= {"details": dict(record.details), "source_kind": source.kind}
            row |= {name: getattr(source, name) for name in ("message_id", "conversation_id", "quote")}
            row["span_start"], row["span_end"] = source.span or (None, None)
        case Message():
            del row["turn"]  # it is counted where it is asked for
        case Link():
            row["span_start"], row["span_end"] = row.pop("span") or (None, None)
        case Item():
            row |= {"namespace": namespace_text(record.namespace), "value": dict(record.value)}
    return row


def _fields(record: type, row: Row) -> dict[str, Any]:
    return {name: row[name] for name in record.__slots__}  # type: ignore[attr-defined] # of a dataclass with slots


def user(row: Row) -> User:
    """A person, or the companion."""
    return User(**{**_fields(User, row), "kind": UserKind(row["kind"])})


def conversation(row: Row) -> Conversation:
    """A conversation."""
    return Conversation(**_fields(Conversation, row))


def sheet(row: Row) -> Sheet:
    """A text beside a conversation."""
    return Sheet(**{**row, "name": SheetName(row["name"]), "author": Author(row["author"])})


def item(row: Row) -> Item:
    """A JSON item. Raises ValueError where its value is no object."""
    if not isinstance(row["value"], dict):
        raise ValueError("its 'value' is no JSON object")
    return Item(**{**row, "namespace": namespace_of(row["namespace"])})


def rows(result: Result[Any]) -> list[dict[str, Any]]:
    """All rows as plain dicts: many columns of many rows are read from them faster than from the driver's."""
    names = tuple(result.keys())
    return [dict(zip(names, row, strict=True)) for row in result.all()]


def message(row: Row) -> Message:
    """A message."""
    return Message(**{**row, "role": _ROLE.get(row["role"]) or Role(row["role"])})


def span(row: Row) -> tuple[int, int] | None:
    """The [start, end) that two columns hold."""
    start, end = row["span_start"], row["span_end"]
    return None if start is None or end is None else (start, end)


def memory(row: Row) -> Memory:
    """A memory."""
    plain = {name: row[name] for name in _MEMORY_PLAIN}
    plain["about"] = _ABOUT.get(plain["about"]) or About(plain["about"])
    plain["kind"] = _KIND.get(plain["kind"]) or Kind(plain["kind"])
    plain["status"] = _STATUS.get(plain["status"]) or Status(plain["status"])
    plain["source"] = Source(
        kind=_SOURCE_KIND.get(row["source_kind"]) or SourceKind(row["source_kind"]),
        message_id=row["message_id"],
        conversation_id=row["conversation_id"],
        quote=row["quote"],
        span=span(row),
    )
    return Memory(**plain)


def link(row: Row) -> Link:
    """A link."""
    return Link(
        owner=row["owner"],
        from_id=row["from_id"],
        to_id=row["to_id"],
        relation=Relation(row["relation"]),
        quote=row["quote"],
        span=span(row),
    )


def statement(row: Row) -> Statement:
    """A statement."""
    enums = {"says": Says(row["says"]), "source_kind": SourceKind(row["source_kind"])}
    return Statement(**{**_fields(Statement, row), **enums})


def change(row: Row) -> Change:
    """A change."""
    return Change(**_fields(Change, row))


def log_entry(row: Row) -> LogEntry:
    """What a change did to one item."""
    return LogEntry(**_fields(LogEntry, row))


def as_json(row: Row) -> dict[str, Any]:
    """Columns as the log keeps them: times as ISO text."""
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}


def kept_memory(kept: Mapping[str, Any]) -> Memory:
    """The memory that the log kept."""
    return memory(from_json(kept))


def kept_message(kept: Mapping[str, Any]) -> Message:
    """The message that the log kept."""
    return message(from_json(kept))


def from_json(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Columns as they were before the log kept them."""
    return {
        name: datetime.fromisoformat(value) if name in _TIMES and value is not None else value
        for name, value in kept.items()
    }
