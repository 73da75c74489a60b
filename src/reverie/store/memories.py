"""Memories and their links, read by one owner at a time. They are written through an ``Act``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Connection, and_, func, select, update

from reverie.domain.memories import Link, Memory, Relation, Status, Told
from reverie.store import mapping
from reverie.store.dialogue import CHUNK
from reverie.store.schema import Instant, blocked, links, memories


class Memories:
    """An owner's memories and links, over one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def by_id(self, owner: str, memory_id: str) -> Memory | None:
        """One memory, whatever its status."""
        return self.by_ids(owner, [memory_id]).get(memory_id)

    def by_ids(self, owner: str, ids: Sequence[str]) -> dict[str, Memory]:
        """Memories by id; ids that are not there are left out."""
        found: dict[str, Memory] = {}
        for start in range(0, len(ids), CHUNK):
            part = ids[start : start + CHUNK]
            query = select(memories).where(memories.c.owner == owner, memories.c.id.in_(part))
            found |= {row["id"]: mapping.memory(row) for row in self._connection.execute(query).mappings()}
        return found

    def by_prefix(self, owner: str, prefix: str) -> list[Memory]:
        """Memories whose id begins like this (a person types the first letters of one)."""
        query = select(memories).where(memories.c.owner == owner, memories.c.id.startswith(prefix, autoescape=True))
        return [mapping.memory(row) for row in self._connection.execute(query.limit(2)).mappings()]

    def all(self, owner: str, statuses: Collection[Status] | None = None) -> list[Memory]:
        """An owner's memories, in the order in which they became so."""
        query = select(memories).where(memories.c.owner == owner)
        if statuses is not None:
            query = query.where(memories.c.status.in_(list(statuses)))
        ordered = query.order_by(memories.c.valid_from, memories.c.id)
        return [mapping.memory(row) for row in self._connection.execute(ordered).mappings()]

    def keyed(self, owner: str, keys: Collection[str], statuses: Collection[Status]) -> list[Memory]:
        """Memories in these slots."""
        query = (
            select(memories)
            .where(memories.c.owner == owner, memories.c.key.in_(list(keys)))
            .where(memories.c.status.in_(list(statuses)))
            .order_by(memories.c.valid_from, memories.c.id)
        )
        return [mapping.memory(row) for row in self._connection.execute(query).mappings()]

    def recent(self, owner: str, limit: int) -> list[Told]:
        """The facts told last, the newest first."""
        told_at = func.coalesce(memories.c.last_validated_at, memories.c.valid_from, type_=Instant)
        query = (
            select(memories.c.key, memories.c.details, told_at.label("told_at"))
            .where(memories.c.owner == owner, memories.c.status == Status.ACTIVE, memories.c.key.is_not(None))
            .order_by(told_at.desc(), memories.c.id.desc())
            .limit(limit)
        )
        return [
            Told(row.key, str(row.details.get("value", "")), row.told_at) for row in self._connection.execute(query)
        ]

    def touch(self, owner: str, ids: Collection[str], at: datetime) -> None:
        """Note that memories were used; this is no change, and is not logged."""
        used = update(memories).where(memories.c.owner == owner, memories.c.id.in_(list(ids)))
        self._connection.execute(used.values(last_used_at=at))

    def links(self, owner: str, *, of: str | None = None, to: str | None = None) -> list[Link]:
        """Links that lead from or to an item."""
        query = select(links).where(links.c.owner == owner)
        if of is not None:
            query = query.where(links.c.from_id == of)
        if to is not None:
            query = query.where(links.c.to_id == to)
        return [mapping.link(row) for row in self._connection.execute(query.order_by(links.c.to_id)).mappings()]

    def evidence(self, owner: str, memory_ids: Collection[str]) -> list[Link]:
        """The words behind memories: every message that said them."""
        query = select(links).where(
            links.c.owner == owner, links.c.relation == Relation.EVIDENCE, links.c.from_id.in_(list(memory_ids))
        )
        return [mapping.link(row) for row in self._connection.execute(query.order_by(links.c.to_id)).mappings()]

    def replaced(self, owner: str, message_ids: Collection[str]) -> dict[str, str]:
        """Of messages that taught what is no longer so: the id of the memory that took its place, by message id."""
        query = (
            select(links.c.to_id, memories.c.superseded_by)
            .join(memories, and_(memories.c.owner == links.c.owner, memories.c.id == links.c.from_id))
            .where(links.c.owner == owner, links.c.relation == Relation.EVIDENCE, links.c.to_id.in_(list(message_ids)))
            .where(memories.c.status == Status.SUPERSEDED, memories.c.superseded_by.is_not(None))
        )
        return {row.to_id: row.superseded_by for row in self._connection.execute(query)}

    def blocked(self, owner: str, message_id: str) -> set[str]:
        """The digests of what was forgotten of a message."""
        query = select(blocked.c.digest).where(blocked.c.owner == owner, blocked.c.message_id == message_id)
        return {digest for (digest,) in self._connection.execute(query)}
