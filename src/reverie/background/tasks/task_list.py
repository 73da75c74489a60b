"""Every task there is, in the order in which they are done: what is told first, then what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from reverie.background.tasks.contradictions import CONTRADICTIONS
from reverie.background.tasks.episodes import EPISODES
from reverie.background.tasks.facts import FACTS
from reverie.background.tasks.observations import OBSERVATIONS
from reverie.background.tasks.opinions import OPINIONS
from reverie.background.tasks.summaries import SUMMARIES
from reverie.background.tasks.synthesis import SYNTHESIS
from reverie.background.tasks.task import Task
from reverie.errors import ConfigError

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
