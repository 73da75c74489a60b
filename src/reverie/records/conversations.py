"""What was said: messages in conversations.

A conversation is one sitting: a chat from its first message to its end. A history that was imported keeps
its sittings apart and its own dates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from reverie.text.patterns import lazy_pattern


class Role(StrEnum):
    """Who said a message, seen from the companion.

    ``user`` is the person whose memory this is, ``assistant`` the companion, ``peer`` another human in the
    same chat, ``system`` anything that nobody said. Only a user's messages teach facts about the user.
    """

    USER = "user"
    ASSISTANT = "assistant"
    PEER = "peer"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One sitting. ``external_id`` is the key it was imported under.

    One that is ``local_only`` is shown to no language model, key or assistant that is not on this machine. One of a
    group (``group_id``) is the part of its owner in what was said there.
    """

    id: str
    owner: str
    title: str | None = None
    external_id: str | None = None
    started_at: datetime
    ended_at: datetime | None = None
    local_only: bool = False
    group_id: str | None = None


Place = tuple[datetime, str]
"""Where a message stands among others: when it was sent, and its id where several were sent at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Something said, as it was said.

    ``speaker`` is the name shown; ``learnable`` is False where it must teach nothing, as role play that was imported.
    ``external_id`` is unique in its conversation and makes a second import of it a no-op. ``turn`` is its number there,
    from 1 to 200, where it was found by a question and whoever asks may see all that was said.
    """

    id: str
    owner: str
    conversation_id: str
    role: Role
    speaker: str
    text: str
    sent_at: datetime
    external_id: str | None = None
    learnable: bool = True
    revision: int = 1
    turn: int | None = field(default=None, compare=False)

    @property
    def place(self) -> Place:
        """Where it stands among others."""
        return self.sent_at, self.id


class SheetName(StrEnum):
    """What stands beside a conversation."""

    SUMMARY = "summary"
    NOTES = "notes"


class Author(StrEnum):
    """Who wrote what stands beside a conversation; ``rules`` write only what can be written anew at any time."""

    RULES = "rules"
    MODEL = "model"
    PERSON = "person"
    COMPANION = "companion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A text beside a conversation: its summary, or the companion's hidden notes.

    ``to_id`` and ``to_at`` are those of the last message that a summary covers, from the first on.
    """

    owner: str
    conversation_id: str
    name: SheetName
    text: str
    author: Author
    to_id: str | None = None
    to_at: datetime | None = None
    written_at: datetime
    revision: int = 1

    @property
    def end(self) -> Place | None:
        """The place of the last message that it covers."""
        return None if self.to_at is None or self.to_id is None else (self.to_at, self.to_id)


LONGEST = 2_000_000
"""Characters a message may have: beyond any chat, and small enough to be handled at once."""


EARLIEST_YEAR, LATEST_YEAR = 1900, 2200
"""Years in which a message may have been sent: beyond them a unit was mistaken, or a field swapped."""


def cleaned(text: str) -> str:
    """A text as it can be kept: NUL and lone surrogates, which no database holds, become U+FFFD."""
    if "\0" not in text and text.isascii():
        return text
    return text.replace("\0", "\ufffd").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


NOTICE = lazy_pattern(r"^[👤🪞] .*$", re.MULTILINE)
"""A line in which the companion says what it will remember: it is no talk."""


def in_notice(text: str, place: int) -> bool:
    r"""Whether a place of a companion's words is in a notice.

    >>> [in_notice("👤 I'll remember: you ski. Well.\nGood!", place) for place in (0, 27, 33)]
    [True, True, False]
    """
    return NOTICE.match(text, text.rfind("\n", 0, place) + 1) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolling:
    """How a conversation is summed up.

    The last ``window`` messages are given as they were said. What came before is summed up in at most ``length``
    characters, again once ``every`` more messages have left the window.
    """

    window: int = 20
    every: int = 20
    length: int = 1500
