"""What was said of what is remembered, read by one owner at a time. It is written through an ``Act``."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, select

from reverie.records.statements import Statement
from reverie.store import row_mapping
from reverie.store.instants import moment_of
from reverie.store.migrations import statement_backfill
from reverie.store.pending_writes import Ledger
from reverie.store.schema import statements
from reverie.store.tables.messages import CHUNK


def _where(column: ColumnElement[Any]) -> Select[Any]:
    found = select(statements).where(statements.c.owner == bindparam("owner"))
    return found.where(column.in_(bindparam("ids", expanding=True))).order_by(statements.c.known, statements.c.id)


_OF, _BY, _SAID_IN = _where(statements.c.memory_id), _where(statements.c.by_id), _where(statements.c.message_id)
_BY_IDS = _where(statements.c.id)
_TIMES = ("at", "said_at", "expires_at")


class Statements:
    """An owner's statements, over one connection."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def by_ids(self, owner: str, ids: Collection[str]) -> list[Statement]:
        """Statements by their ids; ids that are not there are left out."""
        return self._found(_BY_IDS, owner, ids)

    def of(self, owner: str, memory_ids: Collection[str]) -> list[Statement]:
        """The statements of memories, in the order in which they became known."""
        return self._found(_OF, owner, memory_ids)

    def replacing(self, owner: str, memory_ids: Collection[str]) -> list[Statement]:
        """The decisions by which these memories took the place of others."""
        return self._found(_BY, owner, memory_ids)

    def said_in(self, owner: str, message_ids: Collection[str]) -> list[Statement]:
        """The statements of messages."""
        return self._found(_SAID_IN, owner, message_ids)

    def read_off(self, owner: str, memory_ids: Collection[str]) -> list[Statement]:
        """What memories, their evidence and the log tell was said of them, where it was written without statements."""
        self._ledger.flush()
        rows = statement_backfill.statements(self._ledger.connection, owner, memory_ids)
        return [row_mapping.statement({**row, **{name: moment_of(row[name]) for name in _TIMES}}) for row in rows]

    def _found(self, query: Select[Any], owner: str, ids: Collection[str]) -> list[Statement]:
        many, found = list(ids), list[Statement]()
        for start in range(0, len(many), CHUNK):
            rows = self._ledger.said().execute(query, {"owner": owner, "ids": many[start : start + CHUNK]}).mappings()
            found += [row_mapping.statement(row) for row in rows]
        return found
