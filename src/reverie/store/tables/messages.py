"""Conversations and their messages, read by one owner at a time. They are written through an ``Act``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    literal,
    literal_column,
    or_,
    select,
    tuple_,
)

from reverie.records.conversations import Conversation, Message, Place, Role
from reverie.records.memories import EPISODE_KEY, Kind, Relation, Status
from reverie.records.read_access import WHOLE
from reverie.store import row_mapping
from reverie.store.schema import conversations, links, memories, messages
from reverie.store.table_metadata import Instant
from reverie.store.tables.gateway import Gateway, Hiding
from reverie.store.tables.topic_looks import TopicLook, messages_of

_OWN = messages.c.owner == bindparam("owner")
_BY_IDS = select(messages).where(_OWN, messages.c.id.in_(bindparam("ids", expanding=True)))
# The status is written out, not bound: SQLite plans a statement anew at every call whose bound value might name the
# condition of a partial index.
_REPLACED_BY = (
    select(func.max(func.coalesce(memories.c.superseded_by, memories.c.id)))
    .join(links, and_(links.c.owner == memories.c.owner, links.c.from_id == memories.c.id))
    # The owner as such, not the message's: else a planner looks through the rows of everybody.
    .where(links.c.owner == bindparam("owner"), links.c.to_id == messages.c.id, links.c.relation == Relation.EVIDENCE)
    .where(
        or_(
            memories.c.status == literal_column(f"'{Status.SUPERSEDED}'"),
            and_(
                memories.c.status == literal_column(f"'{Status.EXPIRED}'"),
                memories.c.details["when"].as_string().is_not(None),
            ),
        )
    )
    .scalar_subquery()
)
_MOST_TURNS = 200
"""How far the turns of a conversation are counted: one that never ends would make each search slow (20,000: 12 ms)."""

_before = messages.alias()
_up_to_it = (
    select(_before.c.id)
    .where(_before.c.owner == bindparam("owner"), _before.c.conversation_id == messages.c.conversation_id)
    .where(tuple_(_before.c.sent_at, _before.c.id) <= tuple_(messages.c.sent_at, messages.c.id))
    .correlate(messages)
    .limit(literal_column(f"{_MOST_TURNS + 1}", Integer))
    .subquery()
)
_TURN = select(func.nullif(func.count(), _MOST_TURNS + 1)).select_from(_up_to_it).scalar_subquery()
_TOLD = _BY_IDS.add_columns(_REPLACED_BY.label("replaced_by"), _TURN.label("turn"))
_LATEST = (
    select(conversations, messages.c.sent_at.label("last_at"))
    .join(
        messages,
        and_(messages.c.owner == conversations.c.owner, messages.c.conversation_id == conversations.c.id),
    )
    .where(_OWN)
    .order_by(messages.c.sent_at.desc(), messages.c.id.desc())
    .limit(1)
)
_ALONE = conversations.c.group_id.is_(None)
_SAID_THERE = exists().where(
    messages.c.owner == conversations.c.owner, messages.c.conversation_id == conversations.c.id
)
_IN_GROUP = conversations.c.group_id == bindparam("group")
_OF_GROUPS = select(conversations.c.id).where(
    conversations.c.owner == bindparam("owner"), conversations.c.group_id.is_not(None)
)
_LATEST_ID = (
    select(messages.c.conversation_id)
    .where(_OWN, messages.c.conversation_id.not_in(_OF_GROUPS))
    .order_by(messages.c.sent_at.desc(), messages.c.id.desc())
    .limit(1)
    .scalar_subquery()
)
_OF_CONVERSATION = {column: column.label(f"of_{column.name}") for column in conversations.c}
_WITH_CONVERSATION = select(messages, *_OF_CONVERSATION.values()).join(
    conversations, and_(conversations.c.owner == messages.c.owner, conversations.c.id == messages.c.conversation_id)
)
_NEWEST_ANYWHERE = (
    _WITH_CONVERSATION.where(_OWN)
    .order_by(messages.c.sent_at.desc(), messages.c.id.desc())
    .limit(bindparam("limit", type_=BigInteger))
)
_NEWEST, _NEWEST_IN_GROUP = _NEWEST_ANYWHERE.where(_ALONE), _NEWEST_ANYWHERE.where(_IN_GROUP)
_LATEST_LINES = (
    _WITH_CONVERSATION.where(_OWN, messages.c.conversation_id == _LATEST_ID)
    .order_by(messages.c.sent_at.desc(), messages.c.id.desc())
    .limit(bindparam("limit", type_=BigInteger))
)
_LOCAL = (
    select(conversations.c.id).where(conversations.c.owner == bindparam("owner"), conversations.c.local_only).limit(1)
)
_CONVERSATIONS = (
    select(conversations)
    .where(conversations.c.owner == bindparam("owner"))
    .order_by(conversations.c.started_at, conversations.c.id)
)
_TITLED = _CONVERSATIONS.where(conversations.c.title.is_not(None))
_BEGUN_AFTER = _CONVERSATIONS.where(conversations.c.id > bindparam("after"), _ALONE, ~_SAID_THERE)
_CONVERSATION = select(conversations).where(
    conversations.c.owner == bindparam("owner"), conversations.c.id == bindparam("id")
)

# Conversation by conversation, so that the index on keys is entered and not read through.
_EACH = messages.c.conversation_id.in_(select(conversations.c.id).where(conversations.c.owner == bindparam("owner")))
_BY_KEY = select(messages).where(_OWN, messages.c.external_id == bindparam("key")).where(_EACH).limit(1)
_OF_KEYS = select(messages.c.external_id).where(_OWN, messages.c.external_id.in_(bindparam("ids", expanding=True)))

_ALL = 2**62
_FIRST: Place = (datetime(1, 1, 1, tzinfo=UTC), "")
_LAST: Place = (datetime(9999, 12, 31, tzinfo=UTC), "")
_AFTER, _UNTIL = bindparam("after_at", type_=Instant), bindparam("until_at", type_=Instant)
# The bounds alone let the index be entered; the rest tells messages of one moment apart.
_IN_STRETCH = and_(
    _OWN,
    messages.c.conversation_id == bindparam("conversation"),
    messages.c.sent_at >= _AFTER,
    messages.c.sent_at <= _UNTIL,
    or_(messages.c.sent_at > _AFTER, messages.c.id > bindparam("after_id")),
    or_(messages.c.sent_at < _UNTIL, messages.c.id <= bindparam("until_id")),
)
_STRETCH = (
    select(messages)
    .where(_IN_STRETCH)
    .order_by(messages.c.sent_at, messages.c.id)
    .limit(bindparam("limit", type_=BigInteger))
)
_THESE = _STRETCH.where(messages.c.id.in_(bindparam("ids", expanding=True)))
_BEFORE = (
    select(messages)
    .where(_OWN, messages.c.conversation_id == bindparam("conversation"), messages.c.sent_at <= _UNTIL)
    .where(or_(messages.c.sent_at < _UNTIL, messages.c.id < bindparam("until_id")))
    .order_by(messages.c.sent_at.desc(), messages.c.id.desc())
    .limit(bindparam("limit", type_=BigInteger))
)
_COUNTED = select(func.count()).select_from(messages).where(_IN_STRETCH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """The last lines of a conversation, in order; ``whole`` is whether it has no others."""

    lines: Sequence[Message]
    whole: bool


def any_local(connection: Connection, owner: str) -> bool:
    """Whether an owner has a conversation that stays on this machine."""
    return connection.execute(_LOCAL, {"owner": owner}).first() is not None


class Dialogue(Gateway):
    """An owner's conversations and messages."""

    def __init__(self, connection: Connection, hiding: Hiding | None = None, *, reads_one_moment: bool = False) -> None:
        super().__init__(connection, hiding)
        self._access = WHOLE if hiding is None else hiding.access
        self._lines: dict[tuple[str, str], Lines] | None = {} if reads_one_moment else None

    def conversation(self, owner: str, conversation_id: str) -> Conversation | None:
        """One conversation."""
        asked = {"owner": owner, "id": conversation_id}
        return next(iter(self._conversations(_CONVERSATION, asked)), None)

    def by_external_id(self, owner: str, external_id: str) -> Conversation | None:
        """The conversation that was imported under this key."""
        query = select(conversations).where(conversations.c.owner == owner, conversations.c.external_id == external_id)
        return next(iter(self._conversations(query)), None)

    def _conversations(self, query: Select[Any], asked: Mapping[str, Any] | None = None) -> list[Conversation]:
        found = [row_mapping.conversation(row) for row in self._rows(query, asked)]
        return found if self._hiding is None else self._hiding.conversations(found)

    def conversations(self, owner: str, *, titled: bool = False, begun_after: str | None = None) -> list[Conversation]:
        """All conversations, the oldest first; or those ``titled``, as they are that came from elsewhere.

        Or those with the person alone that were begun after another (its id) was, in which nothing was said.
        """
        if begun_after is not None:
            return self._conversations(_BEGUN_AFTER, {"owner": owner, "after": begun_after})
        return self._conversations(_TITLED if titled else _CONVERSATIONS, {"owner": owner})

    def latest(
        self, owner: str, *, until: datetime | None = None, lines: int = 0, group: str | None = None
    ) -> tuple[Conversation, datetime] | None:
        """The conversation with the newest message, or the newest sent ``until`` then, and when that was sent.

        It is one in a ``group``, or else in none; in company the group's. So many of its last ``lines``, of now, are
        read with it: ``messages`` then has them.
        """
        local = self._access.local_only  # whether it may be one that stays on this machine
        group = self._access.company.group if self._access.company else group
        if lines and until is None and local and group is None:
            return self._with_lines(owner, lines)
        query = _LATEST.where(_ALONE if group is None else _IN_GROUP)
        query = query if until is None else query.where(messages.c.sent_at <= until)
        query = query if local else query.where(~conversations.c.local_only)
        asked = {"owner": owner} | ({} if group is None else {"group": group})
        row = self._connection.execute(query, asked).mappings().first()
        return None if row is None else (row_mapping.conversation(row), row["last_at"])

    def _with_lines(self, owner: str, limit: int) -> tuple[Conversation, datetime] | None:
        found = _with_conversations(self._connection, _LATEST_LINES, owner, limit)
        if not found:
            return None
        newest, where = found[0]
        if self._lines is not None:
            lines = [message for message, _where in reversed(found)]
            self._lines[owner, where.id] = Lines(lines=lines, whole=len(found) < limit)
        return where, newest.sent_at

    def message(self, owner: str, message_id: str) -> Message | None:
        """One message."""
        query = select(messages).where(messages.c.owner == owner, messages.c.id == message_id)
        return next(iter(self._messages(self._rows(query))), None)

    def by_key(self, owner: str, key: str) -> Message | None:
        """The message that was said under this key, in whatever conversation."""
        return next(iter(self._messages(self._rows(_BY_KEY, {"owner": owner, "key": key}))), None)

    def by_ids(self, owner: str, ids: Sequence[str]) -> dict[str, Message]:
        """Messages by id; ids that are not there are left out."""
        return {one.id: one for one in self._messages(self._these(_BY_IDS, owner, ids))}

    def told(self, owner: str, ids: Sequence[str]) -> tuple[dict[str, Message], dict[str, str]]:
        """Messages by id; and of those that taught what is no longer so, the id of the memory that took its place.

        Where several did, it is the newest; where none did, it is the id of what ended. The messages know their turn.
        """
        rows = self._these(_TOLD, owner, ids)
        if self._hiding is not None:  # how much was said that a reader may not see is not told either
            rows = [{**row, "turn": None} for row in rows]
        replaced = {row["id"]: row.pop("replaced_by") for row in rows}
        found = {one.id: one for one in self._messages(rows)}
        return found, {one: by for one, by in replaced.items() if by is not None and one in found}

    def known_keys(self, owner: str, keys: Sequence[str], *, conversation_id: str | None = None) -> set[str]:
        """Those of some import keys under which a person has a message, in one conversation or in any."""
        here = _EACH if conversation_id is None else messages.c.conversation_id == conversation_id
        return {row["external_id"] for row in self._these(_OF_KEYS.where(here), owner, keys)}

    def messages(
        self,
        owner: str,
        *,
        conversation_id: str | None = None,
        role: Role | None = None,
        before: datetime | None = None,
        newest: int | None = None,
        of: TopicLook | None = None,
    ) -> list[Message]:
        """Messages in the order in which they were sent; those ``before`` a moment, and so many of the ``newest``.

        Or those alone that may be ``of`` a topic.
        """
        if self._lines and conversation_id is not None and role is None and before is None and newest is not None:
            known = self._lines.get((owner, conversation_id))
            if known is not None and (known.whole or newest <= len(known.lines)):
                return self._shown(list(known.lines[-newest:]) if newest else [])
        query = select(messages).where(messages.c.owner == owner)
        if conversation_id is not None:
            query = query.where(messages.c.conversation_id == conversation_id)
        if role is not None:
            query = query.where(messages.c.role == role)
        if before is not None:
            query = query.where(messages.c.sent_at < before)
        if of is not None:
            query = query.where(messages_of(of))
        if newest is None:
            return self._messages(self._rows(query.order_by(messages.c.sent_at, messages.c.id)))
        last = query.order_by(messages.c.sent_at.desc(), messages.c.id.desc()).limit(newest)
        return self._messages(self._rows(last))[::-1]

    def stretch(
        self,
        owner: str,
        conversation_id: str,
        *,
        after: Place | None = None,
        until: Place | None = None,
        ids: Sequence[str] | None = None,
        limit: int | None = None,
    ) -> list[Message]:
        """Messages of one conversation after a place and up to another, in order; with ``ids``, those of them."""
        asked = _between(owner, conversation_id, after, until) | {"limit": _ALL if limit is None else limit}
        if ids is None:
            return self._messages(self._rows(_STRETCH, asked))
        rows = self._these(_THESE, ids=ids, **asked)
        return self._messages(sorted(rows, key=lambda row: (row["sent_at"], row["id"]))[:limit])

    def before(self, message: Message, limit: int) -> list[Message]:
        """What was said in a message's conversation just before it, in order."""
        asked = _between(message.owner, message.conversation_id, None, message.place)
        return self._messages(self._rows(_BEFORE, asked | {"limit": limit}))[::-1]

    def counted(
        self, owner: str, conversation_id: str, *, after: Place | None = None, until: Place | None = None
    ) -> int:
        """How many messages of one conversation there are after a place and up to another."""
        return self._connection.execute(_COUNTED, _between(owner, conversation_id, after, until)).scalar_one()

    def without_episode(self, owner: str, silent_since: datetime, fewest: int) -> list[Conversation]:
        """Conversations that are over and have no episode that reaches to their last message, the latest first.

        None has a message that is withheld. Over is what ended, was silent since a moment, or is not the latest;
        ``fewest`` is how many messages the person has in it at least.
        """
        last = func.max(messages.c.sent_at, type_=Instant)
        inputs = func.sum(case((messages.c.role == Role.USER, 1), else_=0))
        sizes = select(messages.c.conversation_id, last.label("last_at"), inputs.label("inputs"))
        each = sizes.where(messages.c.owner == owner).group_by(messages.c.conversation_id).subquery()
        newest = select(func.max(each.c.last_at, type_=Instant)).scalar_subquery()
        kept = (
            select(memories.c.id)
            .where(memories.c.owner == owner, memories.c.status == literal_column(f"'{Status.ACTIVE}'"))
            .where(memories.c.kind == Kind.EPISODE, memories.c.key == literal(EPISODE_KEY) + conversations.c.id)
            .where(memories.c.valid_from >= each.c.last_at)
        )
        over = or_(conversations.c.ended_at.is_not(None), each.c.last_at < silent_since, each.c.last_at < newest)
        query = select(conversations).join(each, each.c.conversation_id == conversations.c.id)
        found = query.where(conversations.c.owner == owner, over, each.c.inputs >= fewest, ~kept.exists())
        touched, ordered = self._withheld(owner).touched, found.order_by(each.c.last_at.desc(), conversations.c.id)
        return [row_mapping.conversation(row) for row in self._rows(ordered) if row["id"] not in touched]

    def count(self, owner: str) -> int:
        """How many messages an owner has."""
        return self._connection.execute(select(func.count()).where(messages.c.owner == owner)).scalar_one()


def newest_messages(
    connection: Connection, owner: str, limit: int, group: str | None = None
) -> list[tuple[Message, Conversation]]:
    """So many of an owner's newest messages in a group, or in none, the newest first, each with its conversation."""
    return _with_conversations(connection, _NEWEST if group is None else _NEWEST_IN_GROUP, owner, limit, group)


def _with_conversations(
    connection: Connection, query: Select[*tuple[Any, ...]], owner: str, limit: int, group: str | None = None
) -> list[tuple[Message, Conversation]]:
    found = connection.execute(query, {"owner": owner, "limit": limit} | ({} if group is None else {"group": group}))
    return [_parted(row) for row in row_mapping.rows(found)]


def _parted(row: dict[str, Any]) -> tuple[Message, Conversation]:
    of = {column.name: row.pop(label.name) for column, label in _OF_CONVERSATION.items()}
    return row_mapping.message(row), row_mapping.conversation(of)


def _between(owner: str, conversation_id: str, after: Place | None, until: Place | None) -> dict[str, Any]:
    """What a statement on a stretch of a conversation is asked with."""
    (after_at, after_id), (until_at, until_id) = after or _FIRST, until or _LAST
    return {
        "owner": owner,
        "conversation": conversation_id,
        "after_at": after_at,
        "after_id": after_id,
        "until_at": until_at,
        "until_id": until_id,
    }
