"""A text as the search sees it: hashes of its stems, and a few numbers about it.

Words are compared by the hash of their stem, so an index holds numbers and never a person's words. Scripts
written without spaces are cut into pairs of characters instead.
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
from numpy.typing import NDArray

from reverie.domain.matching import remaining
from reverie.domain.ranking import READ_CHARACTERS, question_share, temporal

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
_SPACELESS_RUN = re.compile(f"[{_SPACELESS}]+")
_ACCENTS = re.compile("[\u0300-\u036f]+")
# The Indic blocks are in because their vowel signs are not word characters to `re`.
_WORD = re.compile("(?:[^\\W_]|[\u0900-\u0dff])+")
_PLAIN_WORD = re.compile("[a-z0-9]+")

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
    folded = text.casefold()
    if folded.isascii():
        return [token for word in _PLAIN_WORD.findall(folded) if (token := _hashed(word)) is not None]
    folded = unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", folded)))
    pairs: list[int] = []

    def cut(run: re.Match[str]) -> str:
        signs = run[0]
        pairs.extend(_crc(signs[i : i + 2]) for i in range(max(1, len(signs) - 1)))
        return " "

    rest = _SPACELESS_RUN.sub(cut, folded)
    return [token for word in _WORD.findall(rest) if (token := _hashed(word)) is not None] + pairs


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


def unpacked_tokens(packed: bytes) -> NDArray[np.uint32]:
    """Read what ``packed_tokens`` wrote."""
    return np.frombuffer(packed, dtype="<u4").astype(np.uint32, copy=False)


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
        tokens=packed_tokens(head), words=words, question_share=question_share(text), temporal=temporal(text)
    )


def _crc(stem: str) -> int:
    return zlib.crc32(stem.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=65_536)
def _hashed(word: str) -> int | None:
    if word in STOP_WORDS:
        return None
    stemmer: Stemmer.Stemmer | None = getattr(_local, "stemmer", None)
    if stemmer is None:
        # A stemmer keeps state while it works: one a thread. Its own cache would double the one here.
        stemmer = _local.stemmer = Stemmer.Stemmer("english", 0)
    return _crc(stemmer.stemWord(word))


def let_go_of_words() -> None:
    """Let go of the words that were cut, which are held to cut them once."""
    _hashed.cache_clear()
