"""Statements of memories that were written before statements were kept, read off their rows, links and log.

The evidence of a memory says which messages said it, its details when it was stated outright, and the log what ended
it, and whether it was forgotten. It is needed by the migration that brings statements, for archives that are older, and
where a change is undone that is.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Connection, Float, Integer, MetaData, String, Table, insert, select

from reverie.store.table_metadata import EPOCH

FIRST_VERSION = "0011"
"""The version of the database that keeps statements."""

BATCH = 500

_SILENT = frozenset("forget retract decline settle evolve".split())
"""Causes of changes after which a memory says nothing any more, and was said all the same."""

_NOT_SAID = ("episode", "passage")

# As they are in that version: this goes on reading a database that is older than the program.
_tables = MetaData()
_memories = Table(
    "memories",
    _tables,
    *(Column(name, String) for name in "owner id about kind key status superseded_by source_kind message_id".split()),
    *(Column(name, BigInteger) for name in ("valid_from", "valid_to", "created_at", "closed_at", "expires_at")),
    Column("conversation_id", String),
    Column("details", JSON),
    Column("importance", Float),
    Column("confidence", Float),
    Column("validations", Integer),
)
_links = Table("links", _tables, *(Column(name, String) for name in ("owner", "from_id", "to_id", "relation")))
_messages = Table(
    "messages",
    _tables,
    *(Column(name, String) for name in ("owner", "id", "conversation_id")),
    Column("sent_at", BigInteger),
)
_changes = Table("changes", _tables, *(Column(name, String) for name in ("owner", "id", "cause", "message_id")))
_log = Table(
    "log",
    _tables,
    *(Column(name, String) for name in ("owner", "item", "item_id", "change_id")),
    Column("seq", BigInteger),
    Column("before", JSON),
    Column("after", JSON),
)
_statements = Table(
    "statements",
    _tables,
    *(Column(name, String) for name in "owner id memory_id says source_kind message_id conversation_id by_id".split()),
    *(Column(name, BigInteger) for name in ("at", "said_at", "known", "expires_at", "silenced")),
    Column("confidence", Float),
    Column("importance", Float),
)

Row = Mapping[str, Any]


@dataclass(slots=True)
class _Told:
    """What the log tells of one memory: when it and its evidence became known, how it ended, and how it went."""

    begun: dict[str, int] = field(default_factory=dict)
    ended: tuple[int, str] | None = None
    retracted: tuple[int, str, bool] | None = None


def fill(connection: Connection, owners: Collection[str] | None = None) -> None:
    """Write the statements of everybody's memories, or of those of some ``owners``."""
    those = connection.execute(select(_memories.c.owner).distinct()).scalars().all() if owners is None else owners
    for owner in those:
        rows = list(statements(connection, owner))
        for start in range(0, len(rows), BATCH):
            connection.execute(insert(_statements), rows[start : start + BATCH])


def statements(connection: Connection, owner: str, memory_ids: Collection[str] | None = None) -> Iterator[Row]:
    """Read the statements off an owner's memories, or off some of them."""
    mine = select(_memories).where(_memories.c.owner == owner, _memories.c.kind.not_in(_NOT_SAID))
    if memory_ids is not None:
        mine = mine.where(_memories.c.id.in_(list(memory_ids)))
    there = {row["id"]: dict(row) for row in connection.execute(mine).mappings()}
    evidence = defaultdict[str, list[str]](list)
    query = select(_links.c.from_id, _links.c.to_id).where(_links.c.owner == owner, _links.c.relation == "evidence")
    for from_id, to_id in connection.execute(query):
        evidence[from_id].append(to_id)
    said = select(_messages.c.id, _messages.c.sent_at, _messages.c.conversation_id).where(_messages.c.owner == owner)
    messages = {row.id: row for row in connection.execute(said)}
    told, changes = _told(connection, owner, there)
    for memory in there.values():
        voices = [messages[one] for one in evidence[memory["id"]] if one in messages]
        voices.sort(key=lambda one: (one.sent_at, one.id))
        yield from _of(memory, voices, told[memory["id"]], changes, there)


def _told(connection: Connection, owner: str, there: Collection[str]) -> tuple[dict[str, _Told], dict[str, Row]]:
    changes: dict[str, Row] = {
        row["id"]: dict(row) for row in connection.execute(select(_changes).where(_changes.c.owner == owner)).mappings()
    }
    told = defaultdict[str, _Told](_Told)
    lines = select(_log).where(_log.c.owner == owner, _log.c.item.in_(("memory", "link"))).order_by(_log.c.seq)
    for line in connection.execute(lines).mappings():
        memory_id, _, link = line["item_id"].partition(" ")
        if memory_id not in there:
            continue
        one, before, after = told[memory_id], line["before"] or {}, line["after"] or {}
        one.begun.setdefault(link.removeprefix("evidence ") if link else "", line["seq"])
        if link or not after:
            continue
        alone = after["status"] == "superseded" and after["superseded_by"] is None
        if alone and [before.get(name) for name in _ENDING] != [after[name] for name in _ENDING]:
            one.ended = (line["seq"], line["change_id"])
        if after["status"] == "retracted" and before.get("status") != "retracted":
            one.retracted = (line["seq"], line["change_id"], before.get("status") == "proposed")
    return told, changes


_ENDING = ("status", "superseded_by", "valid_to")


def _of(
    memory: Row, voices: Sequence[Any], told: _Told, changes: Mapping[str, Row], others: Mapping[str, Row]
) -> Iterator[Row]:
    silenced = None
    if memory["status"] == "retracted":
        seq, change_id, waited = told.retracted or (0, "", True)
        if not voices and changes.get(change_id, {}).get("cause") not in _SILENT:
            return  # it was taken back as if it had never been
        silenced = 0 if waited else seq
    made = _said(memory, voices, told)
    sure, important = memory["confidence"], memory["importance"]
    for _again in range(min(memory["validations"], len(made) - 1)):
        sure, important = max(0.0, (sure - 0.3) / 0.7), max(0.0, important - 0.02)
    shared = {
        "owner": memory["owner"],
        "memory_id": memory["id"],
        "by_id": None,
        "confidence": round(sure, 6),
        "importance": round(important, 6),
        "silenced": silenced,
    }
    for place, one in enumerate(made):
        own = memory["id"] if place == 0 else _id(memory["id"], one["message_id"] or one["at"])
        yield {**shared, **one, "id": own, "says": "so"}
    yield from _ended(memory, told, changes, others, {**shared, "silenced": None})


def _said(memory: Row, voices: Sequence[Any], told: _Told) -> list[dict[str, Any]]:
    """Each time that it was said: first what it rests on."""
    begun, began = told.begun.get("", memory["created_at"]), memory["valid_from"]  # where the log is not there
    found = [
        {
            "at": one.sent_at,
            "said_at": one.sent_at,
            "known": told.begun.get(one.id, begun),
            "source_kind": "message",
            "message_id": one.id,
            "conversation_id": one.conversation_id,
        }
        for one in voices
    ]
    if memory["source_kind"] != "message" or not found:
        source = {name: memory[name] for name in ("source_kind", "message_id", "conversation_id")}
        outright = [{"at": at, "said_at": at, "known": begun, **source} for at in _stated(memory) or [began]]
        found = [*outright, *found]
    found.sort(key=lambda one: (one["known"], one["at"]))
    first = min(found, key=lambda one: one["at"])
    if all(one["at"] != began for one in found):
        first["at"] = began
    last, until = max(one["said_at"] for one in found), memory["valid_to"]
    for one in found:
        expires = memory["expires_at"]
        one["expires_at"] = None if expires is None else expires - (last - one["said_at"])
        if until is not None and one["at"] >= until:  # it was decided otherwise, whatever was said after that
            one["at"] = max(began, until - 1)
    return found


def _stated(memory: Row) -> list[int]:
    times = (memory["details"] or {}).get("stated")
    try:
        return [_micros(at) for at in times] if isinstance(times, list) else []
    except (TypeError, ValueError, OverflowError):  # an archive may say anything
        return []


def _micros(at: str) -> int:
    moment = datetime.fromisoformat(at)
    return (moment.astimezone(UTC) - EPOCH) // timedelta(microseconds=1)


def _ended(
    memory: Row, told: _Told, changes: Mapping[str, Row], others: Mapping[str, Row], shared: Row
) -> Iterator[Row]:
    """What ended it, other than the next value of its slot."""
    if memory["status"] != "superseded" or memory["valid_to"] is None:
        return
    by = others.get(memory["superseded_by"] or "")
    slot = ("about", "kind", "key")
    if memory["superseded_by"] is not None and (by is None or [by[n] for n in slot] == [memory[n] for n in slot]):
        return
    seq, change_id = told.ended or ((memory["closed_at"] or memory["created_at"]) + 1, "")
    change = changes.get(change_id, {})
    message_id = change.get("message_id") if change.get("cause") == "learn" else None
    yield {
        **shared,
        "id": _id(memory["id"], "ended"),
        "says": "over" if message_id is not None else "settled",
        "by_id": memory["superseded_by"],
        "at": memory["valid_to"],
        "said_at": memory["valid_to"],
        "known": seq,
        "source_kind": "person" if message_id is None else "message",
        "message_id": message_id,
        "conversation_id": None,
        "expires_at": None,
    }


def _id(memory_id: str, what: object) -> str:
    """An id that is the same wherever it is made."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{memory_id} {what}"))
