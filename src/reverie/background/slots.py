"""The slots that a language model may fill: those of the rules that are safe to name from outside.

A closed list, so that a model and the rules mean the same slot by the same name. Who somebody is (name, nickname,
pronouns) is not in it: that is told by the person alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from reverie.records.memories import Category


class Slot(NamedTuple):
    """One slot: the category of what is in it, and whether it holds many values (its key has the value behind it).

    ``sphere`` is where an ending looks for it (``lifecycle.ENDABLE``); without one it ends by its exact value.
    """

    category: Category
    many: bool = False
    sphere: str | None = None


def _one(category: Category, names: str) -> dict[str, Slot]:
    return {name: Slot(category) for name in names.split()}


def _many(category: Category, names: str, sphere: str | None = None) -> dict[str, Slot]:
    return {name: Slot(category, many=True, sphere=sphere) for name in names.split()}


SLOTS: Mapping[str, Slot] = {
    **_one(
        Category.FACT,
        "age birthday home dwelling origin nationality occupation employer industry school studies partner "
        "relationship_status lives_with religion",
    ),
    **_one(
        Category.PREFERENCE,
        "diet favorite_food favorite_drink favorite_color favorite_movie favorite_show favorite_book favorite_author "
        "favorite_song favorite_band favorite_music favorite_game favorite_sport favorite_animal favorite_season "
        "favorite_place",
    ),
    **_one(Category.FEELING, "feeling"),
    **_many(Category.PREFERENCE, "likes prefers hobby", "taste"),
    **_many(Category.PREFERENCE, "dislikes avoids", "aversion"),
    **_many(Category.PREFERENCE, "habit plays", "doing"),
    **_many(Category.FACT, "learning volunteers teaches", "doing"),
    **_many(Category.FACT, "skill", "skill"),
    **_many(Category.FACT, "owns pet dog cat", "belonging"),
    **_many(Category.FACT, "fears", "aversion"),
    **_many(Category.HEALTH, "allergy", "aversion"),
    **_many(Category.HEALTH, "condition", "belonging"),
    **_many(Category.EVENT, "plan", "plan"),
    **_many(Category.EVENT, "event visited project"),
    **_many(
        Category.FACT,
        "speaks trait family mother father sister brother son daughter child past_work past_home grew_up member_of "
        "education business",
    ),
}
"""Every slot by its name."""


def key_of(name: str, value: str) -> str:
    """The key of a value in a slot; ``value`` is as it is compared."""
    return f"{name}:{value}" if SLOTS[name].many else name


def ending_of(name: str, value: str) -> str:
    """What ends a value of a slot, as ``Candidate.ends`` names it."""
    slot = SLOTS[name]
    if slot.sphere is not None:
        return f"{slot.sphere}~{value}"
    return key_of(name, value) if slot.many else f"{name}={value}"
