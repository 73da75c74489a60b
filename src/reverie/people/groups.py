"""Groups: who is in one, and when; what is said there is kept with whoever said it.

A group is a row of the directory with a setting, by person, of the spans in which they were there. It holds no words:
so what a person said in it is erased, exported and undone with the rest of their memory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from reverie.errors import NotFound
from reverie.memory.runtime import Runtime
from reverie.people import identity
from reverie.records.read_access import Span
from reverie.records.users import User, UserKind
from reverie.store.database import Session

_MEMBERS = "members"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody who is or was in a group, and the spans in which they were there."""

    user: User
    spans: tuple[Span, ...]

    @property
    def is_present(self) -> bool:
        """Whether they are there now."""
        return any(end is None for _begin, end in self.spans)


def group(runtime: Runtime, name: str) -> User:
    """The group of this name, compared to the letter; a new one is made.

    Raises:
        InvalidInput: the name is empty or too long.
    """
    return identity.met(runtime, identity.checked_name(name), UserKind.GROUP, exact=True)


def find(runtime: Runtime, who: str) -> User:
    """The group of this id or name.

    Raises:
        NotFound: there is none.
    """
    with runtime.store.reading() as session:
        by_id = session.people.by_id(who)
        named = [] if by_id is not None else session.people.by_name(who, UserKind.GROUP, exact=True)
    found = by_id if by_id is not None and by_id.kind is UserKind.GROUP else next(iter(named), None)
    if found is None:
        raise NotFound("there is no group of this id or name: begin it with its members")
    return found


def members(runtime: Runtime, group_id: str) -> list[Member]:
    """Everybody who is or was in a group, in the order in which they came; who was merged is the one they are now."""
    with runtime.store.reading() as session:
        kept = session.people.settings(group_id).get(_MEMBERS, {})
        known = {person: session.people.by_id(person) for person in kept}
        found: dict[str, Member] = {}
        for person, user in known.items():
            if user is not None:
                now = session.people.present(user)
                before = found[now.id].spans if now.id in found else ()
                found[now.id] = Member(user=now, spans=(*before, *_read(kept[person])))
    return list(found.values())


def join(runtime: Runtime, group_id: str, people: Iterable[str], *, since: datetime | None = None) -> None:
    """Let people be in a group from now on, or as those who know what was said ``since`` then; twice is once."""
    with runtime.store.writing(group_id) as session:
        kept = _kept(session, group_id)
        at = (since or runtime.clock()).isoformat()
        for person in people:
            spans = kept.get(person, [])
            if since is not None or not any(end is None for _begin, end in spans):
                kept[person] = [*(span for span in spans if span[1] is not None), [at, None]]
        session.people.set(group_id, _MEMBERS, kept)


def leave(runtime: Runtime, group_id: str, people: Collection[str]) -> None:
    """Let people be in a group no longer: what is said from now on they do not hear."""
    with runtime.store.writing(group_id) as session:
        kept, now = _kept(session, group_id), runtime.clock().isoformat()
        left = {one: [[begin, end or now] for begin, end in kept[one]] for one in people if one in kept}
        session.people.set(group_id, _MEMBERS, kept | left)


def let_go(session: Session, people: Collection[str]) -> None:
    """Take people who are erased out of every group, in the transaction that erases them."""
    for one in session.people.all(UserKind.GROUP):
        if session.people.settings(one.id).get(_MEMBERS, {}).keys().isdisjoint(people):
            continue
        kept = _kept(session, one.id)
        session.people.set(one.id, _MEMBERS, {who: spans for who, spans in kept.items() if who not in people})


def heard_by_all(present: Sequence[Member]) -> tuple[Span, ...]:
    """The spans in which all of these were there.

    >>> def hour(n: int) -> datetime:
    ...     return datetime(2026, 7, 3, n)
    >>> ada, ben = [(hour(1), hour(3)), (hour(5), None)], [(hour(2), hour(6))]
    >>> [(begin.hour, end.hour) for begin, end in _both(ada, ben)]
    [(2, 3), (5, 6)]
    """
    common: Sequence[Span] = present[0].spans if present else ()
    for member in present[1:]:
        common = _both(common, member.spans)
    return tuple(common)


def _both(some: Sequence[Span], others: Sequence[Span]) -> list[Span]:
    found = []
    for begin, end in some:
        for start, stop in others:
            first, last = max(begin, start), end if stop is None else stop if end is None else min(end, stop)
            if last is None or first < last:
                found.append((first, last))
    return found


def _kept(session: Session, group_id: str) -> dict[str, list[list[str | None]]]:
    session.changes.take_turn(group_id)
    return dict(session.people.settings(group_id).get(_MEMBERS, {}))


def _read(spans: Iterable[Sequence[str | None]]) -> tuple[Span, ...]:
    times = ((begin, end) for begin, end in spans if begin is not None)
    return tuple(
        (datetime.fromisoformat(begin), None if end is None else datetime.fromisoformat(end)) for begin, end in times
    )
