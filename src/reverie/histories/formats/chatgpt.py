"""ChatGPT's export: ``conversations.json``, or its parts ``conversations-000.json`` and on.

A conversation is a tree of messages, because a message that is edited begins another branch: what is shown, and read
here, is the branch that ends in ``current_node``. What ChatGPT was told about the person, and what it remembered,
stands among the messages, hidden; it is read as remembered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from reverie.histories.files import Document, Layout
from reverie.histories.formats.memory_lists import from_lines, once
from reverie.histories.json_values import Value, words_of
from reverie.histories.models import History, PastConversation, Remembered, Turn, digest_of, stable_key
from reverie.text.patterns import lazy_pattern

_SPOKEN = frozenset({"text", "multimodal_text"})
_CITATION = lazy_pattern(
    "\ue200[^\ue200\ue201]{0,400}\ue201|[\ue200-\ue2ff]|【[^【】]{0,80}†[^【】]{0,80}】", re.DOTALL
)


def fits(document: Document) -> bool:
    """Whether a text is a part of such an export."""
    return document.layout in (Layout.ARRAY, Layout.OBJECT) and isinstance(document.first.get("mapping"), dict)


def read(documents: Sequence[Document]) -> History:
    """Read the export.

    Raises:
        InvalidInput: something in it is of another type than it has to be.
    """
    conversations: list[PastConversation] = []
    remembered: list[Remembered] = []
    for document in sorted(documents, key=lambda one: one.name):
        for conversation in document.elements():
            begun = conversation.get("create_time").moment()
            branch = list(_branch(conversation))
            remembered += [one for message in branch for one in _remembered(message)]
            key = conversation.get("conversation_id", "id").key() or (branch[0].get("id").key() if branch else "")
            turns = tuple(turn for message in branch if (turn := _turn(message)) is not None)
            if turns:
                title = conversation.get("title").text().strip() or None
                conversations.append(
                    PastConversation(
                        key=f"chatgpt:{stable_key(key or turns[0].key)}",
                        at=begun or turns[0].at,
                        turns=turns,
                        title=title,
                    )
                )
    return History(conversations=tuple(conversations), remembered=once(remembered))


def _branch(conversation: Value) -> Iterator[Value]:
    """The messages of the branch that is shown, from its first."""
    mapping = dict(conversation.get("mapping").fields())
    parents = {name: node.get("parent").key() for name, node in mapping.items()}
    name = conversation.get("current_node").key()
    if name not in mapping:
        name = _newest_leaf(mapping, parents)
    path: dict[str, None] = {}
    while name in mapping:
        if name in path:
            raise conversation.get("mapping").wrong("leads in a circle from a message back to itself")
        path[name] = None
        name = parents[name]
    for one in reversed(path):
        message = mapping[one].get("message")
        if message.raw is not None:
            message.of(dict)
            yield message


def _newest_leaf(mapping: dict[str, Value], parents: dict[str, str]) -> str:
    """The newest message that none follows, where the export does not say which is current."""
    inner = set(parents.values())
    leaves = [name for name in mapping if name not in inner]
    return max(leaves, key=lambda name: (_sent(mapping[name]), name), default=next(iter(mapping), ""))


def _sent(node: Value) -> float:
    message = node.get("message")
    at = None if message.raw is None else message.get("create_time").moment()
    return 0.0 if at is None else at.timestamp()


def _turn(message: Value) -> Turn | None:
    """A message that was shown to the person, or None."""
    metadata = message.get("metadata")
    hidden = metadata.raw is not None and metadata.get("is_visually_hidden_from_conversation").raw is True
    role = message.get("author").get("role").text()
    to = message.get("recipient").text()
    content = message.get("content")
    if hidden or role not in ("user", "assistant") or to not in ("", "all") or content.raw is None:
        return None
    if content.get("content_type").text() not in _SPOKEN:
        return None
    words = words_of(content.get("parts"))
    words = _CITATION.sub("", words).strip() if role == "assistant" else words.strip()
    if not words:
        return None
    return Turn(
        speaker="" if role == "user" else "ChatGPT",
        role=role,
        text=words,
        key=stable_key(message.get("id").key() or digest_of(words)),
        at=message.get("create_time").moment(),
        where=message.where,
    )


def _remembered(message: Value) -> Iterator[Remembered]:
    """What the person had written about themselves, and what ChatGPT kept of them."""
    content, at = message.get("content"), message.get("create_time").moment()
    kind = "" if content.raw is None else content.get("content_type").text()
    if kind == "model_editable_context":
        yield from from_lines(content.get("model_set_context").text())
    elif kind == "user_editable_context":
        metadata = message.get("metadata")
        told = "" if metadata.raw is None else _about_user(metadata.get("user_context_message_data"))
        fenced = "".join(content.get("user_profile").text().split("```")[1:2])
        yield from (Remembered(text=one.text, at=one.at or at) for one in from_lines(told or fenced))


def _about_user(told: Value) -> str:
    return "" if told.raw is None else told.get("about_user_message").text()
