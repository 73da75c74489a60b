"""What happened to one person's messages and memories, in order: for whoever shows it while it happens, or after.

The one idea: the log of changes is the only source. So it is the same whichever program or device wrote, and a place
in it says how far somebody was told: behind that nothing is lost, and nothing is told twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from reverie.argument_checks import checked
from reverie.conversations.message_store import going_on, named
from reverie.errors import NotFound, StoreError
from reverie.memory.runtime import Runtime, surviving
from reverie.records.conversations import Conversation, Message
from reverie.records.memories import Kind, Memory, Status
from reverie.records.users import User
from reverie.redis.sharing import Sharing
from reverie.store import row_mapping
from reverie.store.database import Session
from reverie.store.request_rows import SILENCING
from reverie.text.value_matching import FORGOTTEN

_ERASED = "this person is not known here any more: they were erased"

LINES = 200
"""Lines of the log that are read at once."""


class What(StrEnum):
    """What happened to a memory. ``ended`` is no longer so, ``retracted`` was taken back or declined."""

    LEARNED = "learned"
    OBSERVED = "observed"
    REINFORCED = "reinforced"
    SUPERSEDED = "superseded"
    PROPOSED = "proposed"
    CHANGED = "changed"
    ENDED = "ended"
    EXPIRED = "expired"
    RETRACTED = "retracted"
    RESTORED = "restored"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A message that is kept; ``changed`` is one that was kept before, and reads otherwise now."""

    seq: int
    message: Message
    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsaid:
    """A message that is there no more."""

    seq: int
    message_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """Something that happened to a memory. ``text`` is of now, ``previous`` is what it took the place of."""

    seq: int
    what: What
    memory_id: str
    text: str
    previous: str | None
    message_id: str | None


Happening = Kept | Unsaid | Remembered


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """What happened up to ``reached`` of the log, in order; ``more`` says that there is more behind it."""

    happenings: tuple[Happening, ...]
    reached: int
    more: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What is shown first: the newest ``messages`` (``earlier``: there are older ones), as of ``place`` in the log.

    ``here`` is the conversation that goes on, and ``after`` the place behind which all is told, for who comes back.
    """

    place: int
    here: Conversation | None
    messages: tuple[Message, ...] = ()
    earlier: bool = True
    after: int | None = None


@checked
class Newsroom:
    """News of one person at a time, by places in the log of what was changed in their memory: ``luna.news``.

    Without a Redis in the settings there is no ``sharing``.
    """

    def __init__(self, runtime: Runtime, sharing: Sharing | None = None) -> None:
        self._runtime = runtime
        self._sharing = sharing

    @contextmanager
    def noticing(self, heard: Callable[[str], object]) -> Iterator[None]:
        """Tell other servers of this store, through Redis, whose memory changes here, and hear of theirs, in a block.

        ``heard`` is called in a thread with a person's id, once what is held of them for searching is as new. Without
        a Redis in the settings nothing is told or heard.
        """
        if self._sharing is None:
            yield
            return
        runtime = self._runtime

        def read(owner: str) -> None:
            if owner in runtime.search:
                with suppress(StoreError), runtime.store.reading() as session:  # else it is read when it is asked for
                    runtime.search.index(owner, session)
            heard(owner)

        with self._sharing.announcing() as announcing, self._sharing.hearing(read):
            runtime.store.announce = announcing.tell
            try:
                yield
            finally:
                runtime.store.announce = None

    @surviving
    def heads(self, people: Sequence[str]) -> dict[str, int]:
        """How far the log of each of these ids goes; whoever was erased is left out."""
        with self._runtime.store.reading() as session:
            return session.following.heads(people)

    @surviving
    def silence(self, person: User) -> object:
        """When words of a person last went: the same as before where none were forgotten, deleted or erased since."""
        with self._runtime.store.reading() as session:
            latest = session.changes.recent(person.id, limit=1, causes=SILENCING)
            return session.changes.head(person.id)[1], latest[0].id if latest else None

    @surviving
    def opening(
        self, person: User, shown: int, *, conversation: str | None = None, after: str | None = None
    ) -> Opening:
        """What is shown first: the newest messages, of a conversation or of all; or the place ``after`` a message.

        Raises:
            NotFound: there is no such conversation, or the person is not known any more.
        """
        runtime, owner = self._runtime, person.id
        with runtime.store.reading() as session:
            place = session.following.heads([owner]).get(owner)
            if place is None:
                raise NotFound(_ERASED)
            one = None if conversation is None else named(session, owner, conversation)
            here = one or going_on(runtime, session, owner, runtime.clock())
            back = None if after is None else session.following.place(owner, after)
            if back is not None:
                return Opening(place=place, here=here, after=back)
            only = None if one is None else one.id
            messages = session.dialogue.messages(owner, conversation_id=only, newest=shown + 1)
        return Opening(place=place, here=here, messages=tuple(messages[-shown:]), earlier=len(messages) > shown)

    @surviving
    def since(self, person: User, after: int, *, until: int | None = None) -> News:
        """What happened behind a place in the log, or between two: a few hundred lines of it at once.

        Raises:
            NotFound: the person is not known any more.
        """
        owner = person.id
        with self._runtime.store.reading() as session:
            head = session.following.heads([owner]).get(owner)
            if head is None:
                raise NotFound(_ERASED)
            end = head if until is None else min(until, head)
            lines = session.following.lines(owner, after, end, LINES)
            more = len(lines) == LINES
            told = [line for line in lines if line["batch"] is None]
            happenings = [*_messages(session, owner, told), *_memories(session, owner, told)]
        happenings.sort(key=lambda one: one.seq)
        return News(happenings=tuple(happenings), reached=lines[-1]["seq"] if more else end, more=more)


def _messages(session: Session, owner: str, lines: Iterable[Mapping[str, Any]]) -> list[Happening]:
    """What happened to messages: each as it is now, once."""
    first: dict[str, Mapping[str, Any]] = {}
    for line in lines:
        if line["item"] == "message":
            first.setdefault(line["item_id"], line)
    there = session.dialogue.by_ids(owner, list(first))
    return [
        Kept(seq=line["seq"], message=there[message_id], changed=line["before"] is not None or line["after"] is None)
        if message_id in there
        else Unsaid(seq=line["seq"], message_id=message_id)
        for message_id, line in first.items()
    ]


def _memories(session: Session, owner: str, lines: Iterable[Mapping[str, Any]]) -> list[Happening]:
    mine = [line for line in lines if line["item"] == "memory"]
    kept = [(line, _memory(line["before"]), _memory(line["after"])) for line in mine]
    took = [after.supersedes for _line, _before, after in kept if after is not None and after.supersedes]
    now = session.memories.by_ids(owner, [*{line["item_id"] for line in mine}, *took])
    gone = any(memory.status is Status.RETRACTED for memory in now.values())
    forgotten = session.changes.forgotten(owner) if gone else set()
    found: list[Happening] = []
    for line, before, after in kept:
        what = _what(before, after, line["cause"])
        if what is None:
            continue
        memory = now.get(line["item_id"])
        stood = now.get(after.supersedes) if what is What.SUPERSEDED and after and after.supersedes else None
        found.append(
            Remembered(
                seq=line["seq"],
                what=what,
                memory_id=line["item_id"],
                text=FORGOTTEN if memory is None or memory.id in forgotten else memory.text,
                previous=None if stood is None or stood.status is Status.RETRACTED else stood.text,
                message_id=None if memory is None else memory.source.message_id,
            )
        )
    return found


def _memory(kept: Mapping[str, Any] | None) -> Memory | None:
    return None if kept is None else row_mapping.kept_memory(kept)


def _what(before: Memory | None, after: Memory | None, cause: str) -> What | None:
    """What a change did to a memory; None where there is nothing in it to tell."""
    there = after or before
    if there is None or there.kind is Kind.EPISODE:
        return None
    gone = What.FORGOTTEN if cause == "forget" else What.RETRACTED
    if after is None:
        return gone
    if before is not None and before.status is after.status:
        return _grown(before, after)
    if before is not None and after.status is Status.ACTIVE and before.status is not Status.PROPOSED:
        return What.RESTORED
    if after.status is Status.ACTIVE:
        return _begun(after)
    over = What.ENDED if before is not None and after.superseded_by is None else None
    others = {
        Status.PROPOSED: What.PROPOSED,
        Status.RETRACTED: None if before is None else gone,
        Status.EXPIRED: What.EXPIRED if before is not None else What.LEARNED,
        Status.SUPERSEDED: What.LEARNED if before is None else over,  # what took its place tells of both
    }
    return others[after.status]


def _begun(memory: Memory) -> What:
    if memory.kind is Kind.OBSERVATION:
        return What.OBSERVED
    return What.SUPERSEDED if memory.supersedes else What.LEARNED


def _grown(before: Memory, after: Memory) -> What | None:
    """What changed in a memory that is as it was."""
    if after.text != before.text:
        return What.CHANGED
    return What.REINFORCED if after.validations > before.validations else None
