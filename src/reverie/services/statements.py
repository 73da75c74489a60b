"""The voices of a memory: each time that it was said, in a message or outright."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from reverie.domain.conversations import Message
from reverie.domain.memories import Link, Memory, Source, SourceKind
from reverie.store.database import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Voice:
    """One time that something was said; without a ``link`` it was stated outright."""

    at: datetime
    source: Source
    link: Link | None = None


def heard(session: Session, memory: Memory) -> list[Voice]:
    """The messages that say it, as far as they are there, the earliest first."""
    links = session.links.evidence(memory.owner, [memory.id])
    there = session.dialogue.by_ids(memory.owner, [link.to_id for link in links])
    said = [(there[link.to_id], link) for link in links if link.to_id in there]
    said.sort(key=lambda one: (one[0].sent_at, one[0].id))
    return [Voice(at=message.sent_at, source=witness(link, message), link=link) for message, link in said]


def after(session: Session, memory: Memory, moment: datetime) -> list[Voice]:
    """The times that it was said after a moment, as far as they are known, the earliest first."""
    voices = heard(session, memory) + [Voice(at=at, source=memory.source) for at in memory.stated]
    return sorted((voice for voice in voices if voice.at > moment), key=lambda voice: voice.at)


def witness(link: Link, message: Message | None) -> Source:
    """The source that a piece of evidence makes."""
    return Source(
        kind=SourceKind.MESSAGE,
        message_id=link.to_id,
        conversation_id=None if message is None else message.conversation_id,
        quote=link.quote,
        span=link.span,
    )
