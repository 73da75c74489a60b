"""A database as the first version left it that is upgraded: today's tables, without what has come since."""

from __future__ import annotations

from sqlalchemy import Connection, insert

from reverie.store.migrations import VERSIONS
from reverie.store.schema import metadata
from reverie.store.table_metadata import version

FIRST = VERSIONS[0]


def make(connection: Connection, found: str = FIRST) -> None:
    """Make the tables in an empty database, which says that it is of the version ``found``."""
    metadata.create_all(connection)
    for since in (
        "DROP INDEX ix_memories_listed",
        "DROP INDEX ix_memories_category",
        "DROP INDEX ix_memories_proposed",
        "DROP INDEX ix_conversations_local",
        "DROP INDEX ix_conversations_group",
        "ALTER TABLE conversations DROP COLUMN local_only",
        "ALTER TABLE conversations DROP COLUMN group_id",
        "DROP TABLE statements",
        "DROP TABLE requests",
    ):
        connection.exec_driver_sql(since)
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(
            "CREATE TABLE receipts (id uuid CONSTRAINT pk_receipts PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())"
        )
    version.create(connection)
    connection.execute(insert(version).values(version_num=found))
