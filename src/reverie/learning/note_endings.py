"""What ends what: how likely a note has to end a memory, by what both tell of, and whom.

Of the 2,730 endings that 57 writers of the corpus mark, 1,867 are of one sort and one person: a new dose ends the old
one. There three of five memories end with a turn that ends something (of homes, jobs and partners four); of another
sort one in sixty does, and with a turn that ends nothing one in nine hundred. A judge of two texts alone does not know.
"""

from __future__ import annotations

from collections.abc import Mapping

from reverie.learning.notes import mentions
from reverie.records.memories import Candidate, Memory

SAME, OF_MANY, KIN, OTHER = 0.1, 0.6, 0.7, 0.99
"""How likely a note has to end a memory of its own sort, one of which there are many, one that goes with it, any other.

Chosen on six writers (208 endings, sorts as they were marked): with 0.1 for all of one sort 0.65 of the endings are
found and 0.71 of what is taken for one is; with one bar of 0.75 for everything 0.43 and 0.46.
"""

_MANY = frozenset(
    "family friend favorite likes dislikes preference_for_companion event health habit past allergy fear skill body "
    "trait belief".split()
)
"""Sorts of which several are so at once: there less than half of what a turn of one sort could end does end."""

ENDS_AS_SAID, SAYS_IT_ENDS = 0.98, 0.4
"""How likely a note has to end a memory where it is less likely than the second of these to end anything."""

_GO_WITH: Mapping[str, frozenset[str]] = {
    "event": frozenset({"plan"}),
    "home": frozenset({"plan", "living_with"}),
    "health": frozenset({"plan", "event"}),
    "death": frozenset({"age", "health", "home", "pet", "partner", "living_with"}),
    "occupation": frozenset({"plan", "employer", "colleague"}),
    "employer": frozenset({"plan", "occupation", "colleague"}),
    "marital_status": frozenset({"partner", "event", "plan"}),
    "partner": frozenset({"marital_status", "living_with", "plan"}),
    "family": frozenset({"pregnancy"}),
    "birthday": frozenset({"pregnancy"}),
    "sobriety": frozenset({"habit"}),
    "living_with": frozenset({"plan", "home"}),
}
"""What a turn of one sort ends of another in one case of seven or more."""

_OF_BOTH = frozenset({"living_with", "home", "pet", "colleague", "friend", "family", "partner", "pregnancy", "habit"})
"""What is theirs and somebody else's at once: what is said of one may end it for the other.

Of the 2,801 endings that the corpus marks 230 cross so, nearly all of these sorts.
"""

_OF_SLOTS = {"relationship_status": "marital_status", "roommate": "living_with", "studies": "study"}
"""Sorts of slots that have another name."""


def ends(note: Candidate, memory: Memory, likely: float) -> bool:
    """Whether a note ends a memory; ``likely`` is what a judge of both texts says, from 0 to 1."""
    says_it_ends = note.details.get("ends")
    if not isinstance(says_it_ends, float) or says_it_ends < SAYS_IT_ENDS:
        return likely >= ENDS_AS_SAID and _may_cross(note, memory)
    return likely >= _bar(note, memory) and _may_cross(note, memory)


def _bar(note: Candidate, memory: Memory) -> float:
    of, sort = _sort(memory), str(note.details.get("attribute"))
    if of != sort:
        return KIN if of in _GO_WITH.get(sort, ()) else OTHER
    same = OF_MANY if sort in _MANY else SAME
    if "other" not in (_about(memory, note), note.details.get("about")):
        return same
    theirs, named = set(mentions([note.text])), set(mentions([memory.text]))
    return same if theirs & named else OTHER if theirs and named else KIN


def _sort(memory: Memory) -> str:
    slot = (memory.key or "").partition(":")[0]
    return str(memory.details.get("attribute") or _OF_SLOTS.get(slot, slot))


def _about(memory: Memory, note: Candidate) -> object:
    return memory.details.get("about", note.details.get("about"))


def _may_cross(note: Candidate, memory: Memory) -> bool:
    """Whether what is said of somebody can end what is known of somebody else: "she's on gabapentin now" no rota."""
    of_both = memory.details.get("attribute") in _OF_BOTH or note.details.get("attribute") == "death"
    return of_both or note.details.get("about") == _about(memory, note)
