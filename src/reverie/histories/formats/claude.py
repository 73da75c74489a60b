"""Claude's export: ``conversations.json``, and beside it ``memories.json``, which is what Claude remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reverie.histories.files import Document, Layout
from reverie.histories.formats.memory_lists import from_lines, once
from reverie.histories.json_values import Value
from reverie.histories.models import History, PastConversation, Remembered, Turn, digest_of, stable_key

_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}
_MEMORIES = ("conversations_memory", "project_memories")


def fits(document: Document) -> bool:
    """Whether a text is a part of such an export."""
    built = document.layout in (Layout.ARRAY, Layout.OBJECT)
    return built and ("chat_messages" in document.first or any(name in document.first for name in _MEMORIES))


def read(documents: Sequence[Document]) -> History:
    """Read the export.

    Raises:
        InvalidInput: something in it is of another type than it has to be.
    """
    conversations: list[PastConversation] = []
    remembered: list[Remembered] = []
    for document in sorted(documents, key=lambda one: one.name):
        for one in document.elements():
            remembered += _remembered(one)
            turns = tuple(turn for message in one.get("chat_messages").items() if (turn := _turn(message)) is not None)
            if turns:
                conversations.append(
                    PastConversation(
                        key=f"claude:{stable_key(one.get('uuid').key() or turns[0].key)}",
                        at=one.get("created_at").moment() or turns[0].at,
                        turns=turns,
                        title=one.get("name").text().strip() or None,
                    )
                )
    return History(conversations=tuple(conversations), remembered=once(remembered))


def _turn(message: Value) -> Turn | None:
    role = _ROLES.get(message.get("sender").text())
    blocks = [one for one in message.get("content").items() if one.get("type").text() == "text"]
    words = "\n".join(filter(None, (one.get("text").text() for one in blocks))) or message.get("text").text()
    if role is None or not words.strip():
        return None
    return Turn(
        speaker="" if role == "user" else "Claude",
        role=role,
        text=words.strip(),
        key=stable_key(message.get("uuid").key() or digest_of(words)),
        at=message.get("created_at").moment(),
        where=message.where,
    )


def _remembered(one: Value) -> Iterator[Remembered]:
    at = one.get("updated_at", "created_at").moment()
    projects = one.get("project_memories")
    for text in (one.get("conversations_memory"), *(text for _name, text in projects.fields())):
        yield from (Remembered(text=line.text, at=line.at or at) for line in from_lines(text.text()))
