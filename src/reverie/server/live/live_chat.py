"""Live chat: for each person who has a device connected, everything is told to every one of their devices.

The one idea: what is kept is told from the log of changes (``conversations.news``), whoever wrote it; only an answer
under way, which is kept when it is over, is told from here. Everything here happens on the event loop, and only what
reads, writes or waits for a model goes to threads.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from functools import cached_property
from typing import Any, TypeVar

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from reverie.app.companion import Reverie
from reverie.app.person import Person
from reverie.app.turns import Finish, Streaming
from reverie.conversations.news import Happening, Kept, Opening
from reverie.errors import NotFound, ReverieError, StoreError
from reverie.records.users import User
from reverie.server.access.authentication import SAFE
from reverie.server.access.idempotency import Replays
from reverie.server.live import live_frames
from reverie.server.live.connections import ChatLimits, Connection, Told
from reverie.server.live.live_answers import Answering, events, told_of
from reverie.server.live.live_frames import SayFrame
from reverie.server.metrics import Figures
from reverie.server.problem_details import INTERNAL, HttpProblem, problem_of

log = logging.getLogger("reverie.server")

_GRACE_S = 5.0
T = TypeVar("T")


class PersonChat:
    """One person's devices, and the answer under way. Its methods are called on the event loop."""

    def __init__(self, live: LiveChat, person: Person, user: User) -> None:
        self.person = person
        self.user = user
        self.connections: set[Connection] = set()
        self.seq: int | None = None
        self._live = live
        self._reading = asyncio.Lock()
        self._waiting: deque[Answering] = deque()
        self._now: Answering | None = None
        self._working = False
        self._looking = False

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is under way."""
        return not self.connections and not self._working

    def enter(self, connection: Connection) -> None:
        """Let a connection follow, from the beginning of an answer that is under way."""
        self.connections.add(connection)
        if self._now is not None and self._now.begun is not None:
            for frame in (self._now.thinking(), self._now.so_far()):
                connection.put(Told(text=live_frames.written(frame), conversation=self._now.conversation))

    async def opening(self, connection: Connection, shown: int, after: str | None) -> Opening:
        """What a connection is shown first; behind its place everything is told to it.

        Raises:
            NotFound: there is no such conversation, or the person is not known any more.
        """
        news = self._live.luna.news
        async with self._reading:
            first = await run_in_threadpool(
                news.opening, self.user, shown, conversation=connection.conversation, after=after
            )
            if self.seq is None:
                self.seq = first.place
        return first

    def tell(self, frame: Mapping[str, Any], *, seq: int | None = None, conversation: str | None = None) -> None:
        """Tell everyone who is here."""
        told = Told(text=live_frames.written(frame), seq=seq, conversation=conversation)
        for connection in tuple(self.connections):
            connection.put(told)

    def end(self, problem: HttpProblem) -> None:
        """End every connection."""
        for connection in tuple(self.connections):
            connection.end(problem)

    # -- what happened -----------------------------------------------------------------------------

    def soon(self) -> None:
        """Look for what happened, if nobody is about to."""
        if not self._looking:
            self._looking = True
            self._live.start(self.look())

    async def look(self) -> None:
        """Tell what happened since the last look."""
        async with self._reading:
            self._looking = False
            more = self.seq is not None
            while more and self.seq is not None:
                try:
                    news = await run_in_threadpool(self._live.luna.news.since, self.user, self.seq)
                except NotFound as gone:
                    self.end(HttpProblem(404, "not-found", str(gone)))
                    return
                for one in news.happenings:
                    if self._now is not None and self._now.awaits(one):
                        self.seq = one.seq - 1  # its pieces come first
                        return
                    self._tell(one)
                self.seq, more = news.reached, news.more

    def _tell(self, one: Happening) -> None:
        if isinstance(one, Kept) and self._now is not None:
            self._now.hear(one.message)
        where = one.message.conversation_id if isinstance(one, Kept) else None
        self.tell(told_of(one, self._now), seq=one.seq, conversation=where)

    # -- what is said ------------------------------------------------------------------------------

    def say(self, connection: Connection, said: SayFrame) -> None:
        """Let something be said and answered, in its turn. What is on its way under the same ref is not said again.

        Raises:
            InvalidInput: the ref can't be used.
            HttpProblem: too much waits to be answered.
        """
        asked = Answering(connection=connection, said=said, conversation=connection.conversation)
        if any(one.key == asked.key for one in (*self._waiting, *filter(None, [self._now]))):
            return
        if len(self._waiting) >= self._live.limits.waiting:
            raise HttpProblem(429, "too-many", "too many messages wait for an answer: send it again after the next one")
        self._waiting.append(asked)
        if not self._working:
            self._working = True
            self._live.start(self._work())

    def stop(self) -> None:
        """End the answer under way."""
        if self._now is not None:
            self._now.stopping.set()

    def let_go(self) -> None:
        """End the answer under way, and answer nothing more."""
        self._waiting.clear()
        self.stop()

    async def _work(self) -> None:
        try:
            while self._waiting:
                await self._work_on(self._waiting.popleft())
        finally:
            self._working = False
        self._live.tidy(self)

    async def _work_on(self, asked: Answering) -> None:
        self._now = asked
        async with self._live.answers:  # to its end: else all wait for the last
            task = asyncio.ensure_future(self._answer(asked))
            await asyncio.wait([task])
        if (error := task.exception()) is not None:
            self._failed(asked, error)
        self._now = None
        if (await run_in_threadpool(lambda: self.person.id)) != self.user.id:
            self.end(HttpProblem(409, "moved", "they turned out to be somebody who is known: connect again"))

    async def _answer(self, asked: Answering) -> None:
        streaming = await self._live.limited(self._begin, asked)
        if streaming.begun.finish is Finish.AGAIN:
            self._now = None
            asked.connection.tell(asked.answered(streaming.turn))
            return
        asked.start(streaming.begun)
        await self.look()
        self.tell(asked.thinking(), conversation=asked.conversation)
        turn = await self._live.limited(asked.spoken, streaming, self._spoke(asked))
        asked.over = True
        if turn.said.reply is not None:  # something was asked of the memory: to forget, it may be
            self._live.replays.forget(self.user.id)
        await self.look()
        for event in events(turn, self.user.id):
            self.tell({"type": "memory", "turn": asked.id, "event": event})
        self._now = None  # who comes from here on finds it among what is kept, and may ask for it again
        self.tell(asked.answered(turn), conversation=asked.conversation)

    def _begin(self, asked: Answering) -> Streaming:
        """Say it, in a thread.

        Raises:
            NotFound: they were erased.
        """
        self._live.luna.directory.by_id(self.user.id)
        return self.person.turn.stream(asked.said.text, id=asked.key, conversation=asked.conversation)

    def _spoke(self, asked: Answering) -> Callable[[str], None]:
        loop = asyncio.get_running_loop()

        def told(piece: str) -> None:
            self.tell(asked.piece(piece), conversation=asked.conversation)

        def spoke(piece: str) -> None:
            loop.call_soon_threadsafe(told, piece)

        return spoke

    def _failed(self, asked: Answering, error: BaseException) -> None:
        if not isinstance(error, ReverieError):
            log.error("%s in live chat", type(error).__name__)
            error = HttpProblem(500, "internal", INTERNAL)
        frame = {"type": "problem", **asked.named(), "problem": problem_of(error, None)}
        if asked.begun is None:
            asked.connection.tell(frame)
        else:
            self.tell(frame, conversation=asked.conversation)


class LiveChat:
    """The chats of all persons. ``luna``, ``limits`` and ``replays`` are for them to use."""

    def __init__(self, luna: Reverie, limits: ChatLimits, figures: Figures, replays: Replays) -> None:
        self.luna = luna
        self.limits = limits
        self.replays = replays
        self._figures = figures
        self._there = 0
        self._chats: dict[str, PersonChat] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._ticking: asyncio.Task[None] | None = None

    def enter(self, person: Person, user: User, connection: Connection) -> PersonChat:
        """The chat of a person, who is this ``user`` now, with a connection in it.

        Raises:
            HttpProblem: this person, or everybody together, has too many.
        """
        person_chat = self._chats.get(user.id) or PersonChat(self, person, user)
        if len(person_chat.connections) >= self.limits.devices or self._there >= self.limits.connections:
            raise HttpProblem(429, "too-many", "too many are connected: close one, or come back later")
        self._chats[user.id] = person_chat
        self._count(1)
        person_chat.enter(connection)
        if self._ticking is None or self._ticking.done():
            self._ticking = self.start(self._tick())
        return person_chat

    def leave(self, person_chat: PersonChat, connection: Connection) -> None:
        """Take a connection away; an answer under way is finished."""
        person_chat.connections.discard(connection)
        self._count(-1)
        self.tidy(person_chat)

    def tidy(self, person_chat: PersonChat) -> None:
        """Close a chat that nobody needs."""
        if person_chat.idle and self._chats.get(person_chat.user.id) is person_chat:
            del self._chats[person_chat.user.id]

    def nudge(self, person_id: str) -> None:
        """Look for what happened to a person: something was just written."""
        if person_id in self._chats:
            self._chats[person_id].soon()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something go on by itself."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def limited(self, work: Callable[..., T], *given: object) -> T:
        """Do something in a thread of those that answers have, live or over HTTP: it may wait long for a model."""
        return await anyio.to_thread.run_sync(work, *given, limiter=self._threads)

    async def close(self) -> None:
        """End the answers under way, and wait a little for what was shown of them to be kept."""
        if self._ticking is not None:
            self._ticking.cancel()
        for person_chat in tuple(self._chats.values()):
            person_chat.let_go()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=_GRACE_S)

    def _count(self, more: int) -> None:
        self._there += more
        self._figures.chats.set(self._there)

    @cached_property
    def answers(self) -> asyncio.Semaphore:
        """As many answers as there may be at once."""
        return asyncio.Semaphore(self.limits.answers)

    @cached_property
    def _threads(self) -> anyio.CapacityLimiter:
        return anyio.CapacityLimiter(self.limits.answers)

    async def _tick(self) -> None:
        """Look again and again whether another program wrote, as long as anybody is here."""
        while self._chats:
            await asyncio.sleep(self.limits.look_s)
            chats = {name: person_chat for name, person_chat in self._chats.items() if person_chat.seq is not None}
            try:
                heads = await run_in_threadpool(self.luna.news.heads, list(chats))
            except StoreError as error:
                log.warning("%s while looking for what happened: tried again", type(error).__name__)
                continue
            for name, person_chat in chats.items():
                if heads.get(name) != person_chat.seq:
                    person_chat.soon()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s in live chat", type(error).__name__)


class Nudging:
    """Lets whoever is connected see at once what a request wrote."""

    def __init__(self, app: ASGIApp, live: LiveChat) -> None:
        self._app = app
        self._live = live

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and look for what it did."""
        try:
            await self._app(scope, receive, send)
        finally:
            if scope["type"] == "http" and scope["method"] not in SAFE:
                for person_id in scope["state"].get("people", ()):
                    self._live.nudge(person_id)
