"""Retention: what is older than a person lets it be kept goes for good, from every table and from the log.

Nothing that a message taught outlives it. What was forgotten or deleted before, and stays for undo, goes when its time
is over like everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from reverie import pages
from reverie.conversations import episode_upkeep, summary_redaction
from reverie.memory.lifecycle import expired, expired_at
from reverie.memory.retraction import purge
from reverie.memory.runtime import Runtime, surviving
from reverie.people import identity
from reverie.records.memories import Kind, Memory, Status
from reverie.records.users import User, UserKind
from reverie.removal import message_deletion
from reverie.removal.message_deletion import Sources
from reverie.store import row_erasure
from reverie.store.database import Session
from reverie.store.sqlite.residue import Search, Traces
from reverie.store.tables.change_log import log_name
from reverie.store.tables.items import put_item
from reverie.text.value_matching import words


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What housekeeping did: what expired, what was deleted past its retention (items too), episodes drawn."""

    expired: int = 0
    deleted: int = 0
    episodes: int = 0


@surviving
def keep_retention(runtime: Runtime, person: User) -> None:
    """Hold a person's own retention whenever they are met: what is past it goes before anything is read."""
    if identity.limits_retention(runtime, person):
        sweep(runtime, person)


def sweep(runtime: Runtime, person: User) -> Kept:
    """Mark what has expired, and delete what is older than the person's retention: from the log too.

    The retention holds for the rows of those who were merged into them as well, and for what companions made of
    messages that go.
    """
    with runtime.store.reading() as session:
        days = session.people.settings(person.id).get("retention_days")
        owners = [user.id for user in session.people.merged(person.id)] if days is not None else []
    now = runtime.clock()
    cutoff = None if days is None else now - timedelta(days=float(days))
    swept = [_sweep(runtime, owner, now, cutoff) for owner in [*owners, person.id]]
    return swept[-1]


def _sweep(runtime: Runtime, owner: str, now: datetime, cutoff: datetime | None) -> Kept:
    if cutoff is not None:  # first, so that what was cut off in between is begun anew at the next sweep
        with runtime.store.reading() as session:
            said = message_deletion.sources(session, owner, session.dialogue.messages(owner, before=cutoff))
        _sweep_companions(runtime, said)
    # Deleted and taken out of the log in one transaction: a program that is killed in between would leave the words.
    with runtime.store.writing(owner) as session:
        deleted = 0 if cutoff is None else _outlived(runtime, session, owner, cutoff)
        over = [m for m in session.memories.all(owner, [Status.ACTIVE]) if expired(m, now)]
        with session.act(runtime.change(owner, "expire", actor="upkeep")) as act:
            for memory in over:
                act.write(memory, expired_at(memory, memory.expires_at or now, known_at=act.change.at))
    return Kept(expired=len(over), deleted=deleted)


def _outlived(runtime: Runtime, session: Session, owner: str, cutoff: datetime) -> int:
    """Delete what was said last before a moment; give how many messages, memories and items went."""
    old = [message.id for message in session.dialogue.messages(owner, before=cutoff)]
    told = [message.conversation_id for message in session.dialogue.by_ids(owner, old).values()]
    gone = message_deletion.take_out(runtime, session, owner, old, "retention").memories if old else ()
    every = session.memories.all(owner)
    known = {memory.id: memory for memory in every}
    past = {m.id: m for m in every if _told_last(m) < cutoff}
    past |= {m.id: known[m.id] for m in gone if known[m.id].status is Status.RETRACTED}
    past |= {m.id: m for m in session.memories.keyed(owner, [episode_upkeep.key_of(one) for one in told], list(Status))}
    past |= {m.id: m for m in every if m.status is Status.RETRACTED and m.source.message_id in old}
    items = session.items.before(owner, cutoff)
    before = row_erasure.outlived(session.connection, owner, cutoff, [pages.KEPT])
    if not (old or past or items or before):
        return 0
    with session.act(runtime.change(owner, "retention", actor="upkeep")) as act:
        purge(session, act, list(past.values()))
        for item in items:
            put_item(act, item, None)
        notes = [log_name(sheet) for sheet in session.sheets.all(owner)]
        summary_redaction.clear(session, act)
        pages.follow(session, act, [frozenset(words(m.value or m.text)) for m in past.values()])
    session.changes.scrub(owner, [*past, *before, *notes, *(item.id for item in items), pages.KEPT])
    _scrub_of(session, owner, [*old, *before])
    taken_back = {m.id for m in every if m.status is Status.RETRACTED} - {m.id for m in gone}
    facts = [m for m in past.values() if m.kind is not Kind.EPISODE and m.id not in taken_back]
    return len(old) + len(items) + len(facts)  # an episode only tells messages again


def _told_last(memory: Memory) -> datetime:
    return max(memory.valid_from, memory.last_validated_at or memory.valid_from)


def _sweep_companions(runtime: Runtime, said: Sources) -> None:
    """Take out of companions' memory what rested on messages alone that go, and their words out of its log."""
    with runtime.store.reading() as session:
        companions = [user.id for user in session.people.all(UserKind.COMPANION)]
        touched = [one for one in companions if session.links.lead_to(one, said.every)]
    for owner in touched:
        with runtime.store.writing(owner) as session:
            with session.act(runtime.change(owner, "retention", actor="upkeep")) as act:
                undone = message_deletion.unlearned(runtime, session, act, said)
                gone = [m for m in undone.memories if m.status is Status.RETRACTED]
                purge(session, act, gone)
            session.changes.scrub(owner, [memory.id for memory in gone])
            _scrub_of(session, owner, said.messages)


def _scrub_of(session: Session, owner: str, message_ids: Sequence[str]) -> None:
    """Take every line out of the log that quotes one of these messages."""
    ids = Traces()
    for message_id in message_ids:
        ids.id(message_id)
    row_erasure.scrub(session.connection, owner, Search(ids.probes()))
