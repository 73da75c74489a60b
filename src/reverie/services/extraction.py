"""Extraction: what the extractor finds in a message, with the turns before it, as candidates."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from datetime import timedelta

from reverie.domain.dialogue import Message, Role
from reverie.domain.memories import Candidate
from reverie.domain.notes import notes
from reverie.domain.rules import own_words
from reverie.errors import ModelError, ReverieWarning
from reverie.services.means import Means
from reverie.store.session import Session

BEFORE = 4
"""Messages before one that are looked at for what it leans on."""

_TOGETHER = timedelta(hours=12)
"""A message leans on what was said at most so long before it."""


MARK = re.compile(r"\[(forgotten|[a-z ]+ removed)\]")
"""What stands where words were forgotten or masked."""

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
    return tuple(notes(words, clauses, sent_at=message.sent_at, own=own, companion=companion))


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
