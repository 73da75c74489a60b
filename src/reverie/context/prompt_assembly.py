"""What a language model is sent for one turn: messages that fit its window, and what was left out of them.

A pure function, made for prompt caches: what seldom changes stands first and is byte-identical while nothing in it
changes, the history grows only at its end and is cut by half its room at once, and what belongs to one message alone
stands right before that message. The message itself is never cut.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from reverie.context.prompt_layout import Sent
from reverie.context.rendering import Context, estimated_tokens
from reverie.errors import InvalidInput
from reverie.records.conversations import Message, Role

OVERHEAD = 8
"""Tokens that the marks around one message take, at most, in any chat template."""

MESSAGE_SHARE = 8
"""One in so many tokens is kept free for the message, so that what is before it does not depend on its length."""

TOOLS_SHARE = 0.7
"""Tools that would take more of the room than this are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Tokens: what prompt and reply may have together, and at most the reply, and the context of the prompt."""

    window: int
    reply: int
    context: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rooms:
    """How many tokens the context and the history of a prompt may have, and whether the tools have room."""

    context: int
    history: int
    tools: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a model is sent. ``room`` is how many tokens are left beside it and the reply."""

    messages: tuple[Sent, ...]
    tools: tuple[Sent, ...] = ()
    left_out: tuple[str, ...] = ()
    tokens: int = 0
    room: int = 0


def rooms(budget: Budget, system: str, tools: Sequence[Sent], message: str) -> Rooms:
    """Share out a window: the message and the system text have theirs, then tools, context and history.

    Raises:
        InvalidInput: the message has no room beside the system text and the reply.
    """
    whole = budget.window - budget.reply - estimated_tokens(system) - _DATED - 2 * OVERHEAD
    said = estimated_tokens(message)
    if said > whole:
        raise InvalidInput(
            f"the message has about {said:,} tokens, and the model's window of {budget.window:,} leaves "
            f"{max(0, whole):,} for it: send it in parts, or set a larger window for a model that has one"
        )
    left = whole - max(said, min(whole, budget.window // MESSAGE_SHARE))
    taken = cost_of_tools(tools)
    fits = 0 < taken <= TOOLS_SHARE * left
    left -= taken if fits else 0
    context = min(budget.context, left // 2)
    return Rooms(context=context, history=left - context, tools=fits)


_DATED = 24
"""Tokens of the date and of the names of two roles, at most."""


def cost_of_tools(tools: Sequence[Sent]) -> int:
    """How many tokens tools take, as JSON."""
    return _remembered(json.dumps(list(tools), ensure_ascii=False)) if tools else 0


@lru_cache(maxsize=8)
def _remembered(tools: str) -> int:
    """The same tools come with every turn, and are the longest part of many a prompt."""
    return estimated_tokens(tools)


def cost_of(messages: Sequence[Sent]) -> int:
    """How many tokens messages take, the calls in them as JSON."""
    return sum(
        OVERHEAD
        + sum(
            estimated_tokens(part if isinstance(part, str) else json.dumps(part, ensure_ascii=False))
            for part in one.values()
        )
        for one in messages
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a request is made of: who the model is, what it may call, what was said, and what is said now on a day."""

    system: str
    tools: Sequence[Sent]
    context: Context
    history: Sequence[Message]
    message: str
    today: date


def request(parts: Parts, budget: Budget, given: Rooms) -> Request:
    """Put a request together, within the rooms that ``rooms`` gave."""
    kept, cut = _fitting(parts.history, given.history)
    stable = "\n\n".join(filter(None, (parts.system, parts.context.stable)))
    before = "\n".join(filter(None, (parts.context.volatile, f"Today is {parts.today:%A}, {parts.today:%Y-%m-%d}.")))
    said: dict[str, object] = {"role": "user", "content": f"{before}\n\n{parts.message}"}
    messages = (*_joined([{"role": "system", "content": stable}, *map(_sent, kept), said]),)
    tools = tuple(parts.tools) if given.tools else ()
    left_out = []
    if parts.tools and not given.tools:
        left_out.append(f"the tools, about {cost_of_tools(parts.tools):,} tokens, have no room in the window")
    if lines := len(parts.context.left_out):
        left_out.append(f"{counted(lines, 'line')} of memory had no room: see the context")
    if cut:
        left_out.append(f"{counted(cut, 'earlier message')} of this conversation had no room")
    tokens = cost_of(messages) + cost_of_tools(tools)
    room = budget.window - budget.reply - tokens
    return Request(messages=messages, tools=tools, left_out=tuple(left_out), tokens=tokens, room=room)


def _fitting(history: Sequence[Message], room: int) -> tuple[Sequence[Message], int]:
    """The messages that fit, and how many were cut: what fills half the room at once, so that cuts are seldom."""
    costs = [cost_of([_sent(one)]) for one in history]
    step, left = max(1, room // 2), sum(costs)
    too_much = step * -(-max(0, left - room) // step)
    cut, kept_from = 0, left - too_much
    while cut < len(history) and left > kept_from:
        left -= costs[cut]
        cut += 1
    if cut == len(history):  # the latest are worth more than a beginning that stays
        while cut and left + costs[cut - 1] <= room:
            cut -= 1
            left += costs[cut]
    while 0 < cut < len(history) and history[cut].role is Role.ASSISTANT:  # some templates begin with the person
        cut += 1
    return history[cut:], cut


def _sent(message: Message) -> dict[str, object]:
    match message.role:
        case Role.USER | Role.ASSISTANT:
            return {"role": message.role.value, "content": message.text}
        case Role.PEER:
            return {"role": "user", "content": f"{message.speaker}: {message.text}"}
        case _:
            return {"role": "user", "content": f"({message.text})"}


def _joined(messages: Sequence[dict[str, object]]) -> list[Sent]:
    """Messages of one role in a row as one: many chat templates take only turns."""
    joined: list[Sent] = []
    for one in messages:
        if joined and joined[-1]["role"] == one["role"]:
            one = {"role": one["role"], "content": f"{joined.pop()['content']}\n\n{one['content']}"}  # noqa: PLW2901
        joined.append(one)
    return joined


def counted(number: int, thing: str) -> str:
    """So many of a thing, in words."""
    return f"{number} {thing}{'' if number == 1 else 's'}"
