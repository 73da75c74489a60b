"""Fit how likely a hit is to answer a question (``reverie.recall.answering``), and say how that does on other files.

    python benchmarks/fit_answers.py --lives LIVES --asked corpus/questions benchmarks/answers/dev*.json

A FILE is what ``benchmarks/answers.py`` reads: a hit of it is right where it has all the words of the answer. LIVES are
what ``python -m training.as_lives`` writes, of writers that nothing was learned from, with their questions in ASKED: a
hit is right where it is from a turn that answers. A logistic regression (Newton's method, the weights held small by an
L2 penalty of 3 on standardised features) is fitted on all, and for each file on the others alone, by which that one is
scored. The questions are asked as ``Person.turn`` asks them. Nothing is written.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

import reverie
from reverie.app.turns import turn_taking
from reverie.context.answers import LIKELY, MOST_LIKELY, NEARLY_AS_LIKELY
from reverie.recall.answering import Reading, readings
from reverie.recall.search import Hit
from reverie_bench import lives

PENALTY = 3.0
LATER = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its hits, what was read of each, which of them are right, and whether anything answers it."""

    file: str
    read: Sequence[Reading]
    right: Sequence[bool]
    has_answer: bool


def main() -> None:
    """Fit, and score each file by the weights of the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--lives", type=Path, required=True)
    parser.add_argument("--asked", type=Path, required=True)
    given = parser.parse_args()
    short = [one for file in given.files for one in _of_history(file)]
    whole = [one for life in lives.read(given.lives) for one in _of_life(life, given.asked / f"{life.name}.jsonl")]
    weights = _fitted([*short, *whole])
    print("weights", np.round(weights[:-1], 3).tolist(), "bias", round(float(weights[-1]), 3))
    for name, asked in (("short histories", short), ("whole lives", whole)):
        told = [_answered(one, _fitted([o for o in (*short, *whole) if o.file != one.file])) for one in asked]
        right, wrong = (sum(one[at] for one in told) / len(told) for at in (0, 1))
        print(f"{name}: right {right:.3f}, wrong {wrong:.3f} of {len(told)}")


def _of_history(file: Path) -> Iterator[Asked]:
    history = json.loads(file.read_text("utf-8"))
    now = [datetime(2025, 1, 1, tzinfo=UTC)]
    with reverie.open(":memory:", model="none", clock=lambda: now[0]) as luna:
        person = luna.meet(str(history["name"]))
        for one in history["messages"]:
            now[0] = max(now[0], datetime.fromisoformat(one["at"]).replace(tzinfo=UTC))
            person.say(one["text"], id=one["id"])
        now[0] += LATER
        for one in history["questions"]:
            words, no = one["words"], one.get("not", ())

            def right(hit: Hit, words: Sequence[str] = words, no: Sequence[str] = no) -> bool:
                said = hit.text.casefold()
                return bool(words) and all(word in said for word in words) and not any(word in said for word in no)

            yield from _ask(person, one["q"], right, file.stem, has_answer=bool(words))


def _of_life(life: lives.Life, questions: Path) -> Iterator[Asked]:
    now = [datetime(2000, 1, 1, tzinfo=UTC)]
    with reverie.open(":memory:", model="none", clock=lambda: now[0]) as luna:
        person = luna.meet(life.name)
        for session in life.sessions:
            now[0] = datetime.fromisoformat(session["datetime"])
            for turn in session["turns"]:
                person.say(turn["text"], role=turn["role"], id=turn["id"])
                now[0] += lives.BETWEEN_TURNS
            luna.upkeep()
        now[0] += lives.AFTERWARDS
        for line in questions.read_text("utf-8").splitlines():
            one = json.loads(line)
            turns = {f"{life.name}-{fact.split('.')[0]}" for fact in one["answers"]}

            def right(hit: Hit, turns: set[str] = turns) -> bool:
                return hit.message is not None and hit.message.external_id in turns

            yield from _ask(person, one["q"], right, life.name, has_answer=bool(turns))


def _ask(person: Any, question: str, right: Callable[[Hit], bool], file: str, *, has_answer: bool) -> Iterator[Asked]:
    """Ask as the product does, and look at what it chooses from."""
    seen: list[Asked] = []

    def watched(runtime: Any, text: str, hits: Sequence[Hit]) -> list[float] | None:
        found = readings(runtime, text, hits)
        if found is not None:
            seen.append(Asked(file, found, [right(hit) for hit in hits], has_answer))
        return None if found is None else [one.likely() for one in found]

    with patch.object(turn_taking, "answering", watched):
        person.turn(question)
    return iter(seen)


def _fitted(asked: Sequence[Asked]) -> NDArray[np.float64]:
    """The weights of the features, and last the bias."""
    each = (pair for one in asked for pair in zip(one.read, one.right, strict=True))
    of_whom = [(reading.features, right) for reading, right in each if reading.of_whom]
    features, labels = np.array([one for one, _ in of_whom]), np.array([float(right) for _, right in of_whom])
    mean, spread = features.mean(0), features.std(0) + 1e-9
    rows = np.c_[(features - mean) / spread, np.ones(len(features))]
    held = np.diag([PENALTY] * features.shape[1] + [1e-6])
    weights = np.zeros(rows.shape[1])
    for _ in range(50):
        likely = 1 / (1 + np.exp(-rows @ weights))
        step = np.linalg.solve(
            (rows.T * (likely * (1 - likely))) @ rows + held, rows.T @ (likely - labels) + held @ weights
        )
        weights -= step
    found: NDArray[np.float64] = np.r_[weights[:-1] / spread, weights[-1] - (weights[:-1] * mean / spread).sum()]
    return found


def _answered(asked: Asked, weights: NDArray[np.float64]) -> tuple[bool, bool]:
    """Whether it is answered rightly, and whether wrongly."""
    likely = [one.likely(weights[:-1].tolist(), float(weights[-1])) for one in asked.read]
    given = sorted((one, right) for one, right in zip(likely, asked.right, strict=True) if one > LIKELY)[::-1]
    chosen = [right for one, right in given if one >= NEARLY_AS_LIKELY * given[0][0]][:MOST_LIKELY]
    return (any(chosen), not any(chosen)) if chosen else (not asked.has_answer, False)


if __name__ == "__main__":
    main()
