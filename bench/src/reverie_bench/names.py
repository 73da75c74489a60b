"""Who is taken for whom: the likeness of names, against pairs that are known to be one person or two.

A pair is said to match from the threshold on at which a person would be asked, because a match below it is lost for
good. What is linked without asking is counted apart: there a mistake costs two people's memories.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reverie.errors import InvalidInput
from reverie.people.name_matching import likeness
from reverie_bench.jsonl import lines
from reverie_bench.proportions import f1, percentiles, share, shares, wilson
from reverie_bench.stopwatch import environment

MATCH = "match"
LABELS = (MATCH, "non-match")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One pair: whether it is a match, its likeness, and whether that is said to be a match."""

    line: Mapping[str, Any]
    match: bool
    score: float
    said: bool

    @property
    def right(self) -> bool:
        """Whether what is said is so."""
        return self.said == self.match


def measured(path: Path, *, high: float, low: float, show: bool = False) -> dict[str, Any]:
    """Score the likeness of names on a file of pairs; ``show`` lists the pairs that are judged wrongly.

    Raises:
        InvalidInput: the file is not what it should be; the message names the line.
    """
    read = lines(path, {"a": str, "b": str, "label": str})
    for one in read:
        _checked(one)
    likeness(read[0]["a"], read[0]["b"])  # the nicknames are read at their first use
    scored, spent = [], []
    for one in read:
        started = time.perf_counter()
        score = likeness(one["a"], one["b"])
        spent.append(1000 * (time.perf_counter() - started))
        scored.append(Scored(line=one, match=one["label"] == MATCH, score=score, said=score >= low))
    report = _counted(scored, high) | {
        "thresholds": {"high": high, "low": low},
        "latency_ms": percentiles(spent),
        "environment": environment(),
    }
    return report | {"shown": [_shown(one) for one in scored if not one.right]} if show else report


def _checked(one: Mapping[str, Any]) -> None:
    if one["label"] not in LABELS:
        raise InvalidInput(f"line {one['line']}: the label is {' or '.join(LABELS)}, not {one['label']!r}")
    if not one["a"].strip() or not one["b"].strip():
        raise InvalidInput(f"line {one['line']}: 'a' and 'b' are names, and one of them is empty")
    if not isinstance(one.get("kind", ""), str):
        raise InvalidInput(f"line {one['line']}: 'kind' is text, or is left out")


def _counted(scored: Sequence[Scored], high: float) -> dict[str, Any]:
    matches = [one for one in scored if one.match]
    others = [one for one in scored if not one.match]
    found = sum(one.said for one in matches)
    merged = _merged(others, high)
    mistaken = sum(one.said for one in others)
    counted = {
        "precision": (found, found + mistaken),
        "recall": (found, len(matches)),
        "linked_without_asking": (sum(one.score >= high for one in matches), len(matches)),
        "merged_without_asking": (merged, len(others)),
        "asked_needlessly": (mistaken - merged, len(others)),
    }
    report = shares(counted)
    report["metrics"]["f1"] = f1(report["metrics"]["precision"], report["metrics"]["recall"])
    report["intervals"]["f1"] = _f1_interval(found, mistaken + len(matches) - found)
    kinds = sorted({one.line.get("kind", "") for one in scored})
    by_kind = {kind: _of_kind([one for one in scored if one.line.get("kind", "") == kind], high) for kind in kinds}
    return report | {"lines": len(scored), "merged": merged, "by_kind": by_kind}


def _f1_interval(found: int, wrong: int) -> list[float] | None:
    """The 95 % interval of F1, which grows with the share of matches found among these and all mistakes.

    With that share s, F1 is 2s / (1 + s), so the ends of its Wilson interval are carried over.
    """
    ends = wilson(found, found + wrong)
    return None if ends is None else [round(2 * end / (1 + end), 4) for end in ends]


def _merged(scored: Sequence[Scored], high: float) -> int:
    return sum(one.score >= high for one in scored if not one.match)


def _of_kind(scored: Sequence[Scored], high: float) -> dict[str, Any]:
    right = sum(one.right for one in scored)
    others = [one.score for one in scored if not one.match]
    return {
        "n": len(scored),
        "matches": len(scored) - len(others),
        "right": share(right, len(scored)),
        "interval": wilson(right, len(scored)),
        "merged": _merged(scored, high),
        "highest_non_match": round(max(others), 4) if others else None,
    }


def _shown(one: Scored) -> dict[str, Any]:
    a, b = one.line["a"], one.line["b"]
    return {
        "line": one.line["line"],
        "id": one.line.get("id"),
        "text": f"{a} / {b}",
        "missed" if one.match else "mistaken": [f"{one.score:.3f} {one.line.get('kind', '')}".rstrip()],
    }
