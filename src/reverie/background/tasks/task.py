"""What a task is: which items are not done yet, what to ask about them, and what to do with the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from reverie.memory.runtime import Runtime
from reverie.prompts import Prompt
from reverie.records.users import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something to be worked on: a message, a conversation, a pair of observations.

    ``mark`` says as of what: a message's revision, the last message of a conversation. An item is done once for each
    mark, so what changes or goes on is due again.
    """

    id: str
    mark: str


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
    due: Callable[[Runtime, User, int], list[Item]]
    ask: Callable[[Runtime, User, Sequence[Item]], Sequence[Mapping[str, object]] | None]
    keep: Callable[[Runtime, User, Sequence[Item], Shape], Kept]
