"""What a task is: what is not done yet, what to ask about it, how much goes into one question, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from itertools import takewhile
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from reverie.context.rendering import estimated_tokens
from reverie.errors import ReverieError
from reverie.memory.runtime import Runtime
from reverie.ports import LanguageModel, Usage
from reverie.prompts import Prompt
from reverie.records.users import User
from reverie.store.tables.model_work import Due


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What became of an answer: how many things were kept of it, and why others were not, a sentence each."""

    kept: int = 0
    refused: tuple[str, ...] = ()


Shape = TypeVar("Shape", bound=BaseModel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task(Generic[Shape]):
    """One kind of work: its ``name`` in a word, what the model is told, and the shape of what it has to answer.

    ``batch`` is the most items of one question.

    ``due`` gives the items of a person that are not done, in the order in which to do them, at most so many; who
    paused memory, and a guest, has none. ``ask`` gives the question on items of one person, as messages, or None where
    nothing is left to ask of them. ``keep`` checks an answer and keeps what holds; doing it twice is doing it once.
    """

    name: str
    prompt: Prompt
    shape: type[Shape]
    batch: int
    due: Callable[[Runtime, User, int], list[Due]]
    ask: Callable[[Runtime, User, Sequence[Due]], Sequence[Mapping[str, object]] | None]
    keep: Callable[[Runtime, User, Sequence[Due], Shape], Kept]


ANSWER = 1024
"""Tokens of an answer, as of the setting ``model.reply``."""

LONGEST_PAUSE = timedelta(days=1)


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
    going: Callable[[], bool] = lambda: True
    left: Callable[[], bool] = lambda: False

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


_ENVELOPE = 4
"""Tokens that a chat message takes beside its content, about."""

Messages = Sequence[Mapping[str, object]]


def first_batch(items: Sequence[Due], failed: AbstractSet[str], size: int) -> list[Due]:
    """The items of the next question: one alone if it failed before, so that it can't spoil the others."""
    if items and items[0].id in failed:
        return [items[0]]
    return list(takewhile(lambda item: item.id not in failed, items[:size]))


def fitting(
    runtime: Runtime, task: Task[Any], person: User, batch: list[Due], terms: Terms
) -> tuple[list[Due], Messages | None, int]:
    """As many of the first items as fit in the model's window, with the question on them and its tokens, at most."""
    while True:
        asked = task.ask(runtime, person, batch)
        tokens = 0 if asked is None else sum(_ENVELOPE + estimated_tokens(str(m.get("content") or "")) for m in asked)
        if len(batch) <= 1 or tokens <= room(runtime.model, terms):
            return batch, asked, tokens
        batch = batch[: len(batch) // 2]


def room(model: LanguageModel | None, terms: Terms) -> float:
    """Tokens that a question may have; without a model there is no limit."""
    return float("inf") if model is None else model.window - longest_answer(model, terms.answer)


def longest_answer(model: LanguageModel, most: int = ANSWER) -> int:
    """Tokens that an answer may have: at most so many, and a third of the window."""
    return min(most, model.window // 3)


def told(error: ReverieError) -> str:
    """What may be kept of an error: what it says before its first colon.

    Behind it stands what a server or a check had to say, which may repeat words of the person.
    """
    return re.split(r":\s|\n", str(error), maxsplit=1)[0][:200]
