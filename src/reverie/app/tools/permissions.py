"""What the tools of a conversation may reach: the companion, the person it talks to, and others only where allowed.

Of both they need little, and say what in Protocols: so a turn of a conversation can use them from below the front door.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from reverie.app.user_model import UserModel
from reverie.errors import Refused
from reverie.memory.runtime import within
from reverie.persona.opinion_changes import Opinions
from reverie.persona.self_model import SelfModel
from reverie.records.memories import Memory, Source, SourceKind
from reverie.records.opinions import Occasion
from reverie.records.read_access import ReadAccess
from reverie.records.users import folded


class Understood(Protocol):
    """Somebody of whom the companion makes something; a ``Person`` is one."""

    @property
    def user_model(self) -> UserModel:
        """What the companion makes of them."""

    @property
    def herself(self) -> Herself:
        """The companion, as far as whoever reads here may see it."""

    @property
    def access(self) -> ReadAccess:
        """What whoever reads here may see."""

    def read_by(self, reader: str | None = None) -> Understood:
        """The same person for a reader: by default the one it is for already, or the language model that is set up."""

    def read_with(self, access: ReadAccess) -> Understood:
        """The same person for whoever may see no more than that."""


class Companion(Protocol):
    """Somebody who knows people; a ``Reverie`` is one."""

    def find(self, who: str, /) -> Understood:
        """The person of this name, nickname, id or account; raises NotFound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Herself:
    """The companion as its tools reach it: what they can't see is not there."""

    id: str
    opinions: Opinions
    self_model: SelfModel
    seen: Callable[[str, Sequence[str]], frozenset[str]]
    """Those of an owner's memories (ids) that may be seen."""


class Reach:
    """A conversation as its tools see it, and as the model that calls them may; through ``others`` it finds others."""

    def __init__(self, others: Companion | None, person: Understood, *, message: str | None = None) -> None:
        self._person = person.read_by()
        self.companion = self._person.herself
        self._others = others
        self._message = message

    @property
    def present(self) -> tuple[str, ...] | None:
        """The ids of those who are there, to whom nothing of others is told; None where a model may look at others."""
        return (self._person.user_model.user.id,) if self._others is None else None

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
        if self._others is None:
            raise Refused(
                "only the person you are talking to can be looked at here: leave user_id null", reason="other"
            )
        found = self._others.find(named)
        return self._person if found.user_model.user.id == me.id else found.read_with(self._person.access)

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

    def shown(self, memories: Sequence[Memory]) -> list[Memory]:
        """Those of some memories that the model may see."""
        return [one for one in memories if self.companion.seen(one.owner, [one.id])]

    def user_model(self, named: str | None) -> UserModel:
        """What is understood of who is named, or of who is talked to; off the record, nothing is kept of either."""
        return within(self.person(named).user_model, self._person.user_model)
