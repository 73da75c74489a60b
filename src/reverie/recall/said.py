"""What somebody said about a topic, word for word and dated; and what both sides said of it.

The one idea: the words that answer are the person's own messages, found by recall over these alone and by what the
memory learned from them ("job" is where "I work at Acme" was said). Nothing the companion said can be among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from reverie.argument_checks import checked
from reverie.errors import InvalidInput
from reverie.memory.opposites import opposition
from reverie.memory.runtime import PersonService, Runtime
from reverie.recall.search import Hit, Looking, Recalled, recall, searched
from reverie.recall.topic_threads import NAME, NO_NAMES, followed, topic_of
from reverie.records.conversations import Message, Role, cleaned
from reverie.records.memories import Kind, Memory, Status
from reverie.store.database import Session
from reverie.store.search.ranking import asked, asks_only
from reverie.store.search.tokens import each_word, shared
from reverie.store.tables.topic_looks import TopicLook
from reverie.text.said_queries import without_asking
from reverie.text.value_matching import FORGOTTEN, mentions, sentences, slot, topic_keys, topic_words

NEAR = 2.5
"""What the meaning of a message alone has to give it where it has none of a topic's words: a cosine of 0.42."""

NEAREST = 2.0
"""The same for the best message alone, where nothing else speaks of the topic."""

SHARE = 0.5
"""Share of a topic's words above which a message that has them speaks of it: of two words it has both.

Its own words count, and not those around it: else "I see" would speak of whatever the companion said before. At this
share and ``NEAR``, 17 of 20 topics foreign to a history found nothing; with one of two words, 9.
"""

MOST = 200
"""Messages that are looked at when all that was said over time is wanted."""

GOES_ON = 0.5
"""The share that what goes on about a topic has of the score of what speaks of it."""

SPARE = 20
"""Hits looked at beyond those asked for."""

_STATUSES = frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.EXPIRED})


class Change(StrEnum):
    """In what way a mind changed."""

    SUPERSEDED = "superseded"
    ENDED = "ended"
    OPPOSED = "opposed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Where a mind changed: in what way, the id of the ``earlier`` message, and why it is taken for a change."""

    change: Change
    earlier: str | None
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """Words as they were said: the message, and those of its sentences that speak of the topic.

    ``turn`` is where the person's mind had changed with it, which is looked for over time only.
    """

    message: Message
    sentences: tuple[str, ...]
    score: float
    why: str
    turn: Turn | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotes(Sequence[Quote]):
    """Quotes: best first, or over time in order of time. ``degraded`` says what the search had to do without."""

    quotes: tuple[Quote, ...] = ()
    degraded: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.quotes)

    def __getitem__(self, index):  # type: ignore[no-untyped-def] # the overloads of Sequence say no more than the tuple
        return self.quotes[index]

    def __iter__(self) -> Iterator[Quote]:
        return iter(self.quotes)


@checked
class TopicQuotes(PersonService):
    """What was said about a topic, by one person or to them, quoted."""

    def said(self, topic: str, *, over_time: bool = False, limit: int = 10) -> Quotes:
        """What the person said about a topic: word for word, dated, nobody's words but theirs; best first.

        ``over_time`` gives all of it (up to 200 messages) in order of time, with the turns of a changing mind marked.
        About a topic that they never spoke of there is nothing.

        Raises:
            InvalidInput: the topic is empty, or the limit is not from 1 to 1000.
        """
        runtime, owner = self._runtime, self._owner
        return runtime.one_moment(
            lambda: _quotes(runtime, owner, topic, over_time, limit),
            about=lambda: runtime.likely_asked(owner, searched(topic)),
        )

    def discussed(self, topic: str, *, limit: int = 10) -> Quotes:
        """What both sides said about a topic, dated, with who said it; the person's own words count twice.

        Raises:
            InvalidInput: the topic is empty, or the limit is not from 1 to 1000.
        """
        found = _found(self._runtime, self._owner, topic, limit, Looking(memories=False))
        return Quotes(quotes=tuple(_quoted(found, topic))[:limit], degraded=found.degraded)


def _quotes(runtime: Runtime, owner: str, topic: str, over_time: bool, limit: int) -> Quotes:
    looking = Looking(memories=False, roles=frozenset({Role.USER.value}))
    questions = asked(topic).asks_questions
    found = _found(runtime, owner, topic, MOST if over_time else limit, looking)
    quotes = {quote.message.id: quote for quote in _quoted(found, topic) if questions or not _asks(quote)}
    with runtime.store.reading() as session:
        quotes |= _going_on(runtime, session, owner, topic, quotes)
        known = _known(session, owner, topic)
        _add(session, owner, quotes, known)
        if over_time:
            known = _followed(session, owner, known)
            _add(session, owner, quotes, known)
            return Quotes(quotes=_with_turns(session, owner, quotes, known), degraded=found.degraded)
    ranked = sorted(quotes.values(), key=lambda quote: (-quote.score, -quote.message.sent_at.timestamp()))
    return Quotes(quotes=tuple(ranked[:limit]), degraded=found.degraded)


def _going_on(
    runtime: Runtime, session: Session, owner: str, topic: str, quotes: Mapping[str, Quote]
) -> dict[str, Quote]:
    """What goes on about the topic in the sittings of what speaks of it, each a little below that."""
    asked_for = without_asking(cleaned(topic))
    names = [name for name in NAME.findall(f", {asked_for}") if name.casefold() not in NO_NAMES]
    wanted = topic_of(topic_words(asked_for), names, runtime.vector(asked(searched(topic))))
    index = runtime.search.index(owner, session)
    behind = followed(session, index, owner, wanted, [quote.message for quote in quotes.values()])
    more = {}
    for message, seed in behind.values():
        score = GOES_ON * quotes[seed].score
        told = Quote(message=message, sentences=tuple(_said(message.text)), score=score, why="it goes on about it")
        if told.sentences and not _asks(told):
            more[message.id] = told
    return more


def _found(runtime: Runtime, owner: str, topic: str, limit: int, looking: Looking) -> Recalled:
    """What recall finds, with some to spare for those that turn out not to speak of the topic."""
    if not 1 <= limit <= 1000:
        raise InvalidInput(f"a limit is from 1 to 1000, not {limit}")
    return recall(runtime, owner, topic, limit=min(1000, limit + SPARE), looking=looking)


def _quoted(found: Iterable[Hit], topic: str) -> Iterator[Quote]:
    """What of the hits speaks of the topic, by its own words or its meaning."""
    named = topic_words(without_asking(cleaned(topic)))
    words = each_word(" ".join(sorted(named)))
    said = [(hit, hit.message) for hit in found if hit.message is not None]
    near = [
        (hit, message)
        for hit, message in said
        if shared(words, message.text) > SHARE * len(words) or hit.features.get("dense", 0.0) >= NEAR
    ]
    best = [one for one in said[:1] if one[0].features.get("dense", 0.0) >= NEAREST]
    for hit, message in near or best:
        yield Quote(message=message, sentences=_speaking(message.text, words), score=hit.score, why=hit.why)


def _asks(quote: Quote) -> bool:
    """Whether it only asks: what somebody asks they don't say."""
    return all(asks_only(one) for one in quote.sentences)


def _speaking(text: str, words: Sequence[frozenset[int]]) -> tuple[str, ...]:
    """The sentences that have the most of a topic's words; all where none has any, since the meaning was found.

    What a sentence asks counts only where all of them ask.
    """
    every = _said(text)
    said = [one for one in every if not asks_only(one)] or every
    shares = [shared(words, one) for one in said]
    most = max(shares, default=0)
    return tuple(one for one, share in zip(said, shares, strict=True) if share == most)


def _said(text: str) -> list[str]:
    """The sentences of a text, without the marks of what was forgotten."""
    plain = (text[start:end].replace(FORGOTTEN, "").strip() for start, end in sentences(text))
    return [one for one in plain if one]


# -- by what was learned ---------------------------------------------------------------------------


def _known(session: Session, owner: str, topic: str) -> dict[str, Memory]:
    """What is or was known of a topic, by id: memories in its slots, or with all of its words."""
    asked_for = without_asking(cleaned(topic))
    named, keys = topic_words(asked_for), topic_keys(asked_for)
    off = session.people.settings(owner).get("categories_off", ())
    return {
        memory.id: memory
        for memory in session.memories.all(owner, _STATUSES, of=TopicLook(words=named, slots=keys))
        if memory.category not in off and memory.kind is not Kind.EPISODE
        if (memory.key and slot(memory.key) in keys) or mentions(f"{memory.text} {memory.value or ''}", named)
    }


def _followed(session: Session, owner: str, known: Mapping[str, Memory]) -> dict[str, Memory]:
    """What was known of a topic, with what later took its place: "actually it's ramen" speaks of pizza too."""
    found = dict(known)
    wanted = {memory.superseded_by for memory in known.values() if memory.superseded_by}
    while wanted := wanted - set(found):
        later = session.memories.by_ids(owner, list(wanted))
        found |= {memory.id: memory for memory in later.values() if memory.status in _STATUSES}
        wanted = {memory.superseded_by for memory in later.values() if memory.superseded_by}
    return found


def _add(session: Session, owner: str, quotes: dict[str, Quote], known: Mapping[str, Memory]) -> None:
    """Quote the messages that taught what is known of the topic too, by the words that taught it, or ended it."""
    evidence = session.links.evidence(owner, list(known))
    told = [(link.to_id, link.quote, f"it taught: {known[link.from_id].text}") for link in evidence]
    over = [m for m in known.values() if m.status is Status.SUPERSEDED and m.superseded_by is None]
    told += [(by, None, f"it ended: {m.text}") for m in over if (by := _ender(session, owner, m))]
    there = session.dialogue.by_ids(owner, list({message_id for message_id, _quote, _why in told} - set(quotes)))
    for message_id, words, why in told:
        message = there.get(message_id)
        if message is None or message.role is not Role.USER or message_id in quotes:
            continue
        spoken = tuple(one for one in _said(message.text) if words is None or words in one)
        quotes[message_id] = Quote(message=message, sentences=spoken, score=0.0, why=why)


def _ender(session: Session, owner: str, memory: Memory) -> str | None:
    """The message that brought a memory to an end."""
    last = session.changes.log(owner, item_id=memory.id)[-1:]
    change = session.changes.by_id(owner, last[0].change_id) if last else None
    return None if change is None or change.cause != "learn" else change.message_id


# -- a changing mind -------------------------------------------------------------------------------


def _with_turns(
    session: Session, owner: str, quotes: Mapping[str, Quote], known: Mapping[str, Memory]
) -> tuple[Quote, ...]:
    turns: dict[str, Turn] = {}
    for memory in known.values():
        by = known.get(memory.superseded_by or "")
        if by is not None and by.source.message_id:
            why = f"“{by.text}” took the place of “{memory.text}”"
            turns[by.source.message_id] = Turn(change=Change.SUPERSEDED, earlier=memory.source.message_id, why=why)
        elif memory.status is Status.SUPERSEDED and (ender := _ender(session, owner, memory)):
            turn = Turn(change=Change.ENDED, earlier=memory.source.message_id, why=f"it ended “{memory.text}”")
            turns.setdefault(ender, turn)
    told: list[Quote] = []
    for quote in sorted(quotes.values(), key=lambda quote: (quote.message.sent_at, quote.message.id)):
        told.append(replace(quote, turn=turns.get(quote.message.id) or _opposed(quote, told)))
    return tuple(told)


def _opposed(quote: Quote, told: Sequence[Quote]) -> Turn | None:
    """Whether its words stand against what was said of the topic before, the latest first."""
    for earlier in reversed(told):
        for before in earlier.sentences:
            for now in quote.sentences:
                if found := opposition(before, now):
                    why = f"{found.second}, where it was {found.first} before"
                    return Turn(change=Change.OPPOSED, earlier=earlier.message.id, why=why)
    return None
