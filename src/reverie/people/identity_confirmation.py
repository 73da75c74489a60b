"""Getting to know who somebody is: the question "is it you?", asked, answered, and what follows from the answer.

Whoever gave a name that is like a known one is a guest until they answer. All they say meanwhile is kept; once it is
clear who they are, it becomes the known person's by a merge, so it can be split again. In a household their own word
is enough; elsewhere they say who they are, and the application confirms it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from reverie.errors import Conflict
from reverie.learning.message_learning import Said
from reverie.memory.runtime import Runtime
from reverie.people import identity
from reverie.people.identity import Limits
from reverie.people.merge import merge
from reverie.records.identity_question import (
    ASKED,
    Accept,
    Confirmation,
    Identified,
    Known,
    Next,
    Stranger,
    answered,
)
from reverie.records.memories import Memory, Status
from reverie.records.users import User


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Who somebody is now, what is still to be answered, what to say, and the event if it became clear who they are."""

    user: User
    confirmation: Confirmation | None = None
    reply: str | None = None
    identified: Identified | None = None


def answer(runtime: Runtime, user: User, asked: Confirmation, text: str) -> Outcome:
    """Read a message as the answer to a question, and do what it says.

    What is no answer leaves the question open; it is asked ``ASKED`` times and then waits in silence. Where somebody
    has to vouch for them, it waits for that once they have said yes.
    """
    if asked.claimed is not None:
        return Outcome(user=user, confirmation=asked)
    match answered(asked, text):
        case Accept(candidate=candidate) if asked.vouched:
            return _claimed(runtime, user, replace(asked, claimed=candidate.id))
        case Accept(candidate=candidate):
            known = _there(runtime, candidate)
            return _next(runtime, user, asked) if known is None else _accepted(runtime, user, asked, known)
        case Stranger(name=name):
            return _stranger(runtime, user, asked, name)
        case Next():
            return _next(runtime, user, asked)
        case _:
            return _unanswered(runtime, user, asked)


def _there(runtime: Runtime, candidate: Known) -> User | None:
    """A candidate as they are now; None if they were erased meanwhile."""
    with runtime.store.reading() as session:
        found = session.people.by_id(candidate.id)
        return None if found is None else session.people.present(found)


def _claimed(runtime: Runtime, user: User, asked: Confirmation) -> Outcome:
    identity.wait(runtime, user, asked)
    return Outcome(user=user, confirmation=asked, reply="Thank you. I will know for sure once it is confirmed.")


def confirm(runtime: Runtime, user: User, known: User) -> Identified:
    """Let a guest be somebody known, by the word of whoever may vouch for them.

    Raises:
        Conflict: they are no guest.
    """
    if not user.guest:
        raise Conflict(f"{user.name} is no guest: merge people who turn out to be one")
    return _merged(runtime, user, identity.confirmation(runtime, user), known)


def _accepted(runtime: Runtime, user: User, asked: Confirmation, known: User) -> Outcome:
    event = _merged(runtime, user, asked, known)
    into = identity.by_id(runtime, event.user_id)
    return Outcome(user=into, reply=f"Welcome back, {into.called}.", identified=event)


def _merged(runtime: Runtime, user: User, asked: Confirmation | None, known: User) -> Identified:
    identity.wait(runtime, user, None)
    if asked is not None and identity.found_by(user, asked):
        # Not a guest any more: from now on this name leads to the known person at once.
        user = identity.describe(runtime, user, {"name": asked.given_name, "guest": False})
    into = merge(runtime, user, known).person
    return Identified(name=into.name, user_id=into.id, new=False)


def _next(runtime: Runtime, user: User, asked: Confirmation) -> Outcome:
    following = asked.following
    while following is not None and _there(runtime, following.candidate) is None:
        following = following.following
    return _stranger(runtime, user, asked, asked.given_name) if following is None else _asked(runtime, user, following)


def _stranger(runtime: Runtime, user: User, asked: Confirmation, name: str) -> Outcome:
    """Somebody new, of the name by which they are met; one who was met by none stays a guest."""
    identity.wait(runtime, user, None)
    if not identity.found_by(user, asked):
        return Outcome(user=user, reply=f"Nice to meet you, {asked.given_name}.")
    known = identity.describe(runtime, user, {"name": asked.given_name if asked.vouched else name, "guest": False})
    event = Identified(name=known.name, user_id=known.id, new=True)
    return Outcome(user=known, reply=f"Nice to meet you, {known.called}.", identified=event)


def _unanswered(runtime: Runtime, user: User, asked: Confirmation) -> Outcome:
    if asked.asked < ASKED:
        return _asked(runtime, user, asked)
    return Outcome(user=user, confirmation=asked)


def _asked(runtime: Runtime, user: User, asked: Confirmation) -> Outcome:
    waiting = replace(asked, asked=asked.asked + 1)
    identity.wait(runtime, user, waiting)
    return Outcome(user=user, confirmation=waiting, reply=waiting.question)


def introduced(runtime: Runtime, guest: User, said: Said, limits: Limits) -> Outcome | None:
    """Find out who a guest is who just told their name; None if they did not.

    In a household the name of somebody known, or one clearly like it, leads to them at once, and any other makes the
    guest a person of that name. Elsewhere an application finds people by the names that it gives: whoever names
    themselves stays a guest. Where guests are asked, they are asked about one that may be theirs.
    """
    names = [learned.memory for learned in said.learned if learned.memory is not None and _name(learned.memory)]
    if not names:
        return None
    name = identity.checked_name(names[-1].spelt or "")
    household = limits.asks == "household"
    likely = () if limits.asks == "never" else identity.alike(runtime, name, limits)
    asked = Confirmation(given_name=name, candidates=likely, vouched=not household)
    if identity.clear(likely, limits):
        known = _there(runtime, likely[0])
        return None if known is None else _accepted(runtime, guest, asked, known)
    if likely:
        return _asked(runtime, identity.describe(runtime, guest, {"name": name}) if household else guest, asked)
    return replace(_stranger(runtime, guest, asked, name), reply=None) if household else None


def _name(memory: Memory) -> bool:
    return memory.key == "name" and memory.status is Status.ACTIVE
