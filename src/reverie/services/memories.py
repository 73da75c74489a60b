"""The only door through which memory is written.

A candidate meets what is in its slot: it reinforces the same value, takes the place of another, waits as a
proposal, or is added. The values of a slot stand on one line of time, so a fact that arrives late lands where it
belongs and the result does not depend on the order of arrival.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from reverie.domain import lifecycle
from reverie.domain.lifecycle import Conflict as Rule
from reverie.domain.matching import alike, normal
from reverie.domain.memories import Candidate, Link, Memory, Relation, Source, SourceKind, Status
from reverie.services.means import Means, digest, new_id
from reverie.store.changes import Act
from reverie.store.entries import Entry
from reverie.store.session import Session

NEAR = 0.95
"""Cosine from which two memories without a slot say the same."""

_LINE = (Status.ACTIVE, Status.SUPERSEDED)


class Step(StrEnum):
    """What became of a candidate."""

    ADDED = "added"
    REINFORCED = "reinforced"
    SUPERSEDED = "superseded"
    ENDED = "ended"
    PROPOSED = "proposed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """What became of a candidate: the memory it is now, what it took the place of, or why it was refused."""

    step: Step
    memory: Memory | None = None
    previous: Memory | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A candidate with who tells it, when, and its search entry (made before the transaction)."""

    candidate: Candidate
    source: Source
    at: datetime
    entry: Entry | None = None
    near: str | None = None
    """The id of a memory that says nearly the same, for a candidate without a key."""
    retention: datetime | None = None
    """When it expires by the person's own setting."""


class Writing:
    """One owner's memories, written in one act."""

    def __init__(self, means: Means, session: Session, act: Act) -> None:
        self._means = means
        self._session = session
        self._act = act
        self._owner = act.change.owner

    # -- telling ---------------------------------------------------------------------------------

    def tell(self, telling: Telling) -> list[Learned]:
        """Let a candidate in."""
        candidate = telling.candidate
        ended = [learned for key in candidate.ends for learned in self._end(key, telling)]
        if not candidate.text:
            return ended
        return [*ended, self._keyed(telling) if candidate.key is not None else self._keyless(telling)]

    def _end(self, named: str, telling: Telling) -> Iterable[Learned]:
        key, _, value = named.partition("=")
        for memory in self._session.memories.keyed(self._owner, [key], [Status.ACTIVE]):
            if value and not alike(memory.value or memory.text, value):
                continue
            if telling.at < memory.valid_from:
                continue
            ended = lifecycle.superseded(memory, by=None, ended_at=telling.at, known_at=self._act.change.at)
            self._act.memory(memory, ended)
            yield Learned(step=Step.ENDED, memory=ended, previous=memory)

    def _keyless(self, telling: Telling) -> Learned:
        known = self._session.memories.all(self._owner, [Status.ACTIVE])
        said = normal(telling.candidate.text)
        for memory in known:
            if memory.key is None and (memory.id == telling.near or normal(memory.text) == said):
                return self._reinforce(memory, telling)
        return self._add(telling, self._fresh(telling))

    def _keyed(self, telling: Telling) -> Learned:
        candidate = telling.candidate
        keys = [candidate.key or ""]
        stood = [
            m
            for m in self._session.memories.keyed(self._owner, keys, [*_LINE, Status.PROPOSED])
            if m.about == candidate.about and m.kind == candidate.kind
        ]
        line = [self._swept(m, telling.at) for m in stood if m.status in _LINE]
        line = [m for m in line if m.status in _LINE]
        at = telling.candidate.valid_from or telling.at
        earlier = [m for m in line if m.valid_from <= at]
        later = [m for m in line if m.valid_from > at]
        before = earlier[-1] if earlier else None
        after = later[0] if later else None
        if before is not None and self._same(before, telling) and (before.valid_to is None or at < before.valid_to):
            return self._reinforce(before, telling)
        if after is not None and self._same(after, telling):
            return self._reinforce(after, telling, since=at)
        waiting = self._waits(telling, before, [m for m in stood if m.status is Status.PROPOSED])
        return waiting or self._place(telling, before, after)

    def _swept(self, memory: Memory, now: datetime) -> Memory:
        """The memory, marked as expired if its time is over: its slot is free."""
        if memory.status is not Status.ACTIVE or not lifecycle.expired(memory, now):
            return memory
        gone = replace(
            memory,
            status=Status.EXPIRED,
            closed_at=self._act.change.at,
            valid_to=memory.expires_at,
            revision=memory.revision + 1,
        )
        self._act.memory(memory, gone)
        return gone

    def _same(self, memory: Memory, telling: Telling) -> bool:
        candidate = telling.candidate
        return alike(memory.value or memory.text, candidate.value or candidate.text)

    def _waits(self, telling: Telling, before: Memory | None, proposed: Sequence[Memory]) -> Learned | None:
        """A proposal, where the slot's rule does not let the new value in."""
        candidate = telling.candidate
        if before is None or before.status is not Status.ACTIVE:
            return None
        rule = self._means.policy.on_conflict(candidate.key or "")
        if rule is Rule.LATEST or (rule is Rule.CONFIDENT and candidate.confidence >= before.confidence):
            return None
        for waiting in proposed:
            if self._same(waiting, telling):
                return replace(self._reinforce(waiting, telling), step=Step.PROPOSED, previous=before)
        added = self._add(telling, replace(self._fresh(telling), status=Status.PROPOSED))
        if added.memory is not None:
            contradicts = Link(
                owner=self._owner, from_id=added.memory.id, to_id=before.id, relation=Relation.CONTRADICTS
            )
            self._act.link(None, contradicts)
        return replace(added, step=Step.PROPOSED, previous=before)

    def _place(self, telling: Telling, before: Memory | None, after: Memory | None) -> Learned:
        """Put a new value on the slot's line of time, linked both ways."""
        new = self._fresh(telling)
        if after is not None:
            new = replace(
                new,
                status=Status.SUPERSEDED,
                valid_to=after.valid_from,
                superseded_by=after.id,
                closed_at=self._act.change.at,
            )
        replaces = before is not None and (before.valid_to is None or before.valid_to > new.valid_from)
        if before is not None and replaces:
            new = replace(new, supersedes=before.id)
            old = lifecycle.superseded(
                before, by=new.id, ended_at=new.valid_from, known_at=before.closed_at or self._act.change.at
            )
            # The old one leaves the slot before the new one enters it: the database allows one active value.
            self._act.memory(before, old)
            before = old
        learned = self._add(telling, new)
        if after is not None and after.supersedes != new.id:
            self._act.memory(after, replace(after, supersedes=new.id, revision=after.revision + 1))
        return replace(learned, step=Step.SUPERSEDED, previous=before) if replaces else learned

    def _fresh(self, telling: Telling) -> Memory:
        candidate, now = telling.candidate, self._act.change.at
        at = candidate.valid_from or telling.at
        details = dict(candidate.details)
        if candidate.value is not None:
            details["value"] = candidate.value
        if candidate.rule is not None:
            details["rule"] = candidate.rule
        expires = telling.retention or self._means.policy.expiry(candidate.category, telling.at)
        over = expires is not None and expires <= now
        return Memory(
            id=new_id() if telling.entry is None else telling.entry.item_id,
            owner=self._owner,
            about=candidate.about,
            kind=candidate.kind,
            category=candidate.category,
            key=candidate.key,
            text=candidate.text,
            details=details,
            importance=candidate.importance,
            confidence=candidate.confidence,
            status=Status.EXPIRED if over else Status.ACTIVE,
            source=telling.source,
            valid_from=at,
            valid_to=expires if over else None,
            created_at=now,
            closed_at=now if over else None,
            expires_at=expires,
        )

    def _add(self, telling: Telling, memory: Memory) -> Learned:
        self._act.memory(None, memory)
        if telling.entry is not None:
            self._act.index([telling.entry])
        self._witness(memory, telling.source)
        return Learned(step=Step.ADDED, memory=memory)

    def _reinforce(self, memory: Memory, telling: Telling, since: datetime | None = None) -> Learned:
        source = telling.source
        seen = (
            self._session.memories.links(self._owner, of=memory.id, to=source.message_id) if source.message_id else []
        )
        if seen:
            return Learned(step=Step.REINFORCED, memory=memory)  # the same message twice is one voice
        candidate = telling.candidate
        surer = lifecycle.reinforced(
            memory,
            confidence=candidate.confidence,
            importance=candidate.importance,
            at=telling.at,
            expires=self._means.policy.expiry(candidate.category, telling.at),
        )
        if since is not None:
            surer = replace(surer, valid_from=since)
        self._act.memory(memory, surer)
        self._witness(surer, source)
        return Learned(step=Step.REINFORCED, memory=surer, previous=memory)

    def _witness(self, memory: Memory, source: Source) -> None:
        if source.kind is SourceKind.MESSAGE and source.message_id is not None:
            evidence = Link(
                owner=self._owner,
                from_id=memory.id,
                to_id=source.message_id,
                relation=Relation.EVIDENCE,
                quote=source.quote,
                span=source.span,
            )
            self._act.link(None, evidence)

    def accept(self, proposal: Memory) -> Memory:
        """Make a proposal active; what stood in its slot is superseded from the time of the proposal."""
        stood = [
            m
            for m in self._session.memories.keyed(self._owner, [proposal.key or ""], [Status.ACTIVE])
            if m.about == proposal.about and m.kind == proposal.kind
        ]
        for old in stood:
            ended = max(proposal.valid_from, old.valid_from)
            self._act.memory(
                old, lifecycle.superseded(old, by=proposal.id, ended_at=ended, known_at=self._act.change.at)
            )
        taken = replace(
            proposal,
            status=Status.ACTIVE,
            confidence=1.0,
            supersedes=stood[0].id if stood else None,
            revision=proposal.revision + 1,
        )
        self._act.memory(proposal, taken)
        return taken

    # -- taking back -----------------------------------------------------------------------------

    def retract(self, memory: Memory) -> Memory:
        """Take a memory back as it is; what it had superseded stays in the past."""
        gone = lifecycle.retracted(memory, known_at=self._act.change.at)
        self._act.memory(memory, gone)
        return gone

    def unlearn(self, message_id: str, ended: Sequence[Memory] = ()) -> list[Memory]:
        """Take back what a message taught; what others said too stays, with their words as its source.

        ``ended`` are memories that the message had brought to an end: they are so again.
        """
        gone: list[Memory] = []
        for link in self._session.memories.links(self._owner, to=message_id):
            if link.relation is not Relation.EVIDENCE:
                continue
            memory = self._session.memories.by_id(self._owner, link.from_id)
            if memory is None:
                continue
            others = [
                other
                for other in self._session.memories.evidence(self._owner, [memory.id])
                if other.to_id != message_id
            ]
            self._act.link(link, None)
            if memory.status is Status.RETRACTED:
                continue
            gone.append(self._lean_on(memory, others) if others else self._withdraw(memory))
        for memory in ended:
            self._reopen(memory)
        return gone

    def _lean_on(self, memory: Memory, others: Sequence[Link]) -> Memory:
        """The memory resting on what is left of its evidence, from the time of the earliest of it."""
        there = self._session.dialogue.by_ids(self._owner, [link.to_id for link in others])
        first = min(others, key=lambda link: there[link.to_id].sent_at if link.to_id in there else memory.valid_from)
        said = there.get(first.to_id)
        source = Source(
            kind=SourceKind.MESSAGE,
            message_id=first.to_id,
            conversation_id=None if said is None else said.conversation_id,
            quote=first.quote,
            span=first.span,
        )
        left = replace(
            memory,
            source=source,
            valid_from=memory.valid_from if said is None else max(memory.valid_from, said.sent_at),
            validations=max(0, memory.validations - 1),
            revision=memory.revision + 1,
        )
        self._act.memory(memory, left)
        return left

    def _withdraw(self, memory: Memory) -> Memory:
        """Take a memory out of its slot's line of time: what it had superseded is so again."""
        gone = self.retract(memory)
        before = self._linked(memory.supersedes)
        after = self._linked(memory.superseded_by)
        if before is not None and before.superseded_by == memory.id and before.status is Status.SUPERSEDED:
            if after is None and memory.status is Status.ACTIVE:
                before = self._reopen(before)
            else:
                joined = replace(
                    before,
                    superseded_by=None if after is None else after.id,
                    valid_to=memory.valid_to,
                    revision=before.revision + 1,
                )
                self._act.memory(before, joined)
        if after is not None and after.supersedes == memory.id:
            self._act.memory(after, replace(after, supersedes=memory.supersedes, revision=after.revision + 1))
        return gone

    def _linked(self, memory_id: str | None) -> Memory | None:
        return None if memory_id is None else self._session.memories.by_id(self._owner, memory_id)

    def _reopen(self, memory: Memory) -> Memory:
        """Make a superseded memory active again, unless its slot is taken or its time is over."""
        taken = [
            other
            for other in self._session.memories.keyed(self._owner, [memory.key or ""], [Status.ACTIVE])
            if other.about == memory.about and other.kind == memory.kind
        ]
        if memory.status is not Status.SUPERSEDED or (memory.key is not None and taken):
            return memory
        again = lifecycle.reopened(memory)
        self._act.memory(memory, again)
        return self._swept(again, self._act.change.at)


def digests(memory: Memory) -> set[str]:
    """What is blocked when a memory is forgotten: its slot with its value, and its sentence."""
    return {digest(memory.key, memory.value or memory.text), digest(None, memory.text)}


def candidate_digests(candidate: Candidate) -> set[str]:
    """What has to be free for a candidate to be learned."""
    return {digest(candidate.key, candidate.value or candidate.text), digest(None, candidate.text)}
