"""Where the two parts of a context stand among the messages of a request, for OpenAI's protocol and for Anthropic's.

The stable part goes into the system message, the volatile part into the newest user message, before what is said there.
All that stands before that message is then the same, byte for byte, from request to request, and prompt caches hold
it. It is no message of its own: many chat templates take one system message, and user and assistant in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

Sent = Mapping[str, object]
"""A message, or a tool, as an OpenAI-compatible endpoint takes it."""

INSTRUCTING = ("system", "developer")
"""Roles whose messages a model is to obey."""

_MARK = {"cache_control": {"type": "ephemeral"}}
_MARKED = ("text", "image", "document", "tool_use", "tool_result")
"""Blocks that Anthropic takes a mark for its cache on."""


def for_openai(messages: Sequence[Sent], stable: str, volatile: str) -> list[Sent]:
    """The messages with both parts; where no user message is, the volatile part ends the system message too."""
    newest = _newest(messages, said=_is_user)
    told = stable if newest is not None else "\n".join(filter(None, (stable, volatile)))
    placed = [_preceded(one, volatile) if place == newest else one for place, one in enumerate(messages)]
    if not told:
        return placed
    if placed and placed[0].get("role") in INSTRUCTING:
        return [_followed(placed[0], told), *placed[1:]]
    return [{"role": "system", "content": told}, *placed]


def for_anthropic(messages: Sequence[Sent], stable: str, volatile: str) -> dict[str, list[Sent]]:
    """``system`` and ``messages`` with both parts; the stable one and the end of the history are marked for the cache.

    A user message with the result of a tool stays as it is: results come first in it.
    """
    newest = _newest(messages, said=_is_said)
    placed: list[Sent] = []
    for place, one in enumerate(messages):
        if place == newest:
            placed.append(_preceded(one, volatile))
        else:
            placed.append(_marked(one) if newest is not None and place == newest - 1 else one)
    system: list[Sent] = [{"type": "text", "text": stable, **_MARK}] if stable else []
    if newest is None and volatile:
        system.append({"type": "text", "text": volatile})
    return {"system": system, "messages": placed}


def _newest(messages: Sequence[Sent], said: Callable[[Sent], bool]) -> int | None:
    return next((place for place in reversed(range(len(messages))) if said(messages[place])), None)


def _is_user(message: Sent) -> bool:
    return message.get("role") == "user"


def _is_said(message: Sent) -> bool:
    """Whether it is a user's message, and not the result of a tool, which Anthropic's protocol takes as one."""
    content = message.get("content")
    parts = content if isinstance(content, list) else []
    return _is_user(message) and not any(one.get("type") == "tool_result" for one in parts if isinstance(one, Mapping))


def _preceded(message: Sent, told: str) -> Sent:
    """A message with something told before its content, which is a text or parts of several sorts."""
    content = message.get("content")
    if not told:
        return message
    if isinstance(content, list):
        return {**message, "content": [{"type": "text", "text": told}, *content]}
    return {**message, "content": f"{told}\n\n{content}" if content else told}


def _followed(message: Sent, told: str) -> Sent:
    content = message.get("content")
    if isinstance(content, list):
        return {**message, "content": [*content, {"type": "text", "text": told}]}
    return {**message, "content": f"{content}\n\n{told}" if content else told}


def _marked(message: Sent) -> Sent:
    """A message whose end is marked for Anthropic's cache, where it may be."""
    content = message.get("content")
    blocks = [{"type": "text", "text": content}] if content and isinstance(content, str) else content
    if not isinstance(blocks, list) or not blocks or blocks[-1].get("type") not in _MARKED:
        return message
    return {**message, "content": [*blocks[:-1], {**blocks[-1], **_MARK}]}
