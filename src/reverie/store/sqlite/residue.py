"""Traces of somebody: what could only be theirs, and where it stands in bytes.

The one idea: bytes are searched, not rows. Words run into each other in a database's page, so every place of a file is
looked at: a table of hashes says where one of the probes may begin, and only there it is compared. What is looked for
is held in memory alone, in bounded amounts, and never written.
"""

from __future__ import annotations

import heapq
import json
import os
import re
import subprocess
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from reverie.text.patterns import UUID


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """A file, to be read from its beginning.

    Raises:
        OSError: it can't be read.
    """
    if os.name == "nt":  # locks belong to handles there
        with path.open("rb") as file:
            yield file
        return
    command = ["/bin/cat", "--", str(path.absolute())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as reader:  # noqa: S603 # no shell
        told = cast("IO[bytes]", reader.stdout)
        yield told
        at_its_end = not told.read(1)
    if at_its_end and reader.returncode:
        raise OSError(f"{path} can't be read")


SHORTEST = 6
"""Bytes that are looked for at least: shorter words stand in any file by chance."""

_LONG = 16
"""Bytes from which a probe is found by more of its beginning: many phrases begin alike."""

_BLOCK = 1 << 20
_PIECE = 1 << 14
"""Bytes that are hashed at once: few enough for what is computed of them to stay in the processor's cache."""

_ODD = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
_SIX_BYTES = np.uint64(0xFFFFFFFFFFFF)

_WORD = re.compile(rf"\w{{{SHORTEST},60}}")
_PHRASE = re.compile(r"(?<!\w)\w++(?:[^\w\n]{1,3}\w++){3}")
_NOT_WORDS = re.compile(
    rf"{UUID}"  # ids, which are looked for as what they are
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


def _forms(probe: Probe, *, wide: bool) -> set[bytes]:
    """A probe as a file may have it: as it is, escaped in JSON, and (``wide``) in two bytes a letter."""
    if probe.sort in (Sort.ID, Sort.VECTOR):
        return {probe.what}
    text = probe.what.decode()
    forms = {probe.what, json.dumps(text)[1:-1].encode() if '"' not in text else probe.what}
    if wide and probe.sort is not Sort.PHRASE:
        forms |= {text.encode("utf-16-le"), text.encode("utf-16-be")}
    return forms


class Search:
    """Looks for many probes at once; only ``wide``, for text in two bytes a letter too, which no row has."""

    def __init__(self, probes: Iterable[Probe], *, wide: bool = True) -> None:
        self._wide = wide
        self._patterns: dict[bytes, Probe] = {form: probe for probe in probes for form in _forms(probe, wide=wide)}
        self._longest = max(map(len, self._patterns), default=1)
        self._prepare()

    @property
    def probes(self) -> set[Probe]:
        """What is still looked for."""
        return set(self._patterns.values())

    def _prepare(self) -> None:
        self._prepared = len(self._patterns)
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
        padded = block + bytes(_LONG)
        for begins, may_be, size in ((self._short, self._may_be[0], SHORTEST), (self._long, self._may_be[1], _LONG)):
            for start in range(0, len(block) if begins else 0, _PIECE):
                hashes = _hashes(padded, start, min(_PIECE, len(block) - start), size, may_be.size)
                for place in (np.flatnonzero(may_be[hashes]) + start).tolist():
                    for pattern in begins.get(block[place : place + size], ()):
                        probe = self._patterns.get(pattern)
                        if probe is not None and block.startswith(pattern, place):
                            yield place, probe

    def without(self, block: bytes) -> set[Probe]:
        """Stop looking for what stands in some bytes; give it."""
        found = {probe for _place, probe in self.places(block)}
        for probe in found:
            for form in _forms(probe, wide=self._wide):
                self._patterns.pop(form, None)
        if len(self._patterns) < 0.9 * self._prepared:
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


def _hashes(padded: bytes, start: int, count: int, size: int, values: int) -> NDArray[np.uint64]:
    """For so many places the hash of the six bytes there, or of the sixteen (``size``): below ``values``."""
    here: NDArray[np.uint64] = np.ndarray((count,), np.dtype("<u8"), padded, start, (1,))
    if size == SHORTEST:
        mixed = (here & _SIX_BYTES) * _ODD[0]
    else:
        there: NDArray[np.uint64] = np.ndarray((count,), np.dtype("<u8"), padded, start + 8, (1,))
        mixed = here * _ODD[0]
        mixed ^= there * _ODD[1]
    mixed >>= np.uint64(65 - values.bit_length())
    return mixed


def _table(begins: Mapping[bytes, object]) -> NDArray[np.bool_]:
    """By hash, whether a probe may begin so: about one place in thirty that could be none."""
    there = np.zeros(1 << max(12, (32 * len(begins)).bit_length()), np.bool_)
    if begins:
        size = len(next(iter(begins)))
        joined = b"".join(begin.ljust(_LONG, b"\0") for begin in begins)
        there[_hashes(joined + bytes(_LONG), 0, len(joined), size, there.size)[::_LONG]] = True
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


def look(path: Path, search: Search, *, where: str | None = None) -> Looked | None:
    """Look through a file (told as ``where``), and of a zip through what is packed in it; None if it can't be read."""
    try:
        with opened(path) as file:
            looked = Looked(where=where or str(path), size=path.stat().st_size)
            _note(looked, search.read(file))
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                for member in archive.infolist():
                    with archive.open(member) as packed:
                        _note(looked, ((None, probe) for _place, probe in search.read(packed)))
    except (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError):  # locked, or of another sort
        return None
    return looked


def _note(looked: Looked, places: Iterable[tuple[int | None, Probe]]) -> None:
    for place, probe in places:
        if probe not in looked.found:
            looked.places.append((place, probe))
        looked.found.add(probe)
