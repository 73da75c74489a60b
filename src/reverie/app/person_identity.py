"""Who a person is, read from the directory wherever it is used: a name or a merge of now counts for whoever holds them.

Once the store is closed they are who they were last.
"""

from __future__ import annotations

from reverie.memory.runtime import Runtime
from reverie.people import identity
from reverie.records.questions.identity_question import Confirmation
from reverie.records.users import User


class PersonIdentity:
    """Somebody of the directory, as they are called now and where they are found now."""

    def __init__(self, runtime: Runtime, user: User) -> None:
        self._runtime = runtime
        self._user = user
        self._confirmation = identity.confirmation(runtime, user)

    @property
    def user(self) -> User:
        """Who they are; whoever was merged is the one in whom they are found."""
        if not self._runtime.store.closed:
            self._user = identity.present(self._runtime, self._user)
        return self._user

    @property
    def id(self) -> str:
        """The id of the one they are."""
        return self.user.id

    @property
    def name(self) -> str:
        """Their name."""
        return self.user.name

    @property
    def confirmation(self) -> Confirmation | None:
        """The question whether they are somebody known, while that is open."""
        if not self._runtime.store.closed:
            self._confirmation = identity.confirmation(self._runtime, self.user)
        return self._confirmation
