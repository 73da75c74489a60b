"""Erasing a person from the database, and looking for what is left of them.

What is theirs is gathered before it goes. Then their rows are deleted, what other owners' logs hold of them is
scrubbed, the file is rewritten, and its bytes are searched for what nobody else has. docs/explanation/trust.md says
what that proves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import accumulate, chain
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    ColumnElement,
    Connection,
    LargeBinary,
    Select,
    String,
    Table,
    Text,
    and_,
    cast,
    delete,
    null,
    or_,
    select,
    text,
    update,
)

from reverie.errors import StoreError
from reverie.store.database import Store
from reverie.store.engine import vacuum
from reverie.store.schema import (
    OWNED,
    accounts,
    blocked,
    changes,
    conversations,
    entries,
    gists,
    heads,
    items,
    keys,
    links,
    log,
    memories,
    messages,
    metadata,
    requests,
    settings,
    sheets,
    users,
    work,
)
from reverie.store.sqlite.residue import Looked, Probe, Search, Traces, look, opened
from reverie.store.tables.gateway import chunks
from reverie.store.tables.people import CONFIRMATION

_DIRECTORY = {users: "id", accounts: "user_id", keys: "person_id"}
"""The tables that are no person's rows but speak of people, and the column that says of whom."""

_RETOLD = frozenset({log, links, changes, blocked, work, gists, requests})
"""Tables that only tell again what stands in others."""

_NAMES = (users.c.name, users.c.nickname, accounts.c.external_id)
_ITEMS = (messages.c.id, memories.c.id, items.c.id, entries.c.item_id)
_LEAVING = (*_ITEMS, sheets.c.conversation_id, conversations.c.id)
_IDS = (users.c.id, conversations.c.id, messages.c.id, memories.c.id, items.c.id)
_ROWS = 1000
_HEADER = b"SQLite format 3\0"

ERASED = "erased"
"""What the log calls an item of which nothing is to be told."""


# -- gathering -----------------------------------------------------------------------------------


def gather(connection: Connection, owners: Collection[str]) -> Traces:
    """What is kept of people, in every table, as things to look for."""
    traces = Traces()
    for table in (*OWNED, *_DIRECTORY):
        columns = [(column, take) for column in table.columns if (take := _taking(traces, column)) is not None]
        if not columns:
            continue
        query = select(*(column for column, _take in columns)).where(_whose(table).in_(list(owners)))
        for row in connection.execute(query.execution_options(yield_per=_ROWS)):
            for value, (_column, take) in zip(row, columns, strict=True):
                if value not in (None, ERASED):
                    take(value)
    return traces


def gather_items(connection: Connection, owner: str, item_ids: Sequence[str], traces: Traces) -> None:
    """Gather what messages and memories say, and their vectors; not their ids."""
    for table in (t for t in OWNED if "id" in t.c or "item_id" in t.c):
        own = table.c["id" if "id" in table.c else "item_id"]
        taken = [(c, take) for c in table.columns if (take := _taking(traces, c)) is not None and c not in _IDS]
        for part in chunks(item_ids if taken else ()):
            these = select(*(c for c, _take in taken)).where(table.c.owner == owner, own.in_(part))
            for row in connection.execute(these):
                for value, (_column, take) in zip(row, taken, strict=True):
                    if value is not None:
                        take(value)


def _whose(table: Table) -> Column[Any]:
    return table.c[_DIRECTORY.get(table, "owner")]


def _taking(traces: Traces, column: Column[Any]) -> Callable[[Any], None] | None:
    """What becomes of a column's value; None where it holds nothing of a person's own."""
    if column in _NAMES:
        return traces.name
    if column in _IDS:
        return traces.id
    if isinstance(column.type, JSON):
        return traces.json
    if isinstance(column.type, LargeBinary):
        return traces.blob
    return traces.text if isinstance(column.type, Text) else None


# -- what nobody else has ------------------------------------------------------------------------


def only_theirs(
    connection: Connection,
    probes: Iterable[Probe],
    owners: Collection[str],
    *,
    apart: Collection[str] = (),
    leaving: Collection[str] = (),
) -> Search:
    """Look for nothing that everybody else's rows hold too, and for none of the database's own words.

    Of owners ``apart`` only what they keep counts, not what their log tells: that is to be scrubbed. Messages and
    memories that are ``leaving`` (ids), and what stands beside conversations that are, don't count.
    """
    search = Search(probes, wide=False)
    if connection.dialect.name == "sqlite":
        made = connection.execute(text("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")).scalars()
        search.without("\0".join(made).encode())
    for table in metadata.sorted_tables:
        whose = _whose(table) if table in _DIRECTORY or "owner" in table.c else None
        mine = [] if whose is None else [or_(whose.is_(None), whose.not_in(list(owners)))]
        mine += [named.not_in(list(leaving)) for named in _LEAVING if named.table is table]
        blocks = _blocks(connection, table, *mine)
        if table in _RETOLD and whose is not None and apart:
            told, untold = whose.not_in(list(apart)), whose.in_(list(apart))
            blocks = chain(_blocks(connection, table, *mine, told), _blocks(connection, table, untold, told=False))
        for block in blocks:
            search.without(block)
    return Search(search.probes)


def without_items(connection: Connection, search: Search, item_ids: Collection[str]) -> Search:
    """Look for nothing that these messages and memories hold, as far as they are there."""
    left = Search(search.probes, wide=False)
    for column in _ITEMS:
        for block in _blocks(connection, column.table, column.in_(list(item_ids))):
            left.without(block)
    return Search(left.probes)


def _blocks(connection: Connection, table: Table, *where: ColumnElement[bool], told: bool = True) -> Iterator[bytes]:
    """The texts and blobs of a table's rows, as they are kept, in blocks of many rows.

    In a file nothing parts the columns of a row: the handle and the name of one Susan hold "susans" of another's words.
    Without ``told`` only of columns that hold one of a few words of the program's own.
    """
    columns = [_raw(column) for column in table.columns if isinstance(column.type, String | JSON | LargeBinary)]
    if not told:
        columns = [c for c in columns if isinstance(c.type, String) and c.type.length not in (None, 36)]
    if not columns:
        return
    found = connection.execute(select(*columns).where(*where).execution_options(yield_per=_ROWS))
    for rows in found.partitions(_ROWS):
        yield b"\0".join(b"".join(_bytes(value) for value in row if value is not None) for row in rows)


def _raw(column: Column[Any]) -> ColumnElement[Any]:
    return cast(column, Text) if isinstance(column.type, JSON) else column


def _bytes(value: str | bytes) -> bytes:
    return value if isinstance(value, bytes) else value.encode("utf-8", "replace")


def told_of(connection: Connection, owners: Collection[str], batches: Collection[str]) -> list[str]:
    """Those into whom one of these people was merged once, under one of these batches, who are not among them."""
    query = (
        select(changes.c.owner)
        .where(changes.c.batch.in_(list(batches)), changes.c.owner.not_in(list(owners)))
        .distinct()
    )
    return list(connection.execute(query.order_by(changes.c.owner)).scalars())


# -- taking out ----------------------------------------------------------------------------------


def delete_person(connection: Connection, owner: str) -> dict[str, int]:
    """Delete every row of a person; give how many of which table."""
    rows = {table.name: connection.execute(delete(table).where(table.c.owner == owner)).rowcount for table in OWNED}
    if connection.dialect.name == "postgresql":
        from reverie.store.engine.receipts import forget_receipts

        forget_receipts(connection, owner)
    rows["accounts"] = connection.execute(delete(accounts).where(accounts.c.user_id == owner)).rowcount
    rows["keys"] = connection.execute(delete(keys).where(keys.c.person_id == owner)).rowcount
    rows["users"] = connection.execute(delete(users).where(users.c.id == owner)).rowcount
    return rows


def scrub(connection: Connection, owner: str, search: Search) -> int:
    """Take out of an owner's log, and of what else tells of it, every line with something of another; give how many.

    The lines stay, empty: their steps can't be undone any more.
    """
    lines = select(log.c.seq, log.c.item_id, cast(log.c.before, Text), cast(log.c.after, Text)).where(
        log.c.owner == owner
    )
    found = _holding(connection, lines, search)
    for part in chunks(found):
        these = update(log).where(log.c.owner == owner, log.c.seq.in_(part))
        connection.execute(these.values(before=null(), after=null(), item_id=ERASED))
    told = select(changes.c.id, changes.c.message_id, changes.c.batch).where(changes.c.owner == owner)
    for change_id in _holding(connection, told, search):
        there = update(changes).where(changes.c.owner == owner, changes.c.id == change_id)
        connection.execute(there.values(message_id=None, batch=None))
    gone = 0
    for table, name in ((work, "item_id"), (blocked, "message_id")):
        for one in set(
            _holding(connection, select(table.c[name], table.c[name]).where(table.c.owner == owner), search)
        ):
            gone += connection.execute(delete(table).where(table.c.owner == owner, table.c[name] == one)).rowcount
    if found:  # caches follow the log by the ids in it: they have to load the owner anew
        head = update(heads).where(heads.c.owner == owner)
        connection.execute(head.values(generation=heads.c.generation + 1))
    return len(found) + gone


def outlived(connection: Connection, owner: str, moment: datetime, names: Collection[str]) -> list[str]:
    """Names in the log of what is there no more, of notes, or among ``names``, written about before a moment.

    What was deleted stays in the log for undo: this is what of that is older.
    """
    there = {"message": messages, "memory": memories, "item": items}
    gone = [and_(log.c.item == item, ~_standing(table, owner).exists()) for item, table in there.items()]
    told = or_(log.c.before.is_not(null()), log.c.after.is_not(null()))
    query = select(log.c.item_id).where(
        log.c.owner == owner, log.c.at < moment, told, or_(log.c.item == "sheet", log.c.item_id.in_(names), *gone)
    )
    return list(connection.execute(query.distinct().order_by(log.c.item_id)).scalars())


def _standing(table: Table, owner: str) -> Select[Any]:
    return select(table.c.id).where(table.c.owner == owner, table.c.id == log.c.item_id)


def _holding(connection: Connection, query: Any, search: Search) -> list[Any]:
    """The first columns of the rows whose other columns hold a probe."""
    found: list[Any] = []
    for rows in connection.execute(query.execution_options(yield_per=_ROWS)).partitions(_ROWS):
        joined = [b"\0".join(_bytes(value) for value in row[1:] if value is not None) for row in rows]
        ends = list(accumulate(len(one) + 1 for one in joined))
        hit = {bisect_right(ends, place) for place, _probe in search.places(b"\0".join(joined))}
        found += [rows[place][0] for place in sorted(hit)]
    return found


def scrub_directory(connection: Connection, owners: Collection[str], batches: Collection[str]) -> None:
    """Take people out of the questions whether somebody is one of them, and their names out of every log."""
    for owner, value in connection.execute(
        select(settings.c.owner, settings.c.value).where(settings.c.name == CONFIRMATION)
    ).all():
        left = [one for one in value["candidates"] if one["id"] not in owners]
        if len(left) == len(value["candidates"]):
            continue
        there = (settings.c.owner == owner, settings.c.name == CONFIRMATION)
        if left:  # who is left is asked about anew
            claimed = None if value.get("claimed") in owners else value.get("claimed")
            asked = {**value, "candidates": left, "position": 0, "claimed": claimed}
            connection.execute(update(settings).where(*there).values(value=asked))
        else:  # there is nobody left whom they may be: they are who they said
            connection.execute(delete(settings).where(*there))
            connection.execute(update(users).where(users.c.id == owner).values(guest=False))
    named = update(log).where(log.c.item == "user", log.c.item_id.in_(list(owners)))
    connection.execute(named.values(before=null(), after=null(), item_id=ERASED))
    connection.execute(update(changes).where(changes.c.batch.in_(list(batches))).values(batch=None))


def let_go_of_gists(connection: Connection, owner: str, conversation_id: str) -> None:
    """Let the rules sum a conversation up anew: what they noted names messages."""
    connection.execute(delete(gists).where(gists.c.owner == owner, gists.c.conversation_id == conversation_id))


mark = vacuum.mark


def rewrite(store: Store) -> str | None:
    """Rewrite the database without what was deleted; say what is in the way, where something is."""
    try:
        if not store.on_sqlite:
            vacuum.vacuumed(store.engine)
            return None
        with store.outside_transactions() as connection:
            emptied = vacuum.rewritten(connection)
    except StoreError as error:
        told = str(error) if store.path is None else str(error).replace(str(store.path), store.path.name)
        return f"{told}; the next start goes on with it"
    return None if emptied else "another program reads the store: its log is emptied at a start after it has closed"


# -- looking for what is left --------------------------------------------------------------------


def look_in_files(path: Path, search: Search) -> list[Looked]:
    """Look through a database's file, its log, its shared memory and its journal, each told by its name alone.

    Raises:
        StoreError: the file can't be read.
    """
    there = [path.with_name(f"{path.name}{end}") for end in ("", "-wal", "-shm", "-journal")]
    present = [file for file in there if file.is_file()]
    found = [looked for file in present if (looked := look(file, search, where=file.name)) is not None]
    if [one.where for one in found[:1]] != [path.name]:
        raise StoreError(f"{path} can't be looked into after the erasure: see who may read it, and erase again")
    return found


def look_in_tables(connection: Connection, search: Search) -> list[Looked]:
    """Look through every row of every table."""
    found = []
    for table in metadata.sorted_tables:
        looked = Looked(where=f"table {table.name}", size=0)
        for block in _blocks(connection, table):
            looked.size += len(block)
            for _place, probe in search.places(block):
                if probe not in looked.found:
                    looked.found.add(probe)
                    looked.places.append((None, probe))
        found.append(looked)
    return found


def copies_beside(path: Path) -> list[Path]:
    """Files beside a store that are, by their name or by what they hold, copies of a store."""
    own = {f"{path.name}{end}" for end in ("", "-wal", "-shm", "-journal")}
    named = (f"{path.name}.", f".{path.name}.")
    there = [file for file in sorted(path.parent.iterdir()) if file.name not in own and file.is_file()]
    return [file for file in there if file.name.startswith(named) or _is_store(file)]


def _is_store(file: Path) -> bool:
    try:
        with opened(file) as there:
            return there.read(len(_HEADER)) == _HEADER and b"reverie_version" in there.read(1 << 20)
    except OSError:
        return False
