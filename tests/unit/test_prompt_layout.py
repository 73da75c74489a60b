"""Where a context stands in a request: all before the newest user message stays as it was, for any messages."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from reverie.context.prompt_layout import Sent, for_anthropic, for_openai

USER = {"role": "user", "content": "Hi!"}
ANSWER = {"role": "assistant", "content": "Hello."}
MARK = {"cache_control": {"type": "ephemeral"}}
PICTURE: Sent = {"type": "image_url", "image_url": {"url": "data:"}}
RESULT = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "rain"}]}
CALLED: Sent = {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "weather", "input": {}}]}

ROLES = st.sampled_from(["user", "assistant", "tool"])
MESSAGES = st.lists(st.fixed_dictionaries({"role": ROLES, "content": st.text(min_size=1, max_size=20)}), max_size=8)


def block(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": text, **more}


def test_the_stable_part_ends_the_system_message() -> None:
    parts: Sent = {"role": "developer", "content": [block("Be brief.")]}
    assert for_openai([USER], "known", "")[0] == {"role": "system", "content": "known"}
    assert for_openai([{"role": "system", "content": "Be brief."}, USER], "known", "")[0]["content"] == (
        "Be brief.\n\nknown"
    )
    assert for_openai([{"role": "system", "content": None}, USER], "known", "")[0]["content"] == "known"
    assert for_openai([parts, USER], "known", "")[0] == {
        "role": "developer",
        "content": [block("Be brief."), block("known")],
    }


def test_the_volatile_part_begins_the_newest_user_message() -> None:
    assert for_openai([USER, ANSWER, USER], "", "now") == [USER, ANSWER, {"role": "user", "content": "now\n\nHi!"}]
    seen = {"role": "user", "content": [PICTURE]}
    assert for_openai([USER, seen], "", "now") == [USER, {"role": "user", "content": [block("now"), PICTURE]}]
    working: list[Sent] = [{"role": "assistant", "tool_calls": [1]}, {"role": "tool", "content": "rain"}]
    assert for_openai([USER, *working], "", "now") == [{"role": "user", "content": "now\n\nHi!"}, *working]


def test_where_nobody_says_anything_the_volatile_part_ends_the_instructions() -> None:
    assert for_openai([], "known", "now") == [{"role": "system", "content": "known\nnow"}]
    assert for_anthropic([], "known", "now") == {"system": [block("known", **MARK), block("now")], "messages": []}
    assert for_openai([], "", "") == []
    # Anthropic refuses empty text blocks.
    assert for_anthropic([], "", "") == {"system": [], "messages": []}


def test_anthropic_caches_the_stable_part_and_the_history() -> None:
    assert for_anthropic([USER, ANSWER, USER], "known", "now") == {
        "system": [block("known", **MARK)],
        "messages": [
            USER,
            {"role": "assistant", "content": [block("Hello.", **MARK)]},
            {"role": "user", "content": "now\n\nHi!"},
        ],
    }


def test_a_tools_result_stays_the_first_of_its_message() -> None:
    placed = for_anthropic([USER, CALLED, RESULT], "known", "now")["messages"]
    assert placed == [{"role": "user", "content": "now\n\nHi!"}, CALLED, RESULT]
    after: Any = for_anthropic([USER, CALLED, RESULT, ANSWER, USER], "known", "now")["messages"]
    assert after[:3] == [USER, CALLED, RESULT]
    marked: Any = for_anthropic([USER, CALLED, RESULT, USER], "known", "now")["messages"]
    assert marked[2]["content"][-1] == {**RESULT["content"][-1], **MARK}  # type: ignore[dict-item]  # a block of it


def test_what_may_not_be_marked_is_left_as_it_is() -> None:
    thought = {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "x"}]}
    for before in (thought, {"role": "assistant", "content": ""}, {"role": "assistant", "content": []}):
        assert for_anthropic([USER, before, USER], "known", "now")["messages"][1] == before


@given(messages=MESSAGES, stable=st.text(max_size=9), one=st.text(max_size=9), other=st.text(max_size=9))
def test_what_changes_from_message_to_message_changes_nothing_before_the_newest(
    messages: list[Sent], stable: str, one: str, other: str
) -> None:
    said = [*messages, USER]
    assert for_openai(said, stable, one)[:-1] == for_openai(said, stable, other)[:-1]
    first, second = (for_anthropic(said, stable, volatile) for volatile in (one, other))
    assert (first["system"], first["messages"][:-1]) == (second["system"], second["messages"][:-1])


@given(messages=MESSAGES)
def test_what_is_given_is_left_as_it_was(messages: list[Sent]) -> None:
    before = [dict(one) for one in messages]
    for_openai(messages, "known", "now")
    for_anthropic(messages, "known", "now")
    assert messages == before
