"""Whether what a language model says of a message stands in that message: quotes, values, and what was borrowed.

A model sees more than the message that it is asked about, and may say what nobody said. So its quote is looked for,
word for word, in the person's own words of that very message, and what it concludes has to be made of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from reverie.learning.extraction import MARK
from reverie.learning.rules import own_words
from reverie.text.value_matching import words

Span = tuple[int, int]

_STRAIGHT = str.maketrans("\u2018\u2019\u02bc\u201c\u201d\u2013\u2014", "'''\"\"--")
_TELLING = frozenset(
    "about adore also been does dislike doing enjoy favorite favourite feel feeling from going hate have into like "
    "live love make more much named need often person play prefer really their them they think this time user very "
    "want well were what when which with work would year".split()
)
"""Words of four letters and more by which things are told, whatever they are about."""


def quoted(quote: str, text: str) -> Span | None:
    """Where a text has a quote as the person's own words, spacing, case and typographic quotes aside; None: nowhere."""
    pieces = quote.translate(_STRAIGHT).split()
    own = own_words(text).translate(_STRAIGHT)
    if not any(c.isalnum() for c in quote) or len(own) != len(text):
        return None
    found = re.search(r"\s+".join(map(re.escape, pieces)), own, re.IGNORECASE)
    return None if found is None or MARK.search(found.group()) else found.span()


def said_in(value: str, text: str) -> bool:
    """Whether a text has every word of a value."""
    said = set(words(text))
    named = words(value)
    return bool(named) and all(_among(word, said, text) for word in named)


def borrowed(told: str, text: str, others: Iterable[str]) -> bool:
    """Whether a sentence about a text has words from elsewhere.

    Those are names and numbers that are not in the text, and words of other texts; one word at least has to be shared.
    """
    said = set(words(text))
    elsewhere = {word for other in others for word in words(other)} - said
    names = re.findall(r"(?<=\s)[A-Z][^\W_]+|\d+", told)
    if any(not said_in(name, text) for name in names):
        return True
    telling = {word for word in words(told) if len(word) > 3 or not word.isascii()} - _TELLING
    return bool(telling & elsewhere) or not any(_among(word, said, text) for word in words(told))


def _among(word: str, said: set[str], text: str) -> bool:
    # Scripts without spaces have no words to compare: there a word is said where it stands.
    return word in said or (not word.isascii() and word in text.casefold())
