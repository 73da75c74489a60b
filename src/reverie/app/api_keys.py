"""The keys with which applications reach a companion's memory over a network. It decides nothing: the rooms do."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence

from reverie.app.person import Person
from reverie.argument_checks import checked
from reverie.errors import InvalidInput
from reverie.memory.runtime import Runtime
from reverie.people import key_checks
from reverie.records.api_keys import Key, Scope
from reverie.records.read_access import WHOLE, ReadAccess, access_of

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
        if scope not in list(Scope):
            raise InvalidInput(f"there is no scope {scope!r}: there are {', '.join(Scope)}")
        user = None if person is None else person.user_model.user
        return key_checks.create(self._runtime, name, Scope(scope), person=user, days=days)

    def all(self) -> list[Key]:
        """Every key, revoked and expired ones too, the oldest first."""
        return key_checks.every(self._runtime)

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
        return key_checks.revoke(self._runtime, key_id)

    def check(self, presented: str) -> Key | None:
        """The key that is shown, if it is good. A hash is computed once for each; whether it is revoked is always read.

        Safe to call from many threads.
        """
        digest = hashlib.sha256(presented.encode("utf-8", "replace")).digest()
        with self._lock:
            known = self._verified.get(digest)
        if known is not None:
            return key_checks.good(self._runtime, known)
        key = key_checks.checked(self._runtime, presented)
        if key is not None:
            with self._lock:
                self._verified[digest] = key.id
                if len(self._verified) > _REMEMBERED:
                    self._verified.popitem(last=False)
        return key
