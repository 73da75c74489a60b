"""What a companion notices, of a person or of itself: recorded, confirmed, and looked through again.

Observations are only ever added: the same one again makes it surer, and one that says the opposite stands beside it,
linked to it, so that both sides can be shown with where they came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from reverie.conversations import message_store
from reverie.errors import InvalidInput, NotFound, Refused
from reverie.learning.message_learning import admitted, see_admitted
from reverie.learning.rules import categories
from reverie.memory import reading
from reverie.memory.judgement import Verdict, judge
from reverie.memory.lifecycle import current, reinforced
from reverie.memory.runtime import Runtime, aware, surviving
from reverie.memory.writing import Learned, Step, Writing
from reverie.records.conversations import Message
from reverie.records.memories import About, Candidate, Kind, Link, Memory, Relation, Source, SourceKind, Status
from reverie.records.observation_categories import (
    Noticed,
    Order,
    SourceType,
    checked_category,
    checked_confidence,
    checked_source_type,
    in_first_person,
    plain,
)
from reverie.records.opinions import between_them
from reverie.records.read_access import WHOLE, switched_off
from reverie.store.database import Session

IMPORTANCE = 0.5
"""Of an observation: what is stated outright counts more (0.8)."""

LONGEST_QUOTE = 160
"""Characters of a message that tell where an observation came from."""

_ROSE: Mapping[str, str] = {
    SourceType.CONVERSATION: "noticed in conversation",
    SourceType.EXPLICIT_REFLECTION: "found on reflection",
    SourceType.JOURNAL: "from a journal",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """An observation as it is reviewed: the memory, where it came from in words, and what says the opposite."""

    memory: Memory
    told: str
    contradictions: tuple[Observation, ...] = ()

    @property
    def text(self) -> str:
        """The text of what was noticed."""
        return self.memory.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What became of an observation; ``contradicts`` are those that say the opposite, which stand as they are."""

    step: Step
    memory: Memory
    contradicts: tuple[Memory, ...] = ()

    @property
    def text(self) -> str:
        """The text of what was noticed."""
        return self.memory.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Which observations are reviewed; ``since`` and ``until`` are when they were noticed or confirmed."""

    category: str | None = None
    minimum_confidence: float | None = None
    since: datetime | None = None
    until: datetime | None = None
    limit: int | None = 10
    order: Order | str = Order.NEWEST


@surviving
def record(runtime: Runtime, owner: str, noticed: Noticed) -> Recorded:
    """Record something noticed. The same noticed again makes it surer, and is told by ``step``.

    Raises:
        InvalidInput: it is empty or too long, or its category, confidence or source type is not of the closed sets.
        Refused: it holds a secret, memory is paused, or what it speaks of is switched off.
    """
    kept: dict[str, object] = {**noticed.by, "source_type": checked_source_type(noticed.source_type)}
    if noticed.user is not None:
        kept["user"] = noticed.user
    candidate = Candidate(
        text=noticed.text,
        about=noticed.about,
        kind=Kind.OBSERVATION,
        category=checked_category(noticed.about, noticed.category),
        importance=IMPORTANCE,
        confidence=checked_confidence(noticed.confidence),
        details=kept,
    )
    source = noticed.source or Source(kind=SourceKind.TOOL)
    (telling,) = admitted(runtime, owner, candidate, source=source, at=noticed.at)
    with runtime.store.reading() as session:
        settings, names = session.people.settings(owner), names_of(session, owner)
    _see_allowed(telling.candidate.text, names, settings, runtime.clock())
    with (
        runtime.store.writing(owner) as session,
        session.act(runtime.change(owner, "observe", actor="companion")) as act,
    ):
        see_admitted(session, owner, [telling])
        (learned,) = Writing(runtime, session, act).tell(telling)
        memory = _written(learned)
        against = _against(session, memory, names)
        for other in against if learned.step is Step.ADDED else ():
            link = Link(owner=owner, from_id=memory.id, to_id=other.id, relation=Relation.CONTRADICTS)
            act.write(None, link)
    shown = reading.seen(runtime, owner, [one.id for one in against]) if runtime.access != WHOLE else None
    told = tuple(one for one in against if shown is None or one.id in shown)
    return Recorded(step=learned.step, memory=memory, contradicts=told)


def flag(runtime: Runtime, owner: str, newer: str, older: str) -> bool:
    """Flag that two observations can't both be so, by their ids; whether that is new.

    Both stand as they are. Nothing is flagged where one of them stands no more, or where memory is paused.
    """
    with runtime.store.writing(owner) as session:
        there = session.memories.by_ids(owner, [newer, older]).values()
        stand = [m for m in there if m.kind is Kind.OBSERVATION and m.status is Status.ACTIVE]
        linked = session.links.related(owner, Relation.CONTRADICTS, [newer])
        if len(stand) < 2 or session.people.settings(owner).get("paused"):
            return False
        if any({link.from_id, link.to_id} == {newer, older} for link in linked):
            return False
        with session.act(runtime.change(owner, "observe", actor="model")) as act:
            act.write(None, Link(owner=owner, from_id=newer, to_id=older, relation=Relation.CONTRADICTS))
    return True


def _written(learned: Learned) -> Memory:
    if learned.memory is None:
        raise InvalidInput("there is nothing to observe: say what was noticed")
    return learned.memory


def _see_allowed(text: str, names: Sequence[str], settings: Mapping[str, object], now: datetime) -> None:
    """See that an observation speaks of nothing that the person has switched off: "has asthma" is health."""
    off = settings.get("categories_off")
    if isinstance(off, list | tuple) and off:
        read = categories(in_first_person(text, names), sent_at=now) & {*map(str, off)}
        if read:
            raise Refused.switched_off(min(read))


def _against(session: Session, memory: Memory, names: Sequence[str]) -> list[Memory]:
    """The active observations of the same one that can't be so beside this."""
    said = plain(memory.text, names)
    active = session.memories.of_kind(memory.owner, Kind.OBSERVATION, [Status.ACTIVE])
    whose = between_them(memory)
    others = (m for m in active if m.about is memory.about and m.id != memory.id and between_them(m) <= whose)
    return [m for m in others if judge(said, plain(m.text, names)) is Verdict.OPPOSITE]


def names_of(session: Session, owner: str) -> list[str]:
    """What the owner is called."""
    user = session.people.by_id(owner)
    return [] if user is None else [name for name in (user.name, user.nickname) if name]


def validated(runtime: Runtime, owner: str, observation: str) -> Memory:
    """Confirm an observation, by its id or the beginning of it: it is surer, and dated.

    Its confidence rises as that of anything said again (``lifecycle.reinforced``), and never past 1.

    Raises:
        NotFound: there is no such observation.
        Refused: memory is paused.
    """
    with runtime.store.reading() as session:
        paused = session.people.settings(owner).get("paused")
    if paused:
        raise Refused("memory is paused for this person: resume it first", reason="paused")
    with runtime.store.writing(owner) as session:
        found = [
            m
            for m in session.memories.by_prefix(owner, observation)
            if m.kind is Kind.OBSERVATION and m.status is Status.ACTIVE
        ]
        if not observation or len(found) != 1:
            raise NotFound(f"there is not exactly one observation {observation!r}: review them to see their ids")
        (memory,) = found
        with session.act(runtime.change(owner, "validate", actor="companion")) as act:
            surer = reinforced(
                memory,
                confidence=memory.confidence,
                importance=memory.importance,
                at=act.change.at,
                expires=memory.expires_at,
            )
            act.write(memory, surer)
            return surer


def review(runtime: Runtime, owner: str, about: About, wanted: Review | None = None) -> list[Observation]:
    """Observations that stand, newest or surest first, each with its source in words and what contradicts it.

    What was noticed before ``until`` and noticed or confirmed after ``since`` is in the time asked for.

    Raises:
        InvalidInput: there is no such category or order, or a number is out of range.
    """
    wanted = _checked(about, wanted or Review(), runtime.clock())
    with runtime.store.reading() as session:
        every = standing(runtime, session, owner, about)
        found = [m for m in every if _wanted(m, wanted)]
        surest = wanted.order == Order.CONFIDENCE
        found.sort(key=lambda m: (m.confidence if surest else 0.0, m.last_validated_at or m.valid_from, m.id))
        found = found[::-1][: wanted.limit]
        against = contradictions(session, owner, found, {m.id: m for m in every})
        told = sources(session, owner, {m.id: m for m in [*found, *(o for many in against.values() for o in many)]})
    return [
        Observation(
            memory=m,
            told=told[m.id],
            contradictions=tuple(Observation(memory=o, told=told[o.id]) for o in against[m.id]),
        )
        for m in found
    ]


def _checked(about: About, wanted: Review, now: datetime) -> Review:
    if wanted.category is not None:
        wanted = replace(wanted, category=checked_category(about, wanted.category))
    if wanted.minimum_confidence is not None:
        checked_confidence(wanted.minimum_confidence)
    if wanted.limit is not None and wanted.limit < 1:
        raise InvalidInput(f"a limit is 1 or more, not {wanted.limit}")
    if wanted.order not in tuple(Order):
        raise InvalidInput(f"there is no order {wanted.order!r}: there are {', '.join(Order)}")
    since, until = (None if moment is None else aware(moment, now) for moment in (wanted.since, wanted.until))
    return replace(wanted, since=since, until=until)


def _wanted(memory: Memory, wanted: Review) -> bool:
    return (
        (wanted.category is None or memory.category == wanted.category)
        and (wanted.minimum_confidence is None or memory.confidence >= wanted.minimum_confidence)
        and (wanted.since is None or (memory.last_validated_at or memory.valid_from) >= wanted.since)
        and (wanted.until is None or memory.valid_from <= wanted.until)
    )


def standing(runtime: Runtime, session: Session, owner: str, about: About) -> list[Memory]:
    """The observations of somebody that are so now and not switched off, in the order in which they were made."""
    off, now = session.people.settings(owner).get("categories_off", ()), runtime.clock()
    found = session.memories.of_kind(owner, Kind.OBSERVATION, [Status.ACTIVE])
    return [m for m in found if m.about is about and current(m, now) and not switched_off(m, off)]


def contradictions(
    session: Session, owner: str, of: Iterable[Memory], known: Mapping[str, Memory]
) -> dict[str, list[Memory]]:
    """What contradicts memories, by their ids: the other side of each link, where it is among the ``known``."""
    found: dict[str, list[Memory]] = {memory.id: [] for memory in of}
    for link in session.links.related(owner, Relation.CONTRADICTS, list(found)):
        for one, other in ((link.from_id, link.to_id), (link.to_id, link.from_id)):
            if one in found and other in known:
                found[one].append(known[other])
    return found


def sources(session: Session, owner: str, memories: Mapping[str, Memory]) -> dict[str, str]:
    """Where observations came from, in words."""
    ids = [m.source.message_id for m in memories.values() if m.source.message_id]
    there = session.dialogue.by_ids(owner, ids)
    return {name: _told(m, there.get(m.source.message_id or "")) for name, m in memories.items()}


def _told(memory: Memory, message: Message | None) -> str:
    rose = _ROSE.get(str(memory.details.get("source_type")), "noticed")
    told = f"{rose} on {memory.valid_from:%Y-%m-%d}"
    if message is None:
        return told
    quote = memory.source.quote or message.text
    return (
        f"{told}, when {message.speaker} said “{quote if len(quote) <= LONGEST_QUOTE else quote[:LONGEST_QUOTE] + '…'}”"
    )


def said_in(runtime: Runtime, owner: str, message_id: str | None) -> Source | None:
    """The source that a message of the owner makes, None for none.

    Raises:
        NotFound: there is no such message.
    """
    if message_id is None:
        return None
    with runtime.store.reading() as session:
        found = message_store.message(session, owner, message_id)
    return Source(kind=SourceKind.MESSAGE, message_id=found.id, conversation_id=found.conversation_id)
