"""What there is to do in the background: every task, and how it stands.

Tasks are done in their order: what is told first, then what follows from it. What is to do is counted ahead, looked at
by the doctor, tried again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from reverie.background.maintenance import Check
from reverie.background.tasks.contradictions import CONTRADICTIONS
from reverie.background.tasks.episodes import EPISODES
from reverie.background.tasks.facts import FACTS
from reverie.background.tasks.observations import OBSERVATIONS
from reverie.background.tasks.opinions import OPINIONS
from reverie.background.tasks.summaries import SUMMARIES
from reverie.background.tasks.synthesis import SYNTHESIS
from reverie.background.tasks.task import Task, Terms, first_batch, fitting
from reverie.errors import ConfigError
from reverie.memory.runtime import Runtime
from reverie.records.users import User
from reverie.store.tables.model_work import Standing, State

EVERYTHING = 2**31 - 1
"""More items than anybody has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """What a run would do for a task: so many items, in so many questions, of so many tokens together, at most.

    The tokens are those of the questions, estimated (``context.rendering``); what the answers take is not known before.
    """

    task: str
    items: int = 0
    calls: int = 0
    tokens: int = 0


def ahead(runtime: Runtime, people: Sequence[User], tasks: Sequence[Task[Any]], terms: Terms) -> list[Ahead]:
    """Say what a run would do, from the very questions that it would ask; nothing is sent, nothing is claimed."""
    found = []
    limit, budget = terms.limit, terms.tokens
    for task in tasks:
        sums = Ahead(task=task.name)
        for items, tokens in _questions(runtime, people, task, terms):
            if limit is not None:
                items = min(items, limit)  # noqa: PLW2901 - the last question may be shorter
                limit -= items
            if budget is not None:
                budget -= tokens
            if not items or (budget is not None and budget < 0):
                break
            calls = sums.calls + (tokens > 0)
            sums = replace(sums, items=sums.items + items, calls=calls, tokens=sums.tokens + tokens)
        found.append(sums)
    return found


def _questions(runtime: Runtime, people: Sequence[User], task: Task[Any], terms: Terms) -> Iterator[tuple[int, int]]:
    """How many items each question has, and how many tokens."""
    for person in people:
        due = task.due(runtime, person, EVERYTHING)
        with runtime.store.reading() as session:
            failed = session.work.failed(person.id, task.name, [item.id for item in due])
        while due:
            wanted = first_batch(due, failed, min(task.batch, terms.batch))
            batch, _asked, tokens = fitting(runtime, task, person, wanted, terms)
            yield len(batch), tokens
            due = due[len(batch) :]


def retry(runtime: Runtime, people: Sequence[User]) -> int:
    """Let everything that was parked be tried again; give how many items."""
    again = 0
    for person in people:
        with runtime.store.writing(person.id) as session:
            again += session.work.retry(person.id, runtime.clock())
    return again


def let_go(runtime: Runtime, people: Sequence[User], worker: str) -> None:
    """Release what a worker still holds, which will not come back to it."""
    for person in people:
        with runtime.store.writing(person.id) as session:
            session.work.release(person.id, worker, runtime.clock())


def checks(runtime: Runtime, people: Sequence[User], tasks: Sequence[Task[Any]]) -> list[Check]:
    """What the doctor sees of the work in the background: what waits, what failed and was parked, what it took."""
    with runtime.store.reading() as session:
        standing = [one for person in people for one in session.work.standing(person.id)]
    if runtime.model is None and not standing:
        return []
    name = "none" if runtime.model is None else runtime.model.name
    read, written = (sum(one.tokens[side] for one in standing) for side in (0, 1))
    waiting = [(task.name, sum(len(task.due(runtime, person, EVERYTHING)) for person in people)) for task in tasks]
    due = ", ".join(f"{count} waiting for {task}" for task, count in waiting if count)
    told = due or ("nothing waits" if waiting else "no task is switched on")
    seen = f"{name}; {told}; {read:,} tokens read and {written:,} written so far"
    return [Check(name="background work", ok=True, seen=seen), *_failures(standing)]


def _failures(standing: Sequence[Standing]) -> Iterator[Check]:
    for state, remedy in (
        (State.FAILED, "it is tried again by itself; `reverie config` shows which model is asked, and where"),
        (State.PARKED, "mend what the error says, then run `reverie upkeep --retry-parked`"),
    ):
        for task in dict.fromkeys(one.task for one in standing):
            found = [one for one in standing if (one.task, one.state) == (task, state) and one.error is not None]
            items = sum(one.items for one in found)
            if not items:
                continue
            again = min((one.until for one in found if one.until is not None), default=None)
            when = f", again from {again:%Y-%m-%d %H:%M} UTC" if again is not None else ""
            error = max(found, key=lambda one: one.at).error
            yield Check(name=f"{task}, {state}", ok=False, seen=f"{items} items{when}: {error}", remedy=remedy)


TASKS: tuple[Task[Any], ...] = (FACTS, SUMMARIES, EPISODES, OBSERVATIONS, OPINIONS, CONTRADICTIONS, SYNTHESIS)


def chosen(names: Sequence[str] | Literal["all"]) -> tuple[Task[Any], ...]:
    """The tasks of these names, in their order.

    Raises:
        ConfigError: there is no task of a name.
    """
    if names == "all":
        return TASKS
    known = [task.name for task in TASKS]
    for name in names:
        if name not in known:
            raise ConfigError(f"the setting model.tasks names {name!r}: there are {', '.join(known)}")
    return tuple(task for task in TASKS if task.name in names)
