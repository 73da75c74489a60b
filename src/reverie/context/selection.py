"""Choosing what goes into a context: a small stable core, and what matters for this message, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from reverie.context import sources
from reverie.context.core_memories import NOTICED, held_at, standing, stood_at, surest
from reverie.context.rendering import Context, Line, Parts, Person, dated
from reverie.context.sources import Beyond
from reverie.conversations import summaries
from reverie.conversations.episodes import Episode, Excerpt
from reverie.conversations.message_store import goes_on
from reverie.decisions import conflict_questions
from reverie.images.scenes import Scene
from reverie.learning.rules.dates import leans_on_its_day
from reverie.memory.lifecycle import current, in_core, lately
from reverie.memory.runtime import NO_EMBEDDER, Runtime, surviving
from reverie.persona.opinion_search import OpinionSearch
from reverie.recall import mentioned_people, search
from reverie.recall.query_context import LATEST_LINES, QUERIES, Queries
from reverie.recall.search import (
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
from reverie.records.conversations import Conversation, Message, Rolling, cleaned
from reverie.records.documents import Passage
from reverie.records.memories import Category, Kind, Memory
from reverie.records.opinions import Opinion
from reverie.records.users import User
from reverie.store.database import Session
from reverie.store.search.ranking import asks_assistant
from reverie.text.farewells import only_greets
from reverie.text.value_matching import remaining

PERHAPS, MOST_PERHAPS = 2.0, 2
"""What a hit's words, meaning and date have to add up to that may fit, below ``recall.RELEVANT``, and how many of them.

Of the needs of 78 moments of six writers 0.76 are met so (0.72 without them, and with twice as much told lately).
"""

LONGEST_LINE = 320
"""Characters of one recalled message that go into a context."""

IDENTITY = 5
"""Statements of the companion on itself that go into a context, the most important first."""

LONGEST_PASSAGE = 600
"""Characters of a passage that go into a context."""

SPARE = 4
"""Hits looked at beyond those that are shown, because turns of an excerpt stand in it already."""

BESIDE = Amounts(episodes=1, scenes=1, passages=2)
"""What a context tells beside memories and messages."""

OF_THEN = "of a past moment there are only memories and messages: no opinions, episodes, pictures, documents or summary"
"""What a context by what was known at a moment has to do without."""

_OF_THE_PAST = {Kind.SCENE: "A picture", Kind.EPISODE: "An earlier conversation"}
_SPEAKERS = frozenset({"user", "peer"})
_FRESH = timedelta(hours=1)
_NOTED = 10_000
"""Memories that are known to have been noted lately."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How many lines of each source may be there: 0 leaves one out.

    ``queries`` weigh what is recalled, ``beyond`` is what is looked for with it. ``rolling`` is how what came before in
    this conversation is summed up, where the host does not say it; None leaves that out. ``asks`` is whether the person
    is asked which of two holds, where what they said last contradicts what is known. ``present`` and ``thread`` are a
    group's: who else is there, and what was said.
    """

    beyond: Beyond
    lines: int = 8
    queries: Queries = QUERIES
    opinions: int = 8
    asks: bool = True
    present: Sequence[str] = ()
    thread: Sequence[Message] = ()
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
    runtime: Runtime,
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
    return runtime.one_moment(
        lambda: _parts(runtime, companion, person, message, host, wanted, known_at),
        about=lambda: runtime.likely_asked(person.id, searched(message)),
    )


def _parts(
    runtime: Runtime,
    companion: User,
    person: User,
    message: str,
    host: Host,
    wanted: Wanted,
    known_at: datetime | None,
) -> Parts:
    now = runtime.clock()
    with runtime.store.reading() as session:
        off = session.people.settings(person.id).get("categories_off", ())
        latest = session.dialogue.latest(person.id, until=known_at, lines=LATEST_LINES)
        # The stable part stays as it is while a conversation lasts, after a farewell too.
        lasts = latest is not None and abs((known_at or now) - latest[1]) <= runtime.silence
        began = latest[0].started_at if latest is not None and lasts else None
        if known_at is None:
            mentioned = mentioned_people.search(runtime, person.id, message) if wanted.lines else []
            stands = standing(session, person.id, now, off, began, aside=mentioned)
            itself = [m for m in _identity(session, companion.id) if current(m, now)]
            here = goes_on(runtime, latest, now)
        else:
            mentioned = []
            stands = stood_at(session, person.id, known_at, off, began)
            itself = [m for m in held_at(session, companion.id, known_at) if (m.key or "").startswith("identity:")]
            here = None
        question = conflict_questions.waiting(runtime, session, person.id) if wanted.asks and known_at is None else None
        opinionated = wanted.opinions > 0 and session.any_of(companion.id, Kind.OPINION)
        present = [person.id, *(user.id for user in session.people.merged(person.id))] if opinionated else []
    stood, learned = _parted(stands.core, began, len(stands.core))
    seen, observed = _parted(stands.noticed, began, NOTICED)
    told_already = {m.id for m in (*stands.pinned, *stands.core, *seen, *observed)}
    before = [m for m in stands.facts if began is None or m.created_at < began]  # what is newer stands in the talk
    last = lately([m for m in before if m.id not in told_already])
    told_already |= {m.id for m in last}
    people = mentioned_people.found(runtime, person.id, message, mentioned, told_already, off)
    told_already |= {m.id for m in people}
    thread = _before(message, wanted.thread)
    told_already |= {one.id for one in thread}
    found = _recalled(runtime, person, message, len(told_already), here, wanted, known_at)
    other = sources.find(runtime, message, found, wanted.beyond, here=None if here is None else here.id)
    thought = (
        OpinionSearch(runtime, companion.id).for_injection(message, present=present, max_count=wanted.opinions)
        if opinionated
        else None
    )
    return Parts(
        companion=companion.name,
        person=_named(person, [*stands.pinned, *stands.core]),
        pinned=[_stood(m, "pinned") for m in stands.pinned],
        core=[_stood(m, _why_core(m)) for m in stood],
        lately=_by_day(last),
        identity=[_stood(m, "who the companion is") for m in sorted(itself, key=surest)[:IDENTITY]],
        noticed=[_stood(m, _why_noticed(m)) for m in seen],
        core_since=[_stood(m, _why_core(m)) for m in learned],
        noticed_since=[_stood(m, _why_noticed(m)) for m in observed],
        summary=host.summary or _earlier(runtime, here, wanted.rolling),
        present=wanted.present,
        thread=[_heard(one) for one in thread],
        emotion=host.emotion,
        relationship=host.relationship,
        question=None if question is None else question.text,
        opinions=[] if thought is None else [_thought(opinion) for opinion in thought.opinions],
        people=[_dated(m, "the message mentions them") for m in people],
        recalled=[_line(hit) for hit in telling(message, found, {*told_already, *_ids(other)})[: wanted.lines]],
        episodes=[_past(episode) for episode in other.episodes],
        excerpt=[] if other.excerpt is None else _turns(other.excerpt),
        scenes=[_seen(scene) for scene in other.scenes],
        passages=[_read(passage) for passage in other.passages],
        degraded=tuple(dict.fromkeys((*(() if known_at is None else (OF_THEN,)), *found.degraded, *other.degraded))),
    )


def _named(person: User, core: Sequence[Memory]) -> Person:
    """How the person is spoken of: as they told, or else as the directory has it."""
    told = {m.key: m for m in core}
    return Person(
        name=_told(told.get("name")) or person.name,
        nickname=_told(told.get("nickname")) or person.nickname,
        pronouns=_told(told.get("pronouns")) or person.pronouns,
        guest=person.guest and "name" not in told,
    )


def _identity(session: Session, companion: str) -> list[Memory]:
    """Who the companion is: read anew only when something of it changed."""
    return session.kept(companion, "identity", lambda: session.memories.active(companion, "identity:"))


def _stood(memory: Memory, why: str) -> Line:
    text = f"Note: {memory.text}" if memory.key == "notes" else memory.text
    if "attribute" in memory.details and "when" not in memory.details and leans_on_its_day(memory.text):
        text = f"{text} ({memory.last_validated_at or memory.valid_from:%Y-%m-%d})"
    return Line(text=text, why=why, memory_id=memory.id, message_id=memory.source.message_id)


def _by_day(memories: Sequence[Memory]) -> list[Line]:
    """What was told, in order; the first of each day says which that was."""
    days = [f"{m.last_validated_at or m.valid_from:%Y-%m-%d}" for m in memories]
    first = [at == 0 or days[at] != days[at - 1] for at in range(len(days))]
    told = zip(memories, days, first, strict=True)
    return [replace(_stood(m, "told lately"), text=f"{day}: {m.text}" if new else m.text) for m, day, new in told]


def _dated(memory: Memory, why: str) -> Line:
    return replace(_stood(memory, why), text=_since(memory))


def _since(memory: Memory) -> str:
    return f"{memory.text} (since {memory.valid_from:%Y-%m-%d})"


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


def _earlier(runtime: Runtime, here: Conversation | None, rolling: Rolling | None) -> str | None:
    """What came before the last messages of the conversation that is going on, in short."""
    if here is None or rolling is None:
        return None
    return summaries.earlier(runtime, here, rolling) or None


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
        roles=None if asks_assistant(message) else _SPEAKERS,
        conversation=None if here is None else here.id,
        sources=queries.sources(None if here is None else here.id),
        queries=queries,
    )


def _recalled(
    runtime: Runtime,
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
        return Recalled(degraded=(NO_EMBEDDER,) if runtime.embedder is None else ())
    limit = wanted.lines + told_already + 1 + SPARE
    looking = _looking(message, here, wanted.queries)
    return search.recall(runtime, person.id, message, limit=limit, known_at=known_at, looking=looking)


def telling(message: str, found: Recalled, told_already: set[str]) -> list[Hit]:
    """The hits that have to do with the message, or may, and say what does not stand in the context anyway."""
    words = " ".join(message.casefold().split())
    new = [h for h in found if h.memory.id not in told_already and " ".join(h.text.casefold().split()) != words]
    fitting = {h.memory.id for h in new if relevance(h) >= (RELEVANT if "dense" in h.features else RELEVANT_WORDS)}
    perhaps = [h.memory.id for h in new if "dense" in h.features and PERHAPS <= relevance(h) < RELEVANT]
    return [h for h in new if h.memory.id in fitting.union(perhaps[:MOST_PERHAPS])]


def _before(message: str, thread: Sequence[Message]) -> Sequence[Message]:
    """The thread without the message itself, where it is the last of it."""
    return thread[:-1] if thread and " ".join(thread[-1].text.split()) == " ".join(message.split()) else thread


def _heard(message: Message) -> Line:
    text = f"{message.speaker}: {_short(remaining(message.text))}"
    return Line(text=text, why="said in the group", message_id=message.id)


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
    text = _since(memory)
    if memory.kind in _OF_THE_PAST:
        text = f"{_OF_THE_PAST[memory.kind]} of {memory.valid_from:%Y-%m-%d}: {memory.text}"
    return Line(text=text, why=hit.why, memory_id=memory.id, message_id=memory.source.message_id, score=hit.score)


@surviving
def used(runtime: Runtime, owner: str, context: Context) -> None:
    """Note which memories a context used; one that was noted within the hour is not noted again."""
    ids = [line.memory_id for line in context.lines if line.memory_id]
    if not ids:
        return
    now = runtime.clock()
    noted = runtime.noted
    ids = [one for one in ids if (owner, one) not in noted or noted[owner, one] < now - _FRESH]
    if not ids:
        return
    if len(noted) > _NOTED:
        noted.clear()
    noted |= {(owner, one): now for one in ids}
    with runtime.store.reading() as session:
        stale = session.memories.unused_since(owner, ids, now - _FRESH)
    if stale:
        with runtime.store.writing(owner) as session:
            session.memories.touch(owner, stale, now)
