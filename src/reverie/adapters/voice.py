"""What the adapters for voice share: memory is read before an answer, and what was said is kept in the background.

The one idea is a line in which each waits for those before. So what is said is kept in its order, memory is read once
all that was said before is kept, and what is said meanwhile waits until it was read. What is in the line is done even
where nobody waits for it any more, when somebody interrupts for example.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, ParamSpec, TypeVar

from reverie import aio
from reverie.app.person import Person
from reverie.errors import ReverieError

Item = TypeVar("Item")
Given = TypeVar("Given")
P = ParamSpec("P")

PATIENCE_S = 1.0
"""How long reading waits for what was said before to be kept: where the store is busy, nobody is to hear silence."""


def newest_words(items: Sequence[Item], words_of: Callable[[Item], str]) -> tuple[int, str]:
    """Find the newest words of the person: their place and they; the end and "" where nobody has said anything."""
    spoken = ((place, words_of(items[place])) for place in reversed(range(len(items))))
    return next((one for one in spoken if one[1]), (len(items), ""))


class Voice:
    """The memory of one person in one call.

    ``budget`` is the number of tokens that a context may take; by default it is the one of the settings. ``report``
    is awaited with a sentence and the error when memory can't do something: the call goes on without it.
    """

    def __init__(
        self, person: Person, *, budget: int | None, report: Callable[[str, ReverieError], Awaitable[None]]
    ) -> None:
        self._person = person
        self._budget = budget
        self._report = report
        self._line: set[asyncio.Task[Any]] = set()

    async def recall(self, words: str) -> str:
        """Give the context for the person's newest words, or for a greeting where there are none; "" if it fails."""
        return await asyncio.shield(self._in_line(PATIENCE_S, self._context, words))

    def keep(self, role: str, text: str, *, id: str | None = None) -> None:
        """Keep a message in the background, and learn from it; ``id`` makes it safe to keep it again."""
        if text.strip():
            self._in_line(None, self._say, role, text, id)

    async def close(self) -> None:
        """Wait until all is kept."""
        if self._line:
            await asyncio.wait(self._line)

    def _in_line(
        self, wait_s: float | None, verb: Callable[P, Coroutine[Any, Any, Given]], *arguments: P.args, **named: P.kwargs
    ) -> asyncio.Task[Given]:
        before = set(self._line)

        async def in_line() -> Given:
            if before:
                await asyncio.wait(before, timeout=wait_s)
            return await verb(*arguments, **named)

        task = asyncio.create_task(in_line())
        self._line.add(task)
        task.add_done_callback(self._line.discard)
        return task

    async def _context(self, words: str) -> str:
        try:
            return str(await aio.call(self._person.context, words, budget=self._budget))
        except ReverieError as error:
            await self._report(f"nothing recalled: {error}", error)
            return ""

    async def _say(self, role: str, text: str, id: str | None) -> None:
        try:
            await aio.call(self._person.say, text, role=role, id=id)
        except ReverieError as error:
            await self._report(f"not kept: {error}", error)
