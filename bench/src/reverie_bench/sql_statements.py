"""How many transactions and statements a verb costs, as the database's engine sees them.

What begins and ends a transaction, and SQLite's number that tells whether anybody wrote, are no statements.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reverie.store.database import Store


@dataclass(slots=True, kw_only=True)
class Tally:
    """``transactions`` that were begun, how many of them ``writes`` kept something, and the ``statements`` in all."""

    transactions: int = 0
    writes: int = 0
    statements: int = 0

    def report(self) -> dict[str, int]:
        """The same as a record."""
        return asdict(self)


@contextmanager
def counted(store: Store) -> Iterator[Tally]:
    """Count what this thread, and nobody else meanwhile, asks of a store inside the block."""
    from sqlalchemy import event

    tally, before = Tally(), store.written

    def began(_connection: object) -> None:
        tally.transactions += 1

    def asked(*_statement: object) -> None:
        tally.statements += 1

    listening = ((store.engine, "begin", began), (store.engine, "before_cursor_execute", asked))
    for one in listening:
        event.listen(*one)
    try:
        yield tally
    finally:
        for one in listening:
            event.remove(*one)
        tally.writes = store.written - before
