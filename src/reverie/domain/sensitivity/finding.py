"""What finding a secret means: a stretch of a text and its kind, and a table's line that finds one sort of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

BEFORE, AFTER = 60, 30
"""How many characters before and after a number are read for the words that say what it is."""


class Found(NamedTuple):
    """A secret's place in a text, [start, end), and its kind."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of text that is searched at once, beside its folded form, which is only asked what it contains."""

    text: str
    folded: str
    digits: int

    def has(self, some: Iterable[str]) -> bool:
        """Whether it holds any of some words; true for none. It is cheap, and spares most patterns most texts."""
        folded = self.folded
        return not some or any(word in folded for word in some)


def piece(text: str) -> Piece:
    """Prepare a stretch of text."""
    return Piece(text=text, folded=text.casefold(), digits=sum(map(str.isdecimal, text)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A sort of secret: what it looks like, and what else has to be so.

    The group ``secret`` of the pattern is masked. ``check`` is a check digit. ``near`` are words of which one has to
    stand around it. ``needs`` are parts of a text without which the pattern can't match.
    """

    kind: str
    pattern: re.Pattern[str]
    check: Callable[[str], bool] | None = None
    near: re.Pattern[str] | None = None
    needs: tuple[str, ...] = ()
    digits: int = 0

    def found(self, piece: Piece) -> Iterator[Found]:
        """Every place where it stands."""
        if piece.digits < self.digits or not piece.has(self.needs):
            return
        for match in self.pattern.finditer(piece.text):
            start, end = match.span("secret")
            near = self.near is None or around(piece.text, start, end, self.near)
            if near and (self.check is None or self.check(match["secret"])):
                yield Found(start, end, self.kind)


def around(text: str, start: int, end: int, words: re.Pattern[str]) -> bool:
    """Whether one of some words stands shortly before or after a stretch."""
    return bool(words.search(text, max(0, start - BEFORE), start) or words.search(text, end, end + AFTER))


def any_word(words: Sequence[str]) -> re.Pattern[str]:
    """A pattern for some words or phrases, whole, whatever their case."""
    listed = "|".join(re.escape(word).replace(r"\ ", r"[\s-]?") for word in words)
    return re.compile(rf"(?<![^\W_])(?:{listed})(?![^\W_])", re.IGNORECASE)
