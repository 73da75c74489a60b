"""What stands beside conversations: summaries and notes, and how far each conversation is summed up by rule.

Summaries and notes are written through an ``Act``. A gist is made from messages and can be made anew at any time, so
it is written here, and no log has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, delete, func, insert, literal_column, or_, select

from reverie.records.conversations import Place, Sheet, SheetName
from reverie.store import row_mapping
from reverie.store.schema import conversations, gists, messages, sheets
from reverie.store.tables.gateway import Gateway
from reverie.store.tables.messages import Dialogue

_OWN = select(sheets).where(sheets.c.owner == bindparam("owner")).order_by(sheets.c.conversation_id, sheets.c.name)
_NAMED = select(sheets).where(
    sheets.c.owner == bindparam("owner"),
    sheets.c.conversation_id == bindparam("conversation"),
    sheets.c.name == bindparam("name"),
)
_LEFT = (
    select(func.count())
    .select_from(messages)
    .where(messages.c.owner == bindparam("owner"), messages.c.conversation_id == conversations.c.id)
    .where(
        or_(
            gists.c.to_at.is_(None),
            messages.c.sent_at > gists.c.to_at,
            and_(messages.c.sent_at == gists.c.to_at, messages.c.id > gists.c.to_id),
        )
    )
    .correlate(conversations, gists)
    .scalar_subquery()
)
_OF_SHEET = {column.name: column.label(f"sheet_{column.name}") for column in sheets.c}
_EARLIER = (
    select(
        *(gists.c[name] for name in ("to_id", "to_at", "seq", "made", "chosen")),
        *_OF_SHEET.values(),
        _LEFT.label("left"),
    )
    .select_from(
        conversations.outerjoin(
            gists, and_(gists.c.owner == conversations.c.owner, gists.c.conversation_id == conversations.c.id)
        ).outerjoin(
            sheets,
            and_(
                sheets.c.owner == conversations.c.owner,
                sheets.c.conversation_id == conversations.c.id,
                sheets.c.name == literal_column(f"'{SheetName.SUMMARY}'"),
            ),
        )
    )
    .where(conversations.c.owner == bindparam("owner"), conversations.c.id == bindparam("conversation"))
)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """What sums up a conversation: by rule, as somebody put it, and how many messages are ``left`` after the gist."""

    gist: Kept | None = None
    summary: Sheet | None = None
    left: int = 0


class Sheets(Gateway):
    """An owner's summaries, notes and gists; nothing of a conversation with messages that are withheld."""

    def named(self, owner: str, conversation_id: str, name: SheetName) -> Sheet | None:
        """The summary, or the notes, of a conversation."""
        asked = {"owner": owner, "conversation": conversation_id, "name": name}
        row = self._connection.execute(_NAMED, asked).mappings().first()
        return None if row is None or self._is_touched(owner, conversation_id) else row_mapping.sheet(row)

    def all(self, owner: str) -> list[Sheet]:
        """Everything that stands beside an owner's conversations."""
        found = map(row_mapping.sheet, self._rows(_OWN, {"owner": owner}))
        return [one for one in found if not self._is_touched(owner, one.conversation_id)]

    def earlier(self, owner: str, conversation_id: str) -> Earlier:
        """What sums a conversation up, in one statement; the summary of one who may not see all begins anew."""
        if self._is_touched(owner, conversation_id):
            return Earlier(left=Dialogue(self._connection).counted(owner, conversation_id))
        row = self._connection.execute(_EARLIER, {"owner": owner, "conversation": conversation_id}).mappings().first()
        if row is None:
            return Earlier()
        gist = None if row["seq"] is None else Kept(**{name: row[name] for name in Kept.__slots__})
        put = None
        if row["sheet_owner"] is not None:
            put = row_mapping.sheet({name: row[label.name] for name, label in _OF_SHEET.items()})
        return Earlier(gist=gist, summary=put, left=row["left"])

    def _is_touched(self, owner: str, conversation_id: str) -> bool:
        return conversation_id in self._withheld(owner).touched

    def keep_gist(self, owner: str, conversation_id: str, kept: Kept) -> None:
        """Write how far a conversation is summed up."""
        there = (gists.c.owner == owner, gists.c.conversation_id == conversation_id)
        self._connection.execute(delete(gists).where(*there))
        row = row_mapping.columns(kept)
        self._connection.execute(insert(gists).values(owner=owner, conversation_id=conversation_id, **row))
