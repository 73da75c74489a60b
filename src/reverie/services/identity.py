"""Who is who: meeting people, finding them by name or account, and what they are called."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from reverie.domain.dialogue import cleaned
from reverie.domain.users import Account, User, UserKind, folded
from reverie.errors import Conflict, InvalidInput, NotFound
from reverie.services.means import Means, new_id

LONGEST_NAME: Final = 200


def checked_name(name: str) -> str:
    """A name as it is kept.

    Raises:
        InvalidInput: it is empty, only spaces or signs, or longer than 200 characters.
    """
    kept = " ".join(cleaned(name).split())
    if not folded(kept).strip(" .,;:_-'\"!?"):
        raise InvalidInput("a name can't be empty: give the name of the person, for example 'Ada'")
    if len(kept) > LONGEST_NAME:
        raise InvalidInput(f"a name has at most {LONGEST_NAME} characters: this one has {len(kept)}")
    return kept


def companion(means: Means, name: str | None, default: str) -> User:
    """The companion of a store: the named one, or the one the store knows, or a new one called ``default``."""
    with means.store.reading() as session:
        known = session.people.all(UserKind.COMPANION)
    wanted = checked_name(name) if name is not None else None
    for user in known:
        if wanted is None or folded(user.name) == folded(wanted):
            return user
    return _added(means, User(id=new_id(), kind=UserKind.COMPANION, name=wanted or default, created_at=means.clock()))


def meet(means: Means, name: str, account: tuple[str, str] | None = None) -> User:
    """The person of this account or name; a stranger is added.

    Raises:
        Conflict: several people have that name, or the account belongs to somebody of another name.
    """
    wanted = checked_name(name)
    with means.store.reading() as session:
        linked = session.people.by_account(*account) if account else None
        named = session.people.by_name(wanted)
    if linked is not None:
        return linked
    if len(named) > 1:
        raise Conflict(f"{len(named)} people are called {wanted!r}: name one by id", existing=named[0].id)
    person = (
        named[0]
        if named
        else _added(means, User(id=new_id(), kind=UserKind.PERSON, name=wanted, created_at=means.clock()))
    )
    if account is not None:
        link(means, person, *account)
    return person


def _added(means: Means, user: User) -> User:
    try:
        with means.store.writing() as session:
            session.people.add(user)
    except Conflict:  # another process met the same stranger a moment earlier
        with means.store.reading() as session:
            known = session.people.by_name(user.name, user.kind)
        if not known:
            raise
        return known[0]
    return user


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
    with means.store.reading() as session:
        by_id = session.people.by_id(who)
        if by_id is not None:
            return by_id
        named = session.people.by_name(who)
        platform, _, external = who.partition(":")
        linked = session.people.by_account(platform, external) if external else None
        known = [] if named or linked else [u.name for u in session.people.all()]
    found = named or ([linked] if linked else [])
    if len(found) > 1:
        raise Conflict(f"{len(found)} people are called {who!r}: name one by id", existing=found[0].id)
    if not found:
        some = ", ".join(known[:8]) or "nobody yet"
        raise NotFound(f"nobody here is called {who!r}; known: {some}. Meet them first, or check the name")
    return found[0]


def people(means: Means) -> list[User]:
    """Everyone who is known, by name."""
    with means.store.reading() as session:
        return session.people.all()


def link(means: Means, person: User, platform: str, external_id: str) -> Account:
    """Link an account of another platform to a person; linking it twice is once.

    Raises:
        InvalidInput: the platform or the id is empty.
        Conflict: it is linked to somebody else.
    """
    if not platform.strip() or not external_id.strip():
        raise InvalidInput("an account needs a platform and an id: for example ('discord', '1234')")
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


def accounts(means: Means, person: User) -> list[Account]:
    """The accounts of a person."""
    with means.store.reading() as session:
        return session.people.accounts(person.id)


def describe(means: Means, person: User, **changed: str | bool | None) -> User:
    """Change what is known of who someone is: ``name``, ``nickname``, ``pronouns``, ``guest``."""
    if isinstance(changed.get("name"), str):
        changed["name"] = checked_name(str(changed["name"]))
    with means.store.writing() as session:
        session.people.rename(person.id, changed)
    return replace(person, **changed, revision=person.revision + 1)  # type: ignore[arg-type] # the keys are fields
