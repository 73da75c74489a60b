"""The search cache: an index in memory per owner, kept true by the change log.

Before each query the owner's sequence number is compared; what changed since, in this process or another, is
read and put in. The least recently used owners give way when the cache is over its size.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from reverie.ports import Index, Indexed
from reverie.store.far import ready
from reverie.store.index import OwnerIndex
from reverie.store.session import Session

if TYPE_CHECKING:
    from reverie.domain.memories import Memory

CACHE_BYTES = 512 * 1024 * 1024


class _Held:
    """One owner's index and how far in the log it is."""

    def __init__(self, dimensions: int | None) -> None:
        self.index = OwnerIndex(dimensions)
        self.lock = threading.Lock()
        self.seq = -1
        self.generation = -1
        self.bare = False


class IndexCache:
    """The indexes of a store's owners; ``space`` names the present embedder's geometry, None has none."""

    def __init__(self, *, space: str | None, dimensions: int | None, capacity: int = CACHE_BYTES) -> None:
        self._space = space
        self._dimensions = dimensions
        self._capacity = capacity
        self._lock = threading.Lock()
        self._held: OrderedDict[str, _Held] = OrderedDict()

    def index(self, owner: str, session: Session) -> Index:
        """The owner's index, as true as the session's moment."""
        with self._lock:
            held = self._held.setdefault(owner, _Held(self._dimensions))
            self._held.move_to_end(owner)
        with held.lock:
            seq, generation = session.changes.head(owner)
            if generation != held.generation or seq < held.seq:
                far = ready(session, owner, self._space, self._dimensions)
                held.bare = far is not None
                held.index = OwnerIndex(self._dimensions, far)
                held.index.put(list(session.entries.indexed(owner, self._space, bare=held.bare)))
            elif seq > held.seq:
                touched = session.changes.touched_since(owner, held.seq)
                there = list(session.entries.indexed(owner, self._space, touched, bare=held.bare))
                held.index.drop(set(touched) - {item.id for item in there})
                held.index.put(there)
            grown = (seq, generation) != (held.seq, held.generation)
            held.seq, held.generation = seq, generation
        if grown:
            self._make_room()
        return held.index

    def as_known(self, owner: str, session: Session, memories: Collection[Memory], messages: Collection[str]) -> Index:
        """An index of the past: these memories as they were then, and these messages."""
        then = {memory.id: memory for memory in memories}
        index = OwnerIndex(self._dimensions)
        found = session.entries.indexed(owner, self._space, [*then, *messages])
        index.put([_as_it_was(item, then[item.id]) if item.id in then else item for item in found])
        return index

    def drop(self, owner: str) -> None:
        """Forget what is held of an owner."""
        with self._lock:
            self._held.pop(owner, None)

    def __len__(self) -> int:
        return len(self._held)

    def _make_room(self) -> None:
        with self._lock:
            size = sum(held.index.nbytes for held in self._held.values())
            while size > self._capacity and len(self._held) > 1:
                _owner, given_up = self._held.popitem(last=False)
                size -= given_up.index.nbytes


def _as_it_was(item: Indexed, memory: Memory) -> Indexed:
    infinite = float("inf")
    return replace(
        item,
        status=memory.status.value,
        at=memory.valid_from.timestamp(),
        until=infinite if memory.valid_to is None else memory.valid_to.timestamp(),
        expires=infinite if memory.expires_at is None else memory.expires_at.timestamp(),
    )
