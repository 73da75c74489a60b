"""How much is kept of a person, and when it came: what is counted instead of read, for plots and for decisions."""

from __future__ import annotations

from fastapi import APIRouter
from typing_extensions import TypedDict

from reverie.domain.memories import Kind
from reverie.server.authorization import Reading

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


@router.get("/counts", operation_id="count_kept")
def count_kept(person: Reading) -> Counts:
    """Count what is kept of the person, and the days on which it came: when it was said, or else learned."""
    counts = person.count()
    return {
        "kinds": dict(counts.kinds),
        "categories": dict(counts.categories),
        "past": counts.past,
        "proposed": counts.proposed,
        "messages": counts.messages,
        "conversations": counts.conversations,
        "days": [
            {"day": one.day.isoformat(), "messages": one.messages, "memories": dict(one.memories)}
            for one in counts.days
        ],
    }
