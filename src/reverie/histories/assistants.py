"""Exports of assistants: ChatGPT's, Claude's, and Gemini's of Google Takeout.

ChatGPT's is ``conversations.json``, or its parts ``conversations-000.json`` and on; Claude's is ``conversations.json``,
and beside it ``memories.json``, which is what Claude remembered; Gemini's is ``MyActivity.json``: the newest first, a
prompt and its answer in one entry.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

from reverie.histories.files import Document, Layout
from reverie.histories.json_values import Value, words_of
from reverie.histories.memory_lists import from_lines, once
from reverie.histories.models import History, PastConversation, Remembered, Turn, by_day, digest_of, stable_key
from reverie.text.patterns import lazy_pattern

_SPOKEN = frozenset({"text", "multimodal_text"})
_CITATION = lazy_pattern(
    "\ue200[^\ue200\ue201]{0,400}\ue201|[\ue200-\ue2ff]|【[^【】]{0,80}†[^【】]{0,80}】", re.DOTALL
)


def fits_chatgpt(document: Document) -> bool:
    """Whether a text is a part of such an export."""
    return document.layout in (Layout.ARRAY, Layout.OBJECT) and isinstance(document.first.get("mapping"), dict)


def read_chatgpt(documents: Sequence[Document]) -> History:
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
            remembered += [one for message in branch for one in _chatgpt_remembered(message)]
            key = conversation.get("conversation_id", "id").key() or (branch[0].get("id").key() if branch else "")
            turns = tuple(turn for message in branch if (turn := _chatgpt_turn(message)) is not None)
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


def _chatgpt_turn(message: Value) -> Turn | None:
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


def _chatgpt_remembered(message: Value) -> Iterator[Remembered]:
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


_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}
_MEMORIES = ("conversations_memory", "project_memories")


def fits_claude(document: Document) -> bool:
    """Whether a text is a part of such an export."""
    built = document.layout in (Layout.ARRAY, Layout.OBJECT)
    return built and ("chat_messages" in document.first or any(name in document.first for name in _MEMORIES))


def read_claude(documents: Sequence[Document]) -> History:
    """Read the export.

    Raises:
        InvalidInput: something in it is of another type than it has to be.
    """
    conversations: list[PastConversation] = []
    remembered: list[Remembered] = []
    for document in sorted(documents, key=lambda one: one.name):
        for one in document.elements():
            remembered += _claude_remembered(one)
            turns = tuple(
                turn for message in one.get("chat_messages").items() if (turn := _claude_turn(message)) is not None
            )
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


def _claude_turn(message: Value) -> Turn | None:
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


def _claude_remembered(one: Value) -> Iterator[Remembered]:
    at = one.get("updated_at", "created_at").moment()
    projects = one.get("project_memories")
    for text in (one.get("conversations_memory"), *(text for _name, text in projects.fields())):
        yield from (Remembered(text=line.text, at=line.at or at) for line in from_lines(text.text()))


_PRODUCT = lazy_pattern(r"\b(gemini|bard)\b", re.IGNORECASE)
_PROMPTED = lazy_pattern(r"^(?:Prompted|Asked|Said)\s+")
_BREAK = lazy_pattern(r"<(?:br|/p|/li|/h\d|/div)\b[^<>]*>", re.IGNORECASE)
_TAG = lazy_pattern(r"<[^<>]*>")


def fits_gemini(document: Document) -> bool:
    """Whether a text is such a file; those of other products in Takeout are not."""
    first = document.first
    products = first.get("products")
    named = [first.get("header"), *(products if isinstance(products, list) else [])]
    ours = any(isinstance(one, str) and _PRODUCT.search(one) for one in named)
    return document.layout is Layout.ARRAY and "time" in first and ours


def read_gemini(documents: Sequence[Document]) -> History:
    """Read the entries in the order in which they were made. Only prompts in words come in.

    Raises:
        InvalidInput: something in them is of another type than it has to be.
    """
    found: list[PastConversation] = []
    for document in documents:
        entries = [turns for entry in document.elements() if (turns := list(_gemini_turns(entry)))]
        entries.sort(key=lambda turns: turns[0][0])
        found += by_day("gemini", ((day[:10], turn) for turns in entries for day, turn in turns))
    return History(conversations=tuple(found))


def _gemini_turns(entry: Value) -> Iterator[tuple[str, Turn]]:
    """A prompt and its answer, each with the time of the prompt as it is sorted."""
    title, at = entry.get("title").text().strip(), entry.get("time").moment()
    prompt = _PROMPTED.sub("", title)
    answer = "\n".join(_plain(one.get("html").text()) for one in entry.get("safeHtmlItem").items()).strip()
    if at is None or not prompt or (prompt == title and not answer):
        return
    key = f"{at.isoformat()}:{digest_of(prompt)[:8]}"
    said = Turn(speaker="", role="user", text=prompt, key=key, at=at, where=entry.where)
    yield at.isoformat(), said
    if answer:
        later = at + timedelta(seconds=1)
        yield (
            at.isoformat(),
            Turn(speaker="Gemini", role="assistant", text=answer, key=f"{key}:answer", at=later, where=entry.where),
        )


def _plain(written: str) -> str:
    """The words of a piece of HTML."""
    lines = html.unescape(_TAG.sub("", _BREAK.sub("\n", written))).split("\n")
    return "\n".join(" ".join(line.split()) for line in lines if line.strip())
