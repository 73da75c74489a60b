"""What ends what, as the product asks it: notes of a writer's turns, held against the notes that stand by then.

The marks of the corpus are of facts, and the product holds notes against each other, of which many are none. So the
extractor reads the writers again, and what it notes is labelled by the facts in it; where the judge was at odds with
that, by readers (``corpus/judged``).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from reverie.learning.extraction import HELD_AGAINST, may_end
from reverie.learning.note_endings import as_known, as_said
from reverie.learning.notes import LASTING
from reverie.models.tuned_extractor import Reader, TunedExtractor
from training.corpus import NOTHING_OVER, Judged, Over
from training.examples import Pair, paired
from training.noted import Heard, Noted

_OF_UNMARKED = 0.4
"""The share of pairs with a note in which no fact is marked that are kept: of some the mark is missing."""

_HARD, _OF_EASY = 0.05, 0.2
"""From which likelihood on that one ends the other a pair of which it does not is hard to judge, and the share of the
others that are kept."""


def endings(
    reader: Reader,
    extractor: TunedExtractor,
    told: Sequence[Heard],
    over: Mapping[str, Over] = MappingProxyType({}),
    judged: Sequence[Judged] = (),
    seed: int = 7,
) -> Iterator[Pair]:
    """Hold each note of one writer that may end something against those that stand, the nearest in meaning."""
    drawn = random.Random(seed)  # noqa: S311 - a sample, not a secret
    read = {(one.known, one.said) for one in judged}
    standing: list[Noted] = []
    for turn in told:
        ended = {fact: over.get(fact, NOTHING_OVER) for one in turn.notes for fact in one.facts}
        whole = {fact for one in ended.values() for fact in one.whole}
        for one in turn.notes:
            now = as_said(one.note.details, one.note.quote or one.note.text)
            near = _nearest(standing, one)
            before = [as_known(it.note.details, it.note.text, (one.at - it.at).total_seconds() / 86400) for it in near]
            likely = extractor.ending(before, now, companion=turn.companion)
            for known, text, sure in zip(near, before, likely, strict=True):
                label = _label(one, known, ended)
                if label is None or (text, now) in read or (not known.facts and drawn.random() > _OF_UNMARKED):
                    continue
                if label == "ends" or sure >= _HARD or drawn.random() < _OF_EASY:
                    yield paired(reader.pair(text, now, turn.companion), "pair", label)
        standing = [one for one in standing if not (one.facts and one.facts <= whole)]
        standing += [one for one in turn.notes if one.note.confidence >= LASTING]
    for pair in judged:
        if pair.label:
            yield paired(reader.pair(pair.known, pair.said, pair.companion), "pair", pair.label)


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
