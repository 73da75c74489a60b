"""What was known at a moment, read off the change log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.domain.memories import Memory
from reverie.store import mapping
from reverie.store.session import Session


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
            memories[entry.item_id] = mapping.kept_memory(entry.after)
        elif entry.item == "message":
            (messages.add if entry.after is not None else messages.discard)(entry.item_id)
    forgotten = set() if with_forgotten else session.changes.forgotten(owner)
    now = session.memories.by_ids(owner, list(memories))
    kept = {i: replace(m, source=now[i].source) for i, m in memories.items() if i in now and i not in forgotten}
    return Known(memories=kept, messages=frozenset(messages))
