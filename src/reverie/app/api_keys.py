"""The keys with which applications reach a companion's memory over a network: made, shown once, checked and revoked.

A key is ``rk_<id>_<secret>``. The id finds its row; of the secret, 256 random bits, only an argon2 hash is kept.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from reverie.app.person import Person
from reverie.argument_checks import checked
from reverie.errors import ConfigError, InvalidInput, NotFound
from reverie.extras import install
from reverie.memory.runtime import Runtime
from reverie.records.conversations import cleaned
from reverie.records.read_access import WHOLE, ReadAccess, access_of
from reverie.records.users import Key, Scope
from reverie.secrets import no_secret
from reverie.text.patterns import lazy_pattern

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PREFIX = "rk_"
LONGEST_NAME = 100
_WRITTEN = lazy_pattern(r"rk_([0-9a-f]{16})_([\w-]{43})", re.ASCII)
_REMEMBERED = 1024


@checked
class Keys:
    """Application keys: ``luna.keys``. The text that opens is shown once, by ``create``."""

    def __init__(self, runtime: Runtime, may_read: Mapping[str, Sequence[str]]) -> None:
        self._runtime = runtime
        self._may_read = may_read
        self._verified: OrderedDict[bytes, str] = OrderedDict()
        self._lock = threading.Lock()

    def create(
        self, name: str, scope: Scope | str = Scope.WRITE, *, person: Person | None = None, days: float | None = None
    ) -> tuple[Key, str]:
        """Make a key, and give it with the text that opens; limited to a ``person``, it reaches nobody else.

        Raises:
            InvalidInput: the name, scope or days have no sense.
            Refused: the name holds a secret.
            ConfigError: argon2 is not installed.
        """
        if scope not in tuple(Scope):
            raise InvalidInput(f"there is no scope {scope!r}: there are {', '.join(Scope)}")
        called = " ".join(cleaned(name).split())
        if not 0 < len(called) <= LONGEST_NAME:
            raise InvalidInput(f"a key has a name of 1 to {LONGEST_NAME} characters, for you to know it by")
        no_secret(called, "the name of a key")
        if days is not None and not 0 < days <= 36_500:
            raise InvalidInput(
                "a key lasts a number of days above 0, up to 36,500; leave it out for one without an end"
            )
        now = self._runtime.clock()
        key = Key(
            id=secrets.token_hex(8),
            name=called,
            scope=Scope(scope),
            person_id=None if person is None else person.user_model.user.id,
            created_at=now,
            expires_at=None if days is None else now + timedelta(days=days),
        )
        secret = secrets.token_urlsafe(32)
        hashed = _hasher().hash(secret)
        with self._runtime.store.writing() as session:
            session.keys.add(key, hashed)
        return key, f"{PREFIX}{key.id}_{secret}"

    def all(self) -> list[Key]:
        """Every key, revoked and expired ones too, the oldest first."""
        with self._runtime.store.reading() as session:
            return session.keys.all()

    def access(self, key: Key) -> ReadAccess:
        """What whoever shows a key may see: all, unless ``may_read`` has an entry for ``key:`` and its name or id."""
        names = (f"key:{key.name}", f"key:{key.id}")
        return access_of(self._may_read, [names]) if any(name in self._may_read for name in names) else WHOLE

    def given(self) -> bool:
        """Whether anybody was given a key that is not revoked: from then on callers show who they are."""
        return any(key.revoked_at is None for key in self.all())

    def revoke(self, key_id: str) -> Key:
        """Let a key open nothing any more, from the next request on.

        Raises:
            NotFound: there is no such key.
        """
        with self._runtime.store.writing() as session:
            found = session.keys.find(key_id)
            if found is None:
                raise NotFound("there is no such key: `reverie keys list` shows their ids")
            if found[0].revoked_at is None:
                session.keys.revoke(key_id, self._runtime.clock())
            again = session.keys.find(key_id)
        return found[0] if again is None else again[0]

    def check(self, presented: str) -> Key | None:
        """The key that is shown, if it is good. A hash is computed once for each; whether it is revoked is always read.

        Safe to call from many threads.
        """
        digest = hashlib.sha256(presented.encode("utf-8", "replace")).digest()
        with self._lock:
            known = self._verified.get(digest)
        if known is not None:
            found = self._found(known)
            return None if found is None else found[0]
        key = self._verify(presented)
        if key is not None:
            with self._lock:
                self._verified[digest] = key.id
                if len(self._verified) > _REMEMBERED:
                    self._verified.popitem(last=False)
        return key

    def _found(self, key_id: str) -> tuple[Key, str] | None:
        """The key with this id and its hash, if it opens anything now."""
        with self._runtime.store.reading() as session:
            found = session.keys.find(key_id)
        return found if found is not None and found[0].good(self._runtime.clock()) else None

    def _verify(self, presented: str) -> Key | None:
        """The key that somebody shows, if it is one, and is good. It takes some 20 ms of one core."""
        from argon2.exceptions import VerificationError

        written = _WRITTEN.fullmatch(presented)
        found = None if written is None else self._found(written[1])
        if written is None or found is None:
            return None
        try:
            _hasher().verify(found[1], written[2])
        except VerificationError:
            return None
        return found[0]


def _hasher() -> PasswordHasher:
    """OWASP's least memory for argon2id: a secret of 256 random bits needs no more, and a server has many callers."""
    try:
        from argon2 import PasswordHasher
    except ImportError as error:
        raise ConfigError(f"keys need argon2: {install('server')}") from error
    return PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
