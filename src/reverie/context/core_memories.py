"""What stands in every context of a person: who they are, what harms when overlooked, what lies ahead, what is new."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.decisions import pins
from reverie.memory.lifecycle import (
    CORE_KEYS,
    CORE_PREFERENCES,
    CORE_PREFIXES,
    LATELY,
    NOTE_AHEAD,
    NOTE_PREFIXES,
    core_notes,
    current,
    in_core,
)
from reverie.memory.reading import known
from reverie.memory.runtime import Runtime
from reverie.records.memories import About, Category, Kind, Memory
from reverie.records.profiles import MAPPING
from reverie.records.profiles import place as place_of
from reverie.records.read_access import switched_off
from reverie.store.database import Session

FREE = 8
"""How many free fields of a profile stand in a context, the most important and surest."""

LOOKED_AT = 40
"""Facts that are looked at for these: what a profile has no place for is among them."""

ALIKE = 2 * LATELY
"""Memories of slots that begin alike that are looked at, the last of them: what of them was told lately is there too,
and whatever stands in the core already."""

NOTICED = 5
"""Observations of the person that go into a context, the surest first: of before this conversation, and of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What stands in every context: what is ``pinned``, the ``core``, what was ``noticed``, and ``facts`` beside them.

    What was noticed comes with the surest first. What is pinned stands in none of the others.
    """

    pinned: Sequence[Memory]
    core: Sequence[Memory]
    noticed: Sequence[Memory]
    facts: Sequence[Memory]


def standing(
    session: Session,
    owner: str,
    now: datetime,
    off: Sequence[str],
    began: datetime | None,
    *,
    aside: Sequence[str] = (),
) -> Standing:
    """What stands now; ``off`` are categories that the person turned off, ``began`` when the conversation did.

    Memories of the ids ``aside`` are read with it, as they will be asked for.
    """
    most = {
        Category.PREFERENCE: CORE_PREFERENCES,
        Category.FACT: LOOKED_AT,
        "latest": 2 * LATELY,
        "noticed": 2 * NOTICED,
        "few": ALIKE,
    }
    slots = (CORE_KEYS, (*CORE_PREFIXES, *NOTE_PREFIXES), NOTE_AHEAD)
    aside = [*aside, *pins.ids(session, owner)]
    found = session.memories.introducing(owner, now, slots, off, most, aside, began)
    pinned = [m for m in pins.standing(session, owner, now) if not switched_off(m, off)]
    return _standing([m for m in found if not switched_off(m, off)], began, pinned)


def stood_at(session: Session, owner: str, moment: datetime, off: Sequence[str], began: datetime | None) -> Standing:
    """What stood at a moment, by what was known then."""
    then = known(session, owner, moment).memories
    held = [m for m in then.values() if current(m, moment) and not switched_off(m, off)]
    pinned = [m for m in pins.stood_at(session, owner, moment, then.get) if not switched_off(m, off)]
    seen = [m for m in held if m.kind is Kind.OBSERVATION and m.about is About.USER]
    stood = _standing([*(m for m in held if in_core(m) or m.kind is Kind.FACT), *seen], began, pinned)
    return replace(stood, noticed=stood.noticed[:NOTICED])


def held_at(session: Session, owner: str, moment: datetime) -> list[Memory]:
    """What was current at a moment, by what was known then."""
    return [m for m in known(session, owner, moment).memories.values() if current(m, moment)]


def core_of(runtime: Runtime, owner: str) -> Sequence[Memory]:
    """The memories that stand in every context of a person."""
    with runtime.store.reading() as session:
        off = session.people.settings(owner).get("categories_off", ())
        stands = standing(session, owner, runtime.clock(), off, None)
    return [*stands.pinned, *stands.core]


def _standing(found: Sequence[Memory], began: datetime | None, pinned: Sequence[Memory]) -> Standing:
    above = {m.id for m in pinned}
    found = [m for m in found if m.id not in above]
    noticed = [m for m in found if m.kind is Kind.OBSERVATION]
    facts = [m for m in found if m.kind is not Kind.OBSERVATION]
    return Standing(
        pinned=pinned[: pins.MOST],
        core=_core(facts, began),
        noticed=sorted(noticed, key=_oftenest)[::-1],
        facts=facts,
    )


def _core(current: Sequence[Memory], began: datetime | None) -> list[Memory]:
    """Who someone is, what harms when overlooked, their profile's fields, tastes."""
    place = {key: rank for rank, key in enumerate(CORE_KEYS)}
    who = sorted(
        (m for m in current if in_core(m)), key=lambda m: (place.get(m.key or "", len(place)), m.key or "", m.id)
    )
    notes = [m for m in core_notes(current, began) if m not in who]
    others = [m for m in current if not in_core(m) and m not in notes]
    liked = [m for m in others if m.category == Category.PREFERENCE]
    free = [m for m in others if (where := place_of(m)) is not None and where[0] == MAPPING]
    return [*who, *notes, *sorted(free, key=surest)[:FREE], *sorted(liked, key=surest)[:CORE_PREFERENCES]]


def surest(memory: Memory) -> tuple[float, float, datetime, str]:
    """In what order what is important stands."""
    return -memory.importance, -memory.confidence, memory.valid_from, memory.id


def _oftenest(memory: Memory) -> tuple[float, int, datetime, str]:
    return memory.confidence, memory.validations, memory.last_validated_at or memory.valid_from, memory.id
