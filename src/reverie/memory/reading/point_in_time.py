"""What is remembered, now or as it was at a moment: that is read off the change log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.memory import lifecycle
from reverie.memory.runtime import Runtime
from reverie.records.memories import Kind, Memory, Status
from reverie.store import row_mapping
from reverie.store.database import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What was known at a moment: memories as they were, and the ids of the messages that were there."""

    memories: Mapping[str, Memory]
    messages: frozenset[str]


def known(session: Session, owner: str, moment: datetime | int, *, with_forgotten: bool = False) -> Known:
    """What was known at a moment, or as of a sequence number, read off the change log.

    What was forgotten since is in no past either (``with_forgotten`` is for comparing, never for showing), and quotes
    are as they may be shown now.
    """
    memories: dict[str, Memory] = {}
    messages: set[str] = set()
    for entry in session.changes.log(owner, until=moment):
        if entry.item == "memory" and entry.after is not None:
            memories[entry.item_id] = row_mapping.kept_memory(entry.after)
        elif entry.item == "message":
            (messages.add if entry.after is not None else messages.discard)(entry.item_id)
    forgotten = set() if with_forgotten else session.changes.forgotten(owner)
    now = session.memories.by_ids(owner, list(memories))
    kept = {i: replace(m, source=now[i].source) for i, m in memories.items() if i in now and i not in forgotten}
    return Known(memories=kept, messages=frozenset(messages))


def without_forgotten_words(session: Session, owner: str, found: Sequence[Memory]) -> list[Memory]:
    """Memories as they may be shown: of those that were forgotten no words, though they can still be brought back."""
    if not any(one.status is Status.RETRACTED for one in found):
        return list(found)
    forgotten = session.changes.forgotten(owner)
    return [lifecycle.withheld(one) if one.id in forgotten else one for one in found]


def seen(runtime: Runtime, owner: str, ids: Sequence[str]) -> frozenset[str]:
    """Those of some memories that whoever reads here may see."""
    with runtime.store.reading() as session:
        return frozenset(session.memories.by_ids(owner, list(ids)))


def memories(
    runtime: Runtime,
    owner: str,
    *,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    statuses: frozenset[Status] | None = None,
) -> list[Memory]:
    """What is remembered: current memories, or what was so and known at given moments, or those of given statuses.

    Episodes are listed by ``recall.episode_search``.
    """
    now = runtime.clock()
    with runtime.store.reading() as session:
        if known_at is None:
            found = session.memories.all(owner, statuses if as_of is None else None)
            found = without_forgotten_words(session, owner, found)
        else:
            then = known(session, owner, known_at).memories.values()
            found = sorted(then, key=lambda m: (m.valid_from, m.id))
    found = [m for m in found if m.kind is not Kind.EPISODE]
    if as_of is not None:
        return [m for m in found if lifecycle.held(m, as_of)]
    if statuses is not None:
        return [m for m in found if m.status in statuses]
    return [m for m in found if lifecycle.current(m, (known_at or now))]
