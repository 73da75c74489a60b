"""Character.AI's chats, as CAI Tools saves them: histories of messages, each by a human or a character. Role play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reverie.histories.files import Document, Layout
from reverie.histories.json_values import Value
from reverie.histories.models import History, PastConversation, Turn, digest_of, stable_key


def fits(document: Document) -> bool:
    """Whether a text is such a file."""
    return document.layout is Layout.OBJECT and isinstance(document.first.get("histories"), dict | list)


def read(documents: Sequence[Document]) -> History:
    """Read the file.

    Raises:
        InvalidInput: something in it is of another type than it has to be.
    """
    found = [one for document in documents for one in _conversations(document)]
    return History(conversations=tuple(found), role_play=True)


def _conversations(document: Document) -> Iterator[PastConversation]:
    for whole in document.elements():
        listed = whole.get("histories")
        listed = listed if isinstance(listed.raw, list) else listed.get("histories")
        for history in listed.items():
            turns = tuple(turn for one in history.get("msgs", "messages").items() if (turn := _turn(one)) is not None)
            if turns:
                key = history.get("external_id", "id").key() or digest_of(f"{turns[0].speaker}\n{turns[0].text}")
                begun = history.get("created", "created_at").moment()
                yield PastConversation(key=f"characterai:{stable_key(key)}", at=begun or turns[0].at, turns=turns)


def _turn(message: Value) -> Turn | None:
    source, words = message.get("src"), message.get("text").text().strip()
    if not words:
        return None
    mine = source.get("is_human").raw is True
    return Turn(
        speaker=source.get("name").text() or ("user" if mine else "assistant"),
        role="user" if mine else "assistant",
        text=words,
        key=stable_key(message.get("uuid", "id").key() or digest_of(words)),
        at=message.get("created", "created_at").moment(),
        where=message.where,
    )
