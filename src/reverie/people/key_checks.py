"""Keys of applications: made, shown once, checked and revoked.

A key is ``rk_<id>_<secret>``. The id finds its row; of the secret, 256 random bits, only an argon2 hash is kept.
"""

from __future__ import annotations

import re
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from reverie.errors import ConfigError, InvalidInput, NotFound
from reverie.extras import install
from reverie.memory.runtime import Runtime
from reverie.people.accounts import no_secret
from reverie.records.api_keys import Key, Scope
from reverie.records.conversations import cleaned
from reverie.records.users import User
from reverie.text.patterns import lazy_pattern

if TYPE_CHECKING:
    from argon2 import PasswordHasher

PREFIX = "rk_"
LONGEST_NAME = 100
_WRITTEN = lazy_pattern(r"rk_([0-9a-f]{16})_([\w-]{43})", re.ASCII)


def create(
    runtime: Runtime, name: str, scope: Scope, *, person: User | None = None, days: float | None = None
) -> tuple[Key, str]:
    """Make a key; give it with the text that opens, which is nowhere kept.

    Raises:
        InvalidInput: the name or the days have no sense.
        Refused: the name holds a secret.
        ConfigError: argon2 is not installed.
    """
    called = " ".join(cleaned(name).split())
    if not 0 < len(called) <= LONGEST_NAME:
        raise InvalidInput(f"a key has a name of 1 to {LONGEST_NAME} characters, for you to know it by")
    no_secret(called, "the name of a key")
    if days is not None and not 0 < days <= 36_500:
        raise InvalidInput("a key lasts a number of days above 0, up to 36,500; leave it out for one without an end")
    now = runtime.clock()
    key = Key(
        id=secrets.token_hex(8),
        name=called,
        scope=scope,
        person_id=None if person is None else person.id,
        created_at=now,
        expires_at=None if days is None else now + timedelta(days=days),
    )
    secret = secrets.token_urlsafe(32)
    hashed = _hasher().hash(secret)
    with runtime.store.writing() as session:
        session.keys.add(key, hashed)
    return key, f"{PREFIX}{key.id}_{secret}"


def every(runtime: Runtime) -> list[Key]:
    """Every key, revoked ones too, the oldest first."""
    with runtime.store.reading() as session:
        return session.keys.all()


def revoke(runtime: Runtime, key_id: str) -> Key:
    """Let a key open nothing any more.

    Raises:
        NotFound: there is no such key.
    """
    with runtime.store.writing() as session:
        found = session.keys.find(key_id)
        if found is None:
            raise NotFound("there is no such key: `reverie keys list` shows their ids")
        if found[0].revoked_at is None:
            session.keys.revoke(key_id, runtime.clock())
        again = session.keys.find(key_id)
    return found[0] if again is None else again[0]


def good(runtime: Runtime, key_id: str) -> Key | None:
    """The key with this id, if it opens anything now."""
    with runtime.store.reading() as session:
        found = session.keys.find(key_id)
    return found[0] if found is not None and found[0].good(runtime.clock()) else None


def checked(runtime: Runtime, presented: str) -> Key | None:
    """The key that somebody shows, if it is one, and is good. It takes some 20 ms of one core."""
    from argon2.exceptions import VerificationError

    written = _WRITTEN.fullmatch(presented)
    if written is None:
        return None
    with runtime.store.reading() as session:
        found = session.keys.find(written[1])
    if found is None or not found[0].good(runtime.clock()):
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
