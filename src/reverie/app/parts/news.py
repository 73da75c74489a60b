"""What happens to the memory of people while somebody looks on. ``luna.news`` has it.

It decides nothing itself: it hands on to the rooms. Whose news they are is always named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext

from reverie.argument_checks import checked
from reverie.context import core_memories
from reverie.conversations import news
from reverie.conversations.news import News, Opening
from reverie.memory.runtime import Runtime
from reverie.records.memories import Memory
from reverie.records.users import User
from reverie.redis.sharing import Sharing


@checked
class Newsroom:
    """News of one person at a time, by places in the log of what was changed in their memory."""

    def __init__(self, runtime: Runtime, sharing: Sharing | None = None) -> None:
        self._runtime = runtime
        self._sharing = sharing

    def noticing(self, heard: Callable[[str], object]) -> AbstractContextManager[None]:
        """Tell other servers of this store, through Redis, whose memory changes here, and hear of theirs, in a block.

        ``heard`` is called in a thread with a person's id, once what is held of them for searching is as new. Without
        a Redis in the settings nothing is told or heard.
        """
        return nullcontext() if self._sharing is None else news.noticing(self._runtime, self._sharing, heard)

    def heads(self, people: Sequence[str]) -> dict[str, int]:
        """How far the log of each of these ids goes; whoever was erased is left out."""
        return news.heads(self._runtime, people)

    def opening(
        self, person: User, shown: int, *, conversation: str | None = None, after: str | None = None
    ) -> Opening:
        """What is shown first: the newest messages, of a conversation or of all; or the place ``after`` a message.

        Raises:
            NotFound: there is no such conversation, or the person is not known any more.
        """
        return news.opening(self._runtime, person.id, shown, conversation=conversation, after=after)

    def silence(self, person: User) -> object:
        """When words of a person last went: the same as before where none were forgotten, deleted or erased since."""
        return news.silence(self._runtime, person.id)

    def since(self, person: User, after: int, *, until: int | None = None) -> News:
        """What happened behind a place in the log, or between two: a piece of it.

        Raises:
            NotFound: the person is not known any more.
        """
        return news.since(self._runtime, person.id, after, until=until)

    def core(self, person: User) -> list[Memory]:
        """What always stands in a context of this person: who they are, and their strongest preferences."""
        return list(core_memories.core_of(self._runtime, person.id))
