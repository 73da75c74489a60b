"""Lists piece by piece, in an order of time and id: a piece begins behind a place, whatever came or went meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Connection, Select, or_, select

from reverie.domain.dialogue import Message, Place
from reverie.domain.memories import Kind, Memory, Status
from reverie.store import mapping
from reverie.store.schema import memories, messages


class Listing:
    """Pieces of an owner's lists, over one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def messages(
        self,
        owner: str,
        limit: int,
        *,
        conversation_id: str | None = None,
        after: Place | None = None,
        backwards: bool = False,
    ) -> list[Message]:
        """So many messages in the order in which they were sent; ``backwards``, the newest first."""
        query = select(messages).where(messages.c.owner == owner)
        if conversation_id is not None:
            query = query.where(messages.c.conversation_id == conversation_id)
        ordered = _ordered(query, (messages.c.sent_at, messages.c.id), after, backwards=backwards).limit(limit)
        return [mapping.message(row) for row in mapping.rows(self._connection.execute(ordered))]

    def memories(
        self,
        owner: str,
        limit: int,
        *,
        after: Place | None,
        span: tuple[datetime | None, datetime | None],
        statuses: Collection[Status] | None,
        sort: Mapping[str, str],
        backwards: bool,
    ) -> list[Memory]:
        """So many memories in the order in which they became so, but for episodes; ``sort``: what columns hold.

        ``span`` is since when and before when they became so; ``backwards``, the newest first.
        """
        query = select(memories).where(memories.c.owner == owner, memories.c.kind != Kind.EPISODE)
        query = query.where(*(memories.c[name] == value for name, value in sort.items()))
        if statuses is not None:
            query = query.where(memories.c.status.in_(list(statuses)))
        order, (since, until) = (memories.c.valid_from, memories.c.id), span
        if since is not None:
            query = query.where(memories.c.valid_from >= since)
        if until is not None:
            query = query.where(memories.c.valid_from < until)
        ordered = _ordered(query, order, after, backwards=backwards).limit(limit)
        rows = mapping.rows(self._connection.execute(ordered))
        return [mapping.memory(row) for row in rows]


def _ordered(
    query: Select[Any], order: tuple[Column[Any], Column[Any]], after: Place | None, *, backwards: bool
) -> Select[Any]:
    """A query's rows in an order, behind a place. The bound by time alone lets an index be entered."""
    if after is not None:
        (at, id_), (moment, name) = order, after
        if backwards:
            query = query.where(at <= moment, or_(at < moment, id_ < name))
        else:
            query = query.where(at >= moment, or_(at > moment, id_ > name))
    return query.order_by(*(column.desc() if backwards else column for column in order))
