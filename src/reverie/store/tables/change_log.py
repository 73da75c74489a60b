"""The change log: every write belongs to a change and leaves each item before and after.

An ``Act`` is a change being written, and the only way to write a memory, a message or a link. It takes the
owner's head for itself, so the writes of one owner stand in one order on every database. The log's own rows wait in
the transaction's ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    null,
    select,
    update,
)

from reverie.errors import Conflict, NotFound
from reverie.records.conversations import Conversation, Message, Sheet
from reverie.records.items import Item
from reverie.records.memories import Change, Link, LogEntry, Memory, Statement, Status
from reverie.records.users import Account
from reverie.store import row_mapping
from reverie.store.pending_writes import CHANGE, LINE, STATEMENT, Ledger
from reverie.store.request_rows import let_go_of_answers
from reverie.store.schema import blocked, changes, heads, links, log, memories, metadata
from reverie.store.tables.gateway import Hiding, chunks
from reverie.store.tables.model_work import drop as drop_work
from reverie.store.tables.search_entries import Entries, Entry

PASSAGE = "passage"
"""What the log calls a passage of a document: it is told that one came or went, without its words."""

_TABLES: Mapping[str, tuple[Table, tuple[str, ...]]] = {
    item: (metadata.tables[table], names)
    for item, table, names in (
        ("memory", "memories", ("owner", "id")),
        ("message", "messages", ("owner", "id")),
        ("link", "links", ("owner", "from_id", "to_id", "relation")),
        ("statement", "statements", ("owner", "id")),
        ("block", "blocked", ("owner", "message_id", "digest")),
        ("conversation", "conversations", ("owner", "id")),
        (PASSAGE, "memories", ("owner", "id")),
        ("user", "users", ("id",)),
        ("account", "accounts", ("platform", "external_id", "user_id")),
        ("setting", "settings", ("owner", "name")),
        ("item", "items", ("owner", "id")),
        ("sheet", "sheets", ("owner", "conversation_id", "name")),
    )
}

Record = TypeVar("Record", Account, Conversation, Item, Link, Memory, Message, Sheet, Statement)
_ITEMS: Mapping[type, str] = {
    Account: "account",
    Conversation: "conversation",
    Item: "item",
    Link: "link",
    Memory: "memory",
    Message: "message",
    Sheet: "sheet",
    Statement: "statement",
}

_MOMENT = timedelta(microseconds=1)

_WORKED_ON = frozenset({"message", "conversation"})
"""What a language model may be at work on: when it goes, what was noted of that goes too."""


def _guarded(table: Table, names: Sequence[str]) -> list[str]:
    """The columns that have to be as they were when an item is replaced."""
    return [*names, "revision"] if "revision" in table.c else [*names]


def _there(table: Table, names: Sequence[str]) -> list[ColumnElement[bool]]:
    return [table.c[name] == bindparam(f"old_{name}") for name in _guarded(table, names)]


# Built once: making a statement anew, and finding it in the cache of compiled ones, costs more than running it.
_INSERTED = {item: insert(table) for item, (table, _names) in _TABLES.items()}
_REPLACED = {item: update(table).where(*_there(table, names)) for item, (table, names) in _TABLES.items()}
_ENDED = {item: delete(table).where(*_there(table, names)) for item, (table, names) in _TABLES.items()}
_TOUCHED = (
    select(log.c.item_id, func.max(log.c.item))
    .where(
        log.c.owner == bindparam("owner"), log.c.seq > bindparam("seq"), log.c.item.in_(("message", "memory", PASSAGE))
    )
    .group_by(log.c.item_id)
    .order_by(func.min(log.c.seq))
)
_HEAD = select(heads.c.seq, heads.c.generation).where(heads.c.owner == bindparam("owner"))


def log_name(record: Any) -> str:
    """The name of a record in the log."""
    match record:
        case Link():
            return f"{record.from_id} {record.relation} {record.to_id}"
        case Sheet():
            return f"{record.conversation_id} {record.name}"
        case Account():
            return f"{record.platform}:{record.external_id}"
        case _:
            return str(record.id)


class Changes:
    """An owner's changes and log, read over one connection; ``ends`` knows where it ends, if nobody moves that.

    The steps of what is withheld are in no log.
    """

    def __init__(
        self, ledger: Ledger, ends: Callable[[str], tuple[int, int]] | None = None, hiding: Hiding | None = None
    ) -> None:
        self._ledger = ledger
        self._ends = ends
        self._hiding = hiding

    def head(self, owner: str) -> tuple[int, int]:
        """The owner's last sequence number and generation; (0, 0) before the first write."""
        if self._ends is not None:
            return self._ends(owner)
        row = self._ledger.execute(_HEAD, {"owner": owner}).first()
        return (0, 0) if row is None else (row.seq, row.generation)

    def take_turn(self, owner: str) -> tuple[int, int]:
        """Wait until no other transaction writes for this owner; where their log ends then, as ``head`` tells it."""
        return self._ledger.found(owner)

    def scrub(self, owner: str, item_ids: Sequence[str]) -> None:
        """Take the words of items out of the log: their steps stay, and can't be undone any more."""
        for part in chunks(item_ids):
            there = update(log).where(log.c.owner == owner, log.c.item_id.in_(part))
            self._ledger.execute(there.values(before=null(), after=null()))

    def new_generation(self, owner: str) -> None:
        """Make every cache load this owner anew."""
        head = update(heads).where(heads.c.owner == owner)
        self._ledger.execute(head.values(generation=heads.c.generation + 1))

    def by_id(self, owner: str, change_id: str) -> Change | None:
        """One change."""
        return self.by_ids(owner, [change_id]).get(change_id)

    def by_ids(self, owner: str, ids: Sequence[str]) -> dict[str, Change]:
        """Changes by id."""
        of = select(changes).where(changes.c.owner == owner)
        return {one.id: one for part in chunks(ids) for one in self._found(of.where(changes.c.id.in_(part)))}

    def by_prefix(self, owner: str, prefix: str) -> list[Change]:
        """At most two changes whose id begins like this."""
        query = select(changes).where(changes.c.owner == owner, changes.c.id.startswith(prefix, autoescape=True))
        return self._found(query.limit(2))

    def recent(self, owner: str, limit: int | None = None, causes: Collection[str] | None = None) -> list[Change]:
        """Changes, of some causes or of any, the newest first."""
        query = select(changes).where(changes.c.owner == owner).order_by(changes.c.seq.desc())
        if causes is not None:
            query = query.where(changes.c.cause.in_(list(causes)))
        return self._found(query.limit(limit))

    def taken_back_by(self, owner: str, change_id: str) -> list[Change]:
        """The changes that this one undid."""
        return self._found(select(changes).where(changes.c.owner == owner, changes.c.undone_by == change_id))

    def of_batch(self, owner: str, batch: str) -> list[Change]:
        """The changes of one import, in order."""
        query = select(changes).where(changes.c.owner == owner, changes.c.batch == batch)
        return self._found(query.order_by(changes.c.seq))

    def _found(self, query: Executable) -> list[Change]:
        return [row_mapping.change(row) for row in self._ledger.execute(query).mappings()]

    def log(
        self,
        owner: str,
        *,
        change_ids: Collection[str] | None = None,
        item_id: str | None = None,
        items: Collection[str] = (),
        until: datetime | int | None = None,
    ) -> list[LogEntry]:
        """What happened, in order: in these changes, to this item, to ``items`` of these sorts.

        ``until`` is the last moment, or the last sequence number, of what is given.
        """
        query = select(log).where(log.c.owner == owner)
        if change_ids is not None:
            query = query.where(log.c.change_id.in_(list(change_ids)))
        if item_id is not None:
            query = query.where(log.c.item_id == item_id)
        if items:
            query = query.where(log.c.item.in_(list(items)))
        if until is not None:
            query = query.where(log.c.seq <= until if isinstance(until, int) else log.c.at <= until)
        return self._shown(self._entries(query.order_by(log.c.seq)))

    def steps(
        self,
        owner: str,
        item: str,
        item_id: str | None,
        limit: int | None,
        before: int | None,
        apart: str | None = None,
    ) -> list[LogEntry]:
        """What happened to items of a sort, or to one of them, in order: all, or the last before a sequence number.

        What batches brought whose names begin with ``apart`` is left out.
        """
        query = select(log).where(log.c.owner == owner, log.c.item == item).order_by(log.c.seq.desc())
        if item_id is not None:
            query = query.where(log.c.item_id == item_id)
        if apart is not None:
            theirs = (changes.c.owner == owner, changes.c.batch.startswith(apart, autoescape=True))
            query = query.where(log.c.change_id.not_in(select(changes.c.id).where(*theirs)))
        found: list[LogEntry] = []
        while True:  # once, but where some of it is withheld
            ahead = query if before is None else query.where(log.c.seq < before)
            piece = self._entries(ahead.limit(limit))
            found += self._shown(piece)
            if limit is None or len(piece) < limit or len(found) >= limit:
                return found[:limit][::-1]
            before = piece[-1].seq

    def _entries(self, query: Executable) -> list[LogEntry]:
        return [row_mapping.log_entry(row) for row in self._ledger.execute(query).mappings()]

    def _shown(self, found: list[LogEntry]) -> list[LogEntry]:
        return found if self._hiding is None else self._hiding.entries(found)

    def withhold(self, owner: str, made: Sequence[Change]) -> bool:
        """Whether any step of these changes may not be seen here."""
        steps = select(log).where(log.c.owner == owner, log.c.change_id.in_([one.id for one in made]))
        found = [] if self._hiding is None else self._entries(steps)
        return len(self._shown(found)) < len(found)

    def forgotten(self, owner: str) -> set[str]:
        """Ids of the memories that are forgotten, by a change that still stands."""
        standing = (changes.c.owner == owner, changes.c.cause == "forget", changes.c.undone_by.is_(None))
        query = (
            select(log.c.item_id)
            .join(memories, and_(memories.c.owner == log.c.owner, memories.c.id == log.c.item_id))
            .where(log.c.owner == owner, log.c.item == "memory", memories.c.status == Status.RETRACTED)
            # Of all that happened little was forgetting: looked up by its changes, the rest of the log is not read.
            .where(log.c.change_id.in_(select(changes.c.id).where(*standing)))
        )
        return {item_id for (item_id,) in self._ledger.execute(query)}

    def touched_since(self, owner: str, seq: int) -> dict[str, str]:
        """What changed after a sequence number, in order: by its id, whether it is a message, a memory or a passage."""
        rows = self._ledger.execute(_TOUCHED, {"owner": owner, "seq": seq})
        return {item_id: str(item) for item_id, item in rows}


class Act:
    """One change being written. It leaves no trace until it writes something, unless it ``stands`` for itself.

    ``written`` is whether anything was written, ``seq`` where the owner's log ends by now.
    """

    def __init__(self, connection: Connection, ledger: Ledger, change: Change, *, stands: bool = False) -> None:
        self._connection = connection
        self._ledger = ledger
        self._entries = Entries(ledger)
        self.written = False
        head = ledger.head(change.owner)
        if head is None:
            raise NotFound("this person is not known here any more: they were erased")
        self.seq, last = head
        # A clock that is behind what was written already: the log goes on a moment after its end.
        self.change = replace(change, at=change.at if change.at >= last else last + _MOMENT, seq=self.seq + 1)
        if stands:
            self._begin()

    def write(self, before: Record | None, after: Record | None) -> None:
        """Write a record: a new one (``before`` None), what became of one, or its end (``after`` None)."""
        record = after or before
        if record is not None:
            old, new = (None if one is None else row_mapping.columns(one) for one in (before, after))
            self.put(_ITEMS[type(record)], log_name(record), old, new)

    def messages(self, new: Sequence[Message]) -> None:
        """Write new messages, all in one statement."""
        self._begin()
        rows = [row_mapping.columns(message) for message in new]
        self._connection.execute(_INSERTED["message"], rows)
        for row in rows:
            self._log("message", row["id"], None, row)

    def read(self, item: str, kept: Mapping[str, Any]) -> dict[str, Any] | None:
        """The columns of an item as they stand now, None if it is gone; ``kept`` are its columns at some time."""
        table, names = _TABLES[item]
        there = [table.c[name] == kept[name] for name in names]
        row = self._connection.execute(select(table).where(*there)).mappings().first()
        return None if row is None else dict(row)

    def leans_on(self, message_id: str, *, besides: Collection[str] = ()) -> bool:
        """Whether any memory rests on a message, other than by these links (their names in the log)."""
        query = select(links).where(links.c.owner == self.change.owner, links.c.to_id == message_id)
        found = map(row_mapping.link, self._connection.execute(query).mappings())
        return any(log_name(link) not in besides for link in found)

    def put(self, item: str, item_id: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> None:
        """Write one item and its log line. ``before`` and ``after`` are columns.

        Raises:
            Conflict: the item is not, any more, what ``before`` says.
        """
        self._begin()
        if item == "statement" and before is None and after is not None:
            self._ledger.add(STATEMENT, after)
        elif before is None and after is not None:
            self._connection.execute(_INSERTED[item], after)
        elif before is not None:
            self._replace(item, before, after)
        self._log(item, item_id, before, after)

    def _log(self, item: str, item_id: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> None:
        self.seq += 1
        self._ledger.add(
            LINE,
            {
                "owner": self.change.owner,
                "seq": self.seq,
                "change_id": self.change.id,
                "at": self.change.at,
                "item": item,
                "item_id": item_id,
                "before": None if before is None or item == PASSAGE else row_mapping.as_json(before),
                "after": None if after is None or item == PASSAGE else row_mapping.as_json(after),
            },
        )

    def _replace(self, item: str, before: Mapping[str, Any], after: Mapping[str, Any] | None) -> None:
        there = {f"old_{name}": before[name] for name in _guarded(*_TABLES[item])}
        statement = _ENDED[item] if after is None else _REPLACED[item]
        if self._ledger.said().execute(statement, {**(after or {}), **there}).rowcount != 1:
            raise Conflict("somebody changed this at the same moment: look at it again and repeat what you asked for")
        if after is None and item in _WORKED_ON:
            drop_work(self._connection, self.change.owner, before["id"])

    def index(self, entries: Sequence[Entry], *, new: bool = False) -> None:
        """Write what the search needs to know of items, ``new`` ones or not; the caller writes the items themselves."""
        self._entries.put(self.change.owner, entries, new=new)

    def index_like(self, item_id: str, like: str) -> None:
        """Put an item into the search that says the same as another."""
        self._entries.copy(self.change.owner, like, item_id)

    def unindex(self, item_ids: Sequence[str]) -> None:
        """Take items out of the search."""
        self._entries.drop(self.change.owner, item_ids)

    def block(self, message_id: str, digests: Collection[str]) -> None:
        """Never learn these digests from this message again, until this change is undone."""
        for digest in digests:
            row = {"owner": self.change.owner, "message_id": message_id, "digest": digest}
            there = [blocked.c[name] == value for name, value in row.items()]
            if self._connection.execute(select(blocked.c.digest).where(*there)).first() is None:
                self.put("block", f"{message_id} {digest}", None, row)

    def taken_back(self, change: Change, by: str | None) -> None:
        """Mark a change as undone by this one, or (``by`` None) as standing again."""
        self._begin()
        mine = (changes.c.owner == change.owner, changes.c.id == change.id)
        self._ledger.execute(update(changes).where(*mine).values(undone_by=by))

    def close(self) -> None:
        """Move the head. Called once, when the block ends well."""
        if self.written:
            let_go_of_answers(self._connection, self.change)
            self._ledger.move(self.change.owner, self.seq, self.change.at)

    def _begin(self) -> None:
        if self.written:
            return
        self.written = True
        self.seq += 1
        row = row_mapping.columns(self.change)
        self._ledger.add(CHANGE, row | {"seq": self.seq, "undone_by": None})
