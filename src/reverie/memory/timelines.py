"""The timelines of one owner, written in one act: statements come in or are left out, and rows follow the fold.

What a memory's row says of its time, its sureness and its sources is what ``memory.timeline`` makes of its statements.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.memory import lifecycle, timeline
from reverie.memory.judgement import Verdict, judge
from reverie.memory.lifecycle import Policy
from reverie.memory.runtime import new_id
from reverie.memory.timeline import Stretch
from reverie.records.memories import (
    Candidate,
    Kind,
    Link,
    Memory,
    Relation,
    Says,
    Source,
    SourceKind,
    Statement,
    Status,
)
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.text.value_matching import alike

_ROUNDED = 1e-4
"""How far a confidence may be from what the fold gives and still be it: steps were undone with rounding before."""

_LINE = [Status.ACTIVE, Status.SUPERSEDED, Status.EXPIRED, Status.RETRACTED]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A slot: its memories by id, and what was said of them; ``same`` are memories that are known to agree."""

    memories: Mapping[str, Memory]
    statements: Sequence[Statement] = ()
    same: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """What a fold made: each stretch by the memory that it is, of which row a new one has its words, and what went."""

    named: Mapping[str, Stretch]
    like: Mapping[str, str]
    gone: Sequence[Memory]


class Timelines:
    """One owner's timelines, in one act."""

    def __init__(self, policy: Policy, session: Session, act: Act) -> None:
        self._policy = policy
        self._session = session
        self._act = act
        self._owner = act.change.owner

    def same(self, one: Memory, other: Memory) -> bool:
        """Whether two memories of a slot say the same."""
        if self._policy.of(one.kind).judged:
            return one.id == other.id
        if one.key is None:
            return judge(one.text, other.text) is Verdict.SAME
        return agree(one, other)

    # -- statements ----------------------------------------------------------------------------

    def say(self, statement: Statement) -> Statement:
        """Let a statement in; give it as it is known."""
        known = replace(statement, known=self._act.seq)
        self._act.write(None, known)
        return known

    def witness(self, memory_id: str, source: Source) -> None:
        """Let the words of a message be evidence for a memory."""
        if source.kind is SourceKind.MESSAGE and source.message_id is not None:
            evidence = Link(
                owner=self._owner,
                from_id=memory_id,
                to_id=source.message_id,
                relation=Relation.EVIDENCE,
                quote=source.quote,
                span=source.span,
            )
            self._act.write(None, evidence)

    def begin(self, memory: Memory) -> None:
        """Let what is said of a memory count from when it is so: it was decided that it is."""
        for one in self._session.statements.of(self._owner, [memory.id]):
            if one.at < memory.valid_from:
                self._act.write(one, replace(one, at=memory.valid_from))

    def end(self, memory: Memory, at: datetime, source: Source, by: str | None = None) -> None:
        """Say that a memory is no longer so; what is no message decides it, as does what takes its place (``by``)."""
        over = Statement(
            id=new_id(),
            owner=self._owner,
            memory_id=memory.id,
            says=Says.OVER if source.kind is SourceKind.MESSAGE and by is None else Says.SETTLED,
            at=max(at, memory.valid_from),
            said_at=at,
            known=0,
            source_kind=source.kind,
            message_id=source.message_id,
            conversation_id=source.conversation_id,
            by_id=by,
            confidence=1.0,
            importance=memory.importance,
        )
        self.say(over)

    def silence(self, memory: Memory) -> None:
        """Let what was said of a memory say nothing any more, but go on ending what it had ended."""
        when = 0 if memory.status is Status.PROPOSED else self._act.seq
        for one in self._session.statements.of(self._owner, [memory.id]):
            if one.silenced is None and one.says is Says.SO:
                self._act.write(one, replace(one, silenced=when))

    def leave_out(self, statements: Collection[Statement]) -> dict[str, Memory]:
        """Leave statements out, as if they had never been made; give the memories that they were of, as they are."""
        statements = [*statements, *self._void(statements)]
        touched = list(dict.fromkeys(one.memory_id for one in statements))
        lines = self.lines(self._session.memories.by_ids(self._owner, touched).values())
        for one in statements:
            self._act.write(one, None)
            self._unlink(one)
        out = {one.id for one in statements}
        gone = [
            memory
            for line in lines
            for memory in self.fold(line, [one for one in line.statements if one.id not in out]).gone
        ]
        for memory in gone:
            self._let_in(memory)
        return self._session.memories.by_ids(self._owner, touched)

    def refold(self, memory_ids: Collection[str]) -> None:
        """Let the rows of these memories' slots say what their statements do."""
        for line in self.lines(self._session.memories.by_ids(self._owner, list(memory_ids)).values()):
            self.fold(line, line.statements)

    def read_off(self, memory_ids: Collection[str]) -> None:
        """Let what is said of memories be what their rows tell, where a change was undone that knew no statements."""
        there, told = (
            {one.id: one for one in found if one.says is Says.SO}
            for found in (
                self._session.statements.of(self._owner, memory_ids),
                self._session.statements.read_off(self._owner, memory_ids),
            )
        )
        if set(map(_heard, there.values())) == set(map(_heard, told.values())):
            return
        for one in there.values():
            self._act.write(one, None)
        for one in told.values():
            self._act.write(None, one)

    def _void(self, going: Collection[Statement]) -> list[Statement]:
        """The decisions by which memories took the place of others of which nothing is said any more."""
        out, memories = {one.id for one in going}, {one.memory_id for one in going if one.says is Says.SO}
        left = {s.memory_id for s in self._session.statements.of(self._owner, memories) if s.id not in out}
        void = self._session.statements.replacing(self._owner, memories - left)
        return [one for one in void if one.id not in out]

    # -- slots -----------------------------------------------------------------------------------

    def lines(self, memories: Iterable[Memory]) -> list[Line]:
        """The slots of memories, each once. A proposal, and what belongs to no slot, is one by itself."""
        found: list[Line] = []
        seen: set[str] = set()
        for memory in memories:
            if memory.id in seen or memory.kind is Kind.EPISODE:
                continue
            line = self.line(memory)
            seen |= line.memories.keys()
            found.append(line)
        return found

    def line(self, memory: Memory) -> Line:
        """The slot of a memory, which may be another owner's."""
        members = {memory.id: memory} if memory.status is Status.PROPOSED else self._members(memory)
        said = self._session.statements.of(memory.owner, list(members))
        known = {one.memory_id for one in said if one.says is Says.SO}
        unsaid = [m.id for m in members.values() if m.id not in known and m.status is not Status.RETRACTED]
        if unsaid:  # an archive may bring memories without what they follow from
            read = self._session.statements.read_off(memory.owner, unsaid)
            for one in read if memory.owner == self._owner else ():
                self._act.write(None, one)
            said += read
        return Line(memories=members, statements=said)

    def _members(self, memory: Memory) -> dict[str, Memory]:
        read, owner = self._session.memories, memory.owner
        slot = (memory.about, memory.kind, memory.key)
        if memory.key is not None:
            return {m.id: m for m in read.keyed(owner, [memory.key], _LINE) if (m.about, m.kind, m.key) == slot}
        found, waiting = {memory.id: memory}, [memory]
        while waiting:
            ids = {i for m in waiting for i in (m.supersedes, m.superseded_by) if i is not None and i not in found}
            there = read.by_ids(owner, list(ids)).values()
            waiting = [m for m in there if (m.about, m.kind, m.key) == slot and m.status in _LINE]
            found |= {m.id: m for m in waiting}
        return found

    def values(self, memories: Iterable[Memory], same: Collection[str] = ()) -> dict[str, str]:
        """Name the value of each memory, by the id of the first that says it; those in ``same`` are one."""
        named: dict[str, str] = {}
        firsts: list[Memory] = []
        for memory in memories:
            first = next((named[i] for i in same if i in named), None) if memory.id in same else None
            first = first or next((one.id for one in firsts if self.same(one, memory)), memory.id)
            named[memory.id] = first
            if first == memory.id:
                firsts.append(memory)
        return named

    # -- the fold --------------------------------------------------------------------------------

    def fold(self, line: Line, statements: Sequence[Statement], coming: Line | None = None) -> Folded:
        """Let the rows of a slot say what its statements do.

        ``coming`` are memories that may become rows of it, with what was said of them where they come from.
        """
        rows, new = dict(line.memories), {} if coming is None else dict(coming.memories)
        values = self.values([*rows.values(), *new.values()], () if coming is None else coming.same)
        stretches = timeline.fold(statements, values)
        there = [m.id for m in rows.values() if m.status is not Status.RETRACTED]
        named = timeline.claimed([one for one in stretches if not one.silent], there, new)
        ids = {id(one): memory_id for memory_id, one in named.items()}
        ids |= {id(one): one.statements[0].memory_id for one in stretches if one.silent}
        before = _by_memory([*line.statements, *(() if coming is None else coming.statements)])
        written: list[tuple[Memory | None, Memory]] = []
        like: dict[str, str] = {}
        for memory_id, stretch in named.items():
            shape = rows.get(memory_id) or new.get(memory_id) or (new | rows)[stretch.statements[0].memory_id]
            row = self._row(replace(shape, id=memory_id), stretch, ids, before.get(memory_id, ()), new | rows)
            written.append((rows.get(memory_id), row))
            if memory_id not in rows:
                like[memory_id] = shape.id
        for one in stretches:
            silent = rows.get(ids[id(one)]) if one.silent else None
            if silent is not None:
                supersedes, superseded_by = _beside(silent, one, ids, new | rows)
                self._write(silent, replace(silent, supersedes=supersedes, superseded_by=superseded_by))
        gone = [rows[memory_id] for memory_id in there if memory_id not in named and memory_id in before]
        for memory in gone:
            self._act.write(memory, lifecycle.retracted(memory, known_at=self._act.change.at))
        # What is active comes last: a slot has one active value.
        for old, row in sorted(written, key=lambda one: one[1].status is Status.ACTIVE):
            self._write(old, row)
        for memory_id, other in like.items():
            if other in rows:
                self._act.index_like(memory_id, other)
        self._move(named, {memory.id for memory in gone}, statements)
        return Folded(named=named, like=like, gone=gone)

    def _row(
        self,
        like: Memory,
        stretch: Stretch,
        ids: Mapping[int, str],
        stood: Sequence[Statement],
        rows: Mapping[str, Memory],
    ) -> Memory:
        now = self._act.change.at
        said, start = stretch.statements, stretch.start
        supersedes, superseded_by = _beside(like, stretch, ids, rows)
        status, end = Status.ACTIVE, stretch.end
        if end is None and stretch.expires is not None and stretch.expires <= now:
            end = stretch.expires
        if like.status is Status.PROPOSED:
            status, end = like.status, None
        elif end is not None:
            status = Status.EXPIRED if end == stretch.expires else Status.SUPERSEDED
        closed = None if end is None else like.closed_at if like.status is status else None
        row = replace(
            like,
            status=status,
            valid_from=start,
            valid_to=end,
            closed_at=None if end is None else closed or now,
            supersedes=supersedes,
            superseded_by=superseded_by,
            source=self._source(like, said),
        )
        if {s.id for s in stood} != {s.id for s in said}:
            row = _as_sure(row, stretch, stood)
        return lifecycle.stated(row, [s.at for s in said if s.is_outright])

    def _source(self, memory: Memory, said: Sequence[Statement]) -> Source:
        """What a memory rests on: what was stated outright last, or else the first message."""
        outright = [one for one in said if one.is_outright]
        one = max(outright, key=lambda s: s.known) if outright else min(said, key=lambda s: (s.said_at, s.known))
        if (memory.source.kind, memory.source.message_id) == (one.source_kind, one.message_id):
            return memory.source
        source = Source(kind=one.source_kind, message_id=one.message_id, conversation_id=one.conversation_id)
        if one.is_outright or one.message_id is None:
            return source if one.message_id is not None else replace(source, quote=memory.text)
        links = self._session.links.find(self._owner, of=one.memory_id, to=one.message_id)
        quoted = next((link for link in links if link.relation is Relation.EVIDENCE), None)
        return source if quoted is None else replace(source, quote=quoted.quote, span=quoted.span)

    def _write(self, old: Memory | None, row: Memory) -> None:
        if old is None:
            self._act.write(None, replace(row, revision=1, created_at=self._act.change.at))
        elif replace(row, revision=old.revision) != old:
            self._act.write(old, replace(row, revision=old.revision + 1))

    def _let_in(self, gone: Memory) -> None:
        """Let the first proposal be so that waited against a memory that is gone, where nothing else stands."""
        against = self._session.links.related(self._owner, Relation.CONTRADICTS, [gone.id])
        if not against or self._policy.of(gone.kind).judged:
            return
        there = self._session.memories.keyed(self._owner, [gone.key or ""], [Status.ACTIVE, Status.PROPOSED])
        slot = [m for m in there if (m.about, m.kind) == (gone.about, gone.kind)]
        waited = {link.from_id for link in against}
        first = next((m for m in slot if m.id in waited), None)
        if first is not None and all(m.status is Status.PROPOSED for m in slot):
            self._act.write(first, replace(first, status=Status.ACTIVE, revision=first.revision + 1))

    # -- evidence --------------------------------------------------------------------------------

    def _move(self, named: Mapping[str, Stretch], gone: Collection[str], statements: Sequence[Statement]) -> None:
        """Let statements that count for another memory now be its own, with their words, their ends and decisions."""
        found = {one.memory_id: memory_id for memory_id, stretch in named.items() for one in stretch.statements}
        homes = {memory_id: found[memory_id] for memory_id in found.keys() & gone}
        ends = [one for one in statements if one.says is not Says.SO and one.memory_id in homes]
        for one in {one.id: one for one in (*ends, *self._session.statements.replacing(self._owner, homes))}.values():
            by_id = homes.get(one.by_id or "", one.by_id)
            self._act.write(one, replace(one, memory_id=homes.get(one.memory_id, one.memory_id), by_id=by_id))
        for memory_id, stretch in named.items():
            for one in (said for said in stretch.statements if said.memory_id != memory_id):
                link = self._unlink(one)
                self._act.write(one, replace(one, memory_id=memory_id))
                if link is not None and not self._session.links.find(self._owner, of=memory_id, to=link.to_id):
                    self._act.write(None, replace(link, from_id=memory_id))

    def _unlink(self, statement: Statement) -> Link | None:
        """Take away the evidence that a statement was for its memory."""
        if statement.message_id is None or statement.says is not Says.SO:
            return None
        links = self._session.links.find(self._owner, of=statement.memory_id, to=statement.message_id)
        found = next((link for link in links if link.relation is Relation.EVIDENCE), None)
        if found is not None:
            self._act.write(found, None)
        return found


def agree(one: Memory, other: Memory | Candidate) -> bool:
    """Whether two of a slot say the same. The same plan for another day is another plan."""
    days = {one.details.get("when"), other.details.get("when")} - {None}
    if len(days) > 1 and (one.key or "").startswith("plan:"):
        return False
    return alike(one.value or one.text, other.value or other.text)


def _beside(
    memory: Memory, stretch: Stretch, ids: Mapping[int, str], rows: Mapping[str, Memory]
) -> tuple[str | None, str | None]:
    """What a memory took the place of, and what took its own; what is in another slot stays there."""
    outside = None if memory.supersedes in rows else memory.supersedes
    before = outside if stretch.before is None else ids[id(stretch.before)]
    return before, stretch.by_id if stretch.after is None else ids[id(stretch.after)]


def _heard(statement: Statement) -> tuple[object, ...]:
    return statement.memory_id, statement.message_id or statement.at, statement.silenced is None


def _by_memory(statements: Iterable[Statement]) -> dict[str, list[Statement]]:
    found: dict[str, list[Statement]] = {}
    for one in statements:
        if one.says is Says.SO:
            found.setdefault(one.memory_id, []).append(one)
    return found


def _as_sure(memory: Memory, stretch: Stretch, stood: Sequence[Statement]) -> Memory:
    """A memory as sure as what is said of it now makes it. What was decided otherwise, and confirmed since, stays."""
    said = stretch.statements
    more = max(0, memory.validations - (len(stood) - 1)) if stood else 0
    last = max(one.said_at for one in said)
    now = timeline.certainty(said, more)
    was = timeline.certainty(stood, more) if stood else (memory.confidence, memory.importance)
    return replace(
        memory,
        confidence=now[0] if abs(was[0] - memory.confidence) < _ROUNDED else memory.confidence,
        importance=now[1] if abs(was[1] - memory.importance) < _ROUNDED else memory.importance,
        validations=len(said) - 1 + more,
        last_validated_at=last if len(said) > 1 else memory.last_validated_at if more else None,
        expires_at=stretch.expires,
    )
