"""The search cache: an index in memory per owner, kept true by the change log.

An index answers as of the moment of the session that asks. Before each query the owner's sequence number is compared;
what changed since, in this process or another, is read and put in. A session of an earlier moment takes the index back
there in the same way: what changed after that moment is read as it was. The least recently used owners give way when
the cache is over its size.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reverie.ports import Index, Indexed, Scored, View
from reverie.store.database import Session
from reverie.store.tables.search_entries import SORTS, Entry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reverie.records.items import Item
    from reverie.records.memories import Memory
    from reverie.records.queries import Question
    from reverie.store.search.pgvector import Far
    from reverie.store.search.search_index import OwnerIndex

CACHE_BYTES = 512 * 1024 * 1024

TRAIL = 1000
"""Items that changed lately whose ids are kept, so that a session of an earlier moment need not load all anew."""


def _empty(dimensions: int | None, far: Far | None = None) -> OwnerIndex:
    # What searches (numpy and its like) is loaded by the first search, not by whoever opens a store.
    from reverie.store.search.search_index import OwnerIndex

    return OwnerIndex(dimensions, far)


class _Held:
    """One owner's index, and at which moment it is: how far in the log, in which generation."""

    def __init__(self, owner: str, space: str | None, dimensions: int | None) -> None:
        self.index = _empty(dimensions)
        self.lock = threading.Lock()
        self.moment = (-1, -1)
        self.counted = 0
        self._owner = owner
        self._space = space
        self._dimensions = dimensions
        self._far: Far | None = None
        self._trail: dict[str, int] = {}
        self._trail_from = 0

    def go(self, session: Session, moment: tuple[int, int]) -> None:
        """Bring the index to a session's moment. The lock is held."""
        if moment != self.moment:
            seq, generation = moment
            there = self.moment[0]
            if generation != self.moment[1] or seq < self._trail_from:
                self._load(session, seq)
            elif seq > there:
                touched = session.changes.touched_since(self._owner, there)
                self._trail |= dict.fromkeys(touched, seq)
                sorts = {"message" if item == "message" else "memory" for item in touched.values()}
                self._reread(session, [*touched], sorts)
            else:
                self._reread(session, [one for one, last in self._trail.items() if last > seq], SORTS)
            if len(self._trail) > TRAIL:
                self._trail, self._trail_from = {}, seq
            self.moment = moment
        if self._far is not None:
            self._far.connection = session.connection

    @property
    def is_outside(self) -> bool:
        """Whether the vectors stay in the database, and take a session to be read."""
        return self._far is not None

    def _load(self, session: Session, seq: int) -> None:
        from reverie.store.search.pgvector import ready

        far = ready(session, self._owner, self._space, self._dimensions)
        index = _empty(self._dimensions, far)
        index.put(list(session.entries.indexed(self._owner, self._space, bare=far is not None)))
        self.index, self._far = index, far
        self._trail, self._trail_from = {}, seq

    def _reread(self, session: Session, touched: Sequence[str], sorts: Collection[str]) -> None:
        bare = self._far is not None
        there = list(session.entries.indexed(self._owner, self._space, touched, bare=bare, sorts=sorts))
        self.index.drop(set(touched) - {item.id for item in there})
        self.index.put(there)


@dataclass(frozen=True, slots=True)
class _AsOf:
    """An owner's index as of the moment of a session, whatever others ask of it meanwhile."""

    held: _Held
    session: Session
    moment: tuple[int, int]

    @contextmanager
    def _there(self) -> Iterator[OwnerIndex]:
        with self.held.lock:
            self.held.go(self.session, self.moment)
            yield self.held.index

    @property
    def speakers(self) -> Sequence[str]:
        with self._there() as index:
            return index.speakers

    @property
    def unembedded(self) -> int:
        with self._there() as index:
            return index.unembedded

    def search(self, question: Question, vector: NDArray[np.float32] | None, view: View, limit: int) -> list[Scored]:
        with self._there() as index:
            return index.search(question, vector, view, limit)

    def vectors(self, ids: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        with self._there() as index:
            return index.vectors(ids)

    def nearest(self, vector: NDArray[np.float32], view: View, limit: int) -> list[tuple[str, float]]:
        with self._there() as index:
            return index.nearest(vector, view, limit)


class IndexCache:
    """The indexes of a store's owners; ``space`` names the present embedder's geometry, None has none.

    ``hits`` counts how often an owner's index was there when it was asked for, ``misses`` how often it was not.
    """

    def __init__(self, *, space: str | None, dimensions: int | None, capacity: int = CACHE_BYTES) -> None:
        self._space = space
        self._dimensions = dimensions
        self._capacity = capacity
        self._lock = threading.Lock()
        self._held: OrderedDict[str, _Held] = OrderedDict()
        self._size = 0
        self.hits = self.misses = 0

    @property
    def nbytes(self) -> int:
        """How much the indexes that are held take, as of each one's last change."""
        return self._size

    def index(self, owner: str, session: Session) -> Index:
        """The owner's index, as true as the session's moment; it is of use while the session lasts."""
        with self._lock:
            held = self._held.get(owner)
            self.hits += held is not None
            self.misses += held is None
            if held is None:
                held = self._held[owner] = _Held(owner, self._space, self._dimensions)
            self._held.move_to_end(owner)
        moment = session.changes.head(owner)
        with held.lock:
            grown = moment != held.moment
            held.go(session, moment)
        if grown:
            self._make_room(owner, held)
        return _AsOf(held, session, moment)

    def speakers(self, owner: str) -> Sequence[str]:
        """Who mostly speaks to an owner, as far as it is known without a look at the store."""
        held = self._held.get(owner)
        if held is None or held.is_outside:
            return ()
        with held.lock:
            return held.index.speakers

    def as_known(self, owner: str, session: Session, memories: Collection[Memory], messages: Collection[str]) -> Index:
        """An index of the past: these memories as they were then, and these messages."""
        then = {memory.id: memory for memory in memories}
        index = _empty(self._dimensions)
        found = session.entries.indexed(owner, self._space, [*then, *messages])
        index.put([_as_it_was(item, then[item.id]) if item.id in then else item for item in found])
        return index

    def of_items(self, owner: str, session: Session, items: Collection[Item]) -> Index:
        """An index of these JSON items alone: they are in no other."""
        there = {item.id: item for item in items}
        index = _empty(self._dimensions)
        found = session.entries.of(owner, list(there))
        index.put([_as_indexed(entry, there[item_id], self._space) for item_id, entry in found.items()])
        return index

    def drop(self, owner: str) -> None:
        """Forget what is held of an owner."""
        with self._lock:
            if (held := self._held.pop(owner, None)) is not None:
                self._size -= held.counted

    def __contains__(self, owner: str) -> bool:
        return owner in self._held

    def __len__(self) -> int:
        return len(self._held)

    def _make_room(self, owner: str, grown: _Held) -> None:
        with self._lock:
            if self._held.get(owner) is not grown:
                return  # given up meanwhile
            size = grown.index.nbytes
            self._size += size - grown.counted
            grown.counted = size
            while self._size > self._capacity and len(self._held) > 1:
                _owner, given_up = self._held.popitem(last=False)
                self._size -= given_up.counted


def _as_indexed(entry: Entry, item: Item, space: str | None) -> Indexed:
    fits = entry.space == space
    return Indexed(
        id=item.id,
        item="memory",
        at=item.updated_at.timestamp(),
        tokens=entry.tokens,
        words=entry.words,
        question_share=entry.question_share,
        temporal=entry.temporal,
        vector=entry.vector if fits else None,
        scale=entry.scale if fits else 0.0,
    )


def _as_it_was(item: Indexed, memory: Memory) -> Indexed:
    infinite = float("inf")
    return item._replace(
        status=memory.status.value,
        at=memory.valid_from.timestamp(),
        until=infinite if memory.valid_to is None else memory.valid_to.timestamp(),
        expires=infinite if memory.expires_at is None else memory.expires_at.timestamp(),
    )
