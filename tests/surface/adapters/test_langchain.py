"""An agent of LangChain with memory: what the model is shown, what is kept, and what stays out of the agent's state."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import Field
from tests.spoken import spoken

from reverie import Person, Reverie
from reverie.adapters.langchain import Remembering


class Scripted(BaseChatModel):
    """A chat model of LangChain that answers by a script, and keeps what it was asked."""

    script: list[AIMessage]
    asked: list[list[BaseMessage]] = Field(default_factory=list)
    failing: bool = False

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **more: Any) -> Any:
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **more: Any,
    ) -> ChatResult:
        self.asked.append(list(messages))
        if self.failing:
            raise ConnectionError("the model is away")
        return ChatResult(generations=[ChatGeneration(message=self.script.pop(0))])


@tool
def weather(city: str) -> str:
    """Tell the weather."""
    return f"rain in {city}"


def said(text: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text}]}


def test_the_model_reads_what_is_known_and_both_sides_are_kept(ada: Person) -> None:
    model = Scripted(script=[AIMessage("Noted!"), AIMessage("Ramen, then.")])
    agent: Any = create_agent(model, system_prompt="Be brief.", middleware=[Remembering(ada)])
    agent.invoke(said("My favorite food is ramen."))
    state = agent.invoke(said("Any dinner ideas?"))
    system, message = model.asked[-1]
    assert isinstance(system, SystemMessage)
    assert isinstance(message, HumanMessage)
    assert str(system.content).startswith("Be brief.\n\nYou are Luna. You are talking to Ada.")
    assert "Favorite food is ramen." in str(message.content)
    assert str(message.content).endswith("</memory>\n\nAny dinner ideas?")
    assert [one.content for one in state["messages"]] == ["Any dinner ideas?", "Ramen, then."]
    assert spoken(ada) == [
        ("user", "My favorite food is ramen."),
        ("assistant", "Noted!"),
        ("user", "Any dinner ideas?"),
        ("assistant", "Ramen, then."),
    ]


def test_it_can_be_awaited_for_people_of_a_run(luna: Reverie) -> None:
    @dataclass
    class Asked:
        user: str

    model = Scripted(script=[AIMessage("Hello!") for _ in range(4)])
    memory = Remembering(lambda runtime: luna.meet(runtime.context.user, exact=True))
    agent: Any = create_agent(model, middleware=[memory], context_schema=Asked)

    async def main() -> None:
        runs = [
            agent.ainvoke(said(f"I am from {city}."), context=Asked(user=who))
            for who, city in (("ada", "Lyon"), ("bo", "Rome"))
        ]
        await asyncio.gather(*runs)

    asyncio.run(main())
    assert spoken(luna.find("ada")) == [("user", "I am from Lyon."), ("assistant", "Hello!")]
    assert spoken(luna.find("bo")) == [("user", "I am from Rome."), ("assistant", "Hello!")]
    agent.invoke(said("Where am I from?"), context=Asked(user="ada"))
    assert "Lyon" in str(model.asked[-1])
    assert "Rome" not in str(model.asked[-1])


def test_a_prompt_goes_on_as_it_began(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    call = {"name": "weather", "args": {"city": "Lyon"}, "id": "call_1", "type": "tool_call"}
    script = [AIMessage("", tool_calls=[call]), AIMessage("Rain."), AIMessage("Yes.")]
    model = Scripted(script=script)
    agent: Any = create_agent(
        model, [weather], system_prompt="Be brief.", middleware=[Remembering(ada)], checkpointer=InMemorySaver()
    )
    thread = {"configurable": {"thread_id": "1"}}
    agent.invoke(said("What is the weather in Lyon?"), thread)
    first, second = model.asked
    assert second[: len(first)] == first  # the model goes on after its tool
    agent.invoke(said("Ramen again?"), thread)
    third = model.asked[-1]
    assert third[0] == first[0]  # the stable part is what it was
    assert third[1].content == "What is the weather in Lyon?"
    assert spoken(ada)[1:] == [
        ("user", "What is the weather in Lyon?"),
        ("assistant", "Rain."),
        ("user", "Ramen again?"),
        ("assistant", "Yes."),
    ]
    assert "<memory" not in str(agent.get_state(thread))  # a checkpoint holds nothing of memory


def test_what_was_said_outlives_a_model_that_fails(ada: Person) -> None:
    agent: Any = create_agent(Scripted(script=[], failing=True), middleware=[Remembering(ada)])
    with pytest.raises(ConnectionError):
        agent.invoke(said("I live in Lyon."))
    assert [one.text for one in ada.memories()] == ["Lives in Lyon."]


def test_the_same_message_again_is_said_once(ada: Person) -> None:
    model = Scripted(script=[AIMessage("One."), AIMessage("Two.")])
    agent: Any = create_agent(model, middleware=[Remembering(ada)])
    for _time in range(2):
        agent.invoke({"messages": [HumanMessage("I live in Lyon.", id="m1")]})
    assert spoken(ada) == [("user", "I live in Lyon."), ("assistant", "One."), ("assistant", "Two.")]


def test_parts_and_empty_messages_are_taken(ada: Person) -> None:
    model = Scripted(script=[AIMessage("A cat."), AIMessage("Go on.")])
    agent: Any = create_agent(model, middleware=[Remembering(ada)])
    picture = {"type": "image", "url": "https://example.org/cat.png"}
    agent.invoke({"messages": [HumanMessage([{"type": "text", "text": "What is this?"}, picture])]})
    shown = model.asked[-1][-1].content
    assert isinstance(shown, list)
    assert shown[-2:] == [{"type": "text", "text": "What is this?"}, picture]
    agent.invoke({"messages": [HumanMessage("")]})
    assert spoken(ada) == [("user", "What is this?"), ("assistant", "A cat."), ("assistant", "Go on.")]


def test_off_the_record_nothing_is_kept(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    model = Scripted(script=[AIMessage("Ramen.")])
    agent: Any = create_agent(model, middleware=[Remembering(ada.off_record())])
    agent.invoke(said("Any dinner ideas?"))
    assert "Favorite food is ramen." in str(model.asked[-1])
    assert len(ada.messages()) == 1
