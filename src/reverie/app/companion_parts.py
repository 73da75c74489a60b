"""The parts of a companion, from its directory to its knowledge: each is loaded when it is first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from reverie.config import Config
from reverie.memory.runtime import Runtime
from reverie.people import identity
from reverie.records.users import User

if TYPE_CHECKING:
    from reverie.app.api_keys import Keys
    from reverie.app.archives import Archives
    from reverie.app.directory import Directory
    from reverie.app.persona_preferences import PersonaPreferences
    from reverie.conversations.news import Newsroom
    from reverie.knowledge.passages import Knowledge
    from reverie.memory.requests import Requests
    from reverie.persona.opinion_changes import Opinions
    from reverie.persona.self_model import SelfModel
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
        from reverie.memory.requests import Requests

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
