"""How long a memory lives, when it counts, and what becomes of it: policies as values, and pure steps.

A policy is a row, not code: a new kind, category or key is given its life by a line in a table here or in the
settings. Superseding and retracting close a memory; nothing is overwritten.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from reverie.records.memories import Candidate, Category, Kind, Memory, Status
from reverie.records.opinions import EVOLVED
from reverie.text.value_matching import FORGOTTEN, normal


class Conflict(StrEnum):
    """What happens when a slot that has a value is told another."""

    LATEST = "latest"
    """The later message wins; one that arrives late goes into the past."""
    CONFIDENT = "confident"
    """The more confident one wins; equals go by time."""
    ASK = "ask"
    """The new value waits as a proposal until the person decides."""


LIFE_SPANS: Mapping[str, timedelta | None] = {
    Category.FACT: None,
    Category.PREFERENCE: None,
    Category.HEALTH: None,
    Category.MONEY: None,
    Category.EVENT: timedelta(days=7),
    Category.FEELING: timedelta(hours=6),
    Category.OTHER: timedelta(days=1),
}
"""How long a memory of a category is current after it was said (seed 004); None is for good."""

ENDABLE: Mapping[str, tuple[str, ...]] = {
    "taste": ("likes", "prefers", "hobby", "favorite_"),
    "aversion": ("dislikes", "fears", "allergy", "avoids"),
    "doing": (
        "hobby", "habit", "learning", "likes", "volunteers", "teaches", "plan", "plays", "prefers", "favorite_",
        "studies",
    ),
    "skill": ("skill",),
    "belonging": ("owns", "pet", "condition"),
    "plan": ("plan",),
    "given up": (
        "likes", "prefers", "hobby", "favorite_", "habit", "learning", "volunteers", "teaches", "plan", "skill",
        "plays", "diet", "studies", "occupation",
    ),
    "gone": (
        "owns", "pet", "condition", "hobby", "learning", "habit", "plan", "employer", "plays", "feeling", "allergy",
    ),
    "state": ("diet", "relationship_status", "feeling", "occupation", "nationality", "employer", "school"),
}  # fmt: skip
"""What an ending that names a thing loosely may be about: the slots (a key up to its colon, or to its underscore where
it ends in one) of each sphere.

A named pet's slot is its kind ("cat:miso") and belongs to ``belonging`` and ``gone`` too.
"""

CORE_KEYS = (
    "name", "nickname", "pronouns", "birthday", "home", "occupation", "employer", "partner", "relationship",
    "communication_style", "notes",
)  # fmt: skip
"""Slots that are always in a context, in this order, when they are known."""

CORE_PREFERENCES = 5
"""How many preferences join the core, the most important first (seed 004 says three to five)."""

CORE_PREFIXES = ("allergy:", "condition:", "diet", "communication:", "value:")
"""Slots that are always in a context: overlooking the first ones does harm, the others are how to be with someone."""


CORE_NOTES: Mapping[str, int] = {
    "name": 1, "pronouns": 1, "age": 1, "birthday": 1, "home": 2, "living_with": 2, "occupation": 2, "employer": 1,
    "study": 1, "partner": 1, "marital_status": 1, "allergy": 4, "diet": 2, "health": 3, "medication": 3, "sobriety": 2,
    "pregnancy": 1, "death": 1, "worry": 1, "preference_for_companion": 4,
}  # fmt: skip
"""Notes that are always in a context, the newest of each attribute: who somebody is, what harms when overlooked."""

_ANYBODYS = frozenset({"allergy", "diet", "death"})
"""Attributes that matter whoever of the person's life they are of: at a table, say."""

NOTE_PREFIXES = tuple(f"note_{name}:" for name in CORE_NOTES)
"""Beginnings of the slots of these."""

NOTE_AHEAD = "ahead_"
"""Beginning of the slots of notes on what lies ahead."""

AGE = timedelta(days=365)
"""How long somebody is as old as they said."""

AHEAD = ("plan:", NOTE_AHEAD)
"""Beginnings of the slots of what lies ahead."""

UPCOMING = 4
"""What lies ahead that is always in a context, the nearest first."""

LATELY = 12
"""What was told last that is in every context beside these, as far as there is room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """What is particular to a kind of memory.

    ``conflict`` None is the store's general rule. ``accepted`` is the confidence of a proposal once it is accepted.
    ``judged``: what says the same is told by the caller (``Telling.same``), since words alone can't tell; else two
    values that are alike are one.
    """

    conflict: Conflict | None = None
    accepted: float = 1.0
    judged: bool = False


KINDS: Mapping[Kind, Manner] = {
    # "Remakes are worth it" and "remakes aren't worth it" are alike, and opposite.
    Kind.OPINION: Manner(conflict=Conflict.ASK, accepted=EVOLVED, judged=True),
    # The same scene with another description, or another file: what was said of it last is so.
    Kind.SCENE: Manner(conflict=Conflict.LATEST, judged=True),
}
"""How kinds differ; one that is not here has the manner of a fact."""

_PLAIN = Manner()


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What a store does with what it learns; ``life_spans`` by category, ``conflicts`` by key, ``kinds`` by kind."""

    life_spans: Mapping[str, timedelta | None] = field(default_factory=lambda: dict(LIFE_SPANS))
    conflict: Conflict = Conflict.LATEST
    conflicts: Mapping[str, Conflict] = field(default_factory=dict)
    kinds: Mapping[Kind, Manner] = field(default_factory=lambda: dict(KINDS))

    def expiry(self, candidate: Candidate, at: datetime) -> datetime | None:
        """When something said at ``at`` stops being current; None is never. What lies ahead lives until its date."""
        span = self.life_spans.get(candidate.category)
        return max(filter(None, (date_over(candidate, at), None if span is None else at + span)), default=None)

    def of(self, kind: Kind) -> Manner:
        """What is particular to a kind."""
        return self.kinds.get(kind, _PLAIN)

    def on_conflict(self, key: str, kind: Kind = Kind.FACT) -> Conflict:
        """The rule for a key: its own, its kind's, or the general one."""
        return self.conflicts.get(key) or self.of(kind).conflict or self.conflict

    @property
    def proposes(self) -> bool:
        """Whether what contradicts what is known may wait for somebody's decision."""
        return {self.conflict, *self.conflicts.values()} != {Conflict.LATEST}


def date_over(candidate: Candidate, at: datetime) -> datetime | None:
    """When the date that something is about is over, where that is still ahead of ``at``.

    ``details["when"]`` of what lies ahead and ``details["until"]`` are an ISO day, month or year. The day after is
    still its own: it may have been far from here. An age is told for a year.

    >>> date_over(Candidate(key="plan:marry", details={"when": "2026-06-05"}), datetime(2026, 5, 1))
    datetime.datetime(2026, 6, 7, 0, 0)
    """
    if candidate.key == "age" or candidate.details.get("attribute") == "age":
        return at + AGE
    ahead = (candidate.key or "").startswith(AHEAD)
    when = str(candidate.details.get("when" if ahead else "until") or "")
    year, month, day = (*when.split("-"), "12", "31")[:3] if when.count("-") != 1 else (*when.split("-"), "31")
    try:
        first = at.replace(year=int(year), month=int(month), day=1, hour=0, minute=0, second=0, microsecond=0)
        over = first + timedelta(days=int(day) + 1)
    except (ValueError, OverflowError):
        return None
    return over if over > at else None


def key_beside(key: str, value: str) -> str:
    """The slot of a value that a person says is so beside the one in the slot of ``key``."""
    return f"{key}:{normal(value)}"


def expired(memory: Memory, now: datetime) -> bool:
    """Whether its life span is over at ``now``."""
    return memory.expires_at is not None and memory.expires_at <= now


def current(memory: Memory, now: datetime) -> bool:
    """Whether it may reach a context at ``now``: active, not expired, not ended."""
    return (
        memory.status is Status.ACTIVE
        and not expired(memory, now)
        and (memory.valid_to is None or memory.valid_to > now)
    )


def ended(memory: Memory) -> bool:
    """Whether it is no longer so without anything in its place: it ended, or the date that it is about is over."""
    if memory.status is Status.EXPIRED:
        return bool({"when", "until"} & memory.details.keys())
    return memory.status is Status.SUPERSEDED and memory.superseded_by is None


def held(memory: Memory, moment: datetime) -> bool:
    """Whether it was so at ``moment``, by what is known now."""
    return (
        memory.status in (Status.ACTIVE, Status.SUPERSEDED, Status.EXPIRED)
        and memory.valid_from <= moment
        and (memory.valid_to is None or moment < memory.valid_to)
        and (memory.expires_at is None or moment < memory.expires_at)
    )


def surer(known: tuple[float, float], said: tuple[float, float]) -> tuple[float, float]:
    """How sure and how important something known is after it was said again.

    Confidence closes 30 % of the distance to 1 each time, starting from the surer of the two sayings, so it
    rises ever more slowly and never passes 1. Importance rises by 0.02, to at most 1.
    """
    surest = max(known[0], said[0])
    return round(surest + 0.3 * (1.0 - surest), 6), min(1.0, round(max(known[1], said[1]) + 0.02, 6))


def reinforced(
    memory: Memory, *, confidence: float, importance: float, at: datetime, expires: datetime | None
) -> Memory:
    """The memory after it was said again (``surer``)."""
    sure, important = surer((memory.confidence, memory.importance), (confidence, importance))
    last = max(at, memory.last_validated_at or at)
    later = max(filter(None, (memory.expires_at, expires)), default=None)
    return replace(
        memory,
        confidence=sure,
        importance=important,
        validations=memory.validations + 1,
        last_validated_at=last,
        expires_at=later if memory.expires_at is not None else None,
        revision=memory.revision + 1,
    )


def stated(memory: Memory, times: Collection[datetime]) -> Memory:
    """The memory with the times at which it was stated outright: kept where that is not when it began alone."""
    details = {name: value for name, value in memory.details.items() if name != "stated"}
    if times and {*times} != {memory.valid_from}:
        details["stated"] = [at.isoformat() for at in sorted({*times})]
    return replace(memory, details=details)


def superseded(memory: Memory, *, by: str | None, ended_at: datetime, known_at: datetime) -> Memory:
    """The memory after something else took its place, or it stopped being so (``by`` None)."""
    return replace(
        memory,
        status=Status.SUPERSEDED,
        superseded_by=by,
        valid_to=max(ended_at, memory.valid_from),
        closed_at=known_at,
        revision=memory.revision + 1,
    )


def expired_at(memory: Memory, moment: datetime, *, known_at: datetime) -> Memory:
    """The memory after its time was over."""
    return replace(memory, status=Status.EXPIRED, valid_to=moment, closed_at=known_at, revision=memory.revision + 1)


def retracted(memory: Memory, *, known_at: datetime, reason: str | None = None) -> Memory:
    """The memory after it was taken back: it never counts again, but its row can still be looked into."""
    details = memory.details if reason is None else {**memory.details, "retracted": reason}
    return replace(memory, status=Status.RETRACTED, details=details, closed_at=known_at, revision=memory.revision + 1)


def withheld(memory: Memory) -> Memory:
    """A forgotten memory as it may be shown: what became of it, and none of its words."""
    source = replace(memory.source, quote=FORGOTTEN, span=None)
    return replace(memory, text=FORGOTTEN, details={}, key=None, source=source)


def in_core(memory: Memory) -> bool:
    """Whether its key is always in a context."""
    key = memory.key or ""
    return key in CORE_KEYS or key.startswith(CORE_PREFIXES)


def core_notes(current: Collection[Memory], began: datetime | None = None) -> list[Memory]:
    """The notes that are always in a context: the newest of each attribute, and what lies ahead.

    What stood when the conversation ``began`` stands still, beside what is newer.
    """
    before = [m for m in current if began is not None and m.created_at < began]
    return list({m.id: m for m in (*_core_notes(before), *_core_notes(current))}.values())


def _core_notes(current: Collection[Memory]) -> list[Memory]:
    newest = [m for m in _newest(current) if "attribute" in m.details]
    ahead = [m for m in newest if (m.key or "").startswith(NOTE_AHEAD)]
    found: list[Memory] = []
    for name, most in CORE_NOTES.items():
        here = [m for m in newest if _attribute(m) == name and m not in ahead]
        others = [m for m in here if not _is_own(m)] if name in _ANYBODYS else []
        # Nobody's diet takes the place of theirs.
        found += [*[m for m in here if _is_own(m)][:most], *others[: (most + 1) // 2]]
    return [*found, *sorted(ahead, key=lambda m: (str(m.details["when"]), m.id))[:UPCOMING]]


def lately(current: Collection[Memory]) -> list[Memory]:
    """What was told last: the last day first, and each day in the order of its words."""
    last = [m for m in _newest(current) if m.kind is Kind.FACT and m.key][:LATELY]
    return sorted(last, key=lambda m: (-_told_at(m).toordinal(), _told_at(m), m.id))


def _newest(current: Collection[Memory]) -> list[Memory]:
    return sorted(current, key=lambda m: (_told_at(m), m.id), reverse=True)


def _told_at(memory: Memory) -> datetime:
    return memory.last_validated_at or memory.valid_from


def _attribute(memory: Memory) -> str:
    return str(memory.details["attribute"])


def _is_own(memory: Memory) -> bool:
    return memory.details.get("about") != "other"
