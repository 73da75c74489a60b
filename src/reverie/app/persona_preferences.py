"""The companion's opinions by the verbs of a persona's preferences (seed 002), read from Redis where it is set up.

The one idea: the store decides, and Redis finds. What is written is written in the same way as ``luna.opinions``,
and then published; what is read comes from the published hashes, and from the store where Redis does not answer, which
a warning says. Without a Redis in the settings the store is read, and nothing is published.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from reverie.argument_checks import checked
from reverie.background.maintenance import Check
from reverie.errors import ConfigError, Conflict, InvalidInput, NotFound, RedisUnavailable, ReverieWarning
from reverie.memory.runtime import Runtime
from reverie.persona import opinion_publishing, opinion_search
from reverie.persona.opinion_changes import Opinions
from reverie.persona.opinion_publishing import Follower
from reverie.records import opinions as rules
from reverie.records.conversations import cleaned
from reverie.records.memories import Status
from reverie.records.opinions import STRENGTH, THRESHOLD, Occasion, Opinion
from reverie.records.users import User
from reverie.redis import connection
from reverie.redis.preference_hashes import Preference, PreferencesInMemory, Readable, hashed, preference
from reverie.redis.preference_index import PreferenceIndex, Published
from reverie.settings_sections import RedisSettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T")
Query = str | Sequence[float]

FOLLOW_S = 1.0
"""How often the log is looked at for opinions to publish."""

_ABOUT = 100
"""Opinions about one person who is present that are looked at for a context."""


@checked
class PersonaPreferences:
    """Opinions as records of plain values. ``persona`` is the name in their keys; to name another is NotFound.

    Where an embedding is asked for, a text does too: it is embedded. What can't be done to an opinion is told in the
    answer, as ``{"error": …}``. ``configured`` says whether a Redis is set up.
    """

    def __init__(self, runtime: Runtime, companion: User, settings: RedisSettings) -> None:
        self._runtime = runtime
        self._owner = companion.id
        self._opinions = Opinions(runtime, companion.id)
        self._settings = settings
        self.persona = settings.persona or companion.id
        self.configured = settings.url is not None

    # -- published ---------------------------------------------------------------------------------

    def ensure_index(self) -> bool:
        """See that Redis has the search index; give whether it had to be made.

        Raises:
            ConfigError: no Redis is set up.
            RedisUnavailable: it did not answer, or has no RediSearch.
        """
        return self._index.ensure()

    def publish(self, *, anew: bool = False) -> Published:
        """Let Redis show the opinions as they are in the store; ``anew`` writes all of them, whatever it shows.

        Raises:
            ConfigError: no Redis is set up.
            RedisUnavailable: it did not answer; what was published before stands.
        """
        return opinion_publishing.publish(self._runtime, self._owner, self._index, anew=anew)

    def refresh(self) -> None:
        """Publish what was just done to the store, where a Redis is set up. Where it is away, a warning says so."""
        if not self.configured:
            return
        try:
            self.publish()
        except RedisUnavailable as away:
            warnings.warn(f"{away}; it is done, and published once Redis is back", ReverieWarning, stacklevel=4)

    def following(self, every: float = FOLLOW_S) -> Follower:
        """Publish what is new in a thread, every so many seconds, as long as a ``with`` block goes on.

        Raises:
            ConfigError: no Redis is set up, or its client is not installed.
        """
        index = self._index
        if every <= 0:
            raise InvalidInput(f"the interval is a number of seconds above 0, not {every}")
        return Follower(lambda: opinion_publishing.publish(self._runtime, self._owner, index), every)

    def check(self) -> Check:
        """Look whether Redis answers, and shows every opinion as it is."""
        where = connection.shown_url(self._settings)
        try:
            count, wrong, indexed = opinion_publishing.behind(self._runtime, self._owner, self._index)
        except (RedisUnavailable, ConfigError) as error:
            return Check(name="redis", ok=False, seen=where, remedy=str(error))
        seen = f"{where}, {count} opinions of {self.persona}; {wrong} not as they are in the store"
        well = not wrong and indexed
        return Check(name="redis", ok=well, seen=seen, remedy="" if well else "run `reverie persona publish --anew`")

    # -- written -----------------------------------------------------------------------------------

    def add_preference(  # noqa: PLR0913 - the words of the seed, which programs pass by name
        self,
        persona_id: str,
        name: str,
        opinion: str,
        category: str,
        *,
        triggering_user_id: str = "",
        triggering_message_id: str = "",
        source_platform: str = "",
        source_channel_id: str = "",
        strength: float = STRENGTH,
        related_user_ids: Sequence[str] | None = None,
        related_kg_uuids: Sequence[str] | None = None,
    ) -> Preference:
        """Form an opinion and publish it; ``step`` says what became of it, as in ``Opinions.add``.

        One that is formed with a user is told to them and to the related users alone. What stands against an opinion
        is not published: it is ``proposed``, and ``against`` has the ids of what it waits for.

        Raises:
            InvalidInput: it has no name or no words, or its strength is not from 0 to 1.
            Refused: it holds a secret.
        """
        self._see_mine(persona_id)
        occasion = Occasion(
            user=triggering_user_id or None,
            message=triggering_message_id or None,
            platform=source_platform or None,
            channel=source_channel_id or None,
            related_users=tuple(related_user_ids or ()),
            related_entities=tuple(related_kg_uuids or ()),
        )
        made = self._opinions.add(name, opinion, category, strength=strength, occasion=occasion)
        self.refresh()
        more = {"step": made.step.value, "against": [one.id for one in made.against], "degraded": list(made.degraded)}
        return self._record(made.opinion) | more

    def reinforce_preference(self, preference_id: str, persona_id: str) -> dict[str, Any]:
        """Make an opinion stronger: its id, name, strength and reinforcement_count."""
        self._see_mine(persona_id)
        return self._changed(
            lambda: self._opinions.reinforce(preference_id),
            ("id", "name", "strength", "reinforcement_count"),
        )

    def evolve_preference(self, preference_id: str, persona_id: str, new_opinion: str, reason: str) -> dict[str, Any]:
        """Change the companion's mind: the id, name, new_opinion, strength (0.6), and how many ``evolutions``.

        Raises:
            InvalidInput: there is no reason, or nothing new.
            Refused: it holds a secret.
        """
        self._see_mine(persona_id)
        answer = self._changed(
            lambda: self._opinions.evolve(preference_id, new_opinion, reason).opinion,
            ("id", "name", "opinion", "strength", "evolution_history"),
        )
        if "error" not in answer:
            answer["new_opinion"] = answer.pop("opinion")
            answer["evolutions"] = len(answer.pop("evolution_history"))
        return answer

    def retract_preference(self, preference_id: str, persona_id: str, reason: str = "") -> dict[str, Any]:
        """Take an opinion back, softly: its id, name, and active (False). Its hash and history stay."""
        self._see_mine(persona_id)
        return self._changed(lambda: self._opinions.retract(preference_id, reason), ("id", "name", "active"))

    # -- read --------------------------------------------------------------------------------------

    def get_preference(self, preference_id: str, persona_id: str) -> Preference | None:
        """One opinion as it is published; None where there is none of this id."""
        self._see_mine(persona_id)
        return self._read(lambda there: there.get(preference_id))

    def list_preferences(
        self, persona_id: str, category: str | None = None, include_retracted: bool = False, limit: int = 50
    ) -> list[Preference]:
        """Opinions, the strongest first."""
        self._see_mine(persona_id)
        opinion_search.see_limit(limit)
        return self._read(lambda there: there.strongest(category=category, retracted=include_retracted, limit=limit))

    def stats(self, persona_id: str) -> dict[str, Any]:
        """How many opinions there are: total, active, retracted, and the active ones ``by_category``."""
        every = self.list_preferences(persona_id, include_retracted=True, limit=1_000_000)
        active = [one["category"] for one in every if one["active"]]
        return {
            "persona_id": persona_id,
            "total": len(every),
            "active": len(active),
            "retracted": len(every) - len(active),
            "by_category": {name: active.count(name) for name in sorted(set(active))},
        }

    def search_preferences(
        self, persona_id: str, query_embedding: Query, top_k: int = 10, include_retracted: bool = False
    ) -> list[Preference]:
        """The opinions nearest in meaning, each with its ``score``, a cosine distance; the nearest first."""
        self._see_mine(persona_id)
        opinion_search.see_limit(top_k)
        vector = self._vector(query_embedding)
        if vector is None:
            return []
        return self._read(lambda there: there.nearest(vector, top_k, retracted=include_retracted))

    def find_conflicts(
        self, persona_id: str, new_opinion_embedding: Query, threshold: float = THRESHOLD
    ) -> list[Preference]:
        """The active opinions, at most five, whose ``similarity`` to a new one is at least the threshold."""
        if not 0.0 <= threshold <= 1.0:
            raise InvalidInput(f"a threshold is from 0 to 1, not {threshold}")
        near = self.search_preferences(persona_id, new_opinion_embedding, opinion_search.CONFLICTS)
        alike = [one | {"similarity": 1.0 - one["score"]} for one in near]
        return [one for one in alike if one["similarity"] >= threshold]

    def get_preferences_for_injection(
        self,
        persona_id: str,
        query_embedding: Query,
        max_count: int = 8,
        max_chars: int = 2000,
        active_user_ids: Collection[str] | None = None,
    ) -> list[dict[str, Any]]:
        """The opinions for a context: near to what is said, and about the users who are there, in two passes.

        Ranked by relevance x strength. Redis finds them; the store says which of them still hold, and may be told.
        """
        self._see_mine(persona_id)
        if max_count < 0 or max_chars < 0:
            raise InvalidInput("max_count and max_chars are 0 or more")
        vector = self._vector(query_embedding)
        with self._runtime.store.reading() as session:
            users = opinion_search.with_merged(session, active_user_ids or ()) or ()
        relevance = self._read(lambda there: _relevance(there, vector, users, 2 * max_count))
        with self._runtime.store.reading() as session:
            found = session.memories.by_ids(self._owner, list(relevance)).values()
            active = [memory for memory in found if memory.status is Status.ACTIVE]
            chosen = opinion_search.fitting(session, relevance, active, users, (max_count, max_chars))
            shown = opinion_search.with_roots(session, self._owner, chosen)
        return [_for_context(named, opinion, relevance[opinion.id]) for named, opinion in shown]

    # -- what stands behind ------------------------------------------------------------------------

    @cached_property
    def _index(self) -> PreferenceIndex:
        embedder = self._runtime.embedder
        return PreferenceIndex(
            connection.client(self._settings),
            prefix=self._settings.prefix,
            persona=self.persona,
            dimensions=None if embedder is None else embedder.dimensions,
        )

    def _read(self, read: Callable[[Readable], T]) -> T:
        if self.configured:
            try:
                return read(self._index)
            except RedisUnavailable as away:
                warnings.warn(f"{away}; until then the store is read", ReverieWarning, stacklevel=3)
        hashes, _place = opinion_publishing.hashes(self._runtime, self._owner, self.persona)
        return read(PreferencesInMemory(hashes))

    def _changed(self, change: Callable[[], Opinion], fields: Sequence[str]) -> dict[str, Any]:
        try:
            made = change()
        except (NotFound, Conflict) as error:
            return {"error": str(error)}
        self.refresh()
        record = self._record(made)
        return {name: record[name] for name in fields}

    def _record(self, opinion: Opinion) -> Preference:
        named = opinion_publishing.root(self._runtime, self._owner, opinion)
        return _plain(self.persona, named, opinion)

    def _vector(self, query: Query) -> NDArray[np.float32] | None:
        """The vector that is meant; None, with a warning, where a text can't be embedded."""
        if isinstance(query, str):
            made = self._runtime.vectors([cleaned(query)]) if query.strip() else None
            if made is None:
                warnings.warn(self._runtime.without_vectors(), ReverieWarning, stacklevel=3)
            return None if made is None else made[0]
        vector = np.asarray(query, dtype=np.float32)
        embedder = self._runtime.embedder
        wanted = vector.size if embedder is None else embedder.dimensions
        if vector.shape != (wanted,) or not np.isfinite(vector).all():
            raise InvalidInput(f"an embedding is a list of {wanted} numbers: this is none of the present model's")
        return vector

    def _see_mine(self, persona_id: str) -> None:
        if persona_id not in (self.persona, self._owner):
            raise NotFound(f"the persona here is {self.persona!r}, not {persona_id!r}: open that companion's memory")


def _relevance(
    there: Readable, vector: NDArray[np.float32] | None, users: Collection[str], limit: int
) -> dict[str, float]:
    """Both passes: by the ids that memories have now, how much each opinion has to do with the moment."""
    near = [] if vector is None or not limit else there.nearest(vector, limit, told_to=users)
    found = {one["memory_id"]: 1.0 - one["score"] for one in near if 1.0 - one["score"] >= rules.ON_TOPIC}
    for user in users:
        for one in there.about(user, told_to=users, limit=_ABOUT):
            found[one["memory_id"]] = max(rules.PRESENT, found.get(one["memory_id"], 0.0))
    return found


def _plain(named_as: str, named: str, opinion: Opinion) -> Preference:
    fields = hashed(named_as, named, opinion, None)
    return preference({name: value for name, value in fields.items() if isinstance(value, str)})


def _for_context(named: str, opinion: Opinion, relevance: float) -> dict[str, Any]:
    wanted = ("id", "name", "opinion", "category", "strength", "related_user_ids")
    record = _plain("", named, opinion)
    return {name: record[name] for name in wanted} | {"relevance": relevance}
