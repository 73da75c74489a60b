"""Moments as the database keeps them: microseconds since 1970, in UTC."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import BigInteger, Dialect, TypeDecorator

from reverie.errors import InvalidInput

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Instant(TypeDecorator[datetime]):
    """A moment with a time zone, kept as microseconds since 1970: it sorts, compares and loads fast."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Give the database its number."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise InvalidInput(f"the time {value} has no time zone: give it one, for example tzinfo=UTC")
        return (value - EPOCH) // _MICROSECOND

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """Give the program its moment, in UTC."""
        return moment_of(value)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any | None], datetime | None]:
        """Read a column's numbers without a step between: a context reads hundreds of them."""
        return moment_of


@lru_cache(maxsize=20_000)
def moment_of(micros: int | None) -> datetime | None:
    """The moment that a number of the database stands for."""
    return None if micros is None else EPOCH + timedelta(microseconds=int(micros))
