"""Settling what can't both be so: a person says which side is right, or that both are, or neither.

What is not so is taken back, and two that are both so contradict each other no more. It is one change, undone as one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.memory.retraction import Retraction
from reverie.memory.runtime import Runtime
from reverie.records.memories import Change, Kind, Memory, Relation, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What became of two sides: the change, what stands, and what was taken back."""

    change: Change
    right: tuple[Memory, ...]
    wrong: tuple[Memory, ...]


def settle(runtime: Runtime, owner: str, sides: tuple[str, str], right: Collection[str]) -> Settled:
    """Settle a contradiction of two observations, by their ids: ``right`` are those that are so, none to both."""
    if not {*right} <= {*sides}:
        raise InvalidInput("what is right is one of the two sides, both of them or neither: send their ids")
    with runtime.store.writing(owner) as session:
        if session.people.settings(owner).get("paused"):
            raise Refused("memory is paused for this person: resume it first", reason="paused")
        there = session.memories.by_ids(owner, list(sides))
        if any(m.kind is not Kind.OBSERVATION or m.status is not Status.ACTIVE for m in there.values()) or (
            len(there) < len(sides)
        ):
            raise NotFound("one of these two does not stand any more: list the conflicts again")
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
                act.link(link, None)
            gone = tuple(retraction.retract(memory) for memory in wrong)
        return Settled(change=act.change, right=tuple(there[one] for one in sides if one in right), wrong=gone)
