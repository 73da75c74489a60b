"""What all tables have in common: how keys and indexes are called and made, the version's, and how moments are kept.

A moment is kept as microseconds since 1970, in UTC.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import BigInteger, Column, Connection, Dialect, MetaData, String, Table, TypeDecorator, event

from reverie.errors import InvalidInput

version = Table("reverie_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Where a database says its version."""


def new_metadata() -> MetaData:
    """Where tables are described: none yet."""
    made = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        }
    )
    event.listen(made, "before_create", _partial_on_a_server_too)
    return made


def _partial_on_a_server_too(metadata: MetaData, connection: Connection, **_more: object) -> None:
    """Let SQLite's partial indexes be PostgreSQL's: said beside them, its words would load its drivers for SQLite."""
    if connection.dialect.name != "postgresql":
        return
    for index in (index for table in metadata.tables.values() for index in table.indexes):
        where = index.dialect_options["sqlite"]["where"]
        if where is not None:
            index.dialect_kwargs["postgresql_where"] = where


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
