"""What a person decides of what is kept: how it really is, and which of two that can't both be so is right.

What was written stays in the history.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from reverie.argument_checks import checked
from reverie.conversations.message_store import written_at
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.learning import message_learning
from reverie.learning.rules import extract
from reverie.memory import reading
from reverie.memory.retraction import Retraction
from reverie.memory.runtime import PersonService, Runtime, see_recorded, surviving
from reverie.memory.writing import Learned, Writing
from reverie.records.memories import Candidate, Change, Kind, Memory, Relation, Source, SourceKind, Status
from reverie.store.database import Session

_ONE = "there is not exactly one memory of this id: list the memories to see their ids"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What became of two sides: the change, what stands, and what was taken back."""

    change: Change
    right: tuple[Memory, ...]
    wrong: tuple[Memory, ...]


@checked
class Corrections(PersonService):
    """What one person decides of what is understood of them."""

    @surviving
    def correct(
        self, memory: str, text: str | None, *, value: str | None = None, actor: str = "person"
    ) -> list[Learned]:
        """Correct a fact, by its id or the beginning of it; what was written before stays in the history.

        A ``text`` of None says that it is no longer so, and puts nothing in its place.
        ``value`` is what it fills its slot with, where the rules can't read that out of the sentence. What another
        ``actor`` than the person corrects has a tool as its source.

        Raises:
            NotFound: there is no such memory.
            Conflict: it is no fact that stands.
            Refused: it holds a secret, memory is paused or off the record, or its category is switched off.
        """
        see_recorded(self._recorded)
        runtime, owner = self._runtime, self._owner
        with runtime.store.reading() as session:
            there = _standing(session, owner, memory)
        if text is None:
            return [_ended(runtime, owner, there.id, actor)]
        return reading.learned(runtime, owner, self._corrected(there, text, value, actor), stated=True)

    def _corrected(self, there: Memory, text: str, value: str | None, actor: str) -> list[Learned]:
        runtime, owner = self._runtime, self._owner
        said = runtime.clock()
        read = next((c.value for c in extract(text, sent_at=said) if c.key == there.key), None)
        filled = None if there.key is None else value or read or _value_in_place(there, text) or text
        candidate = Candidate(
            text=text,
            key=there.key,
            value=filled,
            category=there.category,
            importance=there.importance,
            confidence=1.0,
        )
        kind = SourceKind.PERSON if actor == "person" else SourceKind.TOOL
        tellings = message_learning.admitted(runtime, owner, candidate, source=Source(kind=kind))
        with (
            runtime.store.writing(owner) as session,
            session.act(runtime.change(owner, "correct", actor=actor)) as act,
        ):
            message_learning.see_admitted(session, owner, tellings)
            writing, now = Writing(runtime, session, act), _standing(session, owner, there.id)
            told = [replace(telling, at=written_at(telling.at, act)) for telling in tellings]
            if len(told) == 1 and told[0].candidate.key == now.key:
                return [writing.supersede(now, told[0])]
            ended = writing.end(now, act.change.at)
            learned = [one for telling in told for one in writing.tell(telling)]
            return [*(replace(one, previous=one.previous or now) for one in learned)] or [ended]

    def settle(self, one: str, other: str, *, right: Collection[str]) -> Settled:
        """Settle what two observations (ids) say against each other: ``right`` are those of them that are so.

        What is not so is taken back; with both right they contradict each other no more. Undo brings it back.

        Raises:
            InvalidInput: what is right is none of the two.
            NotFound: one of them does not stand.
            Conflict: they do not contradict each other.
            Refused: memory is paused or off the record.
        """
        see_recorded(self._recorded)
        runtime, owner, sides = self._runtime, self._owner, (one, other)
        if len(reading.seen(runtime, owner, sides)) < len({*sides}):
            raise NotFound("one of these two is no longer current: list the conflicts again")
        if not {*right} <= {*sides}:
            raise InvalidInput("what is right is one of the two sides, both of them or neither: send their ids")
        with runtime.store.writing(owner) as session:
            if session.people.settings(owner).get("paused"):
                raise Refused("memory is paused for this person: resume it first", reason="paused")
            there = session.memories.by_ids(owner, list(sides))
            if any(m.kind is not Kind.OBSERVATION or m.status is not Status.ACTIVE for m in there.values()) or (
                len(there) < len(sides)
            ):
                raise NotFound("one of these two is no longer current: list the conflicts again")
            links = [
                link
                for link in session.links.related(owner, Relation.CONTRADICTS, [sides[0]])
                if {link.from_id, link.to_id} == {*sides}
            ]
            if not links:
                raise Conflict("these two do not contradict each other: list the conflicts again")
            wrong = [there[one] for one in sides if one not in right]
            with session.act(runtime.change(owner, "settle", actor="person")) as act:
                retraction = Retraction(runtime, session, act)
                for link in links if not wrong else ():
                    act.write(link, None)
                gone = tuple(retraction.retract(memory) for memory in wrong)
            return Settled(change=act.change, right=tuple(there[one] for one in sides if one in right), wrong=gone)


def _value_in_place(there: Memory, text: str) -> str | None:
    """What fills the slot in a sentence of the same form as the one that it corrects: "Lives in Bern." of "Lyon"."""
    old, new, filled = there.text.rstrip(" ."), text.strip().rstrip(" ."), there.value or ""
    start = old.casefold().find(filled.casefold())
    if not filled or start < 0:
        return None
    before, after = old[:start], old[start + len(filled) :]
    value = new[len(before) : len(new) - len(after)].strip()
    return value if value and f"{before}{value}{after}".casefold() == new.casefold() else None


def _ended(runtime: Runtime, owner: str, memory: str, actor: str) -> Learned:
    with runtime.store.writing(owner) as session:
        message_learning.see_admitted(session, owner, [])
        with session.act(runtime.change(owner, "correct", actor=actor)) as act:
            return Writing(runtime, session, act).end(_standing(session, owner, memory), act.change.at)


def _standing(session: Session, owner: str, named: str) -> Memory:
    found = session.memories.by_prefix(owner, named)
    if len(found) != 1:
        raise NotFound(_ONE)
    if found[0].status is not Status.ACTIVE or found[0].kind is not Kind.FACT:
        raise Conflict("only a current fact can be corrected: this one is over, or of another kind")
    return found[0]
