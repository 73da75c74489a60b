"""Whose turns they are: what taking a turn needs of a ``Person``, which stands above."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from reverie.conversations import Conversations
from reverie.domain.context import Context
from reverie.domain.conversations import Message, Role
from reverie.domain.memories import Memory, Status
from reverie.pictures import Pictures
from reverie.services.learning import Said
from reverie.services.recall import Looking, Recalled
from reverie.user_model import UserModel


class Known(Protocol):
    """What is kept of whose turns they are."""

    @property
    def user_model(self) -> UserModel:
        """What the companion makes of them."""

    @property
    def conversations(self) -> Conversations:
        """What was said with them."""

    @property
    def pictures(self) -> Pictures:
        """What the companion saw with them."""


class Speaker(Known, Protocol):
    """Whose turns they are: what is needed of a ``Person``."""

    def say(
        self,
        text: str,
        *,
        role: Role | str = ...,
        at: datetime | None = ...,
        conversation: str | None = ...,
        speaker: str | None = ...,
        id: str | None = ...,
    ) -> Said:
        """Keep a message and learn from it."""

    def messages(self, *, newest: int | None = ...) -> list[Message]:
        """What was said."""

    def context(self, message: str, *, budget: int | None = ...) -> Context:
        """The prompt block for a message."""

    def recall(self, query: str, *, limit: int | None = ..., looking: Looking | None = ...) -> Recalled:
        """What answers a question."""

    def memories(self, *, statuses: frozenset[Status] | None = ...) -> list[Memory]:
        """What is remembered."""
