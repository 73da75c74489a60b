"""What is said to a companion, from the words to what they taught: one pipeline.

A reply of the companion is kept with what it observed. What a person asks of the memory itself is done. A guest is
asked who they are, or answers that. Everything else is kept, and learned from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from reverie.app.turns import companion_replies
from reverie.conversations import message_store
from reverie.conversations.message_store import Saying
from reverie.decisions import conflict_questions
from reverie.errors import Refused
from reverie.learning import message_learning
from reverie.learning.message_learning import Said
from reverie.learning.prior_state import Prior, read_prior
from reverie.memory.runtime import Runtime
from reverie.memory.writing import Writing
from reverie.people import identity, identity_confirmation
from reverie.people.identity import Limits
from reverie.people.identity_confirmation import Outcome
from reverie.privacy import chat_commands
from reverie.recall import episode_search
from reverie.records.conversations import Role
from reverie.records.memories import Category, Source, SourceKind
from reverie.records.read_access import WHOLE
from reverie.records.users import User
from reverie.removal import forgetting
from reverie.text.command_phrases import Command, Verb, asked_of_memory, told_to_remember


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """To whom something is said, and by whom: ``recorded`` is whether anything of it may be kept.

    ``reads`` is that through which the answer is read, where whoever is answered may not see all.
    """

    companion: User
    person: User
    limits: Limits
    recorded: bool
    reads: Runtime | None = None


def say(runtime: Runtime, to: Listening, saying: Saying) -> tuple[Said, User]:
    """Keep what is said and learn from it; give what became of it, and who the person is now.

    Without a speaker it is said by the person, or by the companion.
    """
    command = asked_of_memory(saying.text) if saying.role is Role.USER else None
    with runtime.store.snapshot() as session:
        person = identity.present(runtime, to.person)
        known = None if command else read_prior(runtime, session, person.id, saying)
    to, speaker = replace(to, person=person), saying.speaker or _speaker(to, person, saying.role)
    saying = replace(saying, speaker=speaker)
    if saying.role is Role.ASSISTANT:
        said = companion_replies.say(runtime, to.companion, to.person, saying, recorded=to.recorded, known=known)
    elif command is not None:
        said = _obeyed(runtime, to, saying, command)
    elif before := message_store.said_before(runtime, to.person.id, saying) if to.recorded else None:
        said = Said(message=before, again=True)
    elif to.recorded and to.person.guest and saying.role is Role.USER:
        said, person = _told_who(runtime, to, saying, known)
        episode_search.catch_up(runtime, person, said.message)
        return said, person
    else:
        said = conflict_questions.say(runtime, to.person.id, saying, recorded=to.recorded, known=known)
        said = _remembered(runtime, to.person, said)
        episode_search.catch_up(runtime, to.person, said.message)
    return said, to.person


def _speaker(to: Listening, person: User, role: Role) -> str:
    return {Role.USER: person.called, Role.ASSISTANT: to.companion.name}.get(role, role.value)


def _obeyed(runtime: Runtime, to: Listening, saying: Saying, command: Command) -> Said:
    """Do what is asked of the memory. It is kept only where it tells something too."""
    tells = command.in_company and command.verb in (Verb.LIST, Verb.WHY)
    said = Said(message=None)
    if tells:
        said = conflict_questions.say(runtime, to.person.id, saying, recorded=to.recorded)
    key, reads = saying.external_id, to.reads or runtime
    if command.verb is Verb.FORGET:
        see_all_shown(runtime, reads, to.person.id, command.topic or "")
    reply = chat_commands.obey(runtime, reads, to.person, command, recorded=to.recorded, key=key)
    return replace(said, reply=reply)


def _remembered(runtime: Runtime, person: User, said: Said) -> Said:
    """What was said, with what it asks outright to remember where nothing was learned from it."""
    message = said.message
    told = None if message is None or message.role is not Role.USER else told_to_remember(message.text)
    if message is None or told is None or not message.learnable or said.learned or said.masked or said.question:
        return said
    span = (start := message.text.find(told), start + len(told)) if told in message.text else (0, len(message.text))
    source = Source(
        kind=SourceKind.MESSAGE,
        message_id=message.id,
        conversation_id=message.conversation_id,
        quote=message.text[slice(*span)],
        span=span,
    )
    sentence = message_learning.stated(
        f"{told[0].upper()}{told[1:]}.", key=None, value=None, category=Category.FACT, importance=0.8
    )
    change = runtime.change(person.id, "learn", actor="rules", message_id=message.id)
    try:
        tellings = message_learning.admitted(runtime, person.id, sentence, source=source, at=message.sent_at)
        with runtime.store.writing(person.id) as session, session.act(change) as act:
            message_learning.see_admitted(session, person.id, tellings)
            learned = [one for telling in tellings for one in Writing(runtime, session, act).tell(telling)]
    except Refused:
        return said
    return replace(said, learned=tuple(learned))


def see_all_shown(runtime: Runtime, reads: Runtime, owner: str, what: str) -> None:
    """See that all that forgetting would take may be seen by who reads so, where anything may.

    Raises:
        Refused: it may not.
    """
    if reads.access == WHOLE:
        return
    shown, all_of_it = (forgetting.forget(one, owner, what, preview=True) for one in (reads, runtime))
    if shown and [one.id for one in shown.memories] != [one.id for one in all_of_it.memories]:
        raise Refused("not all that this would forget may be seen here: forget it where it is", reason="access")


def _told_who(runtime: Runtime, to: Listening, saying: Saying, known: Prior | None) -> tuple[Said, User]:
    """Keep what a guest said, and find out from it who they are."""
    outcome: Outcome | None
    guest, asked = to.person, identity.confirmation(runtime, to.person)
    if asked is not None:
        draft = message_store.drafted(runtime, guest.id, saying, "")  # it has to be sayable before it counts
        outcome = identity_confirmation.answer(runtime, guest, asked, draft.message.text)
        said = message_learning.say(runtime, outcome.user.id, replace(saying, speaker=outcome.user.called))
    else:
        said = conflict_questions.say(runtime, guest.id, saying, known=known)
        outcome = identity_confirmation.introduced(runtime, guest, said, to.limits)
        if outcome is None:
            return said, guest
    return replace(said, reply=outcome.reply, identified=outcome.identified), outcome.user
