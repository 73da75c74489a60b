"""A summary without a language model: the person's own sentences that say the most about them, in order of time.

The one idea: sentences are taken by their worth until the next would not fit, and the worth of the first that did not
fit is remembered. What lies below it can never have a place, so a summary carried on message by message is the summary
of the whole, and nothing has to be read twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from reverie.records.conversations import Message, Role
from reverie.records.memories import Category
from reverie.text.patterns import lazy_pattern
from reverie.text.value_matching import normal, overlaps, sentences

LONGEST_SENTENCE = 280
"""Characters of a sentence that are kept; a longer one is cut at a word."""

WORTH = 1.0
"""What a sentence has to be worth to stand in a summary at all."""

RULES = "1"
"""The version of the rules here: a summary made by others is made anew."""

MARK = lazy_pattern(r"\[(?:forgotten|[a-z ]+ removed)\]")
"""What stands where words were forgotten, or a secret was."""

Span = tuple[int, int]
Rank = tuple[float, datetime, str, int]
"""Worth, then time, then id and place: no two sentences are equal, and of two of one worth the later is better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What was learned from a stretch of a message, as far as a summary asks; ``changed`` if it replaced something."""

    span: Span | None
    category: str
    importance: float
    changed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A stretch of a message, by where it stands, with what it is worth."""

    message_id: str
    start: int
    end: int
    said_at: datetime
    worth: float
    text: str = field(compare=False)

    @property
    def place(self) -> tuple[datetime, str, int]:
        """Where it stands in order of time."""
        return self.said_at, self.message_id, self.start

    @property
    def rank(self) -> Rank:
        """Where it stands among others, the best highest."""
        return (self.worth, self.said_at, self.message_id, self.start)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gist:
    """The sentences chosen so far, best first; ``floor`` is the rank of the best that had no place."""

    chosen: tuple[Sentence, ...] = ()
    floor: Rank | None = None


def weighed(message: Message, lessons: Sequence[Lesson] = (), *, least: float = WORTH) -> list[Sentence]:
    """The sentences of a person's message that are worth at least so much; nobody else's have any."""
    if message.role is not Role.USER or not message.learnable:
        return []
    found = []
    for start, end in _stretches(message.text):
        mine = [lesson for lesson in lessons if lesson.span is not None and overlaps(lesson.span, (start, end))]
        text = message.text[start:end]
        worth = _worth(text, mine)
        if worth >= least:
            cut = _cut(text)
            found.append(
                Sentence(
                    message_id=message.id,
                    start=start,
                    end=start + len(cut),
                    said_at=message.sent_at,
                    worth=worth,
                    text=cut,
                )
            )
    return found


def condensed(gist: Gist, more: Iterable[Sentence], length: int) -> Gist:
    """The gist with more sentences, within ``length`` characters once it is rendered. The same words twice are one."""
    best: dict[str, Sentence] = {}
    for one in (*gist.chosen, *more):
        said = normal(one.text)
        if (gist.floor is None or one.rank > gist.floor) and (said not in best or one.rank > best[said].rank):
            best[said] = one
    chosen: list[Sentence] = []
    days: set[str] = set()
    room = length
    for one in sorted(best.values(), key=lambda sentence: sentence.rank, reverse=True):
        day = _day(one)
        needed = len(one.text) + 1 + (0 if day in days else len(day) + 2)
        if needed > room:
            return Gist(chosen=tuple(chosen), floor=one.rank)
        room -= needed
        days.add(day)
        chosen.append(one)
    return Gist(chosen=tuple(chosen), floor=gist.floor)


def rendered(chosen: Iterable[Sentence]) -> str:
    """Sentences as a summary: a line for each day, in order of time."""
    lines: dict[str, list[str]] = {}
    for one in sorted(chosen, key=lambda sentence: sentence.place):
        lines.setdefault(_day(one), []).append(" ".join(one.text.split()))
    return "\n".join(f"{day}: {' '.join(said)}" for day, said in lines.items())


def _stretches(text: str) -> Iterator[Span]:
    """Where the sentences of a text stand, without what was forgotten or masked in them."""
    for start, end in sentences(text):
        marks = [mark.span() for mark in MARK.finditer(text, start, end)]
        begins, ends = [start, *(after for _, after in marks)], [*(before for before, _ in marks), end]
        for first, last in zip(begins, ends, strict=True):
            if bare := text[first:last].strip():
                at = text.index(bare, first)
                yield at, at + len(bare)


def _day(sentence: Sentence) -> str:
    return f"{sentence.said_at:%Y-%m-%d}"


def _cut(text: str) -> str:
    if len(text) <= LONGEST_SENTENCE:
        return text
    whole = text[:LONGEST_SENTENCE].rsplit(None, 1)[0]
    return whole.rstrip(" ,;:-")


_QUESTION = lazy_pattern(r"[?？][\"'”’)\s]*$")
_OWN = lazy_pattern(
    r"\b(?:i|i'm|i've|i'd|i'll|im|ive|my|mine|me|myself|we|we're|we've|we'll|our|ours|us)\b", re.IGNORECASE
)
_COURTESY = lazy_pattern(
    r"^\W*(?:(?:ok(?:ay)?|yes|yeah|yep|no|nope|sure|oh|well|hi|hello|hey|good (?:morning|evening|night|afternoon)|"
    r"thanks?|thank you|cheers|bye|goodbye|see you|please|sorry|great|nice|cool|wow|haha|lol|right|exactly|"
    r"i (?:see|agree|understand|know)|(?:that|it)(?:'s| is| was) (?:great|nice|fine|ok(?:ay)?|good)|you(?:'re| are)"
    r"(?: \w+){0,2}|so much|very much|a lot|again|there|all|for (?:that|this|your help)|i (?:really )?appreciate"
    r"(?: (?:it|that|your help))?)\b\W*)+$",
    re.IGNORECASE,
)
_ASKING = lazy_pattern(
    r"^\W*(?:(?:please|so|and|but|ok(?:ay)?|hey|then),? )*(?:can|could|would|will|do|does|did|are|is|was|were|have|"
    r"has|what|when|where|who|why|how|which|tell me|show me|give me|help me|let's|i(?:'m| am) wondering|i wonder)\b",
    re.IGNORECASE,
)
_PLAN = lazy_pattern(
    r"\b(?:going to|gonna|plan(?:s|ning)? to|hop(?:e|ing) to|want(?:s|ed)? to|i'll|we'll|decided|next (?:week|month|"
    r"year|spring|summer|autumn|fall|winter)|tomorrow|tonight|this weekend|(?:starting|moving|getting) (?:a|to|my|"
    r"married))\b",
    re.IGNORECASE,
)
_FEELING = lazy_pattern(
    r"\b(?:feel(?:s|ing)?|felt|afraid|angry|anxious|ashamed|crying|cried|delighted|depressed|devastated|excited|"
    r"exhausted|frustrated|glad|grateful|guilty|happy|hate|heartbroken|hope|hurt|jealous|lonely|love[ds]?|miss(?:ed|ing)?|"
    r"nervous|overwhelmed|proud|relieved|sad|scared|stressed|tired|upset|worr(?:y|ied|ies)|broke my heart)\b",
    re.IGNORECASE,
)
_CHANGE = lazy_pattern(
    r"\b(?:actually|any ?more|no longer|not any ?longer|changed my mind|used to|instead|from now on|turns out|finally|"
    r"just (?:got|had|moved|started|quit|found|learned|passed))\b",
    re.IGNORECASE,
)
_NUMBER = lazy_pattern(r"\d")
_NAME = lazy_pattern(r"(?<=[\w,;] )(?!I\b)[A-Z][a-z]\w*")


def felt(text: str) -> bool:
    """Whether a sentence tells of a feeling."""
    return _FEELING.search(text) is not None


def _worth(text: str, lessons: Sequence[Lesson]) -> float:
    """What a sentence says about its speaker: what was learned from it counts most, then what its words promise."""
    if _QUESTION.search(text) or _COURTESY.match(text):
        return 0.0
    cues = sum(_cues(text))
    if not lessons and (_ASKING.match(text) or not _OWN.search(text) or len(text.split()) < 4):
        return 0.0
    learned = sum(1.0 + 2.0 * lesson.importance + 1.5 * lesson.changed for lesson in lessons)
    felt = any(lesson.category == Category.FEELING for lesson in lessons)
    return round(min(learned, 6.0) + cues + 0.5 * felt, 3)


def _cues(text: str) -> Iterator[float]:
    yield 0.5 * bool(_OWN.search(text))
    yield 0.5 * bool(_PLAN.search(text))
    yield 0.75 * bool(_FEELING.search(text))
    yield 0.75 * bool(_CHANGE.search(text))
    yield 0.25 * bool(_NUMBER.search(text))
    yield 0.25 * min(2, len(set(_NAME.findall(text))))
