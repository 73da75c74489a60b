"""A thread of a long-running program that does the language model's work while the program goes on.

It writes nothing to the terminal and ends no program: what goes wrong is counted, and seen by the doctor.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from threading import Event, Thread
from types import TracebackType
from typing import Self

from reverie.background.tasks.task import Report, Stop
from reverie.errors import ConfigError, ReverieError

GRACE_S = 3.0
"""How long the end waits for an answer that is on its way; one that comes later is let go."""

LONGEST_S = 3600.0
"""The longest pause between runs, where the model does not answer."""

Round = Callable[[Callable[[], bool], Callable[[], bool]], Report]
"""One run of work; it is given whether to go on, and whether it was left behind."""


class Background:
    """Work that goes on beside a ``with`` block: every so many seconds, and at once when it begins.

    ``runs`` counts runs, ``failures`` those that ended with an error or a model that gave no usable answer;
    ``last`` is the last report and ``trouble`` what went wrong last, None once a run went well. A wrong setting (a
    key, a model's name) ends it, for it does not mend itself; so does a mistake in the program, which is also raised.
    """

    def __init__(self, work: Round, let_go: Callable[[], None], every_s: float) -> None:
        self._work = work
        self._let_go = let_go
        self._every_s = every_s
        self._stopping = Event()
        self._left = Event()
        self._thread = Thread(target=self._go_on, name="reverie-work", daemon=True)
        self.runs = 0
        self.failures = 0
        self.last: Report | None = None
        self.trouble: str | None = None

    @property
    def alive(self) -> bool:
        """Whether it is still at work, or waits for more."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """End it: after the question at hand, or at once if its answer takes longer than a few seconds."""
        self._stopping.set()
        try:
            if self._thread.ident is not None:
                self._thread.join(GRACE_S)
        finally:  # somebody may press Ctrl-C rather than wait
            if self._thread.is_alive():
                self._left.set()
                self._let_go()

    def _go_on(self) -> None:
        with ExitStack() as watched:
            watched.push(self._mistaken)
            self._round_after_round()

    def _mistaken(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self.failures += 1
            self.trouble = f"a mistake in Reverie ended it ({kind.__name__}): report it"

    def _round_after_round(self) -> None:
        pause_s = 0.0
        while not self._stopping.wait(pause_s):
            away = False
            try:
                self.last = self._work(lambda: not self._stopping.is_set(), self._left.is_set)
                away = self.last.stopped in (Stop.UNAVAILABLE, Stop.INVALID)
                self.trouble = self.last.why if away else None
            except ReverieError as error:
                away, self.trouble = True, str(error)
                if isinstance(error, ConfigError):
                    self._stopping.set()
            self.runs += 1
            self.failures += away
            pause_s = min(LONGEST_S, max(pause_s, self._every_s) * 2) if away else self._every_s

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self.stop()
