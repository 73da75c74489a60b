"""Lists in pieces: ``items`` and a ``next_cursor``, which says where the next piece begins and nothing else."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated, Generic, TypeVar

from fastapi import Depends, Query
from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from reverie.server.problems import HttpProblem

MOST = 200

T = TypeVar("T")
R = TypeVar("R")


class Page(TypedDict, Generic[T]):
    """A piece of a list; ``next_cursor`` null says that it is the last."""

    items: list[T]
    next_cursor: str | None


class _Asked(BaseModel):
    cursor: str | None
    limit: int


def _asked(
    cursor: Annotated[str | None, Query(max_length=400, description="`next_cursor` of the piece before.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 50,
) -> _Asked:
    return _Asked(cursor=cursor, limit=limit)


Piece = Annotated[_Asked, Depends(_asked)]


def paged(records: Sequence[R], shape: Callable[[R], T], asked: _Asked, name: Callable[[R], str]) -> Page[T]:
    """The piece of a list that was asked for. ``name`` tells records apart: the next piece begins behind the last one.

    Raises:
        HttpProblem: the cursor is none of ours.
    """
    start = 0 if asked.cursor is None else _after(records, asked.cursor, name)
    piece = records[start : start + asked.limit]
    more = start + len(piece) < len(records)
    cursor = _written(start + len(piece), name(piece[-1])) if more and piece else None
    return {"items": [shape(one) for one in piece], "next_cursor": cursor}


def _written(place: int, name: str) -> str:
    return urlsafe_b64encode(f"{place}:{name}".encode()).decode().rstrip("=")


def _after(records: Sequence[R], cursor: str, name: Callable[[R], str]) -> int:
    """Where a piece begins: behind the record that the cursor names, or where it stood if it is gone."""
    try:
        place, _, last = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().partition(":")
        stood = int(place)
    except (binascii.Error, UnicodeError, ValueError) as error:
        raise HttpProblem(400, "bad-cursor", "that is no cursor of this list: begin again without one") from error
    if 0 < stood <= len(records) and name(records[stood - 1]) == last:
        return stood
    return next((at for at, record in enumerate(records, start=1) if name(record) == last), max(0, stood))


class Command(BaseModel):
    """What a request's body may say: what is declared, and nothing else."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


Words = Annotated[str, Field(min_length=1, max_length=20_000)]
"""A question, a topic or a sentence."""

Id = Annotated[str, Field(min_length=1, max_length=300)]


def moment(at: datetime | None) -> datetime | None:
    """A time that was sent: without a zone it is UTC.

    Raises:
        HttpProblem: it lies so far off that no zone can be applied to it.
    """
    if at is None:
        return None
    try:
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except OverflowError as error:
        raise HttpProblem(422, "invalid-input", "that time is beyond what a calendar has") from error
