"""What judged answers add up to: shares with their intervals, by category, and what the kinder rule lets pass.

What was not judged is in no share and stands beside them, so that a judge that fails on the hard answers can't lift a
figure unseen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reverie_bench import ranking_scores
from reverie_bench.proportions import shares

ANSWERABLE, APART = ("strict", "lenient"), ("abstained",)
"""The rules for questions that have an answer, and for those that have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """An answer with what each rule said of it: right, wrong, or None where it was not judged.

    ``apart`` says that its question has no answer.
    """

    category: str
    apart: bool
    right: Mapping[str, bool | None]


def tallied(many: Sequence[Marked]) -> dict[str, Any]:
    """The shares of the questions that have an answer, whole and by category, and of those that have none, apart."""
    whole = [one for one in many if not one.apart]
    by_category = {name: [one for one in whole if one.category == name] for name in {one.category for one in whole}}
    return {
        **_shares(whole, ANSWERABLE),
        "lenient_over_strict": _gap(whole),
        "by_category": {name: _shares(some, ANSWERABLE) for name, some in sorted(by_category.items())},
        "apart": _shares([one for one in many if one.apart], APART),
    }


def _shares(many: Sequence[Marked], rules: Sequence[str]) -> dict[str, Any]:
    verdicts = {rule: [one.right[rule] for one in many] for rule in rules}
    counted = {rule: (given.count(True), len(given) - given.count(None)) for rule, given in verdicts.items()}
    return shares(counted) | {"unjudged": {rule: given.count(None) for rule, given in verdicts.items()}}


def _gap(many: Sequence[Marked]) -> dict[str, Any] | None:
    """How much more the lenient rule lets pass, on what both judged; ``strict_only`` are slips of the judge."""
    both = [(one.right["strict"], one.right["lenient"]) for one in many]
    pairs = [(strict, lenient) for strict, lenient in both if strict is not None and lenient is not None]
    if not pairs:
        return None
    return {
        **ranking_scores.difference([float(lenient) for _, lenient in pairs], [float(strict) for strict, _ in pairs]),
        "lenient_only": pairs.count((False, True)),
        "strict_only": pairs.count((True, False)),
    }
