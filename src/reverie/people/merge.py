"""Two people who turn out to be one, and are told apart again.

Merging tells every statement of one person to the other, as if the other had made it, and folds the slots that are
touched; the rows of the first stay as they are, hidden. So splitting only has to leave out of the other what came in,
and to show the first again. What was said after the merge stays where it was said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.conversations import episode_upkeep
from reverie.errors import InvalidInput, NotFound
from reverie.memory import lifecycle
from reverie.memory.lifecycle import Conflict as Rule
from reverie.memory.runtime import Runtime, deleted_as, new_id
from reverie.memory.slot_matching import in_known_slot
from reverie.memory.timelines import Line, Timelines
from reverie.memory.writing import Telling, Writing, alike_without_key, digests
from reverie.records.conversations import Message
from reverie.records.memories import Candidate, Kind, Link, Memory, Relation, Says, Source, Statement, Status
from reverie.records.users import User, UserKind
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.store.tables.items import put_item
from reverie.store.tables.people import TOLD_IN_COMPANY, write_setting, write_user
from reverie.store.tables.search_entries import Entry
from reverie.text.value_matching import alike

_LINE = (Status.ACTIVE, Status.SUPERSEDED, Status.PROPOSED)

Slot = tuple[str, str, str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What a merge brought: ``merged`` is who is now found in ``person``; ``id`` is what ``split`` takes.

    ``messages`` and ``memories`` count what was told to ``person``.
    """

    id: str
    person: User
    merged: User
    at: datetime
    messages: int
    memories: int


def batch_of(user_id: str) -> str:
    """The batch that the merge of somebody is written under."""
    return f"merge:{user_id}"


def merge(runtime: Runtime, person: User, into: User) -> Merged:
    """Merge a person into another: who looks for the first finds the other, who knows what both knew.

    Raises:
        InvalidInput: they are one already, or one of them is the companion.
        NotFound: one of them was erased.
    """
    with runtime.store.writing() as session:
        for user_id in sorted((person.id, into.id)):  # in one order, so that two merges never wait for each other
            session.changes.take_turn(user_id)
        gone, kept = _present(session, person), _present(session, into)
        if gone.id == kept.id:
            raise InvalidInput(f"both are {gone.name} already: name two people")
        row = session.people.row(gone.id) or {}
        change = runtime.change(kept.id, "merge", actor="person", batch=batch_of(gone.id))
        with session.act(change) as act:
            retelling = Retelling(runtime, session, act, gone.id)
            messages = retelling.messages()
            memories = retelling.memories()
            retelling.items()
            retelling.settings()
            write_user(act, row, {**row, "merged_into": kept.id})
        return Merged(
            id=act.change.id, person=kept, merged=gone, at=act.change.at, messages=messages, memories=memories
        )


def _present(session: Session, user: User) -> User:
    found = session.people.by_id(user.id)
    if found is None:
        raise NotFound(f"{user.name} is not known here any more: they were erased")
    if found.kind is not UserKind.PERSON:
        raise InvalidInput(f"{found.name} is the companion: only people can be merged")
    return session.people.present(found)


class Retelling:
    """What is known of one person (``of``), told to the owner of an act. What the owner has already is not told again.

    What was deleted or forgotten of the owner stays so: it is not told either. ``anew`` says that some of it may have
    been told to the owner before.
    """

    def __init__(self, runtime: Runtime, session: Session, act: Act, of: str, *, anew: bool = False) -> None:
        self._anew = anew
        self._runtime = runtime
        self._session = session
        self._act = act
        self._of = of
        self._owner = act.change.owner
        self._same: dict[str, str] = {}
        self._became: dict[str, str] = {}
        self._blocked: dict[str, set[str]] = {}
        for where, blocked in session.links.blocks(self._owner):
            self._blocked.setdefault(where, set()).add(blocked)
        said = session.dialogue.messages(of)
        self._gone = {m.id for m in said if self._deleted(m)}
        self._theirs = {m.id: m for m in said if m.id not in self._gone}
        self._words: dict[tuple[str, str], Link] = {}
        self._entries: dict[str, Entry] = {}
        self._writing = Writing(runtime, session, act)
        self._timelines = Timelines(runtime.policy, session, act)

    def messages(self) -> int:
        """Copy conversations and messages under the same ids; what both imported from one file is there already.

        Gives how many messages are new.
        """
        read, act = self._session.dialogue, self._act
        self._same |= {one: one for one in read.by_ids(self._owner, list(self._theirs))}
        imported = {c.external_id: c for c in read.conversations(self._owner) if c.external_id is not None}
        spoken: dict[str, list[Message]] = {}
        for message in self._theirs.values():
            spoken.setdefault(message.conversation_id, []).append(message)
        for conversation in read.conversations(self._of):
            said = spoken.get(conversation.id, [])
            twin = imported.get(conversation.external_id or "")
            if twin is not None:
                known = {m.external_id: m for m in read.messages(self._owner, conversation_id=twin.id)}
                same = {
                    m.id: known[m.external_id].id
                    for m in said
                    if m.external_id in known and known[m.external_id].text == m.text
                }
                self._same = same | self._same
                if all(m.id in self._same for m in said):
                    continue
                conversation = replace(conversation, external_id=None)  # noqa: PLW2901 - the key is taken
            if read.conversation(self._owner, conversation.id) is None:
                act.write(None, replace(conversation, owner=self._owner))
        copied = [replace(m, owner=self._owner) for m in self._theirs.values() if m.id not in self._same]
        if copied:
            act.messages(copied)
        found = self._session.entries.of(self._of, [m.id for m in copied])
        act.index(list(found.values()), new=True)
        for message_id, blocked in self._session.links.blocks(self._of):
            act.block(self._same.get(message_id, message_id), {blocked})
        self._session.work.copy(self._of, self._owner)
        return len(copied)

    def _deleted(self, message: Message) -> bool:
        """Whether the owner deleted this message."""
        gone = deleted_as(message.id, message.external_id)
        return not gone.isdisjoint(self._blocked.get(message.conversation_id, ()))

    def memories(self) -> int:
        """Tell what is remembered: every statement as it was made, in the order in which they became known."""
        read = self._session
        known = [m for m in read.memories.all(self._of) if m.status is not Status.RETRACTED and self._has(m)]
        links = read.links.find(self._of)
        self._words = {(k.from_id, k.to_id): k for k in links if k.relation is Relation.EVIDENCE}
        self._entries = read.entries.of(self._of, [m.id for m in known])
        taken = read.memories.by_ids(self._owner, [m.id for m in known])
        for line in self._timelines.lines(m for m in known if m.status is not Status.PROPOSED):
            self._tell(line, taken)
        for memory in known:
            if memory.id in taken:
                self._became.setdefault(memory.id, memory.id)
            elif memory.kind is Kind.EPISODE or memory.status is Status.PROPOSED:
                self._copy(self._timelines.line(memory))
        self._link([k for k in links if k.relation is not Relation.EVIDENCE or self._is_episode(k.from_id)])
        read.pictures.copy(self._of, self._owner, self._became)
        return len(known)

    def _tell(self, theirs: Line, taken: Mapping[str, Memory]) -> None:
        """Tell a slot of theirs into the owner's, where its rule lets it in."""
        forgotten = {one.memory_id for one in self._session.statements.of(self._owner, theirs.memories) if one.silenced}
        known = [m for m in theirs.memories.values() if m.status is not Status.RETRACTED and m.id not in forgotten]
        memories = {m.id: self._ours(m) for m in known}
        ours = self._slot_of(memories.values(), taken)
        said = self._news(theirs, memories, ours)
        coming = {one.memory_id: memories[one.memory_id] for one in said if one.says is Says.SO}
        said = [one for one in said if one.memory_id in coming or one.memory_id in ours.memories]
        if not said:
            return
        standing = [m for m in ours.memories.values() if m.status in _LINE]
        first = memories[said[0].memory_id]
        if standing and self._runtime.policy.on_conflict(first.key or "", first.kind) is not Rule.LATEST:
            self._ask(list(coming.values()), said)
            return
        coming = {i: m for i, m in coming.items() if i not in ours.memories}
        told = [self._said(one) for one in said]
        stood = [one for one in theirs.statements if one.memory_id in coming]
        folded = self._timelines.fold(ours, [*ours.statements, *told], Line(memories=coming, statements=stood))
        for memory_id, like in folded.like.items():
            if like in self._entries:
                self._act.index([replace(self._entries[like], item_id=memory_id)], new=True)
        new = {one.id: one.memory_id for one in told}
        for memory_id, stretch in folded.named.items():
            for one in stretch.statements:
                if one.id in new:
                    self._became.setdefault(new[one.id], memory_id)

    def _ours(self, memory: Memory) -> Memory:
        """A memory of theirs as the owner's, in the slot where the owner has the same."""
        key = in_known_slot(self._session, self._owner, _candidate(memory)).key
        return replace(
            memory,
            owner=self._owner,
            key=key,
            source=self._source(memory.source),
            supersedes=self._became.get(memory.supersedes or ""),
            superseded_by=self._became.get(memory.superseded_by or ""),
        )

    def _slot_of(self, memories: Iterable[Memory], taken: Mapping[str, Memory]) -> Line:
        """The slot of the owner's that memories of theirs belong to; one without a key is where the same is said."""
        for memory in memories:
            if memory.id in taken:
                return self._timelines.line(taken[memory.id])
            if memory.key is not None:
                return self._timelines.line(memory)
            found = alike_without_key(self._session.memories, self._owner, _candidate(memory))
            if found:
                return self._timelines.line(found[0])
        return Line(memories={})

    def _news(self, theirs: Line, memories: Mapping[str, Memory], ours: Line) -> list[Statement]:
        """What is said there and not here, by those who may teach it."""
        known = {one.id for one in self._session.statements.by_ids(self._owner, [s.id for s in theirs.statements])}
        return [
            one
            for one in theirs.statements
            if one.silenced is None
            and one.id not in known
            and one.memory_id in memories
            and not self._silenced(one, memories[one.memory_id])
            and not self._said_here(one, memories[one.memory_id], ours)
        ]

    def _silenced(self, statement: Statement, memory: Memory) -> bool:
        """Whether the owner deleted the message that says it, or forgot what it says."""
        message_id = self._same.get(statement.message_id or "", statement.message_id)
        forgotten = self._blocked.get(message_id or "", set())
        return message_id in self._gone or not forgotten.isdisjoint(digests(memory))

    def _said_here(self, statement: Statement, memory: Memory, ours: Line) -> bool:
        """Whether the owner's have it: by the same message, or, where it may have come before, at the same moment."""
        message_id = self._same.get(statement.message_id or "", statement.message_id)
        for one in ours.statements:
            here = ours.memories[one.memory_id]
            if one.says is not statement.says or not (here.id == memory.id or self._timelines.same(here, memory)):
                continue
            stated = self._anew and one.is_outright and statement.is_outright and one.at == statement.at
            if stated or (message_id is not None and one.message_id == message_id):
                return True
        return False

    def _said(self, statement: Statement) -> Statement:
        """Let a statement of theirs in, with its words."""
        source = self._source_of(statement)
        if statement.says is Says.SO and source.message_id in {*self._same.values(), *self._theirs}:
            self._timelines.witness(statement.memory_id, source)
        by_id = self._became.get(statement.by_id or "", statement.by_id)
        return self._timelines.say(replace(statement, owner=self._owner, message_id=source.message_id, by_id=by_id))

    def _source_of(self, statement: Statement) -> Source:
        words = self._words.get((statement.memory_id, statement.message_id or ""))
        return Source(
            kind=statement.source_kind,
            message_id=self._same.get(statement.message_id or "", statement.message_id),
            conversation_id=statement.conversation_id,
            quote=None if words is None else words.quote,
            span=None if words is None else words.span,
        )

    def _ask(self, memories: Sequence[Memory], said: Sequence[Statement]) -> None:
        """Tell values to a slot whose rule is not that the latest is so, one after the other, by that rule."""
        for memory in memories:
            entry = self._entries.get(memory.id)
            for one in said:
                if one.memory_id != memory.id:
                    continue
                if one.says is not Says.SO:
                    self._over(memory, one)
                    continue
                source = self._source_of(one)
                telling = Telling(
                    candidate=_candidate(memory), source=source, at=one.at, entry=entry, expires=one.expires_at
                )
                entry = None if entry is None else replace(entry, item_id=new_id())
                for learned in self._writing.tell(telling):
                    if learned.memory is not None:
                        self._became.setdefault(memory.id, learned.memory.id)

    def _over(self, memory: Memory, statement: Statement) -> None:
        now = self._session.memories.by_id(self._owner, self._became.get(memory.id, ""))
        if now is not None and now.status is Status.ACTIVE and statement.says is Says.OVER:
            self._writing.end(now, statement.at, self._source_of(statement))

    def _copy(self, theirs: Line) -> None:
        """Copy a proposal or an episode as it is, unless the same waits or stands here."""
        (memory,) = theirs.memories.values()
        ours = self._ours(memory)
        said = self._news(theirs, {memory.id: ours}, Line(memories={}))
        if theirs.statements and not said:  # every word of it is deleted or forgotten here
            return
        live = [Status.ACTIVE, Status.PROPOSED]
        waiting = self._session.memories.keyed(self._owner, [ours.key], live) if ours.key is not None else []
        same = [m for m in waiting if _slot(m) == _slot(ours) and alike(m.value or m.text, ours.value or ours.text)]
        if same and memory.status is Status.PROPOSED:
            self._became[memory.id] = same[0].id
            return
        self._act.write(None, ours)
        self._became[memory.id] = memory.id
        if memory.id in self._entries:
            self._act.index([self._entries[memory.id]], new=True)
        for one in said:
            self._said(one)

    def _is_episode(self, memory_id: str) -> bool:
        memory = self._session.memories.by_id(self._of, memory_id)
        return memory is not None and memory.kind is Kind.EPISODE

    def _has(self, memory: Memory) -> bool:
        """Whether an episode may come too: what it was drawn from is here, and has none of its own."""
        if memory.kind is not Kind.EPISODE:
            return True
        where = memory.source.conversation_id or ""
        here = self._session.dialogue.conversation(self._owner, where) is not None
        return here and not episode_upkeep.standing(self._session, self._owner, [where])

    def items(self) -> None:
        """Copy the JSON items; what the owner has under the same key stays."""
        read = self._session.items
        new = [one for one in read.under(self._of) if read.at(self._owner, one.namespace, one.key) is None]
        for one in new:
            put_item(self._act, None, replace(one, owner=self._owner))
        self._act.index(list(self._session.entries.of(self._of, [one.id for one in new]).values()), new=True)

    def settings(self) -> None:
        """Let the stricter of both decide what is kept and learned."""
        ours, theirs = (self._session.people.settings(user_id) for user_id in (self._owner, self._of))
        stood = self._session.people.standing(self._owner).settings  # what they set themselves: the rest is implied
        days = [s["retention_days"] for s in (ours, theirs) if s.get("retention_days") is not None]
        off = {category for s in (ours, theirs) for category in s.get("categories_off", ())}
        write_setting(self._act, "paused", stood.get("paused"), ours.get("paused") or theirs.get("paused"))
        if off != set(ours.get("categories_off", ())):
            write_setting(self._act, "categories_off", stood.get("categories_off"), sorted(off))
        write_setting(self._act, "retention_days", stood.get("retention_days"), min(days, default=None))
        told = [category for category in ours.get(TOLD_IN_COMPANY, ()) if category in theirs.get(TOLD_IN_COMPANY, ())]
        write_setting(self._act, TOLD_IN_COMPANY, stood.get(TOLD_IN_COMPANY), told or None)

    def _source(self, source: Source) -> Source:
        return replace(source, message_id=self._same.get(source.message_id or "", source.message_id))

    def _link(self, links: Sequence[Link]) -> None:
        """Bring the links that the door did not make."""
        for link in links:
            start = self._became.get(link.from_id)
            end = self._became.get(link.to_id) or self._same.get(link.to_id, link.to_id)
            if start is None or start == end:
                continue
            there = self._session.links.find(self._owner, of=start, to=end)
            if all(known.relation is not link.relation for known in there):
                self._act.write(None, replace(link, owner=self._owner, from_id=start, to_id=end))


def _slot(memory: Memory) -> Slot:
    return memory.about, memory.kind, memory.key


def _candidate(memory: Memory) -> Candidate:
    return Candidate(
        text=memory.text,
        key=memory.key,
        value=memory.value,
        about=memory.about,
        kind=memory.kind,
        category=memory.category,
        importance=memory.importance,
        confidence=memory.confidence,
        details=lifecycle.stated(memory, ()).details,  # each time that it was stated is told by itself
    )
