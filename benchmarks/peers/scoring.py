"""The one scorer for every peer: how much of a question's evidence stands early in a ranking of turn ids.

Nothing but the standard library, so that it can be read, and tested, without any peer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from statistics import fmean
from typing import TypedDict

DEPTH = 20
"""Places of a ranking that count; an answer further down counts as not found."""
WITHIN = (1, 5, 10, 20)


class Figure(TypedDict):
    """A mean over ``n`` questions, 0 to 1, with its 95 % interval."""

    value: float
    low: float
    high: float


def scored(rankings: Sequence[Sequence[str]], evidence: Sequence[frozenset[str]]) -> dict[str, Figure]:
    """Score one ranking a question against the ids that answer it, of which there is at least one.

    recall@k is the share of the evidence within the first k places, recall_any@10 whether any of it is within
    the first 10, mrr one over the place of the first evidence within the first 20; an id named again counts once.
    """
    found: dict[str, list[float]] = {name: [] for name in (*(f"recall@{k}" for k in WITHIN), "recall_any@10", "mrr")}
    for ranking, wanted in zip(rankings, evidence, strict=True):
        places = [place for place, one in enumerate(dict.fromkeys(ranking[:DEPTH]), 1) if one in wanted]
        for k in WITHIN:
            found[f"recall@{k}"].append(sum(place <= k for place in places) / len(wanted))
        found["recall_any@10"].append(float(any(place <= 10 for place in places)))
        found["mrr"].append(1 / places[0] if places else 0.0)
    return {name: interval(values) for name, values in found.items()}


def interval(values: Sequence[float]) -> Figure:
    """The mean of values from 0 to 1 and Wilson's 95 % interval, which is a little too wide for shares."""
    n, mean, z = len(values), fmean(values), 1.96
    middle = (mean + z * z / (2 * n)) / (1 + z * z / n)
    reach = z / (1 + z * z / n) * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    return Figure(value=round(mean, 4), low=round(max(0.0, middle - reach), 4), high=round(min(1.0, middle + reach), 4))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that ``share`` percent of the values do not exceed."""
    return sorted(values)[max(0, ceil(len(values) * share / 100) - 1)]


def shown(figures: Mapping[str, Figure], name: str, *, with_interval: bool = False) -> str:
    """A figure in percent, as the table has it."""
    figure = figures[name]
    reach = f" ({100 * figure['low']:.1f}-{100 * figure['high']:.1f})" if with_interval else ""
    return f"{100 * figure['value']:.1f}{reach}"
