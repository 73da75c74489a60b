"""Rows to records and back, and records to the JSON of the log: one place, so that a field is added once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import Result

from reverie.records.conversations import Author, Conversation, Message, Role, Sheet, SheetName
from reverie.records.items import Item, namespace_of, namespace_text
from reverie.records.memories import About, Change, Kind, Link, LogEntry, Memory, Relation, Source, SourceKind, Status
from reverie.records.statements import Says, Statement
from reverie.records.users import User, UserKind

_SOURCE = ("source_kind", "message_id", "conversation_id", "quote", "span_start", "span_end")
_MEMORY_PLAIN = tuple(f.name for f in fields(Memory) if f.name != "source")
_STATEMENT = tuple(f.name for f in fields(Statement))
_MESSAGE = tuple(f.name for f in fields(Message))
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


def user(row: Row) -> User:
    """A person, or the companion."""
    return User(
        id=row["id"],
        kind=UserKind(row["kind"]),
        name=row["name"],
        nickname=row["nickname"],
        pronouns=row["pronouns"],
        guest=row["guest"],
        created_at=row["created_at"],
        revision=row["revision"],
        merged_into=row["merged_into"],
    )


def conversation(row: Row) -> Conversation:
    """A conversation."""
    return Conversation(**{f.name: row[f.name] for f in fields(Conversation)})


def conversation_row(record: Conversation) -> dict[str, Any]:
    """The columns of a conversation."""
    return {f.name: getattr(record, f.name) for f in fields(Conversation)}


def sheet(row: Row) -> Sheet:
    """A text beside a conversation."""
    return Sheet(**{**row, "name": SheetName(row["name"]), "author": Author(row["author"])})


def sheet_row(record: Sheet) -> dict[str, Any]:
    """The columns of a text beside a conversation."""
    return {f.name: getattr(record, f.name) for f in fields(Sheet)}


def item(row: Row) -> Item:
    """A JSON item. Raises ValueError where its value is no object."""
    if not isinstance(row["value"], dict):
        raise ValueError("its 'value' is no JSON object")
    return Item(**{**row, "namespace": namespace_of(row["namespace"])})


def item_row(record: Item) -> dict[str, Any]:
    """The columns of a JSON item."""
    row = {f.name: getattr(record, f.name) for f in fields(Item)}
    return row | {"namespace": namespace_text(record.namespace), "value": dict(record.value)}


def rows(result: Result[Any]) -> list[dict[str, Any]]:
    """All rows as plain dicts: many columns of many rows are read from them faster than from the driver's."""
    names = tuple(result.keys())
    return [dict(zip(names, row, strict=True)) for row in result.all()]


def message(row: Row) -> Message:
    """A message."""
    return Message(**{**row, "role": _ROLE.get(row["role"]) or Role(row["role"])})


def message_row(record: Message) -> dict[str, Any]:
    """The columns of a message."""
    return {name: getattr(record, name) for name in _MESSAGE}


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


def memory_row(record: Memory) -> dict[str, Any]:
    """The columns of a memory."""
    row = {name: getattr(record, name) for name in _MEMORY_PLAIN}
    row["details"] = dict(record.details)
    source = record.source
    start, end = source.span or (None, None)
    return row | dict(
        zip(_SOURCE, (source.kind, source.message_id, source.conversation_id, source.quote, start, end), strict=True)
    )


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


def link_row(record: Link) -> dict[str, Any]:
    """The columns of a link."""
    start, end = record.span or (None, None)
    return {
        "owner": record.owner,
        "from_id": record.from_id,
        "to_id": record.to_id,
        "relation": record.relation,
        "quote": record.quote,
        "span_start": start,
        "span_end": end,
    }


def statement(row: Row) -> Statement:
    """A statement."""
    plain = {name: row[name] for name in _STATEMENT}
    return Statement(**{**plain, "says": Says(plain["says"]), "source_kind": SourceKind(plain["source_kind"])})


def statement_row(record: Statement) -> dict[str, Any]:
    """The columns of a statement."""
    return {name: getattr(record, name) for name in _STATEMENT}


def change(row: Row) -> Change:
    """A change."""
    return Change(**{f.name: row[f.name] for f in fields(Change)})


def log_entry(row: Row) -> LogEntry:
    """What a change did to one item."""
    return LogEntry(**{f.name: row[f.name] for f in fields(LogEntry)})


def as_json(row: Row) -> dict[str, Any]:
    """Columns as the log keeps them: times as ISO text."""
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}


def kept_memory(kept: Mapping[str, Any]) -> Memory:
    """The memory that the log kept."""
    return memory(from_json(kept))


def from_json(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Columns as they were before the log kept them."""
    return {
        name: datetime.fromisoformat(value) if name in _TIMES and value is not None else value
        for name, value in kept.items()
    }
