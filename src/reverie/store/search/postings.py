"""What an index is made of: postings, which say what rows have a term and how often, and the columns of its rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]

_LOW = np.uint64(0xFFFF_FFFF)
_TERM_SHIFT = np.uint64(32)


class Postings:
    """Which rows have a term, and how often.

    Segments are merged when the last is half as large as the one before it, so adding a row costs O(log n).
    """

    def __init__(self) -> None:
        self._segments: list[tuple[NDArray[np.uint64], NDArray[np.float32]]] = []

    def add(self, rows: Rows, packed: list[bytes]) -> None:
        """Add rows that are not in yet, with their packed tokens."""
        terms = np.frombuffer(b"".join(packed), dtype="<u4").astype(np.uint64)
        lengths = np.fromiter((len(tokens) // 4 for tokens in packed), np.int64, len(packed))
        keys, counts = np.unique(
            (terms << _TERM_SHIFT) | np.repeat(rows, lengths).astype(np.uint64), return_counts=True
        )
        self._segments.append((keys, counts.astype(np.float32)))
        while len(self._segments) > 1 and len(self._segments[-2][0]) <= 2 * len(self._segments[-1][0]):
            (keys, counts), (more_keys, more_counts) = self._segments[-2:]
            merged = np.concatenate((keys, more_keys))
            order = np.argsort(merged, kind="stable")
            self._segments[-2:] = [(merged[order], np.concatenate((counts, more_counts))[order])]

    def find(self, terms: NDArray[np.uint32]) -> tuple[Rows, Rows, NDArray[np.float32]]:
        """Look up terms: of each place where one stands, which of them it is, its row, and how often it is there."""
        low = terms.astype(np.uint64) << _TERM_SHIFT
        which, rows, counts = [np.empty(0, np.int64)], [np.empty(0, np.int64)], [np.empty(0, np.float32)]
        for keys, often in self._segments:
            starts, ends = np.searchsorted(keys, low), np.searchsorted(keys, low | _LOW, side="right")
            lengths = ends - starts
            begun = np.cumsum(lengths) - lengths
            places = np.repeat(starts - begun, lengths) + np.arange(lengths.sum())
            which.append(np.repeat(np.arange(len(terms)), lengths))
            rows.append((keys[places] & _LOW).astype(np.int64))
            counts.append(often[places])
        return np.concatenate(which), np.concatenate(rows), np.concatenate(counts)

    def renumber(self, kept: NDArray[np.bool_]) -> None:
        """Forget the rows that are not kept and close the gaps."""
        new = np.cumsum(kept, dtype=np.uint64) - np.uint64(1)
        for position, (keys, counts) in enumerate(self._segments):
            rows = (keys & _LOW).astype(np.int64)
            stays = kept[rows]
            self._segments[position] = ((keys[stays] & ~_LOW) | new[rows[stays]], counts[stays])

    @property
    def nbytes(self) -> int:
        """How many bytes the postings take."""
        return sum(keys.nbytes + counts.nbytes for keys, counts in self._segments)


DTYPES: dict[str, Any] = {
    "alive": np.bool_, "message": np.bool_, "at": np.float64, "ends": np.float64, "role": np.int32,
    "kind": np.int32, "category": np.int32, "status": np.int32, "speaker": np.int32, "chat": np.int64,
    "length": np.int32, "asking": np.float32, "temporal": np.bool_, "importance": np.float32,
    "scale": np.float32, "print": np.uint32, "assistant": np.bool_, "peer": np.bool_, "before": np.int64,
    "after": np.int64, "window": np.float32, "friend": np.bool_, "present": np.bool_, "short": np.float32,
    "long": np.float32,
}  # fmt: skip


class Codes(dict[str, int]):
    """Small numbers for strings, given out as they come."""

    def __missing__(self, key: str) -> int:
        self[key] = len(self)
        return self[key]

    def mask(self, names: Iterable[str]) -> NDArray[np.bool_]:
        """Tell for every code whether its string is among the names."""
        wanted = set(names)
        return np.fromiter((name in wanted for name in self), np.bool_, len(self))
