"""What ends what: how a judge is asked whether a note ends a memory, and how likely it has to find that.

Of the 2,730 endings that 57 writers of the corpus mark, 1,867 are of one sort and one person: a new dose ends the old
one. There three of five memories end with a turn that ends something (of homes, jobs and partners four); of another
sort one in sixty does, and with a turn that ends nothing one in nine hundred. So the judge reads the sorts too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import inf

from reverie.learning.notes import mentions
from reverie.records.memories import Candidate, Memory
from reverie.store.search.tokens import tokens
from reverie.text.patterns import lazy_pattern
from reverie.text.word_lists import KIN, SPECIES

SAME, OTHER = 0.3, 0.6
"""How likely a note has to end a memory of its own sort, and any other.

Chosen on six writers, as the other bars here are. Tables of which sorts end which, of whom, and of which there are
many found nothing more once the judge read the sorts: docs/decisions/0019-extractor.md.
"""

NEVER = 2.0
"""More than anything is likely."""

OF_THE_DEAD = 0.03
"""How likely a note of somebody's death has to end what goes with them."""

ENDS_AS_SAID, SAYS_IT_ENDS = 0.85, 0.15
"""How likely a note has to end a memory where it is less likely than the second of these to end anything."""

_HARMFUL = frozenset("allergy diet medication sobriety".split())
CAREFUL, _SURELY, _OUTRIGHT = 0.7, 0.98, 0.4
"""The bar for sorts of which a loss does harm, and the same two for them: a dinner of tofu ends no "vegetarian".

They hold too for what a note repeats: "ramen. still ramen." ends no favorite.
"""

_DIED = lazy_pattern(
    r"\b([\w'’-]+) (?:has |had |just |sadly |finally )?"
    r"(?:died|passed|was put (?:down|to sleep)|is gone|didn['’]?t make it)\b",
    re.IGNORECASE,
)
"""Who died, by the word before: a pet's name may be any word, in small letters ("pickle died")."""

_NOBODY = frozenset({*"i he she they it who that this car phone laptop battery".split(), *KIN, *SPECIES})
"""What is no name: of those who have a relation and no name, or one beside it, ``_called`` tells."""

_GOES_WITH_A_LIFE = frozenset("age health home pet partner living_with".split())
"""What is over with somebody's death, whoever it is told of."""

_OF_A_LIFE = frozenset("body diet employer habit medication occupation plan trait".split())
"""What is over with whom it is of: with a father not the trade that one has of him."""

_OF_BOTH = frozenset("living_with home pet colleague friend family partner pregnancy habit".split())
"""What is theirs and somebody else's at once: what is said of one may end it for the other.

Of the 2,801 endings that the corpus marks 230 cross so, nearly all of these sorts.
"""

_AGO = ((1.0, "today"), (10.0, "days ago"), (60.0, "weeks ago"), (330.0, "months ago"), (inf, "a year ago"))
"""How long ago something was told, in days less than these."""

_OF_SLOTS = {
    **dict.fromkeys(KIN.values(), "family"),
    **dict.fromkeys(SPECIES.values(), "pet"),
    "friend": "friend",
    "boss": "colleague",
    "colleague": "colleague",
    "relationship_status": "marital_status",
    "roommate": "living_with",
    "studies": "study",
}
"""Sorts of slots that have another name."""


def as_known(details: Mapping[str, object], text: str, days: float, *, sort: str | None = None) -> str:
    """Word what is known for the judge of pairs: its sort, whose it is, how many ``days`` ago it was told.

    >>> as_known({"attribute": "home", "about": "other"}, "“she's in leeds” (of Bex)", 40)
    "home of another, weeks ago: “she's in leeds” (of Bex)"
    """
    ago = next(word for most, word in _AGO if days < most)
    return f"{_of(details, sort)}, {ago}: {text}"


def as_said(details: Mapping[str, object], words: str) -> str:
    """Word what is said now for the judge of pairs: its sort, and whose it is."""
    return f"{_of(details)}: {words}"


def _of(details: Mapping[str, object], sort: str | None = None) -> str:
    return f"{sort or details.get('attribute')}{' of another' if details.get('about') == 'other' else ''}"


def bar(note: Candidate, memory: Memory) -> float:
    """How likely, by a judge of both texts, a note has to end a memory for it to do so; above 1 where it can't."""
    if _tells_of_others(note, memory) or not _may_cross(note, memory):
        return NEVER
    if _is_of_the_dead(note, memory):
        return OF_THE_DEAD
    if _names_others(note, memory) or _is_of_nobody(note):  # "Bex died" ends no wife Ann, "she died" nobody's life
        return _SURELY
    careful = sort_of(memory) in _HARMFUL or _names(note, memory)
    as_said, outright = (_SURELY, _OUTRIGHT) if careful else (ENDS_AS_SAID, SAYS_IT_ENDS)
    says_it_ends = note.details.get("ends")
    if not (isinstance(says_it_ends, float) and says_it_ends >= outright):
        return as_said
    if careful:
        return CAREFUL
    return SAME if sort_of(memory) == note.details.get("attribute") else OTHER


def _tells_of_others(note: Candidate, memory: Memory) -> bool:
    """Whether a memory is of others than a note, too: "nan and grandad live in hull" after "grandad passed away".

    What a rule read of a sentence is of whom it names: "a cat called miso and a dog called rex" made two of them.
    """
    died = _died(note)
    if memory.value is not None:
        return bool(died) and not died & set(tokens(memory.text))
    theirs, kin = _kin(note.quote or note.text), _kin(memory.source.quote or memory.text)
    return len(kin) > 1 and (bool(died) or bool(theirs & kin and kin - theirs))


def _kin(text: str) -> set[str]:
    """Relatives and kinds of pets that a text speaks of: "my nan and grandad"."""
    return {one for word in re.findall(r"\w+", text.casefold()) if (one := KIN.get(word) or SPECIES.get(word))}


def _died(note: Candidate) -> set[int]:
    """The words before "died", of a note that tells of a death."""
    if note.details.get("attribute") != "death":
        return set()
    return set(tokens(" ".join({match[1].casefold() for match in _DIED.finditer(note.quote or note.text)} - _NOBODY)))


def _is_of_the_dead(note: Candidate, memory: Memory) -> bool:
    """Whether a note tells of the death of somebody with whom a memory goes: their marriage, where they live."""
    of_theirs = memory.details.get("about") == "other" and sort_of(memory) in _OF_A_LIFE
    if note.details.get("attribute") != "death" or not (of_theirs or sort_of(memory) in _GOES_WITH_A_LIFE):
        return False
    return bool(_called(note.text) & _called(memory.text) or _died(note) & set(tokens(memory.text)))


def _is_of_nobody(note: Candidate) -> bool:
    """Whether a note tells of a death, and not of whose."""
    return note.details.get("attribute") == "death" and not (_called(note.text) or _died(note))


def _names_others(note: Candidate, memory: Memory) -> bool:
    """Whether a note of somebody, or of a death, names others than a memory."""
    if "other" not in (note.details.get("about"), memory.details.get("about")):
        return False
    theirs, named = _called(note.text), _called(memory.text)
    return bool(theirs and named) and not theirs & named


def _called(text: str) -> set[str]:
    """Whoever is named in a text, by name where they have one: "their sister Bex" and "bex" are one."""
    return {one.split(",")[0].split()[-1].casefold() for one in mentions([text])}


def _names(note: Candidate, memory: Memory) -> bool:
    """Whether a note has the value of a memory in its words: "i quit costco"."""
    return bool(memory.value) and set(tokens(f"{memory.value}")) <= set(tokens(note.quote or note.text))


def sort_of(memory: Memory) -> str:
    """The attribute of what a memory tells: "home", "allergy"."""
    slot = (memory.key or "").partition(":")[0]
    return str(memory.details.get("attribute") or _OF_SLOTS.get(slot, slot))


def _may_cross(note: Candidate, memory: Memory) -> bool:
    """Whether what is said of somebody can end what is known of somebody else: "she's on gabapentin now" no rota."""
    of_both = memory.details.get("attribute") in _OF_BOTH or note.details.get("attribute") == "death"
    about = note.details.get("about")
    return of_both or about == memory.details.get("about", about)
