"""Plain text: transcripts of the form 'Ada: hello' with dates between, and what was copied from a chat's page.

What is copied has "You said:" and "ChatGPT said:" on lines of their own, and the words below.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from reverie.errors import InvalidInput
from reverie.histories.files import Document, Layout
from reverie.histories.json_values import checked_moment
from reverie.histories.models import Broken, History, PastConversation, Turn, digest_of
from reverie.secrets import masked
from reverie.text.patterns import lazy_pattern

_STAMP = r"\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?"
_DATE_LINE = lazy_pattern(rf"(?:#+\s*)?(?:\[\s*)?({_STAMP})(?:\s*\])?$")
_TURN = lazy_pattern(rf"(?:\[({_STAMP})\]\s*)?([^\W\d_][^:\n]{{0,60}}?)\s*:\s+(.*)$")
_SAID = lazy_pattern(r"(?:#+\s*)?(You|[^\W\d_][\w .-]{0,40}?) said:\s*$")
_MONTHS = "january february march april may june july august september october november december".split()
_NAMED = {name[:length]: number for number, name in enumerate(_MONTHS, start=1) for length in (3, len(name))}
_NAMED |= {"sept": 9}
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+)?"
_CLOCK = r"(?:,?\s+(?:at\s+)?(\d{1,2}):(\d{2})(?:\s*([ap])\.?m\.?)?)?"
_DAY_FIRST = lazy_pattern(
    rf"{_WEEKDAY}(\d{{1,2}})(?:st|nd|rd|th)?\.?\s+([a-z]+)\.?,?\s+(\d{{4}}){_CLOCK}$", re.IGNORECASE
)
_MONTH_FIRST = lazy_pattern(
    rf"{_WEEKDAY}([a-z]+)\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}}){_CLOCK}$", re.IGNORECASE
)

_LONGEST_DATE = 60


def fits_copied(document: Document) -> bool:
    """Whether a text was copied from a chat's page."""
    return document.layout is Layout.TEXT and any(
        (found := _SAID.match(line)) and found[1] == "You" for line in document.text.splitlines()
    )


def fits(document: Document) -> bool:
    """Whether a text may be a transcript: any text may be."""
    return document.layout is Layout.TEXT


def read_copied(documents: Sequence[Document]) -> History:
    """Read what was copied from a chat's page; what stands before the first turn is left out."""
    found: list[PastConversation] = []
    for document in documents:
        turns: list[tuple[Turn, list[str]]] = []
        for number, line in enumerate(document.text.splitlines(), start=1):
            said = _SAID.match(line)
            if said is not None:
                mine = said[1] == "You"
                speaker, role = ("", "user") if mine else (said[1], "assistant")
                where = f"{document.name}, line {number}"
                turns.append((Turn(speaker=speaker, role=role, text="", key="", where=where), []))
            elif turns:
                turns[-1][1].append(line.rstrip())
        spoken = [(turn, lines) for turn, lines in turns if any(lines)]
        found += [_closed("copied", None, spoken)] if spoken else []
    return History(conversations=tuple(found))


def read(documents: Sequence[Document]) -> History:
    """Read transcripts; what can't be read is named, and the rest comes in."""
    found: list[PastConversation] = []
    broken: list[Broken] = []
    for document in documents:
        at: datetime | None = None
        turns: list[tuple[Turn, list[str]]] = []  # each with its lines
        for number, line in enumerate(document.text.splitlines(), start=1):
            where = f"line {number}"
            try:
                date, turn = _date_of(line.strip(), where), _TURN.match(line.lstrip())
                if date is not None:
                    found += [_closed("transcript", at, turns)] if turns else []
                    at, turns = date, []
                elif turn:
                    said_at = None if turn[1] is None else _moment(turn[1], where)
                    turns.append(
                        (Turn(speaker=turn[2].strip(), role=None, text="", key="", at=said_at, where=where), [])
                    )
                    turns[-1][1].append(turn[3])
                elif line.strip() and turns:
                    turns[-1][1].append(line.rstrip())
                elif line.strip():
                    broken.append(Broken(where=where, reason="is neither a date nor 'Name: words'"))
            except InvalidInput as error:
                broken.append(Broken(where=where, reason=str(error)))
        found += [_closed("transcript", at, turns)] if turns else []
    return History(conversations=tuple(found), broken=tuple(broken))


def _closed(kind: str, at: datetime | None, turns: Sequence[tuple[Turn, Sequence[str]]]) -> PastConversation:
    """A conversation: its key and its turns' keys come from what they say, so that twice is once."""
    said = [replace(turn, text="\n".join(lines).strip("\n")) for turn, lines in turns]
    start = at or said[0].at
    first = f"{start.isoformat() if start else ''}\n{said[0].speaker}\n{said[0].text}"
    seen: Counter[str] = Counter()
    keyed = []
    for turn in said:
        key = digest_of(f"{turn.speaker}\n{turn.text}")[:16]
        seen[key] += 1
        keyed.append(replace(turn, key=f"{key}:{seen[key]}"))
    return PastConversation(key=f"{kind}:{digest_of(first)}", at=start, turns=tuple(keyed))


def _date_of(line: str, where: str) -> datetime | None:
    """The date that a line is: 2026-03-02, 2 March 2026, March 2, 2026; with a time or without. None if it is none."""
    written = _DATE_LINE.match(line)
    if written is not None:
        return _moment(written[1], where)
    plain = line.strip("#[]*- \t")
    if len(plain) > _LONGEST_DATE:
        return None
    day_first, month_first = _DAY_FIRST.match(plain), _MONTH_FIRST.match(plain)
    found = day_first or month_first
    if found is None:
        return None
    day, name = (found[1], found[2]) if day_first else (found[2], found[1])
    month = _NAMED.get(name.lower())
    if month is None:
        return None
    hour = int(found[4] or 0)
    if found[6] is not None:
        hour = hour % 12 + 12 * (found[6].lower() == "p")
    return _moment(f"{found[3]}-{month:02}-{int(day):02} {hour:02}:{found[5] or '00'}", where)


def _moment(written: str, where: str) -> datetime:
    try:
        found = datetime.fromisoformat(written)
    except ValueError as error:
        shown = masked(written).text
        raise InvalidInput(f"the time {shown!r} can't be read: write it as 2026-03-01T18:30:00") from error
    return checked_moment(found.replace(tzinfo=UTC), where)
