"""What the product notes of a writer's turns, and which of the marked facts are in each note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from reverie.learning.extraction import BEFORE, of_whom
from reverie.learning.notes import notes
from reverie.learning.rules import own_words
from reverie.models.tuned_extractor import TunedExtractor
from reverie.records.memories import Candidate
from training.corpus import Conversation, Turn, fact_id
from training.examples import embedder


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A note, when it was told, the facts that it has a part of, those it has whole, and where it lies in meaning."""

    note: Candidate
    at: datetime
    facts: frozenset[str]
    whole: frozenset[str]
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A turn of the person, the facts in it, what the companion had said before it, and its notes."""

    text: str
    facts: frozenset[str]
    companion: str
    notes: Sequence[Noted]


def heard(extractor: TunedExtractor, told: Sequence[Conversation]) -> Iterator[Heard]:
    """Read the turns of one writer as the product does."""
    for conversation in told:
        own, companion, earlier = "", "", list[str]()
        for turn in conversation.turns:
            if turn.role == "assistant":
                companion = turn.text
            else:
                found = _noted(extractor, conversation, turn, (own, companion), earlier[-BEFORE:])
                facts = frozenset(fact_id(conversation, turn, place) for place in range(len(turn.facts)))
                yield Heard(text=turn.text, facts=facts, companion=companion, notes=found)
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
    return [_with_facts(conversation, turn, note, at, vector) for note, vector in zip(found, vectors, strict=True)]


def _with_facts(
    conversation: Conversation, turn: Turn, note: Candidate, at: datetime, vector: NDArray[np.float32]
) -> Noted:
    start, end = note.span or (0, 0)
    ids = {fact_id(conversation, turn, place): fact for place, fact in enumerate(turn.facts)}
    part = [id for id, one in ids.items() if any(a < end and b > start for a, b in (*one.spans, one.clause))]
    whole = [id for id in part if all(start <= a and b <= end for a, b in ids[id].spans)]
    return Noted(note=note, at=at, facts=frozenset(part), whole=frozenset(whole), vector=vector)
