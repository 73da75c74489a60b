"""What stands beside conversations: summaries and notes, and how far each conversation is summed up by rule.

Summaries and notes are written through an ``Act``. A gist is made from messages and can be made anew at any time, so
it is written here, and no log has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from reverie.domain.conversations import Place, Sheet, SheetName
from reverie.store import row_mapping
from reverie.store.schema import gists, sheets

_OWN = select(sheets).where(sheets.c.owner == bindparam("owner")).order_by(sheets.c.conversation_id, sheets.c.name)
_NAMED = select(sheets).where(
    sheets.c.owner == bindparam("owner"),
    sheets.c.conversation_id == bindparam("conversation"),
    sheets.c.name == bindparam("name"),
)
_GIST = select(gists).where(gists.c.owner == bindparam("owner"), gists.c.conversation_id == bindparam("conversation"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """How far a conversation is summed up by rule: up to which message, and as of which step (``seq``) of the log.

    ``made`` says by which rules. ``chosen`` has places in messages, and none of their words.
    """

    to_id: str
    to_at: datetime
    seq: int
    made: str
    chosen: Mapping[str, Any]

    @property
    def place(self) -> Place:
        """Where it ends."""
        return self.to_at, self.to_id


class Sheets:
    """An owner's summaries, notes and gists, over one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def named(self, owner: str, conversation_id: str, name: SheetName) -> Sheet | None:
        """The summary, or the notes, of a conversation."""
        asked = {"owner": owner, "conversation": conversation_id, "name": name}
        row = self._connection.execute(_NAMED, asked).mappings().first()
        return None if row is None else row_mapping.sheet(row)

    def all(self, owner: str) -> list[Sheet]:
        """Everything that stands beside an owner's conversations."""
        return [row_mapping.sheet(row) for row in self._connection.execute(_OWN, {"owner": owner}).mappings()]

    def gist(self, owner: str, conversation_id: str) -> Kept | None:
        """How far a conversation is summed up."""
        row = self._connection.execute(_GIST, {"owner": owner, "conversation": conversation_id}).mappings().first()
        return None if row is None else Kept(**{name: row[name] for name in Kept.__slots__})

    def keep_gist(self, owner: str, conversation_id: str, kept: Kept) -> None:
        """Write how far a conversation is summed up."""
        there = (gists.c.owner == owner, gists.c.conversation_id == conversation_id)
        self._connection.execute(delete(gists).where(*there))
        row = {name: getattr(kept, name) for name in Kept.__slots__}
        self._connection.execute(insert(gists).values(owner=owner, conversation_id=conversation_id, **row))
