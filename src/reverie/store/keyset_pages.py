"""Lists piece by piece, in an order of time and id: a piece begins behind a place, whatever came or went meanwhile.

And how long they are, by day, without a look at what stands in them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Select,
    and_,
    case,
    func,
    literal_column,
    null,
    or_,
    select,
    type_coerce,
)

from reverie.records.conversations import Message, Place
from reverie.records.memories import Kind, Memory, Status
from reverie.store.schema import memories, messages
from reverie.store.table_metadata import EPOCH
from reverie.store.tables.gateway import Gateway
from reverie.store.tables.memories import in_status
from reverie.store.tables.messages import newest_messages

Shown = TypeVar("Shown", Message, Memory)

_EARLIER = 100_000
"""Days before 1970 from which days are counted."""

# Written out, not bound: only then does the planner know that the indexes of lists hold all of it.
_LISTED = memories.c.kind != literal_column("'episode'")
_KEPT = (Status.ACTIVE, Status.SUPERSEDED, Status.EXPIRED, Status.PROPOSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Many:
    """How many memories of one sort came on a day of UTC: when it was said, or else learned.

    ``until`` is when those of them that are active end by themselves.
    """

    status: Status
    kind: Kind
    category: str
    until: datetime | None
    day: date
    count: int

    def is_current(self, now: datetime) -> bool:
        """Whether they are so at a moment."""
        return self.status is Status.ACTIVE and (self.until is None or self.until > now)


class Listing(Gateway):
    """Pieces of an owner's lists; where some of it may not be seen, a piece is as long as it would be."""

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
        return self._piece(query, order, after, limit, backwards=backwards, shown=self._messages)

    def in_group(self, owner: str, group: str, newest: int) -> list[Message]:
        """So many of the newest messages of an owner's part in a group, in order."""
        return self._shown([one for one, _where in reversed(newest_messages(self._connection, owner, newest, group))])

    def memories(
        self,
        owner: str,
        limit: int,
        *,
        after: Place | None,
        span: tuple[datetime | None, datetime | None],
        statuses: Collection[Status] | None,
        sort: Mapping[str, str | Sequence[str]],
        backwards: bool,
    ) -> list[Memory]:
        """So many memories in the order in which they became so, but for episodes; ``sort``: what columns hold.

        Of several values a column holds one.

        ``span`` is since when and before when they became so; ``backwards``, the newest first.
        """
        query = select(memories).where(memories.c.owner == owner, _LISTED)
        for name, value in sort.items():
            # Of two that are asked for, the category has few: as an expression the kind leaves its index alone.
            column = memories.c.kind.concat("") if name == "kind" and sort.get("category") else memories.c[name]
            query = query.where(column == value if isinstance(value, str) else column.in_(value))
        if statuses is not None:
            query = query.where(in_status(statuses))
        order, (since, until) = (memories.c.valid_from, memories.c.id), span
        if since is not None:
            query = query.where(memories.c.valid_from >= since)
        if until is not None:
            query = query.where(memories.c.valid_from < until)
        return self._piece(query, order, after, limit, backwards=backwards, shown=self._memories)

    def _piece(
        self,
        query: Select[Any],
        order: tuple[Column[Any], Column[Any]],
        after: Place | None,
        limit: int,
        *,
        backwards: bool,
        shown: Callable[[list[dict[str, Any]]], list[Shown]],
    ) -> list[Shown]:
        found: list[Shown] = []
        while len(found) < limit:
            rows = self._rows(_ordered(query, order, after, backwards=backwards).limit(limit))
            found += shown(rows)
            if len(rows) < limit:
                break
            after = (rows[-1][order[0].name], rows[-1]["id"])
        return found[:limit]

    def counted_memories(self, owner: str) -> list[Many]:
        """How many memories are kept, but for episodes."""
        here = and_(messages.c.owner == memories.c.owner, messages.c.id == memories.c.message_id)
        ends, expires = memories.c.valid_to, memories.c.expires_at
        first = case((or_(ends.is_(None), expires < ends), expires), else_=ends)
        until = case((memories.c.status == Status.ACTIVE, first), else_=null())
        day = _day(func.coalesce(messages.c.sent_at, memories.c.created_at))
        sort = (memories.c.status, memories.c.kind, memories.c.category, until.label("until"), day)
        query = select(*sort, func.count().label("many")).select_from(memories.outerjoin(messages, here))
        query = query.where(memories.c.owner == owner, memories.c.kind != Kind.EPISODE, memories.c.status.in_(_KEPT))
        return [
            Many(
                status=Status(row.status),
                kind=Kind(row.kind),
                category=row.category,
                until=row.until,
                day=_date(row.day),
                count=row.many,
            )
            for row in self._connection.execute(query.group_by(*sort))
        ]

    def counted_messages(self, owner: str) -> dict[date, int]:
        """How many messages were sent on a day of UTC."""
        day = _day(messages.c.sent_at)
        query = select(day, func.count().label("many")).where(messages.c.owner == owner).group_by(day)
        return {_date(row.day): row.many for row in self._connection.execute(query)}

    def counted_conversations(self, owner: str) -> int:
        """How many conversations have messages."""
        query = select(func.count(messages.c.conversation_id.distinct())).where(messages.c.owner == owner)
        return self._connection.execute(query).scalar_one()


def _day(moment: ColumnElement[Any]) -> ColumnElement[int]:
    """The day of a moment, counted from long before 1970: below 0 the databases would round up."""
    whole = timedelta(days=1) // timedelta(microseconds=1)
    return ((type_coerce(moment, BigInteger) + _EARLIER * whole) // whole).label("day")


def _date(day: int) -> date:
    return (EPOCH + timedelta(days=day - _EARLIER)).date()


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
