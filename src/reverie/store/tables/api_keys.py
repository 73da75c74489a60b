"""Keys of applications, as they are kept: never the secret, only its hash."""

from __future__ import annotations

from dataclasses import asdict, fields
from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from reverie.records.users import Key, Scope
from reverie.store.row_mapping import Row
from reverie.store.schema import keys


class Keys:
    """The keys of a store, over one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, key: Key, hashed: str) -> None:
        """Keep a key with the hash of its secret."""
        self._connection.execute(insert(keys).values(**asdict(key), hash=hashed))

    def find(self, key_id: str) -> tuple[Key, str] | None:
        """A key and the hash of its secret."""
        row = self._connection.execute(select(keys).where(keys.c.id == key_id)).mappings().first()
        return None if row is None else (_key(row), row["hash"])

    def all(self) -> list[Key]:
        """Every key, the oldest first."""
        query = select(keys).order_by(keys.c.created_at, keys.c.id)
        return [_key(row) for row in self._connection.execute(query).mappings()]

    def revoke(self, key_id: str, at: datetime) -> None:
        """Let a key open nothing any more."""
        self._connection.execute(update(keys).where(keys.c.id == key_id).values(revoked_at=at))


def _key(row: Row) -> Key:
    return Key(**{f.name: row[f.name] for f in fields(Key) if f.name != "scope"}, scope=Scope(row["scope"]))
