"""What a person asks weeks later, and which of the facts that they told answer it (``corpus/questions``).

A question is held against what answers it and against what the product may find for it: the notes and turns that are
nearest. What would once have answered it and is no longer so is left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reverie.models.tuned_extractor import Reader
from training.corpus import Conversation, Question, fact_id
from training.examples import Pair, embedder, known_as, paired
from training.noted import Heard

_FORMS = 1
"""Forms in which each fact that answers is shown beside what is found: as may be kept, in a sentence, as its turn."""

_NEAREST = 12
"""Notes and turns that are nearest to a question: as many as the product looks at for an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """Words that may be found, the facts that they tell, those of their whole turn, and where they lie in meaning."""

    text: str
    facts: frozenset[str]
    of_turn: frozenset[str]
    vector: NDArray[np.float32]


def answering(
    reader: Reader, told: Sequence[Conversation], asked: Sequence[Question], notes: Sequence[Heard] = (), seed: int = 3
) -> Iterator[Pair]:
    """Hold each question of a writer against what answers it, and against what the product may find for it.

    What tells a fact that answers does so too; what else is of such a turn, or of one that once answered, is left out.
    """
    if not asked:
        return
    drawn = random.Random(seed)  # noqa: S311 - a sample, not a secret
    forms, found = dict(_forms(told)), list(_found(told, notes))
    vectors = np.stack([one.vector for one in found])
    for question, vector in zip(asked, embedder().embed([one.text for one in asked]), strict=True):
        for fact in sorted(question.answers):
            for form in drawn.sample(forms[fact], _FORMS):
                yield paired(reader.answer(form, question.text), "answers", "answers")
        for place in np.argsort(-(vectors @ vector))[:_NEAREST]:
            near = found[place]
            if near.facts & question.answers:
                yield paired(reader.answer(near.text, question.text), "answers", "answers")
            elif not near.of_turn & (question.answers | question.stale):
                yield paired(reader.answer(near.text, question.text), "answers", "beside")


def _forms(told: Sequence[Conversation]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each fact by its id, as it may stand in memory, and its turn."""
    for conversation in told:
        own, companion = "", ""
        for turn in conversation.turns:
            if turn.role == "assistant":
                companion = turn.text
                continue
            for place, fact in enumerate(turn.facts):
                known = known_as(fact, turn, own, companion)
                yield fact_id(conversation, turn, place), (*known.told, turn.text)
            own, companion = turn.text, ""


def _found(told: Sequence[Conversation], notes: Sequence[Heard]) -> Iterator[_Told]:
    """The turns of a writer, and the notes of them."""
    turns = [
        (turn.text, frozenset(fact_id(conversation, turn, place) for place in range(len(turn.facts))))
        for conversation in told
        for turn in conversation.turns
        if turn.role == "user"
    ]
    vectors = embedder().embed([text for text, _facts in turns])
    for (text, facts), vector in zip(turns, vectors, strict=True):
        yield _Told(text=text, facts=facts, of_turn=facts, vector=vector)
    for turn in notes:
        for one in turn.notes:
            yield _Told(text=one.note.text, facts=one.whole, of_turn=turn.facts, vector=one.vector)
