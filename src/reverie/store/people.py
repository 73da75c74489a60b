"""The directory: users, their accounts elsewhere, and their settings."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from reverie.domain.users import Account, User, UserKind, folded
from reverie.store import mapping
from reverie.store.schema import accounts, heads, settings, users

_SETTINGS = select(settings.c.name, settings.c.value).where(settings.c.owner == bindparam("owner"))
_BY_ID = select(users).where(users.c.id == bindparam("id"))


class People:
    """Users, accounts and settings, over one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self, kind: UserKind = UserKind.PERSON) -> list[User]:
        """Everyone of a kind, by name."""
        query = select(users).where(users.c.kind == kind).order_by(users.c.folded, users.c.id)
        return [mapping.user(row) for row in self._connection.execute(query).mappings()]

    def by_id(self, user_id: str) -> User | None:
        """The user with this id."""
        row = self.row(user_id)
        return None if row is None else mapping.user(row)

    def by_name(self, name: str, kind: UserKind = UserKind.PERSON) -> list[User]:
        """Everyone of this name, or else of this nickname, accents and case aside; the oldest first."""
        for column in (users.c.folded, users.c.folded_nickname):
            query = select(users).where(users.c.kind == kind, column == folded(name), users.c.guest.is_(False))
            ordered = query.order_by(users.c.created_at, users.c.id)
            found = [mapping.user(row) for row in self._connection.execute(ordered).mappings()]
            if found:
                return found
        return []

    def by_account(self, platform: str, external_id: str) -> User | None:
        """The user an account is linked to."""
        query = (
            select(users)
            .join(accounts, accounts.c.user_id == users.c.id)
            .where(accounts.c.platform == platform, accounts.c.external_id == external_id)
        )
        row = self._connection.execute(query).mappings().first()
        return None if row is None else mapping.user(row)

    def add(self, user: User, *, namesake: bool = False) -> None:
        """Put a user into the directory, with the head of their log; a ``namesake`` may have somebody else's name."""
        row = {name: getattr(user, name) for name in User.__slots__}
        self._connection.execute(insert(users).values(**row, **(self._free_names(user) if namesake else _names(user))))
        self._connection.execute(insert(heads).values(owner=user.id, seq=0, generation=0, at=user.created_at))

    def row(self, user_id: str) -> dict[str, Any] | None:
        """The columns of a user as they stand."""
        found = self._connection.execute(_BY_ID, {"id": user_id}).mappings().first()
        return None if found is None else dict(found)

    def columns(self, user: User) -> dict[str, Any]:
        """The columns of a user as they are to be written; somebody else may have the name too."""
        return {name: getattr(user, name) for name in User.__slots__} | self._free_names(user)

    def _free_names(self, user: User) -> dict[str, str | None]:
        names = _names(user)
        handle = users.c.handle == names["handle"]
        taken = select(users.c.id).where(users.c.kind == user.kind, handle, users.c.id != user.id)
        if self._connection.execute(taken).first() is not None:
            names["handle"] = f"{names['handle']}:{user.id}"  # a namesake: found by name too, and told apart by id
        return names

    def accounts(self, user_id: str) -> list[Account]:
        """The accounts linked to a user."""
        query = select(accounts).where(accounts.c.user_id == user_id).order_by(accounts.c.platform)
        return [Account(**row) for row in self._connection.execute(query).mappings()]

    def link(self, account: Account) -> None:
        """Link an account to a user."""
        self._connection.execute(
            insert(accounts).values(
                platform=account.platform,
                external_id=account.external_id,
                user_id=account.user_id,
                linked_at=account.linked_at,
            )
        )

    def settings(self, owner: str) -> dict[str, Any]:
        """What a person has set, by name."""
        return {name: value for name, value in self._connection.execute(_SETTINGS, {"owner": owner})}

    def set(self, owner: str, name: str, value: object) -> None:
        """Set one setting; None takes it away."""
        self._connection.execute(delete(settings).where(settings.c.owner == owner, settings.c.name == name))
        if value is not None:
            self._connection.execute(insert(settings).values(owner=owner, name=name, value=value))


def _names(user: User) -> dict[str, str | None]:
    """The columns that names are found by. A guest's handle is nobody's name."""
    return {
        "handle": f"guest:{user.id}" if user.guest else folded(user.name),
        "folded": folded(user.name),
        "folded_nickname": folded(user.nickname) if user.nickname else None,
    }
