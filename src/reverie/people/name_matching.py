"""How alike two names are: whether somebody just met may be somebody known.

A name is a first name and the rest. Words are compared by spelling, by sound and by a list of English nicknames; the
first name counts for most, because people change, abbreviate and leave out the rest of their name, and relatives
share it. Scripts are not bridged: Олег and Oleg have nothing in common here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

import jellyfish
from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from reverie.learning.rules.given_names import GIVEN_NAMES

FIRST = 0.7
"""What the first name counts for, beside the rest."""
NICKNAME = 0.9
"""A nickname and its name: Bob and Robert."""
SOUND = 0.8
"""Words that sound alike: Kathryn and Catherine."""
SIBLINGS = 0.75
"""Two nicknames of one name: Rob and Bob."""
SHORTENED = 0.75
"""A name cut short, in the list or not: Maddi and Maddison."""
OTHER_NAME = 0.7
"""What spelling counts for where both are names in their own right: Mario is no slip of Maria."""
FIRST_ALONE = 0.85
"""A name that is the first name of the other: "Ada" said by somebody who may be Ada Lovelace."""
REST_ALONE = 0.8
"""A name that is the last one of the other."""
INITIAL = 0.85
"""A letter for a word that begins with it: J. Smith."""
DOUBT = 0.85
"""What the rest of a name counts at most where a word of it is missing or different, however many others are equal."""
TURNED = 0.9
"""First name last without a comma: James Ryan may be Ryan James, and may be somebody else."""

_ANSWERED = 0.9
"""How alike a word must be to be no doubt: a slip in ten letters, or a nickname."""
_SOUNDS_NEAR = 0.6
"""The Jaro-Winkler likeness that words of one sound need: metaphone hears no vowels, so Jane is Gina."""
_VOWELS = ("a", "o", "u")
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "mx", "dr", "prof"})
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
_APOSTROPHES = frozenset("'’‘ʼ`´")
_REMEMBERED = 1 << 16
"""How many words and names are kept as they were read: a server's people, and little memory."""

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Somebody known who may be meant, with the likeness of the names, 0 to 1."""

    id: str
    name: str
    score: float


def likeness(a: str, b: str) -> float:
    """Tell how alike two names are, from 0 to 1; 1 means equal but for accents, case, spacing and punctuation.

    "Lovelace, Ada" is "Ada Lovelace". It is symmetric.
    """
    return _alike(_words(a), _words(b))


def alike(name: str, known: Iterable[tuple[str, str, str | None]], *, high: float, low: float) -> list[Candidate]:
    """Find who may be meant by a name among people given as (id, name, nickname), best first.

    They are at least ``low`` alike, by name or by nickname. Where some reach ``high``, only they are given: nobody
    needs to be asked about the others.
    """
    wanted, pieces = _read(name)
    names = [(id_, shown, *_read(one)) for id_, shown, nickname in known for one in (shown, nickname) if one]
    near = _near(pieces, set().union(*[given for *_, given in names]), low)
    found: dict[str, Candidate] = {}
    for id_, shown, words, given in names:
        if not near.isdisjoint(given):
            score = _alike(wanted, words)
            if score >= low and (id_ not in found or found[id_].score < score):
                found[id_] = Candidate(id=id_, name=shown, score=score)
    best = sorted(found.values(), key=lambda one: (-one.score, one.name, one.id))
    return [one for one in best if one.score >= high] or best


def _near(wanted: Words, given: set[str], low: float) -> set[str]:
    """The words that alone could make a name as alike as ``low``: a score is never above that of its best words."""
    cutoff = max(low - 0.001, 0.0)  # rapidfuzz turns a cutoff into edits, and may leave out what exactly meets it
    sounds = {_sound(word) for word in wanted} - {""}
    near = {word for word in given if _sound(word) in sounds or word.startswith(wanted)}
    for word in wanted:
        spelt = process.extract(word, given, scorer=OSA.normalized_similarity, score_cutoff=cutoff, limit=None)
        near.update(found for found, _, _ in spelt)
        near |= given & _related(word) | given & {word[:end] for end in range(1, len(word))}
    return near


@lru_cache(_REMEMBERED)
def _read(name: str) -> tuple[Words, Words]:
    words = _words(name)
    return words, _pieces(words)


def _pieces(words: Words) -> Words:
    """A name's words, those that may be written as one, and the whole."""
    return tuple({*words, *map("".join, pairwise(words)), "".join(words)})


def _words(name: str) -> Words:
    """A name's words as they are compared: without accents, case, signs and titles, the first name first.

    A name of signs alone is one word as it is.
    """
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_PLAIN)
    plain = "".join(c for c in plain if not "\u0300" <= c <= "\u036f" and c not in _APOSTROPHES)
    last, comma, first = plain.partition(",")
    turned = f"{first} {last}" if comma else plain
    words = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in turned).split()
    return tuple(word for word in words if word not in _TITLES) or tuple(words) or (" ".join(plain.split()),)


def _alike(a: Words, b: Words) -> float:
    if "".join(a) == "".join(b):
        return 1.0
    return max(_aligned(one, other) for one, other in _written(a, b))


def _written(a: Words, b: Words) -> Iterable[tuple[Words, Words]]:
    """Both names, and with two words of the longer one written together."""
    yield a, b
    if len(a) != len(b):
        shorter, longer = sorted((a, b), key=len)
        for place in range(1, len(longer)):
            yield shorter, (*longer[: place - 1], longer[place - 1] + longer[place], *longer[place + 1 :])


def _aligned(a: Words, b: Words) -> float:
    if len(a) == len(b) == 1:
        return word_likeness(a[0], b[0])
    if len(a) == 1 or len(b) == 1:
        (alone,), whole = sorted((a, b), key=len)
        return max(FIRST_ALONE * word_likeness(alone, whole[0]), REST_ALONE * word_likeness(alone, whole[-1]))
    straight = FIRST * word_likeness(a[0], b[0]) + (1 - FIRST) * _rests(a[1:], b[1:])
    return max(straight, TURNED * _rests(a, b))


def _rests(a: Sequence[str], b: Sequence[str]) -> float:
    """The mean likeness of each word to the best of the other's, so that a middle name may be missing."""
    table = [[word_likeness(one, other) for other in b] for one in a]
    there, back = [max(row) for row in table], [max(column) for column in zip(*table, strict=True)]
    mean: float = (sum(there) / len(there) + sum(back) / len(back)) / 2
    return mean if min(there + back) >= _ANSWERED else min(mean, DOUBT)


def word_likeness(a: str, b: str) -> float:
    """Tell how alike two folded words of names are: as spelt, as heard, as nicknames, or as an initial."""
    if a == b:
        return 1.0
    if min(len(a), len(b)) == 1:
        return INITIAL if _initial(a, b) else 0.0
    a, b = sorted((a, b))
    spelt: float = OSA.normalized_similarity(a, b)
    if a in _known_names() and b in _known_names():
        spelt *= OTHER_NAME
    cut = SHORTENED if len(a) >= 3 and len(b) >= len(a) + 2 and b.startswith(a) else 0.0
    return max(spelt, cut, _heard(a, b), _called(a, b))


def _initial(a: str, b: str) -> bool:
    return min(len(a), len(b)) == 1 and a[0] == b[0] and a[0].isalpha()


def _heard(a: str, b: str) -> float:
    sound = _sound(a)
    return SOUND if sound and sound == _sound(b) and JaroWinkler.similarity(a, b) >= _SOUNDS_NEAR else 0.0


@lru_cache(_REMEMBERED)
def _sound(word: str) -> str:
    """How a word sounds: its metaphone, and the vowel at its end, which tells Mario from Maria."""
    code = jellyfish.metaphone(word.encode(errors="replace").decode())  # a terminal may give what is no UTF-8
    if not code:
        return ""
    end = word.removesuffix("h")
    return code + ("i" if end.endswith(("ee", "ie", "ey", "i", "y")) else end[-1:] if end.endswith(_VOWELS) else "")


def _called(a: str, b: str) -> float:
    names = _nicknames()
    if b in names.get(a, ()) or a in names.get(b, ()):
        return NICKNAME
    return SIBLINGS if b in _related(a) else 0.0


@lru_cache(_REMEMBERED)
def _related(word: str) -> frozenset[str]:
    """The nicknames of a word, the names it is a nickname of, and the other nicknames of these."""
    names, whole = _nicknames(), _named()
    of = whole.get(word, frozenset())
    return frozenset().union(names.get(word, ()), of, *(names[one] for one in of))


def _written_as(name: str) -> str:
    return "".join(_words(name))


@cache
def _nicknames() -> dict[str, frozenset[str]]:
    from nicknames import NickNamer

    table = NickNamer.default_lookup()
    return {_written_as(name): frozenset(map(_written_as, short)) for name, short in table.items()}


@cache
def _named() -> dict[str, frozenset[str]]:
    """The names that each nickname may stand for."""
    turned: dict[str, set[str]] = {}
    for name, nicknames in _nicknames().items():
        for nickname in nicknames:
            turned.setdefault(nickname, set()).add(name)
    return {nickname: frozenset(names) for nickname, names in turned.items()}


@cache
def _known_names() -> frozenset[str]:
    return GIVEN_NAMES | _nicknames().keys() | _named().keys()


def let_go_of_names() -> None:
    """Let go of the names that were read, which are held to read them once."""
    for read in (_read, _sound, _related):
        read.cache_clear()
