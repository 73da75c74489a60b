"""A statement: who said something about a slot, when it was said, from when it was so, and how sure it was.

It holds no words. What it says is the memory that it is a part of; its quote stands on the evidence link that leads
from there to its message.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from reverie.records.memories import SourceKind


class Says(StrEnum):
    """What a statement says of its memory."""

    SO = "so"
    """It is so from then on."""
    OVER = "over"
    """It is no longer so."""
    SETTLED = "settled"
    """It is no longer so, by a decision: whatever was said of it before that counts up to then at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One time that something was said.

    ``at`` is from when it is so, ``said_at`` when it was said; ``known`` is where the owner's log ended when it became
    known, so two are never known at once. ``silenced`` is the same for when its memory was forgotten: it says nothing
    any more, and goes on ending what it had ended; 0 where it only ever was proposed, and ended nothing. ``by_id`` is
    the memory that took the place (``Says.SETTLED``).
    """

    id: str
    owner: str
    memory_id: str
    says: Says = Says.SO
    at: datetime
    said_at: datetime
    known: int
    source_kind: SourceKind
    message_id: str | None = None
    conversation_id: str | None = None
    by_id: str | None = None
    confidence: float
    importance: float
    expires_at: datetime | None = None
    silenced: int | None = None

    @property
    def is_outright(self) -> bool:
        """Whether it was stated outright, in no message."""
        return self.source_kind is not SourceKind.MESSAGE
