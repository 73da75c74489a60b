"""When something was or will be, from the few words that say it next to the deed ("yesterday", "next June").

What is said is kept only as exactly as it was said: "on Friday" is a day, "last month" a month, "in 2019" a
year. Words of the clock are read in the message's own time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from reverie.text.patterns import lazy_pattern

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_SEASONS = {"spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}
_FEASTS = {"christmas": (12, 25), "xmas": (12, 25), "new year": (1, 1), "new years": (1, 1), "new year's": (1, 1)}
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "a couple of": 2, "couple of": 2, "three": 3, "a few": 3, "few": 3,
    "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "fifteen": 15, "twenty": 20, "thirty": 30,
}  # fmt: skip

_ORDINALS = {
    word: day
    for day, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
} | {"thirtieth": 30}
_COUNT = rf"(?P<count>{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}|\d{{1,3}})"
_MONTH = "|".join(["sept", *(f"{month}|{month[:3]}" if month != "may" else month for month in _MONTHS)])
_SHORT = ("mon", "tues?", "weds?", "thu(?:rs?)?", "fri", "sat", "sun")
_DAY_WORD = "|".join(f"{day}|{short}(?=$|[ ,.!])" for day, short in zip(_WEEKDAYS, _SHORT, strict=True))
_YEAR = r"(?:19|20)\d\d"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A time as exactly as it was said: ``when`` is an ISO day, month or year, and ``at`` a time within it."""

    at: datetime
    when: str
    shown: str


_SPELT = lazy_pattern(
    rf"(?P<month>\b(?:{_MONTH}) (?:the )?)?\b(?:(?P<tens>twenty|thirty)[ -])?(?P<ones>{'|'.join(_ORDINALS)})\b"
    rf"(?(month)|(?= (?:of )?(?:{_MONTH})\b))"
)
"""A day of a month that is written out, as people dictate: "september the tenth"."""

_Reading = Callable[[re.Match[str], datetime, bool], tuple[date, str] | None]


def _day(match: re.Match[str], sent_at: datetime, _past: bool) -> tuple[date, str] | None:
    days = {
        "yesterday": -1,
        "last night": -1,
        "the day before yesterday": -2,
        "tomorrow": 1,
        "the day after tomorrow": 2,
    }
    return sent_at.date() + timedelta(days=days.get(match["day"], 0)), "day"


def _distance(match: re.Match[str], sent_at: datetime, past: bool) -> tuple[date, str] | None:
    count = _NUMBERS.get(match["count"]) or int(match["count"])
    vague = "couple" in match["count"] or "few" in match["count"]
    sign = -1 if past else 1
    if match["unit"] in {"day", "week"}:
        days = count * (7 if match["unit"] == "week" else 1)
        return sent_at.date() + timedelta(days=sign * days), "month" if vague and days > 6 else "day"
    months = count * (12 if match["unit"] == "year" else 1)
    return _months_on(sent_at.date(), sign * months), match["unit"]


def _calendar(match: re.Match[str], sent_at: datetime, past: bool) -> tuple[date, str] | None:
    step = {"last": -1, "past": -1, "next": 1}.get(match["which"], 0)
    today, unit = sent_at.date(), match["unit"]
    if unit == "weekend":
        saturday = today + timedelta(days=(5 - today.weekday()) % 7)
        return saturday - timedelta(days=7 * (past and saturday > today)) + timedelta(
            days=7 * (step > 0 and today.weekday() > 4)
        ), "day"
    if unit == "week":
        return today + timedelta(days=7 * step), "month"
    return _months_on(today, step * (12 if unit == "year" else 1)), unit


def _weekday(match: re.Match[str], sent_at: datetime, past: bool) -> tuple[date, str] | None:
    wanted = next(at for at, name in enumerate(_WEEKDAYS) if name.startswith(match["weekday"][:3]))
    days = (sent_at.weekday() - wanted - 1) % 7 + 1 if past else -((wanted - sent_at.weekday() - 1) % 7 + 1)
    return sent_at.date() - timedelta(days=days), "day"


def _dated(match: re.Match[str], sent_at: datetime, past: bool) -> tuple[date, str] | None:
    groups = match.groupdict()
    name = groups.get("month") or groups.get("month2") or groups.get("month3")
    month = next(at for at, full in enumerate(_MONTHS, 1) if full.startswith(name or ""))
    number = groups.get("number") or groups.get("number2")
    stated = groups.get("year") or groups.get("year2") or groups.get("year3")
    day = int(number) if number else 1
    year = int(stated) if stated else sent_at.year
    if not 1 <= day <= _last_day(year, month):
        return None
    found = date(year, month, day)
    if not stated:
        today = sent_at.date() if number else sent_at.date().replace(day=1)
        if past and found > today:
            found = _months_on(found, -12)
        elif not past and found < today:
            found = _months_on(found, 12)
        if groups.get("which") == "last" and found.year == today.year and found.month == today.month and not number:
            found = _months_on(found, -12)
        if groups.get("which") == "next" and (found.year, found.month) == (today.year, today.month):
            found = _months_on(found, 12)
    return found, "day" if number else "month"


def _season(match: re.Match[str], sent_at: datetime, past: bool) -> tuple[date, str] | None:
    month, stated = _SEASONS[match["season"]], match["year"]
    year = int(stated) if stated else sent_at.year
    found = date(year, month, 15)
    if not stated and past and _months_on(found, 2) > sent_at.date():
        found = _months_on(found, -12)
    elif not stated and not past and _months_on(found, 2) < sent_at.date():
        found = _months_on(found, 12)
    return found, "season"


def _feast(match: re.Match[str], sent_at: datetime, past: bool) -> tuple[date, str] | None:
    found, today = date(sent_at.year, *_FEASTS[match["feast"]]), sent_at.date()
    if found > today if past else found < today:
        found = _months_on(found, -12 if past else 12)
    return found, "day"


def _year(match: re.Match[str], _sent_at: datetime, _past: bool) -> tuple[date, str] | None:
    return date(int(match["year"]), 1, 1), "year"


_READINGS: tuple[tuple[str, bool | None, _Reading], ...] = (
    (r"(?P<day>the day before yesterday|yesterday|last night)", True, _day),
    (r"(?P<day>the day after tomorrow|tomorrow)", False, _day),
    (r"(?P<day>today|tonight|this (?:morning|afternoon|evening))", None, _day),
    (rf"{_COUNT} (?P<unit>day|week|month|year)s? (?:ago|back)", True, _distance),
    (rf"in (?:about |just |less than |only )?{_COUNT} (?P<unit>day|week|month|year)s?(?: time)?", False, _distance),
    (rf"{_COUNT} (?P<unit>day|week|month|year)s? from now", False, _distance),
    (
        rf"(?:on |in |by |until |since )?(?:the )?(?P<number>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? "
        rf"(?P<month>{_MONTH})\b\.?(?:,? (?P<year>{_YEAR}))?"
        rf"|(?:on |by |until |since )?(?P<month2>{_MONTH})\b\.? (?:the )?(?P<number2>\d{{1,2}})(?:st|nd|rd"
        rf"|th)?\b(?:,? (?P<year2>{_YEAR}))?"
        rf"|(?:in |by |until |since |this |(?P<which>last|next) )(?:early |late |mid-?)?(?P<month3>{_MONTH})\b(?:,? "
        rf"(?:of )?(?P<year3>{_YEAR}))?",
        None,
        _dated,
    ),
    (rf"(?:last|this past|past) (?P<weekday>{_DAY_WORD})", True, _weekday),
    (rf"(?:on|this|next|this coming|by) (?P<weekday>{_DAY_WORD})(?!s)", None, _weekday),
    (r"(?P<which>last|past|over the) (?P<unit>week|weekend|month|year)", True, _calendar),
    (r"(?P<which>next) (?P<unit>week|weekend|month|year)", False, _calendar),
    (r"(?:later |earlier |on |over )?(?P<which>this|the) (?P<unit>weekend|week|month|year)", None, _calendar),
    (
        rf"(?:last|next|this|this past|in the|over the|during the|in) (?P<season>spring|summer|fall|autumn|winter)"
        rf"(?: of)?(?: (?P<year>{_YEAR}))?",
        None,
        _season,
    ),
    (rf"(?:in|back in|by|since|of|around) (?P<year>{_YEAR})", None, _year),
    (rf"(?:at|by|for|over|until|before|after) (?P<feast>{'|'.join(sorted(_FEASTS, reverse=True))})", None, _feast),
)
_COMPILED = tuple((lazy_pattern(rf"\b(?:{said})\b"), past, read) for said, past, read in _READINGS)

_ABOUT = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:[a-z]{2,6})?"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"

SAID = (
    r"(?:(?:the day (?:before|after) )?(?:yesterday|today|tonight|tomorrow)|(?:last|next|this|past|coming|the"
    r"|earlier|later|over)"
    r"(?: past| the| this)? (?:night|morning|afternoon|evening|week|weekend|month|year|spring|summer|fall|autumn"
    r"|winter|"
    rf"[a-z]{{3,6}}day|{_ABOUT})|(?:a|few|couple of|[a-z]+|\d+) (?:day|week|month|year)s? (?:ago|back|from now)|on "
    rf"[a-z]{{3,6}}day|"
    rf"(?:on |in |by |since |back in |early |late |mid-?)*(?:the )?(?:{_ORDINAL}(?: of)? {_ABOUT}|{_ABOUT} (?:the "
    rf")?{_ORDINAL}|"
    rf"(?:(?<=in )|(?<=by )|(?<=since )|(?<=early )|(?<=late )){_ABOUT})(?:,? {_YEAR})?|(?:back )?(?:in|by|since"
    rf"|around) {_YEAR}|"
    r"in (?:about |just |less than )?(?:a|an|two|three|four|five|six|ten|\d+|a few|a couple of) (?:day|week|month"
    r"|year)s?)\b"
)
"""The words that say when, as a pattern, a little wider than what ``moment`` reads: where they begin, a deed ends."""

_FIRST_SAID = lazy_pattern(rf"(?:so )?(?P<when>(?:{SAID})),? (?P<deed>(?:I|we|my|our) .+)", re.IGNORECASE)


def date_last(said: str) -> str:
    """The words with a date that comes first put behind the deed: "in 2019 I moved" is "I moved in 2019"."""
    match = _FIRST_SAID.fullmatch(said)
    if match is None:
        return said
    deed, comma, rest = match["deed"].partition(",")
    return f"{deed} {match['when']}{comma}{rest}"


def _months_on(day: date, months: int) -> date:
    place = day.year * 12 + day.month - 1 + months
    year, month = divmod(place, 12)
    return date(year, month + 1, min(day.day, _last_day(year, month + 1)))


def _last_day(year: int, month: int) -> int:
    return 28 if month == 2 and year % 4 else 29 if month == 2 else 30 if month in {4, 6, 9, 11} else 31


def moment(words: str, sent_at: datetime, *, past: bool) -> Moment | None:
    """Tell the time that words speak of, looking back (``past``) or ahead from the message; None where none is said.

    Of several, the first kind in the table of readings counts. A time outside the calendar is no time.

    >>> [moment(said, datetime(2026, 3, 2), past=False).when for said in ("september the tenth", "twenty first of may")]
    ['2026-09-10', '2026-05-21']
    """
    lowered = _SPELT.sub(_in_digits, words.lower())
    for pattern, only, read in _COMPILED:
        match = pattern.search(lowered)
        if match is None or only not in (None, past):
            continue
        try:
            found = read(match, sent_at, past)
            if found is not None:
                return _told(*found, sent_at)
        except (ValueError, OverflowError):
            return None
    return None


def _in_digits(spelt: re.Match[str]) -> str:
    tens = {"twenty": 20, "thirty": 30}.get(spelt["tens"], 0)
    return f"{spelt['month'] or ''}{tens + _ORDINALS[spelt['ones']]}"


def _told(day: date, exactness: str, sent_at: datetime) -> Moment:
    at = sent_at.replace(year=day.year, month=day.month, day=day.day)
    if exactness == "season":
        name = next(season for season, month in _SEASONS.items() if month == day.month)
        return Moment(at=at, when=f"{day:%Y}", shown=f"{name} {day.year}")
    when = day.isoformat()[: {"day": 10, "month": 7, "year": 4}[exactness]]
    return Moment(at=at, when=when, shown=when)


def named_day(word: str, sent_at: datetime) -> str | None:
    """Name the day of "today", "tomorrow" or "yesterday" by its month and number."""
    try:
        day = sent_at + timedelta(days={"today": 0, "tomorrow": 1, "yesterday": -1}[word.lower()])
    except OverflowError:
        return None
    return f"{day:%B} {day.day}"


_OF_ITS_DAY = lazy_pattern(
    r"\b(?:today|tonight|tomorrow|yesterday|now|just|ago|tuesday|tues|weds|thurs|(?:mon|wednes|thurs|fri|satur|sun)day"
    r"|(?:last|next|this|in \w+) (?:night|week|weekend|month|year|morning|evening|days|weeks|months|years)|day \d+)\b",
    re.IGNORECASE,
)


def leans_on_its_day(text: str) -> bool:
    """Whether words say little to who does not know when they were said.

    >>> [leans_on_its_day(one) for one in ("bramble died tuesday", "day 4", "allergic to nuts", "a monday person")]
    [True, True, False, True]
    """
    return _OF_ITS_DAY.search(text) is not None
