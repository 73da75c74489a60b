"""What the adapters for voice share, without a framework: the order in which a call is read and kept."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

import reverie
from reverie import Person
from reverie.adapters.voice import Voice, newest_words
from reverie.config import Config
from reverie.errors import ReverieError

QUESTION = "Where do I live, and which food is my favorite?"


pytestmark = pytest.mark.usefixtures("patient")


@pytest.fixture
def ada() -> Iterator[Person]:
    with reverie.open(":memory:", companion="Luna", config=Config(embedder="none")) as luna:
        yield luna.meet("Ada")


def during(ada: Person, talk: Callable[[Voice], Awaitable[None]], *, budget: int | None = None) -> list[str]:
    """Do something in a call, and end it; give what memory couldn't do."""
    failures: list[str] = []

    async def report(what: str, error: ReverieError) -> None:
        failures.append(what)

    async def calling() -> None:
        voice = Voice(ada, budget=budget, report=report)
        await talk(voice)
        await voice.close()

    asyncio.run(calling())
    return failures


def said(ada: Person) -> list[str]:
    return [one.text for one in ada.messages()]


def test_what_was_said_before_is_read_and_what_is_said_meanwhile_is_kept_after_it(ada: Person) -> None:
    read: list[str] = []

    async def talk(voice: Voice) -> None:
        voice.keep("user", "I live in Lyon.")
        reading = asyncio.create_task(voice.recall(QUESTION))
        await asyncio.sleep(0)
        voice.keep("user", "My favorite food is ramen.")
        read.append(await reading)

    assert during(ada, talk) == []
    assert ["Lives in Lyon." in read[0], "ramen" in read[0]] == [True, False]
    assert said(ada) == ["I live in Lyon.", "My favorite food is ramen."]


def test_what_is_waited_for_no_more_takes_no_message_with_it(ada: Person) -> None:
    words = ["I live in Lyon.", "I am a baker.", "My favorite food is ramen."]

    async def talk(voice: Voice) -> None:
        for text in words:
            voice.keep("user", text)
        reading = asyncio.create_task(voice.recall(QUESTION))
        await asyncio.sleep(0)
        reading.cancel()
        await asyncio.wait([reading])

    assert during(ada, talk) == []
    assert said(ada) == words


def test_where_the_store_is_busy_memory_is_read_without_the_newest_and_the_order_stays(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, say, read = threading.Event(), Person.say, []

    def busy(person: Person, text: str, **more: Any) -> Any:
        free.wait(10)
        return say(person, text, **more)

    async def talk(voice: Voice) -> None:
        voice.keep("user", "I live in Lyon.")
        read.append(await voice.recall(QUESTION))
        voice.keep("user", "My favorite food is ramen.")
        await asyncio.sleep(0.05)
        free.set()

    monkeypatch.setattr(Person, "say", busy)
    monkeypatch.setattr("reverie.adapters.voice.PATIENCE_S", 0.01)
    assert during(ada, talk) == []
    assert "Lives in Lyon." not in read[0]
    assert said(ada) == ["I live in Lyon.", "My favorite food is ramen."]


def test_a_message_of_one_id_is_kept_once_and_an_empty_one_never(ada: Person) -> None:
    async def talk(voice: Voice) -> None:
        for _again in range(2):
            voice.keep("user", "I live in Lyon.", id="call:1")
            voice.keep("assistant", " \n")

    assert during(ada, talk) == []
    assert said(ada) == ["I live in Lyon."]


def test_what_memory_cannot_do_is_reported_and_the_call_goes_on(ada: Person) -> None:
    async def talk(voice: Voice) -> None:
        voice.keep("user", "x" * 2_000_001)
        assert await voice.recall(QUESTION) == ""
        voice.keep("user", "I live in Lyon.")

    failures = during(ada, talk, budget=-1)
    assert [one.split(":")[0] for one in failures] == ["not kept", "nothing recalled"]
    assert said(ada) == ["I live in Lyon."]


def test_the_newest_words_are_found_from_behind() -> None:
    assert newest_words(["", "Hello!", "Where?", ""], str) == (2, "Where?")
    assert newest_words(["", ""], str) == (2, "")
