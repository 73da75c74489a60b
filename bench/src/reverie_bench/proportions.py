"""Figures that say how sure they are: a share with its interval, and what a report of shares looks like.

A measure prints ``metrics``, and beside it ``intervals`` and ``n`` under the same names.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

Z = 1.959963984540054
"""The standard normal's 97.5 % point: both sides of it make 95 %."""


def wilson(hits: float, n: int) -> list[float] | None:
    """The 95 % interval of a share by Wilson's score (1927), [low, high]; None where nothing was counted.

    ``hits`` may be a sum of values from 0 to 1: these vary at most as much as shares, so it is never too narrow.

    >>> wilson(8, 10)
    [0.4902, 0.9433]
    """
    if n == 0:
        return None
    share, square = hits / n, Z * Z
    middle = share + square / (2 * n)
    reach = Z * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    low, high = (middle - reach) / (1 + square / n), (middle + reach) / (1 + square / n)
    return [round(max(0.0, low), 4), round(min(1.0, high), 4)]


def share(hits: int, n: int) -> float | None:
    """A share, or None where nothing was counted."""
    return round(hits / n, 4) if n else None


def shares(counted: Mapping[str, tuple[int, int]]) -> dict[str, dict[str, Any]]:
    """``metrics``, ``intervals`` and ``n`` of shares given as (hits, out of)."""
    return {
        "metrics": {name: share(*pair) for name, pair in counted.items()},
        "intervals": {name: wilson(*pair) for name, pair in counted.items()},
        "n": {name: n for name, (_hits, n) in counted.items()},
    }


def f1(precision: float | None, recall: float | None) -> float | None:
    """The harmonic mean of precision and recall."""
    if precision is None or recall is None:
        return None
    return round(2 * precision * recall / (precision + recall), 4) if precision + recall else 0.0


def percentiles(milliseconds: Sequence[float]) -> dict[str, float]:
    """The p50, p95 and p99 of durations."""
    import numpy as np

    return {f"p{part}": round(float(np.percentile(milliseconds, part)), 4) for part in (50, 95, 99)}
