"""Cutting a chat that goes on for years into conversations: a day each.

A chat program may leave out the beginning of a long chat in a newer export. Cut by days, what is left stands in the
same conversations as before; cut by silence, the first of them would be another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reverie.histories.models import PastConversation, Turn


def by_day(chat: str, turns: Iterable[tuple[str, Turn]], *, title: str | None = None) -> Iterator[PastConversation]:
    """A chat's turns, each with its day, as conversations with ``chat`` and the day as their key."""
    days: dict[str, list[Turn]] = {}
    for day, turn in turns:
        days.setdefault(day, []).append(turn)
    for day, said in days.items():
        yield PastConversation(key=f"{chat}:{day}", at=said[0].at, turns=tuple(said), title=title)
