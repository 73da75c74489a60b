"""What a ranking is worth, against values worked out by hand."""

from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reverie_bench.ranking_scores import CUTS, difference, figures, grouped, mean, summary

RANKING = [f"t{number}" for number in range(30)]


def test_every_figure_of_a_ranking() -> None:
    found = figures(RANKING, {"t1", "t6", "t11", "unfound"})
    assert [found[f"recall_any@{cut}"] for cut in CUTS] == [0, 1, 1, 1]
    assert [found[f"recall_all@{cut}"] for cut in CUTS] == [0, 0, 0, 0]
    assert [found[f"recall@{cut}"] for cut in CUTS] == [0, 1 / 4, 2 / 4, 3 / 4]
    ideal = 1 + 1 / log2(3) + 1 / log2(4) + 1 / log2(5)
    assert found["ndcg@10"] == pytest.approx((1 / log2(3) + 1 / log2(8)) / ideal)
    assert found["mrr"] == 1 / 2


def test_all_of_it_first_is_one_everywhere_and_none_is_nothing_anywhere() -> None:
    assert set(figures(RANKING, {"t0"}).values()) == {1.0}
    assert set(figures(RANKING, {"elsewhere"}).values()) == {0.0}
    assert set(figures([], {"t0"}).values()) == {0.0}


def test_more_evidence_than_ten_can_still_be_ranked_ideally() -> None:
    found = figures(RANKING, set(RANKING[:20]))
    assert found["ndcg@10"] == pytest.approx(1)
    assert (found["recall@10"], found["recall_all@20"]) == (0.5, 1)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=40))
def test_an_interval_holds_its_mean_and_stays_between_0_and_1(values: list[float]) -> None:
    found = summary([{"recall@10": value} for value in values])
    low, high = found["intervals"]["recall@10"]
    assert 0 <= low <= found["metrics"]["recall@10"] + 1e-4
    assert found["metrics"]["recall@10"] - 1e-4 <= high <= 1
    assert found["n"] == len(values)


def test_groups_and_means() -> None:
    many = [{"mrr": 1.0}, {"mrr": 0.5}, {"mrr": 0.0}]
    assert mean(many) == {"mrr": 0.5}
    found = grouped(many, ["b", "a", "b"])
    assert [(label, one["n"], one["metrics"]) for label, one in found.items()] == [
        ("a", 1, {"mrr": 0.5}),
        ("b", 2, {"mrr": 0.5}),
    ]
    assert summary([]) == {"n": 0, "metrics": {}, "intervals": {}}


def test_a_difference_is_paired() -> None:
    # Differences 1, 0, 0, 1: mean 0.5, standard deviation sqrt(1/3), standard error sqrt(1/12).
    found = difference([1, 0.5, 0, 1], [0, 0.5, 0, 0])
    assert found["value"] == 0.5
    assert found["interval"] == pytest.approx([0.5 - 1.959964 / 12**0.5, 0.5 + 1.959964 / 12**0.5], abs=1e-4)
    assert difference([0.5], [0.25]) == {"value": 0.25, "interval": [0.25, 0.25]}
