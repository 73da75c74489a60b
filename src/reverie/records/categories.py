"""Of which categories words tell, by the words alone: whatever door they come through."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from reverie.records.memories import Category, Memory
from reverie.text.health import of_health
from reverie.text.money import of_money


def speaks_of(text: str, off: Collection[str]) -> Category | None:
    """The category that is switched ``off`` and that a text tells of, if it does.

    >>> speaks_of("I earn 52k a year", ["money"]), speaks_of("I earn 52k a year", ["health"])
    (<Category.MONEY: 'money'>, None)
    """
    if Category.MONEY in off and of_money(text):
        return Category.MONEY
    return Category.HEALTH if Category.HEALTH in off and of_health(text) else None


def switched_off(memory: Memory, off: Collection[str]) -> bool:
    """Whether a memory is of a category that is switched off, or tells of one: then it is used nowhere."""
    words = f"{memory.text} {memory.value or ''}"
    return memory.category in off or is_mixed_with(memory.details, off) or speaks_of(words, off) is not None


def is_mixed_with(details: Mapping[str, object], off: Collection[str]) -> bool:
    """Whether a note tells of a category that is switched off beside its own."""
    also = details.get("categories")
    return isinstance(also, (list, tuple)) and not set(off).isdisjoint(map(str, also))
