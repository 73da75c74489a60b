"""When something was or will be, from the few words that say it next to the deed ("yesterday", "on Friday")."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "ten": 10}
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_AGO = re.compile(
    r"\b(?P<count>an?|one|two|three|four|five|six|ten|\d{1,3}) (?P<unit>day|week|month|year)s? ago\b", re.IGNORECASE
)
_PAST = {"yesterday": 1, "last night": 1, "last weekend": 7, "last week": 7, "last month": 30, "last year": 365}
_LAST = re.compile(rf"\b(?:on|last|this past) (?P<weekday>{'|'.join(_WEEKDAYS)})\b", re.IGNORECASE)
_AHEAD = re.compile(rf"\b(?:tomorrow|(?:on|this|next) (?P<weekday>{'|'.join(_WEEKDAYS)}))\b", re.IGNORECASE)


def past_moment(words: str, sent_at: datetime) -> datetime | None:
    """Tell the moment that "yesterday", "last week" or "two years ago" speak of; None where nothing says it.

    A month counts 30 days and a year 365: the words are no more exact than that.
    """
    lowered = words.lower()
    days = next((ago for said, ago in _PAST.items() if said in lowered), 0)
    if match := _LAST.search(lowered):
        days = (sent_at.weekday() - _WEEKDAYS.index(match["weekday"]) - 1) % 7 + 1
    if match := _AGO.search(lowered):
        count = match["count"]
        days = (_NUMBERS.get(count) or int(count)) * _UNIT_DAYS[match["unit"]]
    return _shifted(sent_at, -days) if days else None


def coming_day(words: str, sent_at: datetime) -> date | None:
    """Tell the day that "tomorrow" or "on Friday" speak of: the next such day after the message."""
    match = _AHEAD.search(words)
    if match is None:
        return None
    ahead = (_WEEKDAYS.index(match["weekday"].lower()) - sent_at.weekday() - 1) % 7 + 1 if match["weekday"] else 1
    moment = _shifted(sent_at, ahead)
    return moment.date() if moment else None


def named_day(word: str, sent_at: datetime) -> str | None:
    """Name the day of "today", "tomorrow" or "yesterday" by its month and number."""
    moment = _shifted(sent_at, {"today": 0, "tomorrow": 1, "yesterday": -1}[word.lower()])
    return f"{moment:%B} {moment.day}" if moment else None


def _shifted(moment: datetime, days: int) -> datetime | None:
    try:
        return moment + timedelta(days=days)
    except OverflowError:
        return None
