"""What fields of shapes are made of: moments as text."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any

Record = dict[str, Any]
"""A shape that only people's programs read, with no schema."""


class _DateTime:
    """Says in a JSON schema that a text is a moment; pydantic asks whatever annotates a type for it."""

    def __get_pydantic_json_schema__(self, core: object, schema_of: Callable[[object], Record]) -> Record:
        return {**schema_of(core), "format": "date-time"}


Moment = Annotated[str, _DateTime()]
"""ISO 8601 in UTC."""


def utc(moment: datetime) -> Moment:
    """A moment as ISO 8601 in UTC.

    >>> utc(datetime(2026, 3, 1, 18, 30, tzinfo=UTC))
    '2026-03-01T18:30:00Z'
    """
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def utc_or_none(moment: datetime | None) -> Moment | None:
    """The same of a moment that may not be."""
    return None if moment is None else utc(moment)
