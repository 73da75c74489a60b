"""Requests that were done under a key, each kept with the first change that it made: one that comes again does no more.

The one idea: that a request was done is written in the transaction of what it did, among the rows of whom it was done
for. So whichever server is asked again, and whatever became of the one that did it, nothing is done twice; and no
other rows have to be asked first. Its answer is kept when it is given, for a day, and goes when words of its owner do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from reverie.errors import DoneBefore
from reverie.records.memories import Change
from reverie.store.schema import requests

KEPT = timedelta(days=1)
SILENCING = ("forget", "delete", "edit", "retention", "erase")
"""Causes of changes after which words of their owner are told no more."""

MOST_BYTES = 262_144
"""Of an answer that is kept."""

_OWN = (requests.c.owner == bindparam("whose"), requests.c.key == bindparam("named"))
_BEFORE = select(requests.c.request, requests.c.answer, requests.c.at).where(*_OWN)
_OLD = delete(requests).where(requests.c.owner == bindparam("whose"), requests.c.at < bindparam("until"))
_ANSWERED = update(requests).where(*_OWN).values(answer=bindparam("told"))
_UNDONE = delete(requests).where(*_OWN)
_SILENT = delete(requests).where(requests.c.owner == bindparam("whose"), requests.c.answer.is_not(None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """A request that was done: what it was (a digest), what was answered, where that is kept, and when it was done."""

    request: str
    answer: bytes | None
    at: datetime


@dataclass(slots=True, kw_only=True)
class Doing:
    """A request under way: ``key`` and ``request`` are digests of who asks under which key, and of what.

    ``owner`` is with whom it was noted, once it is; ``before`` is what was found in its place.
    """

    key: str
    request: str
    owner: str | None = None
    before: Before | None = None


_UNDER_WAY: ContextVar[Doing | None] = ContextVar("request under way", default=None)


@contextmanager
def under_way(doing: Doing | None) -> Iterator[None]:
    """Let what is written in a block be of a request; None is of none, where it has an id of its own."""
    token = _UNDER_WAY.set(doing)
    try:
        yield
    finally:
        _UNDER_WAY.reset(token)


def note(connection: Connection, owner: str, now: datetime) -> Doing | None:
    """Note with a transaction that changes something for an owner which request it is of; None where it is of none.

    Raises:
        DoneBefore: that was done before, and this transaction is not to be kept.
    """
    doing = _UNDER_WAY.get()
    if doing is None or doing.owner is not None:
        return None
    connection.execute(_OLD, {"whose": owner, "until": now - KEPT})
    before = connection.execute(_BEFORE, {"whose": owner, "named": doing.key}).first()
    if before is not None:
        doing.before = Before(request=before.request, answer=before.answer, at=before.at)
        raise DoneBefore("this request was done before: look at what is there, and take a new key to do it again")
    connection.execute(
        insert(requests), {"owner": owner, "key": doing.key, "request": doing.request, "answer": None, "at": now}
    )
    return doing


def answered(connection: Connection, doing: Doing, answer: bytes) -> None:
    """Keep what was answered."""
    connection.execute(_ANSWERED, {"whose": doing.owner, "named": doing.key, "told": answer})


def undone(connection: Connection, doing: Doing) -> None:
    """Note that a request failed after all: it may be done again."""
    connection.execute(_UNDONE, {"whose": doing.owner, "named": doing.key})


def let_go_of_answers(connection: Connection, change: Change) -> None:
    """Let go of what was answered for an owner where a change takes words of theirs away: under its key it is new."""
    if change.cause in SILENCING:
        connection.execute(_SILENT, {"whose": change.owner})
