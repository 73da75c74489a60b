"""What is remembered, now or as it was at a moment: all of it, a part in the order in which it became so, or counted.

What was known at a moment is read off the change log. A part is read as far as it is wanted, and no further.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import islice
from typing import TYPE_CHECKING

from reverie.errors import NotFound
from reverie.memory import lifecycle
from reverie.memory.runtime import Runtime, surviving
from reverie.records.conversations import Place
from reverie.records.memories import About, Kind, Memory, Status
from reverie.records.read_access import WHOLE
from reverie.store import row_mapping
from reverie.store.database import Session
from reverie.text.value_matching import holds

if TYPE_CHECKING:
    from reverie.memory.writing import Learned


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What was known at a moment: memories as they were, and the ids of the messages that were there."""

    memories: Mapping[str, Memory]
    messages: frozenset[str]


def known(session: Session, owner: str, moment: datetime | int, *, with_forgotten: bool = False) -> Known:
    """What was known at a moment, or as of a sequence number, read off the change log.

    What was forgotten since is in no past either (``with_forgotten`` is for comparing, never for showing), and quotes
    are as they may be shown now.
    """
    memories: dict[str, Memory] = {}
    messages: set[str] = set()
    for entry in session.changes.log(owner, until=moment):
        if entry.item == "memory" and entry.after is not None:
            memories[entry.item_id] = row_mapping.kept_memory(entry.after)
        elif entry.item == "message":
            (messages.add if entry.after is not None else messages.discard)(entry.item_id)
    forgotten = set() if with_forgotten else session.changes.forgotten(owner)
    now = session.memories.by_ids(owner, list(memories))
    kept = {i: replace(m, source=now[i].source) for i, m in memories.items() if i in now and i not in forgotten}
    return Known(memories=kept, messages=frozenset(messages))


def without_forgotten_words(session: Session, owner: str, found: Sequence[Memory]) -> list[Memory]:
    """Memories as they may be shown: of those that were forgotten no words, though they can still be brought back."""
    if not any(one.status is Status.RETRACTED for one in found):
        return list(found)
    forgotten = session.changes.forgotten(owner)
    return [lifecycle.withheld(one) if one.id in forgotten else one for one in found]


def seen(runtime: Runtime, owner: str, ids: Sequence[str]) -> frozenset[str]:
    """Those of some memories that whoever reads here may see."""
    with runtime.store.reading() as session:
        return frozenset(session.memories.by_ids(owner, list(ids)))


def learned(reads: Runtime, owner: str, found: Sequence[Learned], *, stated: bool = False) -> list[Learned]:
    """What was learned, as far as it may be seen here, and what was just ``stated`` in so many words."""
    if reads.access == WHOLE:
        return list(found)
    touched = [m.id for one in found for m in (one.memory, one.previous) if m is not None]
    shown = seen(reads, owner, touched)
    return [
        one if one.previous is None or one.previous.id in shown else replace(one, previous=None)
        for one in found
        if one.memory is None or one.memory.id in shown or (stated and one.memory.revision == 1)
    ]


def memories(
    runtime: Runtime,
    owner: str,
    *,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    statuses: frozenset[Status] | None = None,
) -> list[Memory]:
    """What is remembered: current memories, or what was so and known at given moments, or those of given statuses.

    Episodes are listed by ``recall.episode_search``.
    """
    now = runtime.clock()
    with runtime.store.reading() as session:
        if known_at is None:
            found = session.memories.all(owner, statuses if as_of is None else None)
            found = without_forgotten_words(session, owner, found)
        else:
            then = known(session, owner, known_at).memories.values()
            found = sorted(then, key=lambda m: (m.valid_from, m.id))
    found = [m for m in found if m.kind is not Kind.EPISODE]
    if as_of is not None:
        return [m for m in found if lifecycle.held(m, as_of)]
    if statuses is not None:
        return [m for m in found if m.status in statuses]
    return [m for m in found if lifecycle.current(m, (known_at or now))]


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
    """Count what is kept of a person: anew once something changed, for each memory's message has to be looked up."""
    now = runtime.clock()
    with runtime.store.reading() as session:
        listing = session.listing
        memories, messages, conversations = session.kept(
            owner,
            "counts",
            lambda: (
                listing.counted_memories(owner),
                listing.counted_messages(owner),
                listing.counted_conversations(owner),
            ),
        )
    kinds, categories, states = Counter[Kind](), Counter[str](), Counter[str]()
    came: defaultdict[date, Counter[Kind]] = defaultdict(Counter)
    for one in memories:
        is_current = one.is_current(now)
        state = one.status if one.status is Status.PROPOSED else ("current" if is_current else "past")
        states[state] += one.count
        if is_current:
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


READ, MOST_READ = 500, 8000
"""Memories that are read at once, where not all of them may be wanted; more each time, as each read sorts them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """At most ``limit`` memories of a sort, behind ``after``: a memory's place is its (``valid_from``, ``id``).

    ``words`` stand in its text or in what was said, in any case; ``since`` and before ``until`` is when it became so;
    ``messages`` are the ids of those that it may come from.
    The oldest come first, or with ``newest`` the newest.
    """

    limit: int
    after: Place | None = None
    kind: Kind | None = None
    about: About | None = None
    category: str | None = None
    key: str | None = None
    words: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    messages: tuple[str, ...] = ()
    newest: bool = False

    @property
    def sort(self) -> dict[str, str]:
        """What their columns have to hold."""
        wanted = {"kind": self.kind, "about": self.about, "category": self.category, "key": self.key}
        return {name: value for name, value in wanted.items() if value is not None}

    def says(self, one: Memory) -> bool:
        """Whether it comes from the messages, and the words stand there."""
        if self.messages and one.source.message_id not in self.messages:
            return False
        return not self.words or holds(f"{one.text} {one.source.quote or ''}", self.words)


def list_memories(
    runtime: Runtime,
    owner: str,
    part: Part,
    *,
    as_of: datetime | None = None,
    statuses: frozenset[Status] | None = None,
) -> list[Memory]:
    """A part of what ``memories`` gives."""
    now = runtime.clock()

    def fits(one: Memory) -> bool:
        if not part.says(one):
            return False
        if as_of is not None:
            return lifecycle.held(one, as_of) and (statuses is None or one.status in statuses)
        return one.status in statuses if statuses is not None else lifecycle.current(one, now)

    read = statuses if as_of is not None or statuses is not None else frozenset({Status.ACTIVE})
    return list(islice(filter(fits, _behind(runtime, owner, part, read)), part.limit))


@surviving
def read_memory(runtime: Runtime, owner: str, memory_id: str) -> Memory:
    """One memory of those that ``memories`` lists in any status but retracted.

    Raises:
        NotFound: there is none of this id.
    """
    with runtime.store.reading() as session:
        found = session.memories.by_id(owner, memory_id)
    if found is None or found.kind is Kind.EPISODE or found.status is Status.RETRACTED:
        raise NotFound("there is no such memory of this person: list the memories to see their ids")
    return found


def _behind(runtime: Runtime, owner: str, part: Part, statuses: frozenset[Status] | None) -> Iterator[Memory]:
    after, size = part.after, READ if part.words else min(READ, part.limit)
    span = (part.since, part.until)
    sort = {**part.sort, "message_id": part.messages} if part.messages else part.sort
    while True:
        with runtime.store.reading() as session:
            found = session.listing.memories(
                owner, size, after=after, span=span, statuses=statuses, sort=sort, backwards=part.newest
            )
            shown = without_forgotten_words(session, owner, found)
        yield from shown
        if len(found) < size:
            return
        after, size = (found[-1].valid_from, found[-1].id), min(max(4 * size, READ), MOST_READ)


def cut(found: Sequence[Memory], part: Part, statuses: frozenset[Status] | None) -> list[Memory]:
    """The part of memories that are at hand already, in their order."""
    sort = part.sort.items()

    def fits(one: Memory) -> bool:
        if (statuses is not None and one.status not in statuses) or not part.says(one):
            return False
        if (part.since and one.valid_from < part.since) or (part.until and one.valid_from >= part.until):
            return False
        return all(getattr(one, name) == value for name, value in sort) and _is_behind(one, part)

    return list(islice(filter(fits, reversed(found) if part.newest else found), part.limit))


def _is_behind(one: Memory, part: Part) -> bool:
    place = (one.valid_from, one.id)
    return part.after is None or (place < part.after if part.newest else place > part.after)
