"""Proposed memories: what another assistant remembered, and what waits until a person accepts or declines it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.histories import Remembered
from reverie.learning.message_learning import LONGEST_FACT, admitted, see_admitted
from reverie.memory.retraction import Retraction
from reverie.memory.runtime import Runtime
from reverie.memory.writing import Telling, Writing, digests
from reverie.records.memories import Candidate, Memory, Source, SourceKind, Status
from reverie.store.database import Session

APPENDS = "appends"
"""The detail of a proposal that is a line for the text of its slot, and takes the place of none."""

PIECE = 200
"""Proposals that are written in one transaction."""

_CONFIDENCE = 0.6
"""How sure is what another assistant noted, until its person has accepted it."""


def propose(runtime: Runtime, owner: str, remembered: Sequence[Remembered], *, batch: str) -> tuple[int, int]:
    """Let what another assistant remembered wait for decisions, with its dates: how many are new, how many refused.

    Refused is what holds a secret, is too long, of a category that is switched off, or over already. What is known,
    waits, or was declined or forgotten is not proposed again.

    Raises:
        Refused: memory is paused.
    """
    made = refused = 0
    for start in range(0, len(remembered), PIECE):
        tellings: list[Telling] = []
        for one in remembered[start : start + PIECE]:
            found = _admitted(runtime, owner, one)
            refused += 0 if found else 1
            tellings += found
        with runtime.store.writing(owner) as session:
            see_admitted(session, owner, tellings)
            known = {digest for memory in session.memories.all(owner) for digest in digests(memory)}
            new = []
            for telling in tellings:
                said = digests(telling.candidate)
                new += [] if known & said else [telling]
                known |= said
            if new:
                with session.act(runtime.change(owner, "import", actor="import", batch=batch)) as act:
                    for telling in new:
                        Writing(runtime, session, act).propose(telling)
            made += len(new)
    return made, refused


def _admitted(runtime: Runtime, owner: str, one: Remembered) -> list[Telling]:
    """What may be proposed of something remembered: nothing where it is refused."""
    candidate = Candidate(text=one.text, confidence=_CONFIDENCE)
    try:
        found = admitted(runtime, owner, candidate, source=Source(kind=SourceKind.MODEL), at=one.at)
    except (Refused, InvalidInput):
        return []  # where memory is paused, the transaction says so
    now = runtime.clock()
    return [t for t in found if t.candidate.text and (t.expires is None or t.expires > now)]


def decide(runtime: Runtime, owner: str, proposal: str, *, accept: bool) -> Memory:
    """Accept or decline a proposed memory, by its id or the beginning of it.

    One that ``APPENDS`` joins the text that stands in its slot.

    Raises:
        NotFound: there is no such proposal.
        InvalidInput: the text would be too long.
    """
    with runtime.store.reading() as session:
        waiting = _proposed(session, owner, proposal)
        joined = _joined(session, waiting) if accept else waiting
    entries = runtime.entries("memory", [(waiting.id, joined.text)] if joined is not waiting else [])
    with runtime.store.writing(owner) as session:
        cause = "accept" if accept else "decline"
        with session.act(runtime.change(owner, cause, actor="person")) as act:
            now = _proposed(session, owner, waiting.id)
            if not accept:
                return Retraction(runtime, session, act).retract(now)
            if _joined(session, now).text != joined.text:
                raise Conflict("what it would be added to was changed at the same moment: accept it again")
            if joined is not waiting:
                act.write(now, joined)
                act.index(entries)
            return Writing(runtime, session, act).accept(joined)


def _proposed(session: Session, owner: str, proposal: str) -> Memory:
    found = [m for m in session.memories.by_prefix(owner, proposal) if m.status is Status.PROPOSED]
    if len(found) != 1:
        raise NotFound(f"there is not exactly one proposal {proposal!r}: list memories with --status proposed")
    return found[0]


def _joined(session: Session, proposal: Memory) -> Memory:
    """A proposal as it would be accepted: one that is to be added to a text, with that text before it."""
    if not proposal.details.get(APPENDS):
        return proposal
    stood = session.memories.keyed(proposal.owner, [proposal.key or ""], [Status.ACTIVE])
    text = "\n".join([*(m.text for m in stood if m.kind is proposal.kind and m.about is proposal.about), proposal.text])
    if len(text) > LONGEST_FACT:
        raise InvalidInput(f"with this it would have {len(text):,} characters, of {LONGEST_FACT:,}: shorten it first")
    return proposal if text == proposal.text else replace(proposal, text=text, revision=proposal.revision + 1)
