"""Which slot a candidate belongs to, and which memory an ending means: "we sold the car", "I quit coffee".

"Pizzas" go where "pizza" is known. An exact name ends what it names. Words that only fit end one memory, or none where
several might be meant: what was ended by mistake is lost to the next conversation, what was not ended can still be said
again.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from reverie.memory import lifecycle
from reverie.records.memories import Candidate, Memory, Status
from reverie.store.database import Session
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import alike, came_true, kindred, named_by, other_numbers, slot
from reverie.text.word_lists import SPECIES

_DEEDS = frozenset({"hobby", "habit", "learning", "plan", "skill"})
_ENDING = lazy_pattern(r"([^:~=]+)([~=])(.*)", re.DOTALL)  # the first sign tells: those behind it are the person's own
_PETS = frozenset(SPECIES.values()) - {"pet"}


def named(session: Session, owner: str, ending: str, now: datetime) -> list[Memory]:
    """Find the active memories that an ending of ``Candidate.ends`` names.

    It is a slot, ``slot=value``, a memory's ``#id``, or a sphere of ``lifecycle.ENDABLE`` with words for a thing,
    ``sphere~words``.
    """
    if ending.startswith("#"):
        memory = session.memories.by_id(owner, ending[1:])
        return [memory] if memory is not None and memory.status is Status.ACTIVE else []
    named_so = _ENDING.match(ending)
    key, sort, value = named_so.groups() if named_so else (ending, "", "")
    if sort == "~":
        return _loosely(session, owner, key, value, now)
    known = session.memories.keyed(owner, lifecycle.ENDABLE.get(key, (key,)), [Status.ACTIVE])
    return [m for m in known if not value or alike(m.value or m.text, value)]


def _loosely(session: Session, owner: str, sphere: str, said: str, now: datetime) -> list[Memory]:
    if sphere == "replaced":
        return _replaced(session, owner, *said.split(":", 1), now=now)
    slots = lifecycle.ENDABLE["plan" if sphere == "done" else sphere]
    if sphere in {"belonging", "gone"}:
        slots = (*slots, *_PETS)
    begun = [name if name.endswith("_") else f"{name}:" for name in slots]
    known = session.memories.standing(owner, now, slots, begun, ())
    exact = [m for m in known if alike(m.value or m.text, said)]
    if exact or sphere == "state":
        return exact
    if sphere == "done":
        return [m for m in known if came_true(m.value or m.text, said)]
    fitting = [m for m in known if _may_mean(m, said)]
    return fitting if len(fitting) == 1 else []


def _replaced(session: Session, owner: str, family: str, value: str, *, now: datetime) -> list[Memory]:
    """The one memory of a family that speaks of the same deed or thing as a new value, but says another."""
    known = session.memories.standing(owner, now, (), [f"{family}:"], ())
    others = [m for m in known if not alike(m.value or m.text, value)]
    fitting = [m for m in others if family == "prefers" or kindred(m.value or m.text, value)]
    return fitting if len(fitting) == 1 else []


def _may_mean(memory: Memory, said: str) -> bool:
    """Whether words may mean a memory; a pet is named by what it is, too, which stands in its slot alone."""
    kind = slot(memory.key or "")
    value = memory.value or memory.text
    if kind in _PETS:
        return named_by(f"{kind} {value}", " ".join(SPECIES.get(word, word) for word in said.split()), deed=True)
    return named_by(value, said, deed=kind in _DEEDS)


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
