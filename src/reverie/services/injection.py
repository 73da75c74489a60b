"""Choosing what goes into a context: a small stable core, and what matters for this message, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from reverie.domain.categories import switched_off
from reverie.domain.context import Context, Line, Parts, Person, dated
from reverie.domain.dialogue import Conversation, Message, cleaned
from reverie.domain.documents import Passage
from reverie.domain.episodes import Episode, Excerpt
from reverie.domain.farewells import only_greets
from reverie.domain.lifecycle import (
    CORE_KEYS,
    CORE_PREFERENCES,
    CORE_PREFIXES,
    NOTE_PREFIXES,
    core_notes,
    current,
    in_core,
)
from reverie.domain.matching import remaining
from reverie.domain.memories import About, Category, Kind, Memory
from reverie.domain.opinions import Opinion
from reverie.domain.profiles import MAPPING
from reverie.domain.profiles import place as place_of
from reverie.domain.ranking import asked
from reverie.domain.summarising import Rolling
from reverie.domain.users import User
from reverie.services import beside, conflict_questions, opinions, recall, summaries
from reverie.services.beside import Beyond
from reverie.services.conversations import goes_on
from reverie.services.means import NO_EMBEDDER, Means, surviving
from reverie.services.past import known
from reverie.services.recall import (
    RELEVANT,
    RELEVANT_WORDS,
    Amounts,
    Beside,
    Hit,
    Looking,
    Recalled,
    relevance,
    searched,
)
from reverie.services.scenes import Scene
from reverie.services.surroundings import Queries
from reverie.store.session import Session

LONGEST_LINE = 320
"""Characters of one recalled message that go into a context."""

FREE = 8
"""How many free fields of a profile stand in a context, the most important and surest."""

LOOKED_AT = 40
"""Facts that are looked at for these: what a profile has no place for is among them."""

IDENTITY = 5
"""Statements of the companion on itself that go into a context, the most important first."""

NOTICED = 5
"""Observations of the person that go into a context, the surest first: of before this conversation, and of it."""

LONGEST_PASSAGE = 600
"""Characters of a passage that go into a context."""

SPARE = 4
"""Hits looked at beyond those that are shown, because turns of an excerpt stand in it already."""

OF_THEN = "of a past moment: memories and messages alone, without opinions, episodes, pictures, documents and a summary"
"""What a context by what was known at a moment has to do without."""

_OF_THE_PAST = {Kind.SCENE: "A picture", Kind.EPISODE: "An earlier conversation"}
_SPEAKERS = frozenset({"user", "peer"})
_FRESH = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How many lines of each source may be there: 0 leaves one out.

    ``queries`` weigh what is recalled, ``beyond`` is what is looked for with it. ``rolling`` is how what came before in
    this conversation is summed up, where the host does not say it; None leaves that out. ``asks`` is whether the person
    is asked which of two holds, where what they said last contradicts what is known.
    """

    lines: int
    queries: Queries
    opinions: int
    beyond: Beyond
    asks: bool = True
    rolling: Rolling | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """What the host adds to a context in its own words."""

    summary: str | None = None
    emotion: str | None = None
    relationship: str | None = None


def host(*words: str | None) -> Host:
    """The host's words as they can be written: summary, emotion, relationship."""
    summary, emotion, relationship = (None if said is None else cleaned(said) for said in words)
    return Host(summary=summary, emotion=emotion, relationship=relationship)


def parts(
    means: Means,
    companion: User,
    person: User,
    message: str,
    *,
    host: Host,
    wanted: Wanted,
    known_at: datetime | None = None,
) -> Parts:
    """The parts of a context for a message, by what is known now or was known at a moment.

    All of them are read in one snapshot. A moment of the past has memories and messages alone: what else there is was
    not kept as it was then.
    """
    if known_at is not None:
        wanted = replace(wanted, opinions=0, rolling=None, beyond=replace(wanted.beyond, amounts=Amounts()))
    return means.one_moment(
        lambda: _parts(means, companion, person, message, host, wanted, known_at), about=searched(message)
    )


def _parts(
    means: Means,
    companion: User,
    person: User,
    message: str,
    host: Host,
    wanted: Wanted,
    known_at: datetime | None,
) -> Parts:
    now = means.clock()
    with means.store.reading() as session:
        off = session.people.settings(person.id).get("categories_off", ())
        latest = session.dialogue.latest(person.id, until=known_at)
        began = None if latest is None else latest[0].started_at
        if known_at is None:
            core, noticed = _core(session, person.id, now, off, began)
            itself = session.memories.standing(companion.id, now, (), ("identity:",), ())
            here = goes_on(means, latest, now)
        else:
            core, noticed = _stood_at(session, person.id, known_at, off, began)
            itself = [m for m in _held_at(session, companion.id, known_at) if (m.key or "").startswith("identity:")]
            here = None
        question = conflict_questions.waiting(means, session, person.id) if wanted.asks and known_at is None else None
        opinionated = wanted.opinions > 0 and session.memories.any_of(companion.id, Kind.OPINION)
        present = [person.id, *(user.id for user in session.people.merged(person.id))] if opinionated else []
    stood, learned = _parted(core, began, len(core))
    seen, observed = _parted(noticed, began, NOTICED)
    told_already = {m.id for m in (*core, *seen, *observed)}
    found = _recalled(means, person, message, len(told_already), here, wanted, known_at)
    other = beside.find(means, message, found, wanted.beyond, here=None if here is None else here.id)
    thought = (
        opinions.for_injection(means, companion.id, message, present=present, max_count=wanted.opinions)
        if opinionated
        else None
    )
    told = {m.key: m for m in core}
    return Parts(
        companion=companion.name,
        person=Person(
            name=_told(told.get("name")) or person.name,
            nickname=_told(told.get("nickname")) or person.nickname,
            pronouns=_told(told.get("pronouns")) or person.pronouns,
            guest=person.guest and "name" not in told,
        ),
        core=[_stood(m, _why_core(m)) for m in stood],
        identity=[_stood(m, "who the companion is") for m in sorted(itself, key=_surest)[:IDENTITY]],
        noticed=[_stood(m, _why_noticed(m)) for m in seen],
        core_since=[_stood(m, _why_core(m)) for m in learned],
        noticed_since=[_stood(m, _why_noticed(m)) for m in observed],
        summary=host.summary or _earlier(means, here, wanted.rolling),
        emotion=host.emotion,
        relationship=host.relationship,
        question=None if question is None else question.text,
        opinions=[] if thought is None else [_thought(opinion) for opinion in thought.opinions],
        recalled=[_line(hit) for hit in _telling(message, found, {*told_already, *_ids(other)})[: wanted.lines]],
        episodes=[_past(episode) for episode in other.episodes],
        excerpt=[] if other.excerpt is None else _turns(other.excerpt),
        scenes=[_seen(scene) for scene in other.scenes],
        passages=[_read(passage) for passage in other.passages],
        degraded=tuple(dict.fromkeys((*(() if known_at is None else (OF_THEN,)), *found.degraded, *other.degraded))),
    )


def _held_at(session: Session, owner: str, moment: datetime) -> list[Memory]:
    return [m for m in known(session, owner, moment).memories.values() if current(m, moment)]


def _stood_at(
    session: Session, owner: str, moment: datetime, off: Sequence[str], began: datetime | None
) -> tuple[list[Memory], list[Memory]]:
    """What stood in every context at a moment: the core, and what was noticed, the surest first."""
    held = [m for m in _held_at(session, owner, moment) if not switched_off(m, off)]
    seen = [m for m in held if m.kind is Kind.OBSERVATION and m.about is About.USER]
    surest = sorted(seen, key=_oftenest)[::-1]
    return core_memories([m for m in held if in_core(m) or m.kind is Kind.FACT], began), surest[:NOTICED]


def core_of(means: Means, owner: str) -> list[Memory]:
    """The memories that stand in every context of a person."""
    with means.store.reading() as session:
        off = session.people.settings(owner).get("categories_off", ())
        return _core(session, owner, means.clock(), off, None)[0]


def _core(
    session: Session, owner: str, now: datetime, off: Sequence[str], began: datetime | None
) -> tuple[list[Memory], list[Memory]]:
    """What stands in every context, and what was noticed, the surest first."""
    most = {Category.PREFERENCE: CORE_PREFERENCES, Category.FACT: LOOKED_AT, "noticed": 2 * NOTICED}
    found = session.memories.introducing(owner, now, (CORE_KEYS, (*CORE_PREFIXES, *NOTE_PREFIXES)), off, most)
    found = [m for m in found if not switched_off(m, off)]
    noticed = [m for m in found if m.kind is Kind.OBSERVATION]
    facts = [m for m in found if m.kind is not Kind.OBSERVATION]
    return core_memories(facts, began), sorted(noticed, key=_oftenest)[::-1]


def _oftenest(memory: Memory) -> tuple[float, int, datetime, str]:
    return memory.confidence, memory.validations, memory.last_validated_at or memory.valid_from, memory.id


def core_memories(current: Sequence[Memory], began: datetime | None = None) -> list[Memory]:
    """The memories that always stand: who someone is, what harms when overlooked, their profile's fields, tastes."""
    place = {key: rank for rank, key in enumerate(CORE_KEYS)}
    who = sorted(
        (m for m in current if in_core(m)), key=lambda m: (place.get(m.key or "", len(place)), m.key or "", m.id)
    )
    liked = [m for m in current if m.category == Category.PREFERENCE and not in_core(m)]
    free = [m for m in current if not in_core(m) and (where := place_of(m)) is not None and where[0] == MAPPING]
    notes = [m for m in core_notes(current, began) if m not in who]
    liked = [m for m in liked if m not in notes]
    return [*who, *notes, *sorted(free, key=_surest)[:FREE], *sorted(liked, key=_surest)[:CORE_PREFERENCES]]


def _surest(memory: Memory) -> tuple[float, float, datetime, str]:
    return -memory.importance, -memory.confidence, memory.valid_from, memory.id


def _stood(memory: Memory, why: str) -> Line:
    text = f"Note: {memory.text}" if memory.key == "notes" else memory.text
    return Line(text=text, why=why, memory_id=memory.id, message_id=memory.source.message_id)


def _thought(opinion: Opinion) -> Line:
    held = f"your opinion on {opinion.name}, held at {opinion.strength:.0%}"
    return Line(text=opinion.opinion, why=held, memory_id=opinion.id)


def _read(passage: Passage) -> Line:
    return Line(
        text=f"{passage.source}: {_short(passage.text, LONGEST_PASSAGE)}",
        why=passage.why,
        memory_id=passage.id,
        score=passage.score,
    )


def _earlier(means: Means, here: Conversation | None, rolling: Rolling | None) -> str | None:
    """What came before the last messages of the conversation that is going on, in short."""
    if here is None or rolling is None:
        return None
    return summaries.earlier(means, here, rolling) or None


def _told(memory: Memory | None) -> str | None:
    return None if memory is None else memory.spelt


def _parted(memories: Sequence[Memory], began: datetime | None, most: int) -> tuple[list[Memory], list[Memory]]:
    """What was known when the latest conversation began, and what is new since; so many of each."""
    new = [m for m in memories if began is not None and m.created_at >= began]
    return [m for m in memories if m not in new][:most], new[:most]


def _why_noticed(memory: Memory) -> str:
    return f"noticed, {memory.confidence:.0%} sure"


def _why_core(memory: Memory) -> str:
    if in_core(memory):
        return "always known"
    if "attribute" in memory.details:
        return "ahead of them" if (memory.key or "").startswith("ahead_") else "always known"
    return "one of their strongest preferences" if memory.category == Category.PREFERENCE else "in their profile"


def _looking(message: str, here: Conversation | None, queries: Queries) -> Looking:
    """Where recall looks for a message: what the companion said is left out, unless that is asked for."""
    return Looking(
        roles=None if asked(message).asks_assistant else _SPEAKERS,
        conversation=None if here is None else here.id,
        sources=queries.sources(None if here is None else here.id),
        queries=queries,
    )


def _recalled(
    means: Means,
    person: User,
    message: str,
    told_already: int,
    here: Conversation | None,
    wanted: Wanted,
    known_at: datetime | None,
) -> Recalled:
    """What recall gives for a message: as much as may be needed, since some of it stands in the context anyway."""
    looked_for = wanted.lines or wanted.beyond.amounts.episodes or wanted.beyond.amounts.excerpt
    if not message.strip() or not looked_for or only_greets(message):
        return Recalled(degraded=(NO_EMBEDDER,) if means.embedder is None else ())
    limit = wanted.lines + told_already + 1 + SPARE
    looking = _looking(message, here, wanted.queries)
    return recall.recall(means, person.id, message, limit=limit, known_at=known_at, looking=looking)


def _telling(message: str, found: Recalled, told_already: set[str]) -> list[Hit]:
    """The hits that have to do with the message, and say what does not stand in the context anyway."""
    words = " ".join(message.casefold().split())
    return [
        hit
        for hit in found
        if hit.memory.id not in told_already
        and relevance(hit) >= (RELEVANT if "dense" in hit.features else RELEVANT_WORDS)
        and " ".join(hit.text.casefold().split()) != words
    ]


def _ids(other: Beside) -> set[str]:
    """What the other sources show: turns of the excerpt, and scenes."""
    turns = () if other.excerpt is None else other.excerpt.messages
    return {turn.id for turn in turns} | {scene.id for scene in other.scenes}


def _past(episode: Episode) -> Line:
    text = f"{episode.ended_at:%Y-%m-%d}: {episode.text}"
    return Line(text=text, why=episode.why, memory_id=episode.id, score=episode.score)


def _turns(excerpt: Excerpt) -> list[Line]:
    lines = []
    for turn in excerpt.messages:
        why = excerpt.why if turn.id == excerpt.best else "said around what has to do with the message"
        lines.append(Line(text=_said(turn, excerpt.outdated.get(turn.id)), why=why, message_id=turn.id))
    return lines


def _said(message: Message, now: str | None) -> str:
    """Words as they were said, with what is so now where they told of what has changed since, or ended ("")."""
    told = dated(_short(remaining(message.text)), message.speaker, message.sent_at)
    return told if now is None else f"{told} (no longer so: {now})" if now else f"{told} (no longer so, or not all)"


def _seen(scene: Scene) -> Line:
    text = f"{scene.at:%Y-%m-%d}: {scene.description}"
    return Line(text=text, why=scene.why, memory_id=scene.id, score=scene.similarity)


def _short(text: str, longest: int = LONGEST_LINE) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _line(hit: Hit) -> Line:
    memory, message = hit.memory, hit.message
    if memory.kind is Kind.MESSAGE and message is not None:
        ended = "" if "outdated" in hit.features else None
        now = ended if hit.outdated_by is None else hit.outdated_by.text
        return Line(text=_said(message, now), why=hit.why, message_id=message.id, score=hit.score)
    text = f"{memory.text} (since {memory.valid_from:%Y-%m-%d})"
    if memory.kind in _OF_THE_PAST:
        text = f"{_OF_THE_PAST[memory.kind]} of {memory.valid_from:%Y-%m-%d}: {memory.text}"
    return Line(text=text, why=hit.why, memory_id=memory.id, message_id=memory.source.message_id, score=hit.score)


@surviving
def used(means: Means, owner: str, context: Context) -> None:
    """Note which memories a context used; one that was noted within the hour is not noted again."""
    ids = [line.memory_id for line in context.lines if line.memory_id]
    if not ids:
        return
    now = means.clock()
    with means.store.reading() as session:
        stale = session.memories.unused_since(owner, ids, now - _FRESH)
    if stale:
        with means.store.writing(owner) as session:
            session.memories.touch(owner, stale, now)
