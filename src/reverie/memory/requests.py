"""Requests under a key: what a server notes of one that it does, so that another knows it was done."""

from __future__ import annotations

from contextlib import AbstractContextManager

from reverie.memory.runtime import Runtime, surviving
from reverie.store import request_rows
from reverie.store.request_rows import MOST_BYTES, Before, Doing

__all__ = ["Before", "Doing", "answered", "under_way", "undone"]


def under_way(doing: Doing | None) -> AbstractContextManager[None]:
    """Let what is written in a block be of a request, for the first time; None is of none."""
    return request_rows.under_way(doing)


@surviving
def answered(runtime: Runtime, doing: Doing, answer: bytes) -> None:
    """Keep what was answered to a request that wrote something; what is very long is not kept."""
    if doing.owner is None or len(answer) > MOST_BYTES:
        return
    with runtime.store.writing(doing.owner) as session:
        request_rows.answered(session.connection, doing, answer)


@surviving
def undone(runtime: Runtime, doing: Doing) -> None:
    """Let a request that failed after it wrote something be done again."""
    if doing.owner is not None:
        with runtime.store.writing(doing.owner) as session:
            request_rows.undone(session.connection, doing)
