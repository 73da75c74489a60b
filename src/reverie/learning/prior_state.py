"""What a message is read with: what was known and said before it, of one moment, in two statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from reverie.conversations.message_store import Saying, by_name
from reverie.learning.extraction import BEFORE, before
from reverie.memory.runtime import Runtime
from reverie.records.conversations import Conversation, Message, Role
from reverie.records.memories import Told
from reverie.store.database import Session
from reverie.store.engine.transactions import Moment
from reverie.store.tables.messages import newest_messages

RECENT = 30
"""How many of the latest facts a correction without a slot ("actually it's ramen") may be about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prior:
    """Of one ``moment``: the person's settings, the facts told last, and the newest messages, the newest first.

    ``head`` is where their log ends, as ``Changes.head`` tells it. The messages are those of the ``conversation`` that
    was named, or else of a ``group``, or of none.
    """

    moment: Moment
    head: tuple[int, int]
    settings: Mapping[str, Any]
    recent: tuple[Told, ...] = ()
    newest: Sequence[tuple[Message, Conversation]] = ()
    group: str | None = None
    conversation: Conversation | None = None

    def latest(self) -> tuple[Conversation, datetime] | None:
        """The conversation with the newest message, and when that was sent."""
        return (self.newest[0][1], self.newest[0][0].sent_at) if self.newest else None


def read_prior(runtime: Runtime, session: Session, owner: str, saying: Saying) -> Prior:
    """What something that is said is read with."""
    learns, group = saying.role is Role.USER, saying.group
    lines = BEFORE if learns and runtime.extractor is not None and group is None else 1
    name = saying.conversation_id
    where = None if name is None else by_name(session, owner, name)
    newest: Sequence[tuple[Message, Conversation]] = ()
    if where is not None:
        said = session.dialogue.messages(owner, conversation_id=where.id, newest=lines)
        newest = [(message, where) for message in reversed(said)]
    elif name is None:
        newest = newest_messages(session.connection, owner, lines, group)
    return Prior(
        moment=session.moment,
        head=session.changes.head(owner),
        settings=session.people.settings(owner),
        recent=tuple(session.memories.recent(owner, RECENT)) if learns else (),
        newest=newest,
        group=group,
        conversation=where,
    )


def earlier(runtime: Runtime, message: Message, prior: Prior) -> list[Message]:
    """The messages before one, where anything reads them: the newest, unless it is said to be older than these.

    In a group there are none: what others said in between is not here, and "yes" would answer something else.
    """
    if runtime.extractor is None or prior.group is not None:
        return []
    newest = [one for one, _where in reversed(prior.newest)]
    if all(one.sent_at < message.sent_at for one in newest):
        return newest
    with runtime.store.reading() as session:
        return before(runtime, session, message)
