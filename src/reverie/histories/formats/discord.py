"""Discord's channels and direct messages, as DiscordChatExporter writes them as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reverie.histories.days import by_day
from reverie.histories.files import Document, Layout
from reverie.histories.json_values import Value
from reverie.histories.models import History, PastConversation, Turn, stable_key

_SPOKEN = frozenset({"", "Default", "Reply", "0", "19"})


def fits(document: Document) -> bool:
    """Whether a text is such a file."""
    built = document.layout is Layout.OBJECT and isinstance(document.first.get("messages"), list)
    return built and isinstance(document.first.get("channel"), dict)


def read(documents: Sequence[Document]) -> History:
    """Read channels. What nobody said (pins, calls, who joined), and what has no words, is left out.

    Raises:
        InvalidInput: something in them is of another type than it has to be.
    """
    found: list[PastConversation] = []
    for document in documents:
        for whole in document.elements():
            channel = whole.get("channel")
            title = channel.get("name").text() or None
            found += by_day(f"discord:{stable_key(channel.get('id').key())}", _turns(whole), title=title)
    return History(conversations=tuple(found))


def _turns(channel: Value) -> Iterator[tuple[str, Turn]]:
    for message in channel.get("messages").items():
        words, at = message.get("content").text().strip(), message.get("timestamp").moment()
        if message.get("type").key() not in _SPOKEN or not words or at is None:
            continue
        speaker = message.get("author").get("nickname", "name").text() or "unknown"
        key = stable_key(message.get("id").key())
        yield f"{at:%Y-%m-%d}", Turn(speaker=speaker, role=None, text=words, key=key, at=at, where=message.where)
