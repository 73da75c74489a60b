"""When notes are over: the day that they name of what lies ahead, and until when something is so."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from reverie.learning.rules.dates import Moment, moment
from reverie.records.memories import Candidate
from reverie.text.patterns import lazy_pattern

_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_OVER = frozenset({"plan", "event", "health", "pregnancy", "worry", "past", "other"})
"""What lies ahead and is over on its day; a job or a home that lies ahead begins then."""

_VISITS = frozenset({"family", "friend", "partner", "pet"})
"""What is told of somebody for a day ahead is what they do on it: "my sister is coming on the 14th"."""

UNDATED = timedelta(days=60)
"""How long something that lies ahead is held where no date was told."""

_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_WEEKDAY = rf"(?:{_DAYS}|tues?|weds?|thurs?|fri|sat|mon)"
_BARE_DAY = lazy_pattern(rf"(?<!on )\b({_WEEKDAY})\b")
_EACH_WEEK = lazy_pattern(rf"\bevery\b|\b{_DAYS}s\b|\b{_WEEKDAY}\W*(?:and|&|\+|n|,|/|to|till|-)\W*{_WEEKDAY}\b")
"""What names no day, but some of each week: "my mum has them mon and weds"."""

_DAY_OF_MONTH = lazy_pattern(
    r"\b(?P<the>the )?(?P<day>\d{1,2})(?:st|nd|rd|th)\b(?=[\s\W]*$|\s*[,.;!?]"
    r"|(?(the) (?:at|from|with|and|then|back|for|till|until|but|so|i|we|he|she|they)\b|$))"
)

_UNTIL = lazy_pattern(
    r"\b(?:until|till?|due(?: back)?|last day(?: is)?) "
    r"(?:(?:about|around|maybe|at least|in|on|by|the|start|beginning|middle|mid|end|of) )*(?P<when>[^.!?\n]{3,40})"
)
"""What tells until when something is so."""

CARRIED = timedelta(weeks=42)
"""How long somebody is expecting at most, where no day was told."""

_DAY = rf"(?:the )?(?:\d|{_MONTHS}|christmas|xmas|new year)"
_AHEAD = lazy_pattern(
    rf"\b(?:next |in (?:\w+ ){{1,2}}months|(?:by|until|till) {_DAY}"
    rf"|(?:will|shall|gonna|going to|['’]ll) (?:\w+ ){{0,5}}?(?:on|in|at|for|over) {_DAY}"
    rf"|(?:is|are|['’]s) (?:(?:now|still|due|set|booked|planned|scheduled) )?(?:on|in|for) {_DAY})"
)
"""What says of a day that it lies ahead, however lately it was: "the exam is on 25 feb", in March."""

_FAR, _LATELY = timedelta(days=290), timedelta(days=75)
"""A day without a year that is so far ahead, and was so lately, is the one that was: 20 of 21 times in the corpus."""


def dated(note: Candidate, sent_at: datetime) -> Candidate:
    """The note with the date of what lies ahead: it tells the day that it names, and is over then or in some time."""
    words = (note.quote or "").casefold()
    if note.details["state"] != "will_be":
        until = _until(note, words, sent_at)
        return note if until is None else replace(note, details={**note.details, "until": until})
    said = _moment(words, sent_at)
    if said is not None and (lately := _lately(words, said, sent_at)):
        return replace(note, text=f"{note.text} [{lately.shown}]", details={**note.details, "state": "was"})
    over = note.details["attribute"] in (_OVER if said is None else _OVER | _VISITS)
    when = said.when if said else f"{sent_at + UNDATED:%Y-%m-%d}"
    return replace(
        note,
        text=f"{note.text} [{said.shown}]" if said else note.text,
        key=f"ahead_{note.key}" if over else note.key,
        details={**note.details, **({"when": when} if over else {})},
    )


def _until(note: Candidate, words: str, sent_at: datetime) -> str | None:
    """The day, month or year until which what is so now will be, where that is told or lies in its nature."""
    if note.details["state"] != "is":
        return None
    expecting = note.details["attribute"] == "pregnancy"
    found = None if expecting else _UNTIL.search(words)
    if not expecting and found is None:
        return None
    told = words if found is None else found["when"]
    said = _moment(told, sent_at) or _moment(f"by {told}", sent_at)
    if said is not None and said.at >= sent_at:
        return said.when
    return f"{sent_at + CARRIED:%Y-%m-%d}" if expecting else None


def _lately(words: str, ahead: Moment, sent_at: datetime) -> Moment | None:
    """The day lately gone by that words name, where ahead it would be nearly a year: "signed 16 jan", in March."""
    if ahead.at - sent_at < _FAR or _AHEAD.search(words):
        return None
    before = moment(words, sent_at, past=True)
    is_that_day = before is not None and before.when[4:] == ahead.when[4:]
    return before if before is not None and is_that_day and sent_at - _LATELY < before.at < sent_at else None


def _moment(words: str, sent_at: datetime) -> Moment | None:
    """The time ahead that words name: a date, a weekday, or a day of the month; none where they tell of each week."""
    if _EACH_WEEK.search(words):
        return None
    words = _DAY_OF_MONTH.sub(lambda on: _next(int(on["day"]), sent_at), _BARE_DAY.sub(r"on \1", words))
    said = moment(words, sent_at, past=False)
    return said if said is not None and said.at.date() >= sent_at.date().replace(day=1) else None


def _next(day: int, sent_at: datetime) -> str:
    """A day of this month, or where that is past of the next one: "26 nov"."""
    months = _MONTHS.split("|")
    return f"{day} {months[sent_at.month - 1 if day >= sent_at.day else sent_at.month % 12]}"
