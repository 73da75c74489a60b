"""Telling two people apart again who were merged: what came in with one goes out of the other.

Slots that nothing touched since are put back as the log has them, exactly. Where something was said since, the voices
that came in are taken out one by one: what both had said stays, as sure as it was and surer by what was said since.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Any

from reverie.domain import lifecycle
from reverie.domain.memories import Change, LogEntry, Memory, SourceKind, Status
from reverie.domain.users import User
from reverie.domain.value_matching import alike
from reverie.errors import Conflict, NotFound
from reverie.services import episode_upkeep, pages
from reverie.services.merge import batch_of
from reverie.services.retraction import Retraction
from reverie.services.runtime import Runtime
from reverie.store import row_mapping
from reverie.store.change_log import Act, link_id
from reverie.store.database import Session
from reverie.store.items import ITEM
from reverie.store.people import write_setting, write_user

Row = Mapping[str, Any]


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
            came = _Came(runtime, session, act, entries, made)
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

    def __init__(
        self, runtime: Runtime, session: Session, act: Act, entries: Sequence[LogEntry], made: Sequence[Change]
    ) -> None:
        self._session = session
        self._act = act
        self._owner = act.change.owner
        self._entries = entries
        self._retraction = Retraction(runtime, session, act)
        self._first = {(e.item, e.item_id): e for e in reversed(entries)}
        self._last = {(e.item, e.item_id): e for e in entries}
        last = max((e.seq for e in entries), default=max((c.seq for c in made), default=0))
        self._since = set(session.changes.touched_since(self._owner, last))
        self._ended: set[str] = set()
        self._slots: list[tuple[str, str, str]] = []  # in which something happened since
        # Those that stood in each of them before the merge, and (True) after it.
        self._told = defaultdict[tuple[str, str, str | None], list[tuple[bool, Memory]]](list)
        self._messages = self._new("message")
        self._memories = {item_id for item, item_id in self._first if item == "memory"}
        self._over = max((c.at for c in made), default=act.change.at)
        self.new = [*self._messages, *self._new("memory"), *self._new("link"), *self._new("conversation")]

    def _new(self, item: str) -> list[str]:
        return [e.item_id for (kind, _id), e in self._first.items() if kind == item and e.before is None]

    def take_out(self) -> None:
        """Take everything out, the untouched first."""
        touched = self._touched()
        self._put_back({i for i in self._memories if i not in touched})
        if touched:
            self._untangle(touched)
        for message in self._session.dialogue.by_ids(self._owner, self._messages).values():
            self._act.message(message, None)
        self._act.unindex(self._messages)
        for (item, item_id), entry in self._first.items():
            if item == "setting":
                self._reset(entry, self._last[item, item_id])
            elif item == "block":
                now = self._act.read(item, entry.after or {})
                if now is not None:
                    self._act.put(item, item_id, now, None)
            elif item == ITEM and (now := self._act.read(item, entry.after or {})) == row_mapping.from_json(
                entry.after or {}
            ):
                self._act.put(item, item_id, now, None)
                self._act.unindex([item_id])
            elif item == "conversation" and entry.before is None:
                self._forget_episodes(item_id)
                self._leave(item_id)

    def tell_what_stays(self) -> None:
        """Begin the log anew of memories that came in and stay for what the owner said since, and of those beside them.

        A line of the log that names one who came in is gone when they are erased.
        """
        there = self._session.memories.by_ids(self._owner, self.new)
        beside = {memory.id: memory for slot in self._slots for memory in self._line(*slot)}
        for memory in (there | beside).values():
            self._act.memory(memory, replace(memory, revision=memory.revision + 1))

    def _forget_episodes(self, conversation_id: str) -> None:
        """Take out what was drawn, here too, from a conversation that came in."""
        for memory in self._session.memories.keyed(self._owner, [episode_upkeep.key_of(conversation_id)], list(Status)):
            self._remove(memory.id)
            self.new.append(memory.id)

    def _touched(self) -> set[str]:
        """The memories of slots in which anything happened since."""
        slots: dict[tuple[str, str, str], set[str]] = {}
        alone: set[str] = set()
        for item_id in self._memories:
            row: Row = self._last["memory", item_id].after or {}
            if row["key"] is None:
                alone.add(item_id)
            else:
                slots.setdefault((row["about"], row["kind"], row["key"]), set()).add(item_id)
        touched = alone & self._since
        for (about, kind, key), ids in slots.items():
            there = self._session.memories.keyed(self._owner, [key], list(Status))
            now = {m.id for m in there if (m.about, m.kind) == (about, kind)}
            if (now | ids) & self._since:
                touched |= ids
        return touched

    def _put_back(self, memories: set[str]) -> None:
        """Make these memories, and the links that lead from them, what they were before the merge."""
        for entry in reversed(self._entries):
            if entry.item == "link" and entry.item_id.split()[0] in memories:
                kept = entry.after or entry.before or {}
                before = None if entry.before is None else row_mapping.from_json(entry.before)
                self._act.put("link", entry.item_id, self._act.read("link", kept), before)
        # First what goes, then what stands no more, then what is active again: a slot has one active value.
        order = {"superseded": 1, "expired": 1, "proposed": 1, "active": 2}
        first = [self._first["memory", i] for i in memories]
        for entry in sorted(first, key=lambda e: order.get(str((e.before or {}).get("status")), 0)):
            now = self._act.read("memory", entry.after or {})
            if entry.before is None:
                self._remove(entry.item_id)
            elif now is not None:
                before = row_mapping.from_json(entry.before)
                self._act.put("memory", entry.item_id, now, {**before, "revision": now["revision"] + 1})

    def _remove(self, memory_id: str) -> None:
        memory = self._session.memories.by_id(self._owner, memory_id)
        if memory is None:
            return
        links = self._session.links
        for link in [*links.find(self._owner, of=memory_id), *links.find(self._owner, to=memory_id)]:
            self._act.link(link, None)
        self._act.memory(memory, None)
        self._act.unindex([memory_id])

    def _removed(self, memory: Memory) -> None:
        self._remove(memory.id)

    def _untangle(self, memories: set[str]) -> None:
        """Take the voices that came in out of memories that others spoke of since."""
        confirmed = {i: self._confirmed_since(i) for i in memories}
        stood = self._session.memories.by_ids(self._owner, list(memories))
        self._remind(memories)
        moved = [link for one in self._messages for link in self._session.links.find(self._owner, to=one)]
        self.new += [link_id(link) for link in moved]
        for message_id in self._messages:
            self._retraction.unlearn(message_id)
        self._let_go({link.from_id for link in moved})
        for item_id in sorted(memories):
            now = self._session.memories.by_id(self._owner, item_id)
            entry = self._first["memory", item_id]
            if now is None:
                continue
            if entry.before is not None:
                self._restore(now, entry.before, self._last["memory", item_id].after or {}, confirmed[item_id])
                continue
            came = self._stated_there(now)
            if now.status is not Status.RETRACTED and not came.isdisjoint(now.stated):
                now = self._retraction.unstate(now, came)
            if now.status is Status.RETRACTED:
                self._remove(item_id)
        self._slots = sorted({(m.about, m.kind, m.key) for m in stood.values() if m.key is not None})
        for slot in self._slots:
            for memory in self._line(*slot):
                self._unstate(memory.id)
        self._join(stood)

    def _remind(self, memories: set[str]) -> None:
        """Note what stood in the slots of these memories before the merge, and after it."""
        for item_id in memories:
            rows = self._first["memory", item_id].before, self._last["memory", item_id].after
            for came, row in zip((False, True), rows, strict=True):
                if row is not None:
                    memory = row_mapping.kept_memory(row)
                    self._told[_slot(memory)].append((came, memory))

    def _stated_there(self, memory: Memory) -> set[datetime]:
        """When the same was stated in its slot by what came in: what was said since may have moved it."""
        told = [(came, one.stated) for came, one in self._told[_slot(memory)] if _same(one, memory)]
        own = {at for came, times in told if not came for at in times}
        return {at for came, times in told if came for at in times} - own

    def _unstate(self, memory_id: str) -> None:
        """Take a statement that came in out of the memory to which what was said since has moved it."""
        memory = self._session.memories.by_id(self._owner, memory_id)
        if memory is None or memory.id in self._memories or memory.status is Status.RETRACTED:
            return
        came = self._stated_there(memory)
        if not came.isdisjoint(memory.stated):
            self._retraction.unstate(memory, came)
            self._let_go({memory.id})

    def _let_go(self, memory_ids: Collection[str]) -> None:
        """Let go of memories to which what was said since moved what came in, unless they rest on more than that."""
        there = self._session.memories.by_ids(self._owner, sorted(memory_ids))
        for memory in there.values():
            if memory.id in self._memories or memory.created_at <= self._over:
                continue
            self.new.append(memory.id)
            if memory.status is Status.RETRACTED and not self._session.links.evidence(self._owner, [memory.id]):
                self._remove(memory.id)

    def _join(self, stood: Mapping[str, Memory]) -> None:
        """Join again what the merge had taken apart, in the slots of these memories (as they stood before)."""
        for item_id, then in stood.items():
            if then.status is not Status.RETRACTED and self._first["memory", item_id].before is not None:
                self._bring_back(item_id)
        for slot in self._slots:
            while self._drawn_together(*slot):
                pass

    def _bring_back(self, memory_id: str) -> None:
        """Give a memory of one's own its voices back, which the merge had moved to a later one that says the same."""
        gone = self._session.memories.by_id(self._owner, memory_id)
        if gone is None or gone.status is not Status.RETRACTED:
            return
        said = [m for m in self._line(gone.about, gone.kind, gone.key or "") if m.id in self.new and _same(m, gone)]
        if said:
            since = self._confirmed_since(said[0].id)
            was = row_mapping.kept_memory(self._first["memory", memory_id].before or {})
            kept = replace(lifecycle.confirmed(was, since), supersedes=gone.supersedes)
            self._retraction.take_place(gone, kept, said[0], gone=self._removed)

    def _drawn_together(self, about: str, kind: str, key: str) -> bool:
        """Join two that only what came in had parted; False where there are none."""
        for first, then in pairwise(self._line(about, kind, key)):
            ended = first.id in self._ended and first.superseded_by is None
            if _same(first, then) and (ended or first.superseded_by == then.id):
                # What the merge moved to a later one counts among what was there before.
                moved = then.id in self.new and first.id in self._memories
                again = self._confirmed_since(then.id) if moved else 1 + then.validations
                self._retraction.take_place(first, lifecycle.confirmed(first, again), then, gone=self._removed)
                return True
            if ended:
                until = replace(first, superseded_by=then.id, valid_to=then.valid_from, revision=first.revision + 1)
                self._act.memory(first, until)
                self._act.memory(then, replace(then, supersedes=first.id, revision=then.revision + 1))
                return True
        return False

    def _line(self, about: str, kind: str, key: str) -> list[Memory]:
        """The values of a slot, in the order in which they became so."""
        found = self._session.memories.keyed(self._owner, [key], [Status.ACTIVE, Status.SUPERSEDED])
        return [m for m in found if (m.about, m.kind) == (about, kind)]

    def _confirmed_since(self, memory_id: str) -> int:
        """How often it was said again since; below 0 where others whom it was said by were split off since."""
        now = self._session.memories.by_id(self._owner, memory_id)
        then: Row = self._last["memory", memory_id].after or {}
        return 0 if now is None else now.validations - int(then["validations"])

    def _restore(self, now: Memory, before: Row, after: Row, confirmed: int) -> None:
        """Give a memory of one's own what it was before, and what was said since."""
        was = row_mapping.kept_memory(before)
        left = row_mapping.kept_memory(after)
        surer = lifecycle.confirmed(was, confirmed)
        stated = {*now.stated}.difference(left.stated)
        came = not stated and (now.source.message_id in self._messages or now.source == left.source)
        last = was if now.last_validated_at in (left.last_validated_at, None) else now
        restored = replace(
            now,
            confidence=now.confidence if stated else surer.confidence,
            importance=surer.importance,
            validations=surer.validations,
            last_validated_at=last.last_validated_at if surer.validations else None,
            expires_at=was.expires_at if now.expires_at == left.expires_at else now.expires_at,
            valid_from=was.valid_from if now.valid_from == left.valid_from else now.valid_from,
            source=was.source if came else now.source,
            revision=now.revision + 1,
        )
        restored = lifecycle.stated(restored, {*was.stated, *stated})
        self._act.memory(now, restored)
        rests = restored.source.kind is not SourceKind.MESSAGE or self._session.links.evidence(self._owner, [now.id])
        if not rests:  # its own words were taken back since
            self._retraction.stand_down(restored)
            return
        ended = left.status is Status.SUPERSEDED and left.superseded_by is None and was.status is Status.ACTIVE
        if ended and now.valid_to == left.valid_to:
            self._ended.add(now.id)
            self._retraction.reopen(restored)

    def _reset(self, first: LogEntry, last: LogEntry) -> None:
        """Set what was decided before the merge, unless it was decided anew."""
        name = first.item_id
        now = self._session.people.settings(self._owner).get(name)
        if now == (last.after or {}).get("value"):
            write_setting(self._act, name, now, (first.before or {}).get("value"))

    def _leave(self, conversation_id: str) -> None:
        """Take a conversation out if nothing is left of it."""
        read = self._session.dialogue
        conversation = read.conversation(self._owner, conversation_id)
        if conversation is not None and not read.messages(self._owner, conversation_id=conversation_id, newest=1):
            self._act.conversation(conversation, None)


def _slot(memory: Memory) -> tuple[str, str, str | None]:
    return memory.about, memory.kind, memory.key


def _same(one: Memory, other: Memory) -> bool:
    return alike(one.value or one.text, other.value or other.text)
