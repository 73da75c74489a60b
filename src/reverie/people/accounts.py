"""The accounts that lead to people: logins of theirs on other platforms, each exact to the letter."""

from __future__ import annotations

from datetime import datetime

from reverie.errors import Conflict, InvalidInput, NotFound
from reverie.memory.runtime import Runtime, surviving
from reverie.records.users import Account, User
from reverie.secrets import masked, no_secret


@surviving
def by_account(runtime: Runtime, platform: str, external_id: str) -> User:
    """The person an account leads to.

    Raises:
        NotFound: it is linked to nobody.
    """
    with runtime.store.reading() as session:
        found = session.people.by_account(platform, external_id)
    if found is None:
        shown = masked(f"{platform}:{external_id}").text
        raise NotFound(f"the account {shown} is linked to nobody: link it to a person first")
    return found


def of_person(runtime: Runtime, person: User) -> list[Account]:
    """The accounts that lead to a person."""
    with runtime.store.reading() as session:
        return session.people.accounts(person.id)


def checked_account(platform: str, external_id: str, user_id: str, at: datetime) -> Account:
    """An account as it is kept.

    Raises:
        InvalidInput: the platform or the id is empty.
        Refused: they hold a secret. An id of digits alone is taken for what it says it is.
    """
    if not platform.strip() or not external_id.strip():
        raise InvalidInput("an account needs a platform and an id: for example ('discord', '1234')")
    no_secret(platform, "an account's platform")
    if not external_id.isdecimal():
        no_secret(f"{platform} {external_id}", "an account's id")
    return Account(platform=platform, external_id=external_id, user_id=user_id, linked_at=at)


def link(runtime: Runtime, person: User, platform: str, external_id: str) -> Account:
    """Link an account of another platform to a person; linking it twice is once.

    Raises:
        InvalidInput: the platform or the id is empty.
        Refused: they hold a secret.
        Conflict: it is linked to somebody else.
    """
    account = checked_account(platform, external_id, person.id, runtime.clock())
    with runtime.store.writing(person.id) as session:
        other = session.people.by_account(platform, external_id)
        if other is not None and other.id != person.id:
            raise Conflict(
                f"{platform}:{external_id} is linked to {other.name}: unlink it there first", existing=other.id
            )
        if other is None:
            with session.act(runtime.change(person.id, "link", actor="person")) as act:
                act.write(None, account)
    return account


def unlink(runtime: Runtime, person: User, platform: str, external_id: str) -> None:
    """Take an account away from a person; what was said with it stays theirs.

    Raises:
        NotFound: it is not linked to them.
    """
    with runtime.store.writing() as session:
        found = [
            a for a in session.people.accounts(person.id) if (a.platform, a.external_id) == (platform, external_id)
        ]
        if not found:
            shown = masked(f"{platform}:{external_id}").text
            raise NotFound(f"the account {shown} is not linked to {person.name}: list their accounts to see which are")
        with session.act(runtime.change(found[0].user_id, "unlink", actor="person")) as act:
            act.write(found[0], None)
