"""A document of the companion's knowledge: a file that was read, cut into passages and put into the search."""

from __future__ import annotations

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
