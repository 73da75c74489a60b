"""What the index in Redis answers, answered from hashes that were just made of the store: exact, and without Redis."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from reverie.redis.preference_hashes import EVERYBODY, VECTOR, Hash, Preference, preference

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = Sequence[float] | NDArray[np.float32]


class Readable(Protocol):
    """Finds opinions as they are published: those in Redis, or those that would be."""

    def get(self, named: str) -> Preference | None:
        """The opinion of an id; None where there is none."""

    def strongest(self, *, category: str | None = None, retracted: bool = False, limit: int = 50) -> list[Preference]:
        """Opinions, the strongest first."""

    def about(self, user: str, *, told_to: Collection[str], limit: int) -> list[Preference]:
        """Active opinions that concern a user, the strongest first, of what is told to these users."""

    def nearest(
        self, vector: Vector, limit: int, *, told_to: Collection[str] | None = None, retracted: bool = False
    ) -> list[Preference]:
        """The opinions nearest to a vector, with their cosine distance as ``score``; ``told_to`` None is the host."""


class PreferencesInMemory:
    """Hashes by id, to be found as Redis finds them."""

    def __init__(self, hashes: Mapping[str, Hash]) -> None:
        self._hashes = hashes

    def get(self, named: str) -> Preference | None:
        """The opinion of an id; None where there is none."""
        return _read(self._hashes[named]) if named in self._hashes else None

    def strongest(self, *, category: str | None = None, retracted: bool = False, limit: int = 50) -> list[Preference]:
        """Opinions, the strongest first."""
        there = [one for one in self._there(None, retracted=retracted) if category in (None, one["category"])]
        return _by_strength(there)[:limit]

    def about(self, user: str, *, told_to: Collection[str], limit: int) -> list[Preference]:
        """Active opinions that concern a user, the strongest first, of what is told to these users."""
        there = [one for one in self._there(told_to) if user in _ids(one, "related_user_ids_index")]
        return _by_strength(there)[:limit]

    def nearest(
        self, vector: Vector, limit: int, *, told_to: Collection[str] | None = None, retracted: bool = False
    ) -> list[Preference]:
        """The opinions nearest to a vector, with their cosine distance as ``score``; ``told_to`` None is the host."""
        there = [one for one in self._there(told_to, retracted=retracted) if VECTOR in one]
        if not there:
            return []
        vectors = np.stack([np.frombuffer(_bytes(one[VECTOR]), dtype="<f4") for one in there])
        wanted = np.asarray(vector, dtype=np.float32)
        lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(wanted)
        distances = 1.0 - vectors @ wanted / np.maximum(lengths, 1e-12)
        best = np.argsort(distances, kind="stable")[:limit]
        return [_read(there[place]) | {"score": float(distances[place])} for place in best]

    def _there(self, told_to: Collection[str] | None, *, retracted: bool = False) -> list[Hash]:
        shown = [one for one in self._hashes.values() if retracted or one["active"] == "1"]
        if told_to is None:
            return shown
        allowed = {EVERYBODY, *told_to}
        return [one for one in shown if not allowed.isdisjoint(_ids(one, "told_to"))]


def _read(fields: Hash) -> Preference:
    return preference({name: value for name, value in fields.items() if isinstance(value, str)})


def _bytes(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode()


def _ids(fields: Hash, name: str) -> list[str]:
    return str(fields[name]).split(",")


def _by_strength(hashes: Sequence[Hash]) -> list[Preference]:
    return sorted(map(_read, hashes), key=lambda one: (-one["strength"], one["id"]))
