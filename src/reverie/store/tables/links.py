"""What leads from memories to other items: evidence, contradictions, and what may not be learned again."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, or_, select

from reverie.records.memories import Link, Relation
from reverie.store import row_mapping
from reverie.store.schema import blocked, links
from reverie.store.tables.messages import CHUNK

_BLOCKED = select(blocked.c.digest).where(
    blocked.c.owner == bindparam("owner"), blocked.c.message_id == bindparam("message_id")
)


class Links:
    """An owner's links, over one connection. They are written through an ``Act``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def find(self, owner: str, *, of: str | None = None, to: str | None = None) -> list[Link]:
        """Links that lead from or to an item."""
        query = select(links).where(links.c.owner == owner)
        if of is not None:
            query = query.where(links.c.from_id == of)
        if to is not None:
            query = query.where(links.c.to_id == to)
        return [row_mapping.link(row) for row in self._connection.execute(query.order_by(links.c.to_id)).mappings()]

    def lead_to(self, owner: str, ids: Collection[str]) -> bool:
        """Whether any link leads to one of these items."""
        many = list(ids)
        for start in range(0, len(many), CHUNK):
            there = (links.c.owner == owner, links.c.to_id.in_(many[start : start + CHUNK]))
            if self._connection.execute(select(links.c.to_id).where(*there).limit(1)).first() is not None:
                return True
        return False

    def related(self, owner: str, relation: Relation, ids: Collection[str]) -> list[Link]:
        """Links of one relation that lead from or to these items."""
        many, found = list(ids), dict[tuple[str, str], Link]()
        for start in range(0, len(many), CHUNK):
            part = many[start : start + CHUNK]
            either = or_(links.c.from_id.in_(part), links.c.to_id.in_(part))
            query = select(links).where(links.c.owner == owner, links.c.relation == relation, either)
            rows = self._connection.execute(query.order_by(links.c.from_id, links.c.to_id)).mappings()
            found |= {(row["from_id"], row["to_id"]): row_mapping.link(row) for row in rows}
        return list(found.values())

    def evidence(self, owner: str, memory_ids: Collection[str]) -> list[Link]:
        """The words behind memories: every message that said them."""
        ids, found = list(memory_ids), []
        for start in range(0, len(ids), CHUNK):
            part = links.c.from_id.in_(ids[start : start + CHUNK])
            query = select(links).where(links.c.owner == owner, links.c.relation == Relation.EVIDENCE, part)
            found += [
                row_mapping.link(row) for row in self._connection.execute(query.order_by(links.c.to_id)).mappings()
            ]
        return found

    def blocks(self, owner: str) -> list[tuple[str, str]]:
        """(message or conversation id, digest) of all that was forgotten."""
        query = select(blocked.c.message_id, blocked.c.digest).where(blocked.c.owner == owner)
        return [(message_id, digest) for message_id, digest in self._connection.execute(query)]

    def blocked(self, owner: str, message_id: str) -> set[str]:
        """The digests of what was forgotten of a message."""
        rows = self._connection.execute(_BLOCKED, {"owner": owner, "message_id": message_id})
        return {digest for (digest,) in rows}
