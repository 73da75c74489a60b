"""What a transaction has still to write: changes, their log, search entries, and where each owner's log ends.

The one idea: nobody reads these rows before the transaction ends, so they wait, and each table's go to the database in
one statement. Whoever does read these tables asks through the ledger, which writes first what waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, CursorResult, Executable, Insert, bindparam, insert, select, update

from reverie.store.schema import changes, entries, heads, log, statements

_HEAD_TAKEN = (
    select(heads.c.seq, heads.c.generation, heads.c.at).where(heads.c.owner == bindparam("whose")).with_for_update()
)
_HEAD_MOVED = update(heads).where(heads.c.owner == bindparam("whose"))

CHANGE, LINE, ENTRY, STATEMENT = insert(changes), insert(log), insert(entries), insert(statements)
"""The kinds of rows that wait."""


class Ledger:
    """One connection's rows that wait to be written."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._waiting: dict[Insert, list[Mapping[str, Any]]] = {}
        self._taken: dict[str, tuple[int, datetime]] = {}
        self._found: dict[str, tuple[int, int]] = {}
        self._moved: dict[str, tuple[int, datetime]] = {}
        self.written: set[str] = set()
        """Whose logs this transaction went on with."""

    def add(self, kind: Insert, row: Mapping[str, Any]) -> None:
        """Let a row wait."""
        self._waiting.setdefault(kind, []).append(row)

    def head(self, owner: str) -> tuple[int, datetime] | None:
        """Where an owner's log ends and when that was written; nobody else moves it before the transaction ends."""
        if owner not in self._taken:
            row = self.connection.execute(_HEAD_TAKEN, {"whose": owner}).first()
            if row is None:
                return None
            self._taken[owner], self._found[owner] = (row.seq, row.at), (row.seq, row.generation)
        return self._taken[owner]

    def take(self, owner: str, end: tuple[int, int], at: datetime) -> None:
        """Take an owner's head as it is known to stand, where it was not taken yet."""
        if owner not in self._taken:
            self._taken[owner], self._found[owner] = (end[0], at), end

    def found(self, owner: str) -> tuple[int, int]:
        """The sequence number and generation of an owner's log when this transaction found it; (0, 0) of nobody."""
        self.head(owner)
        return self._found.get(owner, (0, 0))

    def move(self, owner: str, seq: int, at: datetime) -> None:
        """Let an owner's log end here."""
        self._taken[owner] = self._moved[owner] = seq, at
        self.written.add(owner)

    def execute(
        self, statement: Executable, parameters: Mapping[str, Any] | None = None
    ) -> CursorResult[*tuple[Any, ...]]:
        """Run a statement on these tables, once what waits for them is written."""
        self.flush()
        return self.connection.execute(statement, parameters)

    def said(self) -> Connection:
        """The connection, once the statements that wait are written."""
        if rows := self._waiting.pop(STATEMENT, None):
            self.connection.execute(STATEMENT, rows)
        return self.connection

    def flush(self) -> None:
        """Write what waits."""
        waiting, self._waiting = self._waiting, {}
        for kind, rows in waiting.items():
            self.connection.execute(kind, rows)
        moved, self._moved = self._moved, {}
        for owner, (seq, at) in moved.items():
            self.connection.execute(_HEAD_MOVED, {"whose": owner, "seq": seq, "at": at})
