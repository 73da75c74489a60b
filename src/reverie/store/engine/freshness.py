"""What a connection read, kept as long as nobody writes: SQLite tells by a number whether anybody did.

``PRAGMA data_version`` changes when another connection commits, whether it is of this process or not; what this one
writes itself is forgotten when it begins to. PostgreSQL has no such number: there nothing outlives its transaction.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from sqlalchemy import Connection

Moment = dict[Hashable, Any]
"""What was read in one moment of the database, by what was asked. Another moment is another object."""

_KEPT = "moment"
MOST = 5000
"""What is kept of one moment at most; then it is begun anew."""


def moment(connection: Connection) -> Moment:
    """What is known of the moment that a transaction sees: call it once the transaction has begun."""
    if connection.dialect.name != "sqlite":
        return {}
    (version,) = connection.connection.cursor().execute("PRAGMA data_version").fetchone()
    kept: tuple[int, Moment] | None = connection.info.get(_KEPT)
    if kept is None or kept[0] != version or len(kept[1]) > MOST:
        connection.info[_KEPT] = kept = (version, {})
    return kept[1]


def passes(connection: Connection) -> None:
    """Forget what was read over a connection: it is about to write."""
    connection.info.pop(_KEPT, None)
