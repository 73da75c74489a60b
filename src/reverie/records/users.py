"""Who is known: persons, the companion itself, their logins elsewhere, and applications by their keys."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from reverie.text.patterns import lazy_pattern


class UserKind(StrEnum):
    """Whether a user is a person the companion knows, the companion, or a group of people, which owns no words."""

    PERSON = "person"
    COMPANION = "companion"
    GROUP = "group"


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """Someone in the directory. ``merged_into`` is the one in whom they are found, once both are known to be one."""

    id: str
    kind: UserKind
    name: str
    nickname: str | None = None
    pronouns: str | None = None
    guest: bool = False
    created_at: datetime
    revision: int = 1
    merged_into: str | None = None

    @property
    def called(self) -> str:
        """What to call them: the nickname where there is one, or the name."""
        return self.nickname or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A login of a person on another platform."""

    platform: str
    external_id: str
    user_id: str
    linked_at: datetime


_SIGNS_OF_ID = lazy_pattern(r"[@_/\\:#+]")


def is_id(name: str) -> bool:
    """Whether a name is an id, as an address, a number or a login, and no name that people call somebody by.

    An id is compared to the letter, and is like no other.

    >>> [is_id(name) for name in ("ana@x.org", "aB3x9", "912 345 678", "ana_m", "Ana-Maria", "Player 1")]
    [True, True, True, True, False, False]
    """
    digits, letters = (any(map(kind, name)) for kind in (str.isdigit, str.isalpha))
    return bool(_SIGNS_OF_ID.search(name)) or (digits and (" " not in name.strip() or not letters))


def folded(name: str) -> str:
    """A name as it is compared: accents, case and spacing removed.

    >>> folded("  José  GARCÍA ")
    'jose garcia'
    """
    plain = unicodedata.normalize("NFKD", name)
    kept = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(kept.casefold().split())


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
