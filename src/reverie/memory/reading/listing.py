"""A part of what is remembered, in the order in which it became so: read as far as it is wanted, and no further."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from reverie.errors import NotFound
from reverie.memory import lifecycle
from reverie.memory.reading import point_in_time
from reverie.memory.runtime import Runtime, surviving
from reverie.records.conversations import Place
from reverie.records.memories import About, Kind, Memory, Status
from reverie.text.value_matching import holds

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


def memories(
    runtime: Runtime,
    owner: str,
    part: Part,
    *,
    as_of: datetime | None = None,
    statuses: frozenset[Status] | None = None,
) -> list[Memory]:
    """A part of what ``past.memories`` gives."""
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
def memory(runtime: Runtime, owner: str, memory_id: str) -> Memory:
    """One memory of those that ``past.memories`` lists in any status but retracted.

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
            shown = point_in_time.without_forgotten_words(session, owner, found)
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
