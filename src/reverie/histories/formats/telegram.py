"""Telegram Desktop's export as JSON, ``result.json``: one chat, or all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reverie.histories.days import by_day
from reverie.histories.files import Document, Layout
from reverie.histories.json_values import Value
from reverie.histories.models import History, PastConversation, Turn, stable_key

_CHANNELS = frozenset({"public_channel", "private_channel"})


def fits(document: Document) -> bool:
    """Whether a text is such an export."""
    first, chats = document.first, document.first.get("chats")
    several = isinstance(chats, dict) and isinstance(chats.get("list"), list)
    one = isinstance(first.get("messages"), list) and {"type", "id"} <= first.keys() and "channel" not in first
    return document.layout is Layout.OBJECT and (several or one)


def read(documents: Sequence[Document]) -> History:
    """Read the export. Channels, and what nobody said, are left out.

    Raises:
        InvalidInput: something in it is of another type than it has to be.
    """
    found: list[PastConversation] = []
    for document in documents:
        whole = Value(document.first, document.name)
        chats = whole.get("chats")
        for chat in [whole] if chats.raw is None else chats.get("list").items():
            if chat.get("type").text() not in _CHANNELS:
                key = f"telegram:{stable_key(chat.get('id').key())}"
                found += by_day(key, _turns(chat), title=chat.get("name").text() or None)
    return History(conversations=tuple(found))


def _turns(chat: Value) -> Iterator[tuple[str, Turn]]:
    for message in chat.get("messages").items():
        words, at = _words(message.get("text")).strip(), message.get("date_unixtime", "date").moment()
        if message.get("type").text() != "message" or not words or at is None:
            continue
        # What was forwarded was said by somebody else.
        forwarded = "forwarded_from" in message.raw
        speaker = message.get("forwarded_from" if forwarded else "from").text() or "unknown"
        key = stable_key(message.get("id").key())
        yield f"{at:%Y-%m-%d}", Turn(speaker=speaker, role=None, text=words, key=key, at=at, where=message.where)


def _words(text: Value) -> str:
    """A text, which is in pieces where some of it is a link or set in bold."""
    if not isinstance(text.raw, list):
        return text.text()
    return "".join(one.text() if isinstance(one.raw, str) else one.get("text").text() for one in text.items())
