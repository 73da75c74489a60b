"""Pinned memories: what a person decided that every context begins with.

A pin is a link from the memory to ``core``, and holds for whatever superseded that memory since: a slot that is pinned
stays so when its value changes, and when the change is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from reverie.errors import Conflict, NotFound
from reverie.learning.message_learning import see_admitted
from reverie.memory.lifecycle import current
from reverie.memory.runtime import Runtime
from reverie.records.memories import Link, Memory, Relation, Status
from reverie.store.database import Session
from reverie.store.tables.change_log import log_name

CORE = "core"
"""Where the link of a pinned memory leads."""

MOST = 12
"""Memories that may be pinned at once, and that begin a context: as many as a reader keeps in view."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """A memory that was pinned or unpinned; ``change_id`` undoes that, None where it was so already."""

    memory: Memory
    change_id: str | None


def pin(runtime: Runtime, owner: str, named: str, *, actor: str = "person") -> Pinned:
    """Pin a current memory, by its id or the beginning of it.

    Raises:
        NotFound: there is no such memory.
        Conflict: it is not so now, or as many as may be are pinned.
        Refused: memory is paused.
    """
    with runtime.store.writing(owner) as session:
        see_admitted(session, owner, [])
        memory, now = _named(session, owner, named), runtime.clock()
        if not current(memory, now):
            raise Conflict("only what is true now can be pinned", existing=memory.id)
        there = {one.id for one in standing(session, owner, now)}
        if memory.id in there:
            return Pinned(memory=memory, change_id=None)
        if len(there) >= MOST:
            raise Conflict(f"{MOST} memories are pinned already, which is the most: unpin one first")
        with session.act(runtime.change(owner, "pin", actor=actor)) as act:
            act.write(None, Link(owner=owner, from_id=memory.id, to_id=CORE, relation=Relation.PINNED))
        return Pinned(memory=memory, change_id=act.change.id)


def unpin(runtime: Runtime, owner: str, named: str, *, actor: str = "person") -> Pinned:
    """Take the pin off a memory, by its id or the beginning of it.

    Raises:
        NotFound: there is no such memory.
    """
    with runtime.store.writing(owner) as session:
        memory = _named(session, owner, named)
        with session.act(runtime.change(owner, "unpin", actor=actor)) as act:
            for link, pinned in _pins(session, owner):
                if memory.id in (link.from_id, pinned.id):
                    act.write(link, None)
        return Pinned(memory=memory, change_id=act.change.id if act.written else None)


def pinned(runtime: Runtime, owner: str) -> list[Memory]:
    """What is pinned and so now, in the order in which it was learned."""
    with runtime.store.reading() as session:
        return standing(session, owner, runtime.clock())


def standing(session: Session, owner: str, now: datetime) -> list[Memory]:
    """What is pinned and so now, in the order in which it was learned."""
    return _current(session.memories.by_ids(owner, ids(session, owner)).values(), now)


def ids(session: Session, owner: str) -> list[str]:
    """Ids of what is pinned, as it is by now; kept while their log does not move."""
    return session.kept(owner, "pinned", lambda: [memory.id for _link, memory in _pins(session, owner)])


def stood_at(session: Session, owner: str, moment: datetime, known: Callable[[str], Memory | None]) -> list[Memory]:
    """What was pinned and so at a moment; ``known`` gives a memory as it was known then."""
    ids = set[str]()
    for entry in session.changes.log(owner, items=("link",), until=moment):
        memory_id, _space, leads = entry.item_id.partition(" ")
        if leads == f"{Relation.PINNED} {CORE}":
            (ids.discard if entry.after is None else ids.add)(memory_id)
    then = [memory for one in sorted(ids) if (memory := known(one)) is not None]
    return _current((_as_it_is(one, known) for one in then), moment)


def _current(found: Iterable[Memory], now: datetime) -> list[Memory]:
    return list({one.id: one for one in found if current(one, now)}.values())


def _pins(session: Session, owner: str) -> list[tuple[Link, Memory]]:
    """Each pin with the memory that it holds for now."""
    links = session.links.related(owner, Relation.PINNED, [CORE])
    there = session.memories.by_ids(owner, sorted(link.from_id for link in links))
    found = [(link, there[link.from_id]) for link in sorted(links, key=log_name) if link.from_id in there]
    return [(link, _as_it_is(one, lambda memory_id: session.memories.by_id(owner, memory_id))) for link, one in found]


def _as_it_is(memory: Memory, known: Callable[[str], Memory | None]) -> Memory:
    """What took the place of a memory by now; what nothing superseded is itself."""
    passed = set[str]()  # an archive from elsewhere may lead in a circle
    while memory.status is Status.SUPERSEDED and memory.superseded_by is not None and memory.id not in passed:
        passed.add(memory.id)
        memory = known(memory.superseded_by) or memory
    return memory


def _named(session: Session, owner: str, named: str) -> Memory:
    found = session.memories.by_prefix(owner, named)
    if len(found) != 1 or found[0].status is Status.RETRACTED:
        raise NotFound("there is not exactly one memory of this id: list the memories to see their ids")
    return found[0]
