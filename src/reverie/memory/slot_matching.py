"""Which slot a candidate belongs to: "pizzas" go where "pizza" is known."""

from __future__ import annotations

from dataclasses import replace

from reverie.records.memories import Candidate, Status
from reverie.store.database import Session
from reverie.text.plurals import other_numbers

_THINGS = frozenset("likes dislikes prefers avoids hobby fears allergy".split())
"""Slots of things as such, where one and many are the same: not "has a cat" and "has cats"."""


def in_known_slot(session: Session, owner: str, candidate: Candidate) -> Candidate:
    """Put a candidate into the slot that holds its value in another number, where its own holds nothing."""
    key = candidate.key or ""
    family, _, value = key.partition(":")
    if family not in _THINGS or not value:
        return candidate
    keys = [key, *(f"{family}:{other}" for other in other_numbers(value))]
    known = session.memories.keyed(owner, keys, [Status.ACTIVE, Status.SUPERSEDED, Status.PROPOSED])
    there = [m.key for m in known if m.about == candidate.about and m.kind == candidate.kind]
    return candidate if key in there or not there else replace(candidate, key=there[-1])
