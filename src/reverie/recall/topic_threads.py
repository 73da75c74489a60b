"""What was said next of a topic without naming it: "she hates it there", after "my sister moved to Leeds".

The one idea: a sitting goes on about something until it speaks of something else. A message does so by what it means;
by a pronoun, while nobody else was named; or because it follows directly and names nobody else. All need some nearness
in meaning, measured on fifty threads of the project's own (two topics each, 394 messages wanted).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from reverie.learning.coreference import called_by, names_others
from reverie.ports import Index
from reverie.records.conversations import Message, Role
from reverie.store.database import Session
from reverie.text.value_matching import words

LOOKED_AT = 16
"""Messages behind one that speaks of the topic."""

SITTING = timedelta(hours=12)
"""How long after it they may come."""

NEAR, NEXT, CALLED = 0.2, 0.17, 0.1
"""The least cosine to the topic of a message that goes on about it by its meaning, by following, by a pronoun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """What is asked for: its words, by what it may be called, and its vector, where there is one."""

    named: frozenset[str]
    called: frozenset[str]
    vector: NDArray[np.float32] | None


def topic_of(named: Collection[str], people: Collection[str], vector: NDArray[np.float32] | None) -> Topic:
    """A topic of these words; ``people`` are the names among them."""
    called = called_by([*named, *(("friend",) if people else ())])
    return Topic(named=frozenset(named), called=called, vector=vector)


def followed(
    session: Session, index: Index, owner: str, topic: Topic, spoken: Iterable[Message]
) -> dict[str, tuple[Message, str]]:
    """The person's messages that go on about a topic behind those that speak of it, with the id of that one."""
    seeds = {message.id: message for message in spoken if message.role is Role.USER}
    found: dict[str, tuple[Message, str]] = {}
    for seed in seeds.values():
        place = (seed.sent_at, seed.id)
        behind = session.dialogue.stretch(owner, seed.conversation_id, after=place, limit=LOOKED_AT)
        mine = [m for m in behind if m.role is Role.USER and m.sent_at - seed.sent_at <= SITTING]
        near = _nearness(index, topic, mine)
        follows = called = True
        for message in mine:
            if message.id in seeds:
                break
            others = names_others(message.text, topic.named)
            cosine = near.get(message.id)
            follows, itself = _goes_on(message, topic, cosine, follows=follows and not others, called=called)
            called = itself or (called and not others)
            if follows:
                found.setdefault(message.id, (message, seed.id))
    return found


def _goes_on(message: Message, topic: Topic, near: float | None, *, follows: bool, called: bool) -> tuple[bool, bool]:
    """Whether a message goes on about a topic; and whether it does by itself, and not because it follows."""
    refers = called and not topic.called.isdisjoint(words(message.text))
    if near is None:
        return refers, refers
    itself = near >= NEAR or (refers and near >= CALLED)
    return itself or (follows and near >= NEXT), itself


def _nearness(index: Index, topic: Topic, messages: Iterable[Message]) -> Mapping[str, float]:
    if topic.vector is None:
        return {}
    vectors = index.vectors([message.id for message in messages])
    return {one: float(vector @ topic.vector) for one, vector in vectors.items()}
