"""How work in the background is done, how much of it, and what came of it: records that are handed around."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from reverie.ports import Usage

ANSWER = 1024
"""Tokens of an answer, as of the setting ``model.reply``."""

LONGEST_PAUSE = timedelta(days=1)


def _always() -> bool:
    return True


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How work is done, and how much of it in one run.

    After ``tries`` failures an item is parked; the first ``pause`` doubles with each. A worker that does not come back
    within its ``lease`` loses its items. ``batch`` is the most items of a question, ``answer`` the tokens of an answer,
    ``limit`` the items of a run, ``tokens`` what it may take. Until a person has been ``quiet`` for so long no question
    is asked before it is full. ``going`` is asked before every question whether to go on; once it has been ``left``, an
    answer that still comes is let go and the store is not touched any more.
    """

    tries: int = 5
    pause: timedelta = timedelta(minutes=1)
    lease: timedelta = timedelta(minutes=10)
    batch: int = 8
    answer: int = ANSWER
    limit: int | None = None
    tokens: int | None = None
    quiet: timedelta = timedelta(0)
    going: Callable[[], bool] = _always
    left: Callable[[], bool] = _never

    def rest(self, tries: int) -> timedelta:
        """How long an item rests after so many failures."""
        return min(LONGEST_PAUSE, self.pause * (1 << min(tries - 1, 24)))


class Stop(StrEnum):
    """Why a run ended before everything was done."""

    LIMIT = "limit"
    TOKENS = "tokens"
    UNAVAILABLE = "unavailable"
    INVALID = "invalid"
    ASKED = "asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What became of the items of a task in one run.

    ``kept`` counts what was learned, ``refused`` what was not, by reason; ``failed`` and ``parked`` are items, and
    ``error`` says why, of the last one.
    """

    task: str
    done: int = 0
    kept: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)
    failed: int = 0
    parked: int = 0
    error: str = ""
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a run did, task by task; ``stopped`` and ``why`` say what kept it from doing everything."""

    tasks: tuple[Tally, ...] = ()
    stopped: Stop | None = None
    why: str = ""

    @property
    def usage(self) -> Usage:
        """The tokens of the whole run."""
        return sum((tally.usage for tally in self.tasks), Usage())
