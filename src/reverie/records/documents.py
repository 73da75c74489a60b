"""The companion's knowledge: documents that were read and put into the search, and the passages found in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A file as it was when it was indexed.

    ``path`` is relative to ``root``, the folder it was found in, with forward slashes. ``digest`` is the SHA-256 of its
    bytes, ``size`` their number, ``passages`` how many it was cut into.
    """

    id: str
    owner: str
    root: str
    path: str
    title: str
    media_type: str
    digest: str
    size: int
    indexed_at: datetime
    passages: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A piece of a document that answers a question: plain text, where it stands, and why it was chosen.

    ``path`` is relative to the folder that was added, ``file`` the whole path. ``heading`` is the path of headings
    above it ("Install > Linux"). ``lines`` and ``pages`` are [first, last] from 1, of which one is None. ``pictures``
    are the (description, reference) of pictures in it, as the document writes them. ``note`` says that it is a part of
    something longer. ``features`` add up to ``score``, 0 to 1.
    """

    id: str
    text: str
    path: str
    file: str
    title: str
    heading: str
    lines: tuple[int, int] | None
    pages: tuple[int, int] | None
    pictures: tuple[tuple[str, str], ...]
    note: str
    score: float
    features: Mapping[str, float]
    why: str

    @property
    def source(self) -> str:
        """Where it stands, as it is quoted: "guide.md, lines 4-9"."""
        counted, (first, last) = ("page", self.pages) if self.pages else ("line", self.lines or (1, 1))
        return f"{self.path}, {counted} {first}" if first == last else f"{self.path}, {counted}s {first}-{last}"
