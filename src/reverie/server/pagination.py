"""Lists in pieces: ``items`` and a ``next_cursor``, which says where the next piece begins and nothing else."""

from __future__ import annotations

import binascii
import json
import re
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, Self, TypeVar

from fastapi import Depends, Query
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    model_validator,
)
from pydantic_core import PydanticCustomError
from typing_extensions import TypedDict

from reverie.errors import InvalidInput
from reverie.records.conversations import Place
from reverie.server.problem_details import HttpProblem

MOST = 200

_A_NUMBER = re.compile(r"\s*[-+]?[\d_.]+(e[-+]?\d+)?\s*", re.IGNORECASE)

T = TypeVar("T")
R = TypeVar("R")


class Page(TypedDict, Generic[T]):
    """A piece of a list; ``next_cursor`` null says that it is the last."""

    items: list[T]
    next_cursor: str | None


class Asked(BaseModel):
    """Which piece of a list somebody asks for."""

    cursor: str | None
    limit: int


def _asked(
    cursor: Annotated[str | None, Query(max_length=2000, description="`next_cursor` of the piece before.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 50,
) -> Asked:
    return Asked(cursor=cursor, limit=limit)


Piece = Annotated[Asked, Depends(_asked)]


def paged(records: Sequence[R], shape: Callable[[R], T], asked: Asked, name: Callable[[R], str]) -> Page[T]:
    """The piece of a list that was asked for. ``name`` tells records apart: the next piece begins behind the last one.

    Raises:
        HttpProblem: the cursor is none of ours.
    """
    start = 0 if asked.cursor is None else _after([name(one) for one in records], asked.cursor)
    piece = records[start : start + asked.limit]
    end = start + len(piece)
    cursor = _encoded([end, *(name(one) for one in piece[-_WITNESSES:])]) if piece and end < len(records) else None
    return {"items": [shape(one) for one in piece], "next_cursor": cursor}


def kept_page(
    records: Sequence[R], asked: Asked, shape: Callable[[R], T], place: Callable[[R], Place | tuple[int]]
) -> Page[T]:
    """A piece that the store gave: one record more than was asked for says that there is another piece."""
    piece = records[: asked.limit]
    if len(records) <= asked.limit:
        return {"items": [shape(one) for one in piece], "next_cursor": None}
    last = [part.isoformat() if isinstance(part, datetime) else part for part in place(piece[-1])]
    return {"items": [shape(one) for one in piece], "next_cursor": _encoded(last)}


def place_of(asked: Asked) -> Place | None:
    """The place behind which a piece begins that the store is to give.

    Raises:
        HttpProblem: the cursor is none of ours.
    """
    if asked.cursor is None:
        return None
    try:
        at, name = _decoded(asked.cursor)
        place = datetime.fromisoformat(at).astimezone(UTC), str(name)
    except (TypeError, ValueError, OverflowError) as error:
        raise _no_cursor() from error
    return place


def seq_of(asked: Asked) -> int | None:
    """The sequence number before which a piece ends that the store is to give.

    Raises:
        HttpProblem: the cursor is none of ours.
    """
    if asked.cursor is None:
        return None
    match _decoded(asked.cursor):
        case [int(seq)] if 0 <= seq < 2**63:
            return seq
    raise _no_cursor()


_WITNESSES = 3
"""Records that a cursor names: where the last one is gone meanwhile, the one before says where to go on."""


def _encoded(parts: Sequence[object]) -> str:
    return urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def _decoded(cursor: str) -> list[Any]:
    """What a cursor says.

    Raises:
        HttpProblem: it is none of ours.
    """
    try:
        parts = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError, RecursionError) as error:
        raise _no_cursor() from error
    if not isinstance(parts, list):
        raise _no_cursor()
    return parts


def _no_cursor() -> HttpProblem:
    return HttpProblem(400, "bad-cursor", "that is no cursor of this list: begin again without one")


def _after(names: Sequence[str], cursor: str) -> int:
    """Where a piece begins: behind the last of a cursor's records that is still there, or where it stood."""
    try:
        place, *last = _decoded(cursor)
        stood = min(max(int(place), 0), len(names))
    except (TypeError, ValueError, OverflowError) as error:
        raise _no_cursor() from error
    if stood and last and names[stood - 1] == last[-1]:
        return stood
    places = {name: at for at, name in enumerate(names, start=1)}
    return next((places[name] for name in reversed(last) if isinstance(name, str) and name in places), stood)


class Command(BaseModel):
    """What a request's body may say: what is declared, and nothing else."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @model_validator(mode="wrap")
    @classmethod
    def _same_kinds(cls, given: object, validated: ModelWrapValidatorHandler[Self]) -> Self:
        """Let ``false`` be no number, and ``"0"`` neither a number nor false: JSON knows them apart."""
        found = validated(given)
        for field, value in given.items() if isinstance(given, Mapping) else ():
            kind = _kind(getattr(found, field))
            if kind != _kind(value):
                raise PydanticCustomError("kind", "{field} should be {kind}", {"field": field, "kind": kind})
        return found


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    return "a number" if isinstance(value, int | float) else "text"


Words = Annotated[str, Field(min_length=1, max_length=20_000)]
"""A question, a topic or a sentence."""

Id = Annotated[str, Field(min_length=1, max_length=300)]


def file_of(sent: str, what: str) -> bytes:
    """The bytes of a file that was sent in base64, with or without ``data:…;base64,`` before it.

    Raises:
        InvalidInput: it is no base64.
    """
    try:
        return b64decode(sent.rpartition(",")[2], validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidInput(f"the {what} is no base64: send the file's bytes in base64") from error


def _spelt(at: object) -> object:
    """A time as it was sent; a number would be taken for seconds since 1970, or for milliseconds."""
    if isinstance(at, int | float) or (isinstance(at, str) and _A_NUMBER.fullmatch(at)):
        raise PydanticCustomError("time", "a time is written as 2026-11-22T10:30:00Z")
    return at


def _placed(at: datetime) -> datetime:
    try:
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except OverflowError as error:
        raise PydanticCustomError("time", "that time is beyond what a calendar has") from error


Moment = Annotated[datetime, BeforeValidator(_spelt), AfterValidator(_placed)]
"""A time that was sent: without a zone it is UTC."""
