"""The demo: one person's messy talk goes in, and what becomes of it is shown, in one story of under forty lines.

Nothing here knows the answers: everything that Luna says, and everything shown beside it, is asked of the library, as
any program would.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from rich.console import Console
from rich.text import Text

import reverie
from reverie.cli.invocation import program
from reverie.cli.terminal import printable, quoted

OCTOBER, NOVEMBER, LATER = (
    datetime(2026, 10, 5, 7, 40, tzinfo=UTC),
    datetime(2026, 11, 20, 8, 10, tzinfo=UTC),
    datetime(2026, 11, 24, 21, 30, tzinfo=UTC),
)

TALK = (
    "ugh third night in a row on cardiology n my feet r dead",
    "im allergic to penicillin btw, found out the hard way as a kid",
    "nan beat me at cards again on the phone, shes 91",
    "my fav food is pizza, cold, at 4am",
    "exam for the icu course on dec 3rd, bricking it",
)
CHANGES = (
    "actually my favourite food is ramen now, theres a place by the station",
    "my nan passed away on tuesday, cant stop crying",
)
GREETING = "hey"
QUESTION = "can i take amoxicillin for this tooth?"
TOPIC = "ramen"


@dataclass(slots=True)
class _Clock:
    """The time of the story: a minute passes with every look."""

    now: datetime

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


@dataclass(frozen=True, slots=True)
class _Story:
    """The story as it is shown: where to, who with, and the clock it goes by."""

    console: Console
    nina: reverie.Person
    clock: _Clock

    def tell(self) -> None:
        """Tell it, from the first words to the undone forgetting."""
        self._head("A night nurse talks. Nothing leaves this machine: no key, no network.", OCTOBER)
        for line in TALK:
            self.nina.say(line)
            self._said("Nina", line)
        self._head("What was learned, and from which words")
        for memory in self.nina.memories():
            words = quoted(memory.source.quote or "")
            whole = memory.text.startswith("“") and words.startswith(memory.text.split("”")[0])
            self._line(f"  {words}") if whole else self._line(f"  {memory.text:28}  ", words)
        self._head("A change of mind, and a death", NOVEMBER)
        for line in CHANGES:
            self._turn(line)
        self._head(f"She says “{GREETING}”. This is what a language model would be given", LATER)
        for known in self.nina.context(GREETING).lines:
            self._line(f"  {known.text}")
        for hit in self._turn(QUESTION).hits:
            self._line("", f"  why: {hit.why}")
        self._turn(f"forget everything about {TOPIC}")
        self._turn("undo that")
        self.console.print(Text(f"Now you: {program()} chat", style="bold cyan"))

    def _turn(self, line: str) -> reverie.Turn:
        self._said("Nina", line)
        turn = self.nina.turn(line)
        for n, answered in enumerate(turn.reply.split("\n")):
            self._said("Luna" if n == 0 else "", answered)
        return turn

    def _head(self, title: str, at: datetime | None = None) -> None:
        day, gap = "", "" if at is OCTOBER else "\n"
        if at is not None:
            self.clock.now, day = at, f"{at.day} {at:%B}. "
        self.console.print(Text(f"{gap}{day}{title}", style="bold cyan"))

    def _said(self, who: str, words: str) -> None:
        self.console.print(Text.assemble((f"{f'{who}:' if who else '':6}", "bold"), printable(words)))

    def _line(self, text: str, beside: str = "") -> None:
        self.console.print(Text.assemble(text, (beside, "dim")))


def run(console: Console | None = None) -> None:
    """Tell the story on the terminal, or on another console; nothing is kept."""
    clock = _Clock(OCTOBER)
    with reverie.open(":memory:", companion="Luna", model="none", clock=clock) as luna:
        _Story(console or Console(highlight=False, soft_wrap=True), luna.meet("Nina"), clock).tell()
