"""What is alike between people: the only statements that read the memories of several owners at once.

Everything else reads one owner at a time, and on a database that is spread over nodes every owner is on one of them;
this asks them all. It gives only what counting needs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, and_, or_, select

from reverie.records.memories import About, Kind, Status
from reverie.store.schema import memories, settings


class Countable(NamedTuple):
    """One memory as it may be counted; ``key`` is None for an observation."""

    owner: str
    category: str
    key: str | None
    text: str
    value: str | None


def countable(
    connection: Connection, now: datetime, *, slots: Collection[str], observed: Collection[str]
) -> Iterator[Countable]:
    """Everybody's current facts in these slots ("hobby" is "hobby:…" too), and observations of these categories."""
    fact = [or_(memories.c.key == slot, memories.c.key.startswith(f"{slot}:", autoescape=True)) for slot in slots]
    wanted = or_(
        and_(memories.c.kind == Kind.FACT, or_(*fact)),
        and_(memories.c.kind == Kind.OBSERVATION, memories.c.category.in_(list(observed))),
    )
    value = memories.c.details["value"].as_string()
    query = (
        select(memories.c.owner, memories.c.category, memories.c.key, memories.c.text, value)
        .where(memories.c.about == About.USER, memories.c.status == Status.ACTIVE, wanted)
        .where(or_(memories.c.expires_at.is_(None), memories.c.expires_at > now))
        .where(or_(memories.c.valid_to.is_(None), memories.c.valid_to > now))
    )
    for row in connection.execution_options(yield_per=1000).execute(query):
        yield Countable(*row)


def chosen(connection: Connection) -> dict[str, dict[str, object]]:
    """What every person has set, by owner."""
    found: dict[str, dict[str, object]] = {}
    for owner, name, value in connection.execute(select(settings.c.owner, settings.c.name, settings.c.value)):
        found.setdefault(owner, {})[name] = value
    return found
