"""A text as the search sees it: hashes of its stems, and a few numbers about it.

Words are compared by the hash of their stem, so an index holds numbers and never a person's words. A stem is that of
the text's language, of English where it does not show; scripts written without spaces are cut into pairs of characters.
"""

from __future__ import annotations

import re
import threading
import unicodedata
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import Stemmer

from reverie.store.search.ranking import READ_CHARACTERS, question_share, temporal
from reverie.text.languages import NAMES, language_of, small_words
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import remaining

HEAD_CHARACTERS = 1000
QUESTION_CHARACTERS = 4000

# Question words are stopped as well: with them in, "when did … go" outweighs what was asked about.
STOP_WORDS = frozenset(
    """
    a about after again all also am an and any are aren as at be because been before being both but by can cannot
    could couldn d did didn do does doesn doing don done down during each ever few for from further get gets getting
    go goes going gone got had hadn has hasn have haven having he her here hers herself him himself his how i if in
    into is isn it its itself just let ll m may me might more most much must mustn my myself no nor not now of off oh
    on once one only or other our ours ourselves out over own per please quite re really s same she should shouldn so
    some such t than that the their theirs them themselves then there these they this those through to too under until
    up upon us ve very was wasn we well were weren what when where which while who whom whose why will with within
    won would wouldn yeah yes yet you your yours yourself yourselves
    """.split()
)

_SPACELESS = "\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
_SPACELESS_RUN = lazy_pattern(f"[{_SPACELESS}]+")
_ACCENTS = lazy_pattern("[\u0300-\u036f]+")
# The Indic blocks are in because their vowel signs are not word characters to `re`.
_WORD = lazy_pattern("(?:[^\\W_]|[\u0900-\u0dff])+")
_PLAIN_WORD = lazy_pattern("[a-z0-9]+")

_STEMMED = {language: name.lower() for language, name in NAMES.items() if name.lower() in Stemmer.algorithms()}
"""Snowball's stemmers, by the languages that are told apart."""

_UNSHOWN = 8
"""Words of a text in which its language need not show."""

_local = threading.local()


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFeatures:
    """What an index keeps of a text; the fields are those of ``Indexed``."""

    tokens: bytes
    words: int
    question_share: float
    temporal: bool


def tokens(text: str) -> list[int]:
    """Cut a text into uint32 hashes of its stems, in order, stop words left out.

    A hash is the CRC-32 of the stem's UTF-8 bytes, the same on every machine and in every version.
    """
    return _tokens(_cut(text), _shown(text) or "en")


def _tokens(cut: tuple[list[str], list[int]], language: str) -> list[int]:
    words, pairs = cut
    return [token for word in words if (token := _hashed(word, language)) is not None] + pairs


def searched_tokens(text: str) -> list[int]:
    """The tokens under which a text is found: beside its own those of English, by which a name is asked for anywhere.

    >>> [len(searched_tokens(one)) - len(tokens(one)) for one in ("Peter lives here", "Peter ist in Bremen, und ich")]
    [0, 2]
    """
    language, cut = _shown(text), _cut(text)
    own = _tokens(cut, language or "en")
    if language is None or language == "en":
        return own
    words = [word for word in cut[0] if _hashed(word, language) is not None]
    english = dict.fromkeys(one for word in words if (one := _hashed(word, "en")) is not None)
    return own + [one for one in english if one not in own]


def spellings(text: str) -> dict[int, frozenset[int]]:
    """The other hashes under which a text may have a word of this one, by the hash that ``tokens`` gives it.

    A text whose language did not show has the English one; where the language of this one does not show, it may be any.
    """
    shown = _shown(text)
    words, _pairs = _cut(text[:QUESTION_CHARACTERS])
    if shown == "en" or (shown is None and len(words) > _UNSHOWN):
        return {}
    others = _STEMMED if shown is None else ("en",)
    found: dict[int, frozenset[int]] = {}
    for word in dict.fromkeys(words):
        own = _hashed(word, shown or "en")
        if own is not None:
            found[own] = frozenset(one for to in others if (one := _hashed(word, to)) not in (None, own))
    return {own: more for own, more in found.items() if more}


def each_word(text: str) -> list[frozenset[int]]:
    """Cut a text that is looked for into words, each with all the hashes under which another text may have it."""
    others = spellings(text)
    return [others.get(token, frozenset()) | {token} for token in dict.fromkeys(tokens(text))]


def shared(words: Iterable[frozenset[int]], text: str) -> int:
    """Count the words that a text has too."""
    there = set(searched_tokens(text))
    return sum(not there.isdisjoint(word) for word in words)


def _shown(text: str) -> str | None:
    """The language of a text, where it shows and has a stemmer: in Chinese the words between the signs are English."""
    found = language_of(text)
    return found if found is None or found in _STEMMED else "en"


def _cut(text: str) -> tuple[list[str], list[int]]:
    """The words of a text, and the hashes of the pairs of those scripts that have no words."""
    folded = text.casefold()
    if folded.isascii():
        return _PLAIN_WORD.findall(folded), []
    folded = unicodedata.normalize("NFKC", folded)
    pairs: list[int] = []

    def cut(run: re.Match[str]) -> str:
        signs = run[0]
        pairs.extend(_crc(signs[i : i + 2]) for i in range(max(1, len(signs) - 1)))
        return " "

    return _WORD.findall(_SPACELESS_RUN.sub(cut, folded)), pairs


def _folded(word: str) -> str:
    """A word without its accents."""
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", word)))


def weighed_tokens(question: str, around: Iterable[tuple[str, float]]) -> dict[int, float]:
    """Cut a question into hashes that weigh 1, with those words around it that it does not have, by their weights."""
    own = dict.fromkeys(tokens(question[:QUESTION_CHARACTERS]), 1.0)
    others: dict[int, float] = {}
    for text, weight in around:
        for token in tokens(text[:QUESTION_CHARACTERS]):
            others[token] = max(weight, others.get(token, 0.0))
    return others | own


def packed_tokens(hashes: list[int]) -> bytes:
    """Write token hashes as little-endian uint32."""
    return np.array(hashes, dtype="<u4").tobytes()


def features(text: str) -> TextFeatures:
    """Read from a text what ``Indexed`` needs of it.

    Only its first 1000 characters are searched by word: further on in a long turn words match by chance.
    Beyond 20,000 characters the count of words is an estimate, so that a text of a megabyte costs no more. A mark of
    what was forgotten is no word.
    """
    text = remaining(text)
    head = tokens(text[:HEAD_CHARACTERS])
    words = len(head)
    if len(text) > HEAD_CHARACTERS:
        read = text[:READ_CHARACTERS]
        words = round(len(tokens(read)) * len(text) / len(read))
    return TextFeatures(
        tokens=packed_tokens(searched_tokens(text[:HEAD_CHARACTERS])),
        words=words,
        question_share=question_share(text),
        temporal=temporal(text),
    )


def _crc(stem: str) -> int:
    return zlib.crc32(stem.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=65_536)
def _hashed(word: str, language: str) -> int | None:
    """The hash of a word's stem, None of a stop word. Accents are folded, after the stem where that needs them."""
    english = language == "en"
    word = _folded(word) if english and not word.isascii() else word
    if word in (STOP_WORDS if english else small_words(language)):
        return None
    stemmers: dict[str, Stemmer.Stemmer] = _local.__dict__.setdefault("stemmers", {})
    if language not in stemmers:
        # A stemmer keeps state while it works: one a thread. Its own cache would double the one here.
        stemmers[language] = Stemmer.Stemmer(_STEMMED[language], 0)
    stem = stemmers[language].stemWord(word)
    return _crc(stem if stem.isascii() else _folded(stem))


def let_go_of_words() -> None:
    """Let go of the words that were cut, which are held to cut them once."""
    _hashed.cache_clear()
