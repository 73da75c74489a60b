"""What a person asks weeks later, and which of the facts that they told answer it (``corpus/questions``).

A question is held against what answers it and against what lies nearest to it and does not: other facts, and turns that
tell nothing. What would once have answered it and is no longer so is left out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from reverie.models.tuned_extractor import Reader
from training.corpus import Conversation, Question, fact_id
from training.examples import Known, Pair, embedder, known_as, paired

_FORMS = 2
"""Forms in which each fact that answers is shown: as it may be kept, in a sentence, or as its whole turn."""

_NEAREST, _TURNS = 5, 2
"""Facts, and turns without any, that are nearest to a question and do not answer it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A fact as it may stand in memory, with its turn."""

    id: str
    turn: str
    known: Known

    @property
    def forms(self) -> tuple[str, ...]:
        return *self.known.told, self.turn


def answering(reader: Reader, told: Sequence[Conversation], asked: Sequence[Question], seed: int = 3) -> Iterator[Pair]:
    """Hold each question of a writer against what was told."""
    if not asked:
        return
    drawn = random.Random(seed)  # noqa: S311 - a sample, not a secret
    facts, idle = list(_facts(told)), list(_idle(told))
    turns = np.stack(list(embedder().embed(idle)))
    vectors = np.stack([one.known.vector for one in facts])
    for question, vector in zip(asked, embedder().embed([one.text for one in asked]), strict=True):
        right = [one for one in facts if one.id in question.answers]
        said = {one.turn for one in right} | {form for one in right for form in one.forms}
        for one in right:
            for form in drawn.sample(one.forms, _FORMS):
                yield paired(reader.answer(form, question.text), "answers", "answers")
        near = [facts[place] for place in np.argsort(-(vectors @ vector))]
        wrong = [one for one in near if one.id not in question.answers | question.stale and not said & {*one.forms}]
        for one in wrong[:_NEAREST]:
            yield paired(reader.answer(drawn.choice(one.forms), question.text), "answers", "beside")
        for place in np.argsort(-(turns @ vector))[:_TURNS]:
            yield paired(reader.answer(idle[place], question.text), "answers", "beside")


def _facts(told: Sequence[Conversation]) -> Iterator[_Told]:
    for conversation in told:
        own, companion = "", ""
        for turn in conversation.turns:
            if turn.role == "assistant":
                companion = turn.text
                continue
            for place, fact in enumerate(turn.facts):
                known = known_as(fact, turn, own, companion)
                yield _Told(id=fact_id(conversation, turn, place), turn=turn.text, known=known)
            own, companion = turn.text, ""


def _idle(told: Sequence[Conversation]) -> Iterator[str]:
    for conversation in told:
        yield from (turn.text for turn in conversation.turns if turn.role == "user" and not turn.facts)
