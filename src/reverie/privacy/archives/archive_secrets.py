"""The words of an archive, seen to hold no secret: an archive that somebody wrote by hand may."""

from __future__ import annotations

import hashlib
from typing import Any

from reverie.records.items import without_secrets
from reverie.secrets import masked

_FIELDS = ("text", "quote", "title", "name", "nickname")

MOST_REMEMBERED = 500_000
"""Digests of texts that were seen to be clean: the log says most of them again."""


class Wording:
    """Masks secrets in rows; ``masked`` counts the texts that had one."""

    def __init__(self) -> None:
        self.masked = 0
        self._clean: set[bytes] = set()

    def cleaned(self, row: Any) -> None:
        """Mask secrets in the words of a row, in place."""
        if not isinstance(row, dict):
            return
        for field in _FIELDS:
            text = row.get(field)
            if isinstance(text, str):
                row[field] = self._cleaned(text)
        if "namespace" in row:
            row["value"] = without_secrets(row.get("value"))

    def _cleaned(self, text: str) -> str:
        digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()
        if digest in self._clean:
            return text
        safe = masked(text)
        self.masked += bool(safe.kinds)
        if len(self._clean) < MOST_REMEMBERED:
            self._clean.add(hashlib.blake2b(safe.text.encode("utf-8", "replace"), digest_size=16).digest())
        return safe.text
