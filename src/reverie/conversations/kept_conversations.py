"""A person's conversations: listed, read, begun, and kept on this machine."""

from __future__ import annotations

from dataclasses import replace

from reverie.argument_checks import checked
from reverie.conversations.message_store import named
from reverie.errors import Refused
from reverie.memory.runtime import PersonService, new_id, see_recorded
from reverie.ports import Placed
from reverie.records.conversations import Conversation, Message, Place


@checked
class KeptConversations(PersonService):
    """What is kept of a person's conversations, and whether it stays on this machine.

    A conversation is named by its id, or the beginning of it; where none is named, the latest is meant.
    """

    def all(self) -> list[Conversation]:
        """All conversations, the oldest first."""
        owner = self._owner
        with self._runtime.store.reading() as session:
            return session.dialogue.conversations(owner)

    def find(self, conversation: str | None = None) -> Conversation:
        """One conversation.

        Raises:
            NotFound: there is none of this name, or several begin so.
        """
        owner = self._owner
        with self._runtime.store.reading() as session:
            return named(session, owner, conversation)

    def messages(self, conversation: str | None = None) -> list[Message]:
        """The messages of a conversation, in the order in which they were sent."""
        where = self.find(conversation)
        with self._runtime.store.reading() as session:
            return session.dialogue.messages(where.owner, conversation_id=where.id)

    def page(
        self, limit: int, *, conversation: str | None = None, after: Place | None = None, backwards: bool = False
    ) -> list[Message]:
        """So many messages, of a conversation or of all: the oldest first, or ``backwards``.

        ``after`` is the place of a message, its (``sent_at``, ``id``), behind which they begin.

        Raises:
            NotFound: there is no such conversation.
        """
        owner = self._owner
        with self._runtime.store.reading() as session:
            where = None if conversation is None else named(session, owner, conversation).id
            return session.listing.messages(owner, limit, conversation_id=where, after=after, backwards=backwards)

    def begin(self, *, local_only: bool = False) -> Conversation:
        """Begin a conversation: what is said next is said in it, unless another is named, as it is by its id.

        Raises:
            Refused: off the record.
        """
        see_recorded(self._recorded)
        self._see_local_words(local_only=local_only)
        runtime, owner = self._runtime, self._owner
        where = Conversation(id=new_id(), owner=owner, started_at=runtime.clock(), local_only=local_only)
        change = runtime.change(owner, "begin", actor="person")
        with runtime.store.writing(owner) as session, session.act(change) as act:
            act.write(None, where)
        return where

    def keep_local(self, conversation: str | None = None, *, local_only: bool = True) -> Conversation:
        """Let a conversation stay on this machine, or not any more: what is said there, and what it taught.

        No language model, key or assistant that is not on this machine is shown anything of it. What such a model was
        sent before stays with it.

        Raises:
            NotFound: there is no such conversation.
            Refused: off the record.
        """
        see_recorded(self._recorded)
        self._see_local_words(local_only=local_only)
        runtime, owner = self._runtime, self._owner
        with runtime.store.writing(owner) as session:
            where = named(session, owner, conversation)
            changed = replace(where, local_only=local_only)
            if changed != where:
                with session.act(runtime.change(owner, "keep local", actor="person")) as act:
                    act.write(where, changed)
        return changed

    def _see_local_words(self, *, local_only: bool) -> None:
        """See that what is said can stay on this machine.

        Raises:
            Refused: it would be sent to an embedder that is elsewhere.
        """
        embedder = self._runtime.embedder
        if local_only and embedder is not None and isinstance(embedder, Placed) and not embedder.local:
            raise Refused(
                "the embedder is elsewhere, and is sent all that is said: set embedder to tuned or none, or to a "
                "server on this machine",
                reason="elsewhere",
            )
