"""How an opinion of the companion is a hash in Redis, and what a reader makes of one (seed 002).

The one idea: a hash is whole. It has the opinion as it is now under the id that its line of changes began with, so
that an opinion keeps its key when the companion changes its mind; and it holds what a reader needs to keep to what
may be told: ``told_to`` names those to whom it is told, or everybody.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from reverie.records.memories import Status
from reverie.records.opinions import Opinion, Turn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = Sequence[float] | NDArray[np.float32]

Hash = dict[str, str | bytes]
Preference = dict[str, Any]

EVERYBODY = "*"
"""The tag of an opinion that is told to everybody; no id of a person is this."""

VECTOR = "embedding"

_LISTS = ("related_user_ids", "related_kg_uuids", "evolution_history")
_HIDDEN = (VECTOR, "related_user_ids_index", "told_to")


def hashed(persona: str, named: str, opinion: Opinion, vector: NDArray[np.float32] | None) -> Hash:
    """An opinion as the fields of its hash; ``named`` is the id in its key. Without a vector it has none."""
    related = list(opinion.related_users)
    told = opinion.triggering_user is None
    fields: Hash = {
        "id": named,
        "memory_id": opinion.id,
        "persona_id": persona,
        "name": opinion.name,
        "opinion": opinion.opinion,
        "category": opinion.category.value,
        "strength": repr(float(opinion.strength)),
        "active": "1" if opinion.status is Status.ACTIVE else "0",
        "reason": opinion.reason or "",
        "triggering_user_id": opinion.triggering_user or "",
        "triggering_message_id": opinion.triggering_message or "",
        "source_platform": opinion.platform or "",
        "source_channel_id": opinion.channel or "",
        "related_user_ids": json.dumps(related, ensure_ascii=False),
        "related_user_ids_index": tags(related),
        "related_kg_uuids": json.dumps(list(opinion.related_entities), ensure_ascii=False),
        "told_to": EVERYBODY if told else tags([opinion.triggering_user or "", *related]),
        "reinforcement_count": str(opinion.reinforced),
        "created_at": opinion.formed_at.isoformat(),
        "last_reinforced": _latest(opinion).isoformat(),
        "evolution_history": json.dumps([_turned(turn) for turn in opinion.history], ensure_ascii=False),
    }
    if vector is not None:
        fields[VECTOR] = as_bytes(vector)
    return fields


def preference(fields: Mapping[str, str]) -> Preference:
    """A hash, or some of its fields, as a record: numbers, lists and truth are what they are, and no vector."""
    found: Preference = {name: value for name, value in fields.items() if name not in _HIDDEN}
    for name in _LISTS:
        if name in found:
            found[name] = json.loads(found[name])
    for name, kind in (("strength", float), ("score", float), ("reinforcement_count", int)):
        if name in found:
            found[name] = kind(found[name])
    found["active"] = found.get("active") == "1"
    return found


def decoded(raw: Mapping[bytes, bytes]) -> Preference:
    """The same, of what the server gives for a whole hash."""
    there = {name.decode(): value for name, value in raw.items()}
    return preference({name: value.decode() for name, value in there.items() if name not in _HIDDEN})


def digest(fields: Hash) -> str:
    """What tells whether a hash is as it should be."""
    whole = hashlib.sha256()
    for name in sorted(fields):
        value = fields[name]
        written = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
        whole.update(b"%b\0%d\0%b" % (name.encode(), len(written), written))
    return whole.hexdigest()


def as_bytes(vector: Sequence[float] | NDArray[np.float32]) -> bytes:
    """A vector as RediSearch reads it: FLOAT32, one after the other."""
    return np.asarray(vector, dtype="<f4").tobytes()


def tags(ids: Sequence[str]) -> str:
    """Ids as one TAG field. What would be read as several, or as everybody, is no id and left out."""
    return ",".join(one for one in dict.fromkeys(ids) if one and one != EVERYBODY and "," not in one)


def _turned(turn: Turn) -> dict[str, str | None]:
    """A change of mind, or a retraction, as the history tells it."""
    kind = "retraction" if turn.new is None else "evolution"
    return {
        "type": kind,
        "old_opinion": turn.old,
        "new_opinion": turn.new,
        "reason": turn.reason,
        "timestamp": turn.at.isoformat(),
    }


def _latest(opinion: Opinion) -> datetime:
    """When it was held anew last: formed, reinforced, or evolved."""
    changed = [turn.at for turn in opinion.history if turn.new is not None]
    return max([opinion.formed_at, *changed, *([opinion.reinforced_at] if opinion.reinforced_at else [])])


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
