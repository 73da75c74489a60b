"""The directory: users, their accounts elsewhere, and their settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from reverie.domain.users import Account, User, UserKind, folded
from reverie.store import mapping
from reverie.store.schema import accounts, settings, users


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
        row = self._connection.execute(select(users).where(users.c.id == user_id)).mappings().first()
        return None if row is None else mapping.user(row)

    def by_name(self, name: str, kind: UserKind = UserKind.PERSON) -> list[User]:
        """Everyone whose name or nickname is this one, accents and case aside; the oldest first."""
        wanted = folded(name)
        named = select(users).where(users.c.kind == kind).order_by(users.c.created_at, users.c.id)
        query = named.where((users.c.folded == wanted) | users.c.nickname.is_not(None))
        found = [mapping.user(row) for row in self._connection.execute(query).mappings()]
        exact = [u for u in found if folded(u.name) == wanted]
        return exact or [u for u in found if u.nickname and folded(u.nickname) == wanted]

    def by_account(self, platform: str, external_id: str) -> User | None:
        """The user an account is linked to."""
        query = (
            select(users)
            .join(accounts, accounts.c.user_id == users.c.id)
            .where(accounts.c.platform == platform, accounts.c.external_id == external_id)
        )
        row = self._connection.execute(query).mappings().first()
        return None if row is None else mapping.user(row)

    def add(self, user: User) -> None:
        """Put a user into the directory."""
        same = select(func.count()).where(users.c.kind == user.kind, users.c.folded == folded(user.name))
        count = self._connection.execute(same).scalar_one()
        handle = folded(user.name) if count == 0 else f"{folded(user.name)} {count + 1}"
        self._connection.execute(
            insert(users).values(
                id=user.id,
                kind=user.kind,
                handle=handle,
                folded=folded(user.name),
                name=user.name,
                nickname=user.nickname,
                pronouns=user.pronouns,
                guest=user.guest,
                created_at=user.created_at,
                revision=user.revision,
            )
        )

    def rename(self, user_id: str, changed: Mapping[str, Any]) -> None:
        """Change ``name``, ``nickname``, ``pronouns`` or ``guest``."""
        extra = {"folded": folded(changed["name"])} if "name" in changed else {}
        self._connection.execute(
            update(users).where(users.c.id == user_id).values(**changed, **extra, revision=users.c.revision + 1)
        )

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
        query = select(settings.c.name, settings.c.value).where(settings.c.owner == owner)
        return {name: value for name, value in self._connection.execute(query)}

    def set(self, owner: str, name: str, value: object) -> None:
        """Set one setting; None takes it away."""
        self._connection.execute(delete(settings).where(settings.c.owner == owner, settings.c.name == name))
        if value is not None:
            self._connection.execute(insert(settings).values(owner=owner, name=name, value=value))
