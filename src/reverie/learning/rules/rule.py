"""What a rule is: one pattern over plain words, and what it teaches when it matches.

Patterns are written against a *plain* clause (see ``reading``): contractions are opened ("im" is "I am",
"dont" is "do not"), adverbs such as "really" and openers such as "well," are gone, spaces are single. So a
rule reads like the sentence it is for, and the tolerance for spelling lives in one place.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from reverie.records.memories import Category


class Shape(StrEnum):
    """What a rule's value has to look like, and how it is cut out of the words after the pattern.

    A NAME stands where one is due, a PROPER name has a capital or is on a list, a GIVEN name is on the list.
    A ROLE is a known occupation ("I'm a ..."), a JOB any name for one ("I work as a ..."), a TRADE what
    one does ("drive a truck"). ANIMAL and RELATIVE are counted ("two cats").
    """

    THING = "thing"
    NAME = "name"
    PROPER = "proper"
    GIVEN = "given"
    PLACE = "place"
    ORGANISATION = "organisation"
    ROLE = "role"
    JOB = "job"
    TRADE = "trade"
    ANIMAL = "animal"
    RELATIVE = "relative"
    LANGUAGE = "language"
    DEED = "deed"
    DAY = "day"
    EXACT = "exact"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One way of saying one sort of thing.

    ``pattern`` must match from the start of a clause (``anywhere``: wherever in it) and captures ``value``
    (``value2`` in a second alternative); other groups may fill ``key``, ``text`` and ``ends`` too. With ``many``
    the value may be a list, and each item is learned. A rule without ``text`` teaches nothing new and only ends
    what it names, by its slot, ``slot=value``, or loosely, ``sphere~words`` (``lifecycle.ENDABLE``).
    """

    name: str
    pattern: str
    key: str = ""
    text: str = ""
    category: Category = Category.FACT
    importance: float = 0.7
    confidence: float = 0.7
    shape: Shape = Shape.THING
    many: bool = False
    anywhere: bool = False
    ends: tuple[str, ...] = ()
