"""Lists piece by piece, in an order of time and id: a piece begins behind a place, whatever came or went meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, and_, or_, select

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
        order = (messages.c.sent_at, messages.c.id)
        if after is not None:
            query = query.where(_behind(order, after, backwards=backwards))
        ordered = query.order_by(*(column.desc() if backwards else column for column in order)).limit(limit)
        return [mapping.message(row) for row in mapping.rows(self._connection.execute(ordered))]

    def memories(
        self,
        owner: str,
        limit: int,
        *,
        after: Place | None,
        statuses: Collection[Status] | None,
        sort: Mapping[str, str],
    ) -> list[Memory]:
        """So many memories in the order in which they became so, but for episodes; ``sort``: what columns hold."""
        query = select(memories).where(memories.c.owner == owner, memories.c.kind != Kind.EPISODE)
        query = query.where(*(memories.c[name] == value for name, value in sort.items()))
        if statuses is not None:
            query = query.where(memories.c.status.in_(list(statuses)))
        order = (memories.c.valid_from, memories.c.id)
        if after is not None:
            query = query.where(_behind(order, after))
        rows = mapping.rows(self._connection.execute(query.order_by(*order).limit(limit)))
        return [mapping.memory(row) for row in rows]


def _behind(order: tuple[Column[Any], Column[Any]], place: Place, *, backwards: bool = False) -> ColumnElement[bool]:
    """What lies behind a place. The first bound alone lets an index be entered."""
    (at, id_), (moment, name) = order, place
    if backwards:
        return and_(at <= moment, or_(at < moment, id_ < name))
    return and_(at >= moment, or_(at > moment, id_ > name))
