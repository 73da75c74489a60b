"""What a person said next about somebody who is a topic, by she, he or they."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from reverie.learning.coreference import going_on, is_somebody, names_others
from reverie.records.conversations import Message, Role
from reverie.store.database import Session
from reverie.text.value_matching import mentions

_LOOKED_AT = 6
"""Messages behind one that are looked at for going on about the same."""

Span = tuple[int, int]


def continued(
    session: Session, owner: str, speaking: Iterable[Message], topic: frozenset[str], slots: Collection[str]
) -> dict[str, tuple[Message, list[Span]]]:
    """By message, the sentences that go on about a topic: of those that speak of it, and of the ones right behind.

    ``slots`` are those in which the topic stands. Nothing, where the topic is nobody.
    """
    own = [m for m in speaking if m.role is Role.USER and mentions(m.text, topic)]
    if not is_somebody(topic, [message.text for message in own], slots):
        return {}
    found: dict[str, tuple[Message, list[Span]]] = {}
    for message in own:
        spans, subject = going_on(message.text, topic)
        found[message.id] = (message, spans)
        place = (message.sent_at, message.id)
        for one in session.dialogue.stretch(owner, message.conversation_id, after=place, limit=_LOOKED_AT):
            mine = one.role is Role.USER
            if subject is None or (mentions if mine else names_others)(one.text, topic):
                break
            if mine:
                spans, subject = going_on(one.text, topic, subject)
                found[one.id] = (one, spans)
    return found
