"""What the tools of a conversation may reach: the companion, the person it talks to, and others only where allowed.

Of both they need little, and say what in Protocols: so a turn of a conversation can use them from below the front door.
"""

from __future__ import annotations

from typing import Protocol

from reverie.domain.memories import Source, SourceKind
from reverie.domain.opinions import Occasion
from reverie.domain.users import folded
from reverie.errors import Refused
from reverie.self_model import Opinions, SelfModel
from reverie.user_model import UserModel


class Understood(Protocol):
    """Somebody of whom the companion makes something; a ``Person`` is one."""

    @property
    def user_model(self) -> UserModel:
        """What the companion makes of them."""


class Companion(Protocol):
    """Somebody with opinions and a picture of themselves, who knows people; a ``Reverie`` is one."""

    @property
    def opinions(self) -> Opinions:
        """What they think."""

    @property
    def self_model(self) -> SelfModel:
        """Who they are to themselves."""

    def find(self, who: str, /) -> Understood:
        """The person of this name, nickname, id or account; raises NotFound."""


class Reach:
    """A conversation as its tools see it."""

    def __init__(self, companion: Companion, person: Understood, *, others: bool, message: str | None = None) -> None:
        self.companion = companion
        self._person = person
        self._others = others
        self._message = message

    @property
    def present(self) -> tuple[str, ...] | None:
        """The ids of those who are there, to whom nothing of others is told; None where a model may look at others."""
        return None if self._others else (self._person.user_model.user.id,)

    @property
    def occasion(self) -> Occasion:
        """With whom the companion notes something of itself.

        Raises:
            NotFound: the message that is answered was deleted meanwhile.
            Refused: that conversation is off the record, or memory is paused.
        """
        return self._person.user_model.occasion(self._message)

    def person(self, named: str | None) -> Understood:
        """The one who is named, or the one who is talked to.

        Raises:
            Refused: somebody else is named, and that is not allowed here.
            NotFound: nobody is called so.
        """
        me = self._person.user_model.user
        if not named or folded(named) in {folded(known) for known in (me.id, me.name, me.called)}:
            return self._person
        if not self._others:
            raise Refused(
                "only the person you are talking to can be looked at here: leave user_id null", reason="other"
            )
        found = self.companion.find(named)
        return self._person if found.user_model.user.id == me.id else found

    def answered(self, named: str | None) -> str | None:
        """The id of the message that is answered, where the one who is named said it."""
        return self._message if self.person(named) is self._person else None

    def source(self, named: str | None) -> Source:
        """Where what a tool writes of the one who is named comes from: what they said, or the tool alone."""
        message = self.answered(named)
        if message is None:
            return Source(kind=SourceKind.TOOL)
        where = self._person.user_model.occasion(message).conversation
        return Source(kind=SourceKind.MESSAGE, message_id=message, conversation_id=where)

    def user_model(self, named: str | None) -> UserModel:
        """What is understood of the one who is named, or of the one who is talked to."""
        return self.person(named).user_model
