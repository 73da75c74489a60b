"""Requests under a key: what a server notes of one that it does, so that another knows it was done."""

from __future__ import annotations

from contextlib import AbstractContextManager

from reverie.memory.runtime import Runtime, surviving
from reverie.store import request_rows
from reverie.store.request_rows import MOST_BYTES, Doing


class Requests:
    """Notes what is done under a key, in the transaction that does it: ``luna.requests``."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def under_way(self, doing: Doing | None) -> AbstractContextManager[None]:
        """Let what is written in a block be of a request; None is of none. What was done before raises DoneBefore."""
        return request_rows.under_way(doing)

    @surviving
    def answered(self, doing: Doing, answer: bytes) -> None:
        """Keep what was answered for a day, if the request wrote anything; what is very long is not kept."""
        if doing.owner is None or len(answer) > MOST_BYTES:
            return
        with self._runtime.store.writing(doing.owner) as session:
            request_rows.answered(session.connection, doing, answer)

    @surviving
    def undone(self, doing: Doing) -> None:
        """Let a request that failed after it wrote something be done again."""
        if doing.owner is not None:
            with self._runtime.store.writing(doing.owner) as session:
                request_rows.undone(session.connection, doing)
