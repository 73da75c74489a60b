"""The directory: users, their accounts elsewhere, their settings, and the keys of applications.

Of a key never the secret is kept, only its hash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    RowMapping,
    and_,
    bindparam,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)

from reverie.errors import StoreChanged
from reverie.records.memories import OFF
from reverie.records.read_access import WHOLE, ReadAccess
from reverie.records.users import Account, Key, Scope, User, UserKind, folded
from reverie.store import row_mapping
from reverie.store.engine.transactions import Moment
from reverie.store.pending_writes import Ledger
from reverie.store.row_mapping import Row
from reverie.store.schema import accounts, heads, keys, settings, users
from reverie.store.tables.change_log import Act
from reverie.store.tables.gateway import Gateway

_MERGED = users.alias()
_IDS: BindParameter[Sequence[str]] = bindparam("ids", expanding=True)
_WHOLE = (
    select(
        users,
        heads.c.seq,
        heads.c.generation,
        heads.c.at,
        settings.c.name.label("setting"),
        settings.c.value,
        exists(_MERGED.c.id).where(_MERGED.c.merged_into == users.c.id).label("holds_others"),
    )
    .select_from(
        # The owners as such, not only the users': else a planner looks for the ends of everybody's logs.
        users.outerjoin(heads, and_(heads.c.owner == users.c.id, heads.c.owner.in_(_IDS))).outerjoin(
            settings, settings.c.owner == users.c.id
        )
    )
    .where(users.c.id.in_(_IDS))
)
_SET_OF = (
    select(users.c.merged_into, heads.c.seq, heads.c.generation, heads.c.at, settings.c.name, settings.c.value)
    .select_from(
        users.outerjoin(heads, and_(heads.c.owner == users.c.id, heads.c.owner == bindparam("id"))).outerjoin(
            settings, settings.c.owner == users.c.id
        )
    )
    .where(users.c.id == bindparam("id"))
)
_UNSET: Mapping[str, Any] = {"categories_off": list(OFF)}
"""What holds of settings that a person did not make."""

_OF_ACCOUNT = "account:"
"""What the handle of somebody begins with whose name an account gave them; their id follows."""

_BY_ID = select(users).where(users.c.id == bindparam("id"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A user as they stand: who they are, what they have set, and the end of their log (sequence, generation).

    ``ended_at`` is when that was written, and ``holds_others`` whether anybody was merged into them.
    """

    user: User | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    head: tuple[int, int] = (0, 0)
    ended_at: datetime | None = None
    holds_others: bool = False


class People:
    """Users, accounts and settings, over one connection; where that reads one ``moment``, each user is read once.

    For whoever has no ``access`` to some categories these are switched off, so what holds for such holds for them too.
    """

    def __init__(
        self,
        connection: Connection,
        moment: Moment | None = None,
        ledger: Ledger | None = None,
        access: ReadAccess = WHOLE,
    ) -> None:
        self._connection = connection
        self._access = access
        self._moment = moment
        self._ledger = ledger if connection.dialect.name == "sqlite" else None  # a server's head has to be locked

    def standing(self, user_id: str, *others: str) -> Standing:
        """A user as they stand; ``others`` are read with them, and known from then on.

        It is one statement, and one of each on PostgreSQL, where they may lie on several nodes.
        """
        moment = self._moment or {}
        unknown = [one for one in (user_id, *others) if stood(moment, one) is None]
        read = self._read(unknown) if unknown else {}
        return stood(moment, user_id) or read[user_id]

    def _read(self, user_ids: Sequence[str]) -> dict[str, Standing]:
        rows: dict[str, list[RowMapping]] = {one: [] for one in user_ids}
        together = [list(user_ids)] if self._connection.dialect.name == "sqlite" else [[one] for one in user_ids]
        for ids in together:
            for row in self._connection.execute(_WHOLE, {"ids": ids}).mappings():
                rows[row["id"]].append(row)
        found = {one: _standing(of_one) for one, of_one in rows.items()}
        if self._moment is not None:
            self._moment.update({("standing", one): standing for one, standing in found.items()})
        return found

    def all(self, kind: UserKind = UserKind.PERSON, *, merged: bool = False) -> list[User]:
        """Everyone of a kind, by name; those who were ``merged`` into another only if they are asked for."""
        query = select(users).where(users.c.kind == kind).order_by(users.c.folded, users.c.id)
        if not merged:
            query = query.where(users.c.merged_into.is_(None))
        return [row_mapping.user(row) for row in self._connection.execute(query).mappings()]

    def by_id(self, user_id: str) -> User | None:
        """The user with this id, as they are."""
        if self._moment is not None:
            return self.standing(user_id).user
        row = self.row(user_id)
        return None if row is None else row_mapping.user(row)

    def present(self, user: User) -> User:
        """The user in whom this one is found now: themselves, unless they were merged."""
        while user.merged_into is not None:
            into = self.by_id(user.merged_into)
            if into is None:
                break
            user = into
        return user

    def merged(self, user_id: str) -> list[User]:
        """Everyone who is found in this user: merged into them, or into one of those."""
        if self._moment is not None and not self.standing(user_id).holds_others:
            return []
        found = self._oldest_first(users.c.merged_into == user_id)
        return [one for user in found for one in (user, *self.merged(user.id))]

    def by_name(
        self, name: str, kind: UserKind = UserKind.PERSON, *, exact: bool = False, given: bool = True
    ) -> list[User]:
        """Everyone of this name, or else of this nickname, accents and case aside; the oldest first.

        ``exact`` means the name alone, to the letter. What somebody is called only because an account said so is no
        name they are found by, but where they are ``given`` loosely: then it counts as a nickname does.
        """
        loosely = (users.c.folded == folded(name), users.c.folded_nickname == folded(name))
        of_account = users.c.handle == _OF_ACCOUNT + users.c.id
        named = [and_(users.c.name == name if exact else loosely[0], ~of_account)]
        if not exact and given:
            named.append(or_(*loosely))  # both are weak: a nickname takes nobody's place who came with an account
        for alike in named:
            found = self._oldest_first(users.c.kind == kind, alike, users.c.guest.is_(False))
            if found:
                return list({user.id: user for user in map(self.present, found)}.values())
        return []

    def merged_by_name(self, name: str) -> list[User]:
        """Everyone of this name who was merged into another; the oldest first."""
        return self._oldest_first(users.c.folded == folded(name), users.c.merged_into.is_not(None))

    def waiting(self, name: str) -> list[User]:
        """Guests of this name who are asked whether they are somebody known; the oldest first."""
        asked = select(settings.c.owner).where(settings.c.name == CONFIRMATION)
        return self._oldest_first(users.c.guest.is_(True), users.c.folded == folded(name), users.c.id.in_(asked))

    def _oldest_first(self, *where: ColumnElement[bool]) -> list[User]:
        query = select(users).where(*where).order_by(users.c.created_at, users.c.id)
        return [row_mapping.user(row) for row in self._connection.execute(query).mappings()]

    def by_account(self, platform: str, external_id: str) -> User | None:
        """The user an account leads to."""
        there = (accounts.c.platform == platform, accounts.c.external_id == external_id)
        account = self._connection.execute(select(accounts.c.user_id).where(*there)).scalar()
        linked = None if account is None else self.by_id(account)
        return None if linked is None else self.present(linked)

    def add(self, user: User, *, namesake: bool = False, of_account: bool = False) -> None:
        """Put a user into the directory, with the head of their log.

        A ``namesake`` may have somebody else's name. ``of_account`` says that an account gave them theirs.
        """
        names = self._free_names(user) if namesake else _names(user)
        if of_account:
            names["handle"] = _OF_ACCOUNT + user.id
        self._connection.execute(insert(users).values(row_mapping.columns(user) | names))
        self._connection.execute(insert(heads).values(owner=user.id, seq=0, generation=0, at=user.created_at))

    def row(self, user_id: str) -> dict[str, Any] | None:
        """The columns of a user as they stand."""
        found = self._connection.execute(_BY_ID, {"id": user_id}).mappings().first()
        return None if found is None else dict(found)

    def columns(self, user: User) -> dict[str, Any]:
        """The columns of a user as they are to be written; somebody else may have the name too."""
        names, before = self._free_names(user), self.row(user.id) or {}
        if before.get("handle") == _OF_ACCOUNT + user.id and before["name"] == user.name:
            names["handle"] = before["handle"]
        return row_mapping.columns(user) | names

    def _free_names(self, user: User) -> dict[str, str | None]:
        names = _names(user)
        handle = users.c.handle == names["handle"]
        taken = select(users.c.id).where(users.c.kind == user.kind, handle, users.c.id != user.id)
        if self._connection.execute(taken).first() is not None:
            names["handle"] = f"{names['handle']}:{user.id}"  # a namesake: found by name too, and told apart by id
        return names

    def accounts(self, user_id: str) -> list[Account]:
        """The accounts that lead to a user."""
        ids = [user_id, *(user.id for user in self.merged(user_id))]
        query = select(accounts).where(accounts.c.user_id.in_(ids))
        ordered = query.order_by(accounts.c.platform, accounts.c.external_id)
        return [Account(**row) for row in self._connection.execute(ordered).mappings()]

    def settings(self, owner: str, *, to_write: bool = False) -> dict[str, Any]:
        """What a person has set, by name; ``to_write`` is for a writer of what is theirs.

        Who may not see all is given the rules alone: the page that a person wrote, say, has their comments.

        Raises:
            StoreChanged: to write, they were merged into somebody, and what is theirs is to be written there.
        """
        if not to_write:
            return self._readable({**_UNSET, **self.standing(owner).settings})
        rows = self._connection.execute(_SET_OF, {"id": owner}).all()
        if rows and rows[0].merged_into is not None:
            raise StoreChanged("they were merged into somebody at the same moment: do it again")
        if self._ledger is not None and rows and rows[0].seq is not None:
            self._ledger.take(owner, (rows[0].seq, rows[0].generation), rows[0].at)
        return self._readable({**_UNSET} | {row.name: row.value for row in rows if row.name is not None})

    def _readable(self, found: dict[str, Any]) -> dict[str, Any]:
        if self._access == WHOLE:
            return found
        off = sorted({*found["categories_off"], *self._access.without})
        return {name: value for name, value in found.items() if name in RULES} | {"categories_off": off}

    def set(self, owner: str, name: str, value: object) -> None:
        """Set one setting; None takes it away."""
        self._connection.execute(delete(settings).where(settings.c.owner == owner, settings.c.name == name))
        if value is not None:
            self._connection.execute(insert(settings).values(owner=owner, name=name, value=value))


def stood(moment: Moment, user_id: str) -> Standing | None:
    """A user as they stood in a moment in which they were read."""
    return moment.get(("standing", user_id))


def _standing(rows: Sequence[RowMapping]) -> Standing:
    if not rows:
        return Standing()
    first = rows[0]
    return Standing(
        user=row_mapping.user(first),
        settings={row["setting"]: row["value"] for row in rows if row["setting"] is not None},
        head=(first["seq"] or 0, first["generation"] or 0),
        ended_at=first["at"],
        holds_others=first["holds_others"],
    )


TOLD_IN_COMPANY = "told_in_company"
"""The setting of what may be told in front of others."""

RULES = frozenset({"paused", "categories_off", "retention_days", TOLD_IN_COMPANY})
"""The settings that say what is kept and told; others hold words."""

CONFIRMATION = "confirmation"
"""The setting that keeps the question whether somebody new is somebody known."""


def _names(user: User) -> dict[str, str | None]:
    """The columns that names are found by. A guest's handle is nobody's name."""
    return {
        "handle": f"guest:{user.id}" if user.guest else folded(user.name),
        "folded": folded(user.name),
        "folded_nickname": folded(user.nickname) if user.nickname else None,
    }


def write_user(act: Act, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    """Write what somebody is called, or in whom they are found: whole rows, as ``People`` gives them."""
    act.put("user", str(after["id"]), before, {**after, "revision": before["revision"] + 1})


def write_setting(act: Act, name: str, before: object, after: object) -> None:
    """Set one of the owner's settings; None is what nobody decided."""
    old, new = (
        None if value is None else {"owner": act.change.owner, "name": name, "value": value}
        for value in (before, after)
    )
    if old != new:
        act.put("setting", name, old, new)


class Keys(Gateway):
    """The keys of a store."""

    def add(self, key: Key, hashed: str) -> None:
        """Keep a key with the hash of its secret."""
        self._connection.execute(insert(keys).values(**asdict(key), hash=hashed))

    def find(self, key_id: str) -> tuple[Key, str] | None:
        """A key and the hash of its secret."""
        row = self._connection.execute(select(keys).where(keys.c.id == key_id)).mappings().first()
        return None if row is None else (_key(row), row["hash"])

    def all(self) -> list[Key]:
        """Every key, the oldest first."""
        query = select(keys).order_by(keys.c.created_at, keys.c.id)
        return [_key(row) for row in self._rows(query)]

    def revoke(self, key_id: str, at: datetime) -> None:
        """Let a key open nothing any more."""
        self._connection.execute(update(keys).where(keys.c.id == key_id).values(revoked_at=at))


def _key(row: Row) -> Key:
    return Key(**{f.name: row[f.name] for f in fields(Key) if f.name != "scope"}, scope=Scope(row["scope"]))
