"""What another assistant remembered: mem0's and Zep's lists, and a plain list of lines, which is written here too.

A line is ``- [2026-03-01] Lives in Lyon.``; the date may be missing, or stand behind the words, and the mark of the
list may be another or a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from reverie.errors import InvalidInput
from reverie.histories.files import Document, Layout
from reverie.histories.json_values import Value, checked_moment
from reverie.histories.models import History, Remembered
from reverie.text.patterns import lazy_pattern

_LISTS = ("results", "memories", "facts", "edges")
_WORDS = ("memory", "fact")
_SINCE = ("valid_at", "updated_at", "created_at")
_DATE = r"[\[(]?(\d{4}-\d{2}-\d{2})(?:[T ][\d:.]+Z?(?:[+-]\d{2}:\d{2})?)?[\])]?"
_MARK = lazy_pattern(r"^\s*(?:[-*•–]\s+|\d{1,5}[.)]\s+|#+\s+.*$)?")
_DATE_BEFORE = lazy_pattern(rf"^{_DATE}\s*[:.,-]?\s+")
_DATE_BEHIND = lazy_pattern(rf"\s+{_DATE}\.?$")
_HEADING = lazy_pattern(r"^(?:\*\*[^*]+\*\*:?|__[^_]+__:?|.{0,60}:|[-=*_]{3,})$")


def fits(document: Document) -> bool:
    """Whether a text is mem0's list of memories, or Zep's of facts."""
    if document.layout is Layout.ARRAY:
        return any(name in document.first for name in _WORDS)
    listed = (document.first.get(name) for name in _LISTS)
    first = next((one[0] for one in listed if isinstance(one, list) and one), None)
    named = isinstance(first, dict) and any(name in first for name in _WORDS)
    return document.layout is Layout.OBJECT and (named or (isinstance(first, str) and "facts" in document.first))


def read(documents: Sequence[Document]) -> History:
    """Read lists of memories, each with the time since when it is so, or at which it was noted.

    Raises:
        InvalidInput: something in them is of another type than it has to be.
    """
    return History(remembered=once(one for document in documents for one in _listed(document)))


def _listed(document: Document) -> Iterator[Remembered]:
    if document.layout in (Layout.TEXT, Layout.LINES):
        yield from from_lines(document.text)
        return
    listed = document.elements()
    if document.layout is Layout.OBJECT:
        listed = (one for name in _LISTS for one in Value(document.first, document.name).get(name).items())
    for one in listed:
        if isinstance(one.raw, str):
            yield from from_lines(one.raw)
        elif one.get("invalid_at", "expired_at").moment() is None:  # what ended is no longer so
            text = " ".join(one.get(*_WORDS).text().split())
            if text:
                yield Remembered(text=text, at=one.get(*_SINCE).moment())


def from_lines(text: str) -> Iterator[Remembered]:
    """Read a list of lines; headings are left out.

    Raises:
        InvalidInput: a date is impossible.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        words = " ".join(_MARK.sub("", line, count=1).split())
        dated = _DATE_BEFORE.search(words) or _DATE_BEHIND.search(words)
        if dated is not None:
            words = f"{words[: dated.start()]}{words[dated.end() :]}".strip()
        if words and not _HEADING.match(words):
            at = None if dated is None else _date(dated[1], f"line {number} of a list of memories")
            yield Remembered(text=words.replace("**", ""), at=at)


def _date(written: str, where: str) -> datetime:
    try:
        found = datetime.fromisoformat(written).replace(tzinfo=UTC)
    except ValueError as error:
        raise InvalidInput(f"{where}: {written} is no date: write it as 2026-03-01") from error
    return checked_moment(found, where)


def once(remembered: Iterable[Remembered]) -> tuple[Remembered, ...]:
    """The same words once, with their latest date."""
    latest: dict[str, Remembered] = {}
    for one in remembered:
        known = latest.get(one.text)
        if known is None or (one.at is not None and (known.at is None or one.at > known.at)):
            latest[one.text] = one
    return tuple(latest.values())


def written(remembered: Iterable[Remembered]) -> str:
    """Write a list of lines, which ``from_lines`` reads."""
    lines = [f"- {'' if one.at is None else f'[{one.at:%Y-%m-%d}] '}{' '.join(one.text.split())}" for one in remembered]
    return "".join(f"{line}\n" for line in lines)
