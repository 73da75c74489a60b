"""Which rules are worth trying on a clause: those whose pattern cannot match without a word that is there.

A pattern's cue is read off the pattern itself: a set of fragments of which every match holds one ("I (?:own|
drive) .+" needs "own" or "drive"). What a word of a clause allows is worked out once for each word, so many
rules cost little more than few.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from reverie.text.patterns import lazy_pattern

_PIECE = lazy_pattern(
    r"\\.|\[(?:\\.|[^\]\\])*\]|\(\?P<\w+>|\(\?[a-z-]*:|\(\?<?[=!]|\(|\)|\||(?:[?*+]|\{\d+(?:,\d*)?\})[?]?|"
    r"[a-z'-]+(?![?*{])|.",
    re.IGNORECASE | re.DOTALL,
)
_MAY_BE_ABSENT = lazy_pattern(r"[?*]|\{0")
_COMMON = frozenset("i a an the is am are we my have had has been to in of and that it for not do was".split())

_LONG = 40
"""Letters of a word beyond which nothing is looked up: it might hold anything."""

Cue = frozenset[str]
_Rated = tuple[int, Cue]
"""A cue and how rare it is: the length of its shortest fragment, where common words count for nothing."""
_NONE: _Rated = (-1, frozenset())


def cue(pattern: str) -> Cue:
    """The fragments of words of which every match of a pattern holds one, in lower case; empty: it needs none.

    >>> sorted(cue(r"I (?:own|drive) (?P<value>.+)"))
    ['drive', 'own']
    """
    return _read(iter(_PIECE.findall(pattern)))[1]


def _read(pieces: Iterator[str]) -> _Rated:
    """The cue of a group, up to its closing bracket or the end."""
    branches: list[_Rated] = []
    best = last = _NONE
    for piece in pieces:
        if _MAY_BE_ABSENT.match(piece):
            last = _NONE
            continue
        best, last = (last if last[0] > best[0] else best), _NONE
        if piece == ")":
            break
        if piece == "|":
            branches.append(best)
            best = _NONE
        elif piece.startswith("("):
            inside = _read(pieces)
            last = _NONE if piece.endswith(("=", "!")) else inside
        elif piece[0].isalpha():
            word = piece.lower()
            last = (0 if word in _COMMON else len(word), frozenset({word}))
    branches.append(last if last[0] > best[0] else best)
    rarest = min(rated for rated, _ in branches)
    return _NONE if rarest < 0 else (rarest, frozenset().union(*(needed for _, needed in branches)))


def _places(mask: int) -> list[int]:
    """The places of the bits that are set, lowest first."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def chooser(patterns: Iterable[str]) -> Callable[[str], list[int]]:
    """Make the function that names the patterns, by their place, that could match somewhere in a text."""
    rules_of: dict[str, int] = {}
    always = 0
    for at, needed in enumerate(map(cue, patterns)):
        always |= 0 if needed else 1 << at
        for fragment in needed:
            rules_of[fragment] = rules_of.get(fragment, 0) | 1 << at
    everything = always
    for mask_of_one in rules_of.values():
        everything |= mask_of_one

    @lru_cache(maxsize=20_000)
    def allowed(word: str) -> int:
        if len(word) > _LONG:
            return everything
        mask = 0
        for start in range(len(word)):
            for end in range(start + 1, len(word) + 1):
                mask |= rules_of.get(word[start:end], 0)
        return mask

    def worth_trying(text: str) -> list[int]:
        mask = always
        for word in set(text.lower().split()):
            mask |= allowed(word)
        return _places(mask)

    return worth_trying
