"""A capability for agents of pydantic-ai, run on its own function model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from pydantic import BaseModel
from pydantic_ai import Agent, AgentRunResult, BinaryContent, RunContext
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.spoken import spoken

from reverie import Person, Reverie
from reverie.adapters.pydantic_ai import Remembering


class Script:
    """Answers one after the other, with what it was asked each time: the instructions, and the messages."""

    def __init__(self, *answers: str | ToolCallPart | Exception) -> None:
        self._answers = list(answers)
        self.asked: list[tuple[str, list[ModelMessage]]] = []
        self.model = FunctionModel(self._answer, stream_function=self._stream)

    def _next(self, messages: list[ModelMessage], info: AgentInfo) -> str | ToolCallPart:
        self.asked.append((info.instructions or "", list(messages)))
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        answer = self._next(messages, info)
        return ModelResponse(parts=[TextPart(answer) if isinstance(answer, str) else answer])

    async def _stream(self, messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        for word in str(self._next(messages, info)).split(" "):
            yield f"{word} "


def run(agent: Agent[Any, Any], prompt: Any, **more: Any) -> AgentRunResult[Any]:
    return asyncio.run(agent.run(prompt, **more))  # its run_sync leaves a loop open


def told(messages: list[ModelMessage]) -> list[str]:
    """The system prompts of a request."""
    parts = [part for message in messages if isinstance(message, ModelRequest) for part in message.parts]
    return [part.content for part in parts if isinstance(part, SystemPromptPart)]


def prompts(messages: list[ModelMessage]) -> list[Any]:
    return [
        part.content
        for message in messages
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, UserPromptPart)
    ]


def test_the_model_reads_what_is_known_and_both_sides_are_kept(ada: Person) -> None:
    script = Script("Noted!", "Ramen, then.")
    agent = Agent(script.model, instructions="Be brief.", capabilities=[Remembering(ada)])
    run(agent, "My favorite food is ramen.")
    done = run(agent, "Any dinner ideas?")
    instructions, messages = script.asked[-1]
    assert instructions == "Be brief."
    assert told(messages)[0].startswith("You are Luna. You are talking to Ada.")
    (prompt,) = prompts(messages)
    assert "Favorite food is ramen." in prompt
    assert prompt.endswith("</memory>\n\nAny dinner ideas?")
    assert prompts(done.all_messages()) == ["Any dinner ideas?"]
    assert "memory" not in done.all_messages_json().decode()
    assert spoken(ada) == [
        ("user", "My favorite food is ramen."),
        ("assistant", "Noted!"),
        ("user", "Any dinner ideas?"),
        ("assistant", "Ramen, then."),
    ]


def test_a_prompt_goes_on_as_it_began(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    script = Script(ToolCallPart("weather", {"city": "Lyon"}), "Rain.", "Yes.")
    agent = Agent(script.model, instructions="Be brief.", capabilities=[Remembering(ada)])

    @agent.tool_plain
    def weather(city: str) -> str:
        """Tell the weather."""
        return f"rain in {city}"

    done = run(agent, "What is the weather in Lyon?")
    first, second = (messages for _instructions, messages in script.asked)
    assert prompts(first) == prompts(second)
    assert told(second) == told(first)  # the model goes on after its tool
    run(agent, "Ramen again?", message_history=done.all_messages())
    _instructions, third = script.asked[-1]
    assert told(third) == told(first)  # the stable part is what it was
    assert len(told(third)) == 1
    assert prompts(third)[0] == "What is the weather in Lyon?"
    assert "Favorite food is ramen." in told(third)[0] + prompts(third)[1]
    assert [text for _role, text in spoken(ada)[1:]] == [
        "What is the weather in Lyon?",
        "Rain.",
        "Ramen again?",
        "Yes.",
    ]


def test_people_of_a_run_stay_apart(luna: Reverie) -> None:
    script = Script(*["Hello!"] * 3)

    def whose(ctx: RunContext[str]) -> Person:
        return luna.meet(ctx.deps, exact=True)

    agent = Agent(script.model, deps_type=str, capabilities=[Remembering(whose)])

    async def main() -> None:
        await asyncio.gather(agent.run("I am from Lyon.", deps="ada"), agent.run("I am from Rome.", deps="bo"))

    asyncio.run(main())
    assert spoken(luna.find("ada")) == [("user", "I am from Lyon."), ("assistant", "Hello!")]
    run(agent, "Where am I from?", deps="ada")
    assert "Lyon" in str(script.asked[-1])
    assert "Rome" not in str(script.asked[-1])


def test_a_streamed_answer_is_kept_whole(ada: Person) -> None:
    agent = Agent(Script("one two three").model, capabilities=[Remembering(ada)])

    async def main() -> list[str]:
        async with agent.run_stream("Count!") as streamed:
            return [piece async for piece in streamed.stream_text(delta=True, debounce_by=None)]

    assert "".join(asyncio.run(main())).strip() == "one two three"
    assert [(role, text.strip()) for role, text in spoken(ada)] == [("user", "Count!"), ("assistant", "one two three")]


def test_what_was_said_outlives_a_model_that_fails(ada: Person) -> None:
    agent = Agent(Script(ConnectionError("the model is away")).model, capabilities=[Remembering(ada)])
    with pytest.raises(ConnectionError):
        run(agent, "I live in Lyon.")
    assert [one.text for one in ada.memories()] == ["Lives in Lyon."]


def test_parts_and_records_are_taken(ada: Person) -> None:
    class Animal(BaseModel):
        name: str

    ada.say("My favorite food is ramen.")
    script = Script(ToolCallPart("final_result", {"name": "cat"}))
    picture = BinaryContent(b"\x89PNG", media_type="image/png")
    agent = Agent(script.model, output_type=Animal, capabilities=[Remembering(ada)])
    assert run(agent, ["What ramen is this?", picture]).output == Animal(name="cat")
    (shown,) = prompts(script.asked[-1][1])
    assert shown[-2:] == ["What ramen is this?", picture]
    assert spoken(ada)[1:] == [("user", "What ramen is this?")]


def test_off_the_record_nothing_is_kept(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    script = Script("Ramen.")
    run(Agent(script.model, capabilities=[Remembering(ada.off_record())]), "Any dinner ideas?")
    assert "Favorite food is ramen." in str(script.asked[-1])
    assert len(ada.messages()) == 1
