"""Receipts: what a transaction of a server leaves behind, by which it is known afterwards whether it was kept.

Apart from ``postgres``, because SQLAlchemy's words for PostgreSQL load all of its drivers: a SQLite file needs none.
"""

from __future__ import annotations

import time
import uuid
from contextlib import suppress

from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    Engine,
    MetaData,
    Table,
    Uuid,
    bindparam,
    delete,
    func,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError

from reverie.errors import StoreUnsure
from reverie.store.postgres import LONGEST_PAUSE_S
from reverie.store.schema import metadata

LAST = "last receipt"
"""Where a connection remembers the receipt it left last."""

receipts = Table(
    "receipts",
    MetaData(naming_convention=metadata.naming_convention),
    Column("id", Uuid, primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)
"""What transactions of a server leave behind. It is of the server, not of what is remembered: no copy has it."""

_NEW = insert(receipts).values(id=bindparam("new"))
_OLD = select(receipts.c.id).where(receipts.c.at < func.now() - text("interval '1 day'"))
_INSTEAD = _NEW.add_cte(delete(receipts).where(receipts.c.id == bindparam("last")).cte("gone"))
_FIRST = _NEW.add_cte(delete(receipts).where(receipts.c.id.in_(_OLD.with_for_update(skip_locked=True))).cte("gone"))
_AGAIN = _NEW.on_conflict_do_nothing().returning(receipts.c.id)


def leave_receipt(connection: Connection) -> uuid.UUID:
    """Leave in a transaction what is there afterwards exactly if the transaction is kept; give its id.

    Not the transaction's own number: a server that crashes before it wrote the number down gives it to another one.
    A connection takes its last receipt away when it leaves the next, and a new one those that nobody came back for.
    """
    new, last = uuid.uuid4(), connection.info.get(LAST)
    connection.execute(_FIRST if last is None else _INSTEAD, {"new": new, "last": last})
    connection.info[LAST] = new
    return new


def kept(made: Engine, receipt: uuid.UUID) -> bool:
    """Whether a transaction that was cut off while it ended is kept. One that has not ended yet is waited for.

    Raises:
        StoreUnsure: the server did not come back, so nobody can tell.
    """
    began = time.monotonic()
    while time.monotonic() - began < LONGEST_PAUSE_S * 20:
        with suppress(DBAPIError), made.connect() as connection:  # who asks may be cut off too
            return connection.execute(_AGAIN, {"new": receipt}).first() is None  # and is rolled back
        time.sleep(0.05)
    raise StoreUnsure(
        "the database went away while something was being kept, and did not come back: it may be kept or not; "
        "look before you do it again"
    )
