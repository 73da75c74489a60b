"""Conversations that stay on this machine: they are begun so, or become so."""

from __future__ import annotations

from reverie.argument_checks import checked
from reverie.conversations import local_only as local_conversations
from reverie.memory.person_service import PersonService, see_recorded
from reverie.records.conversations import Conversation


@checked
class LocalConversations(PersonService):
    """A person's conversations, and whether they stay on this machine."""

    def begin(self, *, local_only: bool = False) -> Conversation:
        """Begin a conversation; ``say(…, conversation=…)`` says something in it.

        Raises:
            Refused: off the record.
        """
        see_recorded(self._recorded)
        return local_conversations.begin(self._runtime, self._owner, local_only=local_only)

    def keep_local(self, conversation: str | None = None, *, local_only: bool = True) -> Conversation:
        """Let a conversation stay on this machine, or not any more: what is said there, and what it taught.

        No language model, key or assistant that is not on this machine is shown anything of it. What such a model was
        sent before stays with it.

        Raises:
            NotFound: there is no such conversation.
            Refused: off the record.
        """
        see_recorded(self._recorded)
        return local_conversations.keep_local(self._runtime, self._owner, conversation, local_only=local_only)
