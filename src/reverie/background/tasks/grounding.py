"""What holds of what a language model says of a message: the slots it may fill, and whether its words stand there.

The slots are those of the rules that are safe to name from outside.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from reverie.learning.extraction import MARK
from reverie.learning.rules import own_words
from reverie.records.memories import Category
from reverie.text.value_matching import sentences, words

Span = tuple[int, int]

_STRAIGHT = str.maketrans("\u2018\u2019\u02bc\u201c\u201d\u2013\u2014", "'''\"\"--")
_TELLING = frozenset(
    "about adore also been before color colour dislike does doing don't enjoy favorite favourite feel feeling "
    "from going hate have into like live love make more much named need often person play prefer really still "
    "that their them they think this time user very want well were what when which with work would year".split()
)
"""Words of four letters and more by which things are told, whatever they are about."""

_SMALL = frozenset("all and any are but for had has her him his not one she the two was who you".split())


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


def borrowed(told: str, text: str, others: Iterable[str], asked: str = "") -> bool:
    """Whether a sentence about a text has words from elsewhere.

    Those are names and numbers that are not in the text, and words of other texts; one word at least has to be shared.
    An answer has words of the question ``asked``: they may stand in the sentence, no more of them than of the text.
    """
    said = set(words(text))
    questions = (asked[start:end] for start, end in sentences(asked))
    question = {word for one in questions if one.endswith("?") for word in words(one)} - said
    elsewhere = {word for other in others for word in words(other)} - said - question
    named = words(told)
    telling = {word for word in named if len(word) > 3 or not word.isascii()} - _TELLING
    own = {word for word in named if len(word) > 2 and _among(word, said, text)} - _TELLING - _SMALL
    if unnamed(told, text) or telling & elsewhere or len(telling & question) > len(own):
        return True
    return not any(_among(word, said, text) for word in named)


def unnamed(told: str, text: str) -> list[str]:
    """The names and numbers of a sentence that a text does not have."""
    found = re.findall(r"(?<=\s)[A-Z][^\W_]+|\w*\d\w*", told)
    return [name for name in found if not said_in(name, text)]


def _among(word: str, said: set[str], text: str) -> bool:
    # Scripts without spaces have no words to compare: there a word is said where it stands.
    return word in said or (not word.isascii() and word in text.casefold())


class Slot(NamedTuple):
    """One slot: the category of what is in it, and whether it holds many values (its key has the value behind it).

    ``sphere`` is where an ending looks for it (``lifecycle.ENDABLE``); without one it ends by its exact value.
    """

    category: Category
    many: bool = False
    sphere: str | None = None


def _one(category: Category, names: str) -> dict[str, Slot]:
    return {name: Slot(category) for name in names.split()}


def _many(category: Category, names: str, sphere: str | None = None) -> dict[str, Slot]:
    return {name: Slot(category, many=True, sphere=sphere) for name in names.split()}


SLOTS: Mapping[str, Slot] = {
    **_one(
        Category.FACT,
        "age birthday home dwelling origin nationality occupation employer industry school studies partner "
        "relationship_status lives_with religion",
    ),
    **_one(
        Category.PREFERENCE,
        "diet favorite_food favorite_drink favorite_color favorite_movie favorite_show favorite_book favorite_author "
        "favorite_song favorite_band favorite_music favorite_game favorite_sport favorite_animal favorite_season "
        "favorite_place",
    ),
    **_one(Category.FEELING, "feeling"),
    **_many(Category.PREFERENCE, "likes prefers hobby", "taste"),
    **_many(Category.PREFERENCE, "dislikes avoids", "aversion"),
    **_many(Category.PREFERENCE, "habit plays", "doing"),
    **_many(Category.FACT, "learning volunteers teaches", "doing"),
    **_many(Category.FACT, "skill", "skill"),
    **_many(Category.FACT, "owns pet dog cat", "belonging"),
    **_many(Category.FACT, "fears", "aversion"),
    **_many(Category.HEALTH, "allergy", "aversion"),
    **_many(Category.HEALTH, "condition", "belonging"),
    **_many(Category.EVENT, "plan", "plan"),
    **_many(Category.EVENT, "event visited project"),
    **_many(
        Category.FACT,
        "speaks trait family mother father sister brother son daughter child past_work past_home grew_up member_of "
        "education business",
    ),
}
"""Every slot by its name."""


def key_of(name: str, value: str) -> str:
    """The key of a value in a slot; ``value`` is as it is compared."""
    return f"{name}:{value}" if SLOTS[name].many else name


def ending_of(name: str, value: str) -> str:
    """What ends a value of a slot, as ``Candidate.ends`` names it."""
    slot = SLOTS[name]
    if slot.sphere is not None:
        return f"{slot.sphere}~{value}"
    return key_of(name, value) if slot.many else f"{name}={value}"
