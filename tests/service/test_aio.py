"""The library on asyncio: the same verbs, awaited, many at a time, cut off, and failing as they do without."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import reverie
from reverie import NotFound, Person, Reverie, aio
from reverie.config import Config
from reverie.testing import HashEmbedder, ScriptedModel

PLAIN = Config(embedder="none")
PATIENCE_S = 60


class Waiting(HashEmbedder):
    """An embedder that begins, says so, and goes on when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.may_go_on = threading.Event(), threading.Event()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.begun.set()
        if not self.may_go_on.wait(PATIENCE_S):
            raise TimeoutError("nobody let it go on: the loop stood still")
        return super().embed(texts)


def test_verbs_are_awaited_and_what_they_give_has_verbs_too(tmp_path: Path) -> None:
    log = tmp_path / "luna.db-wal"

    async def main() -> None:
        async with await aio.open(tmp_path / "luna.db", config=PLAIN, companion="Luna") as luna:
            ada = await luna.meet("Ada")
            said = await ada.say("My favorite food is ramen.")
            assert [one.memory.text for one in said.learned] == ["Favorite food is ramen."]
            assert (await ada.turn("What is my favorite food?")).reply.startswith("Your favorite food is ramen.")
            assert len(await ada.conversations.messages()) == 3
            assert (isinstance(ada.sync, Person), ada.user.name) == (True, "Ada")
            assert [one.text for one in await aio.call(ada.sync.memories)] == ["Favorite food is ramen."]
            assert log.exists()
        assert not log.exists()  # SQLite takes it away with the last connection

    asyncio.run(main())


def test_the_loop_goes_on_while_a_thread_works(tmp_path: Path) -> None:
    slow = Waiting()

    async def main() -> int:
        async with await aio.open(tmp_path / "luna.db", embedder=slow, config=PLAIN) as luna:
            ada = await luna.meet("Ada")
            saying = asyncio.create_task(ada.say("I live in Lyon."))
            while not slow.begun.is_set():
                await asyncio.sleep(0)
            slow.may_go_on.set()  # nobody could, were the loop standing still
            await saying
            return len(await ada.messages())

    assert asyncio.run(main()) == 1


def test_many_at_once_are_all_kept(tmp_path: Path) -> None:
    async def main() -> dict[str, int]:
        async with await aio.open(tmp_path / "luna.db", config=PLAIN) as luna:
            people = await asyncio.gather(*(luna.meet(name) for name in ("Ada", "Bo", "Cy")))
            await asyncio.gather(*(one.say(f"Message {number}.") for one in people for number in range(12)))
            return {one.user.name: len({m.text for m in await one.messages()}) for one in people}

    assert asyncio.run(main()) == {"Ada": 12, "Bo": 12, "Cy": 12}


def test_a_wait_that_is_cancelled_leaves_something_whole(tmp_path: Path) -> None:
    slow = Waiting()

    async def main() -> None:
        luna = await aio.open(tmp_path / "luna.db", embedder=slow, config=PLAIN)
        ada = await luna.meet("Ada")
        saying = asyncio.create_task(ada.say("I live in Lyon."))
        while not slow.begun.is_set():
            await asyncio.sleep(0)
        saying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await saying
        slow.may_go_on.set()
        await asyncio.get_running_loop().shutdown_default_executor()
        luna.sync.close()

    asyncio.run(main())
    with reverie.open(tmp_path / "luna.db", config=PLAIN) as luna:
        ada = luna.find("Ada")
        assert [one.text for one in ada.messages()] == ["I live in Lyon."]
        assert [one.text for one in ada.memories()] == ["Lives in Lyon."]


def test_errors_pass_through(tmp_path: Path) -> None:
    async def main() -> None:
        async with await aio.open(tmp_path / "luna.db", config=PLAIN) as luna:
            with pytest.raises(NotFound, match="nobody"):
                await luna.find("nobody")
            with pytest.raises(reverie.InvalidInput, match="was given None"):
                await luna.meet(None)
            with pytest.raises(AttributeError, match="no_such_verb"):
                luna.no_such_verb  # noqa: B018 - it is looked up
            with pytest.raises(TypeError, match="no verb"):
                await luna()

    asyncio.run(main())


def _talking(path: Path) -> Reverie:
    return reverie.open(path, companion="Luna", model=ScriptedModel(["one two three four"] * 2), config=PLAIN)


def test_an_answer_comes_piece_by_piece_and_can_be_left(tmp_path: Path) -> None:
    async def main() -> None:
        with _talking(tmp_path / "luna.db") as sync:
            ada = aio.Async(sync.meet("Ada"))
            assert [p async for p in aio.pieces(await ada.turn.stream("Hello!"))] == ["one", " two", " three", " four"]
            left = await ada.turn.stream("And again?")
            pieces = aio.pieces(left)
            assert await anext(pieces) == "one"
            await pieces.aclose()  # type: ignore[attr-defined]  # it is a generator
            assert left.turn.reply.startswith("one")
            assert "four" not in left.turn.reply

    asyncio.run(main())
