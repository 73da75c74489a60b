"""What was said with one person: their conversations, their own words, summaries, and conversations as folders.

What is kept and what was said of a topic are the rooms' own services; the rest hands on to them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from reverie import folders
from reverie.argument_checks import checked
from reverie.conversations import message_store, summaries
from reverie.conversations.episodes import Episode, Excerpt, Outline
from reverie.conversations.kept_conversations import KeptConversations
from reverie.conversations.summaries import Summary, Window
from reverie.errors import InvalidInput
from reverie.folders import Brought, Exported, Watch
from reverie.memory.runtime import PersonService, Runtime, see_recorded
from reverie.recall import episode_search
from reverie.recall.said import TopicQuotes
from reverie.records.conversations import Author
from reverie.records.users import User


@checked
class Episodes(PersonService):
    """What is kept of a person's conversations that are over. ``person.conversations.episodes`` are theirs."""

    def all(self) -> list[Episode]:
        """All episodes, the oldest first; what is missing is drawn first, unless this is off the record."""
        person = self._whose()
        if self._recorded:
            episode_search.draw(self._runtime, person)
        return episode_search.every(self._runtime, person.id)

    def best(self, message: str, *, conversation: str | None = None) -> tuple[Episode | None, Excerpt | None]:
        """The episode, and the excerpt of a conversation, that have most to do with a message; None if none has enough.

        Neither is of the ``conversation`` in which it is said, by default the one that is going on.
        """
        return episode_search.best(self._runtime, self._whose(), message, conversation=conversation)

    def put(self, outline: Outline, *, conversation: str | None = None) -> Episode:
        """Put an episode, a language model's say, in the place of the rules' own; its quotes have to have been said.

        Raises:
            NotFound: there is no such conversation.
            InvalidInput: there is no observation, it is too long, or a quote was never said.
            Refused: memory is paused, off the record, or the person is unknown.
        """
        see_recorded(self._recorded)
        return episode_search.put(self._runtime, self._whose(), conversation, outline)


@checked
class Conversations(KeptConversations, TopicQuotes):
    """Everything that was said with one person. ``person.conversations`` is theirs.

    A conversation is named by its id, or the beginning of it; where none is named, the latest is meant. ``whose`` says
    who the person is now: whoever was merged is followed to where they are found.
    """

    def __init__(self, runtime: Runtime, whose: Callable[[], User], *, recorded: bool = True) -> None:
        super().__init__(runtime, whose, recorded=recorded)
        self.episodes = Episodes(runtime, whose, recorded=recorded)

    def end(self, conversation: str | None = None) -> Episode | None:
        """End a conversation, and draw its episode; None where it has none. The next message begins another.

        Raises:
            NotFound: there is no such conversation.
            Refused: off the record.
        """
        see_recorded(self._recorded)
        person = self._whose()
        ended = message_store.end(self._runtime, person.id, conversation)
        episode_search.draw(self._runtime, person, only=ended.id)
        episodes = episode_search.every(self._runtime, person.id)
        return next((one for one in episodes if one.conversation_id == ended.id), None)

    def summary(self, conversation: str | None = None) -> Summary:
        """What came before the last messages of a conversation, in short, with the range it covers."""
        return self.window(conversation).summary

    def window(self, conversation: str | None = None) -> Window:
        """A conversation for a prompt: ``summary`` of what came before, and ``messages`` since, word for word."""
        return summaries.window(self._runtime, self._owner, conversation, keep=self._recorded)

    def summarize(
        self,
        text: str,
        *,
        conversation: str | None = None,
        covers: str | None = None,
        author: Author | str = Author.MODEL,
    ) -> None:
        """Put a summary, a language model's say, in the place of the rules' own; an empty text gives it back to them.

        ``covers`` is the id of the last message that it sums up, else the last there is. What was said after it is
        summed up by the rules behind it.

        Raises:
            NotFound: there is no such conversation or message.
            Refused: memory is paused, or off the record.
        """
        see_recorded(self._recorded)
        by = _author(author)
        summaries.put(self._runtime, self._owner, conversation, text, covers=covers, author=by)

    def notes(self, conversation: str | None = None) -> str:
        """The companion's hidden notes on a conversation: in no context, and never recalled."""
        return summaries.notes(self._runtime, self._owner, conversation)

    def note(self, text: str, *, conversation: str | None = None) -> None:
        """Write the companion's hidden notes on a conversation, in the place of those before.

        Raises:
            NotFound: there is no such conversation.
            Refused: memory is paused, or off the record.
        """
        see_recorded(self._recorded)
        summaries.note(self._runtime, self._owner, conversation, text)

    def export(self, place: str | Path, *, conversation: str | None = None, force: bool = False) -> list[Exported]:
        """Write a conversation, or all of them, as folders ``conv_YYYYMMDD_HHMMSS`` of Markdown in a place.

        Raises:
            NotFound: there is no such conversation.
            Conflict: a folder holds edits that are not in memory; ``force`` writes over them.
            InvalidInput: it can't be written.
        """
        return folders.export(self._runtime, self._owner, Path(place), conversation=conversation, force=force)

    def bring(self, place: str | Path) -> list[Brought]:
        """Read a conversation's folder, or all in a place: what is new comes in, what was edited is changed.

        Raises:
            InvalidInput: there is no folder of a conversation.
            Refused: memory is paused, or off the record.
        """
        see_recorded(self._recorded)
        return folders.bring(self._runtime, self._owner, Path(place))

    def watch(self, place: str | Path) -> Watch:
        """Watch the folders in a place: each ``look()`` of the result brings in what somebody saved since.

        Raises:
            Refused: off the record.
        """
        see_recorded(self._recorded)
        return Watch(Path(place), partial(folders.bring_one, self._runtime, self._owner))


def _author(author: Author | str) -> Author:
    try:
        return Author(author)
    except ValueError as error:
        raise InvalidInput(f"there is no author {author!r}: there are {', '.join(Author)}") from error
