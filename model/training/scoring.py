"""What a network finds in turns that it has not seen, beside what a careful listener marked there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from reverie.models.tuned_extractor import PAIRS
from training.examples import COLUMNS, IGNORED, Example, Pair
from training.network import Listener, batch_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A clause of an example: how likely it says something lasting, and whether each other column is told rightly."""

    span: tuple[int, int]
    likely: float
    right: dict[str, bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """An example with its clauses as they were judged."""

    example: Example
    clauses: Sequence[Judged]


def read(network: Listener, examples: Sequence[Example]) -> list[Read]:
    """Judge every clause of examples."""
    found = []
    with torch.inference_mode():
        for example in examples:
            batch = batch_of([example])
            told = network.of_clauses(network(batch.tokens, batch.types, batch.mask), batch)
            likely = told["lasting"].float().softmax(-1)[:, 1]
            judged = [
                Judged(
                    span=clause.span,
                    likely=float(likely[place]),
                    right={
                        name: int(told[name][place].argmax()) == clause.labels[name]
                        for name in COLUMNS
                        if name != "lasting" and clause.labels[name] != IGNORED
                    },
                )
                for place, clause in enumerate(example.clauses)
            ]
            found.append(Read(example=example, clauses=judged))
    return found


def scores(reads: Sequence[Read], threshold: float) -> dict[str, float]:
    """Shares over all turns, of clauses that are at least as likely as a threshold.

    recall: sure facts all of whose values stand in such clauses. precision: such clauses, those next to each other
    joined, in which a whole value of a fact (sure or optional) stands. The rest: of clauses that hold a fact and are
    found, how many are what they are said to be.
    """
    count: Counter[str] = Counter()
    turns: dict[int, list[Read]] = {}
    for one in reads:
        turns.setdefault(id(one.example.turn), []).append(one)
    for pieces in turns.values():
        facts = pieces[0].example.turn.facts
        kept = [clause for piece in pieces for clause in piece.clauses if clause.likely >= threshold]
        joined = _joined([clause.span for clause in kept])
        for fact in facts:
            if fact.sure:
                count["facts"] += 1
                count["found"] += all(any(_holds(one, span) for one in joined) for span in fact.spans)
        for one in joined:
            count["clauses"] += 1
            count["right"] += any(_holds(one, span) for fact in facts for span in fact.spans)
        for clause in kept:
            for name, right in clause.right.items():
                count[f"of {name}"] += 1
                count[name] += right
    shares = {"recall": _share(count["found"], count["facts"]), "precision": _share(count["right"], count["clauses"])}
    shares |= {name: _share(count[name], count[f"of {name}"]) for name in COLUMNS if name != "lasting"}
    return {**shares, "facts": count["facts"], "clauses": count["clauses"], "turns": len(turns)}


def scores_of_pairs(network: Listener, pairs: Sequence[Pair]) -> dict[str, float]:
    """Recall and precision of each label but the first of what pairs are asked, at even odds."""
    count: Counter[str] = Counter()
    for asked, labels in PAIRS.items():
        theirs = [pair for pair in pairs if pair.asked == asked]
        for start in range(0, len(theirs), 32):
            chosen = theirs[start : start + 32]
            with torch.inference_mode():
                found = network.of_pairs(chosen).argmax(-1).tolist()
            for pair, best in zip(chosen, found, strict=True):
                count[f"is {labels[pair.label]}"] += 1
                count[f"said {labels[best]}"] += 1
                count[labels[best]] += best == pair.label
    told = {}
    for name in [label for labels in PAIRS.values() for label in labels[1:]]:
        told[f"{name}_recall"] = _share(count[name], count[f"is {name}"])
        told[f"{name}_precision"] = _share(count[name], count[f"said {name}"])
    return told | {"pairs": len(pairs)}


def _joined(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start, end in sorted(set(spans)):
        if found and start <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _holds(found: tuple[int, int], span: tuple[int, int]) -> bool:
    return found[0] <= span[0] and span[1] <= found[1]


def _share(some: int, every: int) -> float:
    return some / every if every else 0.0
