"""What finding a secret means: a stretch of a text and its kind, and a table's line that finds one sort of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reverie.text.patterns import lazy_pattern

BEFORE, AFTER = 60, 30
"""How many characters before and after a number are read for the words that say what it is."""


class Found(NamedTuple):
    """A secret's place in a text, [start, end), and its kind."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of text that is searched at once, beside itself in lower case, letter for letter."""

    text: str
    lower: str
    digits: int

    def has(self, some: Iterable[str]) -> bool:
        """Whether it holds any of some words in lower case. It is cheap, and spares most patterns most texts."""
        lower = self.lower
        return any(word in lower for word in some)


GONE = "\ufffc"
"""What stands, letter for letter, where something was masked before: no secret, and no word either."""

_DIGIT = lazy_pattern(r"\d")
_MARK = lazy_pattern(r"\[[a-z ]{1,30} removed\]")


_UNSEEN = lazy_pattern(r"[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_DISGUISED = lazy_pattern(rf"{_UNSEEN.pattern}|[\uff01-\uff5e\U0001d400-\U0001d7ff\u24b6-\u24e9\u2460-\u2468]")


def undisguised(text: str) -> tuple[str, Sequence[int]]:
    """A text as it is read aloud: without what has no width, and with wide and ornate letters and digits as plain ones.

    Beside it, where each of its letters stands in the text, and the text's end.
    """
    if not _DISGUISED.search(text):
        return text, range(len(text) + 1)
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        if not _UNSEEN.match(letter):
            plain = unicodedata.normalize("NFKC", letter) if _DISGUISED.match(letter) else letter
            letters.append(plain if len(plain) == 1 else letter)
            places.append(place)
    return "".join(letters), (*places, len(text))


def piece(text: str) -> Piece:
    """Prepare a stretch of text."""
    if " removed]" in text:
        text = _MARK.sub(lambda mark: GONE * len(mark[0]), text)
    lower = text.lower()
    if len(lower) != len(text):  # the Turkish dotted capital I becomes two characters, and places would shift
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return Piece(text=text, lower=lower, digits=len(_DIGIT.findall(text)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A sort of secret: what it looks like, and what else has to be so.

    The group ``secret`` of the pattern is masked. It is matched against the text in lower case, which is several times
    faster than ignoring case, or with ``cased`` against the text as it is. ``check`` is a check digit; one of the words
    in ``near`` has to stand around it. Without one of ``needs``, or so many ``digits``, the pattern can't match.
    """

    kind: str
    pattern: re.Pattern[str]
    cased: bool = False
    check: Callable[[str], bool] | None = None
    near: re.Pattern[str] | None = None
    needs: tuple[str, ...] = ()
    digits: int = 0

    def found(self, piece: Piece) -> Iterator[Found]:
        """Every place where it stands."""
        if piece.digits < self.digits or (self.needs and not piece.has(self.needs)):
            return
        for match in self.pattern.finditer(piece.text if self.cased else piece.lower):
            start, end = match.span("secret")
            near = self.near is None or around(piece.lower, start, end, self.near)
            if near and (self.check is None or self.check(match["secret"])):
                yield Found(start, end, self.kind)


def around(text: str, start: int, end: int, words: re.Pattern[str]) -> bool:
    """Whether one of some words stands shortly before or after a stretch."""
    return bool(words.search(text, max(0, start - BEFORE), start) or words.search(text, end, end + AFTER))


def any_word(words: Sequence[str]) -> re.Pattern[str]:
    """A pattern for some words or phrases in lower case, whole, a space or a dash between their parts."""
    listed = "|".join(re.escape(word).replace(r"\ ", r"[\s-]?") for word in words)
    return lazy_pattern(rf"(?<![^\W_])(?:{listed})(?![^\W_])")
