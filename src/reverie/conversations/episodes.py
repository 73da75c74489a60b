"""An episode of a conversation: what the person reported, how they felt, what the companion did, what came of it.

The one idea: it is quoted, never told anew. Each part is a sentence that somebody said, with who said it, and a part
that nobody said stays empty. Which sentences say the most is what a summary asks too (``extractive_summary``); what a
reply did, and what came of it, is read off the words with which people suggest, comfort, ask, thank and decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from reverie.conversations.extractive_summary import MARK, WORTH, Lesson, Sentence, felt, weighed
from reverie.records.conversations import Message, Role, in_notice
from reverie.text.farewells import farewell, only_parting
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import sentences, words

LEAST = 0.5
"""What a sentence has to be worth to be reported: somebody told something of themselves."""

FEWEST = 2
"""Messages of the person that make an episode, at least."""

TURNS = 8
"""Messages of an excerpt, at most."""

LONGEST = 280
"""Characters of a quoted sentence, and of a turn in an excerpt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """An episode in words: quotes with who said them (``Ada: “I passed.”``), or a language model's own sentences."""

    observation: str
    thought: str = ""
    action: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """An episode as it was drawn from a conversation.

    ``text`` is one or two sentences, ``excerpt`` the turns around it, ``sources`` the messages that it came from.
    """

    outline: Outline
    text: str
    excerpt: str
    sources: tuple[Message, ...]
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """An episode that is kept. ``score`` and ``why`` say how it was found, where it was looked for.

    ``started_at`` and ``ended_at`` are those of the conversation's messages, and ``messages`` is how many they were.
    """

    id: str
    conversation_id: str
    text: str
    outline: Outline
    excerpt: str
    author: str
    started_at: datetime
    ended_at: datetime
    messages: int
    score: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """Turns of another conversation around the message that has most to do with what was said now.

    ``best`` is that message; ``score`` and ``why`` are its own. ``outdated`` says what is so now, by the ids of turns
    that told of what has changed since; it is empty where that only ended.
    """

    conversation_id: str
    best: str
    messages: tuple[Message, ...]
    score: float
    why: str
    outdated: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The turns, a line for each with its speaker."""
        return transcript(self.messages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A sentence of a message."""

    message: Message
    text: str

    def __str__(self) -> str:
        """The words with who said them."""
        return f"{self.message.speaker}: {_quoted(self.text)}"


def drawn(messages: Sequence[Message], lessons: Mapping[str, Sequence[Lesson]] | None = None) -> Drawn | None:
    """Draw the episode of a conversation; None where the person told too little to make one.

    ``lessons`` are what was learned from each message, by its id.
    """
    lessons = lessons or {}
    if sum(m.role is Role.USER and m.learnable for m in messages) < FEWEST:
        return None
    there = {m.id: m for m in messages}
    told = [s for m in messages for s in weighed(m, lessons.get(m.id, ()), least=LEAST) if not _small(s.text)]
    if not told:
        return None
    observed, thought = _reported(told, _answers(messages))
    if not observed:
        return None
    said = [_said(there, one) for one in observed]
    mind = None if thought is None else _said(there, thought)
    action, result = _answered(messages, said, mind)
    outline = Outline(observation=_joined(said), thought=_told(mind), action=_told(action), result=_told(result))
    parts = [*said, *(one for one in (mind, action, result) if one is not None)]
    window = _window(messages, said[0].message, [one.message for one in parts])
    used = {one.message.id for one in parts} | {m.id for m in window}
    return Drawn(
        outline=outline,
        text=sentence(outline),
        excerpt=transcript(window),
        sources=tuple(m for m in messages if m.id in used),
        categories=tuple(sorted({lesson.category for one in used for lesson in lessons.get(one, ())})),
    )


def sentence(outline: Outline) -> str:
    """An outline as one or two sentences, to be searched and shown."""
    first = " ".join(part for part in (outline.observation, outline.thought) if part)
    second = " ".join(part for part in (outline.action, outline.result) if part)
    return " ".join(part for part in (first, second) if part)


def transcript(messages: Iterable[Message]) -> str:
    """Turns as they were said, a line for each with its speaker; long ones are cut."""
    return "\n".join(f"{m.speaker}: {_cut(' '.join(m.text.split()))}" for m in messages)


def invented(outline: Outline, messages: Sequence[Message]) -> list[str]:
    """The quotes of an outline that nobody said: what stands in quotation marks has to stand in a message.

    Where the name of a speaker and a colon stand before it, it has to be theirs.
    """
    said = {"": "\n".join(_plain(m.text) for m in messages)}
    for message in messages:
        name = message.speaker.casefold()
        said[name] = f"{said.get(name, '')}\n{_plain(message.text)}"
    found = []
    for part in (outline.observation, outline.thought, outline.action, outline.result):
        for match in _QUOTE.finditer(part):
            quote = (match["curly"] or match["straight"] or "").rstrip("…")
            name = next((n for n in said if n and part[: match.start()].casefold().endswith(f"{n}: ")), "")
            if _plain(quote) not in said[name]:
                found.append(quote)
    return found


def carrying(text: str) -> frozenset[str]:
    """The words of a message that say what it is about; small talk ("what time is it?", "that's interesting") has none.

    >>> sorted(carrying("Hi! What do you think about my dog?")), sorted(carrying("Can you help me with something?"))
    (['dog'], [])
    """
    return frozenset() if small_talk(text) else frozenset(words(text)) - _LIGHT


def small_talk(text: str) -> bool:
    """Whether a message is nothing but greeting, farewell and courtesy."""
    return _SMALL.fullmatch(text) is not None or only_parting(text)


def excerpted(outline: Outline, messages: Sequence[Message]) -> list[Message]:
    """The turns from the first that an outline quotes on; the last ones, where it quotes none."""
    parts = (outline.observation, outline.thought, outline.action, outline.result)
    quoted = [_plain(m["curly"] or m["straight"] or "").rstrip("…") for part in parts for m in _QUOTE.finditer(part)]
    parts_of = [m for m in messages if any(one and one in _plain(m.text) for one in quoted)]
    chosen = parts_of or list(messages[-TURNS:])
    return _window(messages, chosen[0], chosen)


# -- the parts -------------------------------------------------------------------------------------

_QUOTE = lazy_pattern(r"“(?P<curly>[^“”]*)”|\"(?P<straight>[^\"]*)\"")
_MARKS = str.maketrans(dict.fromkeys('“”"‘’', "'"))


_APOSTROPHE = "'"


_LIGHT = frozenset(
    "a able about again all also always am an and any anything are aren't as ask at bad be because been before being "
    "best better bit but by bye can can't come could day did didn't different do does doesn't doing don't done else "
    "even ever every everything feel feeling few find first for from fun get getting give go going good got great had "
    "happen has have haven't he hello help her here hey hi him his hope how however i i'd i'll i'm i've idea if in "
    "interesting into is isn't it it'll its just keep kind know last let let's lol long look lot love make many mayb "
    "maybe me mean mine more morning most much must my name need never new nice night no not nothing now of off oh ok "
    "okay on once one only or other our out over people please pretty question quite re really right said same saw "
    "say see seem she should show so some someone something soon sorry still stuff such sure take talk tell than "
    "thank thanks that the their them then there these they thing think this those though thought time to today "
    "tomorrow too tonight try u up us use very want was wasn't way we we're we've weather well went were what what's "
    "when where which while who whom whose why will with won't wonder word work would wow year yeah yes yesterday yet "
    "you you're your yours".split()
)
"""Words that say of no message what it is about."""


def _phrases(*phrases: str) -> re.Pattern[str]:
    """Whole words of any of these, with either apostrophe or none."""
    return lazy_pattern(rf"\b(?:{'|'.join(phrases).replace(_APOSTROPHE, '[’' + _APOSTROPHE + ']?')})\b", re.IGNORECASE)


_WELL = lazy_pattern(
    r"^\W*(?:(?:hi|hello|hey|oh|well|yes|yeah)\W+)*(?:i['’]?m|i am|we['’]?re|we are) (?:\w+ )?"
    r"(?:fine|good|well|ok|okay|alright|great|here|back)\b(?:[\s,]+(?:today|too|thanks|thank you|again|now|"
    r"and you))*\W*$",
    re.IGNORECASE,
)
_SMALL = lazy_pattern(
    r"(?:\W*\b(?i:hi+|hello|hey+|yo|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|morning|there|again|"
    r"dear|how(?: are|'re|’re|re)(?: you| u| things)(?: doing| feeling)?|how have you been|how do you do|"
    r"how(?: is|'s|’s|s) (?:it going|everything|life|your day)|what(?: is|'s|’s|s) (?:up|new)|and you|today|"
    r"nice to (?:see|meet|hear from) you|i(?:'m|’m|m| am) (?:fine|good|well|ok|okay|great|back)|thanks|thank you|"
    r"yes|yeah|ok(?:ay)?|so)\b(?:,? [A-Z]\w+)?)+[\W_]*"
)
_THOUGHT = _phrases(
    r"i (?:really |just |still |don't |never )?(?:think|thought|believe|guess|suppose|figure|doubt|wonder|"
    r"reckon|regret)",
    r"i (?:just )?reali[sz]ed?", r"in my (?:opinion|view)", r"i'm (?:not )?sure", "it makes me",
)  # fmt: skip
_SUGGESTS = _phrases(
    r"you (?:could|should|might|may want to|can (?:always|try|also))", "why don't you", "why not", "how about",
    r"what (?:about|if)", r"have you (?:tried|considered|thought)", "try", "maybe", "perhaps",
    r"i(?:'d)? (?:suggest|recommend|advise)", "let's", r"it (?:might|may|could) help", "consider", "don't forget",
    "make sure", "remember to", "my advice",
)  # fmt: skip
_COMFORTS = _phrases(
    "sorry", r"congrat\w*", "proud of you", "well done", "good job", r"i'm (?:so )?(?:glad|happy|here)",
    r"you(?:'re| are) not alone", r"you(?:'ve| have)? got this", "i understand", r"that (?:must|sounds)",
    r"it's (?:okay|ok|normal|natural|understandable|alright)", "i believe in you", "hang in there", "good luck",
    "fingers crossed", r"that's (?:\w+ )?(?:amazing|wonderful|great|awesome|fantastic)",
)  # fmt: skip
_PROMISES = _phrases("i'll", "i will", r"i can (?:help|remind|look|find|show)", "shall i", "i promise")
_DECIDES = _phrases(
    "i'll", "i will", "i'm going to", "i'm gonna", r"i(?:'ve)? (?:decided|tried|did)", r"i(?:'d)? (?:rather|prefer)",
    r"(?:good|great|nice|lovely) (?:idea|point|advice|suggestion)", "i might", "maybe i", "i won't", "i can't",
    r"that (?:worked|helped|did)", r"you(?:'re| are) right", "let's do", r"sounds (?:good|great|like a plan|fun)",
)  # fmt: skip
_THANKS = _phrases(
    "thanks", "thank you", r"that (?:really )?helps?", r"i (?:really )?appreciate", "means a lot", r"no,? (?:thanks|i)",
    r"feel(?:ing)? (?:much |a (?:bit|little|lot) )?better", r"you(?:'re| are) (?:so |very )?(?:kind|sweet|the best)",
)  # fmt: skip


def _small(text: str) -> bool:
    return _WELL.match(text) is not None or farewell(text)


def _answers(messages: Sequence[Message]) -> set[tuple[str, str]]:
    """What the person decided or thanked for in answer to a suggestion, a promise or comfort, by message and words."""
    found = set()
    for before, message in pairwise(messages):
        others = before.role in (Role.ASSISTANT, Role.PEER) and message.role is Role.USER
        if others and any(way.search(before.text) for way in (_SUGGESTS, _PROMISES, _COMFORTS)):
            found |= {(message.id, text) for text in _sentences(message) if _outcome(text)}
    return found


def _reported(
    told: Sequence[Sentence], answers: AbstractSet[tuple[str, str]]
) -> tuple[list[Sentence], Sentence | None]:
    """What was reported, the two best in order of time, and the best of what was felt or thought.

    What only answers the companion ("I'll do that") is what came of it, and no report unless it says more.
    """
    alone = [one for one in told if (one.message_id, one.text) not in answers]
    told = alone or [one for one in told if one.worth > WORTH]
    best = sorted(told, key=lambda one: (-one.worth, one.place))
    minds = [one for one in best if felt(one.text) or _THOUGHT.search(one.text)]
    reports = [one for one in best if one not in minds]
    if not reports:
        reports, minds = minds[:1], minds[1:]
    top = sorted(reports[:2], key=lambda one: one.place)
    return top, minds[0] if minds else None


def _answered(
    messages: Sequence[Message], said: Sequence[Quote], mind: Quote | None
) -> tuple[Quote | None, Quote | None]:
    """What was done about it after it was told, and what the person made of that."""
    places = {m.id: place for place, m in enumerate(messages)}
    since = min(places[one.message.id] for one in (*said, *([mind] if mind else [])))
    taken = {(one.message.id, one.text) for one in (*said, *([mind] if mind else []))}
    best: tuple[float, Quote | None, Quote | None] = (0.0, None, None)
    for place in range(since + 1, len(messages)):
        message = messages[place]
        if message.role not in (Role.ASSISTANT, Role.PEER):
            continue
        for text in _sentences(message):
            worth = _deed(text)
            if worth <= 0:
                continue
            value, answer = _made_of_it(messages[place + 1 :], asked=text.rstrip(' "”').endswith("?"), taken=taken)
            if worth + value > best[0]:
                best = worth + value, Quote(message=message, text=_cut(text)), answer
    return best[1], best[2]


def _deed(text: str) -> float:
    """How much a reply does: it suggests, promises, comforts or asks."""
    if only_parting(text) or text.rstrip().endswith(":"):
        return 0.0
    ways = ((_SUGGESTS, 3.0), (_PROMISES, 2.0), (_COMFORTS, 2.0))
    return max([1.0 * text.rstrip(' "”').endswith("?"), *(worth for way, worth in ways if way.search(text))])


def _made_of_it(after: Sequence[Message], *, asked: bool, taken: set[tuple[str, str]]) -> tuple[float, Quote | None]:
    """The person's answer: a decision, thanks, or what they say to a question."""
    message = next((m for m in after if m.role is Role.USER), None)
    if message is None or not message.learnable:
        return 0.0, None
    best: tuple[float, Quote | None] = (0.0, None)
    for text in _sentences(message):
        if (message.id, _cut(text)) in taken or text.endswith(("?", "？")):
            continue
        worth = max(_outcome(text), 0.5 * asked)
        if worth > best[0] and (_THANKS.search(text) or not only_parting(text)):
            best = worth, Quote(message=message, text=_cut(text))
    return best


def _outcome(text: str) -> float:
    return max(1.5 * bool(_DECIDES.search(text)), 1.0 * bool(_THANKS.search(text)))


def _sentences(message: Message) -> list[str]:
    text, theirs = message.text, message.role is not Role.USER
    spans = [(start, end) for start, end in sentences(text) if not (theirs and in_notice(text, start))]
    return [text[start:end] for start, end in spans if not MARK.search(text[start:end])]


def _window(messages: Sequence[Message], first: Message, parts: Sequence[Message]) -> list[Message]:
    """The turns from the first of the parts to the last; where they are too many, those from the report on."""
    places = {m.id: place for place, m in enumerate(messages)}
    low, high = min(places[m.id] for m in parts), max(places[m.id] for m in parts)
    if high - low >= TURNS:
        low = places[first.id]
    return [m for m in messages[low : min(high + 1, low + TURNS)] if m.learnable and m.role is not Role.SYSTEM]


def _said(there: Mapping[str, Message], one: Sentence) -> Quote:
    """A sentence as a quote, which shows where it was cut."""
    message = there[one.message_id]
    end = next(end for start, end in sentences(message.text) if start <= one.start < end)
    rest = message.text[one.end : end].strip()
    return Quote(message=message, text=f"{one.text}…" if rest and not MARK.match(rest) else one.text)


def _joined(said: Sequence[Quote]) -> str:
    """Quotes of one speaker as one."""
    return " ".join([str(said[0]), *(_quoted(one.text) for one in said[1:])])


def _told(quote: Quote | None) -> str:
    return "" if quote is None else str(quote)


def _quoted(text: str) -> str:
    inner = " ".join(text.replace("“", "‘").replace("”", "’").split())
    return f"“{inner}”"


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    whole = text[:LONGEST].rsplit(None, 1)[0]
    return f"{whole.rstrip(' ,;:-')}…"


def _plain(text: str) -> str:
    return " ".join(text.translate(_MARKS).casefold().split())
