"""A file of JSON lines that only grows: what a long run has done is there when it goes on.

Every line is written out before the next thing is begun. A line that a crash left half written is cut off; any other
that can't be read is an error, because going on would do its work again and count it twice.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reverie.errors import InvalidInput, why


class KeptLines:
    """The records of one file, in order, by their ``key``; the last one of a key counts.

    Raises InvalidInput where the file can't be read, or a line of it is no object with a key.
    """

    def __init__(self, path: Path, key: str) -> None:
        self._path, self._key = path, key
        self._rows: dict[str, dict[str, Any]] = {}
        for number, line in enumerate(self._whole().split("\n"), 1):
            if line.strip():
                row = self._read(number, line)
                self._rows[row[key]] = row

    def get(self, key: str) -> dict[str, Any] | None:
        """The record of that key, if it was kept."""
        return self._rows.get(key)

    def add(self, row: Mapping[str, Any]) -> None:
        """Write a record to the end of the file, which only its owner can read."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        with os.fdopen(os.open(self._path, flags, 0o600), "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        self._rows[row[self._key]] = dict(row)

    def _whole(self) -> str:
        if not self._path.exists():
            return ""
        try:
            content = self._path.read_bytes()
            whole = content[: content.rfind(b"\n") + 1]
            if len(whole) < len(content):
                os.truncate(self._path, len(whole))
            return whole.decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidInput(f"{self._path} can't be read: {why(error)}; move it away to begin anew") from error

    def _read(self, number: int, line: str) -> dict[str, Any]:
        try:
            row = json.loads(line)
        except ValueError as error:
            raise InvalidInput(
                f"{self._path}, line {number} is no JSON: {error}; take the line out, and what it held is done again"
            ) from error
        if not isinstance(row, dict) or not isinstance(row.get(self._key), str):
            raise InvalidInput(f"{self._path}, line {number} has no {self._key!r}; take the line out")
        return row
