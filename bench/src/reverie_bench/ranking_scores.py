"""What a ranking is worth: recall, nDCG and reciprocal rank, with intervals that never flatter.

Every figure of a question lies between 0 and 1, so one interval serves all: Wilson's, at 95 %, on the mean. For
shares of questions (``recall_any``, ``recall_all``) it is the usual one. Other values of mean p vary at most as much
as a share of p does, so for them it is at least as wide as it has to be.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any

from reverie_bench.proportions import Z, wilson

CUTS = (1, 5, 10, 20)
Figures = Mapping[str, float]


def figures(ranking: Sequence[str], evidence: Set[str]) -> dict[str, float]:
    """Judge one ranking of distinct things by which of them are evidence; nothing else is told apart.

    ``recall_any@k`` is 1 if any evidence is among the first k, ``recall_all@k`` if all is, ``recall@k`` the share of
    it. ``ndcg@10`` has gain 1 and discount 1 / log2(place + 1); ``mrr`` is one over the place of the first evidence.
    """
    places = [place for place, one in enumerate(ranking, start=1) if one in evidence]
    found: dict[str, float] = {}
    for cut in CUTS:
        within = sum(place <= cut for place in places)
        found[f"recall_any@{cut}"] = float(within > 0)
        found[f"recall_all@{cut}"] = float(within == len(evidence))
        found[f"recall@{cut}"] = within / len(evidence)
    ideal = _gain(range(1, min(10, len(evidence)) + 1))
    found["ndcg@10"] = _gain(place for place in places if place <= 10) / ideal
    found["mrr"] = 1 / places[0] if places else 0.0
    return found


def _gain(places: Iterable[int]) -> float:
    return sum(1 / math.log2(place + 1) for place in places)


def mean(many: Sequence[Figures]) -> dict[str, float]:
    """Average figures, name by name."""
    return {name: sum(one[name] for one in many) / len(many) for name in many[0]}


def summary(many: Sequence[Figures]) -> dict[str, Any]:
    """``n``, the mean ``metrics`` and their ``intervals``; n alone where there is nothing to average."""
    if not many:
        return {"n": 0, "metrics": {}, "intervals": {}}
    runtime = mean(many)
    return {
        "n": len(many),
        "metrics": {name: round(value, 4) for name, value in runtime.items()},
        "intervals": {name: wilson(value * len(many), len(many)) for name, value in runtime.items()},
    }


def grouped(many: Sequence[Figures], labels: Sequence[str]) -> dict[str, dict[str, Any]]:
    """A summary for each label, the labels in alphabetical order."""
    groups: dict[str, list[Figures]] = defaultdict(list)
    for label, one in zip(labels, many, strict=True):
        groups[label].append(one)
    return {label: summary(groups[label]) for label in sorted(groups)}


def difference(ours: Sequence[float], theirs: Sequence[float]) -> dict[str, Any]:
    """How much higher our mean is, question by question, with its 95 % interval (normal, on the paired differences)."""
    apart = [a - b for a, b in zip(ours, theirs, strict=True)]
    middle, n = sum(apart) / len(apart), len(apart)
    spread = math.sqrt(sum((one - middle) ** 2 for one in apart) / max(1, n - 1) / n)
    return {"value": round(middle, 4), "interval": [round(middle - Z * spread, 4), round(middle + Z * spread, 4)]}
