"""The companion's opinions published: what Redis is to show of them, and keeping that true by the change log.

The one idea: what is shown is computed from the store as of one moment, whole, and compared with what is there. So
forming, undoing, forgetting and erasing need nothing of their own here, and a lost Redis is filled like a new one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Self

from reverie.errors import ConfigError, ReverieError
from reverie.memory.runtime import Runtime, surviving
from reverie.persona import opinion_search as looking
from reverie.records.memories import Kind, Status
from reverie.records.opinions import Opinion
from reverie.redis.preference_hashes import Hash, digest, hashed
from reverie.redis.preference_index import Place, PreferenceIndex, Published
from reverie.store.database import Session

log = logging.getLogger("reverie.redis")

LOOKED_THROUGH = 500
"""Items that changed which are looked at one by one for opinions; where there are more, all opinions are compared."""

LONGEST_PAUSE_S = 30.0
"""Between two tries to publish, where Redis is away."""


@surviving
def hashes(runtime: Runtime, owner: str, persona: str) -> tuple[dict[str, Hash], Place]:
    """Every opinion, active or retracted, as its hash by the id in its key; and how far of the log that is."""
    with runtime.store.reading() as session:
        return _hashes(runtime, session, owner, persona), session.changes.head(owner)


@surviving
def publish(runtime: Runtime, owner: str, index: PreferenceIndex, *, anew: bool = False) -> Published:
    """Let Redis show the opinions as they are; ``anew`` writes all, whatever it shows.

    Redis that shows more of the log than there is, shows another store's, or one from before a backup was restored: it
    is filled anew.

    Raises:
        RedisUnavailable: Redis did not answer.
    """
    known = None if anew else index.place()
    with runtime.store.reading() as session:
        place = session.changes.head(owner)
        if known is not None and known <= place and not _touched(session, owner, known, place):
            return index.stay(place)
        shown = _hashes(runtime, session, owner, index.persona)
    return index.publish(shown, place, anew=anew or (known is not None and known > place))


def behind(runtime: Runtime, owner: str, index: PreferenceIndex) -> tuple[int, int, bool]:
    """How many hashes there should be, how many are not as they should be, and whether the index is as it should be.

    Raises:
        RedisUnavailable: Redis did not answer.
    """
    wanted, _place = hashes(runtime, owner, index.persona)
    there = index.digests()
    wrong = {named for named, fields in wanted.items() if there.get(named) != digest(fields)}
    return len(wanted), len(wrong | (set(there) - set(wanted))), index.fits()


def root(runtime: Runtime, owner: str, opinion: Opinion) -> str:
    """The id in the key of an opinion: what its line of changes began with."""
    with runtime.store.reading() as session:
        found = list(session.memories.by_ids(owner, [opinion.id]).values())
        return next((named for named, _ in looking.with_roots(session, owner, found)), opinion.id)


def _hashes(runtime: Runtime, session: Session, owner: str, persona: str) -> dict[str, Hash]:
    there = looking.kept(session, owner, include_retracted=True)
    there.sort(key=lambda memory: memory.status is not Status.ACTIVE)  # of two on one line, the one that is held
    vectors = runtime.search.index(owner, session).vectors([memory.id for memory in there])
    found: dict[str, Hash] = {}
    for began, opinion in looking.with_roots(session, owner, there):
        named = began if began not in found else opinion.id
        found[named] = hashed(persona, named, opinion, vectors.get(opinion.id))
    return found


def _touched(session: Session, owner: str, known: Place, place: Place) -> bool:
    """Whether anything since then may have changed an opinion."""
    if known[1] != place[1] or known[0] == place[0]:
        return known[1] != place[1]
    items = session.changes.touched_since(owner, known[0])
    if len(items) > LOOKED_THROUGH:
        return True
    there = session.memories.by_ids(owner, list(items))
    return len(there) < len(items) or any(memory.kind is Kind.OPINION for memory in there.values())


class Follower:
    """A thread that publishes what is new, every so many seconds, as long as a ``with`` block goes on.

    ``trouble`` says what went wrong last, None once it went well; it is also logged, once. Where Redis is away it is
    tried again, at longer pauses; where a setting is wrong, that ends it.
    """

    def __init__(self, publish: Callable[[], Published], every_s: float) -> None:
        self._publish = publish
        self._every_s = every_s
        self._stopping = Event()
        self._thread = Thread(target=self._go_on, name="reverie-follow", daemon=True)
        self.trouble: str | None = None
        self.last: Published | None = None

    def _go_on(self) -> None:
        pause_s = 0.0
        while not self._stopping.wait(pause_s):
            try:
                self.last = self._publish()
            except ReverieError as error:
                if self.trouble is None:
                    log.warning("opinions are not published: %s", error)
                self.trouble = str(error)
                pause_s = min(LONGEST_PAUSE_S, max(pause_s, self._every_s) * 2)
                if isinstance(error, ConfigError):
                    return
            else:
                if self.trouble is not None:
                    log.warning("opinions are published again")
                self.trouble, pause_s = None, self._every_s

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._stopping.set()
        self._thread.join()
