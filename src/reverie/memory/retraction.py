"""Taking memories back: one as it is, or what a message taught, with the slot's timeline computed again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from reverie.memory import lifecycle
from reverie.memory.runtime import Runtime
from reverie.memory.timelines import Timelines
from reverie.records.memories import Change, Kind, LogEntry, Memory, Says, Status
from reverie.store.database import Session
from reverie.store.tables.change_log import Act, log_name


def with_change(change_id: str) -> str:
    """The batch of what is taken back of people who were merged, together with a change of the one they were."""
    return f"with:{change_id}"


def is_with_another(change: Change) -> bool:
    """Whether a change is a part of one of another owner's: ``with_change``."""
    return change.batch is not None and change.batch.startswith("with:")


def purge(session: Session, act: Act, memories: Sequence[Memory]) -> list[str]:
    """Take memories out for good, as if they had never been; give what the log calls their links and statements."""
    owner, going = act.change.owner, {memory.id for memory in memories}
    found = [link for one in going for link in session.links.find(owner, of=one)]
    found += [link for one in going for link in session.links.find(owner, to=one)]
    links = list(dict.fromkeys(found))
    for link in links:
        act.write(link, None)
    statements = {s.id: s for s in session.statements.of(owner, going)}
    statements |= {s.id: s for s in session.statements.replacing(owner, going)}
    for statement in statements.values():
        act.write(statement, None)
    for memory in memories:
        act.write(memory, None)
    beside = {i for m in memories for i in (m.supersedes, m.superseded_by) if i is not None and i not in going}
    for memory in session.memories.by_ids(owner, sorted(beside)).values():
        before = None if memory.supersedes in going else memory.supersedes
        after = None if memory.superseded_by in going else memory.superseded_by
        act.write(memory, replace(memory, supersedes=before, superseded_by=after, revision=memory.revision + 1))
    act.unindex(sorted(going))
    return [*map(log_name, links), *statements]


class Retraction:
    """One owner's memories, taken back in one act."""

    def __init__(self, runtime: Runtime, session: Session, act: Act) -> None:
        self._session = session
        self._act = act
        self._owner = act.change.owner
        self._timelines = Timelines(runtime.policy, session, act)

    def retract(self, memory: Memory, reason: str | None = None) -> Memory:
        """Take a memory back as it is; what it had superseded stays in the past."""
        self._timelines.silence(memory)
        gone = lifecycle.retracted(memory, known_at=self._act.change.at, reason=reason)
        self._act.write(memory, gone)
        return gone

    def withdraw(self, memory: Memory) -> None:
        """Retract a memory as if it had never been told; what it took the place of stands again."""
        self._timelines.leave_out(self._session.statements.of(self._owner, [memory.id]))

    def unlearn(self, message_ids: Collection[str], *, of: Kind | None = None) -> list[Memory]:
        """Take back what messages taught, or what they taught ``of`` a kind; what others said too stays.

        Gives the memories that they had said, as they are now.
        """
        said = self._session.statements.said_in(self._owner, message_ids)
        before = self._session.memories.by_ids(self._owner, list({one.memory_id for one in said}))
        going = [s for s in said if of is None or (s.memory_id in before and before[s.memory_id].kind is of)]
        left = self._timelines.leave_out(going)
        taught = {one.memory_id for one in going if one.says is Says.SO}
        return [m for m in left.values() if m.id in taught and before[m.id].status is not Status.RETRACTED]

    def take_out(self, entries: Collection[LogEntry]) -> None:
        """Take out what lines of the log brought; memories that began there and rest on nothing else go for good."""
        read = self._session.statements
        began, stated = (
            [e.item_id for e in entries if e.item == item and e.before is None] for item in ("memory", "statement")
        )
        said = read.by_ids(self._owner, stated)
        if not stated:  # the log is older than statements
            said = [one for one in read.of(self._owner, began) if one.message_id is None]
        self._timelines.leave_out(said)
        left = self._session.memories.by_ids(self._owner, began)
        unsaid = left.keys() - {one.memory_id for one in read.of(self._owner, left)}
        purge(self._session, self._act, [m for m in left.values() if m.id in unsaid and m.status is Status.RETRACTED])
