"""What a task is: which items are not done yet, what to ask about them, and what to do with the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel

from reverie.domain.users import User
from reverie.prompts import Prompt
from reverie.services.means import Means


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


class Task(Protocol):
    """One kind of work. ``batch`` is the most items of one question."""

    @property
    def name(self) -> str:
        """One word for it, as it is counted and shown."""

    @property
    def prompt(self) -> Prompt:
        """What the model is told."""

    @property
    def shape(self) -> type[BaseModel]:
        """What the model has to answer."""

    @property
    def batch(self) -> int:
        """The most items of one question."""

    def due(self, means: Means, person: User, limit: int) -> list[Item]:
        """Items of a person that are not done, in the order in which to do them: at most ``limit``.

        Who paused memory, and a guest, has none.
        """

    def ask(self, means: Means, person: User, items: Sequence[Item]) -> Sequence[Mapping[str, object]] | None:
        """The question on these items, as messages; None where there is nothing to ask of them any more."""

    def keep(self, means: Means, person: User, items: Sequence[Item], answer: BaseModel) -> Kept:
        """Check an answer and keep what holds. Doing it twice is doing it once."""
