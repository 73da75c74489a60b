"""What ends what: how likely a note has to end a memory, by what both tell of, and whom.

Of the 2,730 endings that 57 writers of the corpus mark, 1,867 are of one sort and one person: a new dose ends the old
one. There three of five memories end with a turn that ends something (of homes, jobs and partners four); of another
sort one in sixty does, and with a turn that ends nothing one in nine hundred. A judge of two texts alone does not know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from reverie.learning.notes import LASTING, mentions
from reverie.records.memories import Candidate, Memory
from reverie.store.search.tokens import tokens
from reverie.text.patterns import lazy_pattern
from reverie.text.word_lists import KIN, SPECIES

SAME, OF_MANY, GOING_WITH, OTHER = 0.1, 0.4, 0.5, 0.97
"""How likely a note has to end a memory of its own sort, one of which there are many, one that goes with it, any other.

Chosen by the whole lives of six writers, as the other bars here are: against 0.1, 0.6, 0.7 and 0.99 less that has ended
stands (0.32 -> 0.24 of 125), a little more ends wrongly (true at the end 0.72 -> 0.69 of 348), and contexts gain.
"""

_MANY = frozenset(
    "family friend favorite likes dislikes preference_for_companion event health habit past allergy fear skill body "
    "trait belief".split()
)
"""Sorts of which several are so at once: there less than half of what a turn of one sort could end does end."""

_STAYS = frozenset("name birthday origin body past death family".split())
"""Sorts that hardly end, and then by a death or their own sort: in the corpus 43 of 1,067, of others every third.

"tylers cast is off" ends no "got 2 kids, Tyler 9 and Mia".
"""

OF_THE_DEAD = 0.3
"""How likely a note of somebody's death has to end what goes with them."""

ENDS_AS_SAID, SAYS_IT_ENDS = 0.9, 0.15
"""How likely a note has to end a memory where it is less likely than the second of these to end anything."""

_HARMFUL, _SURELY, _OUTRIGHT = frozenset("allergy diet medication sobriety".split()), 0.98, 0.4
"""Sorts of which a loss does harm, and the same two bars for them: a dinner of tofu ends no "vegetarian".

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

_OF_A_LIFE = frozenset("body diet employer habit medication occupation plan trait".split())
"""What is over with whom it is of: with a father not the trade that one has of him."""

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


def ends(note: Candidate, memory: Memory, likely: float) -> bool:
    """Whether a note ends a memory; ``likely`` is what a judge of both texts says, from 0 to 1."""
    if _tells_of_others(note, memory):
        return False
    says_it_ends = note.details.get("ends")
    careful = _sort(memory) in _HARMFUL or _names(note, memory)
    as_said, outright = (_SURELY, _OUTRIGHT) if careful else (ENDS_AS_SAID, SAYS_IT_ENDS)
    told = isinstance(says_it_ends, float) and says_it_ends >= outright
    dead = _is_of_the_dead(note, memory)
    bar = OF_THE_DEAD if dead else max(_bar(note, memory), 0.0 if told else as_said)
    of_another = note.details.get("attribute") == "death" and not dead
    if note.confidence < LASTING:  # "that's me done playing" ends no dinners, "he's gone" no fiancé
        bar = max(bar, OTHER if of_another else OF_MANY)
    elif of_another and _called(note.text) and _called(memory.text):  # "Bex died" no wife Ann
        bar = max(bar, OTHER)
    return likely >= bar and _may_cross(note, memory)


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
    of_theirs = memory.details.get("about") == "other" and _sort(memory) in _OF_A_LIFE
    if note.details.get("attribute") != "death" or not (of_theirs or _sort(memory) in _GO_WITH["death"]):
        return False
    return bool(_called(note.text) & _called(memory.text) or _died(note) & set(tokens(memory.text)))


def _bar(note: Candidate, memory: Memory) -> float:
    of, sort = _sort(memory), str(note.details.get("attribute"))
    if of in _STAYS and sort != "death":
        return OTHER if of == sort else 1.0
    if of != sort:
        return GOING_WITH if of in _GO_WITH.get(sort, ()) or _names(note, memory) else OTHER
    same = OF_MANY if sort in _MANY else SAME
    if "other" not in (_about(memory, note), note.details.get("about")):
        return same
    theirs, named = _called(note.text), _called(memory.text)
    return same if theirs & named else OTHER if theirs and named else GOING_WITH


def _called(text: str) -> set[str]:
    """Whoever is named in a text, by name where they have one: "their sister Bex" and "bex" are one."""
    return {one.split(",")[0].split()[-1].casefold() for one in mentions([text])}


def _names(note: Candidate, memory: Memory) -> bool:
    """Whether a note has the value of a memory in its words: "i quit costco"."""
    return bool(memory.value) and set(tokens(f"{memory.value}")) <= set(tokens(note.quote or note.text))


def _sort(memory: Memory) -> str:
    slot = (memory.key or "").partition(":")[0]
    return str(memory.details.get("attribute") or _OF_SLOTS.get(slot, slot))


def _about(memory: Memory, note: Candidate) -> object:
    return memory.details.get("about", note.details.get("about"))


def _may_cross(note: Candidate, memory: Memory) -> bool:
    """Whether what is said of somebody can end what is known of somebody else: "she's on gabapentin now" no rota."""
    of_both = memory.details.get("attribute") in _OF_BOTH or note.details.get("attribute") == "death"
    return of_both or note.details.get("about") == _about(memory, note)
