"""A group: several people in one conversation. ``luna.group("kitchen", members=[ada, ben])`` opens one.

Each one's words are kept in that one's own memory and teach about them alone. What is told there of whoever speaks is
what all who are present heard, and what that person opened: a group reads as a reader who may see no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, cast

from reverie.app.conversations import Conversations
from reverie.app.person import Person
from reverie.app.person_readers import model_access
from reverie.argument_checks import checked
from reverie.config import Config
from reverie.conversations.summaries import Window
from reverie.errors import Conflict, NotFound
from reverie.memory.runtime import Runtime, aware, surviving
from reverie.people import groups, identity
from reverie.people.groups import Member
from reverie.privacy import privacy_settings, retention
from reverie.records.conversations import Message, Role
from reverie.records.read_access import ALL, SENSITIVE, Company, ReadAccess
from reverie.records.users import User

if TYPE_CHECKING:
    from reverie.app.turns import Relaying, Turn
    from reverie.context.prompt_layout import Sent
    from reverie.context.rendering import Context
    from reverie.context.selection import Wanted
    from reverie.learning.message_learning import Said
    from reverie.recall.search import Recalled

THREAD = 20
"""How many of the last messages stand in a context, and before a message that a model answers."""


class _Thread(Conversations):
    """A speaker's part of a group, whose window is the thread of all, each line with who said it."""

    def __init__(self, speaker: Speaker) -> None:
        super().__init__(speaker.reads, lambda: speaker.user)
        self._speaker = speaker

    def window(self, conversation: str | None = None) -> Window:
        """The thread for a prompt."""
        told = [replace(m, role=Role.PEER) if m.role is Role.USER else m for m in self._speaker.thread()]
        return replace(super().window(conversation), messages=tuple(told))


class Speaker(Person):
    """Somebody who speaks in a group, as they may be spoken of before those who are present."""

    _here: Group
    _reader: str | None = None
    _in_turn = False

    @cached_property
    def conversations(self) -> Conversations:
        """What they said in the group; as a window, what everybody did."""
        return _Thread(self)

    def read_by(self, reader: str | None = None) -> Self:
        """The same speaker for a reader, who may see no more of what the others said either."""
        seen = super().read_by(reader)
        if reader is not None:
            seen._reader = reader
        return seen

    def thread(self) -> list[Message]:
        """What was said in the group, as the language model may see it."""
        return self._here._said(model_access(self._settings, self._runtime, self._reader), THREAD)

    def _wanted(self, person: User) -> Wanted:
        present = [one.user.called for one in self._here.members() if one.is_present and one.user.id != person.id]
        thread = () if self._in_turn else self.thread()
        return replace(super()._wanted(person), asks=False, rolling=None, present=present, thread=thread)


@checked
class Group:
    """Several people in one conversation; ``members`` are all who are or were there.

    A speaker is a ``Person``, who joins when they speak, or the name or id of a member, to the letter.
    """

    def __init__(self, runtime: Runtime, settings: Config, companion: User, group: User) -> None:
        self._runtime = runtime
        self._settings = settings
        self._companion = companion
        self._group = group

    def __repr__(self) -> str:
        return f"<Group {self.name!r} {self.id}>"

    @property
    def id(self) -> str:
        """The id of the group."""
        return self._group.id

    @property
    def name(self) -> str:
        """Its name."""
        return self._group.name

    def members(self) -> list[Member]:
        """Everybody who is or was there, in the order in which they came, with the spans in which they were."""
        return groups.members(self._runtime, self.id)

    @surviving
    def join(self, *people: Person, since: datetime | None = None) -> None:
        """Let people be there from now on: what was said before is not told before them.

        With ``since`` they know what was said since then, as on a server where everybody can read back.
        """
        known = None if since is None else aware(since, self._runtime.clock())
        groups.join(self._runtime, self.id, [one.id for one in people], since=known)

    @surviving
    def leave(self, *people: Person | str) -> None:
        """Let people be there no longer: what they said stays, and what is said from now on they do not hear.

        Raises:
            NotFound: somebody was never there.
        """
        groups.leave(self._runtime, self.id, [self._user(one).id for one in people])

    def gather(self, *people: Person) -> None:
        """Let these people be there now, and nobody else: who is new joins, and who is not named leaves."""
        here = {one.id for one in people}
        self.join(*people)
        self.leave(*(one.user.id for one in self.members() if one.is_present and one.user.id not in here))

    def say(self, speaker: Person | str, text: str, *, role: Role | str = Role.USER, id: str | None = None) -> Said:
        """Keep what somebody says, once, and learn from it about them; ``role="assistant"`` is a reply to them.

        What they ask of the memory itself is done for what may be told here.

        Raises:
            InvalidInput: it is empty or too long, or its role or id is impossible.
            NotFound: nobody of this name or id was ever there.
            Conflict: several of this name are, or another message has this id.
            Refused: the message of this id was deleted.
        """
        return self._speaking(speaker).say(text, role=role, id=id)

    def context(self, speaker: Person | str, message: str, *, budget: int | None = None) -> Context:
        """The prompt block for what somebody says: who is there, what may be told of the speaker, and the thread.

        Raises:
            NotFound: they are not there.
        """
        return self._present(speaker).context(message, budget=budget)

    def recall(self, speaker: Person | str, query: str, *, limit: int | None = None) -> Recalled:
        """What answers a question from the speaker's own memory, as it may be told before those who are present.

        Raises:
            NotFound: they are not there.
        """
        return self._present(speaker).recall(query, limit=limit)

    def turn(self, speaker: Person | str, text: str, *, id: str | None = None) -> Turn:
        """Keep what somebody says, and give the answer to it: a language model's, or memory's.

        Raises what ``say`` raises, and InvalidInput where it has no room in the model's window.
        """
        speaking = self._speaking(speaker)
        speaking._in_turn = True
        return speaking.turn(text, id=id)

    def relay(
        self, speaker: Person | str, request: Sent, *, id: str | None = None, recorded: bool = True
    ) -> Turn | dict[str, Any] | Relaying:
        """Say the last user message of a request for chat completions, and pass it on: see ``Turns.relay``.

        The thread goes with it, unless the request has more than one message of a user's, and so a history of its own.
        With ``recorded`` False nothing that is said is kept.
        """
        speaking = self._speaking(speaker)
        speaking._in_turn = [one.get("role") for one in cast("Sequence[Sent]", request["messages"])].count("user") > 1
        return (speaking if recorded else speaking.off_record()).turn.relay(request, id=id)

    def messages(self, *, newest: int = 50) -> list[Message]:
        """The thread, in order, as all who are present heard it."""
        self._keep_retention()
        return self._said(ReadAccess(), newest)

    def _said(self, access: ReadAccess, newest: int) -> list[Message]:
        """The last messages of everybody's part, as each may be told here to whoever may see no more than that."""
        there = self.members()

        def read() -> list[Message]:
            told: list[Message] = []
            for one in there:
                reads = self._runtime.read_by(access & self._access(one.user.id, there))
                with reads.store.reading() as session:
                    told += session.listing.in_group(one.user.id, self.id, newest)
            return told

        told = self._runtime.one_moment(read)
        return sorted(told, key=lambda message: message.place)[-newest:] if newest > 0 else []

    def _access(self, person: str, there: Sequence[Member]) -> ReadAccess:
        """What of a person may be told before those who are present."""
        opened = frozenset(privacy_settings.settings(self._runtime, person).told_in_company)
        heard = groups.heard_by_all([one for one in there if one.is_present])
        return ReadAccess(
            without=frozenset() if ALL in opened else SENSITIVE - opened,
            company=Company(person=person, group=self.id, heard=heard, opened=opened),
        )

    def _speaking(self, speaker: Person | str) -> Speaker:
        """Whoever speaks, who is there from now on."""
        user = self._user(speaker)
        if not self._has(user):
            groups.join(self._runtime, self.id, [user.id])
        return self._of(user)

    def _present(self, speaker: Person | str) -> Speaker:
        user = self._user(speaker)
        if not self._has(user):
            raise NotFound(f"they are not in the group {self.name!r} now: let them join, or speak, first")
        return self._of(user)

    def _has(self, user: User) -> bool:
        return any(one.user.id == user.id and one.is_present for one in self.members())

    def _keep_retention(self) -> None:
        for one in self.members():
            retention.keep_retention(self._runtime, one.user)

    def _of(self, user: User) -> Speaker:
        self._keep_retention()
        made = Speaker(self._runtime, self._settings, self._companion, user)
        made._group, made._here = self.id, self
        return made.limited(self._access(user.id, self.members()))

    def _user(self, who: Person | str) -> User:
        if isinstance(who, Person):
            return identity.by_id(self._runtime, who.id)
        named = [one.user for one in self.members() if who in (one.user.id, one.user.name)]
        if not named:
            raise NotFound(f"nobody of that name or id was ever in the group {self.name!r}: give a person, who joins")
        if len(named) > 1:
            raise Conflict(f"{len(named)} in the group are called so: name one by id, or give the person")
        return named[0]
