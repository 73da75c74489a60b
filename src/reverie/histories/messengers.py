"""Exports of messengers: Discord's, Telegram's and WhatsApp's.

Discord's channels and direct messages are JSON of DiscordChatExporter; Telegram Desktop's ``result.json`` is one chat,
or all of them; WhatsApp's is a chat as text, as iOS and Android write it, alone or in a zip.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise

from reverie.errors import InvalidInput
from reverie.histories.files import Document, Layout
from reverie.histories.json_values import Value
from reverie.histories.models import History, PastConversation, Turn, by_day, digest_of, stable_key
from reverie.text.patterns import lazy_pattern

_DISCORD_SPOKEN = frozenset({"", "Default", "Reply", "0", "19"})


def fits_discord(document: Document) -> bool:
    """Whether a text is such a file."""
    built = document.layout is Layout.OBJECT and isinstance(document.first.get("messages"), list)
    return built and isinstance(document.first.get("channel"), dict)


def read_discord(documents: Sequence[Document]) -> History:
    """Read channels. What nobody said (pins, calls, who joined), and what has no words, is left out.

    Raises:
        InvalidInput: something in them is of another type than it has to be.
    """
    found: list[PastConversation] = []
    for document in documents:
        for whole in document.elements():
            channel = whole.get("channel")
            title = channel.get("name").text() or None
            found += by_day(f"discord:{stable_key(channel.get('id').key())}", _discord_turns(whole), title=title)
    return History(conversations=tuple(found))


def _discord_turns(channel: Value) -> Iterator[tuple[str, Turn]]:
    for message in channel.get("messages").items():
        words, at = message.get("content").text().strip(), message.get("timestamp").moment()
        if message.get("type").key() not in _DISCORD_SPOKEN or not words or at is None:
            continue
        speaker = message.get("author").get("nickname", "name").text() or "unknown"
        key = stable_key(message.get("id").key())
        yield f"{at:%Y-%m-%d}", Turn(speaker=speaker, role=None, text=words, key=key, at=at, where=message.where)


_TELEGRAM_CHANNELS = frozenset({"public_channel", "private_channel"})


def fits_telegram(document: Document) -> bool:
    """Whether a text is such an export."""
    first, chats = document.first, document.first.get("chats")
    several = isinstance(chats, dict) and isinstance(chats.get("list"), list)
    one = isinstance(first.get("messages"), list) and {"type", "id"} <= first.keys() and "channel" not in first
    return document.layout is Layout.OBJECT and (several or one)


def read_telegram(documents: Sequence[Document]) -> History:
    """Read the export. Channels, and what nobody said, are left out.

    Raises:
        InvalidInput: something in it is of another type than it has to be.
    """
    found: list[PastConversation] = []
    for document in documents:
        whole = Value(document.first, document.name)
        chats = whole.get("chats")
        for chat in [whole] if chats.raw is None else chats.get("list").items():
            if chat.get("type").text() not in _TELEGRAM_CHANNELS:
                key = f"telegram:{stable_key(chat.get('id').key())}"
                found += by_day(key, _telegram_turns(chat), title=chat.get("name").text() or None)
    return History(conversations=tuple(found))


def _telegram_turns(chat: Value) -> Iterator[tuple[str, Turn]]:
    for message in chat.get("messages").items():
        words, at = _telegram_words(message.get("text")).strip(), message.get("date_unixtime", "date").moment()
        if message.get("type").text() != "message" or not words or at is None:
            continue
        # What was forwarded was said by somebody else.
        forwarded = "forwarded_from" in message.raw
        speaker = message.get("forwarded_from" if forwarded else "from").text() or "unknown"
        key = stable_key(message.get("id").key())
        yield f"{at:%Y-%m-%d}", Turn(speaker=speaker, role=None, text=words, key=key, at=at, where=message.where)


def _telegram_words(text: Value) -> str:
    """A text, which is in pieces where some of it is a link or set in bold."""
    if not isinstance(text.raw, list):
        return text.text()
    return "".join(one.text() if isinstance(one.raw, str) else one.get("text").text() for one in text.items())


_DATE = r"(\d{1,4})([-./])\s?(\d{1,2})\3\s?(\d{1,4})\.?,?(?:\s(?:um|at|à|às|alle|kl\.?))?"
_TIME = r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s?([ap])\.?\s?m\.?)?"
_LINE = lazy_pattern(rf"[\u200e\u200f\ufeff]*(\[)?{_DATE}\s{_TIME}(?(1)\]|\s[-–])\s?(.*)$", re.IGNORECASE)
_IOS_WITHOUT_COMMA = lazy_pattern(r"\[\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}")
_SPEAKS = lazy_pattern(r"[\u200e\u200f~\s]*([^:\n]{1,60}?):(?:\s(.*)|)$", re.DOTALL)
_NO_WORDS = lazy_pattern(
    r"\u200e.*|<[^<>]{3,60}>|(?:IMG|VID|PTT|AUD|DOC|STK)-\d+-WA\d+\.\w+(?: \([^()]*\))?|\S.{0,200} \(file attached\)|"
    r"null|(?:this message was deleted|you deleted this message)\.?",
    re.DOTALL | re.IGNORECASE,
)
_EDITED = lazy_pattern(r"(?:\u200e<[^<>]{3,60}>|<this message was edited>)$", re.IGNORECASE)
_FIRST_YEAR = 2009
"""WhatsApp began then: a year before it is a day or a month."""

_ORDERS = {"day, month, year": (2, 1, 0), "month, day, year": (2, 0, 1), "year, month, day": (0, 1, 2)}
_LOOKED_AT = 40


@dataclass(slots=True)
class _Said:
    """A message as it stands in the file: its three numbers of a date, and hour, minute, second and half of the day."""

    date: tuple[str, str, str]
    time: tuple[str, str, str | None, str | None]
    stamp: str
    line: int
    words: list[str] = field(default_factory=list)


def fits_whatsapp(document: Document) -> bool:
    """Whether a text is such a chat; a transcript with the date before each line is not."""
    if document.layout is not Layout.TEXT:
        return False
    begun = [line for _number, line in zip(range(_LOOKED_AT), document.text.split("\n", _LOOKED_AT), strict=False)]
    return any(_LINE.match(line) and not _IOS_WITHOUT_COMMA.match(line) for line in begun)


def read_whatsapp(documents: Sequence[Document]) -> History:
    """Read chats. What nobody wrote, media and what was deleted are left out; times are as the phone showed them.

    Raises:
        InvalidInput: no order of day, month and year makes dates of all.
    """
    found: list[PastConversation] = []
    for document in documents:
        said = list(_whatsapp_said(document.text))
        order = _order(document.name, said)
        turns = list(_whatsapp_turns(document.name, said, order))
        chat = digest_of("\n".join(sorted({turn.speaker for _day, turn in turns})))
        found += by_day(f"whatsapp:{chat}", turns)
    return History(conversations=tuple(found), keys_are_everywhere=True)


def _whatsapp_said(text: str) -> Iterator[_Said]:
    said: _Said | None = None
    for number, line in enumerate(text.split("\n"), start=1):
        found = _LINE.match(line.rstrip("\r"))
        if found is None:
            if said is not None:
                said.words.append(line.rstrip("\r"))
            continue
        if said is not None:
            yield said
        stamp = line[: found.start(10)].strip()
        date, time = (found[2], found[4], found[5]), (found[6], found[7], found[8], found[9])
        said = _Said(date, time, stamp, number, [found[10]])
    if said is not None:
        yield said


def _order(name: str, said: Sequence[_Said]) -> tuple[int, int, int]:
    """In which order the numbers of every date stand: places of year, month and day."""
    dates = list(dict.fromkeys(one.date for one in said))
    possible = [order for order in _ORDERS.values() if all(_date(date, order) for date in dates)]
    if not possible:
        wrong = next((one for one in said if not any(_date(one.date, order) for order in _ORDERS.values())), None)
        where = f"{name}, line {wrong.line}" if wrong is not None else name
        raise InvalidInput(
            f"{where}: no single order of day, month and year fits its dates: export the chat again, on one phone"
        )
    american = any(one.time[3] for one in said) and "/" in said[0].stamp
    usual = _ORDERS["month, day, year"] if american else _ORDERS["day, month, year"]
    return min(possible, key=lambda order: (_steps_back([_date(date, order) for date in dates]), order != usual))


def _steps_back(days: Sequence[tuple[int, int, int] | None]) -> int:
    return sum(a is not None and b is not None and b < a for a, b in pairwise(days))


def _date(written: tuple[str, str, str], order: tuple[int, int, int]) -> tuple[int, int, int] | None:
    """A date in an order, or None where it is none."""
    year_text, month, day = (written[place] for place in order)
    year = int(year_text) + (2000 if len(year_text) == 2 else 0)
    if len(year_text) not in (2, 4) or year < _FIRST_YEAR or max(len(month), len(day)) > 2:
        return None
    try:
        datetime(year, int(month), int(day), tzinfo=UTC)
    except ValueError:
        return None
    return year, int(month), int(day)


def _whatsapp_turns(name: str, said: Sequence[_Said], order: tuple[int, int, int]) -> Iterator[tuple[str, Turn]]:
    seen: Counter[str] = Counter()
    for one in said:
        spoken = _SPEAKS.match("\n".join(one.words))
        if spoken is None or spoken[2] is None or _NO_WORDS.fullmatch(spoken[2].strip()):
            continue
        words, speaker = _EDITED.sub("", spoken[2]).strip(), spoken[1].strip()
        if not words:
            continue
        at = _moment(name, one, order)
        key = "w" + digest_of(f"{one.stamp}\n{speaker}\n{words}")[:16]  # digits alone may look like a card's number
        seen[key] += 1
        turn = Turn(
            speaker=speaker,
            role=None,
            text=words,
            key=f"{key}:{seen[key]}",
            at=at,
            where=f"{name}, line {one.line}",
        )
        yield "-".join(one.date), turn


def _moment(name: str, one: _Said, order: tuple[int, int, int]) -> datetime:
    date = _date(one.date, order)
    hour, minute, seconds, half = one.time
    at_hour = int(hour) if half is None else int(hour) % 12 + 12 * (half.lower() == "p")
    try:
        return datetime(*(date or (0, 0, 0)), at_hour, int(minute), int(seconds or 0), tzinfo=UTC)
    except ValueError as error:
        raise InvalidInput(f"{name}, line {one.line}: {one.stamp} is no time of a day") from error
