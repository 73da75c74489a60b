"""Who is who: meeting people, finding them by name or account, and what they are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final

from reverie.errors import Conflict, InvalidInput, NotFound
from reverie.memory.runtime import Runtime, new_id, surviving
from reverie.people import accounts
from reverie.records.conversations import cleaned
from reverie.records.identity_question import Asks, Confirmation, Known
from reverie.records.users import User, UserKind, folded, is_id
from reverie.secrets import masked, no_secret
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.store.tables.people import CONFIRMATION, write_user
from reverie.text.patterns import lazy_pattern

if TYPE_CHECKING:
    from reverie.people.name_matching import Candidate

LONGEST_NAME: Final = 200

_NUMBER = lazy_pattern(r"\d+")

SLIP: Final = 0.55
"""How alike a typed name must be to a known one to be perhaps a slip: Martha beside Marta."""

SLIP_OF_COMPANION: Final = 0.8
"""The same of a companion's name, of which there are few."""

CLEAR: Final = 0.05
"""How much more alike than the next the best of several must be to be meant without asking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How alike names must be, 0 to 1, for who has one like a known one to be asked, and whether anybody is.

    From ``low`` on they are asked; in a household it is somebody known from ``high`` on. Both are those of
    docs/benchmarks.md.
    """

    high: float = 0.97
    low: float = 0.7
    asks: Asks = "never"


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
    no_secret(kept, "a name")
    return kept


def companion(runtime: Runtime, name: str | None, default: str) -> User:
    """The companion of a store: the named one, or the one the store knows, or a new one called ``default``.

    Raises:
        NotFound: there is none of this name, and one of a name like it: it may be a slip.
    """
    wanted = checked_name(name) if name is not None else None
    with runtime.store.reading() as session:
        known = session.people.all(UserKind.COMPANION)
    for user in known:
        if wanted is None or folded(user.name) == folded(wanted):
            return user
    likely = _slips(wanted, known) if wanted and known else []
    if likely:
        meant = next(user.name for user in known if user.id == likely[0].id)
        raise NotFound(
            f"there is no companion {wanted!r} here: did you mean {meant!r}? A second companion in this store needs a "
            "name that is less like it",
            alike=(meant,),
        )
    return met(runtime, wanted or default, UserKind.COMPANION)


def _slips(wanted: str, known: list[User]) -> list[Candidate]:
    from reverie.people import name_matching

    names = [(user.id, user.name, None) for user in known]
    return name_matching.alike(wanted, names, high=SLIP_OF_COMPANION, low=SLIP_OF_COMPANION)


@surviving
def meet(runtime: Runtime, name: str, account: tuple[str, str] | None, limits: Limits, *, exact: bool = False) -> User:
    """The person of this account or name; a stranger is added.

    An account is exact: it is known, whatever they are called by now, or it is somebody new of this name. A name is
    compared to the letter where it is ``exact`` or an id, else without accents and case. Where the limits say so, a
    name that is only like a known one makes a guest of this name, who waits to be asked (``confirmation``).

    Raises:
        InvalidInput: it is no name, or, to the letter, one that could not be kept so.
        Conflict: several people have that name.
    """
    if account is not None:
        return _by_account(runtime, name, account)
    wanted = checked_name(name)
    if exact and wanted != name:
        raise InvalidInput("an id must match exactly: give it without spaces at its ends or two in a row")
    exact = exact or is_id(wanted)
    with runtime.store.reading() as session:
        named = _named(session, wanted, exact=exact)
        waiting = None if named else _waiting(session, wanted, exact=exact)
    if named:
        return _one(named, wanted)
    if waiting is not None:
        return waiting
    likely = () if limits.asks == "never" else alike(runtime, wanted, limits)
    if not exact and clear(likely, limits):
        return find(runtime, likely[0].id)
    if not likely:
        return met(runtime, wanted, UserKind.PERSON, exact=exact)
    user = guest(runtime, wanted)
    wait(runtime, user, Confirmation(given_name=wanted, candidates=likely, vouched=limits.asks == "vouched"))
    return user


def _named(
    session: Session, name: str, *, exact: bool, kind: UserKind = UserKind.PERSON, given: bool = False
) -> list[User]:
    """Everyone of this name, and with ``given`` of a nickname, or one that an account gave.

    Where it is exact, but for those who have it from an account: "slack:ana" is not "ana".
    """
    found = session.people.by_name(name, kind, exact=exact, given=given)
    if not exact:
        return found
    return [u for u in found if all(account.external_id != name for account in session.people.accounts(u.id))]


def found_by(user: User, asked: Confirmation) -> bool:
    """Whether a given name leads to a guest: one by which they are met, or, in a household, one that they gave."""
    return not asked.vouched or folded(user.name) == folded(asked.given_name)


def _waiting(session: Session, name: str, *, exact: bool) -> User | None:
    """The one who was met by this name and was not yet told apart from somebody known."""
    waiting = [u for u in session.people.waiting(name) if u.name == name or not exact]
    return next((u for u in waiting if found_by(u, _asked(session, u))), None)


def _asked(session: Session, user: User) -> Confirmation:
    kept = session.people.settings(user.id)[CONFIRMATION]
    return Confirmation(**{**kept, "candidates": tuple(Known(**one) for one in kept["candidates"])})


def _by_account(runtime: Runtime, name: str, account: tuple[str, str]) -> User:
    """The person of an account; a stranger is added together with it, so that of several at once one is."""
    with runtime.store.reading() as session:
        linked = session.people.by_account(*account)
    if linked is not None:
        return linked
    now = runtime.clock()
    user = User(id=new_id(), kind=UserKind.PERSON, name=checked_name(name), created_at=now)
    new = accounts.checked_account(*account, user.id, now)
    try:
        with runtime.store.writing() as session:
            linked = session.people.by_account(*account)
            if linked is not None:
                return linked
            session.people.add(user, of_account=True)
            with session.act(runtime.change(user.id, "link", actor="person")) as act:
                act.write(None, new)
    except Conflict:
        return accounts.by_account(runtime, *account)
    return user


def add(runtime: Runtime, name: str) -> User:
    """Somebody new of this name, whoever else has it."""
    return met(runtime, checked_name(name), UserKind.PERSON, namesake=True)


def alike(runtime: Runtime, name: str, limits: Limits) -> tuple[Known, ...]:
    """Those whose name or nickname, now or before they were merged, is like a name; the likest first.

    An id is like no other, and numbers have to be equal: "Guest 12" is no slip of "Guest 1".
    """
    from reverie.people import name_matching

    if is_id(name):
        return ()
    with runtime.store.reading() as session:
        met = [user for user in session.people.all(merged=True) if not (user.guest or is_id(user.name))]
        everyone = [user for user in met if _NUMBER.findall(user.name) == _NUMBER.findall(name)]
        present = {user.id: session.people.present(user) for user in everyone}
    names = [(user.id, user.name, user.nickname) for user in everyone]
    found: dict[str, Known] = {}
    for one in name_matching.alike(name, names, high=limits.high, low=limits.low):
        user = present[one.id]
        found.setdefault(user.id, Known(id=user.id, name=user.name, score=one.score))
    return tuple(found.values())


def clear(likely: tuple[Known, ...], limits: Limits) -> bool:
    """Whether the first is meant without asking: in a household, alike enough, and well before the next."""
    return (
        limits.asks == "household"
        and bool(likely)
        and likely[0].score >= limits.high
        and (len(likely) == 1 or likely[0].score - likely[1].score >= CLEAR)
    )


def confirmation(runtime: Runtime, user: User) -> Confirmation | None:
    """Whom a guest may be, while that is to be answered."""
    if not user.guest:
        return None
    with runtime.store.reading() as session:
        return _asked(session, user) if CONFIRMATION in session.people.settings(user.id) else None


def wait(runtime: Runtime, user: User, asked: Confirmation | None) -> None:
    """Keep the question whom a guest may be; None when it is answered."""
    with runtime.store.writing(user.id) as session:
        session.people.set(user.id, CONFIRMATION, None if asked is None else asdict(asked))


def met(runtime: Runtime, name: str, kind: UserKind, *, exact: bool = False, namesake: bool = False) -> User:
    """Add a stranger, unless another process met them a moment earlier; a ``namesake`` whoever is called so."""
    user = User(id=new_id(), kind=kind, name=name, created_at=runtime.clock())
    try:
        with runtime.store.writing() as session:
            known = [] if namesake else _named(session, name, exact=exact, kind=kind)
            if known:
                return known[0]
            session.people.add(user, namesake=namesake or exact)
    except Conflict:
        with runtime.store.reading() as session:
            return _one(_named(session, name, exact=exact, kind=kind), name)
    return user


def _one(found: list[User], who: str) -> User:
    if len(found) != 1:
        existing = found[0].id if found else None
        raise Conflict(f"{len(found)} people are called {masked(who).text!r}: name one by id", existing=existing)
    return found[0]


def guest(runtime: Runtime, name: str = "Guest") -> User:
    """A new person of whom it is not known who they are."""
    user = User(id=new_id(), kind=UserKind.PERSON, name=name, guest=True, created_at=runtime.clock())
    with runtime.store.writing() as session:
        session.people.add(user)
    return user


@surviving
def find(runtime: Runtime, who: str, *, exact: bool = False) -> User:
    """The person with this name, nickname or id, or account written ``platform:id``.

    ``exact`` means the name to the letter, and no nickname, as it does for a name that is an id.

    Raises:
        NotFound: nobody; the message names who is known, where a name need not be exact.
        Conflict: several.
    """
    if exact and " ".join(who.split()) != who:
        raise NotFound("nobody here has that name or id: names must match exactly; meet them first")
    who = cleaned(who)
    with runtime.store.reading() as session:
        people = session.people
        by_id = people.by_id(who)
        if by_id is not None and by_id.kind is UserKind.PERSON:
            return people.present(by_id)
        platform, _, external = who.partition(":")
        linked = people.by_account(platform, external) if external else None
        letter = exact or is_id(who)
        named = [linked] if linked else _named(session, who, exact=letter, given=True)
        found = named or list(filter(None, [_waiting(session, who, exact=letter)]))
        known = [] if found or exact else [u.name for u in people.all()]
    if not found and exact:
        raise NotFound("nobody here has that name or id: names must match exactly; meet them first")
    if not found:
        some = ", ".join(known[:8]) or "nobody yet"
        raise NotFound(
            f"nobody here is called {masked(who).text!r} (known: {some}): check the name, or meet them first"
        )
    return _one(found, who)


@surviving
def by_id(runtime: Runtime, user_id: str) -> User:
    """The person with this id, or the one in whom they are found now.

    Raises:
        NotFound: nobody has it.
    """
    with runtime.store.reading() as session:
        user = session.people.by_id(user_id)
        if user is None or user.kind is not UserKind.PERSON:
            raise NotFound("nobody has this id: list the people to see who is known")
        return session.people.present(user)


@surviving
def present(runtime: Runtime, user: User) -> User:
    """Somebody as they are in the directory now: the one they were merged into, if they were."""
    with runtime.store.reading() as session:
        now = session.people.by_id(user.id)
        return user if now is None else session.people.present(now)


@surviving
def limits_retention(runtime: Runtime, user: User) -> bool:
    """Whether somebody lets what they said be kept for so many days only."""
    with runtime.store.reading() as session:
        return "retention_days" in session.people.settings(user.id)


@surviving
def people(runtime: Runtime, *, merged: bool = False) -> list[User]:
    """Everyone who is known, by name; those who were ``merged`` into another only if they are asked for."""
    with runtime.store.reading() as session:
        return session.people.all(merged=merged)


def describe(runtime: Runtime, person: User, changed: Mapping[str, object]) -> User:
    """Change what is known of who someone is: ``name``, ``nickname``, ``pronouns``, ``guest``.

    Raises:
        InvalidInput: there is no such field, or its value has no sense.
    """
    made = {field: _checked_field(field, value) for field, value in changed.items()}
    with runtime.store.writing(person.id) as session:
        now = session.people.by_id(person.id)
        if now is None:
            raise NotFound("this person is not known here any more: they were erased")
        if all(getattr(now, field) == value for field, value in made.items()):
            return now
        with session.act(runtime.change(person.id, "describe", actor="person")) as act:
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
