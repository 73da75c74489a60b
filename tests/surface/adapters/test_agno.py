"""A store of agno's learning machine with its hooks, in its own agents, with a script as the model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from agno.agent import Agent
from agno.db.in_memory import InMemoryDb
from agno.learn import LearningMachine
from agno.learn.stores.protocol import LearningStore
from agno.models.base import Model
from agno.models.message import Message
from agno.models.response import ModelResponse
from pydantic import BaseModel
from tests.spoken import spoken

from reverie import Person, Reverie
from reverie.adapters.agno import Remembering


class Script(Model):
    """Answers one after the other, with what it was asked each time."""

    def __init__(self, *answers: str | Exception) -> None:
        super().__init__(id="script")
        self._answers = list(answers)
        self.asked: list[list[tuple[str, str]]] = []

    def invoke(self, messages: list[Message], **_more: Any) -> ModelResponse:
        self.asked.append([(one.role, one.get_content_string()) for one in messages])
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return ModelResponse(role="assistant", content=answer)

    async def ainvoke(self, messages: list[Message], **_more: Any) -> ModelResponse:
        return self.invoke(messages)

    def invoke_stream(self, messages: list[Message], **_more: Any) -> Iterator[ModelResponse]:
        for word in str(self.invoke(messages).content).split(" "):
            yield ModelResponse(role="assistant", content=f"{word} ")

    async def ainvoke_stream(self, messages: list[Message], **_more: Any) -> AsyncIterator[ModelResponse]:
        for piece in self.invoke_stream(messages):
            yield piece

    def _parse_provider_response(self, response: Any, **_more: Any) -> ModelResponse:
        return ModelResponse(content=response)

    def _parse_provider_response_delta(self, response: Any) -> ModelResponse:
        return ModelResponse(content=response)


def agent(script: Script, whose: Person | Callable[[str], Person], *, awaited: bool = False, **more: Any) -> Agent:
    memory = Remembering(whose)
    return Agent(
        model=script,
        instructions="Be brief.",
        db=InMemoryDb(),  # type: ignore[no-untyped-call]
        learning=LearningMachine(custom_stores={"reverie": memory}),
        pre_hooks=[memory.akeep if awaited else memory.keep],
        post_hooks=[memory.akeep_reply if awaited else memory.keep_reply],
        telemetry=False,
        **more,
    )


def test_it_is_a_store_of_agno(ada: Person) -> None:
    memory = Remembering(ada)
    assert isinstance(memory, LearningStore)
    assert LearningMachine(custom_stores={"reverie": memory}).get_tools() == []


def test_the_model_reads_what_is_known_and_both_sides_are_kept(ada: Person) -> None:
    script = Script("Noted!", "Ramen, then.")
    luna = agent(script, ada)
    luna.run("My favorite food is ramen.")
    done = luna.run("Any dinner ideas?")
    (_system, instructions), asked = script.asked[-1]
    assert instructions.startswith("Be brief.\n\nYou are Luna. You are talking to Ada.")
    assert "Favorite food is ramen." in instructions
    assert asked == ("user", "Any dinner ideas?")
    assert done.content == "Ramen, then."
    assert spoken(ada) == [
        ("user", "My favorite food is ramen."),
        ("assistant", "Noted!"),
        ("user", "Any dinner ideas?"),
        ("assistant", "Ramen, then."),
    ]


def test_users_stay_apart_and_a_run_of_nobody_has_no_memory(luna: Reverie) -> None:
    script = Script(*["Hello!"] * 4)
    companion = agent(script, lambda user: luna.meet(user, exact=True), awaited=True)

    async def main() -> None:
        await asyncio.gather(
            companion.arun("I am from Lyon.", user_id="ada", session_id="1"),
            companion.arun("I am from Rome.", user_id="bo", session_id="2"),
        )
        await companion.arun("Where am I from?", user_id="ada", session_id="3")
        await companion.arun("I am from Oslo.", session_id="4")

    asyncio.run(main())
    assert spoken(luna.find("bo")) == [("user", "I am from Rome."), ("assistant", "Hello!")]
    assert "Lyon" in str(script.asked[2])
    assert "Rome" not in str(script.asked[2])
    assert script.asked[3][0] == ("system", "Be brief.")
    assert [user.name for user in luna.people()] == ["ada", "bo"]


def test_a_streamed_answer_is_kept_whole(ada: Person) -> None:
    pieces = list(agent(Script("one two three"), ada).run("Count!", stream=True))
    assert len(pieces) > 2
    assert [(role, text.strip()) for role, text in spoken(ada)] == [("user", "Count!"), ("assistant", "one two three")]


def test_what_agno_writes_into_a_message_is_not_what_they_said(ada: Person) -> None:
    script = Script("Hm.")
    more: dict[str, Any] = {
        "dependencies": {"weather": "My favorite food is rain."},
        "add_dependencies_to_context": True,
    }
    agent(script, ada, **more).run("I live in Lyon.")
    assert "favorite food is rain" in script.asked[-1][-1][1]
    assert spoken(ada) == [("user", "I live in Lyon."), ("assistant", "Hm.")]
    assert [one.text for one in ada.memories()] == ["Lives in Lyon."]


@pytest.mark.parametrize(
    "said",
    [
        Message(role="user", content="I live in Lyon."),
        [Message(role="assistant", content="I live in Rome."), Message(role="user", content="I live in Lyon.")],
        [{"role": "assistant", "content": "I live in Rome."}, {"role": "user", "content": "I live in Lyon."}],
        [{"type": "text", "text": "I live in Lyon."}],
    ],
    ids=["message", "messages", "records", "parts"],
)
def test_inputs_of_every_kind_teach_what_the_person_says(ada: Person, said: Any) -> None:
    agent(Script("Hm."), ada).run(said)
    assert spoken(ada) == [("user", "I live in Lyon."), ("assistant", "Hm.")]


def test_the_agents_own_words_and_records_teach_nothing(ada: Person) -> None:
    class Place(BaseModel):
        city: str

    agent(Script("Hm."), ada).run([Message(role="assistant", content="I live in Rome.")])
    agent(Script('{"city": "Rome"}'), ada, output_schema=Place).run(Place(city="I live in Rome."))
    assert spoken(ada) == [("assistant", "Hm.")]


def test_a_run_that_is_tried_again_says_nothing_twice(ada: Person) -> None:
    script = Script(ConnectionError("the model is away"), "Noted!")
    agent(script, ada, retries=1, delay_between_retries=0).run("I live in Lyon.")
    assert len(script.asked) == 2
    assert spoken(ada) == [("user", "I live in Lyon."), ("assistant", "Noted!")]


def test_what_was_said_outlives_a_model_that_fails(ada: Person) -> None:
    agent(Script(ConnectionError("the model is away")), ada).run("I live in Lyon.")
    assert [one.text for one in ada.memories()] == ["Lives in Lyon."]


def test_off_the_record_nothing_is_kept(ada: Person) -> None:
    ada.say("My favorite food is ramen.")
    script = Script("Ramen.")
    agent(script, ada.off_record()).run("Any dinner ideas?")
    assert "Favorite food is ramen." in str(script.asked[-1])
    assert len(ada.messages()) == 1
