"""Taking memories back: one as it is, or what a message taught, with the slot's line of time drawn together again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime

from reverie.domain import lifecycle
from reverie.domain.memories import Change, Kind, Memory, Relation, SourceKind, Status
from reverie.domain.value_matching import alike
from reverie.services.runtime import Runtime
from reverie.services.statements import heard
from reverie.store.change_log import Act, link_id
from reverie.store.database import Session


def with_change(change_id: str) -> str:
    """The batch of what is taken back of people who were merged, together with a change of the one they were."""
    return f"with:{change_id}"


def is_with_another(change: Change) -> bool:
    """Whether a change is a part of one of another owner's: ``with_change``."""
    return change.batch is not None and change.batch.startswith("with:")


def purge(session: Session, act: Act, memories: Sequence[Memory]) -> list[str]:
    """Take memories out for good, as if they had never been; give the names of their links in the log."""
    owner, going = act.change.owner, {memory.id for memory in memories}
    found = [link for one in going for link in session.links.find(owner, of=one)]
    found += [link for one in going for link in session.links.find(owner, to=one)]
    links = list(dict.fromkeys(found))
    for link in links:
        act.link(link, None)
    for memory in memories:
        act.memory(memory, None)
    beside = {i for m in memories for i in (m.supersedes, m.superseded_by) if i is not None and i not in going}
    for memory in session.memories.by_ids(owner, sorted(beside)).values():
        before = None if memory.supersedes in going else memory.supersedes
        after = None if memory.superseded_by in going else memory.superseded_by
        act.memory(memory, replace(memory, supersedes=before, superseded_by=after, revision=memory.revision + 1))
    act.unindex(sorted(going))
    return [link_id(link) for link in links]


class Retraction:
    """One owner's memories, taken back in one act."""

    def __init__(self, runtime: Runtime, session: Session, act: Act) -> None:
        self._runtime = runtime
        self._session = session
        self._act = act
        self._owner = act.change.owner

    def retract(self, memory: Memory, reason: str | None = None) -> Memory:
        """Take a memory back as it is; what it had superseded stays in the past."""
        gone = lifecycle.retracted(memory, known_at=self._act.change.at, reason=reason)
        self._act.memory(memory, gone)
        return gone

    def unlearn(self, message_id: str, ended: Sequence[Memory] = (), *, of: Kind | None = None) -> list[Memory]:
        """Take back what a message taught, or what it taught ``of`` a kind; what others said too stays, on their words.

        ``ended`` are memories that the message had brought to an end: they are so again.
        """
        gone: list[Memory] = []
        for link in self._session.links.find(self._owner, to=message_id):
            memory = self._linked(link.from_id) if link.relation is Relation.EVIDENCE else None
            if memory is None or memory.kind is Kind.EPISODE:  # that goes with the words, and they are there still
                continue
            if of is not None and memory.kind is not of:
                continue
            self._act.link(link, None)
            if memory.status is not Status.RETRACTED:
                gone.append(self._without(memory))
            elif not self._runtime.policy.of(memory.kind).judged:
                self._unlearn_forgotten(memory)
        for memory in ended:
            now = self._linked(memory.id)  # what was taken out beside it may have moved its end
            if now is not None and lifecycle.ends_as(now, memory):
                self._go_on(now)
        return gone

    def _unlearn_forgotten(self, memory: Memory) -> None:
        """Let what is forgotten, and now was never said, or later, end what stood before it no more, or later."""
        times = self._times(memory, memory.stated)
        if times:
            begun = replace(memory, valid_from=max(memory.valid_from, min(times)), revision=memory.revision + 1)
            self._begun_later(memory, begun)
        else:
            self._close_up(memory)

    def _times(self, memory: Memory, stated: Collection[datetime]) -> list[datetime]:
        """When it was said in messages, as far as they are there, and stated."""
        return [*stated, *(voice.at for voice in heard(self._session, memory))]

    def stand_down(self, memory: Memory) -> Memory:
        """Take out what was stated outright: what messages said too stays and rests on these, the rest goes."""
        others = self._session.links.evidence(self._owner, [memory.id])
        if not others:
            return self._withdraw(memory)
        less = lifecycle.weakened(memory, voices=len(memory.stated))
        return self._begun_later(memory, self._lean_on(less))

    def take_out(self, memory_ids: Sequence[str]) -> None:
        """Take out memories that came in and are taken back: what rests on nothing else is gone as if it never was."""
        for memory_id in memory_ids:
            memory = self._linked(memory_id)
            if memory is not None and memory.status is not Status.RETRACTED:
                stated = memory.source.kind is not SourceKind.MESSAGE
                memory = self.stand_down(memory) if stated else memory
            if memory is not None and memory.status is Status.RETRACTED:
                read = self._session.links
                for link in [*read.find(self._owner, of=memory.id), *read.find(self._owner, to=memory.id)]:
                    self._act.link(link, None)
                self._act.memory(memory, None)
                self._act.unindex([memory.id])

    def unstate(self, memory: Memory, times: Collection[datetime]) -> Memory:
        """Take statements out of a memory: what else was said stays, from when it was said, or all goes."""
        left = [at for at in memory.stated if at not in times]
        if not left:
            return self.stand_down(memory)
        return self._stated_still(memory, left, len(memory.stated) - len(left))

    def _stated_still(self, memory: Memory, left: Collection[datetime], gone: int) -> Memory:
        """The memory without so many voices, which were statements or messages: some statements are ``left``."""
        times = self._times(memory, left)
        less = lifecycle.weakened(memory, voices=gone)
        begun = replace(less, valid_from=max(memory.valid_from, min(times)))
        return self._begun_later(memory, lifecycle.stated(lifecycle.said_last(begun, max(times)), left))

    def _without(self, memory: Memory) -> Memory:
        """The memory without one of its voices, which is gone."""
        if memory.stated:
            return self._stated_still(memory, memory.stated, 1)
        if not self._session.links.evidence(self._owner, [memory.id]):
            return self._withdraw(memory)
        return self._begun_later(memory, self._lean_on(lifecycle.weakened(memory)))

    def _begun_later(self, memory: Memory, left: Memory) -> Memory:
        """Write what is left of a memory; where it begins later now, what it had superseded was so until then."""
        self._act.memory(memory, left)
        before = self._linked(memory.supersedes)
        ended = (Status.SUPERSEDED, memory.id, memory.valid_from)
        stood = before is not None and (before.status, before.superseded_by, before.valid_to) == ended
        if before is not None and stood and left.valid_from > memory.valid_from:
            self._act.memory(before, lifecycle.ended_later(before, left.valid_from))
        if left.status is Status.SUPERSEDED and self._outlives(left, self._linked(left.superseded_by)):
            self._go_on(left)
            return self._linked(left.id) or left
        return left

    def _outlives(self, memory: Memory, after: Memory | None) -> bool:
        """Whether nothing was known of a memory when its end was told, or when what ended it was forgotten."""
        if after is not None and after.status is not Status.RETRACTED:
            return False
        over = (after or memory).closed_at
        return over is not None and over < self._known_since(memory)

    def _known_since(self, memory: Memory) -> datetime:
        """When the first of what says a memory now became known."""
        links = self._session.links.evidence(self._owner, [memory.id])
        log = self._session.changes.log
        kept = [e.at for link in links for e in log(self._owner, item_id=link.to_id) if e.item == "message"]
        return min([*memory.stated, *kept], default=memory.created_at)

    def _lean_on(self, memory: Memory) -> Memory:
        """The memory resting on what is left of its evidence, from the time of the earliest of it."""
        told = heard(self._session, memory)
        if not told:
            return memory
        left = replace(memory, source=told[0].source, valid_from=max(memory.valid_from, told[0].at))
        return lifecycle.stated(lifecycle.said_last(left, told[-1].at), ())

    def _withdraw(self, memory: Memory) -> Memory:
        """Take a memory out of its slot's line of time: what it had superseded is so again."""
        gone = self.retract(memory)
        self._close_up(memory)
        self._let_in(memory)
        return gone

    def _let_in(self, gone: Memory) -> None:
        """Let the first proposal be so that waited against a memory that is gone, where nothing else stands."""
        against = self._session.links.related(self._owner, Relation.CONTRADICTS, [gone.id])
        if not against or self._runtime.policy.of(gone.kind).judged:
            return
        there = self._session.memories.keyed(self._owner, [gone.key or ""], [Status.ACTIVE, Status.PROPOSED])
        slot = [m for m in there if (m.about, m.kind) == (gone.about, gone.kind)]
        waited = {link.from_id for link in against}
        first = next((m for m in slot if m.id in waited), None)
        if first is not None and all(m.status is Status.PROPOSED for m in slot):
            self._act.memory(first, replace(first, status=Status.ACTIVE, revision=first.revision + 1))

    def _close_up(self, memory: Memory) -> None:
        """Let what stands on both sides of a memory that is gone meet."""
        if self._session.links.evidence(self._owner, [memory.id]):
            return
        before, after = self._linked(memory.supersedes), self._linked(memory.superseded_by)
        # What is forgotten keeps its place on the line: it says until when what stood before it was so.
        ended = before is not None and before.status in (Status.SUPERSEDED, Status.RETRACTED)
        if before is not None and ended and before.superseded_by == memory.id:
            alone = after is None and memory.valid_to is None
            outlives = after is not None and self._outlives(before, after)
            if before.status is Status.SUPERSEDED and (alone or outlives):
                self._go_on(before)
                before = before if alone else None
            else:
                joined = replace(before, superseded_by=None if after is None else after.id)
                self._act.memory(before, lifecycle.ended_later(joined, memory.valid_to))
        if after is not None and after.supersedes == memory.id:
            leading = None if before is None else before.id
            self._act.memory(after, replace(after, supersedes=leading, revision=after.revision + 1))
            self._join(leading, after.id)

    def _go_on(self, memory: Memory) -> None:
        """Let a memory that was brought to an end be so until the next of its slot, or again."""
        line = self._session.memories.keyed(self._owner, [memory.key or ""], [Status.ACTIVE, Status.SUPERSEDED])
        mine = [m for m in line if memory.key and (m.about, m.kind) == (memory.about, memory.kind)]
        after = next((m for m in mine if m.valid_from > memory.valid_from), None)
        if after is None or memory.status is not Status.SUPERSEDED:
            self.reopen(memory)
        elif memory.expires_at is not None and memory.expires_at <= after.valid_from:
            self._act.memory(memory, lifecycle.expired_at(memory, memory.expires_at, known_at=self._act.change.at))
        else:
            until = replace(memory, superseded_by=after.id, valid_to=after.valid_from, revision=memory.revision + 1)
            self._act.memory(memory, until)
            self._act.memory(after, replace(after, supersedes=memory.id, revision=after.revision + 1))
            self._join(memory.id, after.id)

    def _join(self, first_id: str | None, then_id: str) -> None:
        """Make one memory of two that follow each other and say the same: what stood between them is gone."""
        first, then = self._linked(first_id), self._linked(then_id)
        if first is None or then is None or first.valid_to != then.valid_from or not self._same(first, then):
            return
        if Status.RETRACTED in (first.status, then.status):  # what is forgotten says nothing any more
            return
        self.take_place(first, lifecycle.confirmed(first, 1 + then.validations), then, gone=self.retract)

    def take_place(self, now: Memory, kept: Memory, other: Memory, *, gone: Callable[[Memory], object]) -> None:
        """Let a memory (``now``, to be ``kept``) take the place of another on their line of time, with its voices.

        The other leaves by ``gone``.
        """
        for link in self._session.links.find(self._owner, of=other.id):
            self._act.link(link, None)
            if not self._session.links.find(self._owner, of=now.id, to=link.to_id):
                self._act.link(None, replace(link, from_id=now.id))
        gone(other)
        beside = [one for one in (other.supersedes, other.superseded_by) if one is not None and one != now.id]
        for neighbour in self._session.memories.by_ids(self._owner, beside).values():
            before = now.id if neighbour.supersedes == other.id else neighbour.supersedes
            after = now.id if neighbour.superseded_by == other.id else neighbour.superseded_by
            revision = neighbour.revision + 1
            self._act.memory(neighbour, replace(neighbour, supersedes=before, superseded_by=after, revision=revision))
        stated = other.source.kind is not SourceKind.MESSAGE
        whole = replace(
            kept,
            status=other.status,
            confidence=other.confidence if stated else kept.confidence,
            source=other.source if stated else kept.source,
            valid_to=other.valid_to,
            closed_at=other.closed_at,
            superseded_by=other.superseded_by,
            last_validated_at=(other.last_validated_at or other.valid_from) if kept.validations else None,
            expires_at=other.expires_at,
            revision=now.revision + 1,
        )
        self._act.memory(now, lifecycle.stated(whole, {*kept.stated, *other.stated}))

    def _same(self, one: Memory, other: Memory) -> bool:
        if self._runtime.policy.of(one.kind).judged or one.details.get("when") != other.details.get("when"):
            return False
        return alike(one.value or one.text, other.value or other.text)

    def _linked(self, memory_id: str | None) -> Memory | None:
        return None if memory_id is None else self._session.memories.by_id(self._owner, memory_id)

    def reopen(self, memory: Memory) -> None:
        """Make a superseded memory active again, unless its slot is taken; it may be expired by now."""
        taken = [
            other
            for other in self._session.memories.keyed(self._owner, [memory.key or ""], [Status.ACTIVE])
            if other.about == memory.about and other.kind == memory.kind
        ]
        if memory.status is not Status.SUPERSEDED or (memory.key is not None and taken):
            return
        again = lifecycle.reopened(memory)
        now = self._act.change.at
        if lifecycle.expired(again, now):
            again = lifecycle.expired_at(again, again.expires_at or now, known_at=now)
            again = replace(again, revision=memory.revision + 1)
        self._act.memory(memory, again)
