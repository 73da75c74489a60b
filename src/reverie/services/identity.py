"""Who is who: meeting people, finding them by name or account, and what they are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from reverie.domain.dialogue import cleaned
from reverie.domain.sensitivity import masked
from reverie.domain.users import Account, User, UserKind, folded
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.services.means import Means, new_id
from reverie.store.changes import Act
from reverie.store.session import Session

LONGEST_NAME: Final = 200


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


def meet(means: Means, name: str, account: tuple[str, str] | None = None) -> User:
    """The person of this account or name; a stranger is added.

    Raises:
        Conflict: several people have that name, or the account belongs to somebody of another name.
    """
    wanted = checked_name(name)
    with means.store.reading() as session:
        linked = session.people.by_account(*account) if account else None
        named = session.people.by_name(wanted)
        if account is not None:  # somebody of another account there has this name too, and is somebody else
            named = [p for p in named if all(a.platform != account[0] for a in session.people.accounts(p.id))]
    if linked is not None:
        return linked
    person = _one(named, wanted) if named else _met(means, wanted, UserKind.PERSON, namesake=account is not None)
    if account is not None:
        link(means, person, *account)
    return person


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


def guest(means: Means) -> User:
    """A new person who has not said who they are."""
    user = User(id=new_id(), kind=UserKind.PERSON, name="Guest", guest=True, created_at=means.clock())
    with means.store.writing() as session:
        session.people.add(user)
    return user


def find(means: Means, who: str) -> User:
    """The person with this name, nickname or id, or account written ``platform:id``.

    Raises:
        NotFound: nobody; the message names who is known.
        Conflict: several.
    """
    who = cleaned(who)
    with means.store.reading() as session:
        by_id = session.people.by_id(who)
        if by_id is not None and by_id.kind is UserKind.PERSON:
            return by_id
        named = session.people.by_name(who)
        platform, _, external = who.partition(":")
        linked = session.people.by_account(platform, external) if external else None
        known = [] if named or linked else [u.name for u in session.people.all()]
    found = named or ([linked] if linked else [])
    if not found:
        some = ", ".join(known[:8]) or "nobody yet"
        raise NotFound(f"nobody here is called {masked(who).text!r}; known: {some}. Meet them first, or check the name")
    return _one(found, who)


def people(means: Means) -> list[User]:
    """Everyone who is known, by name."""
    with means.store.reading() as session:
        return session.people.all()


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
    with means.store.writing() as session:
        other = session.people.by_account(platform, external_id)
        if other is None:
            session.people.link(account)
        elif other.id != person.id:
            raise Conflict(
                f"{platform}:{external_id} is linked to {other.name}: unlink it there first", existing=other.id
            )
    return account


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
    act.user(before, session.people.columns(replace(now, **made)))  # type: ignore[arg-type] # checked field by field
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
