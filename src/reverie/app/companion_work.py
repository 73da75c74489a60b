"""The parts of a companion, each loaded when it is first used, and what it does between conversations.

That is upkeep, new vectors, and the work of its language model.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any

from reverie.app.person_readers import model_access
from reverie.argument_checks import checked
from reverie.config import Config
from reverie.errors import InvalidInput, ModelUnavailable
from reverie.memory.runtime import Runtime, new_id, surviving
from reverie.people import identity
from reverie.records.users import User
from reverie.store import request_rows
from reverie.store.database import connections_in_use
from reverie.store.request_rows import MOST_BYTES, Doing

if TYPE_CHECKING:
    from reverie.app.api_keys import Keys
    from reverie.app.archives import Archives
    from reverie.app.directory import Directory
    from reverie.app.persona_preferences import PersonaPreferences
    from reverie.background.maintenance import Check, Progress
    from reverie.background.tasks.task import Report as Worked
    from reverie.background.tasks.task import Task, Terms
    from reverie.background.work_status import Ahead
    from reverie.background.worker import Background
    from reverie.conversations.news import Newsroom
    from reverie.knowledge.passages import Knowledge
    from reverie.persona.opinion_changes import Opinions
    from reverie.persona.self_model import SelfModel
    from reverie.privacy.retention import Kept
    from reverie.redis.sharing import Sharing


class CompanionParts:
    """A companion of a store, and what it has beside the memory of each person."""

    def __init__(self, runtime: Runtime, settings: Config, companion: User) -> None:
        self._runtime = runtime
        self._settings = settings
        self.companion = companion

    def people(self) -> list[User]:
        """Everyone who is known, by name."""
        return identity.people(self._runtime)

    @cached_property
    def directory(self) -> Directory:
        """Everyone it knows."""
        from reverie.app.directory import Directory

        return Directory(self._runtime, self._settings, self.companion)

    @cached_property
    def archives(self) -> Archives:
        """The way of a memory out of the store, and into one."""
        from reverie.app.archives import Archives
        from reverie.images.scenes import viewing

        return Archives(self._runtime, self.companion, viewing(self._settings.pictures, self._runtime))

    @cached_property
    def opinions(self) -> Opinions:
        """What it thinks, likes and prefers."""
        from reverie.persona.opinion_changes import Opinions

        return Opinions(self._runtime, self.companion.id)

    @cached_property
    def self_model(self) -> SelfModel:
        """What it says and notices of itself."""
        from reverie.persona.self_model import SelfModel

        return SelfModel(self._runtime, self.companion.id)

    @cached_property
    def preferences(self) -> PersonaPreferences:
        """What it thinks, as it is published for others to find."""
        from reverie.app.persona_preferences import PersonaPreferences

        return PersonaPreferences(self._runtime, self.companion, self._settings.redis)

    @cached_property
    def keys(self) -> Keys:
        """The keys of applications."""
        from reverie.app.api_keys import Keys

        return Keys(self._runtime, self._settings.may_read)

    @cached_property
    def sharing(self) -> Sharing | None:
        """What the servers of its store share; None without a Redis in the settings."""
        if self._settings.redis.url is None:
            return None
        from reverie.redis.sharing import Sharing

        return Sharing(self._settings.redis)

    @cached_property
    def requests(self) -> Requests:
        """What is done under a key, once."""
        return Requests(self._runtime)

    @cached_property
    def news(self) -> Newsroom:
        """What happens to people's memory while somebody looks on."""
        from reverie.conversations.news import Newsroom

        return Newsroom(self._runtime, self.sharing)

    @cached_property
    def knowledge(self) -> Knowledge:
        """What it has read."""
        from reverie.knowledge.passages import Knowledge

        return Knowledge(self._runtime, self.companion.id)


QUIET = timedelta(minutes=3)
"""How long nobody has to have spoken before a worker in a thread asks less than a whole batch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What an open store takes at a moment: bytes and owners of the search cache, and connections at work.

    ``index_hits`` counts searches that found their person's index in memory, ``index_misses`` those that read it anew.
    """

    index_bytes: int
    index_owners: int
    index_hits: int
    index_misses: int
    connections: int


@checked
class CompanionWork(CompanionParts):
    """A companion with the work that is to be done for it. Nothing of it is done by itself."""

    def reindex(self, progress: Progress | None = None) -> int:
        """Embed everything that has no vector of the present models; give how many were made. It can be resumed.

        Raises:
            ModelUnavailable: there is neither an embedder nor an image model, or one fails.
        """
        from reverie.background import maintenance
        from reverie.images.scenes import viewing
        from reverie.scenes import scene_keeping

        owners = self._owners()
        shown = scene_keeping.reindex(self._runtime, owners, viewing(self._settings.pictures, self._runtime), progress)
        if shown is not None and self._runtime.embedder is None:
            return shown
        return maintenance.reindex(self._runtime, owners, progress) + (shown or 0)

    def upkeep(self) -> Kept:
        """Mark what has expired, delete what is past its person's retention, draw the episodes that are missing.

        On PostgreSQL a person of very many items is given an index of their own there: ``maintenance.NEAREST_FROM``.
        """
        from reverie.background import maintenance
        from reverie.privacy import retention
        from reverie.privacy.retention import Kept
        from reverie.recall import episode_search

        people = self.people()
        kept = [retention.sweep(self._runtime, user) for user in people]
        drawn = sum(len(episode_search.draw(self._runtime, user)) for user in people)
        maintenance.draw_near(self._runtime, self._owners())
        return Kept(expired=sum(k.expired for k in kept), deleted=sum(k.deleted for k in kept), episodes=drawn)

    def work(
        self,
        *,
        limit: int | None = None,
        tokens: int | None = None,
        retry_parked: bool = False,
        progress: Progress | None = None,
    ) -> Worked:
        """Let the language model do what is due: learn what the rules did not find. It can be stopped and run again.

        ``limit`` is the most items, ``tokens`` the most that the questions and answers may take; ``retry_parked``
        begins with what was given up. A model that does not answer ends the run: see ``stopped`` of the report.

        Raises:
            ModelUnavailable: there is no language model.
            ConfigError: the model's settings are wrong, or those of the work name no task.
        """
        from reverie.background import work_runner, work_status

        tasks = self._tasks()
        if retry_parked:
            work_status.retry(self._runtime, self.people())
        return work_runner.run(
            self._reads(),
            self.people(),
            tasks,
            self._terms(limit=limit, tokens=tokens),
            progress=progress,
        )

    def ahead(self, *, limit: int | None = None, tokens: int | None = None) -> list[Ahead]:
        """Say what ``work`` would do and what its questions would cost; nothing is sent."""
        from reverie.background import work_status

        return work_status.ahead(self._reads(), self.people(), self._tasks(), self._terms(limit=limit, tokens=tokens))

    def working(self, every: float = 60.0) -> Background:
        """Do what is due in a thread, every so many seconds, as long as a ``with`` block goes on.

        What somebody says is asked about in whole batches only, until they have said nothing for three minutes.

        Raises:
            ModelUnavailable: there is no language model.
            ConfigError: the settings of the work name no task.
        """
        from reverie.background import work_runner, work_status
        from reverie.background.worker import Background

        if self._runtime.model is None:
            raise ModelUnavailable(work_runner.NO_MODEL)
        if every <= 0:
            raise InvalidInput(f"the interval is a number of seconds above 0, not {every}")
        tasks, worker = self._tasks(), new_id()

        def once(going: Callable[[], bool], left: Callable[[], bool]) -> Worked:
            terms = self._terms(going=going, left=left, quiet=QUIET)
            return work_runner.run(self._reads(), self.people(), tasks, terms, worker=worker)

        return Background(once, lambda: work_status.let_go(self._runtime, self.people(), worker), every)

    def load(self) -> Load:
        """Say what the search cache holds and how many connections are at work; nothing is read."""
        cache = self._runtime.search
        return Load(
            index_bytes=cache.nbytes,
            index_owners=len(cache),
            index_hits=cache.hits,
            index_misses=cache.misses,
            connections=connections_in_use(self._runtime.store),
        )

    def doctor(self) -> list[Check]:
        """Look at every part and say what works, what does not, and what mends it."""
        from reverie.background import maintenance, work_status

        return [
            *maintenance.doctor(self._runtime, self._owners()),
            *work_status.checks(self._runtime, self.people(), self._tasks()),
            *([self.preferences.check()] if self.preferences.configured else []),
        ]

    def _reads(self) -> Runtime:
        """Through what the language model that is set up reads, in the background."""
        return self._runtime.read_by(model_access(self._settings, self._runtime))

    def _tasks(self) -> tuple[Task[Any], ...]:
        from reverie.background import work_status

        return work_status.chosen(self._settings.model.tasks)

    def _terms(self, **more: Any) -> Terms:
        from reverie.background.tasks.task import Terms

        model = self._settings.model
        longest = timedelta(seconds=4 * model.timeout_seconds)  # of a question that is tried three times
        return Terms(lease=max(Terms().lease, longest), answer=model.reply, **more)

    def _owners(self) -> list[str]:
        """Ids of all whose memory there is: the companion, everyone it knows, and those who were merged into them."""
        return [self.companion.id, *(user.id for user in identity.people(self._runtime, merged=True))]


class Requests:
    """Notes what is done under a key, in the transaction that does it: ``luna.requests``."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def under_way(self, doing: Doing | None) -> AbstractContextManager[None]:
        """Let what is written in a block be of a request; None is of none. What was done before raises DoneBefore."""
        return request_rows.under_way(doing)

    @surviving
    def answered(self, doing: Doing, answer: bytes) -> None:
        """Keep what was answered for a day, if the request wrote anything; what is very long is not kept."""
        if doing.owner is None or len(answer) > MOST_BYTES:
            return
        with self._runtime.store.writing(doing.owner) as session:
            request_rows.answered(session.connection, doing, answer)

    @surviving
    def undone(self, doing: Doing) -> None:
        """Let a request that failed after it wrote something be done again."""
        if doing.owner is not None:
            with self._runtime.store.writing(doing.owner) as session:
                request_rows.undone(session.connection, doing)
