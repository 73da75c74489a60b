"""WordPiece, as BERT's uncased models read words: a text as numbers of a vocabulary, each with its place in the text.

It gives what the package ``tokenizers`` gives (a test compares them), without the dozen packages that come with
that. One thing differs on purpose: ``[SEP]`` in what somebody says is five letters, and no end of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

LONGEST = 100
"""Characters of a word that is looked up; a longer one is unknown."""

_WORDS = re.compile(r"[^\W_]+|[!-/:-@\[-`{-~]")
_MARKS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_IDEOGRAPHS = re.compile(
    "[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002b73f\U0002b740-\U0002b81f"
    "\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f]"
)


@dataclass(frozen=True, slots=True)
class Encoded:
    """The tokens of a text, and from which character to which each stands for."""

    ids: list[int]
    offsets: list[tuple[int, int]]


class WordPiece:
    """The tokenizer of a vocabulary, a token a line; at most so many ``tokens`` of a text, its two marks included."""

    def __init__(self, vocabulary: Path, tokens: int | None = None) -> None:
        lines = vocabulary.read_text("utf-8").split("\n")
        self._ids: Mapping[str, int] = {token: number for number, token in enumerate(lines)}
        self._tokens = tokens

    def encode(self, text: str, add_special_tokens: bool = True) -> Encoded:
        """Encode a text, between the two marks if it is to have them."""
        ids: list[int] = []
        offsets: list[tuple[int, int]] = []
        room = None if self._tokens is None else self._tokens - 2 * add_special_tokens
        for word, places in _words(text):
            for number, start, end in self._pieces(word):
                ids.append(number)
                offsets.append((places[start], places[end - 1] + 1))
            if room is not None and len(ids) >= room:
                break
        ids, offsets = ids[:room], offsets[:room]
        if not add_special_tokens:
            return Encoded(ids, offsets)
        return Encoded([self._ids["[CLS]"], *ids, self._ids["[SEP]"]], [(0, 0), *offsets, (0, 0)])

    def _pieces(self, word: str) -> tuple[tuple[int, int, int], ...]:
        """The tokens of a word, the longest first, each with its place in it; one unknown where a part is."""
        unknown = ((self._ids["[UNK]"], 0, len(word)),)
        if len(word) > LONGEST:
            return unknown
        found: list[tuple[int, int, int]] = []
        start = 0
        while start < len(word):
            before = "##" if start else ""
            for end in range(len(word), start, -1):
                if (number := self._ids.get(before + word[start:end])) is not None:
                    break
            else:
                return unknown
            found.append((number, start, end))
            start = end
        return tuple(found)


def _words(text: str) -> Iterator[tuple[str, range | list[int]]]:
    """The words of a text, normalised, each with where its characters came from."""
    if text.isascii() and not _MARKS.search(text):
        for found in _WORDS.finditer(text):
            yield found[0].lower(), range(found.start(), found.end())
        return
    word: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for one, alone in _normal(character):
            if word and alone:
                yield "".join(word), places
                word, places = [], []
            if not one.isspace():
                word.append(one)
                places.append(place)
            if word and alone:
                yield "".join(word), places
                word, places = [], []
    if word:
        yield "".join(word), places


@lru_cache(maxsize=4096)
def _normal(character: str) -> tuple[tuple[str, bool], ...]:
    """What becomes of a character: lowercase and without accents, each with whether it is no part of a word."""
    if character in "\t\n\r":
        return ((" ", True),)
    if character == "\ufffd" or unicodedata.category(character) in ("Cc", "Cf", "Co"):
        return ()
    if character.isspace():
        return ((" ", True),)
    alone = _IDEOGRAPHS.fullmatch(character) is not None
    bare = "".join(one for one in unicodedata.normalize("NFD", character) if unicodedata.category(one) != "Mn")
    return tuple((one, alone or _is_punctuation(one)) for letter in bare for one in letter.lower())


def _is_punctuation(character: str) -> bool:
    ascii_mark = character.isascii() and not character.isalnum()
    return ascii_mark or unicodedata.category(character).startswith("P")
