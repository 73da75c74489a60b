"""Conversations that stay on this machine: begun so, or made so later."""

from __future__ import annotations

from dataclasses import replace

from reverie.conversations.message_store import named
from reverie.errors import Refused
from reverie.memory.runtime import Runtime, new_id
from reverie.ports import Placed
from reverie.records.conversations import Conversation


def begin(runtime: Runtime, owner: str, *, local_only: bool) -> Conversation:
    """Begin a conversation in which nothing was said yet: what is said names it."""
    _see_local_words(runtime, local_only=local_only)
    where = Conversation(id=new_id(), owner=owner, started_at=runtime.clock(), local_only=local_only)
    change = runtime.change(owner, "begin", actor="person")
    with runtime.store.writing(owner) as session, session.act(change) as act:
        act.write(None, where)
    return where


def _see_local_words(runtime: Runtime, *, local_only: bool) -> None:
    """See that what is said can stay on this machine.

    Raises:
        Refused: it would be sent to an embedder that is elsewhere.
    """
    embedder = runtime.embedder
    if local_only and embedder is not None and isinstance(embedder, Placed) and not embedder.local:
        raise Refused(
            "the embedder is elsewhere, and is sent all that is said: set embedder to tuned or none, or to a server on "
            "this machine",
            reason="elsewhere",
        )


def keep_local(runtime: Runtime, owner: str, conversation: str | None, *, local_only: bool) -> Conversation:
    """Let a conversation (without a name the latest) stay on this machine, or not any more. Twice is once.

    Raises:
        NotFound: there is no such conversation.
    """
    _see_local_words(runtime, local_only=local_only)
    with runtime.store.writing(owner) as session:
        where = named(session, owner, conversation)
        changed = replace(where, local_only=local_only)
        if changed != where:
            with session.act(runtime.change(owner, "keep local", actor="person")) as act:
                act.write(where, changed)
    return changed
