"""What a person asks of their memory in chat, done: "forget that", "what do you remember about me?", "undo that"."""

from __future__ import annotations

import shlex
from datetime import datetime

from reverie.context.prompt_assembly import counted
from reverie.conversations import message_store
from reverie.errors import Conflict, NotFound, Refused
from reverie.memory import reading
from reverie.memory.runtime import Runtime
from reverie.privacy import privacy_settings
from reverie.records.conversations import Message, Role
from reverie.records.memories import Memory, SourceKind, Status
from reverie.records.read_access import switched_off
from reverie.records.users import User
from reverie.removal import forgetting, message_deletion, undo
from reverie.text.command_phrases import Command, Verb
from reverie.text.second_person import in_own_words, on_day, to_you, with_dates
from reverie.text.value_matching import mentions, slot, topic_keys, topic_words

_ASKED = "asked"
"""The cause of a change that changes nothing: it tells that a command was obeyed."""

SHOWN = 20
"""Memories listed in one answer."""


SWITCHED_OFF = "There is something of what you switched off, too: I don't speak of it, and the list of memories has it."
DONE = "That is done already."
NAME_IT = "To forget one of these, say “forget” with words of it."
UNSEEN = "What you said last may not be seen here: forget it where it is."
_LOOKS = frozenset({Verb.LIST, Verb.WHY})


def obey(
    runtime: Runtime,
    reads: Runtime,
    person: User,
    command: Command,
    *,
    recorded: bool = True,
    key: str | None = None,
) -> str:
    """Do what a command asks and say what was done, as the companion would; ``reads`` is for whoever is answered.

    Off the record (``recorded`` False), "that" was never kept. What was asked under the same key is not done again:
    "forget that" would take the message before it.
    """
    if key is None or command.verb in _LOOKS:
        return _obeyed(runtime, reads, person, command, recorded)
    batch = f"{_ASKED} {key}"
    with runtime.store.reading() as session:
        if session.changes.of_batch(person.id, batch):
            return DONE
    told = _obeyed(runtime, reads, person, command, recorded)
    change = runtime.change(person.id, _ASKED, actor="person", batch=batch)
    with runtime.store.writing(person.id) as session, session.act(change, stands=True):
        return told


def _obeyed(runtime: Runtime, reads: Runtime, person: User, command: Command, recorded: bool) -> str:
    if command.verb in (Verb.FORGET_THAT, Verb.UNLEARN) and not (
        recorded and not privacy_settings.settings(runtime, person.id).paused
    ):
        return "This is off the record: I have kept none of it."
    match command.verb:
        case Verb.LIST | Verb.WHY:
            return _listed(reads, person, command.topic)
        case Verb.FORGET:
            return _forgotten(forgetting.forget(reads, person.id, command.topic or ""), command.topic or "that")
        case Verb.FORGET_THAT:
            return _unsaid(runtime, reads, person)
        case Verb.UNLEARN:
            return _unkept(runtime, reads, person, command)
        case Verb.FORGET_ALL:
            return (
                "That would erase everything I know about you, for good. If you are sure, do it on the page under "
                f"Privacy, or run: reverie erase {shlex.quote(person.name)}. To keep me from remembering anything new, "
                "say: stop remembering."
            )
        case Verb.PAUSE:
            privacy_settings.configure(runtime, person.id, {"paused": True})
            return "I have stopped remembering: nothing is kept until you say “start remembering again”."
        case Verb.RESUME:
            privacy_settings.configure(runtime, person.id, {"paused": False})
            return "I remember again, from now on."
        case Verb.UNDO:
            return _undone(runtime, reads, person)


def _listed(runtime: Runtime, person: User, topic: str | None) -> str:
    off = privacy_settings.settings(runtime, person.id).categories_off
    every = reading.memories(runtime, person.id)
    if topic:
        named, keys = topic_words(topic), topic_keys(topic)
        every = [
            m for m in every if (m.key and slot(m.key) in keys) or mentions(f"{m.text} {m.source.quote or ''}", named)
        ]
    known = [m for m in every if not switched_off(m, off)]
    beside = [SWITCHED_OFF] if len(known) < len(every) else []
    if not known:
        nothing = f"I remember nothing about {topic}." if topic else "I remember nothing about you yet."
        return beside[0] if beside else nothing
    ids = [m.source.message_id for m in known if m.source.message_id]
    sources = {message.id: message for message in message_store.by_ids(runtime, person.id, ids)}
    known = sorted(known, key=lambda m: (-m.importance, m.valid_from))
    now = runtime.clock()
    lines = [f"{line_of(m)} {source_of(m, sources, now)}" for m in known[:SHOWN]]
    more = [f"… and {len(known) - SHOWN} more: ask about a topic."] if len(known) > SHOWN else []
    return "\n".join(["This is what I remember:", *lines, *more, *beside])


def source_of(memory: Memory, messages: dict[str, Message], now: datetime) -> str:
    """Where a memory comes from, in words: who said what when."""
    source = memory.source
    if source.kind is SourceKind.MESSAGE and source.message_id in messages and source.quote:
        said = f"you said {on_day(messages[source.message_id].sent_at, now)}"
        return f"({said})" if in_own_words(memory.text) else f"({said}: “{source.quote}”)"
    told = "you told me" if source.kind is SourceKind.PERSON else "noted"
    return f"({told} {on_day(memory.valid_from, now)})"


def line_of(memory: Memory) -> str:
    """A memory as it is told to the one whose it is."""
    return f"- {with_dates(memory.text) if in_own_words(memory.text) else to_you(memory.text)}"


def _forgotten(gone: forgetting.Forgotten, topic: str) -> str:
    near = ["What is near to it stays:", *map(line_of, gone.near), NAME_IT] if gone.near else []
    if not gone:
        return "\n".join([f"I find nothing about {topic}, so there is nothing to forget.", *near])
    memories = "\n".join(map(line_of, gone.memories))
    facts = [counted(len(gone.memories), "fact")] if gone.memories else []
    said = [f"what was said of it in {counted(len(gone.messages), 'message')}"] if gone.messages else []
    *parts, last = [*facts, *said, *gone.elsewhere]
    lines = [f"Forgotten: {' and '.join(filter(None, [', '.join(parts), last]))}.", *([memories] if memories else [])]
    return "\n".join([*lines, *near, "Say “undo that” to bring it back."])


def _unsaid(runtime: Runtime, reads: Runtime, person: User) -> str:
    """Forget the last thing the person said, and what was answered to it."""
    with runtime.store.reading() as session:
        latest = session.dialogue.messages(person.id, role=Role.USER, newest=1)
        if not latest:
            return "There is nothing you said that I could forget."
        last = latest[0]
        if not message_store.by_ids(reads, person.id, [last.id]):
            return UNSEEN
        sitting = session.dialogue.messages(person.id, conversation_id=last.conversation_id)
    replies = [m.id for m in sitting[sitting.index(last) + 1 :] if m.role is Role.ASSISTANT]
    gone = message_deletion.delete_messages(runtime, person.id, [last.id, *replies], cause="forget")
    memories = "".join(f"\n{line_of(m)}" for m in gone.memories)
    return (
        f"Forgotten: “{last.text[:80]}”, with what I had learned from it.{memories}\nSay “undo that” to bring it back."
    )


def _unkept(runtime: Runtime, reads: Runtime, person: User, command: Command) -> str:
    if command.off_record:
        return "All right. That stays between us now: I have kept none of it."
    return _unsaid(runtime, reads, person)


def _undone(runtime: Runtime, reads: Runtime, person: User) -> str:
    try:
        change = undo.last_undoable(runtime, person.id)
        undo.see_shown(reads, person.id, change.id)
        undone = undo.undo(runtime, person.id, change.id)
        seen = reading.seen(reads, person.id, [m.id for m in undone.memories])
    except (NotFound, Conflict, Refused) as error:
        return f"I can't undo that: {error}."
    back = [line_of(m) for m in undone.memories if m.id in seen and m.status is Status.ACTIVE]
    gone = [line_of(m) for m in undone.memories if m.id in seen and m.status is not Status.ACTIVE]
    head = f"Undone: {change.cause}.{' I know again:' if back else ''}"
    return "\n".join([head, *back, *(["I know no longer:", *gone] if gone else ())])
