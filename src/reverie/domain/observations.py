"""What a companion notices, about a person or itself: the closed sets of categories, and what holds unless said."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from reverie.domain.memories import About


class UserCategory(StrEnum):
    """What an observation of a person speaks of."""

    INTEREST = "interest"
    PREFERENCE = "preference"
    COMMUNICATION_STYLE = "communication_style"
    BACKGROUND = "background"
    VALUE = "value"
    RELATIONSHIP_DYNAMIC = "relationship_dynamic"


class SelfCategory(StrEnum):
    """What a companion's observation of itself speaks of."""

    CAPABILITY = "capability"
    LIMITATION = "limitation"
    PATTERN = "pattern"
    PREFERENCE = "preference"
    GROWTH = "growth"
    CONTRADICTION = "contradiction"


DEFAULT_CONFIDENCE = 0.7
"""Of an observation that doesn't say how sure it is."""

DEFAULT_CATEGORIES: Mapping[About, UserCategory | SelfCategory] = MappingProxyType(
    {About.USER: UserCategory.BACKGROUND, About.SELF: SelfCategory.PATTERN}
)
"""Of an observation that names none: those that claim least. Context about a person says nothing of their likes,
values or ways, and something seen in oneself is neither a strength nor a fault."""

_SETS: Mapping[About, type[UserCategory] | type[SelfCategory]] = {About.USER: UserCategory, About.SELF: SelfCategory}


def categories(about: About) -> tuple[str, ...]:
    """The closed set of categories of an observation about a user or about the self; of the world there are none."""
    closed = _SETS.get(about)
    return () if closed is None else tuple(closed)
