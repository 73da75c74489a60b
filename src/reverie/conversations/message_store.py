"""What was said, kept: choosing the conversation a message belongs to, and reading conversations back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.memory.runtime import Runtime, aware, deleted_as, new_id, surviving
from reverie.records.conversations import (
    EARLIEST_YEAR,
    LATEST_YEAR,
    LONGEST,
    Conversation,
    Message,
    Role,
    cleaned,
)
from reverie.secrets import masked
from reverie.store.database import Session
from reverie.store.tables.change_log import Act
from reverie.text.farewells import farewell, only_parting

LONGEST_SPEAKER = 200
"""Characters of a speaker's name that are kept."""

LONGEST_KEY = 200
"""Characters of a caller's own id of a message."""

LEEWAY = timedelta(hours=2)
"""How far the clocks of those who write one memory may be apart: more than a time zone's mistake at summer time."""

REPLY_TO = "reply to "
"""What stands before the key of a message in that of its reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """A message to be kept: who says what, when and where; ``learnable`` is False where it says nothing of its own.

    Without a conversation it is said in the one that is going on, of a ``group`` or with the person alone.
    """

    text: str
    role: Role = Role.USER
    speaker: str
    at: datetime | None = None
    conversation_id: str | None = None
    external_id: str | None = None
    learnable: bool = True
    group: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A message that has been checked and masked, and is not kept yet."""

    message: Message
    masked: tuple[str, ...] = ()
    timed: bool = True
    """Whether its time was given with it, and is not the clock's."""


def kept_words(text: str) -> str:
    """The words of a text as they would be kept, without secrets."""
    return masked(cleaned(text)).text


def drafted(runtime: Runtime, owner: str, saying: Saying, conversation_id: str) -> Draft:
    """Check a message and take secrets out of it.

    Raises:
        InvalidInput: it is empty or longer than 2,000,000 characters, or its time is impossible.
    """
    text = cleaned(saying.text)
    if not text.strip():
        raise InvalidInput("a message can't be empty: say something, or say nothing at all")
    if len(text) > LONGEST:
        raise InvalidInput(
            f"a message has at most {LONGEST:,} characters, this one has {len(text):,}: send it in parts"
        )
    now = runtime.clock()
    at = checked_time(saying.at, now) if saying.at is not None else now
    safe = masked(text)
    message = Message(
        id=new_id(),
        owner=owner,
        conversation_id=conversation_id,
        role=saying.role,
        speaker=masked(cleaned(saying.speaker)).text[:LONGEST_SPEAKER],
        text=safe.text,
        sent_at=at,
        external_id=None if saying.external_id is None else masked(cleaned(saying.external_id)).text,
        learnable=saying.learnable,
    )
    return Draft(message=message, masked=safe.kinds, timed=saying.at is not None)


def written_at(clock_at: datetime, act: Act) -> datetime:
    """The time of what came without one: that of its change, so it is later than all that was written before it.

    Writers' clocks disagree, and a change is never earlier than the one before it. A clock that is behind by more than
    ``LEEWAY`` tells its own time: it can't be known which of the two is wrong.
    """
    return act.change.at if abs(act.change.at - clock_at) <= LEEWAY else clock_at


def dated(draft: Draft, act: Act) -> Message:
    """A message with the time it is kept with."""
    message = draft.message
    return message if draft.timed else replace(message, sent_at=written_at(message.sent_at, act))


def key_of(own_id: str) -> str:
    """What a caller's own id is kept as: itself, or its digest where it looks like a secret.

    Raises:
        InvalidInput: it is empty or longer than 200 characters.
    """
    if not own_id.strip() or len(own_id) > LONGEST_KEY:
        raise InvalidInput(f"an id of a message has 1 to {LONGEST_KEY} characters: a UUID does well")
    return kept_key(cleaned(own_id))


def kept_key(key: str) -> str:
    """A key that no mask would make the same as others."""
    return hashlib.sha256(key.encode()).hexdigest() if masked(key).kinds else key


def reply_key(key: str) -> str:
    """The key of the reply to the message of a key."""
    return kept_key(f"{REPLY_TO}{key}")


def keyed(runtime: Runtime, owner: str, key: str) -> Message | None:
    """The message that a person has under this key, if there is one."""
    with runtime.store.reading() as session:
        return session.dialogue.by_key(owner, key)


def said_before(runtime: Runtime, owner: str, saying: Saying) -> Message | None:
    """What is kept already of something that is said under a key, as ``kept_as`` finds it."""
    if saying.external_id is None:
        return None
    message = drafted(runtime, owner, saying, "").message
    with runtime.store.reading() as session:
        return kept_as(session, message)


def kept_as(session: Session, message: Message) -> Message | None:
    """What is kept already under the key of a message; None if nothing is, or it has no key.

    Raises:
        Conflict: what is kept under it is something else.
        Refused: what was kept under it was deleted.
    """
    key = message.external_id
    if key is None:
        return None
    there = session.dialogue.by_key(message.owner, key)
    if there is None:
        gone = deleted_as(key)
        if any(one in gone for _id, one in session.links.blocks(message.owner)):
            raise Refused("the message of this id was deleted: say it anew under another id", reason="deleted")
        return None
    reworded = there.role is Role.USER and there.revision == 1 and there.text != message.text
    if there.role is not message.role or reworded:
        raise Conflict("another message has this id: give each message its own", existing=there.id)
    return there


def checked_role(role: Role | str) -> Role:
    """Who says something.

    Raises:
        InvalidInput: there is no such role.
    """
    try:
        return Role(role)
    except ValueError as error:
        raise InvalidInput(f"there is no role {role!r}: there are {', '.join(r.value for r in Role)}") from error


def checked_time(moment: datetime, now: datetime) -> datetime:
    """A caller's time, with a zone.

    Raises:
        InvalidInput: the year is before 1900 or after 2200: a unit was mistaken, or a field swapped.
    """
    if not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise InvalidInput(f"the time {moment.isoformat()} can't be right: give a year from 1900 to 2200")
    return aware(moment, now)


def by_name(session: Session, owner: str, name: str) -> Conversation | None:
    """The conversation of an id, or of a program's own key, as ``platform:id``; None if it is not there.

    Raises:
        InvalidInput: the key is longer than 200 characters.
    """
    if ":" in name:
        return session.dialogue.by_external_id(owner, key_of(name))
    return session.dialogue.conversation(owner, name)


def conversation_for(
    runtime: Runtime,
    session: Session,
    message: Message,
    conversation_id: str | None,
    latest: Callable[[], tuple[Conversation, datetime] | None],
    group: str | None = None,
) -> tuple[Conversation, bool]:
    """The conversation a message belongs to, and whether it is a new one.

    Named, it is that one; named by a program's own key, as ``platform:id``, it is begun if it is not there. Otherwise
    it is the one that was begun last and waits for its first words, or the ``latest`` of the group, unless that has
    ended or was silent for too long. One that has ended still takes the answer to its last words, and a farewell that
    answers a farewell.

    Raises:
        NotFound: the named one is not this person's.
        InvalidInput: the key is longer than 200 characters.
    """
    owner = message.owner
    if conversation_id is not None:
        there = by_name(session, owner, conversation_id)
        if there is not None:
            return there, False
        if ":" not in conversation_id:
            shown = masked(conversation_id).text
            raise NotFound(f"there is no conversation {shown!r} of this person: begin one without an id")
        key, at = key_of(conversation_id), message.sent_at
        return Conversation(id=new_id(), owner=owner, external_id=key, started_at=at, group_id=group), True
    last = latest()
    if group is None and (begun := _begun(runtime, session, owner, last, message.sent_at)):
        return begun, False
    if last is not None and abs(message.sent_at - last[1]) <= runtime.silence:
        present = last[0]
        if present.ended_at is None or _parting(session, present, message):
            return present, False
    return Conversation(id=new_id(), owner=owner, started_at=message.sent_at, group_id=group), True


def going_on(runtime: Runtime, session: Session, owner: str, at: datetime) -> Conversation | None:
    """The conversation that was begun last and waits for its first words, or the latest, if that goes on."""
    latest = session.dialogue.latest(owner)
    return _begun(runtime, session, owner, latest, at) or goes_on(runtime, latest, at)


def _begun(
    runtime: Runtime, session: Session, owner: str, latest: tuple[Conversation, datetime] | None, at: datetime
) -> Conversation | None:
    """The one that was begun last and waits for its first words: not for long, but where it stays on this machine.

    One of which all words were deleted looks the same, and is taken no further than the pause that ends any.
    """
    begun = session.dialogue.conversations(owner, begun_after=latest[0].id if latest else "")
    open_yet = (one for one in reversed(begun) if one.ended_at is None)
    return next((one for one in open_yet if one.local_only or abs(at - one.started_at) <= runtime.silence), None)


def goes_on(runtime: Runtime, latest: tuple[Conversation, datetime] | None, at: datetime) -> Conversation | None:
    """The latest conversation, with the time of its newest message, if it goes on at a moment."""
    if latest is None or latest[0].ended_at is not None or abs(at - latest[1]) > runtime.silence:
        return None
    return latest[0]


@surviving
def unanswered(runtime: Runtime, owner: str, at: datetime, conversation: str | None = None) -> Message | None:
    """The person's message that waits for an answer at a moment: the last of a conversation, or of the one going on."""
    with runtime.store.reading() as session:
        here = going_on(runtime, session, owner, at) if conversation is None else by_name(session, owner, conversation)
        last = session.dialogue.messages(owner, conversation_id=here.id, newest=1) if here else []
    return last[0] if last and last[0].role is Role.USER else None


def _parting(session: Session, conversation: Conversation, message: Message) -> bool:
    if message.role is Role.USER:
        return only_parting(message.text)
    last = session.dialogue.messages(conversation.owner, conversation_id=conversation.id, newest=1)
    return last[0].role is Role.USER


def taken_leave(conversation: Conversation, messages: Sequence[Message]) -> Conversation:
    """The conversation after these messages: ended, if the person took leave in them."""
    left = [m.sent_at for m in messages if m.role is Role.USER and farewell(m.text)]
    return replace(conversation, ended_at=left[-1]) if left and conversation.ended_at is None else conversation


def reopen(session: Session, act: Act, unsaid: Sequence[Message]) -> None:
    """Let conversations go on that ended with farewells which were unsaid."""
    for message in unsaid:
        where = session.dialogue.conversation(message.owner, message.conversation_id)
        if where is not None and where.ended_at == message.sent_at and farewell(message.text):
            act.write(where, replace(where, ended_at=None))


def leave(session: Session, act: Act, conversation_id: str) -> None:
    """Take a conversation out if nothing is left of it."""
    found = session.dialogue.conversation(act.change.owner, conversation_id)
    if found is not None and not session.dialogue.messages(found.owner, conversation_id=conversation_id, newest=1):
        act.write(found, None)


def end(runtime: Runtime, owner: str, conversation: str | None) -> Conversation:
    """Bring a conversation (without a name the latest) to its end, at the time of its last message. Twice is once.

    Raises:
        NotFound: there is no such conversation.
    """
    with runtime.store.writing(owner) as session:
        where = named(session, owner, conversation)
        last = session.dialogue.messages(owner, conversation_id=where.id, newest=1)
        if where.ended_at is not None or not last:
            return where
        ended = replace(where, ended_at=last[0].sent_at)
        with session.act(runtime.change(owner, "end", actor="person")) as act:
            act.write(where, ended)
    return ended


def named(session: Session, owner: str, conversation: str | None) -> Conversation:
    """The conversation of an id, or of the beginning of one; without it the latest.

    Raises:
        NotFound: there is no such conversation of this person, or several begin so.
    """
    if conversation is None:
        latest = session.dialogue.latest(owner)
        if latest is None:
            raise NotFound("nothing was said yet: there is no conversation of this person")
        return latest[0]
    exactly = session.dialogue.conversation(owner, conversation)
    if exactly is not None:
        return exactly
    alike = [c for c in session.dialogue.conversations(owner) if conversation and c.id.startswith(conversation)]
    if len(alike) != 1:
        shown = masked(conversation).text
        raise NotFound(f"there is not exactly one conversation {shown!r}: `reverie conversations list` shows all")
    return alike[0]


def messages(
    runtime: Runtime, owner: str, *, conversation_id: str | None = None, newest: int | None = None
) -> list[Message]:
    """Messages in the order in which they were sent."""
    with runtime.store.reading() as session:
        return session.dialogue.messages(owner, conversation_id=conversation_id, newest=newest)


def by_ids(runtime: Runtime, owner: str, ids: Sequence[str]) -> list[Message]:
    """The messages of these ids that are there, in the order in which they were sent."""
    with runtime.store.reading() as session:
        found = session.dialogue.by_ids(owner, list(dict.fromkeys(ids)))
    return sorted(found.values(), key=lambda message: message.place)


def message(session: Session, owner: str, message_id: str) -> Message:
    """One message.

    Raises:
        NotFound: this person has none of that id.
    """
    found = session.dialogue.message(owner, message_id)
    if found is None:
        raise NotFound(f"there is no message {message_id!r} of this person: list them to see their ids")
    return found
