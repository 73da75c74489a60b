"""What was said as JSON: messages, conversations, and what is kept of them."""

from __future__ import annotations

from dataclasses import asdict
from operator import attrgetter
from typing import TYPE_CHECKING

from typing_extensions import TypedDict

from reverie.records.conversations import Author, Role
from reverie.shapes.fields import Maker, Moment, Record, maker, utc_or_none

if TYPE_CHECKING:
    from reverie import folders, imports
    from reverie.conversations import episodes, summaries
    from reverie.recall import said
    from reverie.records import conversations


class Message(TypedDict):
    """Something said, as it was said; ``turn`` is its number in its conversation, where a question found it."""

    id: str
    conversation_id: str
    role: Role
    speaker: str
    text: str
    sent_at: Moment
    turn: int | None


message: Maker[conversations.Message, Message] = maker(Message)


class Conversation(TypedDict):
    """One sitting; ``key`` is what it was imported under. ``local_only``: it is for no model that is elsewhere."""

    id: str
    title: str | None
    key: str | None
    started_at: Moment
    ended_at: Moment | None
    local_only: bool


conversation: Maker[conversations.Conversation, Conversation] = maker(Conversation, key=attrgetter("external_id"))


class Episode(TypedDict):
    """What is kept of a conversation that is over; ``score`` and ``why`` are null where it was not looked for."""

    id: str
    conversation_id: str
    text: str
    observation: str
    thought: str
    action: str
    result: str
    excerpt: str
    author: str
    started_at: Moment
    ended_at: Moment
    messages: int
    score: float | None
    why: str | None


episode: Maker[episodes.Episode, Episode] = maker(
    Episode,
    observation=attrgetter("outline.observation"),
    thought=attrgetter("outline.thought"),
    action=attrgetter("outline.action"),
    result=attrgetter("outline.result"),
    why=lambda one: one.why or None,
)


class Excerpt(TypedDict):
    """Turns of a conversation around the one (``best``) that bears on a message."""

    conversation_id: str
    best: str
    messages: list[Message]
    outdated: dict[str, str]
    score: float
    why: str


excerpt: Maker[episodes.Excerpt, Excerpt] = maker(Excerpt)


class Turn(TypedDict):
    """Where a mind changed: superseded, ended or opposed; ``earlier`` is the id of the message before."""

    change: str
    earlier: str | None
    why: str


class Quote(TypedDict):
    """Words as they were said, and the sentences of them that speak of the topic."""

    message: Message
    sentences: list[str]
    score: float
    why: str
    turn: Turn | None


class Quotes(TypedDict):
    """Words as they were said, and what the search had to do without."""

    quotes: list[Quote]
    degraded: list[str]


quotes: Maker[said.Quotes, Quotes] = maker(Quotes)


class Covers(TypedDict):
    """What a summary covers: from which message to which, and how many they are."""

    from_id: str
    from_at: Moment
    to_id: str
    to_at: Moment
    count: int


class Summary(TypedDict):
    """What came before the last messages of a conversation, in short."""

    conversation_id: str
    text: str
    author: Author
    covers: Covers | None


summary: Maker[summaries.Summary, Summary] = maker(Summary)


def exported(one: folders.Exported) -> Record:
    """A conversation that was written as a folder."""
    return {
        "conversation_id": one.conversation_id,
        "folder": str(one.folder),
        "messages": one.messages,
        "files": list(one.files),
    }


def brought(one: folders.Brought) -> Record:
    """What reading a folder did."""
    return asdict(one)


def report(one: imports.Report, file: str) -> Record:
    """What the import of a file did."""
    return {"file": file, **asdict(one), "error": None}


def preview(one: imports.Preview, file: str) -> Record:
    """What the import of a file would bring in."""
    return {
        "file": file,
        **asdict(one),
        "person": list(one.person),
        "broken": [asdict(broken) for broken in one.broken],
        "first_at": utc_or_none(one.first_at),
        "last_at": utc_or_none(one.last_at),
        "error": None,
    }
