"""A context provider for Microsoft's Agent Framework, in its own agents, with a script as the chat client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Awaitable, Mapping, Sequence
from copy import deepcopy
from typing import Any

import pytest
from agent_framework import (
    Agent,
    AgentSession,
    BaseChatClient,
    ChatMiddlewareLayer,
    ChatResponse,
    ChatResponseUpdate,
    Content,
    FunctionInvocationLayer,
    Message,
    ResponseStream,
)
from pydantic import BaseModel
from tests.spoken import spoken

from reverie import Person, Reverie
from reverie.adapters.agent_framework import Remembering


class Script(FunctionInvocationLayer[Any], ChatMiddlewareLayer[Any], BaseChatClient[Any]):
    """Answers one after the other, with what it was asked each time: the instructions, and the messages."""

    def __init__(self, *answers: str | Content | Exception) -> None:
        super().__init__()
        self._answers = list(answers)
        self.asked: list[tuple[str, list[Message]]] = []

    def _inner_get_response(
        self, *, messages: Sequence[Message], stream: bool, options: Mapping[str, Any], **_more: Any
    ) -> Awaitable[ChatResponse[Any]] | ResponseStream[ChatResponseUpdate, ChatResponse[Any]]:
        self.asked.append((options.get("instructions") or "", deepcopy(list(messages))))
        answer = self._answers.pop(0)
        if stream:
            return ResponseStream(self._pieces(str(answer)), finalizer=ChatResponse.from_updates)
        return self._whole(answer)

    async def _whole(self, answer: str | Content | Exception) -> ChatResponse[Any]:
        if isinstance(answer, Exception):
            raise answer
        return ChatResponse(messages=[Message("assistant", [answer])])

    async def _pieces(self, answer: str) -> AsyncIterable[ChatResponseUpdate]:
        for word in answer.split(" "):
            yield ChatResponseUpdate(role="assistant", contents=[Content.from_text(f"{word} ")])


def run(agent: Agent[Any], *prompts: Any, session: AgentSession | None = None, **more: Any) -> list[str]:
    async def main() -> list[str]:
        return [(await agent.run(prompt, session=session, **more)).text for prompt in prompts]

    return asyncio.run(main())


def texts(messages: Sequence[Message]) -> list[tuple[str, str]]:
    return [(one.role, one.text) for one in messages]


def test_the_model_reads_what_is_known_and_both_sides_are_kept(ada: Person) -> None:
    script = Script("Noted!", "Ramen, then.")
    agent = Agent(script, "Be brief.", context_providers=[Remembering(ada)])
    assert run(agent, "My favorite food is ramen.", "Any dinner ideas?") == ["Noted!", "Ramen, then."]
    instructions, (message,) = script.asked[-1]
    assert instructions.startswith("Be brief.\nYou are Luna. You are talking to Ada.")
    assert "Favorite food is ramen." in message.text
    assert message.text.endswith("Any dinner ideas?")
    assert spoken(ada) == [
        ("user", "My favorite food is ramen."),
        ("assistant", "Noted!"),
        ("user", "Any dinner ideas?"),
        ("assistant", "Ramen, then."),
    ]


def test_a_session_stays_without_the_context_and_a_prompt_goes_on_as_it_began(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    session = AgentSession()
    script = Script("Ramen.", "Again.", "Once more.")
    run(
        Agent(script, context_providers=[Remembering(ada)]),
        "Any dinner ideas?",
        "And ramen for lunch?",
        session=session,
    )
    (first_instructions, first), (second_instructions, second) = script.asked
    assert first_instructions == second_instructions
    assert "Favorite food is ramen." in first[0].text
    assert texts(second)[:2] == [("user", "Any dinner ideas?"), ("assistant", "Ramen.")]
    assert second[2].text.endswith("And ramen for lunch?")
    assert "<memory" not in str(session.to_dict())


def test_an_agent_that_uses_tools_reads_the_same_each_time(ada: Person) -> None:
    ada.say("I live in Lyon.")

    def weather(city: str) -> str:
        """Tell the weather."""
        return f"rain in {city}"

    call = Content.from_function_call(call_id="1", name="weather", arguments={"city": "Lyon"})
    script = Script(call, "Rain.")
    agent = Agent(script, tools=[weather], context_providers=[Remembering(ada)])
    assert run(agent, "What is the weather where I live?") == ["Rain."]
    (instructions, first), (again, second) = script.asked
    assert instructions == again
    assert texts(second)[: len(first)] == texts(first)
    assert "Lives in Lyon." in instructions + first[0].text
    assert spoken(ada)[1:] == [("user", "What is the weather where I live?"), ("assistant", "Rain.")]


def test_people_of_a_session_stay_apart(luna: Reverie) -> None:
    script = Script(*["Hello!"] * 3)
    provider = Remembering(lambda session: luna.meet(session.state["user"], exact=True))
    agent = Agent(script, context_providers=[provider])

    def of(user: str) -> AgentSession:
        session = AgentSession()
        session.state["user"] = user
        return session

    async def main() -> None:
        await asyncio.gather(
            agent.run("I am from Lyon.", session=of("ada")), agent.run("I am from Rome.", session=of("bo"))
        )
        await agent.run("Where am I from?", session=of("ada"))

    asyncio.run(main())
    assert spoken(luna.find("bo")) == [("user", "I am from Rome."), ("assistant", "Hello!")]
    instructions, messages = script.asked[-1]
    assert "Lyon" in instructions + messages[-1].text
    assert "Rome" not in instructions + str(texts(messages))


def test_a_streamed_answer_is_kept_whole(ada: Person) -> None:
    agent = Agent(Script("one two three"), context_providers=[Remembering(ada)])

    async def main() -> list[str]:
        return [piece.text async for piece in agent.run("Count!", stream=True)]

    assert "".join(asyncio.run(main())).strip() == "one two three"
    assert [(role, text.strip()) for role, text in spoken(ada)] == [("user", "Count!"), ("assistant", "one two three")]


def test_what_was_said_outlives_a_model_that_fails(ada: Person) -> None:
    agent = Agent(Script(ConnectionError("the model is away")), context_providers=[Remembering(ada)])
    with pytest.raises(ConnectionError):
        run(agent, "I live in Lyon.")
    assert [one.text for one in ada.memories()] == ["Lives in Lyon."]


def test_parts_and_records_are_taken(ada: Person) -> None:
    class Animal(BaseModel):
        name: str

    ada.say("My favorite food is ramen.")
    picture = Content.from_data(b"\x89PNG", "image/png")
    script = Script('{"name": "cat"}')
    agent = Agent(script, context_providers=[Remembering(ada)])
    run(agent, Message("user", ["What ramen is this?", picture]), options={"response_format": Animal})
    _instructions, (message,) = script.asked[-1]
    assert [one.text for one in message.contents[-2:-1]] == ["What ramen is this?"]
    assert message.contents[-1].uri == picture.uri
    assert spoken(ada)[1:] == [("user", "What ramen is this?")]


def test_a_message_with_an_id_is_said_once(ada: Person) -> None:
    agent = Agent(Script("Hm.", "Hm!"), context_providers=[Remembering(ada)])
    run(agent, *[Message("user", ["I live in Lyon."], message_id="7")] * 2)
    assert spoken(ada) == [("user", "I live in Lyon."), ("assistant", "Hm."), ("assistant", "Hm!")]


def test_off_the_record_nothing_is_kept(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    script = Script("Ramen.")
    run(Agent(script, context_providers=[Remembering(ada.off_record())]), "Any dinner ideas?")
    instructions, messages = script.asked[-1]
    assert "Favorite food is ramen." in instructions + messages[-1].text
    assert len(ada.messages()) == 1


def test_a_run_without_words_is_left_alone(ada: Person) -> None:
    script = Script("Hm.")
    run(Agent(script, context_providers=[Remembering(ada)]), Message("user", [Content.from_data(b"x", "image/png")]))
    assert script.asked[-1][0] == ""
    assert spoken(ada) == [("assistant", "Hm.")]
