"""A memory service for Google's ADK, in its own runner, with a script as the model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from tests.spoken import spoken

pytest.importorskip(
    "google.adk", reason="ADK asks for an older websockets and OpenTelemetry than the development pins have"
)

from google.adk.agents import Agent
from google.adk.events import Event
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.models import BaseLlm
from google.adk.models.llm_request import LlmRequest
from google.adk.models.llm_response import LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools.preload_memory_tool import PreloadMemoryTool
from google.genai import types
from pydantic import PrivateAttr

from reverie import Reverie
from reverie.adapters.google_adk import ReverieMemoryService
from reverie.errors import InvalidInput, NotFound, Refused

APP = "app"


class Script(BaseLlm):
    """Answers one after the other, with what it was asked each time."""

    model: str = "script"
    _answers: list[str] = PrivateAttr(default_factory=list)
    _asked: list[str] = PrivateAttr(default_factory=list)

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        self._asked.append(str(llm_request.contents))
        yield LlmResponse(content=types.ModelContent(self._answers.pop(0)))


class Chat:
    """An agent whose sessions are added after each run."""

    def __init__(self, luna: Reverie, *answers: str) -> None:
        self.script = Script()
        self.script._answers = list(answers)
        self.sessions = InMemorySessionService()
        self.service = ReverieMemoryService(luna)
        agent = Agent(
            name="luna", model=self.script, tools=[PreloadMemoryTool()], after_agent_callback=[self._keep, self._keep]
        )
        self.runner = Runner(app_name=APP, agent=agent, session_service=self.sessions, memory_service=self.service)

    @staticmethod
    async def _keep(callback_context: Any) -> None:
        await callback_context.add_session_to_memory()

    async def say(self, user: str, session: str, text: str) -> None:
        if await self.sessions.get_session(app_name=APP, user_id=user, session_id=session) is None:
            await self.sessions.create_session(app_name=APP, user_id=user, session_id=session)
        async for _event in self.runner.run_async(
            user_id=user, session_id=session, new_message=types.UserContent(text)
        ):
            pass


def event(id: str, text: str, *, author: str = "user", **more: Any) -> Event:
    return Event(id=id, author=author, content=types.UserContent(text), **more)


def add(service: ReverieMemoryService, *events: Event, user: str = "ada") -> None:
    asyncio.run(service.add_events_to_memory(app_name=APP, user_id=user, events=events))


def found(service: ReverieMemoryService, query: str, user: str = "ada") -> list[MemoryEntry]:
    return list(asyncio.run(service.search_memory(app_name=APP, user_id=user, query=query)).memories)


def delete(service: ReverieMemoryService, id: str | None, user: str = "ada") -> None:
    asyncio.run(service.delete_memory(app_name=APP, user_id=user, memory_id=id))


def texts(entries: list[MemoryEntry]) -> list[str | None]:
    return [part.text for entry in entries for part in entry.content.parts or ()]


def test_the_model_reads_what_is_known_and_both_sides_are_kept_once(luna: Reverie) -> None:
    chat = Chat(luna, "Noted!", "Good.", "Ramen, then.")

    async def main() -> None:
        await chat.say("ada", "monday", "My favorite food is ramen.")
        await chat.say("ada", "monday", "I live in Lyon.")
        await chat.say("ada", "tuesday", "Which food is my favorite?")

    asyncio.run(main())
    assert "Favorite food is ramen." in chat.script._asked[-1]
    assert spoken(luna.find("ada")) == [
        ("user", "My favorite food is ramen."),
        ("assistant", "Noted!"),
        ("user", "I live in Lyon."),
        ("assistant", "Good."),
        ("user", "Which food is my favorite?"),
        ("assistant", "Ramen, then."),
    ]


def test_users_stay_apart_and_who_is_unknown_has_nothing(luna: Reverie) -> None:
    service = ReverieMemoryService(luna)
    add(service, event("1", "I live in Lyon."))
    add(service, event("2", "I live in Rome."), user="bo")
    assert texts(found(service, "Who lives in Lyon?")) == ["Lives in Lyon."]
    assert "Rome" not in str(found(service, "Who lives in Lyon or in Rome?"))
    assert found(service, "Who lives in Lyon?", user="cy") == []
    assert [user.name for user in luna.people()] == ["ada", "bo"]


def test_thoughts_calls_and_pieces_are_not_kept(luna: Reverie) -> None:
    thought = types.Content(role="model", parts=[types.Part(text="They want food.", thought=True)])
    call = types.Content(role="model", parts=[types.Part(function_call=types.FunctionCall(name="f", args={}))])
    add(
        ReverieMemoryService(luna),
        event("1", "Hello!"),
        Event(id="2", author="luna", content=thought),
        Event(id="3", author="luna", content=call),
        event("4", "Hel", author="luna", partial=True),
        event("5", "Hello, you.", author="luna"),
        Event(id="6", author="luna"),
    )
    assert spoken(luna.find("ada")) == [("user", "Hello!"), ("assistant", "Hello, you.")]


def test_an_entry_says_when_and_what_is_no_longer_so(luna: Reverie) -> None:
    service = ReverieMemoryService(luna)
    day = 24 * 3600.0
    add(service, event("1", "My favorite food is ramen.", timestamp=100 * day))
    add(service, event("2", "My favorite food is pasta now.", timestamp=200 * day))
    entries = found(service, "What is my favorite food?")
    current = next(one for one in entries if "Favorite food is pasta." in str(one.content))
    assert current.timestamp is not None
    assert current.timestamp.startswith("1970-07-20")
    assert not any("ramen" in str(one) and "no longer so" not in str(one) for one in entries)


def test_what_is_deleted_stays_away(luna: Reverie) -> None:
    service = ReverieMemoryService(luna)
    said = [event("1", "My favorite food is ramen."), event("2", "The weather was dreadful yesterday.")]
    add(service, *said)
    for query in ("favorite food ramen", "dreadful weather"):
        for entry in found(service, query):
            delete(service, entry.id)
    add(service, *said)
    assert luna.find("ada").memories() == []
    assert found(service, "favorite food ramen") == []
    assert found(service, "dreadful weather") == []


def test_what_is_not_there_can_not_be_deleted(luna: Reverie) -> None:
    service = ReverieMemoryService(luna)
    with pytest.raises(NotFound):
        delete(service, "nothing")
    add(service, event("1", "I live in Lyon."))
    add(service, event("2", "I live in Rome."), user="bo")
    theirs = luna.find("bo").memories()[0].id
    with pytest.raises(NotFound):
        delete(service, theirs)
    with pytest.raises(InvalidInput, match="memory_id"):
        delete(service, None)
    assert len(luna.find("bo").memories()) == 1


def test_a_command_is_obeyed_once(luna: Reverie) -> None:
    service = ReverieMemoryService(luna)
    said = [event("1", "I live in Lyon."), event("2", "My favorite food is ramen."), event("3", "Forget that.")]
    add(service, *said)
    add(service, *said)
    assert [one.text for one in luna.find("ada").memories()] == ["Lives in Lyon."]


def test_the_agent_states_memories_and_no_secrets(luna: Reverie) -> None:
    service = ReverieMemoryService(luna)

    def state(text: str) -> None:
        entry = MemoryEntry(content=types.ModelContent(text))
        asyncio.run(service.add_memory(app_name=APP, user_id="ada", memories=[entry]))

    state("Plays the cello in an orchestra.")
    assert texts(found(service, "cello")) == ["Plays the cello in an orchestra."]
    with pytest.raises(Refused):
        state("Their password is hunter2!x.")
    luna.find("ada").pause()
    add(service, event("1", "I live in Lyon."))
    assert spoken(luna.find("ada")) == []
