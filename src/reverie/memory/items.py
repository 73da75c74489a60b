"""What agents' frameworks keep of a person as JSON: written, found, listed in order, and taken away.

Items written together are one change, so they are kept together and can be undone together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reverie.argument_checks import checked
from reverie.errors import InvalidInput, Refused
from reverie.memory.runtime import PersonService, new_id, see_recorded, surviving
from reverie.ports import View
from reverie.records import items
from reverie.records.items import Item, Namespace, Value, Write
from reverie.store.database import Session
from reverie.store.search.ranking import asked
from reverie.store.tables.change_log import Act
from reverie.store.tables.items import ITEM, put_item
from reverie.store.tables.search_entries import Entry

CAUSE = "item"
"""What the changes of this module are called in the log."""

MOST = 10_000
"""Items that one call may ask for."""

_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An item that a search found. ``score`` is None where it shares nothing with what was asked, or nothing was."""

    item: Item
    score: float | None = None


@checked
class Items(PersonService):
    """The JSON items of one person: ``person.items``.

    They are exported, packed into archives, merged, undone by the id of their change and erased with the person.
    Nothing is learned from them, and they are in no context. Secrets in their texts are masked.
    """

    @surviving
    def get(self, namespace: Namespace, key: str) -> Item | None:
        """The item under a namespace and a key, or None."""
        with self._runtime.store.reading() as session:
            return session.items.at(self._owner, namespace, key)

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

    @surviving
    def write(self, writes: Sequence[Write]) -> str | None:
        """Put and delete several items as one change; of several for one key the last stands.

        Raises what ``put`` raises; then nothing was written.
        """
        see_recorded(self._recorded)
        runtime, owner = self._runtime, self._owner
        last = {(one.namespace, one.key): items.checked(one) for one in writes}
        searched = {place: one.text for place, one in last.items() if one.value is not None and one.text}
        made = runtime.entries(ITEM, [(new_id(), text) for text in searched.values()])
        entries = dict(zip(searched, made, strict=True))
        with runtime.store.writing(owner) as session:
            _see_not_paused(session, owner, any(one.value is not None for one in last.values()))
            with session.act(runtime.change(owner, CAUSE, actor="tool")) as act:
                for place, one in last.items():
                    _write(session, act, one, entries.get(place))
            return act.change.id if act.written else None

    @surviving
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
        if not 0 <= limit <= MOST or offset < 0:
            raise InvalidInput(f"a limit is from 0 to {MOST}, and an offset is not below 0")
        runtime, owner = self._runtime, self._owner
        question = asked(query) if query and query.strip() else None
        vector = None if question is None else runtime.vector(question)
        with runtime.store.reading() as session:
            there = [one for one in session.items.under(owner, prefix) if items.matches(one.value, where or {})]
            scores = {}
            if question is not None:
                index = runtime.search.of_items(owner, session, there)
                view = View(now=runtime.clock().timestamp())
                scores = {one.id: one.score for one in index.search(question, vector, view, offset + limit)}
        there.sort(key=lambda one: -scores.get(one.id, float("-inf")))  # of those with no score, the last written first
        return [Found(item=one, score=scores.get(one.id)) for one in there[offset : offset + limit]]

    @surviving
    def namespaces(self) -> list[Namespace]:
        """Every namespace in which something is, in order."""
        with self._runtime.store.reading() as session:
            return session.items.namespaces(self._owner)

    @surviving
    def listed(self, namespace: Namespace, *, newest: int | None = None) -> list[Item]:
        """The items of a list, as ``append`` wrote them: all, or the ``newest``."""
        with self._runtime.store.reading() as session:
            return session.items.listed(self._owner, namespace, newest)

    @surviving
    def append(self, namespace: Namespace, values: Sequence[Value]) -> list[Item]:
        """Put values behind a list, in one change; they are not in the search. Raises what ``put`` raises."""
        see_recorded(self._recorded)
        runtime, owner = self._runtime, self._owner
        writes = [items.checked(Write(namespace=namespace, key="0", value=value, text="")) for value in values]
        with runtime.store.writing(owner) as session:
            _see_not_paused(session, owner, bool(writes))
            last = session.items.last_key(owner, namespace)
            if last is not None and not last.isdecimal():
                raise InvalidInput(f"there are items under keys of their own, such as {last!r}: name another list")
            first = 0 if last is None else int(last) + 1
            with session.act(runtime.change(owner, CAUSE, actor="tool")) as act:
                added = [
                    _after(act, replace(one, key=f"{place:0{_DIGITS}}"), None)
                    for place, one in enumerate(writes, first)
                ]
                for one in added:
                    put_item(act, None, one)
            return added

    @surviving
    def pop(self, namespace: Namespace) -> Item | None:
        """Take the last item out of a list and give it; None where there is none."""
        return next(iter(self._taken(namespace, newest=1)), None)

    @surviving
    def clear(self, namespace: Namespace) -> int:
        """Take out everything in one namespace; give how many items went."""
        return len(self._taken(namespace))

    def _taken(self, namespace: Namespace, newest: int | None = None) -> list[Item]:
        see_recorded(self._recorded)
        owner = self._owner
        with self._runtime.store.writing(owner) as session:
            there = session.items.listed(owner, namespace, newest)
            with session.act(self._runtime.change(owner, CAUSE, actor="tool")) as act:
                for one in there:
                    put_item(act, one, None)
        return there


def _see_not_paused(session: Session, owner: str, adds: bool) -> None:
    if adds and session.people.settings(owner).get("paused"):
        raise Refused("memory is paused for this person: resume it first", reason="paused")


def _write(session: Session, act: Act, write: Write, entry: Entry | None) -> None:
    before = session.items.at(act.change.owner, write.namespace, write.key)
    after = None if write.value is None else _after(act, write, before)
    if before is None or after is None or (before.value, before.text) != (after.value, after.text):
        put_item(act, before, after)
        if after is not None and entry is not None:
            act.index([replace(entry, item_id=after.id)], new=True)


def _after(act: Act, write: Write, before: Item | None) -> Item:
    now, value, text = act.change.at, write.value or {}, write.text or ""
    if before is not None:
        return replace(before, value=value, text=text, updated_at=now, revision=before.revision + 1)
    return Item(
        id=new_id(),
        owner=act.change.owner,
        namespace=write.namespace,
        key=write.key,
        value=value,
        text=text,
        created_at=now,
        updated_at=now,
    )
