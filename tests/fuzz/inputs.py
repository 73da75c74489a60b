"""Texts to try a reader with: made of pieces of what it expects, of what tears readers apart, and of anything.

An input is a function of (seed, target, number) alone, so what a run reports can be made again from these three.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

NASTY = (
    *("\x00", "\ud800", "\udfff\ud800", "\u202e", "\u200b", "\u200d", "\u2066", "\ufeff", "\u0301" * 40, "a\u0301"),
    *("\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\r", "\r\n", "\t", " ", "\u00a0", "\u3000"),
    *("İ", "ß", "ŉ", "ǰ", "ΐ", "ﬁ", "ς", "ı", "K", "你好", "😀", "👩‍👩‍👧‍👦", "🇫🇷", "١٢٣", "²", "½", "𝟙𝟚", "א", "عربى"),
    *("’", "“", "”", "…", "—", "«", "`", "```", "~~~", "\\", "\\u0000", "%00", "&#0;", "&#x110000;", "&amp;", "\ufffd"),
    *("0", "-1", "1e400", "NaN", "Infinity", "9" * 25, "null", "true", "[]", "{}", '"', "'", "<", ">", "&", ";", "--"),
    *("{" * 50, "[" * 50, "(" * 50, "<" * 50, "a" * 300, "I " * 60, "; " * 60, "\n" * 60, "1" * 5000),
)
"""What readers stumble over: halves of characters, directions, marks that combine, letters that grow in lower case."""

_LONGEST = 20_000
_CHARACTERS = 0x110000


def number_of(seed: int, target: str, number: int) -> Random:
    """The dice of one input."""
    return Random(f"{seed}/{target}/{number}")


def made(dice: Random, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    """A text: a whole example with a few changes, pieces in any order, nonsense, and rarely very much of one piece."""
    return _HOW[dice.choices(range(len(_HOW)), (500, 300, 80, 110, 4))[0]](dice, pieces, wholes)


def _changed(dice: Random, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    text = dice.choice(wholes)
    for _ in range(dice.choice((0, 1, 1, 2, 3, 6))):
        text = _CHANGES[dice.randrange(len(_CHANGES))](dice, text, pieces, wholes)
    return text


def _pieced(dice: Random, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    glue = dice.choice(("", "", " ", "\n"))
    return glue.join(_some(dice, pieces, wholes) for _ in range(dice.randint(0, 14)))


def _any(dice: Random, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    top = dice.choice((0x80, 0x250, 0x3000, _CHARACTERS))
    return "".join(chr(dice.randrange(top)) for _ in range(dice.randint(0, 60)))


def _nasty(dice: Random, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    return "".join(dice.choice(NASTY) for _ in range(dice.randint(1, 8)))


def _much(dice: Random, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    piece = _some(dice, pieces, wholes)[:400] or " "
    times = dice.randint(1, min(2000, _LONGEST // len(piece)))
    return _some(dice, pieces, wholes) + piece * times + _some(dice, pieces, wholes)


_HOW = (_changed, _pieced, _any, _nasty, _much)


def _some(dice: Random, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    chance = dice.random()
    if chance < 0.75:
        return dice.choice(pieces)
    return dice.choice(NASTY) if chance < 0.9 else dice.choice(wholes)


Edit = Callable[[Random, str, Sequence[str], Sequence[str]], str]


def _put(dice: Random, text: str, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    at = dice.randint(0, len(text))
    return text[:at] + _some(dice, pieces, wholes) + text[at:]


def _cut(dice: Random, text: str, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    start, end = sorted((dice.randint(0, len(text)), dice.randint(0, len(text))))
    return text[:start] + text[end:] if end - start < 60 else text[:start] + text[start + dice.randint(1, 9) :]


def _twice(dice: Random, text: str, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    start, end = sorted((dice.randint(0, len(text)), dice.randint(0, len(text))))
    return text[:end] + text[start:end] * dice.choice((1, 1, 2, 9)) + text[end:]


def _other(dice: Random, text: str, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    if not text:
        return text
    at = dice.randrange(len(text))
    put = dice.choice((dice.choice(NASTY)[:9], text[at].swapcase(), chr(dice.randrange(0x250)), dice.choice(text)))
    return text[:at] + put + text[at + 1 :]


def _broken_off(dice: Random, text: str, pieces: Sequence[str], wholes: Sequence[str]) -> str:
    return text[: dice.randint(0, len(text))]


_CHANGES: tuple[Edit, ...] = (_put, _cut, _twice, _other, _other, _broken_off)


def cuts(dice: Random, text: str) -> list[str]:
    """A text in up to eight pieces."""
    places = sorted(dice.randint(0, len(text)) for _ in range(dice.randint(0, 7)))
    return [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]
