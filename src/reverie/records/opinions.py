"""What a companion thinks: an opinion as it is shown, its history, and which opinions belong to a moment.

An opinion is a memory of the companion about itself, in the slot of its name. Its strength is the memory's
confidence; a change of mind is a new memory on the same line of time, so nothing that was thought is lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from itertools import pairwise

from reverie.records.memories import Memory, Source, SourceKind, Status

LONGEST_NAME = 256
"""Characters of a name (seed 002); what is longer is cut, and the result says so."""

LONGEST_OPINION = 4_096
"""Characters of an opinion (seed 002)."""

STRENGTH = 0.5
"""Of a new opinion (seed 002)."""

EVOLVED = 0.6
"""Strength after a change of mind: held anew, and not yet with full conviction (seed 002)."""

THRESHOLD = 0.80
"""Cosine from which two opinions are about the same thing (seed 002)."""

PRESENT = 0.5
"""Relevance at least given to an opinion that concerns somebody present: it yields only to a near topic."""

ON_TOPIC = 0.25
"""Cosine from which an opinion has to do with a message; below it the two share no more than being sentences."""


class OpinionCategory(StrEnum):
    """What an opinion is about. Whatever else is named becomes ``philosophical``."""

    AESTHETIC = "aesthetic"
    ETHICAL = "ethical"
    PHILOSOPHICAL = "philosophical"
    POLITICAL = "political"
    SOCIAL = "social"
    TECHNICAL = "technical"
    PRACTICAL = "practical"
    PERSONAL = "personal"


def category_of(named: str | None) -> OpinionCategory:
    """The category that is named; ``philosophical`` for none, and for one that there isn't.

    >>> category_of("Aesthetic").value, category_of("gossip").value
    ('aesthetic', 'philosophical')
    """
    try:
        return OpinionCategory((named or "").strip().casefold())
    except ValueError:
        return OpinionCategory.PHILOSOPHICAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """On what occasion an opinion was formed, and whom and what it concerns.

    ``user`` and ``related_users`` are ids of people, ``message`` and ``conversation`` ids; ``platform`` and
    ``channel`` are the host's own words, and ``related_entities`` its ids of whatever it keeps.
    """

    user: str | None = None
    message: str | None = None
    conversation: str | None = None
    platform: str | None = None
    channel: str | None = None
    related_users: tuple[str, ...] = ()
    related_entities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Forming:
    """An opinion that is being formed. ``reason`` is why; ``span`` is where a message voices it, ``quote`` how.

    ``by`` names the language model that heard it, and its prompt. What is formed with a person (``occasion.user``) is
    between them and the companion; without one it is the companion's own, told to everybody.
    """

    name: str
    opinion: str
    category: str | None = None
    strength: float = STRENGTH
    reason: str | None = None
    occasion: Occasion = field(default_factory=Occasion)
    span: tuple[int, int] | None = None
    quote: str | None = None
    by: Mapping[str, str] = field(default_factory=dict)

    @property
    def details(self) -> dict[str, object]:
        """What a memory of it keeps beside its text: only what there is."""
        on = self.occasion
        kept: dict[str, object | None] = {
            "name": self.name,
            "reason": self.reason,
            **self.by,
            "triggering_user": on.user,
            "triggering_message": on.message,
            "platform": on.platform,
            "channel": on.channel,
            "related_users": list(on.related_users),
            "related_entities": list(on.related_entities),
        }
        return {name: value for name, value in kept.items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A change of mind: what was thought, what was thought then (None: nothing, it was retracted), when and why."""

    at: datetime
    old: str
    new: str | None
    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What a companion thinks of something.

    ``strength`` is 0 to 1. ``status`` is active, retracted, superseded, or proposed: held until it is decided, because
    it stands against the opinions in ``held_against`` (ids). ``history`` are the changes of mind, the oldest first.
    ``similarity`` is the cosine to what was looked for, None where nothing was, or without an embedder.
    """

    id: str
    name: str
    opinion: str
    category: OpinionCategory
    strength: float
    status: Status
    reason: str | None
    reinforced: int
    reinforced_at: datetime | None
    formed_at: datetime
    triggering_user: str | None
    triggering_message: str | None
    platform: str | None
    channel: str | None
    related_users: tuple[str, ...]
    related_entities: tuple[str, ...]
    held_against: tuple[str, ...] = ()
    history: tuple[Turn, ...] = ()
    similarity: float | None = None

    def told_to(self, people: Collection[str] | None) -> bool:
        """Whether it is told where these people (ids) are; None is the host, who is told all."""
        whose = {self.triggering_user, *self.related_users}
        return people is None or self.triggering_user is None or not whose.isdisjoint(people)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found(Sequence[Opinion]):
    """Opinions in order; ``degraded`` names what the search had to do without, with the remedy."""

    opinions: tuple[Opinion, ...] = ()
    degraded: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.opinions)

    def __getitem__(self, index):  # type: ignore[no-untyped-def] # the overloads of Sequence say no more than the tuple
        return self.opinions[index]

    def __iter__(self) -> Iterator[Opinion]:
        return iter(self.opinions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many opinions there are: in all, by what became of them, and the active ones by category."""

    total: int
    active: int
    retracted: int
    held: int
    by_category: Mapping[str, int]


def opinion(memory: Memory, past: Sequence[Memory] = (), against: Sequence[str] = ()) -> Opinion:
    """A memory as an opinion; ``past`` is what it superseded, the oldest first, ``against`` what it contradicts."""
    told = memory.details
    return Opinion(
        id=memory.id,
        name=_text(told, "name") or memory.text,
        opinion=memory.text,
        category=category_of(memory.category),
        strength=memory.confidence,
        status=memory.status,
        reason=_text(told, "reason"),
        reinforced=memory.validations,
        reinforced_at=memory.last_validated_at,
        formed_at=(past[0] if past else memory).valid_from,
        triggering_user=_text(told, "triggering_user"),
        triggering_message=_text(told, "triggering_message"),
        platform=_text(told, "platform"),
        channel=_text(told, "channel"),
        related_users=_texts(told, "related_users"),
        related_entities=_texts(told, "related_entities"),
        held_against=tuple(against),
        history=tuple(_turns(memory, past)),
    )


def _turns(memory: Memory, past: Sequence[Memory]) -> Iterator[Turn]:
    for old, new in pairwise([*past, memory]):
        yield Turn(at=new.valid_from, old=old.text, new=new.text, reason=_text(new.details, "reason"))
    if memory.status is Status.RETRACTED and memory.closed_at is not None:
        yield Turn(at=memory.closed_at, old=memory.text, new=None, reason=_text(memory.details, "retracted"))


def _text(details: Mapping[str, object], name: str) -> str | None:
    value = details.get(name)
    return value if isinstance(value, str) else None


def _texts(details: Mapping[str, object], name: str) -> tuple[str, ...]:
    value = details.get(name)
    return tuple(str(one) for one in value) if isinstance(value, list | tuple) else ()


def joined(details: Mapping[str, object], occasion: Occasion) -> dict[str, object]:
    """What a memory keeps, with those whom and that which another occasion concerns."""
    users = dict.fromkeys((*_texts(details, "related_users"), *occasion.related_users))
    entities = dict.fromkeys((*_texts(details, "related_entities"), *occasion.related_entities))
    both = {"related_users": list(users), "related_entities": list(entities)}
    return {**details, **{name: ids for name, ids in both.items() if ids}}


def concerns(memory: Memory, people: Iterable[str]) -> bool:
    """Whether an opinion or an observation concerns one of these people, by id."""
    named = {*_texts(memory.details, "related_users"), _text(memory.details, "user")}
    return not named.isdisjoint(people)


def told_to(memory: Memory, people: Collection[str] | None) -> bool:
    """Whether a memory of the companion is told where these people (ids) are; None is the host, who is told all."""
    between = between_them(memory)
    return people is None or not between or not between.isdisjoint(people)


def between_them(memory: Memory) -> frozenset[str]:
    """With whom (ids) the companion came to a memory of its own: it is told to them alone. Empty: to everybody.

    So is what it noticed or disagreed on with somebody, and an opinion that was formed with them.
    """
    told = memory.details
    with_whom = {_text(told, "user")}
    if (formed_with := _text(told, "triggering_user")) is not None:
        with_whom |= {formed_with, *_texts(told, "related_users")}
    return frozenset(one for one in with_whom if one is not None)


_OCCASION = ("triggering_user", "triggering_message", "platform", "channel")


def names(memory: Memory, person: str) -> bool:
    """Whether a memory of the companion holds a person's id."""
    return concerns(memory, [person]) or memory.details.get("triggering_user") == person


def only_concerns(memory: Memory, people: Collection[str]) -> bool:
    """Whether a memory of the companion concerns these people and nobody else, or was formed with one of them."""
    if memory.details.get("triggering_user") in people:
        return True
    users = _texts(memory.details, "related_users")
    return memory.details.get("user") in people or (bool(users) and set(users) <= set(people))


def without(memory: Memory, person: str) -> Memory:
    """An opinion without what it holds of a person: their id, and the occasion that they were."""
    details = dict(memory.details)
    if users := [one for one in _texts(details, "related_users") if one != person]:
        details["related_users"] = users
    else:
        details.pop("related_users", None)
    source = memory.source
    if details.get("triggering_user") == person:
        details = {name: value for name, value in details.items() if name not in _OCCASION}
        source = Source(kind=SourceKind.TOOL, quote=None)
    return replace(memory, details=details, source=source, revision=memory.revision + 1)


def fitting(
    relevance: Mapping[str, float], there: Mapping[str, Memory], *, max_count: int, max_chars: int
) -> list[Memory]:
    """The opinions that fit a context, the highest relevance x strength first.

    One that is too long for what is left of ``max_chars`` is passed over, and a shorter one may follow.
    """
    ranked = sorted(there.values(), key=lambda m: (-relevance.get(m.id, 0.0) * m.confidence, -m.confidence, m.id))
    chosen: list[Memory] = []
    left = max_chars
    for memory in ranked:
        if len(chosen) == max_count:
            break
        if len(memory.text) <= left:
            chosen.append(memory)
            left -= len(memory.text)
    return chosen
