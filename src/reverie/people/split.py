"""Telling two people apart again who were merged: what came in with one goes out of the other.

The statements that came in are left out, and the slots are folded again: so both are as if they had never been merged,
and what was said since stays where it was said.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from reverie import pages
from reverie.conversations import episode_upkeep, message_store
from reverie.errors import Conflict, NotFound
from reverie.memory.retraction import purge
from reverie.memory.runtime import Runtime
from reverie.memory.timelines import Line, Timelines
from reverie.people.merge import batch_of
from reverie.records.memories import LogEntry, Memory, Says, Statement, Status
from reverie.records.users import User
from reverie.store import row_mapping
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.store.tables.items import ITEM
from reverie.store.tables.people import write_setting, write_user


def split(runtime: Runtime, who: str) -> User:
    """Tell somebody apart again who was merged into another: by their name or id, or the id of the merge.

    Both are as they were; what was said since to the other stays theirs.

    Raises:
        NotFound: nobody of this name was merged.
        Conflict: several were, or the one they were merged into was merged too and has to be split first.
    """
    with runtime.store.writing() as session:
        gone, kept = _merged(session, who)
        for user_id in sorted((gone.id, kept.id)):
            session.changes.take_turn(user_id)
        made = [c for c in session.changes.of_batch(kept.id, batch_of(gone.id)) if c.undone_by is None]
        log = session.changes.log(kept.id, change_ids=[c.id for c in made])
        entries = [e for e in log if not e.scrubbed]
        with session.act(runtime.change(kept.id, "split", actor="person")) as act:
            row = session.people.row(gone.id) or {}
            write_user(act, row, {**row, "merged_into": None})
            came = _Came(runtime, session, act, entries)
            came.take_out()
            for change in made:
                act.taken_back(change, act.change.id)
            pages.follow(session, act)
            # What came in is in this person's log no more: neither its words nor a way to bring it back.
            session.changes.scrub(kept.id, [*came.new, pages.KEPT])
            came.tell_what_stays()
        return session.people.by_id(gone.id) or gone


def _merged(session: Session, who: str) -> tuple[User, User]:
    """The one who is meant, and in whom they are found."""
    people = session.people
    named = people.by_id(who)
    found = [named] if named is not None and named.merged_into is not None else people.merged_by_name(who)
    if not found:
        found = [
            user
            for user in people.all(merged=True)
            if user.merged_into is not None
            for change in [session.changes.by_id(user.merged_into, who)]
            if change is not None and change.batch == batch_of(user.id)
        ]
    if not found:
        raise NotFound(f"nobody called {who!r} was merged: `reverie people history NAME` lists who was")
    if len(found) > 1:
        raise Conflict(f"{len(found)} people called {who!r} were merged: name one by id", existing=found[0].id)
    into = people.by_id(found[0].merged_into or "")
    if into is None:
        raise NotFound(f"the one whom {who!r} was merged into was erased")
    if into.merged_into is not None:
        raise Conflict(
            f"{found[0].name} was merged into {into.name}, who was merged too: split {into.name} first",
            existing=into.id,
        )
    return found[0], into


class _Came:
    """What a merge brought into the memory of an act's owner."""

    def __init__(self, runtime: Runtime, session: Session, act: Act, entries: Sequence[LogEntry]) -> None:
        self._session = session
        self._act = act
        self._owner = act.change.owner
        self._timelines = Timelines(runtime.policy, session, act)
        self._first = {(e.item, e.item_id): e for e in reversed(entries)}
        self._last = {(e.item, e.item_id): e for e in entries}
        self._began = min((e.seq for e in entries), default=0)
        self._messages = self._new("message")
        self._slots: list[Line] = []
        self.new = [i for item in ("message", "memory", "statement", "link", "conversation") for i in self._new(item)]

    def _new(self, item: str) -> list[str]:
        return [e.item_id for (kind, _id), e in self._first.items() if kind == item and e.before is None]

    def take_out(self) -> None:
        """Leave out every statement that came in, and take out all else."""
        for memory in self._session.memories.by_ids(self._owner, self._demoted()).values():
            if memory.status is Status.PROPOSED:
                self._act.write(memory, replace(memory, status=Status.ACTIVE, revision=memory.revision + 1))
        came = self._brought()
        there = self._session.memories.by_ids(self._owner, list({one.memory_id for one in came}))
        self._slots = self._timelines.lines(there.values())
        self._timelines.leave_out(came)
        self._purge({*self._new("memory"), *(i for line in self._slots for i in line.memories)})
        for (item, item_id), entry in self._first.items():
            if item in ("block", "link") and entry.before is None and (now := self._act.read(item, entry.after or {})):
                self._act.put(item, item_id, now, None)
        for message in self._session.dialogue.by_ids(self._owner, self._messages).values():
            self._act.write(message, None)
        self._act.unindex(self._messages)
        for (item, item_id), entry in self._first.items():
            if item == "setting":
                self._reset(entry, self._last[item, item_id])
            elif item == ITEM and (now := self._act.read(item, entry.after or {})) == row_mapping.from_json(
                entry.after or {}
            ):
                self._act.put(item, item_id, now, None)
                self._act.unindex([item_id])
            elif item == "conversation" and entry.before is None:
                self._forget_episodes(item_id)
                message_store.leave(self._session, self._act, item_id)

    def _brought(self) -> list[Statement]:
        """The statements that came in; where the merge knew none, its messages and what was stated outright."""
        read = self._session.statements
        if any(item == "statement" for item, _id in self._first):
            return read.by_ids(self._owner, self._new("statement"))
        stated: dict[str, set[datetime]] = {}
        for (item, item_id), entry in self._first.items():
            if item == "memory":
                before, after = entry.before, self._last[item, item_id].after
                own = {*row_mapping.kept_memory(before).stated} if before is not None else set()
                stated[item_id] = {*row_mapping.kept_memory(after).stated} - own if after is not None else set()
        outright = [s for s in read.of(self._owner, stated) if s.message_id is None and s.at in stated[s.memory_id]]
        return [*read.said_in(self._owner, self._messages), *outright]

    def _demoted(self) -> list[str]:
        """The memories of one's own that the merge had made wait."""
        stood = [e for (item, _id), e in self._first.items() if item == "memory" and e.before is not None]
        return [e.item_id for e in stood if (e.before or {})["status"] == Status.ACTIVE]

    def _purge(self, ids: Collection[str]) -> None:
        """Take out what is said by nobody any more and began with the merge, or since by what it had brought."""
        said = {one.memory_id for one in self._session.statements.of(self._owner, ids) if one.says is Says.SO}
        there = self._session.memories.by_ids(self._owner, [i for i in ids if i not in said])
        new = set(self._new("memory"))
        gone = [m for m in there.values() if m.id in new or (m.status is Status.RETRACTED and self._is_since(m))]
        purge(self._session, self._act, gone)
        self.new += [memory.id for memory in gone]

    def _is_since(self, memory: Memory) -> bool:
        log = self._session.changes.log(self._owner, item_id=memory.id)
        return bool(log) and log[0].seq >= self._began

    def tell_what_stays(self) -> None:
        """Begin the log anew of memories that came in and stay for what the owner said since, and of those beside them.

        A line of the log that names one who came in is gone when they are erased.
        """
        ids = dict.fromkeys([*self.new, *(i for line in self._slots for i in line.memories)])
        for memory in self._session.memories.by_ids(self._owner, list(ids)).values():
            self._act.write(memory, replace(memory, revision=memory.revision + 1))

    def _forget_episodes(self, conversation_id: str) -> None:
        """Take out what was drawn, here too, from a conversation that came in."""
        found = self._session.memories.keyed(self._owner, [episode_upkeep.key_of(conversation_id)], list(Status))
        purge(self._session, self._act, found)
        self.new += [memory.id for memory in found]

    def _reset(self, first: LogEntry, last: LogEntry) -> None:
        """Set what was decided before the merge, unless it was decided anew."""
        name = first.item_id
        now = self._session.people.settings(self._owner).get(name)
        if now == (last.after or {}).get("value"):
            write_setting(self._act, name, now, (first.before or {}).get("value"))
