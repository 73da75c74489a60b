"""How much is kept of a person, and when it came: what is counted instead of read, for plots and for decisions."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, datetime

from fastapi import APIRouter
from typing_extensions import TypedDict

from reverie.domain.memories import Kind, Memory, Status
from reverie.server.reach import Reading

router = APIRouter(prefix="/v1/people/{person_id}", tags=["understanding"])

_KEPT = frozenset({Status.ACTIVE, Status.SUPERSEDED, Status.EXPIRED, Status.PROPOSED})


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
    messages, kept = person.messages(), person.memories(statuses=_KEPT)
    sent = {one.id: one.sent_at for one in messages}
    standing = person.memories()
    states = Counter(one.status for one in kept)
    return {
        "kinds": dict(Counter(one.kind for one in standing)),
        "categories": dict(Counter(str(one.category) for one in standing if one.kind is Kind.FACT)),
        "past": len(kept) - len(standing) - states[Status.PROPOSED],
        "proposed": states[Status.PROPOSED],
        "messages": len(messages),
        "conversations": len({one.conversation_id for one in messages}),
        "days": _days(list(sent.values()), [(sent.get(m.source.message_id or "", m.created_at), m) for m in kept]),
    }


def _days(sent: list[datetime], came: list[tuple[datetime, Memory]]) -> list[Day]:
    messages = Counter(at.date() for at in sent)
    memories: defaultdict[date, Counter[Kind]] = defaultdict(Counter)
    for at, one in came:
        if one.status is not Status.PROPOSED:
            memories[at.date()][one.kind] += 1
    return [
        {"day": day.isoformat(), "messages": messages[day], "memories": dict(memories[day])}
        for day in sorted({*messages, *memories})
    ]
