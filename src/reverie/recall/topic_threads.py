"""What was said next of a topic without naming it: "she hates it there", after "my sister moved to Leeds".

The one idea: to be sure rather than complete. By pronoun, only sentences count that come directly after one in which
nobody else is named, that begin with she, he or they, and that name nobody else themselves.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from reverie.ports import Index
from reverie.records.conversations import Message, Role
from reverie.store.database import Session
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import mentions, sentences, words

Span = tuple[int, int]

_SUBJECTS = {
    "she": "she", "her": "she", "hers": "she", "shes": "she",
    "he": "he", "his": "he", "him": "he", "hes": "he",
    "they": "they", "their": "they", "them": "they", "theyre": "they", "theyve": "they",
}  # fmt: skip
_BEGINNING = lazy_pattern(
    r"\W*(?:(?:and|but|so|oh|well|then|also|though|still|yeah|yes|no|lol|haha|omg|ugh|poor thing|apparently|anyway|now|"
    r"because|cause|cos|today|yesterday|last night|this (?:morning|week|afternoon)|later|actually|turns out)\b"
    r"[\s,.!…-]*)*"
    r"(?P<subject>[a-z]+)(?:['’](?:s|d|ll|re|ve))?\b",
    re.IGNORECASE,
)
_PEOPLE = frozenset(
    "mother mum mom mommy mummy father dad daddy parent sister brother sibling twin son daughter kid child baby "
    "grandmother grandma granny grandfather grandpa aunt auntie uncle cousin niece nephew wife husband partner spouse "
    "girlfriend boyfriend fiance fiancee ex friend bestie mate flatmate roommate neighbour neighbor colleague toddler "
    "coworker boss manager teacher doctor nurse vet therapist dentist girl boy woman man lady guy dog cat puppy kitten "
    "horse pony rabbit hamster pet".split()
)
NAME = lazy_pattern(r"(?<![.!?…\"“]\s)(?<!^)\b[A-Z][a-z]{2,}\b")
NO_NAMES = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december english portuguese french german spanish christmas easter".split()
)


_SHE = frozenset(
    "mother mum mom mommy mummy sister daughter grandmother grandma granny gran nan nana aunt auntie niece wife "
    "girlfriend fiancee landlady granddaughter woman girl lady lass".split()
)
_HE = frozenset(
    "father dad daddy brother son grandfather grandpa grandad uncle nephew husband boyfriend fiance landlord grandson "
    "man boy lad guy".split()
)
_CALLED = {
    "she": frozenset("she her hers shes".split()),
    "he": frozenset("he him his hes".split()),
    "they": frozenset("they them their theirs theyre theyve".split()),
    "it": frozenset("it its that thats this there one".split()),
}
"""The words by which somebody or something is called that was named before."""


def called_by(topic: Collection[str]) -> frozenset[str]:
    """The words by which a topic may be called: a sister "she", a friend by any, a thing "it".

    >>> "she" in called_by({"sister"}), "he" in called_by({"sister"}), "it" in called_by({"trip", "porto"})
    (True, False, True)
    """
    topic = frozenset(topic)
    if topic & (_SHE | _HE):
        return _CALLED["she" if topic & _SHE else "he"]
    called = _CALLED["it"] | _CALLED["they"]
    return called | _CALLED["she"] | _CALLED["he"] if topic & _PEOPLE else called


def is_somebody(topic: frozenset[str], texts: Iterable[str], slots: Iterable[str] = ()) -> bool:
    """Whether a topic is somebody, by what was said of it ("my daughter Emma") or the slots it stands in ("daughter").

    >>> is_somebody(frozenset({"emma"}), ["my daughter Emma struggles"])
    True
    >>> is_somebody(frozenset({"knee"}), ["my knee hurts"])
    False
    """
    if topic & _PEOPLE or not _PEOPLE.isdisjoint(slots):
        return True
    return any(_beside(words(text), topic) for text in texts)


def _beside(said: Sequence[str], topic: Collection[str]) -> list[int]:
    """Where people stand beside words of a topic."""
    there = [place for place, word in enumerate(said) if word in topic]
    beside = {place + step for place in there for step in (-1, 1) if 0 <= place + step < len(said)}
    return sorted(place for place in beside if said[place] in _PEOPLE)


def going_on(text: str, topic: Collection[str], subject: str | None = None) -> tuple[list[Span], str | None]:
    """The sentences of a text that go on about a topic spoken of just before, by she, he or they.

    ``subject`` is the pronoun it was called by before this text; empty where it was named and not called anything yet,
    None where something else was spoken of last. Gives what it is at the end of the text.

    >>> going_on("My daughter Emma struggles. She cried yesterday. I work nights.", {"emma"})
    ([(28, 48)], None)
    >>> going_on("and she loves graphic novels though", {"emma"}, "")
    ([(0, 35)], 'she')
    >>> going_on("Emma's teacher called. She was nice.", {"emma"})
    ([], None)
    """
    spans: list[Span] = []
    for start, end in sentences(text):
        sentence = text[start:end]
        if mentions(sentence, frozenset(topic)):
            subject = None if names_others(sentence, topic) else ""
        elif subject is not None:
            begun = _BEGINNING.match(sentence)
            called = None if begun is None else _SUBJECTS.get(begun["subject"].casefold())
            goes_on = subject in ("", called) and not names_others(sentence, topic)
            subject = called if goes_on else None
            spans += [(start, end)] if subject else []
    return spans, subject


def names_others(text: str, topic: Collection[str]) -> bool:
    """Whether a text names anybody but the topic: by name, or by what they are ("her teacher").

    "My daughter Emma" is one, not two; "Emma's teacher" is somebody else.
    """
    said = words(text)
    people = [place for place, word in enumerate(said) if word in _PEOPLE and word not in topic]
    apposed = [place for place in _beside(said, topic) if place in people and not _possessed(text, said[place])]
    named = [one for one in NAME.findall(text) if words(one)[0] not in NO_NAMES | set(topic)]
    return len(people) > len(apposed) or bool(named)


def _possessed(text: str, person: str) -> bool:
    """Whether a person is somebody's of whom the word before speaks: "Emma's teacher", "emmas teacher"."""
    return re.search(rf"s['’]?\s+{re.escape(person)}", text, re.IGNORECASE) is not None


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


_LOOKED_AT = 6
"""Messages behind one that are looked at for going on about the same."""


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
