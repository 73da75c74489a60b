"""A LangGraph store on a companion's memory: JSON items of each person, beside all else that is known of them.

The first label of a namespace says who the person is: ``("ada", "notes")`` are notes in the memory of Ada.

- On put it keeps the JSON as it is, but for secrets, which are masked. A person who is new is met.
- On search it filters, and ranks by words and meaning where a query is given. Who is unknown has nothing.
- On delete it deletes the item; ``person.undo`` takes back a change, and erasing the person takes all for good.
- It learns nothing from items, puts them in no context, and ``forget`` does not look into them.
- It can't look at several people at once, and has no time to live.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from reverie import aio
from reverie.app.companion import Reverie
from reverie.app.person import Person
from reverie.errors import ConfigError, InvalidInput, NotFound
from reverie.extras import install
from reverie.memory.items import Found
from reverie.records.items import Item as Kept
from reverie.records.items import Namespace, Write

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        get_text_at_path,
        validate_op_namespace,
    )
except ImportError as error:
    raise ConfigError(f"LangGraph's stores are not installed: {install('langgraph')}") from error

_WHOSE = "begin the namespace with the person: LangGraph's items are theirs, and nobody looks at several people at once"


class ReverieStore(BaseStore):
    """A LangGraph store. ``graph.compile(store=ReverieStore(luna))`` gives an agent's items to their people.

    A name is compared to the letter, so an application's ids are good first labels.
    """

    __slots__ = ("_luna",)

    def __init__(self, luna: Reverie) -> None:
        self._luna = luna

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several things: what is read is as it was before. What is written of one person is one change.

        Raises:
            InvalidInput: a namespace does not begin with a person, or a value is no JSON.
            Refused: memory is paused for a person, or there is a secret in a namespace or a key.
        """
        asked = list(ops)
        for op in asked:
            validate_op_namespace(op)
        found = [self._read(op) for op in asked]
        writes: dict[str, list[Write]] = {}
        for op in asked:
            if isinstance(op, PutOp):
                who, *below = _beginning(op.namespace)
                writes.setdefault(who, []).append(_write(op, tuple(below)))
        for who, theirs in writes.items():
            self._put(who, theirs)
        return found

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several things, as ``batch`` does, in a thread."""
        return await aio.call(self.batch, list(ops))

    def _known(self, name: str) -> Person | None:
        try:
            return self._luna.find(name, exact=True)
        except NotFound:
            return None

    def _put(self, who: str, writes: Sequence[Write]) -> None:
        person = self._known(who)
        if person is None and any(one.value is not None for one in writes):
            person = self._luna.meet(who, exact=True)
        if person is not None:
            person.items.write(writes)

    def _read(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._get(op)
        if isinstance(op, SearchOp):
            return self._search(op)
        return self._list(op) if isinstance(op, ListNamespacesOp) else None

    def _get(self, op: GetOp) -> Item | None:
        who, *below = _beginning(op.namespace)
        person = self._known(who)
        kept = None if person is None else person.items.get(_place(below), op.key)
        return None if kept is None else Item(**_fields(who, kept))

    def _search(self, op: SearchOp) -> list[SearchItem]:
        who, *below = _beginning(op.namespace_prefix)
        person = self._known(who)
        if person is None:
            return []
        prefix = _place(below) if below else ()
        found = person.items.search(prefix, where=op.filter, query=op.query, limit=op.limit, offset=op.offset)
        return [_search_item(who, one) for one in found]

    def _list(self, op: ListNamespacesOp) -> list[Namespace]:
        conditions = op.match_conditions or ()
        begun = [one.path[0] for one in conditions if one.match_type == "prefix" and one.path]
        if not begun or begun[0] == "*":
            raise InvalidInput(_WHOSE)
        person = self._known(begun[0])
        every = [] if person is None else [_namespace(begun[0], below) for below in person.items.namespaces()]
        there = {one[: op.max_depth] for one in every if all(_fits(one, condition) for condition in conditions)}
        return sorted(there)[op.offset : op.offset + op.limit]


_OWN = "."
"""Stands for the namespace that is the person's alone: LangGraph has no label with a point."""


def _beginning(namespace: Namespace) -> Namespace:
    if not namespace:
        raise InvalidInput(_WHOSE)
    return namespace


def _place(below: Sequence[str]) -> Namespace:
    return tuple(below) or (_OWN,)


def _namespace(who: str, place: Namespace) -> Namespace:
    return (who,) if place == (_OWN,) else (who, *place)


def _write(op: PutOp, below: Namespace) -> Write:
    text = None
    if op.value is not None and op.index is not None:
        paths = op.index or []
        text = "\n".join(found for path in paths for found in get_text_at_path(op.value, path))
    return Write(namespace=_place(below), key=op.key, value=op.value, text=text)


def _fields(who: str, kept: Kept) -> dict[str, Any]:
    return {
        "namespace": _namespace(who, kept.namespace),
        "key": kept.key,
        "value": dict(kept.value),
        "created_at": kept.created_at,
        "updated_at": kept.updated_at,
    }


def _search_item(who: str, found: Found) -> SearchItem:
    return SearchItem(**_fields(who, found.item), score=found.score)


def _fits(namespace: Namespace, condition: MatchCondition) -> bool:
    path = condition.path
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for label, wanted in zip(part, path, strict=True))
