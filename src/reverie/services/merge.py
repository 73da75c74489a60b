"""Two people who turn out to be one, and are told apart again.

Merging tells everything that is known of one person to the other, through the one door, as if the other had said it
all; the rows of the first stay as they are, hidden. So splitting only has to take out of the other what came in, and
to show the first again. What was said after the merge stays where it was said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.domain import lifecycle
from reverie.domain.conversations import Message
from reverie.domain.lifecycle import Conflict as Rule
from reverie.domain.lifecycle import Policy
from reverie.domain.memories import Candidate, Kind, Link, Memory, Relation, Source, Status
from reverie.domain.users import User, UserKind
from reverie.domain.value_matching import alike
from reverie.errors import InvalidInput, NotFound
from reverie.services import episode_upkeep
from reverie.services.memory_writing import Telling, Writing, digests
from reverie.services.runtime import Runtime, digest, new_id
from reverie.services.statements import witness
from reverie.store.change_log import Act
from reverie.store.database import Session
from reverie.store.items import put_item
from reverie.store.people import write_setting, write_user
from reverie.store.search_entries import Entry

_LINE = (Status.ACTIVE, Status.SUPERSEDED, Status.PROPOSED)

Slot = tuple[str, str, str | None]
Voice = tuple[Source, datetime]


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
            raise InvalidInput(f"{gone.name} is one person already: name two who are to be one")
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
        self._new: set[str] = set()
        self._filled: set[Slot] = {_slot(m) for m in session.memories.all(self._owner, _LINE)}
        self._writing = Writing(runtime, session, act)
        # In a slot that was empty there is nobody to ask: their values come in as they stood.
        self._moving = Writing(replace(runtime, policy=Policy(conflict=Rule.LATEST)), session, act)

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
                act.conversation(None, replace(conversation, owner=self._owner))
        copied = [replace(m, owner=self._owner) for m in self._theirs.values() if m.id not in self._same]
        self._new = {m.id for m in copied}
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
        keys = {digest(None, key) for key in (message.id, message.external_id) if key is not None}
        return not keys.isdisjoint(self._blocked.get(message.conversation_id, ()))

    def memories(self) -> int:
        """Tell what is remembered, in the order in which it became so."""
        known = [m for m in self._session.memories.all(self._of) if m.status is not Status.RETRACTED and self._has(m)]
        ids = [m.id for m in known]
        taken = self._session.memories.by_ids(self._owner, ids)
        entries = self._session.entries.of(self._of, ids)
        links = self._session.links.find(self._of)
        leading: dict[str, list[Link]] = {}
        for link in links:
            leading.setdefault(link.from_id, []).append(link)
        for memory in sorted(known, key=_in_nobodys_way):
            entry = entries.get(memory.id)
            voices = self._voices(memory, leading.get(memory.id, ()))
            if memory.id in taken:
                self._became[memory.id] = memory.id
                self._confirm(taken[memory.id], memory, voices, entry)
                continue
            if not voices:  # every word of it is deleted or forgotten here, or was told before
                continue
            if memory.kind is Kind.EPISODE or _in_nobodys_way(memory):
                self._became[memory.id] = self._copied(memory)
                if entry is not None and self._became[memory.id] == memory.id:
                    self._act.index([entry], new=True)
                continue
            tellings = [
                _telling(memory, voice, entry if place == 0 or entry is None else replace(entry, item_id=new_id()))
                for place, voice in enumerate(voices)
            ]
            self._became[memory.id] = self._told(memory, tellings)
        self._link(links)
        self._session.pictures.copy(self._of, self._owner, self._became)
        return len(known)

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

    def _source(self, source: Source) -> Source:
        return replace(source, message_id=self._same.get(source.message_id or "", source.message_id))

    def _voices(self, memory: Memory, links: Sequence[Link]) -> list[Voice]:
        """Who said it and when: first what it came from, then all who said it again; nobody who may not teach it."""
        first = memory.source
        said = [
            (self._theirs[link.to_id], link)
            for link in links
            if link.relation is Relation.EVIDENCE and link.to_id in self._theirs and link.to_id != first.message_id
        ]
        again = sorted(said, key=lambda voice: voice[0].sent_at)
        own = self._theirs.get(first.message_id or "")
        own_times = memory.stated if own is None else (own.sent_at,)
        told = any(m.sent_at == memory.valid_from for m, _link in again)  # another message says when it began
        times = sorted({*own_times} if told and own_times else {*memory.stated, memory.valid_from})
        every = [*((first, at) for at in times), *((witness(link, m), m.sent_at) for m, link in again)]
        return [(self._source(source), at) for source, at in every if not self._silenced(source, at, memory)]

    def _silenced(self, source: Source, at: datetime, memory: Memory) -> bool:
        """Whether the owner deleted the message that says it, forgot what it says, or was told just that before."""
        if source.message_id is None:
            return self._anew and self._stated(source, at, memory)
        message_id = self._same.get(source.message_id, source.message_id)
        forgotten = self._blocked.get(message_id)
        return message_id in self._gone or (forgotten is not None and not forgotten.isdisjoint(digests(memory)))

    def _stated(self, source: Source, at: datetime, memory: Memory) -> bool:
        """Whether the same was stated at the same moment: it is one statement."""
        read, key = self._session.memories, memory.key
        there = read.keyless(self._owner) if key is None else read.keyed(self._owner, [key], _LINE)
        return any(
            _slot(other) == _slot(memory)
            and other.id != memory.id
            and other.source == source
            and at in (other.valid_from, *other.stated, other.last_validated_at)
            and alike(other.value or other.text, memory.value or memory.text)
            for other in there
        )

    def _confirm(self, here: Memory, memory: Memory, voices: Sequence[Voice], entry: Entry | None) -> None:
        """Let those who are new say again what the owner remembers already, and end what has ended."""
        if here.status is Status.RETRACTED or _in_nobodys_way(memory) or memory.kind is Kind.EPISODE:
            return
        for source, at in voices:
            if source.message_id in self._new:
                again = None if entry is None else replace(entry, item_id=new_id())
                self._writing.tell(_telling(memory, (source, at), again))
        now = self._session.memories.by_id(self._owner, here.id)
        if now is not None:
            self._over(now, memory)

    def _told(self, memory: Memory, tellings: Sequence[Telling]) -> str:
        """Tell a memory with all its voices; give the id of what it became."""
        writing = self._writing if memory.key is None or _slot(memory) in self._filled else self._moving
        became = [learned.memory.id for t in tellings for learned in writing.tell(t) if learned.memory is not None]
        now = self._session.memories.by_id(self._owner, became[0])
        if now is None:
            return memory.id
        if set(became) == {memory.id}:  # nobody else had said it: it is as sure, and as often confirmed, as it was
            surer = replace(
                now,
                confidence=memory.confidence,
                importance=memory.importance,
                validations=memory.validations,
                last_validated_at=memory.last_validated_at,
                last_used_at=memory.last_used_at,
                details=memory.details,
                source=self._source(memory.source),
                supersedes=memory.supersedes if memory.key is None else now.supersedes,
                revision=now.revision + 1,
            )
            self._act.memory(now, surer)
            now = surer
        self._over(now, memory)
        return now.id

    def _over(self, now: Memory, memory: Memory) -> None:
        """End what has ended for the one it came from, unless it was said again since."""
        at = memory.valid_to
        if memory.status is not Status.SUPERSEDED or memory.superseded_by is not None or at is None:
            return
        if now.status is Status.ACTIVE and (now.last_validated_at or now.valid_from) <= at:
            ended = lifecycle.superseded(now, by=None, ended_at=at, known_at=self._act.change.at)
            self._act.memory(now, ended)

    def _copied(self, memory: Memory) -> str:
        """Copy a memory as it is; give the id of the same that is known here, where a proposal is."""
        if memory.status is Status.PROPOSED and memory.key is not None:
            for other in self._session.memories.keyed(self._owner, [memory.key], [Status.ACTIVE, Status.PROPOSED]):
                if _slot(other) == _slot(memory) and alike(other.value or other.text, memory.value or memory.text):
                    return other.id
        ours = replace(
            memory,
            owner=self._owner,
            source=self._source(memory.source),
            supersedes=self._became.get(memory.supersedes or ""),
            superseded_by=self._became.get(memory.superseded_by or ""),
        )
        self._act.memory(None, ours)
        return memory.id

    def _link(self, links: Sequence[Link]) -> None:
        """Bring the links that the door did not make."""
        for link in links:
            start = self._became.get(link.from_id)
            end = self._became.get(link.to_id) or self._same.get(link.to_id, link.to_id)
            if start is None or start == end:
                continue
            there = self._session.links.find(self._owner, of=start, to=end)
            if all(known.relation is not link.relation for known in there):
                self._act.link(None, replace(link, owner=self._owner, from_id=start, to_id=end))


def _in_nobodys_way(memory: Memory) -> bool:
    """Whether it takes no place that another could have: what is over, and what only waits."""
    over = memory.status in (Status.EXPIRED, Status.PROPOSED)
    return over or (memory.key is None and memory.status is Status.SUPERSEDED)


def _slot(memory: Memory) -> Slot:
    return memory.about, memory.kind, memory.key


def _telling(memory: Memory, voice: Voice, entry: Entry | None) -> Telling:
    source, at = voice
    return Telling(candidate=_candidate(memory), source=source, at=at, entry=entry, expires=memory.expires_at)


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
