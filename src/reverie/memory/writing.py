"""The only door through which memory is written.

A candidate meets what is in its slot: it reinforces the same value, takes the place of another, waits as a proposal, or
is added. The values of a slot, and opposites without one, stand on one line of time: a late one lands where it belongs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from reverie.memory import lifecycle, slot_matching
from reverie.memory.judgement import NEAR, Verdict, judge, kindred
from reverie.memory.lifecycle import Conflict as Rule
from reverie.memory.runtime import Runtime, digest, new_id
from reverie.memory.slot_matching import in_known_slot
from reverie.memory.timelines import Line, Timelines, agree
from reverie.records.memories import Candidate, Kind, Link, Memory, Relation, Source, SourceKind, Statement, Status
from reverie.records.opinions import between_them
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.store.tables.memories import Memories
from reverie.store.tables.search_entries import Entry

_LINE = (Status.ACTIVE, Status.SUPERSEDED)
_ASIDE = (Status.EXPIRED, Status.PROPOSED)
_BY_PERSON = Source(kind=SourceKind.PERSON)


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

    @property
    def text(self) -> str:
        """The text of the memory it is now; empty where it was refused."""
        return "" if self.memory is None else self.memory.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """A candidate with who tells it, when, and its search entry (made before the transaction)."""

    candidate: Candidate
    source: Source
    at: datetime
    entry: Entry | None = None
    near: str | None = None
    """The id of a memory that says nearly the same, for a candidate without a key."""
    same: frozenset[str] = frozenset()
    """The ids of memories that say the same, for a kind that is judged by its caller (``lifecycle.Manner``)."""
    expires: datetime | None = None
    """When it stops being current: by its category's life span or the person's own setting, whichever is sooner."""


class Writing:
    """One owner's memories, written in one act."""

    def __init__(self, runtime: Runtime, session: Session, act: Act) -> None:
        self._runtime = runtime
        self._session = session
        self._act = act
        self._owner = act.change.owner
        self._timelines = Timelines(runtime.policy, session, act)

    def tell(self, telling: Telling) -> list[Learned]:
        """Let a candidate in."""
        candidate = in_known_slot(self._session, self._owner, telling.candidate)
        telling = replace(telling, candidate=candidate)
        ended = [learned for key in candidate.ends for learned in self._end(key, telling)]
        placed = self._keyless if candidate.key is None else self._keyed
        return [*ended, placed(telling)] if candidate.text else ended

    def propose(self, telling: Telling) -> Memory:
        """Let a candidate wait for a decision."""
        proposal = replace(self._fresh(telling), status=Status.PROPOSED)
        self._add(telling, proposal)
        return proposal

    def hold(self, against: Memory, telling: Telling) -> Learned:
        """Keep a candidate as a proposal against a memory, which may be in another slot, until it is decided."""
        proposed = [m for m in self._standing(telling) if m.status is Status.PROPOSED]
        return self._propose(telling, against, proposed)

    def supersede(self, memory: Memory, telling: Telling) -> Learned:
        """Put a candidate in the place of an active memory, whatever the rule of its slot, and never before it."""
        candidate = telling.candidate
        began = max(candidate.valid_from or telling.at, memory.valid_from)
        telling = replace(telling, candidate=replace(candidate, valid_from=began))
        new = self._fresh(telling)
        self._timelines.end(memory, began, telling.source, by=new.id)
        return self._place(telling, new, memory)

    def _end(self, named: str, telling: Telling) -> Iterable[Learned]:
        """End what is named, but for a memory in whose slot the candidate takes its place."""
        new = telling.candidate
        for memory in slot_matching.named(self._session, self._owner, named, self._act.change.at):
            replaced = named.startswith("#") and new.text and memory.key is not None and memory.key == new.key
            if telling.at >= memory.valid_from and not replaced:
                yield self.end(memory, telling.at, telling.source)

    def end(self, memory: Memory, at: datetime, source: Source = _BY_PERSON) -> Learned:
        """Bring a memory to an end: it was so until then."""
        self._timelines.end(memory, at, source)
        ended = lifecycle.superseded(memory, by=None, ended_at=at, known_at=self._act.change.at)
        self._act.write(memory, ended)
        return Learned(step=Step.ENDED, memory=ended, previous=memory)

    def _keyless(self, telling: Telling) -> Learned:
        """What says the same, or a fact that says the opposite, stands on one line of time with it, as in a slot."""
        on_line = alike_without_key(self._session.memories, self._owner, telling.candidate, telling.near)
        if not on_line:
            return self._add(telling, self._fresh(telling))
        there = self._timelines.line(on_line[0]).memories.values()
        line = sorted((m for m in there if m.status in _LINE), key=lambda m: (m.valid_from, m.id))
        waiting, line = self._ruled(telling, line, ())
        return waiting or self._on_line(telling, line)

    def _keyed(self, telling: Telling) -> Learned:
        stood = self._standing(telling)
        proposed = [m for m in stood if m.status is Status.PROPOSED]
        line = [self._swept(m, telling.at) for m in stood if m not in proposed]
        waiting, line = self._ruled(telling, line, proposed)
        return waiting or self._on_line(telling, line)

    def _on_line(self, telling: Telling, line: Sequence[Memory]) -> Learned:
        """Put a candidate where it belongs among values of which one is so at a time, in the order of their times.

        What comes last is put there; what comes late, the fold places.
        """
        at = telling.candidate.valid_from or telling.at
        before = next((m for m in reversed(line) if m.valid_from <= at), None)
        holds = before is not None and (before.valid_to is None or at < before.valid_to)
        if before is not None and holds and before.status is Status.EXPIRED:
            return self._folded(telling, line)  # of times long past: it was so then, and may have been so for longer
        if before is not None and holds and self._same(before, telling):
            return self.reinforce(before, telling)
        again = before is not None and holds and before.validations > 0
        said = self._session.statements.of(self._owner, [before.id]) if before is not None and again else []
        if any(m.valid_from > at for m in line) or any(one.at > at for one in said):
            return self._folded(telling, line)
        return self._place(telling, self._fresh(telling), before if holds else None)

    def _folded(self, telling: Telling, line: Sequence[Memory]) -> Learned:
        """Let in what came late, and fold its slot."""
        same = [m for m in line if self._same(m, telling)]
        there = self._timelines.line(line[0])
        voices = {s.memory_id for s in there.statements if s.message_id == telling.source.message_id is not None}
        for memory in same:
            if memory.id in voices:
                return Learned(step=Step.REINFORCED, memory=memory)  # the same message twice is one voice
        new = self._fresh(telling)
        said = self._timelines.say(self._statement(telling, new, new.id))
        coming = Line(memories={new.id: new}, same=frozenset([new.id, *(memory.id for memory in same)]))
        named = self._timelines.fold(there, [*there.statements, said], coming).named
        found = next(i for i, stretch in named.items() if any(one.id == said.id for one in stretch.statements))
        if found == new.id:
            self._enter(telling, found)
        self._timelines.witness(found, telling.source)
        now, before = self._session.memories.by_id(self._owner, found), there.memories.get(found)
        if before is not None:
            return Learned(step=Step.REINFORCED, memory=now, previous=before)
        ended = there.memories.get((now or new).supersedes or "")
        return Learned(step=Step.ADDED if ended is None else Step.SUPERSEDED, memory=now, previous=ended)

    def _standing(self, telling: Telling) -> list[Memory]:
        """What is so in a candidate's slot when it becomes so or later, in the order in which it became so."""
        candidate = telling.candidate
        since = candidate.valid_from or telling.at
        found = self._session.memories.keyed(self._owner, [candidate.key or ""], [*_LINE, *_ASIDE], since)
        return [m for m in found if (m.about, m.kind) == (candidate.about, candidate.kind)]

    def _swept(self, memory: Memory, now: datetime) -> Memory:
        """The memory, marked as expired if its time is over: its slot is free."""
        if memory.status is not Status.ACTIVE or not lifecycle.expired(memory, now):
            return memory
        gone = lifecycle.expired_at(memory, memory.expires_at or now, known_at=self._act.change.at)
        self._act.write(memory, gone)
        return gone

    def _same(self, memory: Memory, telling: Telling) -> bool:
        candidate = telling.candidate
        if self._runtime.policy.of(memory.kind).judged:
            return memory.id in telling.same
        if candidate.key is None:
            return _judged(memory, telling) is Verdict.SAME
        return agree(memory, candidate)

    def _ruled(
        self, telling: Telling, line: list[Memory], proposed: Sequence[Memory]
    ) -> tuple[Learned | None, list[Memory]]:
        """What the slot's rule makes of a candidate: it waits as a proposal, or what stands does, or neither."""
        candidate = telling.candidate
        standing = next((m for m in line if m.status is Status.ACTIVE), None)
        rule = self._runtime.policy.on_conflict(candidate.key or "", candidate.kind)
        if standing is None or rule is Rule.LATEST or self._same(standing, telling):
            return None, line
        beside = lifecycle.key_beside(candidate.key or "", candidate.value or candidate.text)
        if both := self._session.memories.keyed(self._owner, [beside], [Status.ACTIVE]):
            return self.reinforce(both[0], telling), line
        later = (candidate.valid_from or telling.at) >= standing.valid_from
        if rule is Rule.ASK:
            return (self._propose(telling, standing, proposed), line) if later else (None, line)
        if candidate.confidence < standing.confidence:
            return self._propose(telling, standing, proposed), line
        if candidate.confidence > standing.confidence and not later:
            waiting = replace(standing, status=Status.PROPOSED, revision=standing.revision + 1)
            self._act.write(standing, waiting)
            return None, [m for m in line if m.id != standing.id]
        return None, line

    def _propose(self, telling: Telling, standing: Memory, proposed: Sequence[Memory]) -> Learned:
        for waiting in proposed:
            if self._same(waiting, telling):
                return replace(self.reinforce(waiting, telling), step=Step.PROPOSED, previous=standing)
        proposal = replace(self._fresh(telling), status=Status.PROPOSED)
        contradicts = Link(owner=self._owner, from_id=proposal.id, to_id=standing.id, relation=Relation.CONTRADICTS)
        self._act.write(None, contradicts)
        return replace(self._add(telling, proposal), step=Step.PROPOSED, previous=standing)

    def _place(self, telling: Telling, new: Memory, before: Memory | None) -> Learned:
        """Put a new value at the end of its slot's timeline, in the place of what holds at that time."""
        if before is None:
            return self._add(telling, new)
        known_at = before.closed_at or self._act.change.at
        closed = lifecycle.superseded(before, by=new.id, ended_at=new.valid_from, known_at=known_at)
        # The old one leaves the slot before another enters it: the database allows one active value.
        self._act.write(before, closed)
        learned = self._add(telling, replace(new, supersedes=before.id))
        return replace(learned, step=Step.SUPERSEDED, previous=before)

    def _fresh(self, telling: Telling) -> Memory:
        candidate, now = telling.candidate, self._act.change.at
        details = dict(candidate.details)
        if candidate.value is not None:
            details["value"] = candidate.value
        if candidate.rule is not None:
            details["rule"] = candidate.rule
        over = telling.expires is not None and telling.expires <= now
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
            valid_from=candidate.valid_from or telling.at,
            valid_to=telling.expires if over else None,
            created_at=now,
            closed_at=now if over else None,
            expires_at=telling.expires,
        )

    def _add(self, telling: Telling, memory: Memory) -> Learned:
        self._act.write(None, memory)
        if memory.kind is not Kind.EPISODE:  # that is drawn from messages, and goes with them
            self._timelines.say(self._statement(telling, memory, memory.id))
        self._enter(telling, memory.id)
        self._timelines.witness(memory.id, telling.source)
        return Learned(step=Step.ADDED, memory=memory)

    def _enter(self, telling: Telling, memory_id: str) -> None:
        """Put a new memory into the search, with what else it tells the words of."""
        if telling.entry is not None:
            self._act.index([telling.entry], new=True)
        for one in telling.candidate.leans_on:
            self._act.write(None, Link(owner=self._owner, from_id=memory_id, to_id=one, relation=Relation.DERIVED_FROM))

    def _statement(self, telling: Telling, memory: Memory, statement_id: str) -> Statement:
        source, candidate = telling.source, telling.candidate
        return Statement(
            id=statement_id,
            owner=self._owner,
            memory_id=memory.id,
            at=candidate.valid_from or telling.at,
            said_at=telling.at,
            known=0,
            source_kind=source.kind,
            message_id=source.message_id,
            conversation_id=source.conversation_id,
            confidence=candidate.confidence,
            importance=candidate.importance,
            expires_at=telling.expires,
        )

    def reinforce(self, memory: Memory, telling: Telling) -> Learned:
        """Let a candidate say again what a memory says, which may be in another slot."""
        source = telling.source
        seen = self._session.links.find(self._owner, of=memory.id, to=source.message_id) if source.message_id else []
        if seen:
            return Learned(step=Step.REINFORCED, memory=memory)  # the same message twice is one voice
        candidate = telling.candidate
        surer = lifecycle.reinforced(
            memory,
            confidence=candidate.confidence,
            importance=candidate.importance,
            at=telling.at,
            expires=telling.expires,
        )
        stated = [*memory.stated]
        if source.kind is not SourceKind.MESSAGE:
            surer = replace(surer, source=source)  # stated outright: it does not rest on messages any more
            stated.append(candidate.valid_from or telling.at)
        surer = lifecycle.stated(surer, stated) if stated else surer
        self._act.write(memory, surer)
        self._timelines.say(self._statement(telling, memory, new_id()))
        self._timelines.witness(memory.id, source)
        return Learned(step=Step.REINFORCED, memory=surer, previous=memory)

    def accept(self, proposal: Memory) -> Memory:
        """Make a proposal active; what stood in its slot, or against it, is superseded from when it was proposed."""
        found = self._session.links.find(self._owner, of=proposal.id)
        ids = [link.to_id for link in found if link.relation is Relation.CONTRADICTS]
        standing = {m.id: m for m in self._session.memories.keyed(self._owner, [proposal.key or ""], [Status.ACTIVE])}
        while against := self._session.memories.by_ids(self._owner, ids):
            standing |= against
            ids = [m.superseded_by for m in against.values() if m.superseded_by and m.superseded_by not in standing]
        sort = (proposal.about, proposal.kind, bool(between_them(proposal)))  # what everybody is told stays
        active = [m for m in standing.values() if m.status is Status.ACTIVE]
        stood = [m for m in active if (m.about, m.kind, bool(between_them(m))) == sort]
        for old in stood:
            ended = max(proposal.valid_from, old.valid_from)
            self._timelines.end(old, ended, _BY_PERSON, by=proposal.id)
            self._act.write(
                old, lifecycle.superseded(old, by=proposal.id, ended_at=ended, known_at=self._act.change.at)
            )
        taken = replace(
            proposal,
            status=Status.ACTIVE,
            valid_from=max([proposal.valid_from, *(old.valid_from for old in stood)]),
            confidence=self._runtime.policy.of(proposal.kind).accepted,
            supersedes=stood[0].id if stood else None,
            revision=proposal.revision + 1,
        )
        self._act.write(proposal, taken)
        self._timelines.begin(taken)
        return taken


def alike_without_key(read: Memories, owner: str, candidate: Candidate, near: str | None = None) -> list[Memory]:
    """Find the memories in no slot that say the same as a candidate, or else, for a fact, the opposite."""
    worth_reading = kindred(candidate.text)
    verdicts = {
        memory_id: judge(text, candidate.text, nearness=NEAR if memory_id == near else None)
        for memory_id, text in read.keyless(owner, candidate.kind, candidate.about).items()
        if memory_id == near or worth_reading(text)
    }
    telling = {Verdict.SAME, Verdict.OPPOSITE} if candidate.kind is Kind.FACT else {Verdict.SAME}
    wanted = [memory_id for memory_id, verdict in verdicts.items() if verdict in telling]
    found = read.by_ids(owner, wanted)
    there = [found[memory_id] for memory_id in wanted if _comparable(found[memory_id], candidate)]
    return [memory for memory in there if verdicts[memory.id] is Verdict.SAME] or there


def _judged(memory: Memory, telling: Telling) -> Verdict:
    return judge(memory.text, telling.candidate.text, nearness=NEAR if memory.id == telling.near else None)


def _comparable(memory: Memory, candidate: Candidate) -> bool:
    """Whether a memory is with whom a candidate is, and an observation of its category."""
    between_the_same = memory.details.get("user") == candidate.details.get("user")
    return between_the_same and (candidate.kind is not Kind.OBSERVATION or memory.category == candidate.category)


def digests(one: Memory | Candidate) -> set[str]:
    """What is blocked when a memory is forgotten, and has to be free for a candidate: slot and value, and sentence."""
    return {digest(one.key, one.value or one.text), digest(None, one.text)}
