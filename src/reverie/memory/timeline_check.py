"""Whether the rows of memories say what their statements do, and letting them.

The one idea: every slot is folded again, as whatever touches it next would do. To look, nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from reverie.memory import lifecycle
from reverie.memory.lifecycle import Policy
from reverie.memory.runtime import new_id
from reverie.memory.timelines import Timelines
from reverie.records.memories import Change, Kind, Memory, Status
from reverie.store.database import Session
from reverie.store.tables.change_log import Act, Record
from reverie.store.tables.search_entries import Entry

_FOLDED = ("status", "valid_from", "valid_to", "supersedes", "superseded_by")
"""What a row says that the fold decides, and nobody else."""


def unlike_statements(session: Session, owner: str, now: datetime) -> list[str]:
    """Find the memories of an owner whose status, times or neighbours are not what was said of them; give their ids."""
    known = [m for m in session.memories.all(owner) if m.kind not in (Kind.EPISODE, Kind.PASSAGE)]
    rehearsal = _Rehearsal(owner, now)
    timelines = Timelines(Policy(), session, rehearsal)
    for line in timelines.lines(m for m in known if m.status is not Status.RETRACTED):
        timelines.fold(line, line.statements)
    return rehearsal.unlike


def fold_again(session: Session, owner: str, now: datetime) -> int:
    """Let the memories of an owner that are not what was said of them be that; give how many there were."""
    unlike = unlike_statements(session, owner, now)
    if unlike:
        change = Change(id=new_id(), owner=owner, seq=0, cause="repair", actor="upkeep", at=now)
        with session.act(change) as act:
            Timelines(Policy(), session, act).refold(unlike)
    return len(unlike)


class _Rehearsal(Act):
    """A change that is written nowhere, and takes nobody's turn: ``unlike`` is what it would make otherwise."""

    def __init__(self, owner: str, now: datetime) -> None:
        self.change = Change(id="", owner=owner, seq=0, cause="check", actor="upkeep", at=now)
        self.seq, self.written = 0, False
        self.unlike: list[str] = []

    def write(self, before: Record | None, after: Record | None) -> None:
        """Note a memory that would be another one."""
        if isinstance(before, Memory) and isinstance(after, Memory):
            if self._differ(before, after):
                self.unlike.append(before.id)
        elif isinstance(one := before or after, Memory):
            self.unlike.append(one.id)

    def _differ(self, before: Memory, after: Memory) -> bool:
        if before.expires_at is not None and before.status is Status.ACTIVE and after.status is Status.EXPIRED:
            before = lifecycle.expired_at(before, before.expires_at, known_at=self.change.at)  # upkeep says so next
        return any(getattr(before, name) != getattr(after, name) for name in _FOLDED)

    def put(self, item: str, item_id: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> None:
        """Write nothing."""

    def index(self, entries: Sequence[Entry], *, new: bool = False) -> None:
        """Write nothing."""

    def index_like(self, item_id: str, like: str) -> None:
        """Write nothing."""
