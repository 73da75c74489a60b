"""Keys of applications: who may reach a companion's memory over a network, and how far."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Scope(StrEnum):
    """How far a caller may go. Each includes what stands before it.

    ``admin`` is who looks after the companion: it merges and erases people, and changes what the companion thinks.
    """

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"

    def covers(self, other: Scope) -> bool:
        """Whether whoever has this may do what needs the other.

        >>> Scope.ADMIN.covers(Scope.READ), Scope.READ.covers(Scope.WRITE)
        (True, False)
        """
        order = list(Scope)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key without its secret. ``person_id`` limits it to one person; None reaches everybody."""

    id: str
    name: str
    scope: Scope
    person_id: str | None = None
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None

    def good(self, now: datetime) -> bool:
        """Whether it opens anything at this moment."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)
