"""When two things are the same: values of a slot, a topic and what belongs to it, one thing and many."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile

from reverie.text.patterns import lazy_pattern

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


def word_beginning(word: str) -> str:
    """What each spelling of a word in ASCII begins with that ``words`` reads as this one.

    >>> [word_beginning(word) for word in ("pizza", "cherry", "mouse")]
    ['pizza', 'cherr', 'm']
    """
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(word, _PLURALS.get(word, word), strict=False))
    return "".join(letter for letter, _other in alike) if word in _PLURALS else word.removesuffix("y")


_WORD = lazy_pattern(r"[^\W_]+(?:['’][^\W_]+)?(?:\+\+|#)?")
_ARTICLES = frozenset({"a", "an", "the", "my", "our", "some"})
_TYPO_LENGTH = 8
_TYPO_RATIO = 0.9

TOPIC_KEYS: Mapping[str, tuple[str, ...]] = {
    "job": ("employer", "occupation"),
    "work": ("employer", "occupation"),
    "career": ("employer", "occupation"),
    "profession": ("occupation",),
    "food": ("favorite_food", "favorite_dish", "favorite_meal", "favorite_snack", "diet", "allergy"),
    "diet": ("diet", "allergy"),
    "health": ("allergy", "condition", "diet", "health"),
    "allergy": ("allergy",),
    "home": ("home",),
    "address": ("home",),
    "city": ("home",),
    "family": tuple(
        "sister brother mother father son daughter child partner aunt uncle cousin grandmother grandfather niece "
        "nephew mum mom dad wife husband kid parent nan gran grandma grandpa grandson granddaughter family".split()
    ),
    "pet": ("dog", "cat", "pet", "rabbit", "hamster", "bird", "fish", "horse"),
    "relationship": ("partner",),
    "hobby": ("hobby",),
    "feeling": ("feeling",),
    "plan": ("plan",),
    "like": ("likes",),
    "dislike": ("dislikes",),
    "language": ("speaks",),
    "study": ("studies", "school"),
    "school": ("studies", "school"),
    "name": ("name", "nickname"),
    "birthday": ("birthday",),
    "age": ("age", "birthday"),
}
"""Words people use for a topic, and the slots that belong to it (the part of a key before its colon)."""

_FILLER = _ARTICLES | frozenset(
    "about all and any anything everything for i in is it me of on or that their they this to what with you".split()
)


def words(text: str) -> list[str]:
    """The words of a text as they are compared: folded, with the plural's s cut off.

    >>> words("The Pizzas, my loves!")
    ['the', 'pizza', 'my', 'love']
    """
    plain = text
    if not text.isascii():
        letters = unicodedata.normalize("NFKD", text)
        plain = "".join(c for c in letters if not unicodedata.combining(c) and unicodedata.category(c) != "Cf")
    return [singular(w.replace("’", "'").removesuffix("'s")) for w in _WORD.findall(plain.casefold())]


def normal(value: str) -> str:
    """A value as it is compared: folded words without articles."""
    kept = [w for w in words(value) if w not in _ARTICLES]
    return " ".join(kept) or " ".join(words(value))


def alike(a: str, b: str) -> bool:
    """Whether two values of one slot mean the same: equal once normal, or a typo apart.

    A typo is a similarity of 0.9 or more between values of at least eight letters; shorter ones ("Mia",
    "Mila") have to be equal.
    """
    first, second = normal(a), normal(b)
    if first == second:
        return bool(first) or a.strip() == b.strip()
    if min(len(first), len(second)) < _TYPO_LENGTH or any(c.isdigit() for c in first + second):
        return False
    return SequenceMatcher(None, first, second).ratio() >= _TYPO_RATIO


_LIGHT = _ARTICLES | frozenset("to do go play at in on of for with their his her own practise practice be".split())
_PAST = {
    "ran": "run", "went": "go", "bought": "buy", "got": "get", "flew": "fly", "took": "take", "wrote": "write",
    "saw": "see", "met": "meet", "became": "become", "began": "begin", "won": "win", "sold": "sell", "built": "build",
    "made": "make", "gave": "give", "learnt": "learn", "taught": "teach", "rode": "ride", "swam": "swim",
    "drove": "drive", "sang": "sing", "left": "leave",
}  # fmt: skip


def stem(word: str) -> str:
    """A word without the ending of its verb: "running" is "run"."""
    bare = _PAST.get(word, word)
    for ending in ("ing", "ed", "e"):
        if bare.endswith(ending) and len(bare) - len(ending) >= 2:
            bare = bare[: -len(ending)]
            break
    return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] else bare


def _stems(text: str) -> list[str]:
    return [stem(word) for word in words(text) if word not in _LIGHT] or [stem(word) for word in words(text)]


def named_by(value: str, said: str, *, deed: bool = False) -> bool:
    """Whether words name a value loosely: "the car" a "red car", "running" the deed "run every morning".

    A thing is named by its last word at least ("coffee" is no "coffee cake"), a deed by any of its words.

    >>> named_by("red car", "the car"), named_by("coffee cake", "coffee"), named_by("run daily", "running", deed=True)
    (True, False, True)
    """
    known, named = _stems(value), _stems(said)
    if not (known and named):
        return False  # signs alone name nothing
    if set(known) <= set(named):
        return True
    head = next((word for word in reversed(known) if not word.isdigit()), "")
    return set(named) <= set(known) and (deed or head in named)


def kindred(a: str, b: str) -> bool:
    """Whether two values begin with the same deed or end with the same thing: "two cats" and "one cat".

    >>> kindred("move to Lisbon", "move to Porto"), kindred("swim daily", "run daily")
    (True, False)
    """
    first, second = _stems(a), _stems(b)
    if not (first and second):
        return False
    return first[0] == second[0] or (
        first[-1] == second[-1] and first[-1] not in {"daily", "morn", "night", "week", "day"}
    )


def came_true(plan: str, deed: str) -> bool:
    """Whether a deed that was done is the one that was planned: the same verb, and all that the plan says after it.

    >>> came_true("run a marathon", "ran my first marathon"), came_true("run a marathon", "ran out of milk")
    (True, False)
    """
    planned, done = _stems(plan), _stems(deed)
    return len(planned) > 1 and planned[:1] == done[:1] and set(planned) <= set(done)


_SAYING = frozenset(
    "am are been be can did do does enjoy enjoyed favorite favourite feel feeling go had has hate hated have i'm "
    "i've is like liked live lived love loved play prefer really said still told use was were work worked".split()
)


def topic_words(topic: str) -> frozenset[str]:
    """The words of a topic that carry it: "everything about my job" is {"job"}, "that I like ramen" is {"ramen"}.

    Words that only say how somebody stands to it count where there are no others.
    """
    carrying = frozenset(w for w in words(topic) if w not in _FILLER)
    return carrying - _SAYING or carrying


def topic_keys(topic: str) -> frozenset[str]:
    """The slots that belong to a topic named by one word ("my job"); empty where it names no topic."""
    named = topic_words(topic)
    return frozenset(TOPIC_KEYS.get(next(iter(named)), ())) if len(named) == 1 else frozenset()


def slot(key: str) -> str:
    """The part of a key before its colon: ``likes`` of ``likes:pizza``."""
    return key.partition(":")[0]


def mentions(text: str, topic: frozenset[str]) -> bool:
    """Whether a text has every word of a topic."""
    if not topic:
        return False
    said = set(words(text))
    # Scripts without spaces have no words to compare: there a topic is mentioned where it stands.
    return all(word in said or (not word.isascii() and word in text.casefold()) for word in topic)


_BOUNDARY = lazy_pattern(r"(?<=[.!?])\s+|\n\s*")


def holds(text: str, words: Iterable[str]) -> bool:
    """Whether each of these stands somewhere in a text, in any case."""
    there = text.casefold()
    return all(word.casefold() in there for word in words)


def sentences(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text stand, as [start, end), without the space around them."""
    found, start = [], 0
    for boundary in _BOUNDARY.finditer(text):
        found.append((start, boundary.start()))
        start = boundary.end()
    found.append((start, len(text)))
    return [(s, e) for s, e in found if text[s:e].strip()]


def sentence_around(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """The [start, end) of the sentences that a span touches."""
    touched = [(s, e) for s, e in sentences(text) if s < span[1] and span[0] < e]
    return (min(s for s, _ in touched), max(e for _, e in touched)) if touched else span


FORGOTTEN = "[forgotten]"
"""What stands in a message where words were forgotten."""


def remaining(text: str) -> str:
    """What is left of a text in which words were forgotten, without the marks; empty where nothing is.

    >>> remaining("[forgotten] My knee hurts."), remaining("[forgotten]")
    ('My knee hurts.', '')
    """
    if FORGOTTEN not in text:
        return text
    left = re.sub(rf"[ \t]*{re.escape(FORGOTTEN)}[ \t]*", " ", text).strip()
    return left if any(map(str.isalnum, left)) else ""


def occurrences(text: str, wanted: frozenset[str], within: tuple[int, int]) -> list[tuple[int, int]]:
    """Where words of a set stand in a stretch of a text."""
    return [m.span() for m in _WORD.finditer(text, *within) if not wanted.isdisjoint(words(m.group()))]


def overlaps(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Whether two stretches [start, end) share a character."""
    return a[0] < b[1] and b[0] < a[1]


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text with stretches of it replaced by a mark; ``gone`` are the stretches, in the old text, in order."""

    text: str
    gone: tuple[tuple[int, int], ...]

    def moved(self, span: tuple[int, int]) -> tuple[int, int]:
        """Where a stretch of the old text stands now; what was cut in half has the mark in it."""
        return self._moved(span[0], end=False), self._moved(span[1], end=True)

    def _moved(self, place: int, *, end: bool) -> int:
        shift = 0
        for start, stop in self.gone:
            if start < place < stop or (end and place == stop) or (not end and place == start):
                return start + shift + (len(FORGOTTEN) if end else 0)
            if stop <= place:
                shift += len(FORGOTTEN) - (stop - start)
        return place + shift


def redacted(text: str, spans: Iterable[tuple[int, int]]) -> Redacted:
    """The text with the spans replaced by a mark; spans with nothing but space between them become one."""
    gone: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if gone and not text[gone[-1][1] : start].strip():
            gone[-1] = (gone[-1][0], max(gone[-1][1], end))
        else:
            gone.append((start, end))
    pieces, at = [], 0
    for start, end in gone:
        pieces += [text[at:start], FORGOTTEN]
        at = end
    return Redacted("".join([*pieces, text[at:]]), tuple(gone))
