"""The documents of a companion's knowledge. Their passages are memories, written through an ``Act``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from reverie.records.documents import Document
from reverie.records.memories import Memory
from reverie.store import row_mapping
from reverie.store.schema import documents, memories
from reverie.store.tables.change_log import PASSAGE, Act
from reverie.store.tables.gateway import Gateway
from reverie.store.tables.search_entries import Entry

# Built once: a search asks for it each time.
_BY_IDS = select(documents).where(
    documents.c.owner == bindparam("owner"), documents.c.id.in_(bindparam("ids", expanding=True))
)

SLOT = "passage:"
"""How the slot of a passage begins; the id of its document and its number in it follow."""


class Documents(Gateway):
    """A companion's documents."""

    def all(self, owner: str) -> list[Document]:
        """Every document, by where it is."""
        query = select(documents).where(documents.c.owner == owner).order_by(documents.c.root, documents.c.path)
        return [Document(**row) for row in self._rows(query)]

    def by_ids(self, owner: str, ids: list[str]) -> dict[str, Document]:
        """Documents by id; ids that are not there are left out."""
        return {row["id"]: Document(**row) for row in self._these(_BY_IDS, owner, ids)}

    def at(self, owner: str, root: str, path: str) -> Document | None:
        """The document of this place."""
        here = (documents.c.owner == owner, documents.c.root == root, documents.c.path == path)
        return next((Document(**row) for row in self._rows(select(documents).where(*here))), None)

    def put(self, document: Document) -> None:
        """Write a document, new or known by its id."""
        row = row_mapping.columns(document)
        mine = (documents.c.owner == document.owner, documents.c.id == document.id)
        if self._connection.execute(update(documents).where(*mine).values(row)).rowcount == 0:
            self._connection.execute(insert(documents).values(row))

    def drop(self, document: Document) -> None:
        """Take a document out."""
        mine = (documents.c.owner == document.owner, documents.c.id == document.id)
        self._connection.execute(delete(documents).where(*mine))

    def passages(self, document: Document) -> list[dict[str, Any]]:
        """A document's passages, in order: what tells one from others, and its revision."""
        begins = f"{SLOT}{document.id}:"
        in_slots = (memories.c.key >= begins, memories.c.key < f"{begins[:-1]};")
        told = select(memories.c.owner, memories.c.id, memories.c.revision)
        query = told.where(memories.c.owner == document.owner, *in_slots).order_by(memories.c.key)
        return self._rows(query)


def put_passages(act: Act, gone: Sequence[Mapping[str, Any]], new: Sequence[Memory], entries: Sequence[Entry]) -> None:
    """Write a document's passages with their entries, in the place of others, which are gone for good.

    The log keeps a line without words for each that comes or goes: caches learn of it there.
    """
    for row in gone:
        act.put(PASSAGE, row["id"], row, None)
    act.unindex([row["id"] for row in gone])
    for memory in new:
        act.put(PASSAGE, memory.id, None, row_mapping.columns(memory))
    act.index(entries, new=True)
