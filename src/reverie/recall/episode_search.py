"""Episodes: kept of conversations that are over, and found again for a message.

An episode is found through the messages it came from, so it is in no index of its own: on LoCoMo that found the right
conversation twice as often as searching its text, and a text that repeats messages would make their words seem common.

What is to be drawn is read off the state: a conversation that is over and has no episode up to its last message. So
nothing is lost in a crash, an import is drawn when it is asked for, and words that change take their episode along
(``episode_upkeep``) and leave a conversation to be drawn anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime

from reverie.conversations import episode_upkeep
from reverie.conversations.episodes import (
    Episode,
    Excerpt,
    Outline,
    carrying,
    excerpted,
    invented,
    sentence,
    transcript,
)
from reverie.conversations.episodes import drawn as drawn_from
from reverie.conversations.message_store import going_on, named
from reverie.conversations.summaries import taught
from reverie.errors import Conflict, InvalidInput, Refused
from reverie.learning.message_learning import heard
from reverie.memory.runtime import Runtime, surviving
from reverie.memory.writing import Telling, Writing
from reverie.recall.search import RELEVANT, RELEVANT_WORDS, Hit, Looking, recall, relevance, searched, so_now
from reverie.records.conversations import Author, Conversation, Message, Role, cleaned
from reverie.records.memories import Candidate, Category, Kind, Link, Memory, Relation, Source, SourceKind, Status
from reverie.records.read_access import speaks_of
from reverie.records.users import User
from reverie.secrets import masked
from reverie.store.database import Session
from reverie.store.search.tokens import each_word, shared

FEWEST = 2
"""Messages of the person that a conversation has to have."""

FEW = 3
"""Conversations that are drawn, the latest first, when the next one begins; upkeep draws them all."""

LONGEST_PART = 600
"""Characters that a part of an episode may have, where it is put."""

AROUND = 2
"""Turns of an excerpt before the best message, and after it."""

ONE_WORD = 1.5
"""What one word in common has to give where there are no vectors; else ``recall.RELEVANT`` and ``RELEVANT_WORDS`` hold.

On two conversations of LoCoMo a lower floor found answers to small talk ("write a haiku about rain").
"""

LOOKED_AT = 30
"""Messages that are looked at for one of another conversation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """An episode about to be kept: its words, and the messages it came from."""

    outline: Outline
    excerpt: str
    sources: Sequence[Message]
    categories: Sequence[str]
    author: Author
    by: Mapping[str, str] = field(default_factory=dict)


def draw(runtime: Runtime, person: User, *, newest: int | None = None, only: str | None = None) -> list[Episode]:
    """Draw the episodes that are missing, of the latest conversations first.

    ``newest`` looks at so many of them, ``only`` at the one of this id. Of a guest, who is unknown, and of whoever
    paused memory or switched events off, there are none.
    """
    owner = person.id
    with runtime.store.reading() as session:
        settings = session.people.settings(owner)
        if person.guest or settings.get("paused") or Category.EVENT in settings.get("categories_off", ()):
            return []
        missing = session.dialogue.without_episode(owner, runtime.clock() - runtime.silence, FEWEST)
        kept_away = {digest for _id, digest in session.links.blocks(owner)} if missing else set()
    due = [c for c in missing if episode_upkeep.blocking(c.id) not in kept_away and only in (None, c.id)][:newest]
    made = [_drawn(runtime, where, settings.get("categories_off", ())) for where in due]
    return [episode for episode in made if episode is not None]


@surviving
def catch_up(runtime: Runtime, person: User, message: Message | None) -> None:
    """Draw the episodes of the latest conversations, once a message has begun another."""
    if message is None or runtime.caught_up.get(person.id) == message.conversation_id:
        return
    runtime.caught_up[person.id] = message.conversation_id
    draw(runtime, person, newest=FEW)


def put(
    runtime: Runtime,
    person: User,
    conversation: str | None,
    outline: Outline,
    *,
    author: Author = Author.MODEL,
    by: Mapping[str, str] | None = None,
) -> Episode:
    """Put an episode, a language model's say, in the place of the one there is (without a name of the latest).

    What stands in quotation marks has to stand in the conversation; after a speaker's name and a colon, in a message
    of theirs. When words of the conversation change it goes, and the rules' own takes its place. ``by`` names the
    model and its prompt.

    Raises:
        NotFound: there is no such conversation.
        InvalidInput: there is no observation, a part has more than 600 characters, or a quote was never said.
        Refused: memory is paused, the person is unknown, or events are switched off.
    """
    owner = person.id
    safe = _safe(outline)
    with runtime.store.reading() as session:
        settings = session.people.settings(owner)
        where = named(session, owner, conversation)
        messages = session.dialogue.messages(owner, conversation_id=where.id)
        lessons = taught(session, owner, messages)
    _allowed(person, settings)
    if shut := speaks_of("\n".join(asdict(safe).values()), settings.get("categories_off", ())):
        raise Refused.switched_off(shut)
    if wrong := invented(safe, messages):
        raise InvalidInput(f"nobody said {wrong[0]!r} in this conversation: quote what was said, word for word")
    categories = sorted({lesson.category for found in lessons.values() for lesson in found})
    excerpt = transcript(excerpted(safe, messages))
    kept = _Kept(outline=safe, excerpt=excerpt, sources=messages, categories=categories, author=author, by=by or {})
    episode = _keep(runtime, where, messages, kept)
    if episode is None:
        raise Conflict("the conversation changed at the same moment: look at it again, and put the episode then")
    return episode


def every(runtime: Runtime, owner: str) -> list[Episode]:
    """All episodes, the oldest first."""
    with runtime.store.reading() as session:
        off = frozenset(session.people.settings(owner).get("categories_off", ()))
        found = session.memories.of_kind(owner, Kind.EPISODE, [Status.ACTIVE])
    return [episode_of(memory) for memory in found if _open(memory, off)]


def best(
    runtime: Runtime, person: User, message: str, *, conversation: str | None = None
) -> tuple[Episode | None, Excerpt | None]:
    """The episode, and the excerpt of a conversation, that have most to do with a message; None where none has enough.

    Neither is of the ``conversation`` in which it is said, by default the one that is going on.
    """
    owner = person.id

    def read() -> tuple[Episode | None, Excerpt | None]:
        with runtime.store.reading() as session:
            present = None if conversation else going_on(runtime, session, owner, runtime.clock())
        here = conversation or (present.id if present is not None else None)
        found = recall(runtime, owner, message, limit=LOOKED_AT, looking=Looking(memories=False, conversation=here))
        hits = bearing(message, found, here)
        return next(iter(among(runtime, owner, hits)), None), around(runtime, owner, hits)

    if not _about(message):
        return None, None
    return runtime.one_moment(read, about=lambda: runtime.likely_asked(person.id, searched(message)))


def among(runtime: Runtime, owner: str, hits: Sequence[Hit]) -> list[Episode]:
    """The episodes to which what ``bearing`` gave leads, the best first: words, and what they taught."""
    if not hits:
        return []
    with runtime.store.reading() as session:
        off = frozenset(session.people.settings(owner).get("categories_off", ()))
        told = _told_of(session, owner, [_message(hit).id for hit in hits])
    best: dict[str, Episode] = {}
    for hit in hits:
        memory = told.get(_message(hit).id)
        if memory is not None and memory.id not in best and _open(memory, off):
            best[memory.id] = replace(episode_of(memory), score=hit.score, why=hit.why)
    return list(best.values())


def around(runtime: Runtime, owner: str, hits: Sequence[Hit]) -> Excerpt | None:
    """The excerpt to which the best of what ``bearing`` gave leads."""
    return _excerpt(runtime, owner, hits[0]) if hits else None


def bearing(message: str, found: Sequence[Hit], here: str | None) -> list[Hit]:
    """What of the hits ``found`` for a message has to do with it, from other conversations than this."""
    itself = _folded(message)
    near = [h for h in found if _of_old(h, here) and _may_bear(h) and _folded(h.text) != itself]
    about = _about(message) if near else []
    return [h for h in near if _bears(h, about)]


def episode_of(memory: Memory) -> Episode:
    """A memory of this kind, read as an episode."""
    told = {name: str(value) for name, value in memory.details.items()}
    return Episode(
        id=memory.id,
        conversation_id=told["conversation"],
        text=memory.text,
        outline=Outline(**{name: told[name] for name in Outline.__slots__}),
        excerpt=told["excerpt"],
        author=told["author"],
        started_at=datetime.fromisoformat(told["from"]),
        ended_at=datetime.fromisoformat(told["to"]),
        messages=int(told["messages"]),
    )


# -- drawing and keeping ---------------------------------------------------------------------------


def _drawn(runtime: Runtime, where: Conversation, off: Sequence[str]) -> Episode | None:
    with runtime.store.reading() as session:
        messages = session.dialogue.messages(where.owner, conversation_id=where.id)
        lessons = taught(session, where.owner, messages)
    hidden = {m.id for m in messages if off and tells(m, lessons, off)}
    found = drawn_from([replace(m, learnable=False) if m.id in hidden else m for m in messages], lessons)
    if found is None:
        return None
    kept = _Kept(
        outline=found.outline,
        excerpt=found.excerpt,
        sources=found.sources,
        categories=found.categories,
        author=Author.RULES,
    )
    return _keep(runtime, where, messages, kept)


def tells(message: Message, lessons: Mapping[str, Sequence[object]], off: Sequence[str]) -> bool:
    """Whether a message tells of a category that is switched off, learned before that or not."""
    known = {getattr(lesson, "category", "") for lesson in lessons.get(message.id, ())}
    known |= {candidate.category for candidate in heard(message, (), ()).candidates}
    return not known.isdisjoint(off) or speaks_of(message.text, off) is not None


def _keep(runtime: Runtime, where: Conversation, messages: Sequence[Message], kept: _Kept) -> Episode | None:
    """Keep an episode in the place of the one there is; None if the conversation changed meanwhile."""
    owner, text = where.owner, sentence(kept.outline)
    telling = Telling(
        candidate=_candidate(where, messages, kept, text),
        source=Source(kind=SourceKind.MESSAGE, message_id=kept.sources[0].id, conversation_id=where.id),
        at=messages[-1].sent_at,
    )
    with runtime.store.writing(owner) as session:
        if not _as_it_was(session, where, messages, kept.author):
            return None
        with session.act(runtime.change(owner, episode_upkeep.DRAWING, actor=kept.author.value)) as act:
            episode_upkeep.let_go(session, act, [where.id])
            (learned,) = Writing(runtime, session, act).tell(telling)
            if learned.memory is None:
                return None
            for source in kept.sources[1:]:
                evidence = Link(owner=owner, from_id=learned.memory.id, to_id=source.id, relation=Relation.EVIDENCE)
                act.write(None, evidence)
    return episode_of(learned.memory)


def _as_it_was(session: Session, where: Conversation, messages: Sequence[Message], author: Author) -> bool:
    """Whether the words are those that were read, and nobody else was quicker."""
    owner = where.owner
    if session.people.settings(owner).get("paused"):
        return False
    quicker = [m for m in episode_upkeep.standing(session, owner, [where.id]) if m.valid_from >= messages[-1].sent_at]
    by_person = any(m.details.get("author") == Author.PERSON for m in quicker)
    if quicker and (author is Author.RULES or (author is Author.MODEL and by_person)):
        return False
    return session.dialogue.messages(owner, conversation_id=where.id) == list(messages)


def _candidate(where: Conversation, messages: Sequence[Message], kept: _Kept, text: str) -> Candidate:
    outline = kept.outline
    return Candidate(
        text=text,
        key=episode_upkeep.key_of(where.id),
        value=where.id,
        kind=Kind.EPISODE,
        category=Category.EVENT,
        details={
            **{name: getattr(outline, name) for name in Outline.__slots__},
            "excerpt": kept.excerpt,
            "conversation": where.id,
            "from": messages[0].sent_at.isoformat(),
            "to": messages[-1].sent_at.isoformat(),
            "messages": len(messages),
            "author": kept.author.value,
            **kept.by,
            "categories": list(kept.categories),
        },
    )


def _safe(outline: Outline) -> Outline:
    parts = {name: " ".join(cleaned(getattr(outline, name)).split()) for name in Outline.__slots__}
    if not parts["observation"]:
        raise InvalidInput("an episode needs an observation: what the person reported")
    for name, text in parts.items():
        if len(text) > LONGEST_PART:
            raise InvalidInput(f"{name} has at most {LONGEST_PART} characters, this has {len(text)}: shorten it")
    safe = {name: masked(text).text for name, text in parts.items()}
    if together := masked(" ".join(safe.values())).kinds:  # "my password is", "tulip99": together they tell one
        raise Refused(f"a {together[0]} is never stored: say it without one", reason="sensitive")
    return Outline(**safe)


def _allowed(person: User, settings: Mapping[str, object]) -> None:
    off = settings.get("categories_off") or ()
    if person.guest:
        raise Refused("nobody knows who this is yet: an episode is kept of a person who is known", reason="unknown")
    if settings.get("paused"):
        raise Refused("memory is paused for this person: resume it first", reason="paused")
    if isinstance(off, (list, tuple)) and Category.EVENT in off:
        raise Refused.switched_off(Category.EVENT)


# -- finding ---------------------------------------------------------------------------------------


def _open(memory: Memory, off: AbstractSet[str]) -> bool:
    """Whether nothing that it tells of is switched off."""
    categories = memory.details.get("categories")
    told = set(categories) if isinstance(categories, list) else set()
    return not (told | {memory.category}) & off


def _about(message: str) -> list[frozenset[int]]:
    """The words that carry a message."""
    return each_word(" ".join(sorted(carrying(message))))


def _may_bear(hit: Hit) -> bool:
    """Whether a hit is near enough to a message, by its words and meaning, that its text is worth reading."""
    meant, fits = hit.features.get("dense", 0.0), relevance(hit)
    return meant >= RELEVANT or fits >= (RELEVANT if meant else min(RELEVANT_WORDS, ONE_WORD))


def _bears(hit: Hit, about: Sequence[frozenset[int]]) -> bool:
    """Whether a hit has enough to do with a message that is ``about`` these words, by its words or its meaning."""
    meant, fits = hit.features.get("dense", 0.0), relevance(hit)
    if meant >= RELEVANT:
        return True
    alike = shared(about, hit.text)
    return alike > 0 and fits >= (RELEVANT if meant else RELEVANT_WORDS if alike > 1 else ONE_WORD)


def _told_of(session: Session, owner: str, messages: Sequence[str]) -> dict[str, Memory]:
    """The episodes that came from messages, by the ids of these."""
    links = session.links.related(owner, Relation.EVIDENCE, messages)
    found = session.memories.by_ids(owner, list({link.from_id for link in links}))
    standing = {m.id: m for m in found.values() if m.kind is Kind.EPISODE and m.status is Status.ACTIVE}
    return {link.to_id: standing[link.from_id] for link in links if link.from_id in standing}


def _of_old(hit: Hit, here: str | None) -> bool:
    """Whether a hit comes from words of another conversation."""
    return hit.message is not None and hit.message.conversation_id != here


def _message(hit: Hit) -> Message:
    if hit.message is None:
        raise LookupError("what was told outright stands in no conversation")
    return hit.message


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _excerpt(runtime: Runtime, owner: str, hit: Hit) -> Excerpt:
    best = _message(hit)
    where = best.conversation_id
    with runtime.store.reading() as session:
        turns = [m for m in session.dialogue.messages(owner, conversation_id=where) if m.role is not Role.SYSTEM]
        place = next(place for place, one in enumerate(turns) if one.id == best.id)
        window = turns[max(0, place - AROUND) : place + AROUND + 1]
        said, replaced = session.dialogue.told(owner, [turn.id for turn in window])
        now = so_now(session, owner, set(replaced.values()))
    return Excerpt(
        conversation_id=where,
        best=best.id,
        messages=tuple(said.get(turn.id, turn) for turn in window),
        score=hit.score,
        why=hit.why,
        outdated={turn: now[by].text if by in now else "" for turn, by in replaced.items()},
    )
