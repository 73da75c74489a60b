"""Reading a benchmark's file: one JSON object a line, and an error that says which line is wrong and how."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reverie.errors import InvalidInput, why

SENT_AT = datetime(2026, 6, 1, 12, tzinfo=UTC)
"""When a line was said that doesn't tell."""


def lines(path: Path, fields: Mapping[str, type]) -> list[dict[str, Any]]:
    """The objects of a JSONL file, each with these fields of these types; empty lines are left out.

    Raises:
        InvalidInput: it can't be read, is empty, or a line is not what it should be.
    """
    try:
        written = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} can't be read: {why(error)}") from error
    found = [_line(path, number, text, fields) for number, text in enumerate(written, 1) if text.strip()]
    if not found:
        raise InvalidInput(f"{path} holds no line: it has to be one JSON object a line")
    return found


def _line(path: Path, number: int, text: str, fields: Mapping[str, type]) -> dict[str, Any]:
    try:
        one = json.loads(text)
    except ValueError as error:
        raise InvalidInput(f"{path}, line {number} is no JSON: {error}") from error
    for name, kind in fields.items():
        if not isinstance(one, dict) or not isinstance(one.get(name), kind):
            raise InvalidInput(f"{path}, line {number} needs {name!r}, a {kind.__name__}")
    return dict(one, line=number)


def sent_at(one: Mapping[str, Any]) -> datetime:
    """When a line was said; without a zone it is UTC.

    Raises:
        InvalidInput: its ``sent_at`` is no ISO time.
    """
    given = one.get("sent_at")
    if given is None:
        return SENT_AT
    try:
        moment = datetime.fromisoformat(given)
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"line {one['line']}: {given!r} is no time, write it as 2026-03-01T18:30") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
