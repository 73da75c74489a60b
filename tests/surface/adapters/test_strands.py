"""A store of Strands' memory manager, in its own agents, with a script as the model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.spoken import spoken

pytest.importorskip("strands", reason="Strands asks for an older release of the mcp package than the extra mcp")

from strands import Agent, tool
from strands.memory import AddMessagesContext, MemoryManager
from strands.models import Model

from reverie import Person, Reverie
from reverie.adapters.strands import ReverieMemoryStore
from reverie.errors import InvalidInput, Refused


class Script(Model):
    """Answers one after the other, with what it was asked each time."""

    def __init__(self, *answers: str | dict[str, Any] | Exception) -> None:
        self._answers = list(answers)
        self.asked: list[str] = []

    async def stream(self, messages: Any, *_more: Any, **_named: Any) -> AsyncIterator[Any]:
        self.asked.append(str(messages))
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        yield {"messageStart": {"role": "assistant"}}
        if isinstance(answer, dict):
            yield {"contentBlockStart": {"start": {"toolUse": {"toolUseId": "1", "name": answer["name"]}}}}
            yield {"contentBlockDelta": {"delta": {"toolUse": {"input": answer["input"]}}}}
        else:
            yield {"contentBlockDelta": {"delta": {"text": answer}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "tool_use" if isinstance(answer, dict) else "end_turn"}}

    def update_config(self, **_more: Any) -> None: ...

    def get_config(self) -> Any:
        return {}

    def structured_output(self, *_more: Any, **_named: Any) -> Any:
        raise NotImplementedError


def agent(script: Script, person: Person, **more: Any) -> Agent:
    manager = MemoryManager(stores=[ReverieMemoryStore(person)], **more)
    return Agent(script, memory_manager=manager, callback_handler=None)


def said(text: str, role: str = "user") -> Any:
    return {"role": role, "content": [{"text": text}]}


def test_the_model_reads_what_is_known_and_both_sides_are_kept(ada: Person) -> None:
    script = Script("Noted!", "Ramen, then.")
    agent(script, ada)("My favorite food is ramen.")
    later = agent(script, ada)
    later("Which food is my favorite?")
    assert "Favorite food is ramen." in script.asked[-1]
    assert "Favorite food is ramen." not in str(later.messages)
    assert spoken(ada) == [
        ("user", "My favorite food is ramen."),
        ("assistant", "Noted!"),
        ("user", "Which food is my favorite?"),
        ("assistant", "Ramen, then."),
    ]


def test_words_alone_are_kept_and_the_same_words_as_often_as_they_are_said(ada: Person) -> None:
    def weather(city: str) -> str:
        """Tell the weather."""
        return f"rain in {city}"

    script = Script({"name": "weather", "input": '{"city": "Lyon"}'}, "Rain.", "Still.", "Yes.")
    chat = Agent(
        script,
        tools=[tool(weather)],
        memory_manager=MemoryManager(stores=[ReverieMemoryStore(ada)]),
        callback_handler=None,
    )
    for text in ("What is the weather in Lyon?", "And now?", "And now?"):
        chat(text)
    assert [text for _role, text in spoken(ada)] == [
        "What is the weather in Lyon?",
        "Rain.",
        "And now?",
        "Still.",
        "And now?",
        "Yes.",
    ]


def test_people_stay_apart(luna: Reverie, ada: Person) -> None:
    bo = luna.meet("Bo")
    script = Script("Hello!", "Hello!", "Who knows?")
    agent(script, ada)("I live in Lyon.")
    agent(script, bo)("I live in Rome.")
    agent(script, ada)("Where do I live, in Lyon or in Rome?")
    assert "Lives in Lyon." in script.asked[-1]
    assert "Lives in Rome." not in script.asked[-1]


def test_the_model_may_search_and_add(ada: Person) -> None:
    script = Script({"name": "search_memory", "input": '{"query": "food"}'}, "Ramen.")
    ada.say("My favorite food is ramen.")
    chat = agent(script, ada, injection=False)
    chat("Hello!")
    assert "Favorite food is ramen." in str(chat.messages)
    script = Script({"name": "add_memory", "input": '{"entries": ["Plays the cello."]}'}, "Noted.")
    agent(script, ada, add_tool_config=True)("They told me of their music.")
    assert "Plays the cello." in [one.text for one in ada.memories()]


def test_a_batch_that_fails_goes_on_where_it_failed(ada: Person) -> None:
    store = ReverieMemoryStore(ada)
    numbers = AddMessagesContext(sequence_numbers=[0, 2, 3])
    batch = [said("I live in Lyon."), said("x" * 2_000_001), said("I am a baker.")]
    for _again in range(2):
        with pytest.raises(InvalidInput):
            asyncio.run(store.add_messages(batch, numbers))
    asyncio.run(store.add_messages(batch[::2], AddMessagesContext(sequence_numbers=[0, 3])))
    asyncio.run(store.add_messages([said("I live in Lyon."), said("Hm.", "assistant")]))
    assert spoken(ada) == [
        ("user", "I live in Lyon."),
        ("user", "I am a baker."),
        ("user", "I live in Lyon."),
        ("assistant", "Hm."),
    ]


def test_a_search_says_what_is_no_longer_so_and_keeps_its_limit(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    ada.say("My favorite food is pasta now.")
    store = ReverieMemoryStore(ada, limit=1)
    (entry,) = asyncio.run(store.search("What is my favorite food?"))
    assert entry.content == "Favorite food is pasta."
    assert len(asyncio.run(store.search("What is my favorite food?", {"max_search_results": 2}))) == 2
    assert asyncio.run(store.search(" ")) == []


def test_what_was_said_outlives_a_model_that_fails(ada: Person) -> None:
    with pytest.raises(ConnectionError):
        agent(Script(ConnectionError("the model is away")), ada)("I live in Lyon.")
    assert [one.text for one in ada.memories()] == ["Lives in Lyon."]


def test_off_the_record_nothing_is_kept(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    script = Script("Ramen.")
    agent(script, ada.off_record())("Which food is my favorite?")
    assert "Favorite food is ramen." in script.asked[-1]
    assert len(ada.messages()) == 1
    with pytest.raises(Refused):
        asyncio.run(ReverieMemoryStore(ada.off_record()).add("Plays the cello."))
