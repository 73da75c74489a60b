"""Who is who: meeting people, finding them by name or account, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Final

from reverie.domain.confirming import Confirmation, Known
from reverie.domain.dialogue import cleaned
from reverie.domain.memories import LogEntry
from reverie.domain.sensitivity import masked
from reverie.domain.users import Account, User, UserKind, folded
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.services.means import Means, new_id, surviving
from reverie.store.changes import Act
from reverie.store.people import CONFIRMATION, write_account, write_user
from reverie.store.session import Session

LONGEST_NAME: Final = 200

_NUMBER = re.compile(r"\d+")

CLEAR: Final = 0.05
"""How much more alike than the next the best of several must be to be meant without asking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How alike names must be, 0 to 1: from ``high`` on it is somebody known, from ``low`` on they are asked."""

    high: float
    low: float


def checked_name(name: str) -> str:
    """A name as it is kept.

    Raises:
        InvalidInput: it is empty, only spaces or signs, or longer than 200 characters.
        Refused: it holds a secret.
    """
    kept = " ".join(cleaned(name).split())
    if not folded(kept).strip(" .,;:_-'\"!?"):
        raise InvalidInput("a name can't be empty: give the name of the person, for example 'Ada'")
    if len(kept) > LONGEST_NAME:
        raise InvalidInput(f"a name has at most {LONGEST_NAME} characters: this one has {len(kept)}")
    _no_secret(kept, "a name")
    return kept


def _no_secret(text: str, what: str) -> None:
    kinds = masked(text).kinds
    if kinds:
        raise Refused(f"a {kinds[0]} is never stored: give {what} without one", reason="sensitive")


def companion(means: Means, name: str | None, default: str) -> User:
    """The companion of a store: the named one, or the one the store knows, or a new one called ``default``."""
    wanted = checked_name(name) if name is not None else None
    with means.store.reading() as session:
        known = session.people.all(UserKind.COMPANION)
    for user in known:
        if wanted is None or folded(user.name) == folded(wanted):
            return user
    return _met(means, wanted or default, UserKind.COMPANION)


@surviving
def meet(means: Means, name: str, account: tuple[str, str] | None, limits: Limits) -> User:
    """The person of this account or name; a stranger is added.

    A name that nobody has exactly may still be somebody's: one that is like it from ``limits.high`` on leads to them;
    from ``limits.low`` on the user is a guest of this name, who waits to be asked (``confirmation``). With an account
    nobody is asked: it is known, or the name is equal, or it is somebody new.

    Raises:
        Conflict: several people have that name.
    """
    wanted = checked_name(name)
    if account is not None:
        return _by_account(means, wanted, account)
    with means.store.reading() as session:
        named = session.people.by_name(wanted)
        waiting = None if named else session.people.waiting(wanted)
    if named:
        return _one(named, wanted)
    if waiting is not None:
        return waiting
    likely = alike(means, wanted, limits)
    if clear(likely, limits):
        return find(means, likely[0].id)
    if not likely:
        return _met(means, wanted, UserKind.PERSON)
    user = guest(means, wanted)
    wait(means, user, Confirmation(given_name=wanted, candidates=likely))
    return user


def _by_account(means: Means, name: str, account: tuple[str, str]) -> User:
    with means.store.reading() as session:
        linked = session.people.by_account(*account)
        # Somebody of another account there has this name too, and is somebody else.
        there = (p for p in session.people.by_name(name))
        named = [p for p in there if all(a.platform != account[0] for a in session.people.accounts(p.id))]
    if linked is not None:
        return linked
    person = _one(named, name) if named else _met(means, name, UserKind.PERSON, namesake=True)
    link(means, person, *account)
    return person


def add(means: Means, name: str) -> User:
    """Somebody new of this name, whoever else has it."""
    return _met(means, checked_name(name), UserKind.PERSON, namesake=True)


def alike(means: Means, name: str, limits: Limits) -> tuple[Known, ...]:
    """Those whose name or nickname, now or before they were merged, is like a name; the likest first.

    Numbers have to be equal: "Guest 12" is no slip of "Guest 1".
    """
    from reverie.services import likeness

    with means.store.reading() as session:
        met = [user for user in session.people.all(merged=True) if not user.guest]
        everyone = [user for user in met if _NUMBER.findall(user.name) == _NUMBER.findall(name)]
        present = {user.id: session.people.present(user) for user in everyone}
    names = [(user.id, user.name, user.nickname) for user in everyone]
    found: dict[str, Known] = {}
    for one in likeness.alike(name, names, high=limits.high, low=limits.low):
        user = present[one.id]
        found.setdefault(user.id, Known(id=user.id, name=user.name, score=one.score))
    return tuple(found.values())


def clear(likely: tuple[Known, ...], limits: Limits) -> bool:
    """Whether the first is meant without asking: alike enough, and well before the next."""
    return (
        bool(likely)
        and likely[0].score >= limits.high
        and (len(likely) == 1 or likely[0].score - likely[1].score >= CLEAR)
    )


def confirmation(means: Means, user: User) -> Confirmation | None:
    """Whom a guest may be, while that is to be answered."""
    if not user.guest:
        return None
    with means.store.reading() as session:
        kept = session.people.settings(user.id).get(CONFIRMATION)
    if kept is None:
        return None
    candidates = tuple(Known(**one) for one in kept["candidates"])
    return Confirmation(**{**kept, "candidates": candidates})


def wait(means: Means, user: User, asked: Confirmation | None) -> None:
    """Keep the question whom a guest may be, so that it outlives the program; None when it is answered."""
    with means.store.writing(user.id) as session:
        session.people.set(user.id, CONFIRMATION, None if asked is None else asdict(asked))


def _met(means: Means, name: str, kind: UserKind, *, namesake: bool = False) -> User:
    """Add a stranger, unless another process met them a moment earlier."""
    user = User(id=new_id(), kind=kind, name=name, created_at=means.clock())
    try:
        with means.store.writing() as session:
            known = [] if namesake else session.people.by_name(name, kind)
            if known:
                return known[0]
            session.people.add(user, namesake=namesake)
    except Conflict:
        with means.store.reading() as session:
            return _one(session.people.by_name(name, kind), name)
    return user


def _one(found: list[User], who: str) -> User:
    if len(found) != 1:
        existing = found[0].id if found else None
        raise Conflict(f"{len(found)} people are called {masked(who).text!r}: name one by id", existing=existing)
    return found[0]


def guest(means: Means, name: str = "Guest") -> User:
    """A new person of whom it is not known who they are."""
    user = User(id=new_id(), kind=UserKind.PERSON, name=name, guest=True, created_at=means.clock())
    with means.store.writing() as session:
        session.people.add(user)
    return user


@surviving
def find(means: Means, who: str) -> User:
    """The person with this name, nickname or id, or account written ``platform:id``.

    Raises:
        NotFound: nobody; the message names who is known.
        Conflict: several.
    """
    who = cleaned(who)
    with means.store.reading() as session:
        people = session.people
        by_id = people.by_id(who)
        if by_id is not None and by_id.kind is UserKind.PERSON:
            return people.present(by_id)
        platform, _, external = who.partition(":")
        linked = people.by_account(platform, external) if external else None
        found = people.by_name(who) or [user for user in (linked, people.waiting(who)) if user is not None]
        known = [] if found else [u.name for u in people.all()]
    if not found:
        some = ", ".join(known[:8]) or "nobody yet"
        raise NotFound(f"nobody here is called {masked(who).text!r}; known: {some}. Meet them first, or check the name")
    return _one(found[:1] if linked in found else found, who)


@surviving
def by_id(means: Means, user_id: str) -> User:
    """The person with this id, or the one in whom they are found now.

    Raises:
        NotFound: nobody has it.
    """
    with means.store.reading() as session:
        user = session.people.by_id(user_id)
        if user is None or user.kind is not UserKind.PERSON:
            raise NotFound("nobody has this id: list the people to see who is known")
        return session.people.present(user)


@surviving
def present(means: Means, user: User) -> User:
    """Somebody as they are in the directory now: the one they were merged into, if they were."""
    with means.store.reading() as session:
        now = session.people.by_id(user.id)
        return user if now is None else session.people.present(now)


@surviving
def people(means: Means, *, merged: bool = False) -> list[User]:
    """Everyone who is known, by name; those who were ``merged`` into another only if they are asked for."""
    with means.store.reading() as session:
        return session.people.all(merged=merged)


@surviving
def by_account(means: Means, platform: str, external_id: str) -> User:
    """The person an account leads to.

    Raises:
        NotFound: it is linked to nobody.
    """
    with means.store.reading() as session:
        found = session.people.by_account(platform, external_id)
    if found is None:
        shown = masked(f"{platform}:{external_id}").text
        raise NotFound(f"the account {shown} is linked to nobody: link it to a person first")
    return found


def accounts(means: Means, person: User) -> list[Account]:
    """The accounts that lead to a person."""
    with means.store.reading() as session:
        return session.people.accounts(person.id)


def link(means: Means, person: User, platform: str, external_id: str) -> Account:
    """Link an account of another platform to a person; linking it twice is once.

    Raises:
        InvalidInput: the platform or the id is empty.
        Refused: they hold a secret. An id of digits alone is taken for what it says it is.
        Conflict: it is linked to somebody else.
    """
    if not platform.strip() or not external_id.strip():
        raise InvalidInput("an account needs a platform and an id: for example ('discord', '1234')")
    if not external_id.isdecimal():
        _no_secret(f"{platform} {external_id}", "an account's id")
    account = Account(platform=platform, external_id=external_id, user_id=person.id, linked_at=means.clock())
    with means.store.writing(person.id) as session:
        other = session.people.by_account(platform, external_id)
        if other is not None and other.id != person.id:
            raise Conflict(
                f"{platform}:{external_id} is linked to {other.name}: unlink it there first", existing=other.id
            )
        if other is None:
            with session.act(means.change(person.id, "link", actor="person")) as act:
                write_account(act, None, account)
    return account


def unlink(means: Means, person: User, platform: str, external_id: str) -> None:
    """Take an account away from a person; what was said with it stays theirs.

    Raises:
        NotFound: it is not linked to them.
    """
    with means.store.writing() as session:
        found = [
            a for a in session.people.accounts(person.id) if (a.platform, a.external_id) == (platform, external_id)
        ]
        if not found:
            shown = masked(f"{platform}:{external_id}").text
            raise NotFound(f"the account {shown} is not linked to {person.name}: list their accounts to see which are")
        with session.act(means.change(found[0].user_id, "unlink", actor="person")) as act:
            write_account(act, found[0], None)


def describe(means: Means, person: User, changed: Mapping[str, object]) -> User:
    """Change what is known of who someone is: ``name``, ``nickname``, ``pronouns``, ``guest``.

    Raises:
        InvalidInput: there is no such field, or its value has no sense.
    """
    made = {field: _checked_field(field, value) for field, value in changed.items()}
    with means.store.writing(person.id) as session:
        now = session.people.by_id(person.id)
        if now is None:
            raise NotFound("this person is not known here any more: they were erased")
        if all(getattr(now, field) == value for field, value in made.items()):
            return now
        with session.act(means.change(person.id, "describe", actor="person")) as act:
            return rewritten(session, act, made)


def rewritten(session: Session, act: Act, made: Mapping[str, object]) -> User:
    """Write who the owner of a change is, as a part of it: these fields of theirs, checked before."""
    now, before = session.people.by_id(act.change.owner), session.people.row(act.change.owner)
    if now is None or before is None:
        raise NotFound("this person is not known here any more: they were erased")
    write_user(act, before, session.people.columns(replace(now, **made)))  # type: ignore[arg-type] # checked field by field
    return session.people.by_id(now.id) or now


def _checked_field(field: str, value: object) -> object:
    if field == "guest":
        if not isinstance(value, bool):
            raise InvalidInput(f"guest is true or false, not {value!r}")
        return value
    if field not in ("name", "nickname", "pronouns"):
        raise InvalidInput(f"a person has no {field!r}: there are name, nickname, pronouns and guest")
    if value is None and field != "name":
        return None
    if not isinstance(value, str):
        raise InvalidInput(f"a {field} is text, not {value!r}")
    return checked_name(value)


# -- what became of them -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """Something that became of who a person is.

    ``what`` is ``met``, the name of a field (``name``, ``nickname``, ``pronouns``, ``guest``), ``account``, ``merged``
    or ``split``. ``before`` and ``after`` are its values; of the last two, ``after`` is the name of the other one.
    ``change_id`` is what ``undo`` takes, None of a meeting.
    """

    at: datetime
    what: str
    before: str | None = None
    after: str | None = None
    change_id: str | None = None


def history(means: Means, person: User) -> list[Happened]:
    """What became of who a person is, and of those who were merged into them, in order."""
    found: list[Happened] = []
    with means.store.reading() as session:
        for user in (person, *session.people.merged(person.id)):
            steps = [
                happened
                for entry in session.changes.log(user.id, items=("user", "account"))
                for happened in _steps(user.id, entry)
            ]
            first = next((s.before for s in steps if s.what == "name"), user.name)
            found += [Happened(at=user.created_at, what="met", after=first), *steps]
    return sorted(found, key=lambda one: one.at)


def _steps(user_id: str, entry: LogEntry) -> Iterator[Happened]:
    before: Mapping[str, Any] = entry.before or {}
    after: Mapping[str, Any] = entry.after or {}
    if entry.item == "account":
        old, new = (f"{row['platform']}:{row['external_id']}" if row else None for row in (before, after))
        yield Happened(at=entry.at, what="account", before=old, after=new, change_id=entry.change_id)
    elif entry.item_id != user_id:
        if after:  # of somebody who was erased since, nothing is told
            what = "merged" if after["merged_into"] else "split"
            yield Happened(at=entry.at, what=what, after=after["name"], change_id=entry.change_id)
    else:
        for field in ("name", "nickname", "pronouns", "guest"):
            if before.get(field) != after.get(field):
                told = (None if row.get(field) is None else str(row[field]) for row in (before, after))
                yield Happened(at=entry.at, what=field, before=next(told), after=next(told), change_id=entry.change_id)
