"""The only door through which memory is written.

A candidate meets what is in its slot: it reinforces the same value, takes the place of another, waits as a proposal, or
is added. The values of a slot, and opposites without one, stand on one line of time: a late one lands where it belongs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from reverie.domain import lifecycle
from reverie.domain.judgement import NEAR, Verdict, judge
from reverie.domain.lifecycle import Conflict as Rule
from reverie.domain.memories import Candidate, Kind, Link, Memory, Relation, Source, SourceKind, Status
from reverie.domain.opinions import between_them
from reverie.domain.value_matching import alike
from reverie.services import ending_matching, statements
from reverie.services.runtime import Runtime, digest, new_id
from reverie.services.slot_matching import in_known_slot
from reverie.services.statements import Voice
from reverie.store.change_log import Act
from reverie.store.database import Session
from reverie.store.search_entries import Entry

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
        proposed = [m for m in self._standing(telling.candidate) if m.status is Status.PROPOSED]
        return self._propose(telling, against, proposed)

    def supersede(self, memory: Memory, telling: Telling) -> Learned:
        """Put a candidate in the place of an active memory, whatever the rule of its slot, and never before it."""
        candidate = telling.candidate
        began = max(candidate.valid_from or telling.at, memory.valid_from)
        return self._place(replace(telling, candidate=replace(candidate, valid_from=began)), memory, None, [])

    def _end(self, named: str, telling: Telling) -> Iterable[Learned]:
        for memory in ending_matching.named(self._session, self._owner, named, self._act.change.at):
            if telling.at >= memory.valid_from:
                yield self.end(memory, telling.at)

    def end(self, memory: Memory, at: datetime) -> Learned:
        """Bring a memory to an end: it was so until then."""
        ended = lifecycle.superseded(memory, by=None, ended_at=at, known_at=self._act.change.at)
        self._act.memory(memory, ended)
        return Learned(step=Step.ENDED, memory=ended, previous=memory)

    def _keyless(self, telling: Telling) -> Learned:
        """What says the same, or a fact that says the opposite, stands on one line of time with it, as in a slot."""
        candidate = telling.candidate
        known = [m for m in self._session.memories.keyless(self._owner) if _comparable(m, candidate)]
        verdicts = [(_judged(m, telling), m) for m in known]
        on_line = [m for verdict, m in verdicts if verdict is Verdict.SAME]
        if not on_line and candidate.kind is Kind.FACT:
            on_line = [m for verdict, m in verdicts if verdict is Verdict.OPPOSITE]
        if not on_line:
            return self._add(telling, self._fresh(telling))
        waiting, line = self._ruled(telling, on_line[:1], ())
        return waiting or self._on_line(telling, [*self._replaced(on_line[0]), *line])

    def _replaced(self, memory: Memory) -> list[Memory]:
        """What a memory took the place of, and that before it, the earliest first."""
        found: list[Memory] = []
        while memory.supersedes is not None:
            earlier = self._session.memories.by_id(self._owner, memory.supersedes)
            if earlier is None or earlier.status is not Status.SUPERSEDED:
                break
            found.insert(0, memory := earlier)
        return found

    def _keyed(self, telling: Telling) -> Learned:
        stood = self._standing(telling.candidate)
        swept, proposed = [self._swept(m, telling.at) for m in stood], [m for m in stood if m.status is Status.PROPOSED]
        waiting, line = self._ruled(telling, [m for m in swept if m.status in _LINE], proposed)
        return waiting or self._on_line(telling, line)

    def _on_line(self, telling: Telling, line: Sequence[Memory]) -> Learned:
        """Put a candidate where it belongs among values of which one is so at a time, in the order of their times."""
        at = telling.candidate.valid_from or telling.at
        before = next((m for m in reversed(line) if m.valid_from <= at), None)
        after = next((m for m in line if m.valid_from > at), None)
        holds = before is not None and (before.valid_to is None or at < before.valid_to)
        if before is not None and holds and self._same(before, telling):
            return self.reinforce(before, telling)
        later = statements.after(self._session, before, at) if before is not None and holds else []
        if after is not None and not later and self._same(after, telling):
            return self._begin_earlier(after, telling, before if holds else None, at)
        return self._place(telling, before if holds else None, after, later)

    def _standing(self, candidate: Candidate) -> list[Memory]:
        """What stands in a candidate's slot, in the order in which it became so."""
        found = self._session.memories.keyed(self._owner, [candidate.key or ""], [*_LINE, Status.PROPOSED])
        return [m for m in found if (m.about, m.kind) == (candidate.about, candidate.kind)]

    def _swept(self, memory: Memory, now: datetime) -> Memory:
        """The memory, marked as expired if its time is over: its slot is free."""
        if memory.status is not Status.ACTIVE or not lifecycle.expired(memory, now):
            return memory
        gone = lifecycle.expired_at(memory, memory.expires_at or now, known_at=self._act.change.at)
        self._act.memory(memory, gone)
        return gone

    def _same(self, memory: Memory, telling: Telling) -> bool:
        candidate = telling.candidate
        if self._runtime.policy.of(memory.kind).judged:
            return memory.id in telling.same
        if candidate.key is None:
            return _judged(memory, telling) is Verdict.SAME
        days = {memory.details.get("when"), candidate.details.get("when")} - {None}
        if candidate.key.startswith("plan:") and len(days) > 1:
            return False  # the same plan for another day is another plan
        return alike(memory.value or memory.text, candidate.value or candidate.text)

    def _ruled(
        self, telling: Telling, line: Sequence[Memory], proposed: Sequence[Memory]
    ) -> tuple[Learned | None, Sequence[Memory]]:
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
            self._act.memory(standing, waiting)
            return None, [m for m in line if m.id != standing.id]
        return None, line

    def _propose(self, telling: Telling, standing: Memory, proposed: Sequence[Memory]) -> Learned:
        for waiting in proposed:
            if self._same(waiting, telling):
                return replace(self.reinforce(waiting, telling), step=Step.PROPOSED, previous=standing)
        proposal = replace(self._fresh(telling), status=Status.PROPOSED)
        contradicts = Link(owner=self._owner, from_id=proposal.id, to_id=standing.id, relation=Relation.CONTRADICTS)
        self._act.link(None, contradicts)
        return replace(self._add(telling, proposal), step=Step.PROPOSED, previous=standing)

    def _begin_earlier(self, after: Memory, telling: Telling, before: Memory | None, at: datetime) -> Learned:
        """The same value was told for an earlier time: it began then, and what it had replaced ended then."""
        if before is not None:
            self._act.memory(before, replace(before, valid_to=at, revision=before.revision + 1))
        return self.reinforce(after, telling, since=at)

    def _place(self, telling: Telling, before: Memory | None, after: Memory | None, later: Sequence[Voice]) -> Learned:
        """Put a new value on the slot's line of time, linked both ways. ``before`` holds at that time.

        Where ``before`` was said again after that (``later``), it is so again from then on.
        """
        new, known_at = self._fresh(telling), self._act.change.at
        again = None if before is None or not later else self._said_again(before, new, later)
        following = again or after
        if following is not None:
            ended = lifecycle.superseded(new, by=following.id, ended_at=following.valid_from, known_at=known_at)
            new = replace(ended, revision=new.revision)
        if before is not None:
            new = replace(new, supersedes=before.id)
            left = self._without(before, later)
            closed = lifecycle.superseded(
                left, by=new.id, ended_at=new.valid_from, known_at=before.closed_at or known_at
            )
            # The old one leaves the slot before another enters it: the database allows one active value.
            self._act.memory(before, closed)
        learned = self._add(telling, new)
        if again is not None and before is not None:
            self._move(before, again, later)
            after = self._session.memories.by_id(self._owner, again.superseded_by or "")
        if after is not None:
            self._act.memory(after, replace(after, supersedes=(again or new).id, revision=after.revision + 1))
        return learned if before is None else replace(learned, step=Step.SUPERSEDED, previous=before)

    def _without(self, before: Memory, later: Sequence[Voice]) -> Memory:
        """What is left of a memory without its later voices; without a statement it rests on its messages."""
        left = lifecycle.weakened(before, voices=len(later))
        if not later or not before.stated:
            return left
        stated = [at for at in before.stated if at < later[0].at]
        earlier = [voice.source for voice in statements.heard(self._session, before) if voice not in later]
        return lifecycle.stated(left if stated or not earlier else replace(left, source=earlier[0]), stated)

    def _said_again(self, before: Memory, new: Memory, later: Sequence[Voice]) -> Memory:
        first, stated = later[0], [voice for voice in later if voice.link is None]
        again = replace(
            before,
            id=new_id(),
            source=(stated or later)[0].source,
            valid_from=first.at,
            supersedes=new.id,
            created_at=self._act.change.at,
            validations=len(later) - 1,
            last_validated_at=later[-1].at if len(later) > 1 else None,
            revision=1,
        )
        return lifecycle.stated(again, [voice.at for voice in stated])

    def _move(self, before: Memory, again: Memory, later: Sequence[Voice]) -> None:
        self._act.memory(None, again)
        self._act.index_like(again.id, before.id)
        for link in (voice.link for voice in later if voice.link is not None):
            self._act.link(link, None)
            self._act.link(None, replace(link, from_id=again.id))

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
        self._act.memory(None, memory)
        if telling.entry is not None:
            self._act.index([telling.entry], new=True)
        self._witness(memory, telling.source)
        for one in telling.candidate.leans_on:
            self._act.link(None, Link(owner=self._owner, from_id=memory.id, to_id=one, relation=Relation.DERIVED_FROM))
        return Learned(step=Step.ADDED, memory=memory)

    def reinforce(self, memory: Memory, telling: Telling, since: datetime | None = None) -> Learned:
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
        if since is not None:
            surer = replace(surer, valid_from=since)
        stated = [*memory.stated]
        if source.kind is not SourceKind.MESSAGE:
            surer = replace(surer, source=source)  # stated outright: it does not rest on messages any more
            stated.append(candidate.valid_from or telling.at)
        surer = lifecycle.stated(surer, stated) if stated else surer
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
            self._act.memory(
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
        self._act.memory(proposal, taken)
        return taken


def _judged(memory: Memory, telling: Telling) -> Verdict:
    return judge(memory.text, telling.candidate.text, nearness=NEAR if memory.id == telling.near else None)


def _comparable(memory: Memory, candidate: Candidate) -> bool:
    """Whether a memory is of the sort that a candidate may say again; an observation also by category and with whom."""
    alike_in_sort = (memory.kind, memory.about) == (candidate.kind, candidate.about)
    alike_in_sort = alike_in_sort and memory.details.get("user") == candidate.details.get("user")
    return alike_in_sort and (candidate.kind is not Kind.OBSERVATION or memory.category == candidate.category)


def digests(memory: Memory) -> set[str]:
    """What is blocked when a memory is forgotten: its slot with its value, and its sentence."""
    return {digest(memory.key, memory.value or memory.text), digest(None, memory.text)}


def candidate_digests(candidate: Candidate) -> set[str]:
    """What has to be free for a candidate to be learned."""
    return {digest(candidate.key, candidate.value or candidate.text), digest(None, candidate.text)}
