"""Requests that come under a key, and are done once, whichever server they come to. ``luna.requests`` has them."""

from __future__ import annotations

from contextlib import AbstractContextManager

from reverie.memory import requests
from reverie.memory.requests import Doing
from reverie.memory.runtime import Runtime


class Requests:
    """Notes what is done under a key, in the transaction that does it."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def under_way(self, doing: Doing | None) -> AbstractContextManager[None]:
        """Let what is written in a block be of a request; None is of none. What was done before raises DoneBefore."""
        return requests.under_way(doing)

    def answered(self, doing: Doing, answer: bytes) -> None:
        """Keep what was answered for a day, if the request wrote anything."""
        requests.answered(self._runtime, doing, answer)

    def undone(self, doing: Doing) -> None:
        """Let a request that failed after all be done again."""
        requests.undone(self._runtime, doing)
