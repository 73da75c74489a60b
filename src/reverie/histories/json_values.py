"""Values of a JSON document that somebody else wrote, read with their types checked and their places named."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from reverie.errors import InvalidInput
from reverie.records.conversations import EARLIEST_YEAR, LATEST_YEAR
from reverie.secrets import masked

_MILLISECONDS = 1e11
"""A number of seconds above this would be in the year 5138: it is one of milliseconds."""

_NAMES: dict[type, str] = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}


@dataclass(frozen=True, slots=True)
class Value:
    """A value and where it stands. What is asked of it raises ``InvalidInput`` where it is of another type."""

    raw: Any
    where: str

    def get(self, *names: str) -> Value:
        """What an object has under the first of some names that it has, or null."""
        fields = self.of(dict)
        name = next((one for one in names if fields.get(one) is not None), names[0])
        return Value(fields.get(name), f"{self.where}, {name}")

    def items(self) -> Iterator[Value]:
        """The values of a list; null is an empty one."""
        for number, one in enumerate([] if self.raw is None else self.of(list), start=1):
            yield Value(one, f"{self.where} {number}")

    def fields(self) -> Iterator[tuple[str, Value]]:
        """The names and values of an object; null is an empty one."""
        for name, one in ({} if self.raw is None else self.of(dict)).items():
            yield name, Value(one, f"{self.where}, {masked(name[:60]).text}")

    def text(self) -> str:
        """A text; null is an empty one."""
        return "" if self.raw is None else str(self.of(str))

    def key(self) -> str:
        """An id, which is a text or a whole number; null is an empty one."""
        return str(self.raw) if type(self.raw) is int else self.text()

    def of(self, kind: type) -> Any:
        """The value, which has to be of a type."""
        if not isinstance(self.raw, kind):
            raise self.wrong(f"has to be {_NAMES[kind]}, and is {_NAMES.get(type(self.raw), 'a number')}")
        return self.raw

    def moment(self) -> datetime | None:
        """A time: seconds or milliseconds since 1970, or ISO 8601, which without a zone is UTC; null is none."""
        raw = self.raw
        if raw is None or raw == "":
            return None
        if isinstance(raw, bool) or not isinstance(raw, (int, float, str)):
            raise self.wrong("has to be a time: a number of seconds, or a text like 2026-03-01T18:30:00Z")
        try:
            seconds = float(raw)
        except ValueError:
            seconds = math.nan
        except OverflowError as error:
            raise self.wrong("is a time beyond all calendars") from error
        try:
            if isinstance(raw, str) and (math.isnan(seconds) or len(raw) == 8):
                found = datetime.fromisoformat(raw.strip())
            else:
                found = datetime.fromtimestamp(seconds / 1000 if abs(seconds) > _MILLISECONDS else seconds, UTC)
        except (ValueError, OverflowError, OSError) as error:
            raise self.wrong("is a time that can't be read: write it as 2026-03-01T18:30:00Z") from error
        return checked_moment(found, self.where)

    def wrong(self, what: str) -> InvalidInput:
        """An error that says where it is and what is wrong."""
        return InvalidInput(f"{self.where} {what}; export it again, or leave this file out")


def checked_moment(moment: datetime, where: str) -> datetime:
    """A time of a history, with a zone.

    Raises:
        InvalidInput: the year is before 1900 or after 2200.
    """
    if not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise InvalidInput(
            f"{where} is a time in the year {moment.year}, which can't be right: mend it, or leave it out"
        )
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def words_of(content: Value) -> str:
    """The words of a message's content: a text, or a list of parts of which the texts count."""
    if not isinstance(content.raw, list):
        return content.text()
    return "\n".join(filter(None, map(_words_of_part, content.items())))


def _words_of_part(part: Value) -> str:
    if isinstance(part.raw, str):
        return part.raw
    named = part.get("text") if isinstance(part.raw, dict) else None
    return named.raw if named is not None and isinstance(named.raw, str) else ""
