"""What leads from memories to other items: evidence, contradictions, and what may not be learned again."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import bindparam, or_, select

from reverie.records.memories import Link, Relation
from reverie.store import row_mapping
from reverie.store.schema import blocked, links
from reverie.store.tables.gateway import Gateway, chunks

_BLOCKED = select(blocked.c.digest).where(
    blocked.c.owner == bindparam("owner"), blocked.c.message_id == bindparam("message_id")
)
_OWN = links.c.owner == bindparam("owner")
_FROM, _TO = (end.in_(bindparam("ids", expanding=True)) for end in (links.c.from_id, links.c.to_id))
_ANY_TO = select(links.c.to_id).where(_OWN, _TO).limit(1)
_OF_SORT = select(links).where(_OWN, links.c.relation == bindparam("relation"))
_RELATED = _OF_SORT.where(or_(_FROM, _TO)).order_by(links.c.from_id, links.c.to_id)
_EVIDENCE = select(links).where(_OWN, links.c.relation == Relation.EVIDENCE, _FROM).order_by(links.c.to_id)


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
