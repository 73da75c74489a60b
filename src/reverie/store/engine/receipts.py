"""Receipts: what a transaction of a server leaves behind, by which it is known afterwards whether it was kept.

Apart from ``postgres``, because SQLAlchemy's words for PostgreSQL load all of its drivers: a SQLite file needs none.
"""

from __future__ import annotations

import time
import uuid
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    Engine,
    PrimaryKeyConstraint,
    String,
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
from reverie.store.engine.postgres import LONGEST_PAUSE_S
from reverie.store.table_metadata import new_metadata

_SLOT, _WHOSE = "receipts' place", "receipts' owner"
"""What a connection remembers: under which id it leaves receipts, and whose it left last."""

receipts = Table(
    "receipts",
    new_metadata(),
    # Of the connection: it has one row an owner, which says which transaction of it was kept last.
    Column("id", Uuid, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("owner", String(36), nullable=False, server_default=""),
    Column("last", Uuid),
    PrimaryKeyConstraint("owner", "id"),
)
"""What transactions of a server leave behind. It is of the server, not of what is remembered: no copy has it."""

_LEFT = insert(receipts).values(owner=bindparam("whose"), id=bindparam("place"), last=bindparam("new"))
_LEAVE = _LEFT.on_conflict_do_update(
    # A database that is spread over nodes takes no function here, not even now().
    index_elements=[receipts.c.owner, receipts.c.id],
    set_={"last": _LEFT.excluded.last, "at": _LEFT.excluded.at},
)
_AGAIN = _LEFT.on_conflict_do_nothing().returning(receipts.c.id)
_MINE = (
    select(receipts.c.last)
    .where(receipts.c.owner == bindparam("whose"), receipts.c.id == bindparam("place"))
    .with_for_update()
)
_OLD = delete(receipts).where(
    receipts.c.owner == bindparam("whose"), receipts.c.at < func.now() - text("interval '1 hour'")
)


class Receipt(NamedTuple):
    """What tells afterwards whether a transaction was kept: whose row of which connection says so."""

    whose: str
    place: uuid.UUID
    new: uuid.UUID


def leave_receipt(connection: Connection, owner: str = "") -> Receipt:
    """Leave in a transaction what is there afterwards exactly if the transaction is kept.

    Not the transaction's own number: a server that crashes before it wrote the number down gives it to another one.
    It lies with the rows of the ``owner`` who is written for, so that it costs no other node of a database that is
    spread over several; a connection that comes to another owner takes away what nobody came back for there.
    """
    place = connection.info.setdefault(_SLOT, uuid.uuid4())
    if connection.info.get(_WHOSE) != owner:
        connection.execute(_OLD, {"whose": owner})
        connection.info[_WHOSE] = owner
    receipt = Receipt(owner, place, uuid.uuid4())
    connection.execute(_LEAVE, receipt._asdict())
    return receipt


def kept(made: Engine, receipt: Receipt) -> bool:
    """Whether a transaction that was cut off while it ended is kept. One that has not ended yet is waited for.

    Raises:
        StoreUnsure: the server did not come back, so nobody can tell.
    """
    began = time.monotonic()
    while time.monotonic() - began < LONGEST_PAUSE_S * 20:
        with suppress(DBAPIError), made.connect() as connection:  # who asks may be cut off too
            if connection.execute(_AGAIN, receipt._asdict()).first() is not None:
                return False  # the connection's first: nothing was there, and this is rolled back
            return connection.execute(_MINE, receipt._asdict()).scalar_one_or_none() == receipt.new
        time.sleep(0.05)
    raise StoreUnsure(
        "the database went away while something was being kept, and did not come back: it may be kept or not; "
        "look before you do it again"
    )


def forget_receipts(connection: Connection, owner: str) -> None:
    """Take away the receipts that lie with an owner's rows."""
    connection.execute(delete(receipts).where(receipts.c.owner == owner))
