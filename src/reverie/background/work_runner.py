"""The language model's work in the background: claim a few items, ask, keep what holds, note what it took.

No transaction is open while the model thinks: a short one claims the items by a lease, another writes what became of
them. What can't be done now waits with a growing pause, and what fails too often is parked, where it is seen. The
rules' result stands all the while.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from reverie.background.tasks.task import (
    Kept,
    Messages,
    Report,
    Stop,
    Tally,
    Task,
    Terms,
    first_batch,
    fitting,
    longest_answer,
    room,
    told,
)
from reverie.errors import (
    ConfigError,
    Conflict,
    InvalidInput,
    ModelReplyInvalid,
    ModelUnavailable,
    NotFound,
    Refused,
    ReverieError,
)
from reverie.memory.runtime import Runtime, new_id
from reverie.ports import LanguageModel, Usage
from reverie.records.users import User
from reverie.spans import Operation
from reverie.store.tables.model_work import Claim, Due, Lease, Outcome, State

NO_MODEL = "no language model: what was learned without one stands; name one under [model] in reverie.toml"

BAD_ANSWERS = 5
"""Answers in a row that can't be used, after which a run ends: the model is not up to it, or its settings are wrong."""

Progress = Callable[[int, int], None]


def run(
    runtime: Runtime,
    people: Sequence[User],
    tasks: Sequence[Task[Any]],
    terms: Terms,
    *,
    worker: str | None = None,
    progress: Progress | None = None,
) -> Report:
    """Do what is due of these people, task by task, a batch of each person in turn.

    A model that gives no usable answer ends the run, and that is in the report. Two workers, in one process or several,
    never do one item twice: ``worker`` names this one.

    Raises:
        ModelUnavailable: there is no language model.
        ConfigError: the model's settings are wrong (its key, its name): nothing is held against the items.
    """
    if runtime.model is None:
        raise ModelUnavailable(NO_MODEL)
    return _Run(runtime, runtime.model, terms, worker or new_id(), progress).through(people, tasks)


class _Run:
    """One run: what it may still take, and what came of it so far."""

    def __init__(
        self, runtime: Runtime, model: LanguageModel, terms: Terms, worker: str, progress: Progress | None
    ) -> None:
        self._runtime = runtime
        self._model = model
        self._terms = terms
        self._worker = worker
        self._progress = progress
        self._counts: dict[str, Counter[str]] = {}
        self._refused: dict[str, Counter[str]] = {}
        self._usage: dict[str, Usage] = {}
        self._errors: dict[str, str] = {}
        self._taken = 0
        self._total = 0
        self._bad = 0
        self._stopped: Stop | None = None
        self._why = ""

    def through(self, people: Sequence[User], tasks: Sequence[Task[Any]]) -> Report:
        if self._progress is not None:
            due = sum(len(task.due(self._runtime, person, 2**31 - 1)) for task in tasks for person in people)
            self._total = due if self._terms.limit is None else min(due, self._terms.limit)
            self._progress(0, self._total)
        for task in tasks:
            self._counts[task.name], self._refused[task.name] = Counter(), Counter()
            self._usage[task.name] = Usage()
            waiting = list(people)
            while waiting:
                waiting = [person for person in waiting if self._batch(task, person)]
        return self._report()

    def _report(self) -> Report:
        tallies = tuple(
            Tally(
                task=name,
                done=counts["done"],
                kept=counts["kept"],
                refused=dict(self._refused[name]),
                failed=counts["failed"],
                parked=counts["parked"],
                error=self._errors.get(name, ""),
                usage=self._usage[name],
            )
            for name, counts in self._counts.items()
        )
        return Report(tasks=tallies, stopped=self._stopped, why=self._why)

    def _batch(self, task: Task[Any], person: User) -> bool:
        """Work on the next items of a person; whether there may be more."""
        if self._stopped is not None:
            return False
        if not self._terms.going():
            return self._end(Stop.ASKED, "it was asked to stop")
        whole = min(task.batch, self._terms.batch)
        due = task.due(self._runtime, person, whole)
        if not due or (len(due) < whole and self._speaking(person)):
            return False
        left = len(due) if self._terms.limit is None else self._terms.limit - self._taken
        if left <= 0:
            return self._end(Stop.LIMIT, f"{self._terms.limit} items are done, as many as were asked for")
        with self._runtime.store.reading() as session:
            failed = session.work.failed(person.id, task.name, [item.id for item in due])
        batch, asked, tokens = fitting(self._runtime, task, person, first_batch(due, failed, left), self._terms)
        used = sum(self._usage.values(), Usage())
        if self._terms.tokens is not None and used.prompt + used.completion + tokens > self._terms.tokens:
            return self._end(Stop.TOKENS, f"the next question would go over {self._terms.tokens} tokens")
        claims = self._claimed(task, person, batch)
        if not claims:
            return False
        items = [Due(id=claim.id, mark=claim.mark) for claim in claims]
        if items != batch:
            batch, asked, tokens = fitting(self._runtime, task, person, items, self._terms)
        before = self._counts[task.name]["kept"]
        with Operation("learn", store=person.id) as learning:
            self._work(task, person, claims, asked, too_long=tokens > room(self._model, self._terms))
            learning.records = self._counts[task.name]["kept"] - before
        self._taken += len(claims)
        if self._progress is not None:
            self._progress(self._taken, max(self._total, self._taken))
        return True

    def _speaking(self, person: User) -> bool:
        """Whether more is about to be said, with which a question costs as much."""
        if not self._terms.quiet:
            return False
        with self._runtime.store.reading() as session:
            latest = session.dialogue.latest(person.id)
        if latest is None or latest[0].ended_at is not None:
            return False
        return abs(self._runtime.clock() - latest[1]) < self._terms.quiet

    def _end(self, stop: Stop, why: str) -> bool:
        self._stopped, self._why = stop, why
        return False

    def _lease(self) -> Lease:
        now = self._runtime.clock()
        return Lease(worker=self._worker, now=now, until=now + self._terms.lease, most=self._terms.tries)

    def _claimed(self, task: Task[Any], person: User, batch: Sequence[Due]) -> list[Claim]:
        with self._runtime.store.writing(person.id) as session:
            if session.people.by_id(person.id) is None:
                return []  # they were erased
            return session.work.claim(person.id, task.name, batch, self._lease())

    def _work(
        self, task: Task[Any], person: User, claims: Sequence[Claim], asked: Messages | None, *, too_long: bool
    ) -> None:
        with ExitStack() as unless_finished:
            unless_finished.push(partial(self._unfinished, task, person, claims))
            if asked is None:
                self._finish(task, person, claims, Kept(), Usage())
            elif too_long:
                self._park(task, person, claims, f"it does not fit in the model's window of {self._model.window}")
            elif not self._asked(task, person, claims, asked):
                return
            unless_finished.pop_all()

    def _unfinished(self, task: Task[Any], person: User, claims: Sequence[Claim], *raised: object) -> None:
        """Let go of claims; what ran into a mistake of the program rests, or it would stop every run from now on."""
        error = raised[1]
        if isinstance(error, Exception) and not isinstance(error, ReverieError) and not self._terms.left():
            self._fail(task, person, claims, ReverieError(f"a mistake in Reverie ({type(error).__name__}): report it"))
        self._release(person)

    def _asked(self, task: Task[Any], person: User, claims: Sequence[Claim], asked: Messages) -> bool:
        """Ask, and keep the answer; whether what became of the items is written."""
        answer = self._answered(task, asked)
        if self._terms.left():
            self._end(Stop.ASKED, "it was asked to stop")
            return False
        match answer:
            case ConfigError() as error:
                now = self._runtime.clock()
                outcome = Outcome(state=State.FAILED, at=now, until=now, error=told(error), model=self._model.name)
                self._write(task, person, claims, outcome)
                raise error
            case ModelUnavailable() as error:
                self._fail(task, person, claims, error)
                self._end(Stop.UNAVAILABLE, str(error))
            case ModelReplyInvalid() as error:
                usage = Usage(prompt=error.tokens[0], completion=error.tokens[1])
                self._usage[task.name] += usage
                self._fail(task, person, claims, error, usage)
                self._bad += 1
                if self._bad >= BAD_ANSWERS:
                    self._end(Stop.INVALID, f"{self._bad} answers in a row can't be used: {told(error)}")
            case (read, usage):
                self._bad = 0
                return self._keep(task, person, claims, read, usage)
        return True

    def _answered(
        self, task: Task[Any], asked: Messages
    ) -> tuple[Any, Usage] | ModelUnavailable | ModelReplyInvalid | ConfigError:
        try:
            return self._model.structured(asked, task.shape, limit=longest_answer(self._model, self._terms.answer))
        except (ModelUnavailable, ModelReplyInvalid, ConfigError) as error:
            return error

    def _keep(self, task: Task[Any], person: User, claims: Sequence[Claim], answer: Any, usage: Usage) -> bool:
        self._usage[task.name] += usage
        with self._runtime.store.writing(person.id) as session:
            ours = session.work.renew(person.id, task.name, claims, self._lease())
        if not ours:
            return False  # the lease ran out, and somebody else is at it
        items = [Due(id=claim.id, mark=claim.mark) for claim in claims]
        try:
            kept = task.keep(self._runtime, person, items, answer)
        except (Conflict, InvalidInput, NotFound, Refused) as error:
            self._fail(task, person, claims, error, usage)
        else:
            self._finish(task, person, claims, kept, usage)
        return True

    def _finish(self, task: Task[Any], person: User, claims: Sequence[Claim], kept: Kept, usage: Usage) -> None:
        outcome = self._outcome(task, State.DONE, tokens=(usage.prompt, usage.completion))
        if usage == Usage():
            outcome = replace(outcome, model=None)  # nothing was asked
        self._refused[task.name].update(kept.refused)
        with self._runtime.store.reading() as session:
            paused = session.people.settings(person.id).get("paused")
        if paused:  # meanwhile: nothing was kept, and they are due once memory goes on
            waiting = Outcome(state=State.FAILED, at=outcome.at, until=outcome.at, tokens=outcome.tokens)
            self._write(task, person, claims, waiting)
            return
        self._counts[task.name].update(done=len(claims), kept=kept.kept)
        self._write(task, person, [claim._replace(tries=0) for claim in claims], outcome)

    def _fail(
        self, task: Task[Any], person: User, claims: Sequence[Claim], error: ReverieError, usage: Usage | None = None
    ) -> None:
        """Let items rest, and park those that failed too often.

        Where the model is away that says nothing of the items: only what fails while others are done is parked then.
        """
        now = self._runtime.clock()
        took = Usage() if usage is None else usage
        for place, claim in enumerate(claims):
            tokens = (took.prompt, took.completion) if place == 0 else (0, 0)
            again = claim._replace(tries=claim.tries + 1)
            enough = again.tries >= self._terms.tries
            if enough and isinstance(error, ModelUnavailable):
                enough = self._others_done(person, claim.failed_at)
            if enough:
                self._park(task, person, [again], told(error), tokens)
                continue
            self._errors[task.name] = told(error)
            until = now + self._terms.rest(again.tries)
            outcome = self._outcome(task, State.FAILED, until=until, error=told(error), tokens=tokens)
            self._counts[task.name]["failed"] += 1
            self._write(task, person, [again], outcome)

    def _others_done(self, person: User, since: datetime | None) -> bool:
        if since is None:
            return False
        with self._runtime.store.reading() as session:
            return session.work.answered_since(person.id, since)

    def _park(
        self, task: Task[Any], person: User, claims: Sequence[Claim], error: str, tokens: tuple[int, int] = (0, 0)
    ) -> None:
        self._errors[task.name] = error
        self._counts[task.name]["parked"] += len(claims)
        self._write(task, person, claims, self._outcome(task, State.PARKED, error=error, tokens=tokens))

    def _outcome(self, task: Task[Any], state: State, **more: Any) -> Outcome:
        at, prompt = self._runtime.clock(), task.prompt.digest
        return Outcome(state=state, at=at, model=self._model.name, prompt=prompt, **more)

    def _write(self, task: Task[Any], person: User, claims: Sequence[Claim], outcome: Outcome) -> None:
        with self._runtime.store.writing(person.id) as session:
            session.work.finish(person.id, task.name, claims, self._worker, outcome)

    def _release(self, person: User) -> None:
        if not self._terms.left():
            with self._runtime.store.writing(person.id) as session:
                session.work.release(person.id, self._worker, self._runtime.clock())
