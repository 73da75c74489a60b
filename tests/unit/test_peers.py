"""The side by side comparison: its scorer on rankings made by hand, and its environments; no peer is needed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks.peers.scoring import interval, percentile, scored

PEERS = Path(__file__).parents[2] / "benchmarks" / "peers"


def others(count: int) -> list[str]:
    return [f"other {number}" for number in range(count)]


def test_a_ranking_is_scored_by_where_its_evidence_stands() -> None:
    rankings = [["a", "x", "b"], [*others(10), "c"], others(25), [*others(20), "e"]]
    evidence = [frozenset("ab"), frozenset("cd"), frozenset("z"), frozenset("e")]
    values = {name: figure["value"] for name, figure in scored(rankings, evidence).items()}
    assert values == {
        "recall@1": 0.125,  # half of the first question's evidence
        "recall@5": 0.25,
        "recall@10": 0.25,
        "recall@20": 0.375,  # and half of the second's; what stands on place 21 is not found
        "recall_any@10": 0.25,
        "mrr": pytest.approx((1 + 1 / 11) / 4, abs=1e-4),
    }


def test_an_id_named_twice_counts_once() -> None:
    figures = scored([["x", "x", "a", "a"]], [frozenset("ab")])
    assert (figures["mrr"]["value"], figures["recall@5"]["value"]) == (0.5, 0.5)


def test_every_question_has_a_ranking() -> None:
    with pytest.raises(ValueError, match="argument 2"):
        scored([["a"]], [frozenset("a"), frozenset("b")])


def test_the_interval_is_wilsons() -> None:
    assert interval([1.0] * 8 + [0.0] * 2) == {"value": 0.8, "low": 0.4902, "high": 0.9433}
    assert interval([1.0] * 5)["high"] == 1.0
    assert interval([0.0] * 5)["low"] == 0.0


def test_a_percentile_is_one_of_the_values() -> None:
    times = [4.0, 1.0, 3.0, 2.0]
    assert [percentile(times, share) for share in (1, 50, 75, 95, 100)] == [1, 2, 3, 4, 4]


@pytest.mark.parametrize(
    "folder", sorted(path.parent for path in PEERS.glob("*/driver.py")), ids=lambda path: path.name
)
def test_a_peer_has_its_versions_pinned_and_names_no_address(folder: Path) -> None:
    if folder.name == "reverie":  # its environment is the project's own
        return
    pins = (folder / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pinned = re.compile(r"[\w.-]+==[\w.!+-]+")
    assert pins
    assert [line for line in pins if not pinned.fullmatch(line)] == []
