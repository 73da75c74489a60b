"""One thing and many: the singular of an English word, and the forms in which one thing may be named."""

from __future__ import annotations

_IRREGULAR = {
    "children": "child", "women": "woman", "men": "man", "mice": "mouse", "geese": "goose", "feet": "foot",
    "teeth": "tooth", "wolves": "wolf", "knives": "knife", "loaves": "loaf", "scarves": "scarf", "shelves": "shelf",
}  # fmt: skip
_PLURALS = {one: many for many, one in _IRREGULAR.items()}
_UNCHANGED = frozenset("series species news lens blues glasses goods arms sweets jeans".split())
_ENDS_IN_IE = frozenset(
    "boogie brownie calorie cookie foodie genie hippie hoodie movie necktie pixie rookie selfie smoothie veggie "
    "zombie".split()
)
_WITH_E = tuple("shes eaches oaches itches atches unches urches xes sses atoes angoes itoes".split())
"""Endings that lose "es": "peaches", and not "headaches"."""


def singular(word: str) -> str:
    """A folded word without the ending of its plural.

    >>> [singular(word) for word in ("pizzas", "cherries", "movies", "boxes", "children", "bus", "gas")]
    ['pizza', 'cherry', 'movie', 'box', 'child', 'bus', 'gas']
    """
    if word in _UNCHANGED or len(word) < 4:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies") and word[:-1] not in _ENDS_IN_IE:
        return word[:-3] + "y"
    if word.endswith(_WITH_E):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def other_numbers(phrase: str) -> list[str]:
    """The ways in which a phrase may be written with its last word in another number; some are no words.

    >>> other_numbers("roller coasters"), other_numbers("cherry")
    (['roller coaster', 'roller coasteres'], ['cherrys', 'cherryes', 'cherries'])
    """
    begin, space, last = phrase.rpartition(" ")
    one = singular(last)
    forms = [one, f"{one}s", f"{one}es"]
    if one.endswith("y"):
        forms.append(f"{one[:-1]}ies")
    if one in _PLURALS:
        forms.append(_PLURALS[one])
    return [f"{begin}{space}{form}" for form in forms if form != last]
