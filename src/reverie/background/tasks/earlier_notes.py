"""What was noted of a message before a language model reads it, and what of that the model may retract.

The rules and the extractor read a message at once, and mistake jokes, suppositions and the doings of a day for facts. A
model is shown what they noted, and may say that a note does not hold; what anybody else has said or decided stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from reverie.memory.retraction import Retraction
from reverie.memory.runtime import Runtime
from reverie.records.conversations import Message
from reverie.records.memories import Candidate, Kind, Memory, Relation, SourceKind, Status
from reverie.store.database import Session
from reverie.text.value_matching import alike, normal

HARMFUL = ("allergy:", "condition:")
"""Beginnings of the slots of what does harm when it is overlooked: a model may put another thing in its place only."""


def notes_on(session: Session, message: Message) -> list[Memory]:
    """The current facts that rest on a message alone, and were found in it by no language model, by their text."""
    owner = message.owner
    taught = [link.from_id for link in session.links.find(owner, to=message.id) if link.relation is Relation.EVIDENCE]
    return sorted(
        (one for one in session.memories.by_ids(owner, taught).values() if _is_a_note(session, one, message)),
        key=lambda one: (one.text, one.id),
    )


def _is_a_note(session: Session, memory: Memory, message: Message) -> bool:
    if memory.kind is not Kind.FACT or memory.status is not Status.ACTIVE or "model" in memory.details:
        return False
    if memory.source.kind is not SourceKind.MESSAGE or memory.stated:
        return False
    links = session.links.find(memory.owner, of=memory.id)
    if any(link.relation is Relation.PINNED for link in links):
        return False
    return {link.to_id for link in links if link.relation is Relation.EVIDENCE} == {message.id}


def retract_notes(
    runtime: Runtime, session: Session, message: Message, wrong: Sequence[str], instead: Sequence[Candidate]
) -> tuple[int, list[str]]:
    """Retract the notes on a message that are wrong, by their texts; give how many, and why others were not.

    ``instead`` is what the model found in it itself: "jazz makes me itch" is no allergy, but a dislike of the same.
    """
    notes = {normal(one.text): one for one in notes_on(session, message)}
    found = {normal(text): notes.get(normal(text)) for text in wrong}
    refused = ["it retracts a note that is not there" for one in found.values() if one is None]
    notes_found = [one for one in found.values() if one is not None]
    going = [one for one in notes_found if not (one.key or "").startswith(HARMFUL) or _is_told_by(one, instead)]
    harmful = len(notes_found) - len(going)
    if going:
        with session.act(runtime.change(message.owner, "correct", actor="model", message_id=message.id)) as act:
            retraction = Retraction(runtime, session, act)
            for one in going:
                retraction.withdraw(one)
    return len(going), refused + ["it retracts what does harm when it is overlooked"] * harmful


def _is_told_by(note: Memory, instead: Sequence[Candidate]) -> bool:
    """Whether something else is found of the value that a note is of."""
    values = [one.value for one in instead if one.value is not None and one.key != note.key]
    return note.value is not None and any(alike(note.value, value) for value in values)
