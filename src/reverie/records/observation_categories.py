"""What a companion notices, about a person or itself: the closed sets of categories, and what holds unless said."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from reverie.errors import InvalidInput
from reverie.records.memories import About, Source
from reverie.text.patterns import lazy_pattern


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


class Focus(StrEnum):
    """What is reflected on (seed 000)."""

    GENERAL = "general"
    BACKGROUND = "background"
    COMMUNICATION = "communication"
    OBSERVATIONS = "observations"
    VALUES = "values"


class Order(StrEnum):
    """What comes first in a review: what was noticed or confirmed last, or what is surest."""

    NEWEST = "newest"
    CONFIDENCE = "confidence"


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


class SourceType(StrEnum):
    """How an observation arose."""

    CONVERSATION = "conversation"
    EXPLICIT_REFLECTION = "explicit_reflection"
    JOURNAL = "journal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    """Something noticed, before it is written.

    ``category`` None is that of ``DEFAULT_CATEGORIES``. ``source`` names the message and the conversation where they
    are known; ``user`` is the id of the person with whom something about the self was noticed; ``at`` None is now.
    ``by`` names the language model that noticed it, and its prompt.
    """

    text: str
    about: About = About.USER
    category: str | None = None
    confidence: float = DEFAULT_CONFIDENCE
    source_type: str = SourceType.CONVERSATION
    source: Source | None = None
    user: str | None = None
    at: datetime | None = None
    by: Mapping[str, str] = field(default_factory=dict)


def checked_category(about: About, category: str | None) -> str:
    """A category of the closed set, or the one that holds unless said.

    Raises:
        InvalidInput: there is no such category; the message names those there are.
    """
    closed = categories(about)
    chosen = DEFAULT_CATEGORIES.get(about) if category is None else category.strip().casefold()
    if chosen not in closed:
        whom = {About.USER: "a person", About.SELF: "the self"}.get(about, "the world")
        raise InvalidInput(
            f"an observation of {whom} has no category {category!r}: there are {', '.join(closed) or 'none'}"
        )
    return str(chosen)


def checked_confidence(confidence: float) -> float:
    """A confidence from 0 to 1.

    Raises:
        InvalidInput: it is no such number.
    """
    if isinstance(confidence, bool | str) or not 0.0 <= confidence <= 1.0:
        raise InvalidInput(f"a confidence is a number from 0 to 1, not {confidence!r}")
    return float(confidence)


def checked_source_type(source_type: str) -> str:
    """How an observation arose, of the closed set.

    Raises:
        InvalidInput: there is no such way.
    """
    if source_type not in tuple(SourceType):
        raise InvalidInput(f"there is no source type {source_type!r}: there are {', '.join(SourceType)}")
    return str(source_type)


# -- how they are phrased ------------------------------------------------------------------------

_SUBJECT = r"(?:the |this )?(?:user|person|speaker)|she|he|they|i"
_FIRST = {
    "is": "am",
    "are": "am",
    "has": "have",
    "does": "do",
    "goes": "go",
    "isn't": "am not",
    "doesn't": "don't",
    "was": "was",
}
_VERB = lazy_pattern(r"((?:\w+ly )?)(\S*)(.*)", re.DOTALL)
_ENDING = lazy_pattern(r"(?<=[a-z]{2})(?:(?P<y>ies)|(?<=ss|sh|ch|zz)es|(?<=x)es|(?<!s)s)$")
_THEIRS = lazy_pattern(r"\b(?:his|their)\b|\bher\b(?=\s+\w)", re.IGNORECASE)


def plain(text: str, names: Collection[str] = ()) -> str:
    """A sentence without a subject that means the person, and without its full stop.

    >>> plain("Ada values honesty.", ["Ada"]), plain("The user values honesty")
    ('values honesty', 'values honesty')
    """
    return _subject(tuple(names)).sub("", text).strip().rstrip(".").rstrip()


@lru_cache(maxsize=64)
def _subject(names: tuple[str, ...]) -> re.Pattern[str]:
    named = "|".join([_SUBJECT, *(re.escape(name) for name in names if name.strip())])
    return re.compile(rf"^\s*(?:{named})\s+(?=\w)", re.IGNORECASE)


def in_first_person(text: str, names: Collection[str] = ()) -> str:
    """What somebody would say of themselves, of whom an observation says it: what the rules can read.

    >>> in_first_person("Works as a nurse, and lives with her sister")
    'I work as a nurse, and live with my sister'
    """
    said = _THEIRS.sub("my", plain(text, names))
    clauses = "".join(map(_first_verb, re.split(r"(,? and |, )(?=[a-z]+s\b)", said)))
    return clauses if clauses.startswith("my ") else f"I {clauses}"


def _first_verb(clause: str) -> str:
    adverb, verb, rest = _VERB.fullmatch(clause).groups()  # type: ignore[union-attr] # it matches any text
    bare = verb.casefold()
    return f"{adverb}{_FIRST.get(bare) or _ENDING.sub(lambda found: 'y' if found['y'] else '', bare)}{rest}"
