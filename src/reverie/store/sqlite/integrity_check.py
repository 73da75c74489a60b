"""Whether the rows of a store agree with each other: what the program relies on, asked of the database itself.

Each question is one statement that counts what is wrong, the same on both databases.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, func, literal_column, not_, or_, select, text

from reverie.records.memories import Kind, Status
from reverie.store.database import Store
from reverie.store.schema import (
    changes,
    entries,
    heads,
    items,
    links,
    log,
    memories,
    messages,
    metadata,
    statements,
    users,
)

RESTORE = "go back to a backup: `reverie db restore FILE`"
REPAIR = "run `reverie db repair`"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at: how much is wrong, said in words, and what mends it."""

    name: str
    wrong: int
    seen: str
    remedy: str = ""


def _lacking(table: Table, by: Table, name: str) -> ColumnElement[bool]:
    """Whether a table has no row of the id that a row of another names, of the same owner."""
    return not_(select(table.c.id).where(table.c.owner == by.c.owner, table.c.id == by.c[name]).exists())


def entries_without_item() -> ColumnElement[bool]:
    """Search entries of nothing."""
    return and_(*(_lacking(table, entries, "item_id") for table in (messages, memories, items)))


def unindexed(table: Table) -> ColumnElement[bool]:
    """Messages, or memories and items that the search may give, without a search entry."""
    entry = select(entries.c.item_id).where(entries.c.owner == table.c.owner, entries.c.item_id == table.c.id)
    missing = not_(entry.exists())
    if table is messages:
        return missing
    if table is items:
        return and_(missing, items.c.text != "")
    # An episode is found through its messages, a proposal not at all, and what is retracted may lack one.
    given = memories.c.status.in_((Status.ACTIVE, Status.SUPERSEDED, Status.EXPIRED))
    return and_(missing, given, memories.c.kind != Kind.EPISODE)


def links_from_nothing() -> ColumnElement[bool]:
    """Links of a memory that is not there."""
    return _lacking(memories, links, "from_id")


def statements_of_nothing() -> ColumnElement[bool]:
    """Statements of a memory that is not there."""
    return _lacking(memories, statements, "memory_id")


def _count(table: Table, wrong: ColumnElement[bool]) -> Select[int]:
    return select(func.count()).select_from(table).where(wrong)


def _full_slots() -> Select[int]:
    slot = (memories.c.owner, memories.c.about, memories.c.kind, memories.c.key)
    active = and_(memories.c.status == literal_column("'active'"), memories.c.key.is_not(None))
    # The bare condition, not the index: one that is damaged would answer for itself.
    several = select(*slot).where(active).group_by(*slot).having(func.count() > 1).subquery()
    return select(func.count()).select_from(several)


def _lines(table: Table) -> ColumnElement[int]:
    return select(func.count()).where(table.c.owner == heads.c.owner).scalar_subquery()


def _last(table: Table) -> ColumnElement[int]:
    return select(func.coalesce(func.max(table.c.seq), 0)).where(table.c.owner == heads.c.owner).scalar_subquery()


def behind() -> ColumnElement[bool]:
    """Owners whose log goes on after its end, where the next change would be written over."""
    return or_(heads.c.seq < _last(changes), heads.c.seq < _last(log))


def headless() -> ColumnElement[bool]:
    """Users whose log has no end."""
    return not_(select(heads.c.owner).where(heads.c.owner == users.c.id).exists())


def _vectors_of_two_lengths() -> Select[int]:
    spaces = select(entries.c.owner).where(entries.c.vector.is_not(None)).group_by(entries.c.owner, entries.c.space)
    several = spaces.having(func.min(func.length(entries.c.vector)) != func.max(func.length(entries.c.vector)))
    return select(func.count()).select_from(several.subquery())


def _merged_into_nobody() -> Select[int]:
    others = users.alias()
    there = select(others.c.id).where(others.c.id == users.c.merged_into)
    return _count(users, and_(users.c.merged_into.is_not(None), not_(there.exists())))


def missing_indexes(connection: Connection) -> list[tuple[Table, str]]:
    """Indexes of the schema that the database does not have."""
    # Not by inspection, which does not see the indexes on expressions.
    listed = _ON_SQLITE if connection.dialect.name == "sqlite" else _ON_POSTGRESQL
    there = set(connection.execute(text(listed)).scalars())
    every = [(table, str(index.name)) for table in metadata.sorted_tables for index in table.indexes]
    return [(table, name) for table, name in every if name not in there]


_ON_SQLITE = "SELECT name FROM sqlite_schema WHERE type = 'index'"
_ON_POSTGRESQL = "SELECT indexname FROM pg_indexes WHERE schemaname = ANY (current_schemas(false))"

_QUESTIONS: tuple[tuple[str, Select[int], str, str], ...] = (
    ("search entries of nothing", _count(entries, entries_without_item()), "entries lead to no item", REPAIR),
    ("messages in the search", _count(messages, unindexed(messages)), "messages are not in the search", REPAIR),
    ("memories in the search", _count(memories, unindexed(memories)), "memories are not in the search", REPAIR),
    ("items in the search", _count(items, unindexed(items)), "items are not in the search", REPAIR),
    ("one value a slot", _full_slots(), "slots have several active values", f"forget what is not so, or {RESTORE}"),
    ("links", _count(links, links_from_nothing()), "links lead from nothing", REPAIR),
    ("statements", _count(statements, statements_of_nothing()), "statements are of nothing", REPAIR),
    ("end of the log", _count(heads, behind()), "logs go on after their end", REPAIR),
    (
        "every line of the log",
        _count(heads, and_(not_(behind()), heads.c.seq != _lines(changes) + _lines(log))),
        "logs have lines missing: their undo and history may fail",
        f"nothing else is lost; if you need them, {RESTORE}",
    ),
    (
        "changes of the log",
        _count(log, _lacking(changes, log, "change_id")),
        "lines of the log belong to no change",
        f"as above: {RESTORE}",
    ),
    ("heads", _count(users, headless()), "people can't be written to", REPAIR),
    ("merged people", _merged_into_nobody(), "people were merged into somebody who is not there", RESTORE),
    ("vectors", _vectors_of_two_lengths(), "people have vectors of two lengths from one model", REPAIR),
)


def findings(store: Store) -> Iterator[Finding]:
    """Look at everything, one thing after the other."""
    with store.reading() as session:
        connection = session.connection
        if store.on_sqlite:
            orphans = len(connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall())
            yield Finding(name="owners", wrong=orphans, seen="rows belong to nobody", remedy=REPAIR)
        lost = missing_indexes(connection)
        yield Finding(name="indexes", wrong=len(lost), seen="indexes are missing", remedy=REPAIR)
        for name, question, seen, remedy in _QUESTIONS:
            yield Finding(name=name, wrong=connection.execute(question).scalar_one(), seen=seen, remedy=remedy)
