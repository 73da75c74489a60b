"""What a question asks for, and how the features of an item add up to its place among the answers.

The one idea: every feature has an absolute scale (a share of the best score the words could reach, a cosine,
a sign), so one set of weights serves every kind of conversation, and a sum of weight times value explains a
hit. Scales relative to the pool were measured too, and are loud exactly where nothing matches.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from pkgutil import get_data
from typing import TypeVar

from reverie.records.queries import Question, Span
from reverie.text.patterns import lazy_pattern
from reverie.text.said_queries import QUESTION_WORD, without_asking

T = TypeVar("T", bound=Hashable)
_Reader = Callable[[re.Match[str], datetime | None], Span | None]

READ_CHARACTERS = 20_000
NEAR_DUPLICATE = 0.97


@dataclass(frozen=True, slots=True, kw_only=True)
class Fusion:
    """The weight of every feature. The shipped ones are in ``weights.toml``, with where they come from.

    ``memory`` (what was said was worth keeping), ``importance`` (from its middle, 0.5) and ``recency`` (halved every
    ``recency_days``) count for memories only. ``statement`` multiplies the word features when the question is not a
    question. ``asked_words`` and ``asked_meaning`` are the shares of words and meaning of the companion's question that
    count for the answer to it ("Does it have a name?", "dolly. of course."), ``asks`` is what that question loses.
    """

    lex: float
    lex_session: float
    dense: float
    dense_session: float
    author: float
    source: float
    question_share: float
    short: float
    long: float
    when_temporal: float
    date: float
    statement: float
    memory: float = 0.8
    importance: float = 1.0
    recency: float = 0.5
    recency_days: float = 90.0
    asked_words: float = 0.4
    asked_meaning: float = 0.3
    asks: float = -0.5


def _shipped() -> tuple[Fusion, Fusion]:
    tables = tomllib.loads((get_data("reverie.store.search", "weights.toml") or b"").decode())
    return Fusion(**tables["vectors"]), Fusion(**tables["words"])


FUSION, FUSION_LEXICAL = _shipped()


def asked(text: str, *, at: datetime | None = None, speakers: Sequence[str] = ()) -> Question:
    """Read a question.

    ``speakers`` are the main ones, those of at least 15 % of the turns. ``at`` is when it is asked: without
    it, words like "yesterday" or "in March" name no date. A time without a zone is taken as UTC.
    """
    read = text[:READ_CHARACTERS]
    stripped, named = _without_names(without_asking(read), speakers)
    return Question(
        text=text,
        stripped=stripped,
        named=named,
        asks_when=_ASKS_WHEN.search(read) is not None,
        asks_assistant=asks_assistant(text),
        asks_questions=_ASKS_QUESTIONS.search(read) is not None,
        is_question=is_question(text),
        dates=_dates(read, at),
        mostly_latin=_mostly_latin(read),
    )


def asks_assistant(text: str) -> bool:
    """Tell whether a text asks for what the companion said."""
    return _ASKS_ASSISTANT.search(text, 0, READ_CHARACTERS) is not None


def is_question(text: str) -> bool:
    """Tell whether a text is a question, or begins as one."""
    read = text[:READ_CHARACTERS]
    return "?" in read or "\uff1f" in read or _ASKS.match(read) is not None


def temporal(text: str) -> bool:
    """Tell whether a text has a word of time in its first 20,000 characters."""
    return _TEMPORAL.search(text, 0, READ_CHARACTERS) is not None


def question_share(text: str) -> float:
    """Measure the share of a text's words, 0 to 1, that stand in sentences ending with "?".

    Only the first 20,000 characters are read.
    """
    if "?" not in text and "\uff1f" not in text:
        return 0.0
    asking = total = 0
    for sentence in _SENTENCE.findall(text[:READ_CHARACTERS]):
        words = len(sentence.split())
        total += words
        if sentence.rstrip(" \t\"'\u201d\u2019)!.\u3002").endswith(("?", "\uff1f")):
            asking += words
    return asking / total if total else 0.0


def asks_only(text: str) -> bool:
    """Tell whether a text only asks and tells nothing, also where it ends in no question mark.

    >>> asks_only("Do you remember Emma?"), asks_only("do u remember what i said abt emma")
    (True, True)
    >>> asks_only("Do you remember Emma? She moved."), asks_only("I remember Emma.")
    (False, False)
    """
    if "?" in text or "\uff1f" in text:
        return question_share(text) >= 1.0
    read = text[:READ_CHARACTERS]
    return len(_SENTENCE.findall(read)) == 1 and without_asking(read) != read


def diverse(ids: Sequence[T], likeness: Callable[[T, T], float], limit: int) -> list[T]:
    """Take the first ``limit`` ids, passing over any that is nearly the same as one taken before.

    ``likeness`` is 1 for identical texts, or a cosine; above 0.97 two are the same.
    """
    taken: list[T] = []
    for one in ids:
        if len(taken) >= limit:
            break
        if all(likeness(one, other) <= NEAR_DUPLICATE for other in taken):
            taken.append(one)
    return taken


_MONTHS = ("january february march april may june july august september october november december").split()
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_MONTH = r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
_MONTH += r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
_COUNT = r"(?P<count>\d{1,4}|an?|few|couple(?: of)?|" + "|".join(_NUMBERS) + ")"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_UNIT_DAYS = {"day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25}

_ASKS_WHEN = lazy_pattern(
    r"\b(?:when|since when|how (?:long|recently)|(?:what|which) (?:exact )?(?:date|day|week|month|year|season|time)|"
    r"how many (?:days|weeks|months|years)|how (?:old|often))\b",
    re.IGNORECASE,
)
_ASKS_ASSISTANT = lazy_pattern(
    r"\b(?:you (?:had |have |also |once |just |specifically |previously |earlier |already )?"
    r"(?:said|told|recommended|suggested|mentioned|gave|provided|listed|wrote|created|explained|advised|described|"
    r"made|came up|proposed|shared|promised|called|quoted|named)|"
    r"did you (?:\w+ )?(?:say|tell|recommend|suggest|mention|give|list|write|advise|propose|call|promise)|"
    r"your (?:\w+ )?(?:recommendation|suggestion|advice|answer|reply|response|list|explanation|opinion|promise)s?|"
    r"(?:our|the) (?:previous|last|earlier|past) (?:conversation|chat|discussion|session)|"
    r"we (?:\w+ )?(?:decided|discussed|talked about|came up with)|"
    r"remind me (?:what|of|which|how|who|where|when|about)|"
    r"the (?:assistant|ai|bot|companion) (?:said|told|recommend|suggest|mention|gave|wr(?:ote|itten))\w*)\b",
    re.IGNORECASE,
)
_ASKS_QUESTIONS = lazy_pattern(r"\b(?:i|we) (?:\w+ )?(?:ask|wonder)(?:ed)?\b|\bmy (?:\w+ )?questions?\b", re.IGNORECASE)
_ASKS = lazy_pattern(
    r"\W*(?:(?:please|hey|hi|hello|so|and|but|ok|okay|well),? )*"
    rf"(?:{QUESTION_WORD}|is|are|am|was|were|do|does|did|have|has|had|could|will|"
    r"can(?!['’]t\b(?! (?:you|u|i|we|he|she|they|it)\b))|"
    r"would|should|may|might|shall|tell|name|list|give|show|describe|explain|remind|recall|find|summari[sz]e|"
    r"compare|count|help|suggest|recommend|write|make|create|plan|i(?:'d| would) like to know|i want to know|"
    r"i(?:'m| am| was) (?:wondering|curious|trying to (?:recall|remember)))\b",
    re.IGNORECASE,
)
_TEMPORAL = lazy_pattern(
    r"\b(?i:yesterday|today|tonight|tomorrow|ago|recently|lately|soon|nowadays|(?:this|last|next|past|every|each|"
    r"previous|following) (?:night|morning|afternoon|evening|day|week|weekend|month|year|spring|summer|fall|autumn|"
    r"winter|few|couple|mon|tue|wed|thu|fri|sat|sun)\w*|(?:for|since|in|after|within|about|over|almost|nearly) "
    r"(?:an?|\d+|one|two|three|four|five|six|seven|eight|nine|ten|few|several|many) (?:days?|weeks?|months?|years?)|"
    rf"{_WEEKDAY}s?|january|february|april|june|july|august|september|october|november|december)\b"
    r"|\b(?:March|May|(?:19|20)\d\d)\b"
)
_SENTENCE = lazy_pattern(r"[^.!?\u3002\uff01\uff1f\n]+[.!?\u3002\uff01\uff1f]*[\"'\u201d\u2019)]*|[?\uff1f]+")

# A name that is also a common word counts only where it is written as a name.
_WORDS_TOO = frozenset(
    "will may mark art hope joy grace rose bill pat faith sky dawn summer april june august frank rich chance "
    "drew guy jack miles sunny grant christian".split()
)
_NO_NAMES = frozenset("user assistant system peer memory you me ai bot human unknown".split())


def _name_pattern(name: str) -> re.Pattern[str] | None:
    first = name.split()[:1]
    forms = [form for form in {name, *first} if len(form) > 1 and form.casefold() not in _NO_NAMES]
    if not forms:
        return None
    choice = "|".join(re.escape(form) for form in sorted(forms, key=lambda form: (-len(form), form)))
    exact = any(form.casefold() in _WORDS_TOO for form in forms)
    return re.compile(rf"(?<!\w)(?:{choice})(?:['\u2019]s)?(?!\w)", 0 if exact else re.IGNORECASE)


def _without_names(text: str, speakers: Sequence[str]) -> tuple[str, str | None]:
    named, stripped = [], text
    for speaker in dict.fromkeys(" ".join(name.split()) for name in speakers):
        pattern = _name_pattern(speaker)
        if pattern is not None and pattern.search(text):
            named.append(speaker)
            stripped = pattern.sub(" ", stripped)
    stripped = " ".join(stripped.split()) if named else stripped
    return (stripped if any(map(str.isalnum, stripped)) else text), (named[0] if len(named) == 1 else None)


def _mostly_latin(text: str) -> bool:
    if text.isascii():
        return True
    letters = [letter for letter in text[:1000] if letter.isalpha()]
    return 2 * sum(letter < "\u0250" for letter in letters) >= len(letters)


def _dates(text: str, at: datetime | None) -> tuple[Span, ...]:
    """Find the dates a text names, the most exact pattern first; words once read are not read again."""
    if not _PART_OF_A_DATE.search(text):  # most texts name none, and a pass for each pattern is long
        return ()
    moment = at.replace(tzinfo=UTC) if at is not None and at.tzinfo is None else at
    spans: list[Span] = []

    for pattern, reader in _DATE_PATTERNS:

        def read(found: re.Match[str], reader: _Reader = reader) -> str:
            try:
                span = reader(found, moment)
            except (ValueError, OverflowError):  # the 31st of February, the year 0, 9999 years ago
                return " "
            if span is not None and span not in spans:
                spans.append(span)
            return " " if span is not None else found[0]

        text = pattern.sub(read, text)
    return tuple(spans)


def _midnight(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def _zone(at: datetime | None) -> tzinfo | None:
    return UTC if at is None else at.tzinfo


def _days(start: datetime, days: float = 1) -> Span:
    return start, start + timedelta(days=days)


def _month_span(year: int, month: int, zone: tzinfo | None) -> Span:
    start = datetime(year, month, 1, tzinfo=zone)
    return start, datetime(year + month // 12, month % 12 + 1, 1, tzinfo=zone)


def _calendar(found: re.Match[str], at: datetime | None) -> Span | None:
    """Read a year, month and day of which some may be missing: without a year, the latest one that has begun."""
    part = found.groupdict()
    day, zone = part.get("day"), _zone(at)
    month = part.get("month")
    number = 0 if month is None else int(month) if month.isdigit() else _month_number(month)
    if part.get("year") is None:
        if at is None:
            return None
        year = at.year if (number, int(day or 1)) <= (at.month, at.day) else at.year - 1
    else:
        year = int(part["year"])
    if not number:
        return datetime(year, 1, 1, tzinfo=zone), datetime(year + 1, 1, 1, tzinfo=zone)
    if day is None:
        return _month_span(year, number, zone)
    return _days(datetime(year, number, int(day), tzinfo=zone))


def _month_number(name: str) -> int:
    return next(number for number, month in enumerate(_MONTHS, 1) if month.startswith(name.casefold()[:3]))


def _counted(found: re.Match[str]) -> tuple[float, float]:
    """Read "three weeks" as a count of days and the days of its unit."""
    word, unit = (found["count"] or "a").casefold(), _UNIT_DAYS[found["unit"].casefold()]
    if word.isdigit():
        return int(word) * unit, unit
    if word in _NUMBERS:
        return (_NUMBERS.index(word) + 1) * unit, unit
    return (1 if word in ("a", "an") else 3 if word == "few" else 2) * unit, unit


def _ago(found: re.Match[str], at: datetime | None) -> Span | None:
    """Read "N units ago" as the day, or as that moment give or take half a unit."""
    if at is None:
        return None
    days, unit = _counted(found)
    if unit == 1:
        return _days(_midnight(at - timedelta(days=days)))
    return _days(at - timedelta(days=days + unit / 2), unit)


def _past(found: re.Match[str], at: datetime | None) -> Span | None:
    return None if at is None else (at - timedelta(days=_counted(found)[0]), at)


def _named_day(found: re.Match[str], at: datetime | None) -> Span | None:
    if at is None:
        return None
    word = found[0].casefold()
    back = 2 if "before yesterday" in word else 1 if "yesterday" in word or "last night" in word else 0
    return _days(_midnight(at) - timedelta(days=back))


def _weekday(found: re.Match[str], at: datetime | None) -> Span | None:
    if at is None:
        return None
    back = (at.weekday() - _DAYS.index(found["weekday"].casefold())) % 7 or 7
    return _days(_midnight(at) - timedelta(days=back))


def _last(found: re.Match[str], at: datetime | None) -> Span | None:
    """Read "last" or "this" week, weekend, month or year by the calendar; weeks begin on Monday."""
    if at is None:
        return None
    last, unit = found["which"].casefold() != "this", found["unit"].casefold()
    if unit == "year":
        return datetime(at.year - last, 1, 1, tzinfo=at.tzinfo), datetime(at.year - last + 1, 1, 1, tzinfo=at.tzinfo)
    if unit == "month":
        first = at.replace(day=1) - timedelta(days=1 if last else 0)
        return _month_span(first.year, first.month, at.tzinfo)
    monday = _midnight(at) - timedelta(days=at.weekday() + 7 * last)
    return _days(monday + timedelta(days=5), 2) if unit == "weekend" else _days(monday, 7)


_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_PART_OF_A_DATE = lazy_pattern(rf"\d|day|week|month|year|night|morning|afternoon|evening|\b{_MONTH}\b", re.IGNORECASE)
"""What each of the patterns of dates has something of."""

_DATE_PATTERNS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (lazy_pattern(rf"\b(?:{pattern})\b", re.IGNORECASE), reader)
    for pattern, reader in (
        (r"(?P<year>\d{4})[-/](?P<month>\d{1,2})[-/](?P<day>\d{1,2})", _calendar),
        (r"(?P<year>(?:19|20)\d\d)-(?P<month>\d{2})", _calendar),
        (rf"{_DAY} (?:of )?{_MONTH},? (?:of )?{_YEAR}", _calendar),
        (rf"{_MONTH} {_DAY},? {_YEAR}", _calendar),
        (rf"{_DAY} (?:of )?{_MONTH}", _calendar),
        (rf"{_MONTH} {_DAY}", _calendar),
        (rf"{_MONTH},? (?:of )?{_YEAR}", _calendar),
        (rf"(?:in|during|of|since|last|this|early|late|mid) {_MONTH}", _calendar),
        (_YEAR, _calendar),
        (rf"{_COUNT} {_UNIT} (?:ago|back|earlier than today)", _ago),
        (rf"last {_COUNT} {_UNIT}", _past),
        (rf"past (?:{_COUNT} )?{_UNIT}", _past),
        (r"(?:the day before )?yesterday|last night|today|tonight|this (?:morning|afternoon|evening)", _named_day),
        (rf"(?:last|this past|past|on) (?P<weekday>{_WEEKDAY})", _weekday),
        (r"(?P<which>last|this|previous) (?P<unit>week|weekend|month|year)", _last),
    )
)
