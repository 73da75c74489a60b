"""An owner's JSON items. They are written through an ``Act``, so that the log knows them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, func, or_, select

from reverie.records.items import Item, Namespace, namespace_of, namespace_text
from reverie.store import row_mapping
from reverie.store.schema import items
from reverie.store.tables.change_log import Act
from reverie.store.tables.gateway import Gateway, chunks

ITEM = "item"
"""What the log and the search call an item."""


class Items(Gateway):
    """An owner's items."""

    def at(self, owner: str, namespace: Namespace, key: str) -> Item | None:
        """The item under a namespace and a key."""
        found = self._read(owner, items.c.namespace == namespace_text(namespace), items.c.key == key)
        return found[0] if found else None

    def under(self, owner: str, prefix: Namespace = ()) -> list[Item]:
        """The items of a namespace and of those below it, the last written first; all, without a prefix."""
        return self._read(owner, *_below(prefix))

    def before(self, owner: str, moment: datetime) -> list[Item]:
        """The items that were written last before a moment."""
        return self._read(owner, items.c.updated_at < moment)

    def by_ids(self, owner: str, ids: Sequence[str]) -> dict[str, Item]:
        """Items by id; ids that are not there are left out."""
        return {one.id: one for part in chunks(ids) for one in self._read(owner, items.c.id.in_(part))}

    def namespaces(self, owner: str) -> list[Namespace]:
        """Every namespace in which something is."""
        query = select(items.c.namespace).where(items.c.owner == owner).distinct()
        return sorted(namespace_of(spelt) for spelt in self._connection.execute(query).scalars())

    def listed(self, owner: str, namespace: Namespace, newest: int | None = None) -> list[Item]:
        """The items of one namespace in the order of their keys: all, or the ``newest``."""
        here = (items.c.owner == owner, items.c.namespace == namespace_text(namespace))
        query = select(items).where(*here).order_by(items.c.key.desc()).limit(newest)
        return [row_mapping.item(row) for row in self._connection.execute(query).mappings()][::-1]

    def last_key(self, owner: str, namespace: Namespace) -> str | None:
        """The last key of a namespace."""
        here = (items.c.owner == owner, items.c.namespace == namespace_text(namespace))
        return self._connection.execute(select(func.max(items.c.key)).where(*here)).scalar()

    def _read(self, owner: str, *where: ColumnElement[bool]) -> list[Item]:
        query = select(items).where(items.c.owner == owner, *where)
        ordered = query.order_by(items.c.updated_at.desc(), items.c.id.desc())
        return [row_mapping.item(row) for row in self._connection.execute(ordered).mappings()]


def _below(prefix: Namespace) -> list[ColumnElement[bool]]:
    if not prefix:
        return []
    spelt = namespace_text(prefix)
    return [or_(items.c.namespace == spelt, items.c.namespace.startswith(f"{spelt[:-1]},", autoescape=True))]


def put_item(act: Act, before: Item | None, after: Item | None) -> None:
    """Write an item: a new one (``before`` None), what became of one, or its end (``after`` None)."""
    act.write(before, after)
    if before is not None:
        act.unindex([before.id])
