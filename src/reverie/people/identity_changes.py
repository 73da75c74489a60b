"""What became of who somebody is: their names and accounts over time, merges and splits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from reverie.memory.runtime import Runtime
from reverie.records.memories import LogEntry
from reverie.records.users import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """Something that became of who a person is.

    ``what`` is ``met``, the name of a field (``name``, ``nickname``, ``pronouns``, ``guest``), ``account``, ``merged``
    or ``split``. ``before`` and ``after`` are its values; of the last two, ``after`` is the name of the other one.
    ``change_id`` is what ``undo`` takes, None of a meeting.
    """

    at: datetime
    what: str
    before: str | None = None
    after: str | None = None
    change_id: str | None = None


def history(runtime: Runtime, person: User) -> list[Happened]:
    """What became of who a person is, and of those who were merged into them, in order."""
    found: list[Happened] = []
    with runtime.store.reading() as session:
        for user in (person, *session.people.merged(person.id)):
            steps = [
                happened
                for entry in session.changes.log(user.id, items=("user", "account"))
                for happened in _steps(user.id, entry)
            ]
            first = next((s.before for s in steps if s.what == "name"), user.name)
            found += [Happened(at=user.created_at, what="met", after=first), *steps]
    return sorted(found, key=lambda one: one.at)


def _steps(user_id: str, entry: LogEntry) -> Iterator[Happened]:
    before: Mapping[str, Any] = entry.before or {}
    after: Mapping[str, Any] = entry.after or {}
    if entry.item == "account":
        old, new = (f"{row['platform']}:{row['external_id']}" if row else None for row in (before, after))
        yield Happened(at=entry.at, what="account", before=old, after=new, change_id=entry.change_id)
    elif entry.item_id != user_id:
        if after:  # of somebody who was erased since, nothing is told
            what = "merged" if after["merged_into"] else "split"
            yield Happened(at=entry.at, what=what, after=after["name"], change_id=entry.change_id)
    else:
        for field in ("name", "nickname", "pronouns", "guest"):
            if before.get(field) != after.get(field):
                told = (None if row.get(field) is None else str(row[field]) for row in (before, after))
                yield Happened(at=entry.at, what=field, before=next(told), after=next(told), change_id=entry.change_id)
