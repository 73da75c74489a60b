"""Stand-ins for tests, yours and ours: an embedder with no model, and a clock that stands still.

Both keep the contract of the real thing in ``reverie.ports``, so a test built on them is fast and gives the same
result every time.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from reverie.errors import InvalidInput

_WORD = re.compile(r"\w+")
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")


class HashEmbedder:
    """Embeds a text by the words in it: texts are as near as the share of words they have in common.

    Every word has a fixed random-looking direction, found by hashing it, and a text is their sum. Common endings
    are cut, so "loves" and "loved" are one word; synonyms are strangers.
    """

    def __init__(self, dimensions: int = 64) -> None:
        self._dimensions = dimensions

    @property
    def space(self) -> str:
        """The name of the geometry, for example "hash-64"."""
        return f"hash-{self._dimensions}"

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts as unit vectors, shape (len(texts), dimensions)."""
        vectors = np.empty((len(texts), self._dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            stems = {_ENDING.sub("", word) for word in _WORD.findall(text.casefold())} or {""}
            total = sum(self._direction(stem) for stem in stems)
            vectors[row] = total / np.linalg.norm(total)
        return vectors

    def _direction(self, stem: str) -> NDArray[np.float32]:
        noise = hashlib.shake_128(stem.encode("utf-8", "surrogatepass")).digest(self._dimensions)
        # Multiples of a half add up exactly, so the order in which the set gives the words changes nothing.
        return np.frombuffer(noise, dtype=np.uint8).astype(np.float32) - np.float32(127.5)


class FrozenClock:
    """A clock that moves only when it is told to; calling it tells the time."""

    def __init__(self, start: datetime) -> None:
        self.set(start)

    def __call__(self) -> datetime:
        """Tell the time it was set to."""
        return self._now

    def set(self, now: datetime) -> None:
        """Set the time, backwards too; raises InvalidInput without a time zone."""
        if now.tzinfo is None:
            raise InvalidInput(f"{now} has no time zone; add tzinfo=timezone.utc, say.")
        self._now = now

    def advance(self, by: timedelta | float) -> None:
        """Move on by a span of time, or by a number of seconds."""
        self._now += by if isinstance(by, timedelta) else timedelta(seconds=by)
