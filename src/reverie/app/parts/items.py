"""What agents' frameworks keep of one person: JSON objects under namespaces and keys, given back as they were.

Like ``Person`` it decides nothing: it holds whose items are meant and hands on to the rooms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reverie.argument_checks import checked
from reverie.learning.message_learning import allowed
from reverie.memory import items
from reverie.memory.items import Found
from reverie.memory.runtime import Runtime
from reverie.records.items import Item, Namespace, Value, Write
from reverie.records.users import User

__all__ = ["Found", "Item", "Items", "Write"]


@checked
class Items:
    """The JSON items of one person. ``person.items`` are theirs.

    They are exported, packed into archives, merged, undone by the id of their change and erased with the person.
    Nothing is learned from them, and they are in no context. Secrets in their texts are masked.
    """

    def __init__(self, runtime: Runtime, whose: Callable[[], User], *, recorded: bool = True) -> None:
        self._runtime = runtime
        self._whose = whose
        self._recorded = recorded

    @property
    def _owner(self) -> str:
        return self._whose().id

    def get(self, namespace: Namespace, key: str) -> Item | None:
        """The item under a namespace and a key, or None."""
        return items.get(self._runtime, self._owner, namespace, key)

    def put(self, namespace: Namespace, key: str, value: Value, *, text: str | None = None) -> str | None:
        """Keep a JSON object; give the id of the change, which ``undo`` takes, or None where it stood there already.

        ``text`` is what it is found by: by default every text in it; an empty one keeps it out of the search.

        Raises:
            InvalidInput: the namespace, the key or the value can't be kept.
            Refused: memory is paused, off the record, or there is a secret in the namespace or the key.
        """
        return self.write([Write(namespace=namespace, key=key, value=value, text=text)])

    def delete(self, namespace: Namespace, key: str) -> str | None:
        """Delete an item; give the id of the change, or None where there was nothing."""
        there = self.get(namespace, key) is not None
        return self.write([Write(namespace=namespace, key=key, value=None)]) if there else None

    def write(self, writes: Sequence[Write]) -> str | None:
        """Put and delete several items as one change. Raises what ``put`` raises; then nothing was written."""
        allowed(self._recorded)
        return items.write(self._runtime, self._owner, writes)

    def search(
        self,
        prefix: Namespace = (),
        *,
        where: Value | None = None,
        query: str | None = None,
        limit: int = 10,
        offset: int = 0,
    ) -> list[Found]:
        """Items of a namespace and of those below it: the nearest to a ``query`` first, else the last written.

        ``where`` are fields that the value has: equal ones, or ``{"stars": {"$gte": 4}}`` with ``$eq``, ``$ne``,
        ``$gt``, ``$gte``, ``$lt`` and ``$lte``.

        Raises:
            InvalidInput: the limit or the offset is impossible, or there is no such operator.
        """
        return items.search(self._runtime, self._owner, prefix, wanted=where, query=query, limit=limit, offset=offset)

    def namespaces(self) -> list[Namespace]:
        """Every namespace in which something is, in order."""
        return items.namespaces(self._runtime, self._owner)

    def listed(self, namespace: Namespace, *, newest: int | None = None) -> list[Item]:
        """The items of a list, as ``append`` wrote them: all, or the ``newest``."""
        return items.listed(self._runtime, self._owner, namespace, newest)

    def append(self, namespace: Namespace, values: Sequence[Value]) -> list[Item]:
        """Put values behind a list, in one change. Raises what ``put`` raises."""
        allowed(self._recorded)
        return items.append(self._runtime, self._owner, namespace, values)

    def pop(self, namespace: Namespace) -> Item | None:
        """Take the last item out of a list and give it; None where there is none."""
        allowed(self._recorded)
        return items.pop(self._runtime, self._owner, namespace)

    def clear(self, namespace: Namespace) -> int:
        """Take out everything in one namespace; give how many items went."""
        allowed(self._recorded)
        return items.clear(self._runtime, self._owner, namespace)
