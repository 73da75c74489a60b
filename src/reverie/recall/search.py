"""From a question to what answers it: memories and the person's own words, ranked together, each with its reasons.

A memory and the message it came from are one hit. A result says what it had to do without; it is never
silently poorer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from reverie.conversations.episodes import Episode, Excerpt
from reverie.errors import InvalidInput
from reverie.images.scenes import Scene
from reverie.memory import lifecycle
from reverie.memory.reading import known
from reverie.memory.runtime import Runtime
from reverie.ports import Scored, View
from reverie.recall.query_context import QUERIES, Queries, blended, leans, so_far
from reverie.records.conversations import Message, Role, cleaned
from reverie.records.documents import Passage
from reverie.records.memories import About, Category, Kind, Memory, Source, SourceKind, Status
from reverie.records.queries import SOURCES, Sources
from reverie.store.database import Session
from reverie.store.search.ranking import asked, asks_only
from reverie.text.value_matching import remaining

LONGEST_QUERY = 4_000
"""Characters of a question that are read; a longer text is searched by its first part."""

RELEVANT = 2.5
"""What a hit's words, meaning and date have to add up to for a place in a context.

The features are on absolute scales: a cosine of 0.42 alone gives it, and small talk ("tell me a joke") stays below.
"""

RELEVANT_WORDS = 1.0
"""The same where there are no vectors."""

_SPARE = 6
"""Hits looked at beyond those asked for, because a memory and its message are one."""

OUTDATED = -1.0
"""What words lose that told of something which has changed since: they answer still, but after what is so now."""

NEARLY = 0.75
"""Share of a message's score from which the memory it taught is shown in its place."""

_SPOKEN = {
    "lex": "the words match",
    "lex_session": "the conversation is about it",
    "dense": "close in meaning",
    "dense_session": "the conversation is close in meaning",
    "asked": "answers what was asked about it",
    "memory": "worth remembering",
    "author": "said by the one asked about",
    "source": "said by the one who is asked",
    "when_temporal": "tells a time",
    "date": "from the time asked about",
    "importance": "important",
    "recency": "recent",
    "answers": "it answers the question",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """How much is looked for beside memories and messages; 0 leaves a source out.

    ``episodes``, ``scenes`` and ``passages`` are counted, ``excerpt`` is in characters.
    """

    episodes: int = 0
    excerpt: int = 0
    scenes: int = 0
    passages: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What was found beside memories and messages, each with its ``score`` (a scene: ``similarity``) and ``why``."""

    episodes: tuple[Episode, ...] = ()
    excerpt: Excerpt | None = None
    scenes: tuple[Scene, ...] = ()
    passages: tuple[Passage, ...] = ()
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Looking:
    """Where and how recall looks; the defaults serve a conversation.

    ``memories`` and ``messages`` say which sources are searched; ``roles`` limits messages to who said them
    ("what did I say about X" is ``roles={"user"}``). ``asked_at`` is the time that "yesterday" in the question
    is counted from. ``sources`` says how much the person's words and the companion's count. ``conversation`` is the
    one in which the message is said: one that leans on what was said before it is looked for together with that, by
    the weights of ``queries``, which then say how much each source counts, unless ``sources`` does. ``beside`` says
    how much of episodes, scenes and documents is looked for too. ``rerank``: of what is found for a question that
    leans on no ``conversation`` the extractor judges what answers it, which takes 20 to 60 ms.
    """

    memories: bool = True
    messages: bool = True
    roles: frozenset[str] | None = None
    asked_at: datetime | None = None
    sources: Sources | None = None
    conversation: str | None = None
    queries: Queries = QUERIES
    beside: Amounts = Amounts()
    rerank: bool = False

    def counting(self) -> Sources:
        """How much each source counts."""
        if self.sources is None and self.conversation is not None:
            return self.queries.sources(self.conversation)
        return self.sources or SOURCES


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """Something recalled.

    ``memory`` is what is remembered; for words that were never made a memory, the same envelope around the
    message, with kind ``message``. ``message`` is where the words stand, None for what was stated outright.
    ``features`` add up to ``score``. ``outdated_by`` is what is so now, where the words told of something that has
    changed since.
    """

    memory: Memory
    message: Message | None
    score: float
    features: Mapping[str, float] = field(default_factory=dict)
    outdated_by: Memory | None = None

    @property
    def text(self) -> str:
        """The text of what was recalled."""
        return self.memory.text

    @property
    def why(self) -> str:
        """The strongest reasons of the score in words, with what each added."""
        reasons = sorted(((v, k) for k, v in self.features.items() if v >= 0.05 and k in _SPOKEN), reverse=True)[:3]
        told = "; ".join(f"{_SPOKEN[name]} (+{value:.2f})" for value, name in reasons) or "nothing better was found"
        return told if self.outdated_by is None else f"{told}; no longer so: {self.outdated_by.text}"

    @property
    def said_at(self) -> datetime:
        """When it was said, or became so."""
        return self.message.sent_at if self.message is not None else self.memory.valid_from


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled(Sequence[Hit]):
    """Hits, best first. ``degraded`` names what recall had to do without, with the remedy; empty when all is well.

    ``beside`` are the episodes, the excerpt, the scenes and the passages that were asked for with the hits.
    """

    hits: tuple[Hit, ...] = ()
    degraded: tuple[str, ...] = ()
    beside: Beside = Beside()

    def __len__(self) -> int:
        return len(self.hits)

    def __getitem__(self, index):  # type: ignore[no-untyped-def] # the overloads of Sequence say no more than the tuple
        return self.hits[index]

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)


def recall(
    runtime: Runtime,
    owner: str,
    query: str,
    *,
    limit: int = 10,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    looking: Looking | None = None,
) -> Recalled:
    """Find what answers a question; ``as_of`` asks for what was so then, ``known_at`` for what was known then.

    Raises:
        InvalidInput: the question is empty, or the limit is not from 1 to 1000.
    """
    if not query.strip():
        raise InvalidInput("there is nothing to look for: ask something")
    if not 1 <= limit <= 1000:
        raise InvalidInput(f"a limit is from 1 to 1000, not {limit}")
    wanted = looking or Looking()
    return runtime.one_moment(
        lambda: _recalled(runtime, owner, query, limit, wanted, as_of, known_at),
        about=lambda: runtime.likely_asked(owner, searched(query)),
    )


def searched(query: str) -> str:
    """What of a question is searched by: its first part, as it can be kept."""
    return cleaned(query[:LONGEST_QUERY])


def _recalled(
    runtime: Runtime,
    owner: str,
    query: str,
    limit: int,
    looking: Looking,
    as_of: datetime | None,
    known_at: datetime | None,
) -> Recalled:
    """Search, and read what was found, in the snapshot that is open."""
    now = known_at or runtime.clock()
    with runtime.store.reading() as session:
        settings = session.people.settings(owner)
        if known_at is None:
            past, index = None, runtime.search.index(owner, session)
        else:
            past = known(session, owner, known_at)
            index = runtime.search.as_known(owner, session, list(past.memories.values()), past.messages)
        here = None if as_of or known_at else looking.conversation
        lines = so_far(session, owner, here, query) if here else []
        question = asked(searched(query), at=looking.asked_at or as_of or now, speakers=index.speakers)
        vector = runtime.vector(question)
        lines = lines if leans(question) else []
        question, vector = blended(question, vector, lines, index, looking.queries)
        view = View(
            now=now.timestamp(),
            as_of=None if as_of is None else as_of.timestamp(),
            items=frozenset([*(["memory"] if looking.memories else []), *(["message"] if looking.messages else [])]),
            roles=looking.roles,
            without_categories=frozenset(settings.get("categories_off", ())),
            without=session.withheld(owner),
            sources=looking.counting(),
        )
        scored = index.search(question, vector, view, limit + _SPARE + len(lines))
        before = {line.id for line in lines}  # what a message was looked for with would only find itself
        scored = [one for one in scored if one.id not in before][: limit + _SPARE]
        hits, replaced = _hits(session, owner, scored, None if past is None else past.memories)
        if past is None and as_of is None and not question.dates:
            hits = _with_changes(session, owner, hits, replaced)
        elif past is not None:
            over = {m.source.message_id for m in past.memories.values() if lifecycle.ended(m)}
            hits = [_marked(hit, None, {}) if hit.memory.id in over else hit for hit in hits]
        unembedded = index.unembedded
    if not (question.asks_questions or question.asks_assistant):
        hits = _answers_first(hits, RELEVANT_WORDS if vector is None else RELEVANT)
    degraded = [runtime.without_vectors(question)] if vector is None else []
    if vector is not None and unembedded:
        degraded.append(f"{unembedded} items are not embedded by the present model: run `reverie reindex`")
    return Recalled(hits=tuple(_merged(hits, limit)), degraded=tuple(degraded))


def _hits(
    session: Session, owner: str, scored: Sequence[Scored], then: Mapping[str, Memory] | None
) -> tuple[list[Hit], dict[str, str]]:
    """What was found, read; and by the id of its message, the memory that took the place of what a message taught."""
    ids = [s.id for s in scored if s.item == "memory"]
    memories = session.memories.by_ids(owner, ids) if then is None else then
    said_in = [m.source.message_id for i in ids if (m := memories.get(i)) and m.source.message_id]
    found = list({*said_in, *(s.id for s in scored if s.item == "message")})
    messages, replaced = session.dialogue.told(owner, found)
    hits = []
    for s in scored:
        if s.item == "memory" and s.id in memories:
            memory = memories[s.id]
            hits.append(_hit(memory, messages.get(memory.source.message_id or ""), s))
        elif s.id in messages and remaining(messages[s.id].text):
            hits.append(_hit(spoken(messages[s.id]), messages[s.id], s))
    return hits, replaced


def _with_changes(session: Session, owner: str, hits: list[Hit], replaced: Mapping[str, str]) -> list[Hit]:
    """The hits, with words that told of what is no longer so (``replaced``) marked as such and ranked lower."""
    by = {replaced[hit.memory.id] for hit in hits if hit.memory.id in replaced}
    if not by:
        return hits
    now = so_now(session, owner, by)
    scores = {hit.memory.id: hit.score for hit in hits}
    marked = [_marked(h, now.get(replaced[h.memory.id]), scores) if h.memory.id in replaced else h for h in hits]
    return sorted(marked, key=lambda hit: -hit.score)


def so_now(session: Session, owner: str, ids: set[str]) -> dict[str, Memory]:
    """What is so now, by the id of what took a place: what was forgotten, or ended too, is not shown."""
    found: dict[str, Memory] = {}
    wanted = ids
    while wanted:
        there = session.memories.by_ids(owner, list(wanted))
        found |= there
        wanted = {m.superseded_by for m in there.values() if m.superseded_by} - set(found)
    last: dict[str, Memory] = {}
    for one in ids:
        memory = found.get(one)
        while memory is not None and memory.status is Status.SUPERSEDED and memory.superseded_by:
            memory = found.get(memory.superseded_by)
        if memory is not None and memory.status is Status.ACTIVE:
            last[one] = memory
    return last


def _marked(hit: Hit, now: Memory | None, scores: Mapping[str, float]) -> Hit:
    """The hit as outdated: where what is so now answers nearly as well, it comes first; without that it stays."""
    if now is None:
        return replace(hit, features={**hit.features, "outdated": 0.0})
    present = scores.get(now.id, 0.0)
    loss = min(OUTDATED, present - hit.score - 0.01) if present >= NEARLY * hit.score else OUTDATED
    features = {**hit.features, "outdated": loss}
    return replace(hit, score=hit.score + loss, features=features, outdated_by=now)


def _answers_first(hits: list[Hit], enough: float) -> list[Hit]:
    """The hits, with the person's own questions after what answers: they say nothing of what they ask for."""
    asking = {h.memory.id for h in hits if h.memory.kind is Kind.MESSAGE and _only_asks(h)}
    answering = [h.score for h in hits if h.memory.id not in asking and relevance(h) >= enough]
    if not (asking and answering):
        return hits
    last = min(answering) - 0.01
    moved = [_lowered(h, last) if h.memory.id in asking and h.score > last else h for h in hits]
    return sorted(moved, key=lambda hit: -hit.score)


def _only_asks(hit: Hit) -> bool:
    return hit.message is not None and hit.message.role is Role.USER and asks_only(hit.text)


def _lowered(hit: Hit, score: float) -> Hit:
    return replace(hit, score=score, features={**hit.features, "asks": score - hit.score})


def _hit(memory: Memory, message: Message | None, scored: Scored) -> Hit:
    return Hit(memory=memory, message=message, score=scored.score, features=scored.features)


def relevance(hit: Hit) -> float:
    """How much a hit has to do with the question, by words, meaning, what it answers and its date alone."""
    of = hit.features.get
    return of("lex", 0.0) + of("lex_session", 0.0) + of("dense", 0.0) + of("asked", 0.0) + of("date", 0.0)


def spoken(message: Message) -> Memory:
    """The envelope around words as they were said; it is never stored."""
    text = remaining(message.text)
    about = About.USER if message.role is Role.USER else About.SELF if message.role is Role.ASSISTANT else About.WORLD
    return Memory(
        id=message.id,
        owner=message.owner,
        about=about,
        kind=Kind.MESSAGE,
        category=Category.OTHER,
        text=text,
        source=Source(
            kind=SourceKind.MESSAGE,
            message_id=message.id,
            conversation_id=message.conversation_id,
            quote=text,
            span=(0, len(message.text)),
        ),
        valid_from=message.sent_at,
        created_at=message.sent_at,
    )


def _merged(hits: Iterable[Hit], limit: int) -> list[Hit]:
    """Hits with a memory and its own message as one, and the same words said twice as one; the better one stays."""
    kept: list[Hit] = []
    told: set[str] = set()
    quoted: set[str] = set()
    hits = list(hits)
    lessons: dict[str, Hit] = {}
    for hit in hits:
        if hit.memory.kind is not Kind.MESSAGE and hit.message is not None:
            lessons.setdefault(hit.message.id, hit)
    for hit in (_lesson(hit, lessons) for hit in hits):
        spoken_hit = hit.memory.kind is Kind.MESSAGE
        words = f"{spoken_hit} {' '.join(hit.text.casefold().split())}"
        source = "" if hit.message is None else hit.message.id
        # Two memories of one message are two hits; the message itself beside one of them would be an echo.
        echo = source and (source in told or (spoken_hit and source in quoted))
        if words in told or echo:
            continue
        if len(kept) == limit:
            break
        kept.append(hit)
        told |= {words, source} if spoken_hit else {words}
        quoted.add(source)
    return kept


def _lesson(hit: Hit, lessons: Mapping[str, Hit]) -> Hit:
    """What a message taught, in its place, where that answers nearly as well: it says the same in fewer words."""
    lesson = lessons.get(hit.memory.id)
    if lesson is None or lesson.score < NEARLY * hit.score:
        return hit
    return replace(lesson, score=hit.score, features=hit.features)
