"""The one envelope: everything that is remembered is a ``Memory``, and everything learned was a ``Candidate``.

A fact, an observation, an episode, an opinion, a scene and a passage differ in ``kind`` and ``details``;
they share their clocks, their sources, their life and every path through the system.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import NamedTuple

from reverie.text.private_matters import of_health, of_money


class Kind(StrEnum):
    """What sort of memory it is. ``message`` is only ever met in a hit: words as they were said, not stored twice."""

    FACT = "fact"
    OBSERVATION = "observation"
    EPISODE = "episode"
    OPINION = "opinion"
    SCENE = "scene"
    PASSAGE = "passage"
    MESSAGE = "message"


EPISODE_KEY = "episode:"
"""The slot of a conversation's episode is this, with the conversation's id behind it."""


class About(StrEnum):
    """Whom or what it speaks of."""

    USER = "user"
    SELF = "self"
    WORLD = "world"


class Category(StrEnum):
    """What sort of fact it is; the life span and a person's settings go by it."""

    FACT = "fact"
    PREFERENCE = "preference"
    HEALTH = "health"
    MONEY = "money"
    EVENT = "event"
    FEELING = "feeling"
    OTHER = "other"


OFF = (Category.MONEY.value,)
"""The categories of which nothing is learned until a person turns them on."""


class Status(StrEnum):
    """Where a memory stands in its life."""

    PROPOSED = "proposed"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    EXPIRED = "expired"


class SourceKind(StrEnum):
    """Where a memory came from."""

    MESSAGE = "message"
    DOCUMENT = "document"
    TOOL = "tool"
    PERSON = "person"
    MODEL = "model"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a memory came from: for a message, the quoted words and where in its text they stand.

    ``span`` is [start, end) in characters of the message's text.
    """

    kind: SourceKind
    message_id: str | None = None
    conversation_id: str | None = None
    quote: str | None = None
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """Something remembered. ``text`` is the sentence that is embedded and shown.

    Two clocks: ``valid_from`` / ``valid_to`` say when it was so, ``created_at`` / ``closed_at`` when it was
    known to be so. ``importance`` and ``confidence`` are 0 to 1. ``details`` holds what only its kind has:
    for a fact, ``value`` is the normalised value of its key.
    """

    id: str
    owner: str
    about: About = About.USER
    kind: Kind = Kind.FACT
    category: str = Category.FACT
    key: str | None = None
    text: str
    details: Mapping[str, object] = field(default_factory=dict)
    importance: float = 0.5
    confidence: float = 0.7
    status: Status = Status.ACTIVE
    supersedes: str | None = None
    superseded_by: str | None = None
    source: Source
    valid_from: datetime
    valid_to: datetime | None = None
    created_at: datetime
    closed_at: datetime | None = None
    expires_at: datetime | None = None
    last_used_at: datetime | None = None
    validations: int = 0
    last_validated_at: datetime | None = None
    revision: int = 1

    @property
    def value(self) -> str | None:
        """The normalised value of a keyed fact."""
        value = self.details.get("value")
        return value if isinstance(value, str) else None

    @property
    def stated(self) -> tuple[datetime, ...]:
        """When it was stated outright; nothing where it rests on messages."""
        if self.source.kind is SourceKind.MESSAGE:
            return ()
        times = self.details.get("stated")
        try:
            known = [datetime.fromisoformat(at).astimezone(UTC) for at in times] if isinstance(times, list) else []
        except (TypeError, ValueError, OverflowError):  # an archive may say anything
            known = []
        return tuple(known) or (self.valid_from,)

    @property
    def wording(self) -> str:
        """All that it says in words, to be looked through for a topic: its text, slot, value and reason."""
        said = [self.text, (self.key or "").replace("_", " "), self.value, self.details.get("reason")]
        return " ".join(str(one) for one in said if one)

    @property
    def spelt(self) -> str | None:
        """The value in the person's own spelling, where the sentence has it."""
        value = self.value
        if not value or value in self.text:
            return value or None
        at = self.text.casefold().find(value.casefold())
        found = self.text[at : at + len(value)]
        return found if at >= 0 and found.casefold() == value.casefold() else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Something that might be remembered, from rules, a tool, a tag, a model or a person: one record for all.

    ``key`` is a slot: single-valued (``favorite_food``), or multi-valued with its value in it
    (``likes:pizza``). ``ends`` names keys that stop being so with it; ``ends`` alone, with no ``text``,
    closes them and adds nothing. A key in ``ends`` may be ``slot=value``, or ``sphere~words`` for what words name
    loosely (``lifecycle.ENDABLE``). With a value it ends only while it has that value. ``valid_from`` None
    means: from when the message was sent. ``leans_on`` are the ids of other messages whose words it tells too: where
    one of those is taken back, so is this.
    """

    text: str = ""
    key: str | None = None
    value: str | None = None
    about: About = About.USER
    kind: Kind = Kind.FACT
    category: str = Category.FACT
    importance: float = 0.5
    confidence: float = 0.7
    quote: str | None = None
    span: tuple[int, int] | None = None
    ends: tuple[str, ...] = ()
    valid_from: datetime | None = None
    rule: str | None = None
    leans_on: tuple[str, ...] = ()
    details: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Somebody's money is of its own category, whatever it was called; so is health that is in no slot."""
        theirs = self.about is About.USER and self.kind in (Kind.FACT, Kind.OBSERVATION)
        if theirs and of_money(f"{self.text} {self.value or ''}"):
            object.__setattr__(self, "category", Category.MONEY)
        elif theirs and self.key is None and of_health(self.text):
            object.__setattr__(self, "category", Category.HEALTH)


class Says(StrEnum):
    """What a statement says of its memory."""

    SO = "so"
    """It is so from then on."""
    OVER = "over"
    """It is no longer so."""
    SETTLED = "settled"
    """It is no longer so, by a decision: whatever was said of it before that counts up to then at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One time that something was said of a slot: it holds no words.

    What it says is the memory that it is a part of; its quote stands on the evidence link from there to its message.
    ``at`` is from when it is so, ``said_at`` when it was said; ``known`` is where the owner's log ended when it became
    known, so two are never known at once. ``silenced`` is the same for when its memory was forgotten: it says nothing
    any more, and goes on ending what it had ended; 0 where it only ever was proposed, and ended nothing. ``by_id`` is
    the memory that took the place (``Says.SETTLED``).
    """

    id: str
    owner: str
    memory_id: str
    says: Says = Says.SO
    at: datetime
    said_at: datetime
    known: int
    source_kind: SourceKind
    message_id: str | None = None
    conversation_id: str | None = None
    by_id: str | None = None
    confidence: float
    importance: float
    expires_at: datetime | None = None
    silenced: int | None = None

    @property
    def is_outright(self) -> bool:
        """Whether it was stated outright, in no message."""
        return self.source_kind is not SourceKind.MESSAGE


class Told(NamedTuple):
    """A fact as it was told last: what a later "actually it's ramen" may be about."""

    key: str
    value: str
    at: datetime


class Relation(StrEnum):
    """How one item stands to another. What supersedes what stands on the memories themselves, both ways."""

    CONTRADICTS = "contradicts"
    DERIVED_FROM = "derived_from"
    EVIDENCE = "evidence"
    PINNED = "pinned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One item to another of the same owner. For evidence, ``to_id`` is a message and ``quote`` its words.

    A pinned memory leads to ``core``, which is no item.
    """

    owner: str
    from_id: str
    to_id: str
    relation: Relation
    quote: str | None = None
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One act that wrote: why (``cause``), who (``actor``), when. ``seq`` orders an owner's changes.

    ``batch`` groups the changes of one import; ``undone_by`` is the change that took it back.
    """

    id: str
    owner: str
    seq: int
    cause: str
    actor: str
    at: datetime
    message_id: str | None = None
    batch: str | None = None
    undone_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """What one change did to one item: the item as JSON before and after, None where it was not there."""

    owner: str
    seq: int
    change_id: str
    at: datetime
    item: str
    item_id: str
    before: Mapping[str, object] | None
    after: Mapping[str, object] | None

    @property
    def scrubbed(self) -> bool:
        """Whether nothing is told any more of what was done: it was erased."""
        return self.before is None and self.after is None
