"""Every task there is, in the order in which they are done: what is told first, then what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from reverie.errors import ConfigError
from reverie.services.tasks.contradictions import CONTRADICTIONS
from reverie.services.tasks.episodes import EPISODES
from reverie.services.tasks.facts import FACTS
from reverie.services.tasks.observations import OBSERVATIONS
from reverie.services.tasks.opinions import OPINIONS
from reverie.services.tasks.summaries import SUMMARIES
from reverie.services.tasks.synthesis import SYNTHESIS
from reverie.services.tasks.task import Task

TASKS: tuple[Task[Any], ...] = (FACTS, SUMMARIES, EPISODES, OBSERVATIONS, OPINIONS, CONTRADICTIONS, SYNTHESIS)


def chosen(names: Sequence[str] | Literal["all"]) -> tuple[Task[Any], ...]:
    """The tasks of these names, in their order.

    Raises:
        ConfigError: there is no task of a name.
    """
    if names == "all":
        return TASKS
    known = [task.name for task in TASKS]
    for name in names:
        if name not in known:
            raise ConfigError(f"the setting model.tasks names {name!r}: there are {', '.join(known)}")
    return tuple(task for task in TASKS if task.name in names)
