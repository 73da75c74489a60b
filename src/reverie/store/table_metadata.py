"""What all tables have in common: how their keys and indexes are called, and how they are made; and the version's."""

from __future__ import annotations

from sqlalchemy import Column, Connection, MetaData, String, Table, event

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
