"""When two values say the same: the matching rule of every measure of what was learned.

Values are compared by their content words: Unicode NFKC, casefolded; "pilot ' s" and "do n't" joined; articles,
possessives, small joining words and punctuation dropped; "3rd" is 3 and "twelve" is 12; the rest stemmed (Snowball's
English stemmer). Two values agree

- if their content words are the same, or
- if one's words contain the other's, and they share at least half of the longer one's ("hiking" and "hiking trips");
- deeds (plans, events, habits) also without containing each other, if they share at least half of the longer one's,
  auxiliary words left out ("passed my driving test", "passed the driving test today").
"""

from __future__ import annotations

import re
import unicodedata

import Stemmer

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*(?:\+\+|#)?")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_TOKENISED = re.compile(r"\s*'\s*(s|t|m|d|re|ve|ll)\b|\s+(n't)\b")
_SMALL = frozenset(
    "a an the some my our your his her its their of in on at to for with and or from by about as".split()
)
_AUXILIARY = frozenset(
    "am is are was were be been being have has had having do does did doing will would can could shall should may "
    "might must going gonna want wants wanted go goes get got myself themselves i we they me them just so today "
    "yesterday tomorrow".split()
)
_MONTHS = "january february march april may june july august september october november december".split()
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen".split()
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SAME_WORD = (
    {word: str(number) for number, word in enumerate(_UNITS)}
    | {word: str(10 * ten) for ten, word in enumerate(_TENS, 2)}
    | {month[:3]: month for month in _MONTHS}
    | {"sept": "september"}
)
_TEN_AND_ONE = re.compile(rf"\b({'|'.join(_TENS)})[\s-]({'|'.join(_UNITS[1:10])})\b")


def content(value: str, *, deed: bool = False) -> frozenset[str]:
    """The words of a value by which it is compared; a value without any keeps what it has.

    >>> sorted(content("the Pilot ' s exams"))
    ['exam', 'pilot']
    """
    plain = unicodedata.normalize("NFKC", value).casefold().replace("’", "'")
    plain = _TOKENISED.sub(lambda found: f"'{found[1]}" if found[1] else found[2], plain)
    plain = _TEN_AND_ONE.sub(lambda found: str(10 * (_TENS.index(found[1]) + 2) + _UNITS.index(found[2])), plain)
    words = [_plain(word) for word in _WORD.findall(plain)]
    kept = [w for w in words if w not in _SMALL and not (deed and w in _AUXILIARY)] or words or [plain.strip()]
    return frozenset(Stemmer.Stemmer("english").stemWords([_SAME_WORD.get(w, w) for w in kept]))


def _plain(word: str) -> str:
    ordinal = _ORDINAL.fullmatch(word)
    return ordinal[1] if ordinal else word.removesuffix("'s")


def agreement(gold: str, found: str, *, deed: bool = False) -> float:
    """How much of the longer value two values share, 0.5 to 1; 0 where they do not agree."""
    first, second = content(gold, deed=deed), content(found, deed=deed)
    common = len(first & second)
    shared = common / max(len(first), len(second))
    contained = common == min(len(first), len(second))
    return shared if shared >= 0.5 and (contained or deed) else 0.0
