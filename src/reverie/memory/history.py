"""Everything that happened to what is remembered, in order, with only those words that may be shown now."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from reverie.memory.lifecycle import withheld
from reverie.memory.runtime import Runtime
from reverie.records.memories import Change, Memory, Relation
from reverie.store import row_mapping
from reverie.store.database import Session
from reverie.store.tables.change_feed import IMPORT


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What one change did to one memory; ``before`` is None where the memory began.

    ``contradicts`` are memories that it stood against from its beginning. ``seq`` grows from event to event.
    """

    change: Change
    seq: int
    at: datetime
    before: Memory | None
    after: Memory | None
    contradicts: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Last:
    """The last ``limit`` events, of those whose ``seq`` is below ``before`` where that is given.

    Without ``imports``, what imports did is left out: ``imported`` gives each of them whole.
    """

    limit: int
    before: int | None = None
    imports: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A history that was brought in: ``batch`` undoes it; how many messages came, and memories with them."""

    batch: str
    at: datetime
    messages: int
    memories: int
    undone: bool


def events(runtime: Runtime, owner: str, memory_id: str | None = None, last: Last | None = None) -> list[Event]:
    """What happened to a memory, or to all of an owner's memories, in order: everything, or the last of it.

    Of a forgotten memory the steps are told, and not the words.
    """
    with runtime.store.reading() as session:
        limit, before = (None, None) if last is None else (last.limit, last.before)
        apart = None if last is None or last.imports else IMPORT
        entries = session.changes.steps(owner, "memory", memory_id, limit, before, apart)
        changes = session.changes.by_ids(owner, list({entry.change_id for entry in entries}))
        forgotten = session.changes.forgotten(owner)
        now = session.memories.by_ids(owner, list({entry.item_id for entry in entries}))
        against = _against(session, owner, now, forgotten)
    return [
        Event(
            change=changes[e.change_id],
            seq=e.seq,
            at=e.at,
            before=_shown(e.before, now.get(e.item_id), e.item_id in forgotten),
            after=_shown(e.after, now.get(e.item_id), e.item_id in forgotten),
            contradicts=tuple(against.get(e.item_id, ())) if e.before is None else (),
        )
        for e in entries
    ]


def imported(runtime: Runtime, owner: str) -> list[Imported]:
    """The histories that were brought in, the newest first."""
    with runtime.store.reading() as session:
        found = session.kept(owner, "imports", lambda: session.following.imports(owner))
    return [
        Imported(
            batch=row["batch"],
            at=row["at"],
            messages=row["messages"],
            memories=row["memories"],
            undone=row["undone"] == row["changes"],
        )
        for row in found
    ]


def _against(
    session: Session, owner: str, known: Mapping[str, Memory], forgotten: AbstractSet[str]
) -> dict[str, list[Memory]]:
    """What each memory contradicts, but for what is forgotten."""
    links = [
        link
        for link in session.links.related(owner, Relation.CONTRADICTS, list(known))
        if link.from_id in known and forgotten.isdisjoint((link.from_id, link.to_id))
    ]
    there = session.memories.by_ids(owner, [link.to_id for link in links])
    found: dict[str, list[Memory]] = {}
    for link in links:
        if link.to_id in there:
            found.setdefault(link.from_id, []).append(there[link.to_id])
    return found


def _shown(kept: Mapping[str, Any] | None, now: Memory | None, forgotten: bool) -> Memory | None:
    """A memory as the log has it, with only those of its words that may be shown now."""
    if kept is None:
        return None
    memory = row_mapping.kept_memory(kept)
    if forgotten:
        return withheld(memory)
    return memory if now is None else replace(memory, source=now.source)
