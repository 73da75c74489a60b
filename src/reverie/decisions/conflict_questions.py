"""Asking a person who says other than before which of the two holds, and settling what they answer.

The question is not kept beside the memories: it is read off them. A proposal is open, the messages that said it are its
evidence, and what it contradicts stands. So it is the same after a restart and on every device, and it is gone with its
message.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reverie.conversations import message_store
from reverie.conversations.message_store import Saying
from reverie.learning import message_learning
from reverie.learning.message_learning import Said
from reverie.learning.prior_state import Prior
from reverie.memory.lifecycle import Conflict, expired, key_beside
from reverie.memory.retraction import Retraction
from reverie.memory.runtime import Runtime, surviving
from reverie.memory.writing import Writing
from reverie.records.conversations import Message, Role
from reverie.records.memories import Kind, Link, Memory, Relation, SourceKind, Status
from reverie.records.read_access import switched_off
from reverie.records.update_question import (
    ANSWERED_WITHIN,
    ASKED,
    Answer,
    Choice,
    ConflictQuestion,
    Contested,
    Settlement,
    Words,
    asks,
    read,
)
from reverie.store.database import Session
from reverie.store.tables.change_log import Act


def say(runtime: Runtime, owner: str, saying: Saying, *, recorded: bool = True, known: Prior | None = None) -> Said:
    """Keep a message and learn from it, once it was read as the answer to an open question; say what is to be asked.

    Off the record and while paused nothing is settled, and nothing is asked. ``known`` is what the message is read
    with, where nothing was written since.
    """
    asking = recorded and runtime.policy.proposes
    settled, goes_on = _settle(runtime, owner, saying) if asking and saying.role is Role.USER else ((), False)
    said = message_learning.say(runtime, owner, saying, recorded=recorded, known=None if settled else known)
    if said.message is None or not asking:
        return said
    question = raised(runtime, owner, said.message) if said.learned or said.again else None
    told = "\n".join(map(str, settled))
    alone = settled and not goes_on and question is None
    return replace(said, question=question, settled=settled, reply=told if alone else None)


def waiting(runtime: Runtime, session: Session, owner: str) -> ConflictQuestion | None:
    """The question that the person's newest message raises, to be asked with the answer to it."""
    if not runtime.policy.proposes:
        return None
    newest = session.dialogue.messages(owner, role=Role.USER, newest=1)
    return _question(runtime, session, owner, newest[0]) if newest else None


@surviving
def raised(runtime: Runtime, owner: str, message: Message) -> ConflictQuestion | None:
    """The question that a message raises."""
    with runtime.store.reading() as session:
        return _question(runtime, session, owner, message)


def _question(runtime: Runtime, session: Session, owner: str, message: Message) -> ConflictQuestion | None:
    """What is open because of a message; a proposal that was said more often than ``ASKED`` is not asked about."""
    links = [x for x in session.links.find(owner, to=message.id) if x.relation is Relation.EVIDENCE]
    memories = session.memories.by_ids(owner, [link.from_id for link in links])
    off = session.people.settings(owner).get("categories_off", ()) if memories else ()
    contested = [
        one
        for link in links
        if (memory := memories.get(link.from_id)) is not None
        and memory.status is Status.PROPOSED
        and memory.kind is Kind.FACT
        and not switched_off(memory, off)
        and runtime.policy.on_conflict(memory.key or "") is Conflict.ASK
        and not expired(memory, message.sent_at)
        and (one := _contested(session, memory, link, message)) is not None
    ]
    return ConflictQuestion(message_id=message.id, contested=tuple(contested)) if contested else None


def _contested(session: Session, proposal: Memory, said: Link, message: Message) -> Contested | None:
    """A proposal with what stands against it; None where nothing does, or it was asked about often enough."""
    standing = session.memories.keyed(proposal.owner, [proposal.key or ""], [Status.ACTIVE])
    against = next((m for m in standing if (m.kind, m.about) == (proposal.kind, proposal.about)), None)
    voices = session.links.evidence(proposal.owner, [proposal.id])
    heard = session.dialogue.by_ids(proposal.owner, [link.to_id for link in voices])
    before = [m for m in heard.values() if (m.sent_at, m.id) < (message.sent_at, message.id)]
    if against is None or len(before) >= ASKED:
        return None
    return Contested(
        proposal=proposal,
        standing=against,
        earlier=_words(session, against),
        now=Words(text=said.quote or message.text, at=message.sent_at),
    )


def _words(session: Session, memory: Memory) -> Words:
    """The words behind a memory, as they were said last, with the time."""
    links = {link.to_id: link for link in session.links.evidence(memory.owner, [memory.id])}
    said = session.dialogue.by_ids(memory.owner, list(links))
    if memory.source.kind is SourceKind.MESSAGE and said:
        last = max(said.values(), key=lambda message: (message.sent_at, message.id))
        return Words(text=links[last.id].quote or memory.text, at=last.sent_at)
    return Words(text=memory.source.quote or memory.text, at=memory.created_at)


# -- the answer ----------------------------------------------------------------------------------


def _settle(runtime: Runtime, owner: str, saying: Saying) -> tuple[tuple[Settlement, ...], bool]:
    """Read what is said as the answer to the newest open question, and do what it chooses; whether it goes on."""
    draft = message_store.drafted(runtime, owner, saying, "")  # it has to be sayable before it counts
    with runtime.store.reading() as session:
        if session.people.settings(owner).get("paused"):
            return (), False
        answer = _answer(runtime, session, owner, draft.message, saying.conversation_id)
    if not answer.chosen:
        return (), False
    with runtime.store.writing(owner) as session:
        done = [
            _done(runtime, session, owner, choice, [one for one, chosen in answer.chosen.items() if chosen is choice])
            for choice in Choice
        ]
    return tuple(filter(None, done)), answer.goes_on


def _answer(runtime: Runtime, session: Session, owner: str, message: Message, conversation: str | None) -> Answer:
    """What a message answers to the newest question that is still open."""
    newest = session.dialogue.messages(owner, role=Role.USER, newest=ANSWERED_WITHIN)
    if not newest or message.sent_at < newest[-1].sent_at:
        return Answer(chosen={})
    for before in reversed(newest):
        question = _question(runtime, session, owner, before)
        if question is not None:
            where = None if conversation is None else message_store.by_name(session, owner, conversation)
            here = conversation is None or (where is not None and where.id == before.conversation_id)
            just_asked = here and before is newest[-1] and _was_asked(session, before, question)
            return read(question, message.text, just_asked=just_asked)
    return Answer(chosen={})


def _was_asked(session: Session, message: Message, question: ConflictQuestion) -> bool:
    """Whether the reply that stands behind a message put its question; where none is kept, the host had it to ask."""
    last = session.dialogue.messages(message.owner, conversation_id=message.conversation_id, newest=1)
    return last[0].role is not Role.ASSISTANT or asks(last[0].text, question)


def _done(
    runtime: Runtime, session: Session, owner: str, choice: Choice, proposals: Sequence[str]
) -> Settlement | None:
    """Do what was chosen, in one change; None where it was decided elsewhere meanwhile."""
    there = session.memories.by_ids(owner, list(proposals))
    still = [m for m in there.values() if m.status is Status.PROPOSED]
    if not still:
        return None
    cause = "decline" if choice is Choice.KEEP else "accept"
    with session.act(runtime.change(owner, cause, actor="person")) as act:
        writing, retraction = Writing(runtime, session, act), Retraction(runtime, session, act)
        memories: list[Memory] = []
        for proposal in still:
            standing = session.memories.keyed(owner, [proposal.key or ""], [Status.ACTIVE])
            if choice is Choice.UPDATE:
                memories.append(writing.accept(proposal))
            elif choice is Choice.KEEP:
                retraction.retract(proposal)
                memories += standing
            else:
                memories += [*standing, _beside(runtime, act, proposal, standing)]
    return Settlement(choice=choice, memories=tuple(memories))


def _beside(runtime: Runtime, act: Act, proposal: Memory, standing: Sequence[Memory]) -> Memory:
    """Let a proposal be so beside what stands in its slot, in a slot of its own."""
    for one in standing:
        link = Link(owner=proposal.owner, from_id=proposal.id, to_id=one.id, relation=Relation.CONTRADICTS)
        act.write(link, None)
    taken = replace(
        proposal,
        status=Status.ACTIVE,
        key=key_beside(proposal.key or "", proposal.value or proposal.text),
        confidence=runtime.policy.of(proposal.kind).accepted,
        revision=proposal.revision + 1,
    )
    act.write(proposal, taken)
    return taken
