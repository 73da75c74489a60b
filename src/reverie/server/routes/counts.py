"""How much is kept of a person, and when it came: what is counted instead of read, for plots and for decisions."""

from __future__ import annotations

from fastapi import APIRouter
from typing_extensions import TypedDict

from reverie.memory.reading.counts import Counts as Counted
from reverie.records.memories import Kind
from reverie.server.access.authorization import Reading
from reverie.shapes.fields import Maker, maker

router = APIRouter(prefix="/v1/people/{person_id}", tags=["understanding"])


class Day(TypedDict):
    """What came on a day of UTC and is kept: ``memories`` by kind, whether they are so still or not."""

    day: str
    messages: int
    memories: dict[Kind, int]


class Counts(TypedDict):
    """What is kept: memories that are so by kind and by category, what was so, what waits, and where it came from."""

    kinds: dict[Kind, int]
    categories: dict[str, int]
    past: int
    proposed: int
    messages: int
    conversations: int
    days: list[Day]


_counts: Maker[Counted, Counts] = maker(Counts)


@router.get("/counts", operation_id="count_kept")
def count_kept(person: Reading) -> Counts:
    """Count what is kept of the person, and the days on which it came: when it was said, or else learned."""
    return _counts(person.count())
