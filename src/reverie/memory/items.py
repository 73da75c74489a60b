"""What agents' frameworks keep of a person as JSON: written, found, listed in order, and taken away.

Items written together are one change, so they are kept together and can be undone together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reverie.errors import InvalidInput, Refused
from reverie.memory.runtime import Runtime, new_id, surviving
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


@surviving
def get(runtime: Runtime, owner: str, namespace: Namespace, key: str) -> Item | None:
    """The item under a namespace and a key, or None."""
    with runtime.store.reading() as session:
        return session.items.at(owner, namespace, key)


@surviving
def write(runtime: Runtime, owner: str, writes: Sequence[Write]) -> str | None:
    """Write items, all of them or none; give the id of the change, or None where nothing changed.

    Of several for one key the last stands. It embeds before it writes.

    Raises:
        InvalidInput: a namespace, a key or a value can't be kept.
        Refused: memory is paused, or there is a secret in a namespace or a key.
    """
    last = {(one.namespace, one.key): items.checked(one) for one in writes}
    searched = {place: one.text for place, one in last.items() if one.value is not None and one.text}
    entries = dict(zip(searched, runtime.entries(ITEM, [(new_id(), text) for text in searched.values()]), strict=True))
    with runtime.store.writing(owner) as session:
        _see_not_paused(session, owner, any(one.value is not None for one in last.values()))
        with session.act(runtime.change(owner, CAUSE, actor="tool")) as act:
            for place, one in last.items():
                _write(session, act, one, entries.get(place))
        return act.change.id if act.written else None


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


@surviving
def search(
    runtime: Runtime,
    owner: str,
    prefix: Namespace,
    *,
    wanted: Value | None = None,
    query: str | None = None,
    limit: int = 10,
    offset: int = 0,
) -> list[Found]:
    """Items of a namespace and of those below it, ``limit`` of them behind the first ``offset``.

    With a ``query`` those that have most to do with it come first, and without one the last written. ``wanted`` are
    fields of the value, as ``domain.items.matches`` compares them.

    Raises:
        InvalidInput: the limit or the offset is impossible, or there is no such operator.
    """
    if not 0 <= limit <= MOST or offset < 0:
        raise InvalidInput(f"a limit is from 0 to {MOST}, and an offset is not below 0")
    question = asked(query) if query and query.strip() else None
    vector = None if question is None else runtime.vector(question)
    with runtime.store.reading() as session:
        there = [one for one in session.items.under(owner, prefix) if items.matches(one.value, wanted or {})]
        scores = {}
        if question is not None:
            index = runtime.search.of_items(owner, session, there)
            view = View(now=runtime.clock().timestamp())
            scores = {one.id: one.score for one in index.search(question, vector, view, offset + limit)}
    there.sort(key=lambda one: -scores.get(one.id, float("-inf")))  # of those with no score, the last written first
    return [Found(item=one, score=scores.get(one.id)) for one in there[offset : offset + limit]]


@surviving
def namespaces(runtime: Runtime, owner: str) -> list[Namespace]:
    """Every namespace in which something is, in order."""
    with runtime.store.reading() as session:
        return session.items.namespaces(owner)


# -- lists ---------------------------------------------------------------------------------------


@surviving
def listed(runtime: Runtime, owner: str, namespace: Namespace, newest: int | None = None) -> list[Item]:
    """The items of a list in their order: all, or the ``newest``."""
    with runtime.store.reading() as session:
        return session.items.listed(owner, namespace, newest)


@surviving
def append(runtime: Runtime, owner: str, namespace: Namespace, values: Sequence[Value]) -> list[Item]:
    """Put values behind the items of a list, all of them or none. They are not in the search.

    Raises:
        InvalidInput: a namespace or a value can't be kept, or there are items that are no list's.
        Refused: memory is paused, or there is a secret in the namespace.
    """
    writes = [items.checked(Write(namespace=namespace, key="0", value=value, text="")) for value in values]
    with runtime.store.writing(owner) as session:
        _see_not_paused(session, owner, bool(writes))
        last = session.items.last_key(owner, namespace)
        if last is not None and not last.isdecimal():
            raise InvalidInput(f"there are items under keys of their own, such as {last!r}: name another list")
        first = 0 if last is None else int(last) + 1
        with session.act(runtime.change(owner, CAUSE, actor="tool")) as act:
            added = [
                _after(act, replace(one, key=f"{place:0{_DIGITS}}"), None) for place, one in enumerate(writes, first)
            ]
            for one in added:
                put_item(act, None, one)
        return added


@surviving
def pop(runtime: Runtime, owner: str, namespace: Namespace) -> Item | None:
    """Take the last item out of a list and give it; None where there is none."""
    with runtime.store.writing(owner) as session:
        last = session.items.listed(owner, namespace, 1)
        with session.act(runtime.change(owner, CAUSE, actor="tool")) as act:
            for one in last:
                put_item(act, one, None)
        return last[0] if last else None


@surviving
def clear(runtime: Runtime, owner: str, namespace: Namespace) -> int:
    """Take out everything in one namespace; give how many items went."""
    with runtime.store.writing(owner) as session:
        there = session.items.listed(owner, namespace)
        with session.act(runtime.change(owner, CAUSE, actor="tool")) as act:
            for one in there:
                put_item(act, one, None)
        return len(there)
