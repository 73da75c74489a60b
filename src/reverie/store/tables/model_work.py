"""What a language model was asked to do in the background, item by item: claims, what came of them, and what is due.

The one idea: this is no queue. A row is there once an item was claimed; what is due is what has no row that stands in
its way, so nothing has to be put in, or tidied up, and nothing is lost in a crash. An item is worked on once for each
mark (a message's revision, the last message of a conversation). The rows are in no log, and hold no words.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Select,
    String,
    and_,
    bindparam,
    cast,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from reverie.records.conversations import Role
from reverie.store.schema import changes, conversations, messages, work
from reverie.store.table_metadata import Instant
from reverie.store.tables.gateway import Gateway


class State(StrEnum):
    """Where an item of a task stands."""

    LEASED = "leased"
    DONE = "done"
    FAILED = "failed"
    PARKED = "parked"


class Due(NamedTuple):
    """An item to be worked on: a message, a conversation, a pair of observations.

    ``mark`` says as of what: a message's revision, the last message of a conversation. An item is done once for each
    mark, so what changes or goes on is due again.
    """

    id: str
    mark: str


class Claim(NamedTuple):
    """An item that is ours for now: how often it failed as of this mark, and when it did last."""

    id: str
    mark: str
    tries: int = 0
    failed_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """Who claims and for how long; an item whose worker did not come back for the ``most``-th time is parked."""

    worker: str
    now: datetime
    until: datetime
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of claimed items; ``tokens`` (read, written) are of all of them together.

    ``until`` is when a failed one may be tried again, ``error`` what happened, without words of the person.
    """

    state: State
    at: datetime
    until: datetime | None = None
    error: str | None = None
    model: str | None = None
    prompt: str | None = None
    tokens: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How many items of a task stand where, when the first of them may be tried again, and their last error.

    ``at`` is when one of them came there last.
    """

    task: str
    state: State
    items: int
    tokens: tuple[int, int]
    until: datetime | None
    at: datetime
    error: str | None


_IDS: BindParameter[Sequence[str]] = bindparam("ids", expanding=True)
_MINE = and_(
    work.c.owner == bindparam("whose"),
    work.c.task == bindparam("of_task"),
    work.c.item_id == bindparam("item"),
    work.c.worker == bindparam("by"),
    work.c.state == State.LEASED,
)
_FINISHED = (
    update(work)
    .where(_MINE)
    .values(
        state=bindparam("now_state"),
        worker=None,
        until=bindparam("rests_until", type_=Instant),
        tries=bindparam("now_tries"),
        error=bindparam("now_error"),
        model=bindparam("by_model"),
        prompt=bindparam("by_prompt"),
        tokens_in=work.c.tokens_in + bindparam("read"),
        tokens_out=work.c.tokens_out + bindparam("written"),
        at=bindparam("when", type_=Instant),
    )
)
_RENEWED = update(work).where(_MINE).values(until=bindparam("rests_until", type_=Instant))
_AGAIN = (
    update(work)
    .where(
        work.c.owner == bindparam("whose"),
        work.c.task == bindparam("of_task"),
        work.c.item_id == bindparam("item"),
    )
    .values(
        mark=bindparam("as_of"),
        state=bindparam("now_state"),
        worker=bindparam("by"),
        until=bindparam("rests_until", type_=Instant),
        tries=bindparam("now_tries"),
        error=bindparam("now_error"),
    )
)
_DROPPED = delete(work).where(work.c.owner == bindparam("whose"), work.c.item_id == bindparam("item"))

LOST = "its worker did not come back"
"""The error of an item whose lease ran out."""


class Work(Gateway):
    """What an owner's items were worked on, but for what may not be seen."""

    def messages(
        self, owner: str, task: str, now: datetime, limit: int, *, role: Role = Role.USER, over: datetime | None = None
    ) -> list[Due]:
        """Messages of one side that may be learned from and are due, the latest first; the mark is the revision.

        One of which somebody took back what it had taught is not read again. With ``over`` only those of
        conversations that ended, or in which nobody has spoken since that moment.
        """
        mark = cast(messages.c.revision, String)
        undone = exists().where(changes.c.message_id == messages.c.id, *_undoing(owner))
        query = (
            select(messages.c.id, mark)
            .where(messages.c.owner == owner, messages.c.role == role, messages.c.learnable)
            .where(~_standing_in_the_way(owner, task, messages.c.id, mark, now), ~undone)
            .order_by(messages.c.sent_at.desc(), messages.c.id.desc())
        )
        if over is not None:
            where, later = conversations.c, messages.alias().c
            ended = select(where.id).where(where.owner == owner, where.ended_at.is_not(None))
            going = select(later.conversation_id).where(later.owner == owner, later.sent_at >= over)
            query = query.where(or_(messages.c.conversation_id.in_(ended), messages.c.conversation_id.not_in(going)))
        return self._due(query, limit, self._withheld(owner).ids)

    def conversations(
        self, owner: str, task: str, now: datetime, limit: int, *, silent_since: datetime | None = None
    ) -> list[Due]:
        """Conversations that are due, the latest first; the mark is the id of the last message.

        With ``silent_since`` only those that ended, or in which nobody has spoken since then. One with a message that
        is withheld is none: what is made of it would be all that is kept.
        """
        inside = and_(messages.c.owner == owner, messages.c.conversation_id == conversations.c.id)
        ordered = select(messages.c.id).where(inside).order_by(messages.c.sent_at.desc(), messages.c.id.desc())
        mark = ordered.limit(1).correlate(conversations).scalar_subquery()
        last_at = select(func.max(messages.c.sent_at, type_=Instant)).where(inside).correlate(conversations)
        spoken = last_at.scalar_subquery()
        query = (
            select(conversations.c.id, mark)
            .where(conversations.c.owner == owner, mark.is_not(None))
            .where(~_standing_in_the_way(owner, task, conversations.c.id, mark, now))
            .order_by(spoken.desc(), conversations.c.id)
        )
        if silent_since is not None:
            query = query.where(or_(conversations.c.ended_at.is_not(None), spoken < silent_since))
        return self._due(query, limit, self._withheld(owner).touched)

    def _due(self, query: Select[Any], limit: int, withheld: Collection[str]) -> list[Due]:
        found = self._connection.execute(query if withheld else query.limit(limit))
        return [Due(*row) for row in found if row[0] not in withheld][:limit]

    def free(self, owner: str, task: str, wanted: Sequence[Due], now: datetime) -> list[Due]:
        """Those of these items that are due, in their order."""
        there, touched = self._known(owner, task, [due.id for due in wanted]), self._withheld(owner).touched
        free = (due for due in wanted if due.id not in there or _free(there[due.id], due.mark, now))
        return [due for due in free if due.id.partition(":")[0] not in touched]

    def taken_back(self, owner: str, ids: Sequence[str]) -> set[str]:
        """Those of these messages of which somebody took back what they had taught."""
        query = select(changes.c.message_id).where(changes.c.message_id.in_(_IDS), *_undoing(owner))
        return {row["message_id"] for row in self._these(query, owner, ids)}

    def failed(self, owner: str, task: str, ids: Sequence[str]) -> set[str]:
        """Which of these items failed before, and were not done since."""
        there = self._known(owner, task, ids)
        return {item_id for item_id, row in there.items() if row["tries"] and row["state"] != State.DONE}

    def claim(self, owner: str, task: str, wanted: Sequence[Due], lease: Lease) -> list[Claim]:
        """Make items ours until the lease is over; what somebody else was quicker to claim is left out.

        Claim in a transaction that was begun with the owner's name: then no two claims are made at once.
        """
        there = self._known(owner, task, [due.id for due in wanted])
        claims: list[Claim] = []
        for due in wanted:
            row = there.get(due.id)
            if row is None:
                claims.append(self._first_claim(owner, task, due, lease))
            elif _free(row, due.mark, lease.now):
                claims += self._claim_again(owner, task, due, lease, row)
        return claims

    def _first_claim(self, owner: str, task: str, due: Due, lease: Lease) -> Claim:
        row = {"owner": owner, "task": task, "item_id": due.id, "mark": due.mark, "state": State.LEASED}
        held = {"worker": lease.worker, "until": lease.until, "at": lease.now}
        self._connection.execute(insert(work).values(**row, **held, tries=0, tokens_in=0, tokens_out=0))
        return Claim(due.id, due.mark)

    def _claim_again(self, owner: str, task: str, due: Due, lease: Lease, row: Any) -> list[Claim]:
        same = row["mark"] == due.mark
        lost = same and row["state"] == State.LEASED and row["worker"] is not None
        tries = (row["tries"] if same else 0) + lost
        parked = lost and tries >= lease.most
        self._connection.execute(
            _AGAIN,
            {
                "whose": owner,
                "of_task": task,
                "item": due.id,
                "as_of": due.mark,
                "now_state": State.PARKED if parked else State.LEASED,
                "by": None if parked else lease.worker,
                "rests_until": None if parked else lease.until,
                "now_tries": tries,
                "now_error": LOST if lost else row["error"] if same else None,
            },
        )
        return [] if parked else [Claim(due.id, due.mark, tries, row["at"] if tries else None)]

    def renew(self, owner: str, task: str, claims: Sequence[Claim], lease: Lease) -> bool:
        """Hold items for longer; whether nobody else has claimed any of them.

        One that is no more is in nobody's way.
        """
        held = [self._of(owner, task, claim, lease.worker) | {"rests_until": lease.until} for claim in claims]
        self._connection.execute(_RENEWED, held)
        there = self._known(owner, task, [claim.id for claim in claims]).values()
        return all((row["worker"], row["state"]) == (lease.worker, State.LEASED) for row in there)

    def finish(self, owner: str, task: str, claims: Sequence[Claim], worker: str, outcome: Outcome) -> None:
        """Write what became of items, those that are still ours."""
        if not claims:
            return
        read, written = (_shares(total, len(claims)) for total in outcome.tokens)
        self._connection.execute(
            _FINISHED,
            [
                self._of(owner, task, claim, worker)
                | {
                    "now_state": outcome.state,
                    "rests_until": outcome.until,
                    "now_tries": claim.tries,
                    "now_error": outcome.error,
                    "by_model": outcome.model,
                    "by_prompt": outcome.prompt,
                    "read": read[place],
                    "written": written[place],
                    "when": outcome.at,
                }
                for place, claim in enumerate(claims)
            ],
        )

    def _of(self, owner: str, task: str, claim: Claim, worker: str) -> dict[str, Any]:
        return {"whose": owner, "of_task": task, "item": claim.id, "by": worker}

    def release(self, owner: str, worker: str, now: datetime) -> None:
        """Let go of everything that a worker holds of this owner: it is due again, and nothing is held against it."""
        mine = (work.c.owner == owner, work.c.worker == worker, work.c.state == State.LEASED)
        self._connection.execute(update(work).where(*mine).values(worker=None, until=now))

    def answered_since(self, owner: str, moment: datetime) -> bool:
        """Whether anything of this owner was done after a moment: whether the model was there."""
        later = (work.c.owner == owner, work.c.state == State.DONE, work.c.at > moment)
        return self._connection.execute(select(work.c.item_id).where(*later).limit(1)).first() is not None

    def retry(self, owner: str, now: datetime) -> int:
        """Let everything that was parked be tried again from now on; give how many items."""
        parked = (work.c.owner == owner, work.c.state == State.PARKED)
        again = update(work).where(*parked).values(state=State.FAILED, tries=0, until=now)
        return self._connection.execute(again).rowcount

    def standing(self, owner: str) -> list[Standing]:
        """Where items stand, by task and state, with the tokens that they took."""
        sums = (
            func.count(),
            func.sum(work.c.tokens_in),
            func.sum(work.c.tokens_out),
            func.min(work.c.until, type_=Instant),
            func.max(work.c.at, type_=Instant),
        )
        grouped = select(work.c.task, work.c.state, *sums).where(work.c.owner == owner)
        found = self._connection.execute(grouped.group_by(work.c.task, work.c.state).order_by(work.c.task)).all()
        return [
            Standing(
                task=task,
                state=State(state),
                items=items,
                tokens=(int(read), int(written)),
                until=until,
                at=at,
                error=self._last_error(owner, task, state) if state != State.DONE else None,
            )
            for task, state, items, read, written, until, at in found
        ]

    def _last_error(self, owner: str, task: str, state: str) -> str | None:
        there = (work.c.owner == owner, work.c.task == task, work.c.state == state, work.c.error.is_not(None))
        return self._connection.execute(select(work.c.error).where(*there).order_by(work.c.at.desc()).limit(1)).scalar()

    def copy(self, of: str, to: str) -> None:
        """Take over what was done of another owner's items, where they are one from now on."""
        known = select(work.c.item_id, work.c.task).where(work.c.owner == to)
        taken = {tuple(row) for row in self._connection.execute(known)}
        done = select(work).where(work.c.owner == of, work.c.state == State.DONE)
        for row in self._connection.execute(done).mappings().all():
            if (row["item_id"], row["task"]) not in taken:
                self._connection.execute(insert(work).values({**row, "owner": to}))

    def _known(self, owner: str, task: str, ids: Sequence[str]) -> dict[str, Any]:
        query = select(work).where(work.c.owner == owner, work.c.task == task, work.c.item_id.in_(_IDS))
        return {row["item_id"]: row for row in self._these(query, owner, ids)}


def drop(connection: Connection, owner: str, item_id: str) -> None:
    """Take out what was noted of an item that is no more."""
    connection.execute(_DROPPED, {"whose": owner, "item": item_id})


def _undoing(owner: str) -> tuple[ColumnElement[bool], ...]:
    return changes.c.owner == owner, changes.c.cause == "undo", changes.c.undone_by.is_(None)


def _standing_in_the_way(
    owner: str, task: str, item: ColumnElement[str], mark: ColumnElement[Any], now: datetime
) -> ColumnElement[bool]:
    """Whether an item has a row by which it is not due: it is done, parked, resting or claimed."""
    resting = and_(work.c.state == State.FAILED, work.c.until > now)
    return exists().where(
        work.c.owner == owner,
        work.c.task == task,
        work.c.item_id == item,
        or_(
            and_(work.c.mark == mark, or_(work.c.state.in_((State.DONE, State.PARKED)), resting)),
            and_(work.c.state == State.LEASED, work.c.until > now),
        ),
    )


def _free(row: Any, mark: str, now: datetime) -> bool:
    """The same for one row: whether its item may be claimed."""
    if row["state"] == State.LEASED:
        return bool(row["until"] <= now)
    rested = row["state"] == State.FAILED and (row["until"] is None or row["until"] <= now)
    return bool(row["mark"] != mark or rested)


def _shares(total: int, items: int) -> list[int]:
    """A number cut into as many nearly equal ones."""
    each, over = divmod(total, items)
    return [each + (place < over) for place in range(items)]
