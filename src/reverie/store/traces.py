"""Traces of somebody: what could only be theirs, and where it stands in bytes.

The one idea: bytes are searched, not rows. Words run into each other in a database's page, so every place of a file is
looked at: a table of hashes says where one of the probes may begin, and only there it is compared. What is looked for
is held in memory alone, in bounded amounts, and never written.
"""

from __future__ import annotations

import heapq
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

SHORTEST = 6
"""Bytes that are looked for at least: shorter words stand in any file by chance."""

_LONG = 16
"""Bytes from which a probe is found by more of its beginning: many phrases begin alike."""

_BITS = 22
_BLOCK = 1 << 20
_ODD = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
_SIX_BYTES = np.uint64(0xFFFFFFFFFFFF)

_WORD = re.compile(rf"\w{{{SHORTEST},60}}")
_PHRASE = re.compile(r"\w+(?:[^\w\n]{1,3}\w+){3}")
_NOT_WORDS = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"  # ids, which are looked for as what they are
    r"|\d{4}-\d\d-\d\dT[\d:.]+(?:[+-]\d\d:\d\d|Z)?"
    r"|\b[0-9a-f]{64}\b"
)


class Sort(StrEnum):
    """What a probe is."""

    NAME = "name"
    WORD = "word"
    PHRASE = "phrase"
    ID = "id"
    VECTOR = "vector"


_MOST: Mapping[Sort, int] = {
    Sort.NAME: 1_000, Sort.WORD: 50_000, Sort.PHRASE: 10_000, Sort.ID: 20_000, Sort.VECTOR: 4_000,
}  # fmt: skip
"""Probes of each sort that are kept: of more, an even sample."""


class Probe(NamedTuple):
    """Something to look for, as it would stand in a file."""

    sort: Sort
    what: bytes


class _Sample:
    """An even sample of different things, the same whatever their order: those with the smallest hashes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._heap: list[tuple[int, bytes]] = []
        self.kept: set[bytes] = set()

    def add(self, what: bytes) -> None:
        if what in self.kept:
            return
        place = -zlib.crc32(what)
        if len(self._heap) < self._most:
            heapq.heappush(self._heap, (place, what))
        elif place > self._heap[0][0]:
            self.kept.discard(heapq.heapreplace(self._heap, (place, what))[1])
        else:
            return
        self.kept.add(what)


class Traces:
    """What is gathered of somebody before they are erased."""

    def __init__(self) -> None:
        self._samples = {sort: _Sample(most) for sort, most in _MOST.items()}

    def name(self, text: str) -> None:
        """Gather a name, or an account: looked for whole, and where it is short, as JSON has it between its quotes."""
        self.text(text)
        what = text if len(text.encode()) >= SHORTEST else f': "{text}"'
        if len(what) >= SHORTEST:
            self._add(Sort.NAME, what)

    def text(self, text: str) -> None:
        """Gather the long words of a text, and its phrases of four words."""
        plain = _NOT_WORDS.sub("\n", text)
        for word in _WORD.findall(plain):
            if not (word.isdigit() and len(word) == SHORTEST):
                self._add(Sort.WORD, word)
        for phrase in _PHRASE.findall(plain):
            if len(phrase) >= _LONG:
                self._add(Sort.PHRASE, phrase)

    def json(self, value: Any) -> None:
        """Gather the texts in a JSON value; its names of fields are nobody's words."""
        if isinstance(value, str):
            self.text(value)
        elif isinstance(value, Mapping):
            for one in value.values():
                self.json(one)
        elif isinstance(value, list):
            for one in value:
                self.json(one)

    def id(self, item_id: str) -> None:
        """Gather an id by its end, which is random: ids of one hour begin alike."""
        if len(item_id) == 36:
            self._samples[Sort.ID].add(item_id[-12:].encode())

    def blob(self, blob: bytes) -> None:
        """Gather two pieces of a vector, or of an item's tokens: one may be cut by the end of a page."""
        if len(blob) >= 2 * _LONG:
            for start in (0, len(blob) // 2):
                piece = blob[start : start + 24]
                if len(piece) >= _LONG and len(set(piece)) > 4:  # zeros are everywhere
                    self._samples[Sort.VECTOR].add(piece)

    def probes(self) -> set[Probe]:
        """All that was gathered, as probes."""
        return {Probe(sort, what) for sort, sample in self._samples.items() for what in sample.kept}

    def _add(self, sort: Sort, text: str) -> None:
        self._samples[sort].add(text.encode("utf-8", "replace"))


def _forms(probe: Probe) -> set[bytes]:
    """A probe as a file may have it: as it is, escaped in JSON, and in two bytes a letter."""
    if probe.sort in (Sort.ID, Sort.VECTOR):
        return {probe.what}
    text = probe.what.decode()
    forms = {probe.what, json.dumps(text)[1:-1].encode() if '"' not in text else probe.what}
    if probe.sort is not Sort.PHRASE:
        forms |= {text.encode("utf-16-le"), text.encode("utf-16-be")}
    return forms


class Search:
    """Looks for many probes at once."""

    def __init__(self, probes: Iterable[Probe]) -> None:
        self._patterns: dict[bytes, Probe] = {form: probe for probe in probes for form in _forms(probe)}
        self._longest = max(map(len, self._patterns), default=1)
        self._prepare()

    @property
    def probes(self) -> set[Probe]:
        """What is still looked for."""
        return set(self._patterns.values())

    def _prepare(self) -> None:
        self._short: dict[bytes, list[bytes]] = {}
        self._long: dict[bytes, list[bytes]] = {}
        for pattern in self._patterns:
            if len(pattern) < _LONG:
                self._short.setdefault(pattern[:SHORTEST], []).append(pattern)
            else:
                self._long.setdefault(pattern[:_LONG], []).append(pattern)
        self._may_be = (_table(self._short), _table(self._long))

    def places(self, block: bytes) -> Iterator[tuple[int, Probe]]:
        """Where probes begin in some bytes; one probe may begin at many places."""
        if not self._patterns or len(block) < SHORTEST:
            return
        short, long = _hashes(block)
        arms = ((self._short, self._may_be[0], short, SHORTEST), (self._long, self._may_be[1], long, _LONG))
        for begins, may_be, hashes, size in arms:
            for place in np.flatnonzero(may_be[hashes]).tolist() if begins else ():
                for pattern in begins.get(block[place : place + size], ()):
                    if block.startswith(pattern, place):
                        yield place, self._patterns[pattern]

    def without(self, block: bytes) -> set[Probe]:
        """Stop looking for what stands in some bytes; give it."""
        found = {probe for _place, probe in self.places(block)}
        if found:
            self._patterns = {form: probe for form, probe in self._patterns.items() if probe not in found}
            self._prepare()
        return found

    def stands_in(self, block: bytes) -> bool:
        """Whether any probe stands in some bytes."""
        return next(self.places(block), None) is not None

    def read(self, file: IO[bytes]) -> Iterator[tuple[int, Probe]]:
        """Where probes begin in a file, which is read piece by piece."""
        start, rest = 0, b""
        while piece := file.read(_BLOCK):
            block = rest + piece
            overlap = min(self._longest - 1, len(block))
            edge = len(block) - overlap if len(piece) == _BLOCK else len(block)
            for place, probe in self.places(block):
                if place < edge:
                    yield start + place, probe
            start, rest = start + edge, block[edge:]
        for place, probe in self.places(rest):
            yield start + place, probe


def _hashes(block: bytes) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """For every place the hash of the six bytes there, and of the sixteen."""
    padded = block + bytes(_LONG)
    eights: NDArray[np.uint64] = np.ndarray((len(block) + 8,), np.dtype("<u8"), padded, 0, (1,))
    down = np.uint64(64 - _BITS)
    here = eights[: len(block)]
    short = ((here & _SIX_BYTES) * _ODD[0]) >> down
    long = ((here * _ODD[0]) ^ (eights[8 : len(block) + 8] * _ODD[1])) >> down
    return short, long


def _table(begins: Mapping[bytes, object]) -> NDArray[np.bool_]:
    """By hash, whether a probe may begin so."""
    there = np.zeros(1 << _BITS, np.bool_)
    if begins:
        size = len(next(iter(begins)))
        joined = b"".join(begin.ljust(_LONG, b"\0") for begin in begins)
        short, long = _hashes(joined)
        there[(short if size == SHORTEST else long)[::_LONG]] = True
    return there


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """Something of theirs that was found: in which file or table, at which byte, and what sort of thing; never what."""

    where: str
    sort: Sort
    offset: int | None = None


@dataclass(slots=True, kw_only=True)
class Looked:
    """A file or a table that was looked through: its bytes, how many probes stand in it, and the first places."""

    where: str
    size: int
    found: set[Probe] = field(default_factory=set)
    places: list[tuple[int | None, Probe]] = field(default_factory=list)


def look(path: Path, search: Search) -> Looked | None:
    """Look through a file; None where it can't be read."""
    try:
        with path.open("rb") as file:
            looked = Looked(where=str(path), size=path.stat().st_size)
            for offset, probe in search.read(file):
                if probe not in looked.found:
                    looked.places.append((offset, probe))
                looked.found.add(probe)
    except OSError:
        return None
    return looked
