"""A block of LlamaIndex's memory, in its own agents and chat engines, with a function as the model."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ToolCallBlock
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import ChatMessage
from llama_index.core.llms.mock import MockFunctionCallingLLM
from llama_index.core.memory import InsertMethod, Memory
from llama_index.core.tools import FunctionTool
from tests.spoken import spoken

from reverie import Person, Reverie
from reverie.adapters.llama_index import Remembering


class Script:
    """Answers one after the other, with what it was asked each time."""

    def __init__(self, *answers: str | ToolCallBlock | Exception) -> None:
        self._answers = list(answers)
        self.asked: list[list[ChatMessage]] = []
        self.model = MockFunctionCallingLLM(response_generator=self._answer, is_chat_model=True)

    def _answer(self, messages: Sequence[ChatMessage], **_more: Any) -> ChatMessage:
        self.asked.append(list(messages))
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return (
            ChatMessage(role="assistant", content=answer)
            if isinstance(answer, str)
            else ChatMessage(role="assistant", blocks=[answer])
        )


def memory(*blocks: Remembering, session: str = "monday", **more: Any) -> Memory:
    return Memory.from_defaults(session_id=session, memory_blocks=list(blocks), **more)


def run(agent: FunctionAgent, memory: Memory, *prompts: str) -> None:
    async def main() -> None:
        for prompt in prompts:
            await agent.run(prompt, memory=memory)

    asyncio.run(main())


def texts(messages: Sequence[ChatMessage]) -> list[tuple[str, str]]:
    return [(one.role.value, one.content or "") for one in messages]


def weather(city: str) -> str:
    """Tell the weather."""
    return f"rain in {city}"


def test_the_model_reads_what_is_known_and_both_sides_are_kept(ada: Person) -> None:
    script = Script("Noted!", "Ramen, then.")
    agent = FunctionAgent(llm=script.model, system_prompt="Be brief.")
    run(agent, memory(Remembering(ada)), "My favorite food is ramen.")
    run(agent, memory(Remembering(ada), session="tuesday"), "Any dinner ideas?")
    instructions, remembered, asked = texts(script.asked[-1])
    assert instructions == ("system", "Be brief.")
    assert remembered[0] == "system"
    assert "You are Luna. You are talking to Ada." in remembered[1]
    assert "Favorite food is ramen." in remembered[1]
    assert asked == ("user", "Any dinner ideas?")
    assert spoken(ada) == [
        ("user", "My favorite food is ramen."),
        ("assistant", "Noted!"),
        ("user", "Any dinner ideas?"),
        ("assistant", "Ramen, then."),
    ]


def test_the_chat_store_stays_without_the_context(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    script = Script("Ramen.", "Again.")
    monday = memory(Remembering(ada), insert_method=InsertMethod.USER)
    run(FunctionAgent(llm=script.model), monday, "Any dinner ideas?", "And for lunch?")
    first, second = (texts(asked) for asked in script.asked)
    assert [role for role, _text in first] == ["user"]
    assert "Favorite food is ramen." in first[0][1]
    assert first[0][1].endswith("Any dinner ideas?")
    assert second[0] == ("user", "Any dinner ideas?")
    stored = [
        ("user", "Any dinner ideas?"),
        ("assistant", "Ramen."),
        ("user", "And for lunch?"),
        ("assistant", "Again."),
    ]
    assert texts(asyncio.run(monday.aget_all())) == stored
    assert spoken(ada)[1:] == stored


def test_an_agent_that_uses_tools_says_its_prompt_once(ada: Person) -> None:
    call = ToolCallBlock(tool_call_id="1", tool_name="weather", tool_kwargs={"city": "Lyon"})
    script = Script(call, "Rain.", "Yes.")
    agent = FunctionAgent(llm=script.model, tools=[FunctionTool.from_defaults(fn=weather)])
    run(agent, memory(Remembering(ada)), "What is the weather in Lyon?", "What is the weather in Lyon?")
    assert len(script.asked) == 3
    asked = ("user", "What is the weather in Lyon?")
    assert spoken(ada) == [asked, ("assistant", "Rain."), asked, ("assistant", "Yes.")]


def test_a_chat_engine_keeps_the_reply_at_the_next_message(ada: Person) -> None:
    script = Script("Noted!", "Lyon.")
    engine = SimpleChatEngine.from_defaults(llm=script.model, memory=memory(Remembering(ada)))
    engine.chat("I live in Lyon.")
    assert spoken(ada) == [("user", "I live in Lyon.")]
    engine.chat("Where do I live?")
    assert spoken(ada) == [("user", "I live in Lyon."), ("assistant", "Noted!"), ("user", "Where do I live?")]
    assert "Lives in Lyon." in str(script.asked[-1])


def test_a_queue_that_is_too_long_loses_and_repeats_nothing(ada: Person) -> None:
    said = [f"Day {day} was a long day, and a good one." for day in range(12)]
    monday = memory(Remembering(ada), token_limit=120, token_flush_size=30)

    async def main() -> None:
        for place, text in enumerate(said):
            await monday.aput(ChatMessage(role="user", content=text))
            if not 3 < place < 10:  # those leave the queue before they are read
                await monday.aget()
            await monday.aput(ChatMessage(role="assistant", content="I see."))
        await monday.aget()

    asyncio.run(main())
    assert len(asyncio.run(monday.aget_all())) == 24
    assert [text for role, text in spoken(ada) if role == "user"] == said
    assert [role for role, _text in spoken(ada)] == ["user", "assistant"] * 12


def test_a_history_that_was_there_is_not_said_again(ada: Person) -> None:
    history = [ChatMessage(role="user", content="I live in Rome."), ChatMessage(role="assistant", content="Oh!")]
    script = Script("Hello!", "Hm.")
    agent = FunctionAgent(llm=script.model)
    monday = memory(Remembering(ada), chat_history=history)
    run(agent, monday, "I work as a baker.")
    assert spoken(ada) == [("user", "I work as a baker."), ("assistant", "Hello!")]

    async def begun_anew() -> None:
        await monday.areset()
        await agent.run("I work as a baker.", memory=monday)

    asyncio.run(begun_anew())
    assert spoken(ada)[2:] == [("user", "I work as a baker."), ("assistant", "Hm.")]


def test_a_context_is_cut_to_the_limit_of_the_memory(ada: Person) -> None:
    for place in range(30):
        ada.remember(f"Likes the cafe number {place} in Lyon very much.")

    def told(limit: int) -> str:
        small = memory(Remembering(ada), token_limit=limit)

        async def main() -> list[ChatMessage]:
            await small.aput(ChatMessage(role="user", content="Which cafe in Lyon do I like?"))
            return await small.aget()

        read = asyncio.run(main())
        assert small._estimate_token_count(read) <= limit + 30  # LlamaIndex does not count the tags around its blocks
        return str(read[0].content)

    assert told(4000).count("cafe number") > told(200).count("cafe number") > 2
    assert told(12) == "Which cafe in Lyon do I like?"


def test_what_was_said_outlives_a_model_that_fails(ada: Person) -> None:
    script = Script(ConnectionError("the model is away"))
    with pytest.raises(ConnectionError):
        run(FunctionAgent(llm=script.model), memory(Remembering(ada)), "I live in Lyon.")
    assert [one.text for one in ada.memories()] == ["Lives in Lyon."]


def test_people_stay_apart(luna: Reverie, ada: Person) -> None:
    bo = luna.meet("Bo")
    script = Script("Hello!", "Hello!", "Who knows?")
    agent = FunctionAgent(llm=script.model)
    run(agent, memory(Remembering(ada)), "I am from Lyon.")
    run(agent, memory(Remembering(bo)), "I am from Rome.")
    run(agent, memory(Remembering(ada), session="tuesday"), "Where am I from?")
    assert "Lyon" in str(script.asked[-1])
    assert "Rome" not in str(script.asked[-1])


def test_off_the_record_nothing_is_kept(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    script = Script("Ramen.")
    run(FunctionAgent(llm=script.model), memory(Remembering(ada.off_record())), "Any dinner ideas?")
    assert "Favorite food is ramen." in str(script.asked[-1])
    assert len(ada.messages()) == 1


def test_nothing_is_told_where_nothing_was_said(ada: Person) -> None:
    assert asyncio.run(memory(Remembering(ada)).aget()) == []
