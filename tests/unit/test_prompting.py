"""The prompt budget: everything fits, the stable part stays where it was, and what had no room is said."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reverie.context.prompt_assembly import (
    Budget,
    Parts,
    Request,
    cost_of,
    cost_of_tools,
    request,
    rooms,
)
from reverie.context.rendering import Context, Line
from reverie.errors import InvalidInput
from reverie.records.conversations import Message, Role

SYSTEM = "You are Luna, and kind."
BUDGET = Budget(window=2000, reply=400, context=300)
TOOLS = [{"type": "function", "function": {"name": f"tool_{n}", "parameters": {}}} for n in range(3)]
CONTEXT = Context(stable="Ada lives in Lyon.", volatile="Recalled: tea.", lines=(), left_out=(), tokens=12)
START = datetime(2026, 3, 1, tzinfo=UTC)


def said(number: int, role: Role, text: str) -> Message:
    return Message(
        id=f"{number:04}",
        owner="ada",
        conversation_id="1",
        role=role,
        speaker=role.value.title(),
        text=text,
        sent_at=START + timedelta(minutes=number),
    )


def dialogue(turns: int, words: int = 20) -> tuple[Message, ...]:
    roles = (Role.USER, Role.ASSISTANT)
    return tuple(said(n, roles[n % 2], f"number {n} " + "word " * words) for n in range(2 * turns))


def made(message: str, history: Sequence[Message] = (), budget: Budget = BUDGET, context: Context = CONTEXT) -> Request:
    parts = Parts(
        system=SYSTEM,
        tools=TOOLS,
        context=context,
        history=history,
        message=message,
        today=date(2026, 3, 1),
    )
    return request(parts, budget, rooms(budget, SYSTEM, TOOLS, message))


def test_the_order_is_stable_history_volatile_message() -> None:
    made_of = made("Tea?", dialogue(1))
    system, *told, last = made_of.messages
    assert system == {"role": "system", "content": f"{SYSTEM}\n\nAda lives in Lyon."}
    assert [one["role"] for one in told] == ["user", "assistant"]
    assert last == {"role": "user", "content": "Recalled: tea.\nToday is Sunday, 2026-03-01.\n\nTea?"}
    assert made_of.tools == tuple(TOOLS)
    assert made_of.left_out == ()


def test_tokens_are_counted_with_the_tools_and_leave_room_for_the_reply() -> None:
    made_of = made("Tea?", dialogue(2))
    assert made_of.tokens == cost_of(made_of.messages) + cost_of_tools(TOOLS)
    assert made_of.room == BUDGET.window - BUDGET.reply - made_of.tokens


def test_a_message_without_room_is_refused_with_the_numbers() -> None:
    with pytest.raises(
        InvalidInput, match=r"about 3,000 tokens, and the model's window of 2,000 leaves 1,5\d\d for it"
    ):
        rooms(BUDGET, SYSTEM, TOOLS, "word " * 3000)


def test_a_long_message_is_never_cut() -> None:
    long = "word " * 1500
    made_of = made(long, dialogue(10))
    assert str(made_of.messages[-1]["content"]).endswith(long)
    assert made_of.room >= -CONTEXT.tokens  # the context of this test does not obey its room
    assert made_of.left_out == (
        f"the tools, about {cost_of_tools(TOOLS):,} tokens, have no room in the window",
        "20 earlier messages of this conversation had no room",
    )


def test_memory_that_had_no_room_is_told() -> None:
    left = (Line(text="x", why="y"),)
    assert made("Tea?", context=replace(CONTEXT, left_out=left)).left_out == (
        "1 line of memory had no room: see the context",
    )


def test_messages_of_one_side_in_a_row_are_one_and_others_are_named() -> None:
    told = (
        said(0, Role.USER, "Hi."),
        said(1, Role.PEER, "I am here too."),
        said(2, Role.SYSTEM, "Ada joined."),
        said(3, Role.ASSISTANT, "Hello."),
        said(4, Role.USER, "Well?"),
    )
    messages = made("Tea?", told).messages
    assert [one["content"] for one in messages[1:]] == [
        "Hi.\n\nPeer: I am here too.\n\n(Ada joined.)",
        "Hello.",
        "Well?\n\nRecalled: tea.\nToday is Sunday, 2026-03-01.\n\nTea?",
    ]


@settings(max_examples=60)
@given(st.integers(0, 60), st.integers(1, 60), st.integers(0, 300), st.integers(600, 6000))
def test_it_always_fits(turns: int, words: int, message: int, window: int) -> None:
    budget = Budget(window=window, reply=window // 5, context=0)
    text = "why " * max(1, message)
    context = Context(stable="", volatile="", lines=(), left_out=(), tokens=0)
    assert made(text, dialogue(turns, words), budget, context).room >= 0


def written(one: Request) -> str:
    return json.dumps(one.messages)


def shared(one: str, other: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def talk(turns: int, budget: Budget, words: int) -> list[Request]:
    """The requests of a conversation, turn by turn."""
    whole = dialogue(turns, words)
    return [made(whole[n].text, whole[:n], budget) for n in range(0, len(whole), 2)]


def test_all_before_the_volatile_part_is_shared_with_the_turn_before() -> None:
    one, two = talk(12, Budget(window=20_000, reply=400, context=300), 20)[-2:]
    before = written(one).index("Recalled: tea.")
    assert before > 3000
    assert shared(written(one), written(two)) == before


def test_over_forty_turns_the_beginning_changes_once_half_the_room_is_filled() -> None:
    made_of = talk(40, BUDGET, 20)
    assert any("earlier messages" in told for one in made_of for told in one.left_out)
    breaks = [
        n
        for n, (one, two) in enumerate(pairwise(made_of))
        if shared(written(one), written(two)) < written(one).index("Recalled: tea.")
    ]
    longest = max(len(one.messages) for one in made_of)
    assert len(breaks) >= 3
    assert all(later - earlier >= longest // 4 - 1 for earlier, later in pairwise(breaks))


def test_where_a_block_leaves_nothing_the_latest_messages_stay() -> None:
    told = dialogue(20, 60)
    small = Budget(window=900, reply=200, context=0)
    context = Context(stable="", volatile="", lines=(), left_out=(), tokens=0)
    one = made("Tea?", told, small, context)
    assert [message["content"] for message in one.messages[1:-1]] == [message.text for message in told[-4:]]
    assert one.room >= 0


def test_a_history_that_was_cut_begins_with_the_person() -> None:
    for one in talk(40, BUDGET, 20):
        assert one.messages[1]["role"] == "user"
    opened = (said(0, Role.ASSISTANT, "Welcome!"), said(1, Role.USER, "Hi."))
    assert made("Tea?", opened).messages[1] == {"role": "assistant", "content": "Welcome!"}
