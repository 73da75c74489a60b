"""Clauses: how an extractor judges what stands in a turn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A clause of a turn as it is judged; ranges are of characters in the turn, likelihoods from 0 to 1.

    ``confidence``: how likely it says something lasting. ``values`` are the words in it that carry what is said,
    ``attribute`` is what sort of thing that is. ``about`` is "me", "other" or "companion"; ``state``
    "is", "was", "will_be", "would_be" or "never"; ``effect`` what it does to what was known: "states", "repeats",
    "changes", "ends", "corrects" or "denies". ``ends``: how likely something known is so no longer with it, or never
    was. ``leans``: it is understood with the turn before.
    """

    start: int
    end: int
    confidence: float
    values: tuple[tuple[int, int], ...] = ()
    attribute: str = "other"
    about: str = "me"
    state: str = "is"
    effect: str = "states"
    ends: float = 0.0
    leans: bool = False


ENDING = frozenset({"changes", "ends", "corrects", "denies"})
"""Effects with which something known is so no longer, or never was."""
