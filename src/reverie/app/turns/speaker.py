"""Whose turns they are: what taking a turn needs of a ``Person``, which stands above."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from reverie.app.conversations import Conversations
from reverie.app.tools.permissions import Understood
from reverie.context.rendering import Context
from reverie.errors import NotFound
from reverie.learning.message_learning import Said
from reverie.memory.runtime import Runtime
from reverie.recall.search import Looking, Recalled
from reverie.records.conversations import Message, Role
from reverie.scenes.scene_keeping import Pictures

PASSING = 40
"""Messages off the record that are held in memory, so that a conversation has a thread; they go with the object."""

STAYS = "the conversation stays on this machine, and {} does not: memory answered"


class Known(Understood, Protocol):
    """What is kept of whose turns they are, and through what it is read."""

    reads: Runtime

    @property
    def conversations(self) -> Conversations:
        """What was said with them."""

    @property
    def pictures(self) -> Pictures:
        """What the companion saw with them."""


class Speaker(Known, Protocol):
    """Whose turns they are: what is needed of a ``Person``."""

    def read_by(self, reader: str | None = None) -> Speaker:
        """The same person for a reader, by default for whom it was made, or the language model that is set up."""

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


class Nobody:
    """Whom the tools of a turn may look at beside the one who speaks."""

    def find(self, who: str, /) -> Understood:
        """Find nobody; raises NotFound."""
        raise NotFound(f"{who!r} is not who you are talking to: only they can be looked at here")
