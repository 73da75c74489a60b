"""The companion's opinions in Redis: hashes, an HNSW index over them, and how far of the store's log they show.

The one idea: a publication is one transaction of Redis, and it never goes back. What is published is compared by its
digests with what is there, so only what changed is written; whoever reads sees one moment or the next. Two that
publish at once are told apart by the place in the log that theirs is of.
"""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from reverie.errors import RedisUnavailable
from reverie.redis.connection import translated
from reverie.redis.preference_hashes import EVERYBODY, VECTOR, Hash, Preference, as_bytes, decoded, digest, preference

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from redis import Redis

Place = tuple[int, int]
"""How far a log is shown: its sequence number, and the generation of its vectors."""

_SHOWN = (
    *("id", "memory_id", "persona_id", "name", "opinion", "category", "strength", "active", "reason"),
    *("triggering_user_id", "triggering_message_id", "source_platform", "source_channel_id"),
    *("related_user_ids", "related_kg_uuids", "reinforcement_count", "created_at", "last_reinforced"),
    "evolution_history",
)
INDEX = "idx:persona_prefs"
"""The search index (seed 002)."""

_TAGS = ("persona_id", "related_user_ids_index", "told_to")
_TRIES = 5
_INDEXED_WITHIN_S = 10.0
_SPECIAL = re.compile(r"([^\w])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What a publication did: how many hashes there are, and how many were written and taken away.

    ``place`` is how far of the log they show; ``unembedded`` have no vector, and are found by their tags alone.
    """

    hashes: int
    written: int
    removed: int
    place: Place
    unembedded: int = 0


class PreferenceIndex:
    """The hashes of one persona in one Redis. Safe to use from many threads.

    ``dimensions`` are those of the vectors, None where there is no embedder: the index then has tags alone.
    """

    def __init__(self, redis: Redis, *, prefix: str, persona: str, dimensions: int | None) -> None:
        self.persona = persona
        self.name = INDEX
        self._redis: Any = redis  # its commands answer at once or are awaited, says its type of each
        self._every = f"{prefix}:persona_pref:"
        self._keys = f"{self._every}{persona}:"
        # Beside the hashes, under names that the index does not look at.
        self._place = f"{prefix}:persona_pref_place:{persona}"
        self._digests = f"{prefix}:persona_pref_digests:{persona}"
        self._dimensions = dimensions

    # -- publishing --------------------------------------------------------------------------------

    def place(self) -> Place | None:
        """How far of the log is shown; None where nothing was published, or Redis lost it."""
        with translated():
            return _place(self._redis.hgetall(self._place))

    def stay(self, place: Place) -> Published:
        """Note that what is shown is of this place too."""
        with translated():
            self.ensure()
            self._redis.hset(self._place, mapping=_placed(place))
            count: int = self._redis.hlen(self._digests)
        return Published(hashes=count, written=0, removed=0, place=place)

    def publish(self, hashes: Mapping[str, Hash], place: Place, *, anew: bool = False) -> Published:
        """Let Redis show these hashes, by id, and no others; what another published of a later place stands.

        ``anew`` writes every hash and looks for others under the persona's keys, whatever was noted before.

        Raises:
            RedisUnavailable: Redis did not answer, or others publish again and again.
        """
        from redis.exceptions import WatchError

        wanted = {named: digest(fields) for named, fields in hashes.items()}
        with translated():
            self.ensure()
            for _ in range(_TRIES):
                with self._redis.pipeline(transaction=True) as pipe:
                    try:
                        return self._published(pipe, hashes, wanted, place, anew)
                    except WatchError:
                        continue
        raise RedisUnavailable("others publish the same opinions again and again: publish once more")

    def _published(
        self, pipe: Any, hashes: Mapping[str, Hash], wanted: Mapping[str, str], place: Place, anew: bool
    ) -> Published:
        pipe.watch(self._place, self._digests)
        known = {named.decode(): kept.decode() for named, kept in pipe.hgetall(self._digests).items()}
        shown = _place(pipe.hgetall(self._place))
        if shown is not None and shown > place and not anew:
            return Published(hashes=len(known), written=0, removed=0, place=shown)
        there = {*known, *self._scanned()} if anew else set(known)
        changed = [named for named, kept in wanted.items() if anew or known.get(named) != kept]
        gone = sorted(there - set(wanted))
        pipe.multi()
        for named in [*changed, *gone]:
            pipe.delete(self._keys + named)  # a field that is there no more goes too
        for named in changed:
            pipe.hset(self._keys + named, mapping=dict(hashes[named]))
            pipe.hset(self._digests, named, wanted[named])
        if gone:
            pipe.hdel(self._digests, *gone)
        pipe.hset(self._place, mapping=_placed(place))
        pipe.execute()
        bare = sum(VECTOR not in fields for fields in hashes.values())
        return Published(hashes=len(wanted), written=len(changed), removed=len(gone), place=place, unembedded=bare)

    def _scanned(self) -> list[str]:
        """Ids of all hashes under the persona's keys, whoever wrote them."""
        pattern = _SPECIAL.sub(r"\\\1", self._keys) + "*"
        return [key.decode().removeprefix(self._keys) for key in self._redis.scan_iter(pattern, count=1000)]

    # -- the index ---------------------------------------------------------------------------------

    def ensure(self) -> bool:
        """See that the search index is there and as it should be; give whether it had to be made.

        One of other dimensions or fields is made anew over the same hashes. It belongs to everyone who publishes under
        the prefix, and is waited for until it has read what is there.

        Raises:
            RedisUnavailable: Redis did not answer, has no RediSearch, or the index is another program's.
        """
        from redis.exceptions import ResponseError

        with translated():
            there = self._definition()
            if there == self._fields():
                return False
            if there is not None:
                self._redis.ft(self.name).dropindex(delete_documents=False)
            try:
                self._redis.execute_command("FT.CREATE", self.name, *self._schema())
            except ResponseError as error:
                if "already exists" not in str(error).casefold():  # another was quicker
                    raise
            self._wait_until_read()
        return True

    def fits(self) -> bool:
        """Whether the search index is there, and as it should be.

        Raises:
            RedisUnavailable: Redis did not answer, has no RediSearch, or the index is another program's.
        """
        with translated():
            return self._definition() == self._fields()

    def _definition(self) -> frozenset[tuple[str, str]] | None:
        """The fields of the index that is there, with the dimensions of a vector; None where none is."""
        from redis.exceptions import ResponseError

        try:
            found = self._redis.ft(self.name).info()
        except ResponseError as error:
            said = str(error).casefold()
            if "unknown index" in said or "no such index" in said:
                return None
            raise
        prefixes = [_text(one) for one in _pairs(found["index_definition"])["prefixes"]]
        if prefixes != [self._every]:
            raise RedisUnavailable(
                f"the index {self.name!r} is of other keys ({', '.join(prefixes)}): take another Redis, "
                "or the same redis.prefix"
            )
        return frozenset(_field(one) for one in found["attributes"])

    def _schema(self) -> list[str | int]:
        made: list[str | int] = ["ON", "HASH", "PREFIX", 1, self._every, "SCHEMA"]
        for name in _TAGS:
            made += [name, "TAG", "CASESENSITIVE"]
        made += ["category", "TAG", "active", "TAG", "strength", "NUMERIC", "SORTABLE"]
        if self._dimensions is not None:
            kind = ("TYPE", "FLOAT32", "DIM", self._dimensions, "DISTANCE_METRIC", "COSINE")
            made += [VECTOR, "VECTOR", "HNSW", len(kind), *kind]
        return made

    def _fields(self) -> frozenset[tuple[str, str]]:
        named = {*((name, "TAG") for name in (*_TAGS, "category", "active")), ("strength", "NUMERIC")}
        return frozenset(named | ({(VECTOR, f"VECTOR {self._dimensions}")} if self._dimensions is not None else set()))

    def _wait_until_read(self) -> None:
        until = time.monotonic() + _INDEXED_WITHIN_S
        while time.monotonic() < until:
            if not int(self._redis.ft(self.name).info().get("indexing", 0)):
                return
            time.sleep(0.02)

    # -- reading -----------------------------------------------------------------------------------

    def get(self, named: str) -> Preference | None:
        """The hash of an id; None where there is none."""
        with translated():
            raw: dict[bytes, bytes] = self._redis.hgetall(self._keys + named)
        return decoded(raw) if raw else None

    def digests(self) -> dict[str, str]:
        """The digest of every hash, as it lies there now, by id."""
        with translated():
            ids = [named.decode() for named in self._redis.hkeys(self._digests)]
            pipe = self._redis.pipeline(transaction=False)
            for named in ids:
                pipe.hgetall(self._keys + named)
            raws = pipe.execute()
        return {named: digest(_hash(raw)) for named, raw in zip(ids, raws, strict=True) if raw}

    def strongest(self, *, category: str | None = None, retracted: bool = False, limit: int = 50) -> list[Preference]:
        """Hashes, the strongest first."""
        return self._found(self._filter(category=category, retracted=retracted), limit, by="strength")

    def about(self, user: str, *, told_to: Collection[str], limit: int) -> list[Preference]:
        """Active hashes that concern a user, the strongest first, of what is told to these users."""
        there = self._filter(told_to=told_to)
        return self._found(f"{there} @related_user_ids_index:{{{_tag(user)}}}", limit, by="strength")

    def nearest(
        self,
        vector: Sequence[float] | NDArray[np.float32],
        limit: int,
        *,
        told_to: Collection[str] | None = None,
        retracted: bool = False,
    ) -> list[Preference]:
        """The hashes nearest to a vector, with their cosine distance as ``score``; ``told_to`` None is the host."""
        there = self._filter(told_to=told_to, retracted=retracted)
        query = f"({there})=>[KNN {limit} @{VECTOR} $vector AS score]"
        return self._found(query, limit, by="score", vector=as_bytes(vector))

    def _filter(
        self, *, category: str | None = None, retracted: bool = False, told_to: Collection[str] | None = None
    ) -> str:
        parts = [f"@persona_id:{{{_tag(self.persona)}}}"]
        if not retracted:
            parts.append("@active:{1}")
        if category is not None:
            parts.append(f"@category:{{{_tag(category)}}}")
        if told_to is not None:
            parts.append(f"@told_to:{{{' | '.join(_tag(one) for one in (EVERYBODY, *told_to))}}}")
        return " ".join(parts)

    def _found(
        self, query: str, limit: int, *, by: Literal["strength", "score"], vector: bytes | None = None
    ) -> list[Preference]:
        given = [] if vector is None else ["PARAMS", 2, "vector", vector]
        fields = [*_SHOWN, *(["score"] if by == "score" else [])]
        order = ["SORTBY", by, "ASC" if by == "score" else "DESC", "LIMIT", 0, limit]
        asked = ["FT.SEARCH", self.name, query, *given, "RETURN", len(fields), *fields, *order, "DIALECT", 2]
        with translated():
            _total, *rows = self._redis.execute_command(*asked)
        found = [preference(_strings(row)) for row in rows[1::2]]
        return found if by == "score" else sorted(found, key=lambda one: (-one["strength"], one["id"]))


def _place(kept: Mapping[bytes, bytes]) -> Place | None:
    return (int(kept[b"seq"]), int(kept[b"generation"])) if b"seq" in kept else None


def _placed(place: Place) -> dict[str, int]:
    return {"seq": place[0], "generation": place[1]}


def _hash(raw: Mapping[bytes, bytes]) -> Hash:
    return {name.decode(): value for name, value in raw.items()}


def _tag(value: str) -> str:
    """A value as it is written in a query."""
    return _SPECIAL.sub(r"\\\1", value)


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _pairs(flat: Any) -> dict[str, Any]:
    return {_text(name): value for name, value in zip(flat[::2], flat[1::2], strict=False)}


def _strings(row: Iterable[Any]) -> dict[str, str]:
    return {name: _text(value) for name, value in _pairs(list(row)).items()}


def _field(attribute: Sequence[Any]) -> tuple[str, str]:
    """An attribute of the index as (name, type), the type of a vector with its dimensions."""
    words = [_text(one) for one in attribute]
    kind = words[words.index("type") + 1]
    return words[words.index("identifier") + 1], f"{kind} {words[words.index('dim') + 1]}" if "dim" in words else kind
