"""Memories, their links and what was said of them, read by one owner at a time. They are written through an ``Act``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    String,
    Text,
    bindparam,
    cast,
    false,
    literal,
    or_,
    select,
    update,
)  # fmt: skip

from reverie.records.memories import About, Kind, Link, Memory, Relation, Statement, Status, Told
from reverie.records.opinions import between_them
from reverie.store import row_mapping
from reverie.store.migrations import statement_backfill
from reverie.store.pending_writes import Ledger
from reverie.store.schema import blocked, links, memories, statements
from reverie.store.table_metadata import moment_of
from reverie.store.tables.gateway import Gateway, Hiding, chunks
from reverie.store.tables.slot_looks import ACTIVE, ASIDE, TOLD_AT, begins_with, in_slots, introducing
from reverie.store.tables.topic_looks import TopicLook, memories_of

_OWN = memories.c.owner == bindparam("owner")
_BY_IDS = select(memories).where(_OWN, memories.c.id.in_(bindparam("ids", expanding=True)))
_QUOTING = (
    select(memories.c.id)
    .where(_OWN, memories.c.message_id.in_(bindparam("ids", expanding=True)))
    .order_by(memories.c.id)
)
_KEYED = (
    select(memories)
    .where(_OWN, memories.c.key.in_(bindparam("keys", expanding=True)))
    .where(memories.c.status.in_(bindparam("statuses", expanding=True)))
    .order_by(memories.c.valid_from, memories.c.id)
)
_KEYED_SINCE = _KEYED.where(or_(memories.c.valid_to.is_(None), memories.c.valid_to > bindparam("at")))
_RECENT = (
    select(memories.c.key, memories.c.details["value"].as_string().label("value"), TOLD_AT.label("told_at"))
    .where(_OWN, ACTIVE, memories.c.key.is_not(None))
    .order_by(TOLD_AT.desc(), memories.c.id.desc())
    .limit(bindparam("limit"))
)
_ANY_OF = select(memories.c.id).where(_OWN, ACTIVE, memories.c.kind == bindparam("kind")).limit(1)
_KEYLESS = select(memories.c.id, memories.c.text).where(
    _OWN,
    ACTIVE,
    memories.c.key.is_(None),
    memories.c.kind == bindparam("kind"),
    memories.c.about == bindparam("about"),
)
_USED = update(memories).where(
    memories.c.owner == bindparam("whose"), memories.c.id.in_(bindparam("ids", expanding=True))
)
_UNUSED_SINCE = select(memories.c.id).where(
    _OWN,
    memories.c.id.in_(bindparam("ids", expanding=True)),
    or_(memories.c.last_used_at.is_(None), memories.c.last_used_at < bindparam("since")),
)


def in_status(statuses: Collection[Status]) -> ColumnElement[bool]:
    """Whether a memory has one of these; written out, so that an index of proposals is known to hold all that wait."""
    each = (memories.c.status == literal(one, String, literal_execute=True) for one in sorted(statuses))
    return or_(false(), *each)


def circles(connection: Connection, owner: str) -> frozenset[frozenset[str]]:
    """Those between whom (ids) memories of a companion are, where they are several."""
    formed = cast(memories.c.details, Text).contains('"triggering_user"')
    found = connection.execute(select(memories).where(_OWN, formed), {"owner": owner})
    between = (between_them(row_mapping.memory(row)) for row in row_mapping.rows(found))
    return frozenset(people for people in between if len(people) > 1)


class Memories(Gateway):
    """An owner's memories."""

    def __init__(self, connection: Connection, hiding: Hiding | None = None, *, reads_one_moment: bool = False) -> None:
        super().__init__(connection, hiding)
        self._known: dict[tuple[str, str], Memory] | None = {} if reads_one_moment else None

    def by_id(self, owner: str, memory_id: str) -> Memory | None:
        """One memory, whatever its status."""
        return self.by_ids(owner, [memory_id]).get(memory_id)

    def by_ids(self, owner: str, ids: Sequence[str]) -> dict[str, Memory]:
        """Memories by id; ids that are not there are left out."""
        if self._known is None:
            return {one.id: one for one in self._memories(self._these(_BY_IDS, owner, ids))}
        known = self._known
        unread = dict.fromkeys(one for one in ids if (owner, one) not in known)
        self._note(self._memories(self._these(_BY_IDS, owner, list(unread))))
        return {one: known[owner, one] for one in ids if (owner, one) in known}

    def _note(self, found: Iterable[Memory]) -> None:
        if self._known is not None:
            self._known.update({(memory.owner, memory.id): memory for memory in found})

    def by_prefix(self, owner: str, prefix: str) -> list[Memory]:
        """Memories whose id begins like this (a person types the first letters of one)."""
        query = select(memories).where(memories.c.owner == owner, memories.c.id.startswith(prefix, autoescape=True))
        return self._memories(self._rows(query.limit(2)))

    def all(
        self, owner: str, statuses: Collection[Status] | None = None, *, of: TopicLook | None = None
    ) -> list[Memory]:
        """An owner's memories, in the order in which they became so; those alone that may be ``of`` a topic."""
        query = select(memories).where(memories.c.owner == owner)
        if of is not None:
            query = query.where(memories_of(of))
        if statuses is not None:
            query = query.where(in_status(statuses))
        return self._memories(self._rows(query.order_by(memories.c.valid_from, memories.c.id)))

    def of_kind(
        self, owner: str, kind: Kind, statuses: Collection[Status], *, naming: Collection[str] | None = None
    ) -> list[Memory]:
        """Memories of one kind, in the order in which they became so; ``naming``: whose details hold such an id."""
        query = select(memories).where(memories.c.owner == owner, memories.c.kind == kind)
        if naming is not None:
            told = cast(memories.c.details, Text)
            query = query.where(or_(false(), *(told.contains(one, autoescape=True) for one in naming)))
        ordered = query.where(in_status(statuses)).order_by(memories.c.valid_from, memories.c.id)
        return self._memories(self._rows(ordered))

    def quoting(self, owner: str, message_ids: Collection[str]) -> list[str]:
        """Ids of the memories of any status whose source is one of these messages, also where nothing links them."""
        withheld = self._withheld(owner).ids
        return [row["id"] for row in self._these(_QUOTING, owner, message_ids) if row["id"] not in withheld]

    def any_of(self, owner: str, kind: Kind) -> bool:
        """Whether there is an active memory of a kind."""
        return self._connection.execute(_ANY_OF, {"owner": owner, "kind": kind}).first() is not None

    def active(self, owner: str, prefix: str) -> list[Memory]:
        """Active memories, past their time or not, whose key begins like this."""
        query = select(memories).where(_OWN, ACTIVE, begins_with(prefix))
        return self._memories(self._rows(query, {"owner": owner}))

    def keyless(self, owner: str, kind: Kind, about: About) -> dict[str, str]:
        """The texts of active memories of a sort that are in no slot, by id."""
        withheld, asked = self._withheld(owner).ids, {"owner": owner, "kind": kind, "about": about}
        return {row.id: row.text for row in self._connection.execute(_KEYLESS, asked) if row.id not in withheld}

    def keyed(self, owner: str, keys: Iterable[str], of: Iterable[Status], at: datetime | None = None) -> list[Memory]:
        """Memories in these slots, in the order in which they became so; with ``at``, only what is so then or later."""
        asked: dict[str, Any] = {"owner": owner, "keys": list(keys), "statuses": list(of)}
        query, asked = (_KEYED, asked) if at is None else (_KEYED_SINCE, asked | {"at": at})
        return self._memories(self._rows(query, asked))

    def standing(
        self, owner: str, now: datetime, keys: Collection[str] | None, prefixes: Collection[str], off: Collection[str]
    ) -> list[Memory]:
        """Current memories whose key is one of ``keys``, or (None) has no colon, or begins with one of ``prefixes``."""
        asked = {"owner": owner, "now": now, "off": list(off), "keys": list(keys or ())}
        return self._memories(self._rows(in_slots(tuple(prefixes), keys is not None), asked))

    def introducing(
        self,
        owner: str,
        now: datetime,
        slots: tuple[Collection[str], Sequence[str], str],
        off: Collection[str],
        most: Mapping[str, int],
        aside: Sequence[str] = (),
        began: datetime | None = None,
    ) -> list[Memory]:
        """What may introduce somebody, in one statement and in no order.

        That is what is current in ``slots`` (keys, beginnings of keys, and one of those that lie ahead), the ``most``
        important facts beside it that are of the categories ``preference`` and ``fact``, those told last (``latest``),
        and the surest observations of them (``noticed``). Of what begins alike there are the last (``few``) that were
        known before ``began`` and since, and of what lies ahead the nearest too. Those of ids ``aside`` are read with
        them, so that ``by_ids`` need not.
        """
        keys, prefixes, ahead = slots
        # Of few lengths: each is another statement to the database, which takes longer to plan than to run.
        ids = list(aside)
        ids += ids[-1:] * (-len(ids) % 16)
        asked = {"owner": owner, "now": now, "off": list(off), "ids": ids, "began": began or now, **most}
        rows = self._rows(introducing(tuple(keys), tuple(prefixes), ahead), asked)
        wanted = {row["id"] for row in rows if not row[ASIDE]}
        found = {memory.id: memory for memory in self._memories(rows)}
        self._note(found.values())
        return [memory for memory in found.values() if memory.id in wanted]

    def recent(self, owner: str, limit: int) -> list[Told]:
        """The facts told last, the newest first; only whoever may see all is told them, as they learn from it."""
        if self._hiding is not None:
            return []
        rows = self._connection.execute(_RECENT, {"owner": owner, "limit": limit})
        return [Told(key, value or "", told_at) for key, value, told_at in rows.all()]

    def unused_since(self, owner: str, ids: Collection[str], since: datetime) -> list[str]:
        """Those of these memories that were not used since a moment."""
        asked = {"owner": owner, "ids": list(ids), "since": since}
        return list(self._connection.execute(_UNUSED_SINCE, asked).scalars())

    def touch(self, owner: str, ids: Collection[str], at: datetime) -> None:
        """Note that memories were used; this is no change, and is not logged."""
        self._connection.execute(_USED, {"whose": owner, "ids": list(ids), "last_used_at": at})


class NamedMemories(Memories):
    """An owner's memories, of which a writer names only those that it may see: what is in a slot is there."""

    def __init__(self, connection: Connection, hiding: Hiding) -> None:
        super().__init__(connection)
        self._named = Memories(connection, hiding)

    def by_prefix(self, owner: str, prefix: str) -> list[Memory]:
        """Memories whose id begins like this."""
        return self._named.by_prefix(owner, prefix)


_BLOCKED = select(blocked.c.digest).where(
    blocked.c.owner == bindparam("owner"), blocked.c.message_id == bindparam("message_id")
)
_OWN_LINKS = links.c.owner == bindparam("owner")
_FROM, _TO = (end.in_(bindparam("ids", expanding=True)) for end in (links.c.from_id, links.c.to_id))
_ANY_TO = select(links.c.to_id).where(_OWN_LINKS, _TO).limit(1)
_OF_SORT = select(links).where(_OWN_LINKS, links.c.relation == bindparam("relation"))
_RELATED = _OF_SORT.where(or_(_FROM, _TO)).order_by(links.c.from_id, links.c.to_id)
_EVIDENCE = select(links).where(_OWN_LINKS, links.c.relation == Relation.EVIDENCE, _FROM).order_by(links.c.to_id)


class Links(Gateway):
    """An owner's links. They are written through an ``Act``."""

    def find(self, owner: str, *, of: str | None = None, to: str | None = None) -> list[Link]:
        """Links that lead from or to an item."""
        query = select(links).where(links.c.owner == owner)
        if of is not None:
            query = query.where(links.c.from_id == of)
        if to is not None:
            query = query.where(links.c.to_id == to)
        return self._found(owner, self._rows(query.order_by(links.c.to_id)))

    def lead_to(self, owner: str, ids: Collection[str]) -> bool:
        """Whether any link leads to one of these items."""
        return any(self._rows(_ANY_TO, {"owner": owner, "ids": part}) for part in chunks(ids))

    def related(self, owner: str, relation: Relation, ids: Collection[str]) -> list[Link]:
        """Links of one relation that lead from or to these items."""
        rows = self._these(_RELATED, owner, ids, relation=relation)
        return self._found(owner, {(row["from_id"], row["to_id"]): row for row in rows}.values())

    def evidence(self, owner: str, memory_ids: Collection[str]) -> list[Link]:
        """The words behind memories: every message that said them."""
        return self._found(owner, self._these(_EVIDENCE, owner, memory_ids))

    def _found(self, owner: str, rows: Iterable[row_mapping.Row]) -> list[Link]:
        withheld = self._withheld(owner).ids
        found = map(row_mapping.link, rows)
        return [one for one in found if one.from_id not in withheld and one.to_id not in withheld]

    def blocks(self, owner: str) -> list[tuple[str, str]]:
        """(message or conversation id, digest) of all that was forgotten."""
        query = select(blocked.c.message_id, blocked.c.digest).where(blocked.c.owner == owner)
        return [(message_id, digest) for message_id, digest in self._connection.execute(query)]

    def blocked(self, owner: str, message_id: str) -> set[str]:
        """The digests of what was forgotten of a message."""
        rows = self._connection.execute(_BLOCKED, {"owner": owner, "message_id": message_id})
        return {digest for (digest,) in rows}


def _where(column: ColumnElement[Any]) -> Select[Any]:
    found = select(statements).where(statements.c.owner == bindparam("owner"))
    return found.where(column.in_(bindparam("ids", expanding=True))).order_by(statements.c.known, statements.c.id)


_SAID_OF, _SAID_BY, _SAID_IN = (
    _where(statements.c.memory_id),
    _where(statements.c.by_id),
    _where(statements.c.message_id),
)
_STATEMENTS_BY_IDS = _where(statements.c.id)
_TIMES = ("at", "said_at", "expires_at")


class Statements:
    """An owner's statements, over one connection."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def by_ids(self, owner: str, ids: Collection[str]) -> list[Statement]:
        """Statements by their ids; ids that are not there are left out."""
        return self._found(_STATEMENTS_BY_IDS, owner, ids)

    def of(self, owner: str, memory_ids: Collection[str]) -> list[Statement]:
        """The statements of memories, in the order in which they became known."""
        return self._found(_SAID_OF, owner, memory_ids)

    def replacing(self, owner: str, memory_ids: Collection[str]) -> list[Statement]:
        """The decisions by which these memories took the place of others."""
        return self._found(_SAID_BY, owner, memory_ids)

    def said_in(self, owner: str, message_ids: Collection[str]) -> list[Statement]:
        """The statements of messages."""
        return self._found(_SAID_IN, owner, message_ids)

    def read_off(self, owner: str, memory_ids: Collection[str]) -> list[Statement]:
        """What memories, their evidence and the log tell was said of them, where it was written without statements."""
        self._ledger.flush()
        rows = statement_backfill.statements(self._ledger.connection, owner, memory_ids)
        return [row_mapping.statement({**row, **{name: moment_of(row[name]) for name in _TIMES}}) for row in rows]

    def _found(self, query: Select[Any], owner: str, ids: Collection[str]) -> list[Statement]:
        said = (self._ledger.said().execute(query, {"owner": owner, "ids": part}) for part in chunks(ids))
        return [row_mapping.statement(row) for rows in said for row in rows.mappings()]
