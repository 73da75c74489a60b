"""What two statements are to each other, by the judgement that decides what is merged and what gives way.

A pair is the same, the opposite, or different. With an embedder the judgement is given the cosine of the two as well.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.errors import InvalidInput
from reverie.memory.judgement import Verdict, judge
from reverie_bench.jsonl import lines
from reverie_bench.proportions import percentiles, shares
from reverie_bench.stopwatch import environment

if TYPE_CHECKING:
    from reverie.ports import Embedder


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A pair with what it is, what it is judged to be, and the cosine that was known (None: words alone)."""

    line: Mapping[str, Any]
    gold: Verdict
    verdict: Verdict
    cosine: float | None


def measured(path: Path, *, embedder: Embedder | None, half: str | None = None, show: bool = False) -> dict[str, Any]:
    """Score the judgement on a file of pairs, or on one ``half`` of it; ``show`` lists what is judged wrongly.

    Raises:
        InvalidInput: the file is not what it should be; the message names the line.
    """
    read = [one for one in lines(path, {"a": str, "b": str, "gold": str}) if half in (None, one.get("half"))]
    if not read:
        raise InvalidInput(f"no line is of the half {half!r}")
    cosines = _cosines(read, embedder)
    judged, spent = [], []
    for one, cosine in zip(read, cosines, strict=True):
        started = time.perf_counter()
        verdict = judge(one["a"], one["b"], nearness=cosine)
        spent.append(1000 * (time.perf_counter() - started))
        judged.append(Judged(line=one, gold=_gold(one), verdict=verdict, cosine=cosine))
    report = _counted(judged) | {"latency_ms": percentiles(spent), "environment": environment()}
    return report | {"shown": [_shown(one) for one in judged if one.gold is not one.verdict]} if show else report


def _gold(one: Mapping[str, Any]) -> Verdict:
    try:
        return Verdict(one["gold"])
    except ValueError as error:
        known = ", ".join(Verdict)
        raise InvalidInput(f"line {one['line']}: gold is one of {known}, not {one['gold']!r}") from error


def _cosines(read: Sequence[Mapping[str, Any]], embedder: Embedder | None) -> list[float | None]:
    if embedder is None:
        return [None] * len(read)
    first, second = (embedder.embed([one[side] for one in read]) for side in ("a", "b"))
    return [float(cosine) for cosine in (first * second).sum(axis=1)]


def _counted(judged: Sequence[Judged]) -> dict[str, Any]:
    became = Counter((one.gold, one.verdict) for one in judged)
    many = Counter(one.gold for one in judged)
    others = many[Verdict.SAME] + many[Verdict.DIFFERENT]
    falsely = became[Verdict.SAME, Verdict.OPPOSITE] + became[Verdict.DIFFERENT, Verdict.OPPOSITE]
    counted = {
        "opposites_taken_as_same": (became[Verdict.OPPOSITE, Verdict.SAME], many[Verdict.OPPOSITE]),
        "opposites_named": (became[Verdict.OPPOSITE, Verdict.OPPOSITE], many[Verdict.OPPOSITE]),
        "others_called_opposite": (falsely, others),
        "paraphrases_joined": (became[Verdict.SAME, Verdict.SAME], many[Verdict.SAME]),
        "different_joined": (became[Verdict.DIFFERENT, Verdict.SAME], many[Verdict.DIFFERENT]),
    }
    return shares(counted) | {"lines": len(judged)}


def _shown(one: Judged) -> dict[str, Any]:
    near = "" if one.cosine is None else f", cosine {one.cosine:.2f}"
    return {
        "line": one.line["line"],
        "id": one.line.get("id"),
        "text": f"{one.line['a']} / {one.line['b']}",
        "judged": [f"{one.verdict}, and is {one.gold}{near}"],
    }
