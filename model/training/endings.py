"""What ends what, as the product asks it: notes of a writer's turns, held against the notes that stand by then.

The marks of the corpus are of facts, and the product holds notes against each other, of which many are none. So the
extractor reads the writers again, and what it notes is labelled by the facts in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from reverie.learning.extraction import BEFORE, HELD_AGAINST, may_end, of_whom
from reverie.learning.note_endings import as_known, as_said
from reverie.learning.notes import LASTING, notes
from reverie.learning.rules import own_words
from reverie.models.tuned_extractor import Reader, TunedExtractor
from reverie.records.memories import Candidate
from training.corpus import NOTHING_OVER, Conversation, Over, Turn, fact_id
from training.examples import Pair, embedder, paired

_OF_UNMARKED = 0.4
"""The share of pairs with a note in which no fact is marked that are kept: of some the mark is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A note, when it was told, the facts in it, and where it lies in meaning."""

    note: Candidate
    at: datetime
    facts: frozenset[str]
    vector: NDArray[np.float32]


def endings(
    reader: Reader,
    extractor: TunedExtractor,
    told: Sequence[Conversation],
    over: Mapping[str, Over] = MappingProxyType({}),
    seed: int = 7,
) -> Iterator[Pair]:
    """Hold each note of one writer that may end something against those that stand, the nearest in meaning."""
    drawn = random.Random(seed)  # noqa: S311 - a sample, not a secret
    standing: list[Noted] = []
    for conversation in told:
        own, companion, earlier = "", "", list[str]()
        for turn in conversation.turns:
            if turn.role == "assistant":
                companion = turn.text
            else:
                found = _noted(extractor, conversation, turn, (own, companion), earlier[-BEFORE:])
                ended = {fact: over.get(fact, NOTHING_OVER) for one in found for fact in one.facts}
                whole = {fact for one in ended.values() for fact in one.whole}
                for one in found:
                    for known in _nearest(standing, one):
                        label = _label(one, known, ended)
                        if label is None or (not known.facts and drawn.random() > _OF_UNMARKED):
                            continue
                        days = (one.at - known.at).total_seconds() / 86400
                        before = as_known(known.note.details, known.note.text, days)
                        now = as_said(one.note.details, one.note.quote or one.note.text)
                        yield paired(reader.pair(before, now, companion), "pair", label)
                standing = [one for one in standing if not (one.facts and one.facts <= whole)]
                standing += [one for one in found if one.note.confidence >= LASTING]
                own, companion = turn.text, ""
            earlier.append(turn.text)


def _noted(
    extractor: TunedExtractor, conversation: Conversation, turn: Turn, before: tuple[str, str], earlier: Sequence[str]
) -> list[Noted]:
    own, companion = before
    words = own_words(turn.text)

    at = datetime.fromisoformat(turn.at)
    clauses = extractor.extract(words, own=own, companion=companion)
    who = of_whom(extractor, words, earlier)
    found = notes(words, clauses, sent_at=at, own=own, companion=companion, who=who)
    vectors = embedder().embed([note.text for note in found]) if found else []
    return [
        Noted(note=note, at=at, facts=frozenset(_facts_in(conversation, turn, note)), vector=vector)
        for note, vector in zip(found, vectors, strict=True)
    ]


def _facts_in(conversation: Conversation, turn: Turn, note: Candidate) -> Iterator[str]:
    start, end = note.span or (0, 0)
    for place, fact in enumerate(turn.facts):
        if any(a < end and b > start for a, b in (*fact.spans, fact.clause)):
            yield fact_id(conversation, turn, place)


def _nearest(standing: Sequence[Noted], one: Noted) -> list[Noted]:
    if not may_end(one.note):
        return []
    return sorted(standing, key=lambda other: -float(other.vector @ one.vector))[:HELD_AGAINST]


def _label(one: Noted, known: Noted, ended: Mapping[str, Over]) -> str | None:
    """What a note does to another; None where it ends a part of it, or where another note of the turn does."""
    by_it = [ended[fact] for fact in one.facts]
    if any(known.facts & over.whole for over in by_it):
        return "ends"
    return None if any(known.facts & over.touched for over in ended.values()) else "unrelated"
