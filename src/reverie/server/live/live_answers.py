"""One answer of live chat, while it waits, goes on and is over; and what happened, as the frames that tell of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event

from reverie.app.turns import Streaming, Turn
from reverie.app.turns.companion_replies import MARKS
from reverie.app.turns.turn_json import usage
from reverie.conversations.message_store import REPLY_TO, key_of, reply_key
from reverie.conversations.news import Happening, Kept, Remembered, Unsaid
from reverie.memory.runtime import new_id
from reverie.memory.writing import Step
from reverie.records.conversations import Message, Role
from reverie.records.memories import About
from reverie.server.live.connections import Connection
from reverie.server.live.live_frames import (
    AnsweredFrame,
    MemoryEvent,
    MemoryFrame,
    MessageFrame,
    PieceFrame,
    SayFrame,
    ThinkingFrame,
    UnsaidFrame,
)
from reverie.shapes.conversations import message as shaped
from reverie.shapes.memories import conflict_question

_PERSONS = MARKS[About.USER]


@dataclass(slots=True, kw_only=True, eq=False)
class Answering:
    """Something that was said, and the answer to it as far as it is.

    Where a client gives no ref, the turn's own id is the message's key, so that its reply is known by it. ``begun`` is
    None until what was said is kept. ``heard`` are the ids of its messages that were told of.
    """

    connection: Connection
    said: SayFrame
    conversation: str | None
    id: str = field(default_factory=new_id)
    key: str = ""
    shown: str = ""
    begun: Turn | None = None
    over: bool = False
    heard: set[str] = field(default_factory=set)
    stopping: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self.key = key_of(self.said.ref or self.id)

    def start(self, begun: Turn) -> None:
        """Note that what was said is kept, and where."""
        self.begun = begun
        if begun.said.message is not None:
            self.conversation = begun.said.message.conversation_id

    def hear(self, message: Message) -> None:
        """Note a message that is told of, for what is learned of it."""
        if self.names(message):
            self.heard.add(message.id)

    def spoken(self, streaming: Streaming, tell: Callable[[str], None]) -> Turn:
        """Read the answer to its end, or until it is stopped; in a thread."""
        with streaming:
            while not self.stopping.is_set() and (piece := next(streaming, None)) is not None:
                tell(piece)
        return streaming.turn

    def thinking(self) -> ThinkingFrame:
        """That the answer begins."""
        return {"type": "thinking", "turn": self.id, "ref": self.said.ref, "conversation": self.conversation}

    def piece(self, text: str) -> PieceFrame:
        """The next piece of it."""
        at = len(self.shown)
        self.shown += text
        return {"type": "piece", "turn": self.id, "at": at, "text": text}

    def so_far(self) -> PieceFrame:
        """All of it until now, for who comes in the middle."""
        return {"type": "piece", "turn": self.id, "at": 0, "text": self.shown}

    def answered(self, turn: Turn) -> AnsweredFrame:
        """That it is over."""
        kept = None if turn.replied is None else turn.replied.message
        return {
            "type": "answered",
            "turn": self.id,
            "ref": self.said.ref,
            "message": None if kept is None else shaped(kept),
            "text": turn.reply,
            "question": None if turn.said.question is None else conflict_question(turn.said.question),
            "finish": turn.finish,
            "degraded": list(turn.degraded),
            "left_out": list(turn.left_out),
            "usage": usage(turn.usage),
        }

    def named(self) -> dict[str, str]:
        """The fields that say which answer is meant."""
        turn = {} if self.begun is None else {"turn": self.id}
        return turn if self.said.ref is None else {**turn, "ref": self.said.ref}

    def names(self, message: Message) -> bool:
        """Whether a message is what was said here, or the reply to it."""
        return message.external_id in (self.key, reply_key(self.key))

    def awaits(self, one: Happening) -> bool:
        """Whether this is the reply, which is told of when its pieces are."""
        return isinstance(one, Kept) and not self.over and one.message.external_id == reply_key(self.key)

    def taught(self, one: Remembered) -> bool:
        """Whether something was learned of what was said here, or noted in the reply."""
        return one.message_id in self.heard


def told_of(one: Happening, now: Answering | None) -> MessageFrame | UnsaidFrame | MemoryFrame:
    """What happened as a frame; ``now`` is the answer under way."""
    if isinstance(one, Unsaid):
        return {"type": "unsaid", "id": one.message_id}
    if isinstance(one, Kept):
        return _kept(one.message, now)
    event: MemoryEvent = {"kind": one.what.value, "emoji": _PERSONS, "text": one.text, "id": one.memory_id}
    if one.previous is not None:
        event["previous"] = one.previous
    if now is not None and now.taught(one):
        return {"type": "memory", "turn": now.id, "event": event}
    return {"type": "memory", "event": event}


def _kept(message: Message, now: Answering | None) -> MessageFrame:
    frame: MessageFrame = {"type": "message", "message": shaped(message)}
    ref = message.external_id
    if now is not None and now.names(message):
        frame["turn"], ref = now.id, now.said.ref
    elif ref is not None and message.role is Role.ASSISTANT:
        ref = ref.removeprefix(REPLY_TO)
    if ref is not None:
        frame["ref"] = ref
    return frame


def events(turn: Turn, owner: str) -> list[MemoryEvent]:
    """What a turn did that is not told of the person's memory: what was left out, and what the companion noted."""
    found: list[MemoryEvent] = [
        {"kind": "refused", "emoji": _PERSONS, "text": one.reason or ""}
        for one in turn.said.learned
        if one.step is Step.REFUSED
    ]
    if turn.said.masked:
        left = ", ".join(turn.said.masked)
        found.append({"kind": "masked", "emoji": _PERSONS, "text": f"left out: {left}; secrets are never kept"})
    for notice in () if turn.replied is None else turn.replied.notices:
        text = " ".join((notice.text, *notice.troubles)).strip()
        if notice.memory is None:
            found.append({"kind": "noted", "emoji": notice.mark, "text": text})
        elif notice.memory.owner != owner:
            found.append({"kind": "observed", "emoji": notice.mark, "text": text, "id": notice.memory.id})
    return found
