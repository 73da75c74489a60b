"""Conversations that stay on this machine: they are begun so, or become so."""

from __future__ import annotations

from collections.abc import Callable

from reverie.argument_checks import checked
from reverie.conversations import local_only as local_conversations
from reverie.learning.message_learning import allowed
from reverie.memory.runtime import Runtime
from reverie.records.conversations import Conversation
from reverie.records.users import User


@checked
class LocalConversations:
    """A person's conversations, and whether they stay on this machine."""

    def __init__(self, runtime: Runtime, whose: Callable[[], User], *, recorded: bool = True) -> None:
        self._runtime = runtime
        self._whose = whose
        self._recorded = recorded

    @property
    def _owner(self) -> str:
        return self._whose().id

    def begin(self, *, local_only: bool = False) -> Conversation:
        """Begin a conversation; ``say(…, conversation=…)`` says something in it.

        Raises:
            Refused: off the record.
        """
        allowed(self._recorded)
        return local_conversations.begin(self._runtime, self._owner, local_only=local_only)

    def keep_local(self, conversation: str | None = None, *, local_only: bool = True) -> Conversation:
        """Let a conversation stay on this machine, or not any more: what is said there, and what it taught.

        No language model, key or assistant that is not on this machine is shown anything of it. What such a model was
        sent before stays with it.

        Raises:
            NotFound: there is no such conversation.
            Refused: off the record.
        """
        allowed(self._recorded)
        return local_conversations.keep_local(self._runtime, self._owner, conversation, local_only=local_only)
