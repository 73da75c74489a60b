"""For programs that run on asyncio: the library's own verbs, each awaited while a thread does it.

The one idea: there is no second library. ``Async`` stands before any object of the first, and what one of its verbs
gives, a ``Person`` for example, stands behind another. So whatever the library can do can be awaited, and nothing has
to be written twice.

>>> import asyncio
>>> from reverie import aio
>>> async def main() -> None:
...     async with await aio.open(":memory:", embedder="none") as luna:
...         ada = await luna.meet("Ada")
...         await ada.say("My favorite food is ramen.")
...         print((await ada.memories())[0].text)
>>> asyncio.run(main())
Favorite food is ramen.

A wait that is cancelled ends at once. The thread goes on: what it began to write is written whole, or not at all.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from functools import wraps
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Self, TypeVar

from reverie.app import companion
from reverie.app.companion import Reverie
from reverie.argument_checks import faces

if TYPE_CHECKING:
    from reverie.app.turns import Streaming

Given = TypeVar("Given")
Behind = TypeVar("Behind")
P = ParamSpec("P")


async def call(verb: Callable[P, Given], *arguments: P.args, **named: P.kwargs) -> Given:
    """Let a thread do something, with its types kept; it raises what the verb raises.

    ``hits = await call(ada.recall, "what can she fly?", limit=3)``
    """
    return await asyncio.to_thread(verb, *arguments, **named)


async def pieces(streaming: Streaming) -> AsyncIterator[str]:
    """Give the pieces of an answer as they come.

    ``async for piece in pieces(await ada.turn.stream("Hello!")): …``

    Where the loop is left or cancelled, the turn ends there, as ``Streaming.close`` ends it.
    """
    one_at_a_time = threading.Lock()  # a cancelled wait leaves its thread in the middle of a piece

    def following() -> str | None:
        with one_at_a_time:
            return next(streaming, None)

    def ended() -> None:
        with one_at_a_time:
            streaming.close()

    try:
        while (piece := await call(following)) is not None:
            yield piece
    finally:
        await call(ended)


class Async(Generic[Behind]):
    """An object of the library whose verbs are awaited. ``sync`` is the object itself.

    What is no verb is read without waiting: ``ada.user`` is a record, ``ada.conversations`` another object with verbs.
    """

    def __init__(self, sync: Behind) -> None:
        self.sync = sync

    def __repr__(self) -> str:
        return f"<Async {self.sync!r}>"

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.sync, name)
        return _awaited(value) if callable(value) and not isinstance(value, faces()) else _behind(value)

    async def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Do what the object itself does when it is called: ``await ada.turn("Hello!")``."""
        if not callable(self.sync):
            raise TypeError(f"{self.sync!r} is no verb: name one of its own")
        return _behind(await call(self.sync, *arguments, **named))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(self.sync, Reverie):
            await call(self.sync.close)


@wraps(companion.open)
async def open(*arguments: Any, **named: Any) -> Async[Reverie]:
    """Open a companion's memory, as ``reverie.open`` does; in an ``async with`` block it is closed at the end."""
    return Async(await call(companion.open, *arguments, **named))


def _behind(value: Any) -> Any:
    return Async(value) if isinstance(value, faces()) else value


def _awaited(verb: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(verb)
    async def awaited(*arguments: Any, **named: Any) -> Any:
        return _behind(await call(verb, *arguments, **named))

    return awaited
