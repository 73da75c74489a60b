"""Who is whom in a history: which of its speakers is the person, which the companion, and who is somebody else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from reverie.errors import InvalidInput
from reverie.histories import PastConversation, Turn
from reverie.records.conversations import Role
from reverie.records.users import folded
from reverie.secrets import masked

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
