"""Which items go into one question: as many as a batch may have and the model's window holds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile
from typing import Any

from reverie.background.tasks.task import Item, Task
from reverie.background.tasks.task_records import ANSWER, Terms
from reverie.context.rendering import estimated_tokens
from reverie.errors import ReverieError
from reverie.memory.runtime import Runtime
from reverie.ports import LanguageModel
from reverie.records.users import User

_ENVELOPE = 4
"""Tokens that a chat message takes beside its content, about."""

Messages = Sequence[Mapping[str, object]]


def first_batch(items: Sequence[Item], failed: AbstractSet[str], size: int) -> list[Item]:
    """The items of the next question: one alone if it failed before, so that it can't spoil the others."""
    if items and items[0].id in failed:
        return [items[0]]
    return list(takewhile(lambda item: item.id not in failed, items[:size]))


def fitting(
    runtime: Runtime, task: Task[Any], person: User, batch: list[Item], terms: Terms
) -> tuple[list[Item], Messages | None, int]:
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
