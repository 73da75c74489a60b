"""Extraction: what the extractor finds in a message, with the turns before it, as candidates."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from reverie.domain.dialogue import Message, Role
from reverie.domain.memories import Candidate, Kind, Memory, Status
from reverie.domain.notes import notes
from reverie.domain.rules import own_words
from reverie.errors import ModelError, ReverieWarning
from reverie.ports import View
from reverie.services.means import Means, surviving
from reverie.store.session import Session
from reverie.store.tokens import tokens

BEFORE = 4
"""Messages before one that are looked at for what it leans on."""

_TOGETHER = timedelta(hours=12)
"""A message leans on what was said at most so long before it."""


MARK = re.compile(r"\[(forgotten|[a-z ]+ removed)\]")
"""What stands where words were forgotten or masked."""

HELD_AGAINST = 12
"""Memories that a note is held against: the nearest in meaning, or by words without an embedder."""

ENDS = 0.98
"""How likely a note has to end a memory for it to be so no longer.

On two writers that nothing was learned from (611 pairs, 114 of which end) 0.98 finds 0.31 at a precision of 0.85, 0.6
finds 0.54 at 0.67: what is ended wrongly is lost, so the surer one is taken.
"""

_ENDABLE = frozenset({Kind.FACT.value})

_MOST = 0.8
"""How much of a note's words the rules have to have read for it to say nothing more."""


def before(means: Means, session: Session, message: Message) -> list[Message]:
    """The messages before one, where anything reads them."""
    if means.extractor is None or message.role is not Role.USER:
        return []
    return session.dialogue.messages(message.owner, before=message.sent_at, newest=BEFORE)


def extracted(means: Means, message: Message, earlier: Sequence[Message]) -> tuple[Candidate, ...]:
    """What lasts of a message of the person, as notes; ``earlier`` are the messages before it, in order.

    Without an extractor nothing is, and where it fails a warning says so. It computes: call it outside a transaction.
    """
    if means.extractor is None or message.role is not Role.USER or not message.learnable:
        return ()
    near = [one for one in earlier if message.sent_at - one.sent_at <= _TOGETHER][-BEFORE:]
    own = next((one.text for one in reversed(near) if one.role is Role.USER), "")
    companion = near[-1].text if near and near[-1].role is Role.ASSISTANT else ""
    words = own_words(message.text)
    try:
        clauses = means.extractor.extract(words, own=own, companion=companion)
    except ModelError as error:
        warnings.warn(f"{error} Until then only rules learn.", ReverieWarning, stacklevel=2)
        return ()
    found = notes(words, clauses, sent_at=message.sent_at, own=own, companion=companion)
    return tuple(_with_endings(means, message, found, companion))


@surviving
def _with_endings(means: Means, message: Message, found: Sequence[Candidate], companion: str) -> list[Candidate]:
    """Notes with what they end of what is known: of each, the nearest that stand are held against it."""
    vectors = means.vectors([note.text for note in found])
    if means.extractor is None or not found:
        return list(found)
    owner, view = message.owner, View(now=means.clock().timestamp(), items=frozenset({"memory"}), kinds=_ENDABLE)
    ended: list[Candidate] = []
    with means.store.reading() as session:
        index = means.search.index(owner, session)
        standing = {m.id: m for m in session.memories.all(owner, [Status.ACTIVE]) if m.kind is Kind.FACT}
    for place, note in enumerate(found):
        if vectors is None:
            near = _sharing_words(note, list(standing.values()))
        else:
            near = [one for one, _cosine in index.nearest(vectors[place], view, HELD_AGAINST)]
        known = [m for one in near if (m := standing.get(one)) is not None and m.valid_from <= message.sent_at]
        likely = means.extractor.ending([m.text for m in known], note.quote or note.text, companion=companion)
        ids = tuple(f"#{m.id}" for m, one in zip(known, likely, strict=True) if one >= ENDS)
        ended.append(replace(note, ends=(*note.ends, *ids)))
    return ended


def _sharing_words(note: Candidate, standing: Sequence[Memory]) -> list[str]:
    wanted = set(tokens(note.text))
    shared = {m.id: len(wanted & set(tokens(m.text))) for m in standing}
    return sorted((one for one, many in shared.items() if many), key=lambda one: (-shared[one], one))[:HELD_AGAINST]


def untold(notes: Sequence[Candidate], found: Sequence[Candidate]) -> list[Candidate]:
    """The notes that say more than the rules found: of most of whose words no rule made anything."""
    read = {place for one in found if one.span is not None for place in range(*one.span)}
    return [
        note
        for note in notes
        if note.span is None or len(read & set(range(*note.span))) < _MOST * (note.span[1] - note.span[0])
    ]


def of_a_mark(candidate: Candidate) -> bool:
    """Whether a candidate took a mark for a thing: nobody likes, owns or is called "forgotten"."""
    return any(mark in candidate.text.casefold() for mark in MARK.findall(candidate.quote or ""))
