"""What is common between the people a companion knows: counts for whoever runs it, and never for a person.

Only what is listed here is counted, and nothing that fewer than five people share is ever told: no id, no name, no
quote, no health, no place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from reverie.errors import InvalidInput
from reverie.memory.runtime import Runtime
from reverie.records.observation_categories import UserCategory, plain
from reverie.records.users import User
from reverie.store.tables import cross_owner
from reverie.store.tables.cross_owner import Countable
from reverie.text.value_matching import normal, slot

SMALLEST = 5
"""The fewest people a pattern is of: one of fewer could tell who is meant."""

EXAMPLES = 3
"""Wordings shown of one pattern."""

SLOTS = (
    "likes", "dislikes", "prefers", "hobby", "interest", "value", "communication", "communication_style", "learning",
    "plays", "skill", "speaks", "studies", "occupation", "favorite_food", "favorite_drink", "favorite_color",
    "favorite_music", "favorite_book", "favorite_movie", "favorite_game", "favorite_sport", "favorite_season",
    "favorite_animal",
)  # fmt: skip
"""The slots that may be counted; any other is not: names, places, family, health."""

OBSERVED = (
    UserCategory.INTEREST, UserCategory.PREFERENCE, UserCategory.COMMUNICATION_STYLE, UserCategory.VALUE,
)  # fmt: skip
"""The observations that may be counted; backgrounds and relationships tell of one person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """What several people share: a slot or a category of observations, what it is, and how many they are."""

    of: str
    what: str
    people: int
    examples: tuple[str, ...] = ()


@dataclass(slots=True)
class _Group:
    owners: set[str] = field(default_factory=set)
    wordings: Counter[str] = field(default_factory=Counter)


def patterns(runtime: Runtime, minimum: int = SMALLEST) -> list[Pattern]:
    """What at least ``minimum`` people share, the most common first.

    Guests, people whose memory is paused, categories that somebody switched off, and whatever names somebody known are
    not counted.
    """
    if isinstance(minimum, bool) or minimum < SMALLEST:
        raise InvalidInput(f"a pattern is of {SMALLEST} people or more, so that it tells of nobody: not of {minimum}")
    with runtime.store.reading() as session:
        people = {user.id: user for user in session.people.all()}
        chosen = cross_owner.chosen(session.connection)
        found: dict[tuple[str, str], _Group] = {}
        for one in cross_owner.countable(session.connection, runtime.clock(), slots=SLOTS, observed=OBSERVED):
            user = people.get(one.owner)
            if user is not None and _counted(user, one, chosen.get(one.owner, {})):
                _count(found, user, one)
    names = {normal(name) for user in people.values() for name in _names(user)} - {""}
    shown = [
        Pattern(of=of, what=what, people=len(group.owners), examples=_examples(group))
        for (of, what), group in found.items()
        if len(group.owners) >= minimum and not _names_somebody(what, names)
    ]
    return sorted(shown, key=lambda pattern: (-pattern.people, pattern.of, pattern.what))


def _names(user: User) -> Iterable[str]:
    return filter(None, (user.name, user.nickname))


def _counted(user: User, one: Countable, settings: Mapping[str, object]) -> bool:
    off = settings.get("categories_off") or ()
    return not (user.guest or settings.get("paused") or (isinstance(off, list | tuple) and one.category in off))


def _count(found: dict[tuple[str, str], _Group], user: User, one: Countable) -> None:
    wording = plain(one.text, list(_names(user))) if one.key is None else one.value or ""
    what = normal(wording)
    if what:
        group = found.setdefault((slot(one.key) if one.key else one.category, what), _Group())
        group.owners.add(one.owner)
        group.wordings[wording] += 1


def _examples(group: _Group) -> tuple[str, ...]:
    ordered = sorted(group.wordings.items(), key=lambda counted: (-counted[1], counted[0]))
    return tuple(wording for wording, _count in ordered[:EXAMPLES])


def _names_somebody(what: str, names: Iterable[str]) -> bool:
    return any(f" {name} " in f" {what} " for name in names)
