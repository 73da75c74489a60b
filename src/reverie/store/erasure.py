"""Erasing a person from the database, and looking into its bytes for what is left.

Rows are deleted with ``secure_delete`` on, the file is rewritten, and the write-ahead log is emptied; then the files
are searched for the person's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import Connection, delete, null, select, update

from reverie.store.schema import OWNED, accounts, log, memories, messages, sheets, users
from reverie.store.session import Store
from reverie.store.transactions import insist

SHORTEST = 6
"""Letters a word needs to be looked for: shorter ones stand in any file by chance."""

_WORD = re.compile(rf"[^\W\d_]{{{SHORTEST},40}}")


def delete_person(connection: Connection, owner: str) -> dict[str, int]:
    """Delete every row of a person; give how many of which table."""
    rows = {table.name: connection.execute(delete(table).where(table.c.owner == owner)).rowcount for table in OWNED}
    rows["accounts"] = connection.execute(delete(accounts).where(accounts.c.user_id == owner)).rowcount
    rows["users"] = connection.execute(delete(users).where(users.c.id == owner)).rowcount
    return rows


def rewrite(store: Store) -> None:
    """Rewrite a SQLite file without what was deleted, and empty its log; PostgreSQL's VACUUM is its operator's."""
    if not store.on_sqlite:
        return
    with store.outside_transactions() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()
        insist(connection, "VACUUM")  # beside those who insist, SQLite's own waiting would come last
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()


def distinctive(texts: Iterable[str]) -> set[str]:
    """The words of texts that are long enough to be looked for in a file."""
    return {word for text in texts for word in _WORD.findall(text)}


def words_of_others(connection: Connection) -> set[str]:
    """The words that everybody else's rows hold, and that therefore prove nothing."""
    texts = [text for (text,) in connection.execute(select(messages.c.text))]
    texts += [text for (text,) in connection.execute(select(memories.c.text))]
    texts += [text for (text,) in connection.execute(select(sheets.c.text))]
    texts += [name for (name,) in connection.execute(select(users.c.name))]
    return distinctive(texts)


def found_in_files(path: Path, looked_for: set[str]) -> set[str]:
    """Which of these words stand, as UTF-8, in a database file, its log or its shared memory."""
    found: set[str] = set()
    for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        if file.exists():
            # The schema's own words (table and column names) stand in every file.
            content = set(_WORD.findall(file.read_bytes().decode("utf-8", "replace")))
            found |= looked_for & (content - _schema_words())
    return found


def _schema_words() -> set[str]:
    names = [table.name for table in OWNED] + [column.name for table in OWNED for column in table.columns]
    return distinctive(part for name in names for part in name.split("_"))


def scrub_name(connection: Connection, user_id: str) -> None:
    """Take what somebody was called out of the log of those they were merged into once."""
    there = update(log).where(log.c.item == "user", log.c.item_id == user_id)
    connection.execute(there.values(before=null(), after=null()))
