"""Taking messages out, and what they taught: retracted as if it had never been said, what it replaced so again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from reverie.domain import lifecycle
from reverie.domain.dialogue import Message
from reverie.domain.memories import Change, LogEntry, Memory, Status
from reverie.errors import Conflict
from reverie.services import conversations, drawn, pages, sheets
from reverie.services.means import Means, digest
from reverie.services.retraction import Retraction, with_change
from reverie.store import mapping
from reverie.store.changes import Act
from reverie.store.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """What was taken back: the change that did it, memories as they are now, and messages that went or came back.

    ``of`` is the change that was undone, where it was one.
    """

    change: Change
    of: Change | None = None
    memories: tuple[Memory, ...] = ()
    messages: tuple[str, ...] = ()


def undo_message(means: Means, owner: str, message_id: str) -> Undone:
    """Take back everything that a message taught; the message stays."""
    undone = _undo_message(means, owner, message_id)
    for user_id, _ids in _said_before(means, owner, [message_id]):
        _undo_message(means, user_id, message_id, batch=with_change(undone.change.id))
    return undone


def _undo_message(means: Means, owner: str, message_id: str, batch: str | None = None) -> Undone:
    with means.store.writing(owner) as session:
        conversations.message(session, owner, message_id)
        undoing = means.change(owner, "undo", actor="person", message_id=message_id, batch=batch)
        with session.act(undoing) as act:
            return unlearned(means, session, act, [message_id])


def _said_before(means: Means, owner: str, ids: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Those who were merged into an owner, with which of these messages they had said."""
    with means.store.reading() as session:
        found = [(u.id, list(session.dialogue.by_ids(u.id, ids))) for u in session.people.merged(owner)]
    return [(user_id, said) for user_id, said in found if said]


def delete_messages(means: Means, owner: str, ids: Sequence[str], *, cause: str = "delete") -> Undone:
    """Take messages out, with everything that came from them; what they had replaced is so again.

    An imported one does not come back when its file is imported again, until this is undone.

    Raises:
        NotFound: this person has no such message.
    """
    undone = _delete(means, owner, ids, cause)
    for user_id, said in _said_before(means, owner, ids):
        _delete(means, user_id, said, cause, batch=with_change(undone.change.id))
    return undone


def _delete(means: Means, owner: str, ids: Sequence[str], cause: str, batch: str | None = None) -> Undone:
    with means.store.writing(owner) as session:
        return take_out(means, session, owner, ids, cause, batch)


def take_out(
    means: Means, session: Session, owner: str, ids: Sequence[str], cause: str, batch: str | None = None
) -> Undone:
    """Take an owner's messages out as ``delete_messages`` does, as a part of a transaction."""
    with session.act(means.change(owner, cause, actor="person", message_id=ids[0], batch=batch)) as act:
        return deleted(means, session, act, ids)


def deleted(means: Means, session: Session, act: Act, ids: Sequence[str]) -> Undone:
    """Take messages out in an act, and keep them from being imported again."""
    found = [conversations.message(session, act.change.owner, message_id) for message_id in ids]
    for message in found:
        keys = {digest(None, key) for key in (message.id, message.external_id) if key is not None}
        act.block(message.conversation_id, keys)
    return removed(means, session, act, found)


def reword(means: Means, owner: str, message_id: str, text: str, *, revision: int) -> Undone:
    """Give a message other words; what the old ones taught is taken back, and nothing is learned from the new ones yet.

    Raises:
        Conflict: the message is not at this revision any more.
    """
    entries = means.entries("message", [(message_id, text)])
    with means.store.writing(owner) as session:
        before = conversations.message(session, owner, message_id)
        if before.revision != revision:
            raise Conflict(
                "the message was changed in memory since: export it again, and edit that", existing=before.id
            )
        with session.act(means.change(owner, "edit", actor="person", message_id=message_id)) as act:
            drawn.let_go(session, act, [before.conversation_id])
            undone = unlearned(means, session, act, [message_id])
            act.message(before, replace(before, text=text, revision=before.revision + 1))
            act.index(entries)
            pages.follow(session, owner, act.change.at)
            sheets.follow(session, act, sheets.lost(before.conversation_id, before.text, text))
        return replace(undone, messages=(message_id,))


def unlearned(means: Means, session: Session, act: Act, message_ids: Sequence[str]) -> Undone:
    """Take back, in an act, what messages taught."""
    retraction = Retraction(means, session, act)
    owner = act.change.owner
    gone: dict[str, Memory] = {}
    for message_id in message_ids:
        made = [c.id for c in session.changes.of_message(owner, message_id) if c.cause == "learn"]
        ended = _ended(session, owner, session.changes.log(owner, change_ids=made)) if made else []
        gone |= {memory.id: memory for memory in retraction.unlearn(message_id, ended)}
    return Undone(change=act.change, memories=tuple(gone.values()))


def _ended(session: Session, owner: str, entries: Iterable[LogEntry]) -> list[Memory]:
    """Memories that were brought to an end there, and end there still."""
    ended: dict[str, Memory] = {}
    for entry in entries:
        if entry.item == "memory" and entry.before is not None and entry.after is not None:
            before, after = mapping.kept_memory(entry.before), mapping.kept_memory(entry.after)
            alone = after.status is Status.SUPERSEDED and after.superseded_by is None
            if alone and not lifecycle.ends_as(before, after):
                ended[entry.item_id] = after
    found = session.memories.by_ids(owner, list(ended))
    return [now for now in found.values() if lifecycle.ends_as(now, ended[now.id])]


def removed(means: Means, session: Session, act: Act, messages: Sequence[Message]) -> Undone:
    """Take messages out in an act, with what they taught and what was drawn from them."""
    gone = drawn.let_go(session, act, {message.conversation_id for message in messages})
    undone = unlearned(means, session, act, [message.id for message in messages])
    for message in messages:
        act.message(message, None)
    conversations.reopen(session, act, messages)
    act.unindex([message.id for message in messages])
    pages.follow(session, act.change.owner, act.change.at)
    sheets.follow(session, act, [sheets.Lost(conversation_id=m.conversation_id, text=m.text) for m in messages])
    return Undone(change=act.change, memories=(*undone.memories, *gone), messages=tuple(m.id for m in messages))
