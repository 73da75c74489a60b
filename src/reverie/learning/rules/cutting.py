"""A value and its two faces, and the little cuts that every shape of value is made with.

``shown`` keeps the person's spelling and goes into a sentence about them ("their pilot's exam"); ``plain`` is
what two mentions of the same thing have in common ("pilot's exam").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from reverie.text.patterns import lazy_pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """One value as it is shown and as it is compared."""

    shown: str
    plain: str


EDGES = " \t\r\n.,!?;:~*_\"'()[]{}<>«»“”…-–—/\\|#=+^"
"""What may stand around a value and is no part of it."""

_PICTURES = lazy_pattern("[\U0001f000-\U0001faff\u2600-\u27bf\u2b50\ufe0f\u200d]+")
_ARTICLE = lazy_pattern(r"(?:the|a|an|my|our|their|some|any|all|of|to)\s+", re.IGNORECASE)
_POSSESSIVES = {"my": "their", "our": "their", "me": "them", "us": "them", "myself": "themselves", "mine": "theirs"}
_OWN = lazy_pattern(r"\b(?:my|our|me|us|myself|mine)\b")  # lower case only: "My Neighbor Totoro" is a title


def tidy(raw: str) -> str:
    """The words without pictures, without punctuation at the edges, and with single spaces."""
    bare = " ".join(_PICTURES.sub(" ", raw).split()).strip(EDGES)
    return bare.replace('"', "") if bare.count('"') % 2 else bare


def compared(shown: str) -> str:
    """The form in which two mentions of one thing are alike: lower case, no article, no possessive."""
    plain = tidy(shown).casefold()
    while match := _ARTICLE.match(plain):
        plain = plain[match.end() :]
    return plain


def valued(shown: str) -> Value | None:
    """A value of words as they are shown; None where nothing is left to compare, or more than a name could be."""
    plain = compared(shown)
    if not plain or len(plain) > 80 or not any(c.isalnum() for c in plain):
        return None
    return Value(shown=_OWN.sub(lambda m: _POSSESSIVES[m.group().lower()], shown), plain=plain)
