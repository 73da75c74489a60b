"""Whether two statements say the same, the opposite, or something else: by their words, their order and their sides.

A statement is read into its words in order, each with a sign: minus stands for what a "no" before it denies. Words that
mean the same are one, and light words are left out. Then words that only one of the two has decide, and where there are
none, the signs and the order: "nuts but no dairy" and "dairy but no nuts" have the same words. What it can't see needs
knowledge of the world; in doubt two statements are different, since two memories are better than one swallowed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from reverie.memory.opposites import COUNTERPARTS, MANNERS, opposed
from reverie.text import synonyms
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import singular, stem, words

NEAR = 0.95
"""The cosine from which two statements may be the same though their words differ (seeds 000 and 004)."""

LONGEST = 1_000
"""Characters of a statement that are compared; longer ones are the same only where they are equal."""


class Verdict(StrEnum):
    """What two statements are to each other."""

    SAME = "same"
    OPPOSITE = "opposite"
    DIFFERENT = "different"


def _root(word: str) -> str:
    root = stem(word)
    return root[:-2] if len(root) > 5 and root.endswith("ly") else root


@lru_cache(maxsize=4096)
def _beginning(word: str) -> str:
    return stem(singular(word))[:4]


def _beginnings(text: str) -> Iterator[str]:
    return map(_beginning, _LETTERS.findall(text.lower()))


def _table(table: str) -> Iterator[list[list[str]]]:
    for row in table.strip().splitlines():
        yield [[_root(word) for word in words(side)] for side in row.split("/")]


_CANON: Mapping[str, str] = {word: row[0][0] for row in _table(synonyms.SAME) for word in row[0]}


def _rows() -> dict[str, list[tuple[int, int]]]:
    """By word, the rows of opposites on which it stands, and the side."""
    rows: dict[str, list[tuple[int, int]]] = {}
    for number, sides in enumerate(_table(synonyms.OPPOSITES)):
        for side, many in enumerate(sides):
            for word in many:
                rows.setdefault(_CANON.get(word, word), []).append((number, side))
    return rows


_ROW = _rows()
_LETTERS = lazy_pattern(r"[^\W_]+")
_BEGINNINGS = [
    {*_beginnings(" ".join(word for word in words(row) if len(word) > 2))}
    for row in (
        *(row for table in (synonyms.SAME, synonyms.OPPOSITES, MANNERS, COUNTERPARTS) for row in table.splitlines()),
        *(f"{pattern.pattern} {meaning}" for pattern, meaning in synonyms.PHRASES),
    )
]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word as it is compared; ``denied`` where a no stands before it."""

    stem: str
    denied: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    """A statement: its words, their order with the members of a list sorted, and those that say when or where it is so.

    It is ``leading`` where it begins with these: where they end is not seen there. With ``roles`` it compares, or goes
    from one thing to another. ``lone`` are the words to which no other is opposed.
    """

    words: tuple[_Word, ...]
    bag: Counter[str]
    lone: frozenset[str]
    order: tuple[str, ...]
    placed: frozenset[str]
    names: frozenset[str]
    negative: bool
    leading: bool
    roles: bool
    passive: bool

    def denied(self, stems: Counter[str]) -> Counter[str]:
        return Counter(word.stem for word in self.words if word.denied and word.stem in stems)


def judge(first: str, second: str, *, nearness: float | None = None) -> Verdict:
    """What two statements are to each other; ``nearness`` is the cosine of their vectors, where there is one.

    >>> judge("Likes jazz", "Really likes jazz").value, judge("Is comfortable", "Is not comfortable").value
    ('same', 'opposite')
    >>> judge("Prefers cats over dogs", "Prefers dogs over cats").value, judge("Has a cat", "Has a dog").value
    ('opposite', 'different')
    """
    if " ".join(first.casefold().split()) == " ".join(second.casefold().split()):
        return Verdict.SAME
    if max(len(first), len(second)) > LONGEST:
        return Verdict.DIFFERENT
    one, other = _read(first), _read(second)
    if not (one.words and other.words):
        return Verdict.DIFFERENT
    verdict = _by_words(one, other) if one.lone <= other.lone or other.lone <= one.lone else None
    if verdict is None and opposed(first, second):
        verdict = Verdict.OPPOSITE
    if verdict is None and nearness is not None and nearness >= NEAR and _only_worded(one, other):
        verdict = Verdict.SAME
    return verdict or Verdict.DIFFERENT


def kindred(text: str) -> Callable[[str], bool]:
    """Look quickly whether another statement may be the same or the opposite: it shares the beginning of a word.

    Words of one row of the tables are one. Reading a statement takes fifty times as long.
    """
    begun = {*_beginnings(" ".join(word for word in words(text) if word not in synonyms.LIGHT))}
    for _synonyms_then_opposites in range(2):
        begun = begun.union(*(row for row in _BEGINNINGS if not row.isdisjoint(begun)))
    return lambda other: not begun or not other.isascii() or not begun.isdisjoint(_beginnings(other))


def _by_words(one: _Read, other: _Read) -> Verdict | None:
    """What their words, signs and order say; None where these say nothing, as where each has a lone word of its own."""
    mine, theirs = one.bag - other.bag, other.bag - one.bag
    return _replaced(one, other, mine, theirs) if mine or theirs else _ordered(one, other)


def _ordered(one: _Read, other: _Read) -> Verdict:
    """Two statements of the same words: signs and order decide."""
    denied, denied_too = one.denied(one.bag), other.denied(one.bag)
    if denied != denied_too:
        # "Doesn't eat meat" and "eats no meat" deny one thing, at its beginning or at its end.
        within = one.negative and other.negative and (denied <= denied_too or denied_too <= denied)
        return Verdict.SAME if within else Verdict.OPPOSITE
    if one.passive != other.passive:
        return Verdict.DIFFERENT
    mine, theirs = _core(one, other), _core(other, one)
    if mine == theirs:
        return Verdict.SAME
    moved = {word for pair in zip(mine, theirs, strict=False) if len({*pair}) > 1 for word in pair}
    turned = one.roles or other.roles or moved & (one.names | other.names) or _turned(mine, theirs)
    return Verdict.OPPOSITE if turned else Verdict.DIFFERENT


def _turned(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether what stands before a word in one stands after it in the other: "Talent beats practice"."""
    return any(
        set(mine[:place]) == set(theirs[theirs.index(word) + 1 :])
        and set(mine[place + 1 :]) == set(theirs[: theirs.index(word)])
        for place, word in enumerate(mine[1:-1], 1)
        if word in theirs
    )


def _core(one: _Read, other: _Read) -> tuple[str, ...]:
    """The words of a statement in order, without when and where it is so in either.

    Of one that begins with that it is not seen where it ends: there the other tells. What is placed here and there in
    two ways ("the key in the box") is no such thing.
    """
    if one.leading != other.leading:
        placed = other.placed if one.leading else one.placed
    elif one.placed and other.placed and one.placed != other.placed:
        placed = frozenset()
    else:
        placed = one.placed | other.placed
    return tuple(word for word in one.order if word not in placed)


def _replaced(one: _Read, other: _Read, mine: Counter[str], theirs: Counter[str]) -> Verdict | None:
    """Two statements of which one has another word in a place, or more words; None where that says nothing."""
    shared = one.bag & other.bag
    denied = one.denied(shared) != other.denied(shared)
    a, b = _carrying(mine), _carrying(theirs)
    if not shared:
        return None
    if not a and not b:
        return Verdict.OPPOSITE if denied else Verdict.SAME if _core(one, other) == _core(other, one) else None
    if len(a) == len(b) == 1:
        ((x, y),) = zip(a, b, strict=True)
        if _excluding(x, y):
            flipped = denied or (
                {w.denied for w in one.words if w.stem == x} != {w.denied for w in other.words if w.stem == y}
            )
            return Verdict.SAME if flipped and not _amounts(x, y) else Verdict.OPPOSITE
        return None
    if denied and (not a or not b):
        # A no without more says no to all of it; a no to a part of it leaves the rest.
        general = one if not a else other
        return Verdict.OPPOSITE if general.negative and general.denied(shared) else None
    pairs = [(x, y) for x in a for y in b if _excluding(x, y)]
    if len(pairs) == max(len(a), len(b)) and not denied:
        return Verdict.OPPOSITE
    return None


def _only_worded(one: _Read, other: _Read) -> bool:
    """Whether what differs may be wording: the same signs, and no number, day or side among it."""
    if one.negative != other.negative:
        return False
    mine, theirs = one.bag - other.bag, other.bag - one.bag
    differing = (*mine, *theirs)
    telling = (_amount(word) or word in synonyms.ROLES or any(map(str.isdigit, word)) for word in differing)
    return not any(telling) and not any(_excluding(x, y) for x in mine for y in theirs)


def _carrying(many: Counter[str]) -> list[str]:
    return [word for word in many.elements() if word not in synonyms.SMALL]


def _sided(word: str) -> bool:
    """Whether there is a word that it excludes."""
    return word in _ROW or word in _FREQUENT or _amount(word) is not None


def _excluding(a: str, b: str) -> bool:
    """Whether two words can't both be so in one place: two amounts, or the two sides of a row."""
    if _amounts(a, b):
        return True
    return any(row == other and side != across for row, side in _ROW.get(a, ()) for other, across in _ROW.get(b, ()))


_YEAR = lazy_pattern(r"(?:19|20)\d\d")
"""A year says when, and much may be so in two."""


def _amounts(a: str, b: str) -> bool:
    return (_amount(a) is not None and _amount(a) == _amount(b)) or (a in _FREQUENT and b in _FREQUENT)


def _amount(word: str) -> str | None:
    if word[:1].isdigit():
        return "number" if _YEAR.fullmatch(word) is None else None
    for name, group in _AMOUNTS.items():
        if word in group:
            return name
    return None


_AMOUNTS = {
    name: frozenset(stem(word) for word in group)
    for name, group in (
        ("day", synonyms.DAYS),
        ("month", synonyms.MONTHS - {"may", "march"}),
        ("quantifier", synonyms.QUANTIFIERS - {"1", "0"}),
    )
}
_UNNAMED = synonyms.LIGHT | synonyms.SMALL | synonyms.PLACING | synonyms.NEGATORS | synonyms.MONTHS | synonyms.MEASURING
_FREQUENT = frozenset(stem(words(word)[0]) for word in synonyms.FREQUENCIES)


@lru_cache(maxsize=8192)
def _read(text: str) -> _Read:
    said = text.casefold().replace("’", "'")
    for pattern, opened in (*synonyms.OPENED, *synonyms.PHRASES):
        said = pattern.sub(opened, said)
    said = synonyms.NUMBERED.sub(_numbered, said)
    found: list[_Word] = []
    members: list[list[str]] = [[]]
    placed: set[str] = set()
    placing = negative = denied = False
    for said_word in synonyms.TOKEN.findall(said):
        if said_word in ".;" or said_word in synonyms.SCOPE_ENDS:
            denied = placing = False
        elif said_word in synonyms.MEMBERS:
            members.append([])
        elif said_word in synonyms.NEGATORS and said_word != "nobody":
            denied = negative = True
        elif (root := _compared(said_word)) is not None:
            denied, negative = denied or said_word == "nobody", negative or said_word == "nobody"
            placing = said_word in synonyms.PLACING or (placing and said_word not in synonyms.LEADING_ELSEWHERE)
            if root in synonyms.SMALL:
                continue
            found.append(_Word(root, denied=denied))
            members[-1].append(root)
            if placing:
                placed.add(root)
    leading = said.split()[:1] != [] and said.split()[0] in synonyms.PLACING
    names = frozenset(filter(None, map(_compared, map(str.casefold, synonyms.NAMED.findall(text)))))
    roles = synonyms.ROLE.search(said) is not None
    passive = synonyms.PASSIVE.search(said) is not None
    bag = Counter(word.stem for word in found)
    lone = frozenset(word for word in _carrying(bag) if not _sided(word))
    order, where = _in_order(members), frozenset(placed)
    return _Read(tuple(found), bag, lone, order, where, names, negative, leading, roles, passive)


def _numbered(found: re.Match[str]) -> str:
    """A number behind its noun as a name: whoever owns book 4 may own book 5, but who has four books has not five."""
    noun, number = found.groups()
    verb = found.start() == 0 and noun.endswith("s")
    return found[0] if verb or noun in _UNNAMED else f"{noun} n{number}"


def _compared(said: str) -> str | None:
    """A word as it is compared; None for a light one. "Mondays" are no day: what is so on them may be so on others."""
    if said in synonyms.LIGHT:
        return None
    if said.removesuffix("s") in synonyms.DAYS:
        return said
    said = synonyms.NUMERALS.get(said, synonyms.TENS.get(said, said))
    if said[0].isdigit() or said in synonyms.SMALL or said in synonyms.ROLES:
        return re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", said)
    if any(sign.isdigit() for sign in said):
        return said
    root = _root(words(said)[0]) if words(said) else said
    return _CANON.get(root, root)


def _in_order(members: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Words in order; the members of a list, from its first one on, in that of the alphabet."""
    head, *rest = members
    if not rest:
        return tuple(head)
    return (*head[:-1], *sorted([*head[-1:], *(word for member in rest for word in member)]))
