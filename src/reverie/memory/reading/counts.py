"""How much is kept of a person, and on which days it came: counted by the database, and not read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from reverie.memory.runtime import Runtime, surviving
from reverie.records.memories import Kind, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """What came on a day of UTC and is kept: ``memories`` by kind, whether they are so still or not."""

    day: date
    messages: int
    memories: Mapping[Kind, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What is kept: current memories by kind, current facts by category, what was so, what waits, and where it is from.

    ``days`` are those on which something came: when it was said, or else learned. Episodes are not counted.
    """

    kinds: Mapping[Kind, int]
    categories: Mapping[str, int]
    past: int
    proposed: int
    messages: int
    conversations: int
    days: tuple[Day, ...]

    @property
    def memories(self) -> int:
        """How many memories are current."""
        return sum(self.kinds.values())


@surviving
def counted(runtime: Runtime, owner: str) -> Counts:
    """Count what is kept of a person."""
    with runtime.store.reading() as session:
        memories = session.listing.counted_memories(owner, runtime.clock())
        messages = session.listing.counted_messages(owner)
        conversations = session.listing.counted_conversations(owner)
    kinds, categories, states = Counter[Kind](), Counter[str](), Counter[str]()
    came: defaultdict[date, Counter[Kind]] = defaultdict(Counter)
    for one in memories:
        state = one.status if one.status is Status.PROPOSED else ("current" if one.current else "past")
        states[state] += one.count
        if one.current:
            kinds[one.kind] += one.count
            categories[one.category] += one.count if one.kind is Kind.FACT else 0
        if one.status is not Status.PROPOSED:
            came[one.day][one.kind] += one.count
    return Counts(
        kinds=dict(kinds),
        categories=dict(+categories),
        past=states["past"],
        proposed=states[Status.PROPOSED],
        messages=sum(messages.values()),
        conversations=conversations,
        days=tuple(
            Day(day=day, messages=messages.get(day, 0), memories=dict(came[day])) for day in sorted({*messages, *came})
        ),
    )
