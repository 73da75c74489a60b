"""What a history holds before it is known whose it is: conversations of turns, facts, and who is whom of its speakers.

A chat that goes on for years is cut into conversations, a day each. A chat program may leave out the beginning of a
long chat in a newer export. Cut by days, what is left stands in the same conversations as before; cut by silence, the
first of them would be another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from reverie.errors import InvalidInput
from reverie.records.conversations import Role
from reverie.records.users import folded
from reverie.secrets import masked


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of a history. ``where`` is where it stands in the file.

    ``role`` None leaves it to the speaker's name; an empty ``speaker`` is the person or the companion, by the role.
    """

    speaker: str
    role: str | None
    text: str
    key: str
    at: datetime | None = None
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastConversation:
    """One conversation of a history; its key and its turns' keys are the same in a newer export."""

    key: str
    at: datetime | None
    turns: tuple[Turn, ...]
    title: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """Something that another assistant remembered, and since when, where that is told."""

    text: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """What could not be read: where, and why."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What was read of one import. ``format`` is the id of its format, ``name`` what people call it.

    ``keys_are_everywhere`` says that a turn's key is its own among all conversations, because their keys may change.
    """

    conversations: tuple[PastConversation, ...] = ()
    remembered: tuple[Remembered, ...] = ()
    broken: tuple[Broken, ...] = ()
    format: str = ""
    name: str = ""
    role_play: bool = False
    keys_are_everywhere: bool = False


def digest_of(text: str) -> str:
    """A digest of a text without its secrets: one of a few digits could be guessed from its digest."""
    return hashlib.sha256(masked(text).text.encode("utf-8", "replace")).hexdigest()[:24]


def stable_key(key: str) -> str:
    """A key as it can be kept: itself, or its digest where it is long or would be masked as a secret."""
    if len(key) <= 120 and not masked(key).kinds:
        return key
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:32]


def by_day(chat: str, turns: Iterable[tuple[str, Turn]], *, title: str | None = None) -> Iterator[PastConversation]:
    """A chat's turns, each with its day, as conversations with ``chat`` and the day as their key."""
    days: dict[str, list[Turn]] = {}
    for day, turn in turns:
        days.setdefault(day, []).append(turn)
    for day, said in days.items():
        yield PastConversation(key=f"{chat}:{day}", at=said[0].at, turns=tuple(said), title=title)


_COMPANION_NAMES = frozenset({"assistant", "ai", "bot"})
_PERSON_NAMES = frozenset({"user", "me", "you", "human"})


class Speakers:
    """Which speaker of a history is whom; ``names`` are the person's name and nickname."""

    def __init__(
        self,
        names: tuple[str, str | None],
        companion: str,
        conversations: Sequence[PastConversation],
        speaker: str | None,
    ) -> None:
        turns = [turn for one in conversations for turn in one.turns]
        speakers = dict.fromkeys(turn.speaker for turn in turns if turn.speaker)
        self._named = names[1] or names[0]
        self._assistant = companion
        self._companion = {folded(companion)} | _COMPANION_NAMES
        if speaker is not None:
            if turns and folded(speaker) not in {folded(s) for s in speakers}:
                raise InvalidInput(f"{masked(speaker).text!r} does not speak in it: {_some(speakers)} do")
            self._person = {folded(speaker)}
        else:
            self._person = {folded(n) for n in names if n} | _PERSON_NAMES
        self._by_role = speaker is None
        if turns and not any(self.role(turn) is Role.USER for turn in turns):
            raise InvalidInput(
                f"nobody in it is {names[0]}: say who is, with speaker= or --speaker; there are {_some(speakers)}"
            )

    def role(self, turn: Turn) -> Role:
        """Who said a turn, seen from the companion."""
        if self._by_role and turn.role in ("user", "assistant", "system"):
            return Role(turn.role)
        if folded(turn.speaker) in self._person:
            return Role.USER
        if turn.role in ("assistant", "system"):
            return Role(turn.role)
        return Role.ASSISTANT if folded(turn.speaker) in self._companion else Role.PEER

    def speaker(self, turn: Turn) -> str:
        """The name of who said a turn."""
        return turn.speaker or (self._named if self.role(turn) is Role.USER else self._assistant)


def _some(speakers: Iterable[str]) -> str:
    return masked(", ".join(islice(speakers, 8))).text
