"""Following an owner's log: how far it goes, and what it says happened to messages and memories behind a place in it.

A place is a sequence number of the owner's log. What a batch brought in is history, and no happening: it is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import BigInteger, and_, bindparam, case, func, select

from reverie.store.schema import changes, heads, log
from reverie.store.tables.gateway import Gateway, chunks

_HEADS = select(heads.c.owner, heads.c.seq).where(heads.c.owner.in_(bindparam("owners", expanding=True)))
_PLACE = select(func.min(log.c.seq)).where(
    log.c.owner == bindparam("owner"), log.c.item_id == bindparam("id"), log.c.item == "message"
)
_LINES = (
    select(log.c.seq, log.c.item, log.c.item_id, log.c.before, log.c.after, changes.c.cause, changes.c.batch)
    .join(changes, and_(changes.c.owner == log.c.owner, changes.c.id == log.c.change_id))
    .where(log.c.owner == bindparam("owner"), log.c.item.in_(("message", "memory")))
    .where(log.c.seq > bindparam("after"), log.c.seq <= bindparam("until"))
    .order_by(log.c.seq)
    .limit(bindparam("limit", type_=BigInteger))
)

IMPORT = "import-"
"""How the batch of an import begins."""

_IMPORTED = (changes.c.owner == bindparam("owner"), changes.c.batch.startswith(IMPORT, autoescape=True))
# Apart from what they touched: beside each of its lines a change would be counted again and again.
_IMPORTS = (
    select(
        changes.c.batch,
        func.min(changes.c.at).label("at"),
        func.count().label("changes"),
        func.count(changes.c.undone_by).label("undone"),
    )
    .where(*_IMPORTED)
    .group_by(changes.c.batch)
    .order_by(func.max(changes.c.seq).desc())
)
_TOUCHED = (
    select(
        changes.c.batch,
        func.count(case((log.c.item == "message", log.c.item_id)).distinct()).label("messages"),
        func.count(case((log.c.item == "memory", log.c.item_id)).distinct()).label("memories"),
    )
    .join(log, and_(log.c.owner == changes.c.owner, log.c.change_id == changes.c.id))
    .where(*_IMPORTED)
    .group_by(changes.c.batch)
)


class Following(Gateway):
    """Owners' logs as they grow."""

    def heads(self, owners: Sequence[str]) -> dict[str, int]:
        """How far each owner's log goes; whoever was erased is left out."""
        return {row["owner"]: row["seq"] for part in chunks(owners) for row in self._rows(_HEADS, {"owners": part})}

    def place(self, owner: str, message_id: str) -> int | None:
        """Where a message began in its owner's log, be it there still or not; None where there was none of that id."""
        found = self._connection.execute(_PLACE, {"owner": owner, "id": message_id}).scalar_one()
        return None if found is None else int(found)

    def lines(self, owner: str, after: int, until: int, limit: int) -> list[Mapping[str, Any]]:
        """Lines of the log on messages and memories between two places, each with the cause and batch of its change."""
        asked = {"owner": owner, "after": after, "until": until, "limit": limit}
        return [*self._rows(_LINES, asked)]

    def imports(self, owner: str) -> list[Mapping[str, Any]]:
        """Each import of an owner, the newest first: its batch, when it came, and how many items it touched."""
        touched = {row["batch"]: row for row in self._rows(_TOUCHED, {"owner": owner})}
        made = self._rows(_IMPORTS, {"owner": owner})
        return [{**row, **touched[row["batch"]]} for row in made if row["batch"] in touched]
