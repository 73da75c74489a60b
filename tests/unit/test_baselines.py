"""The usual ways to search do what their formulas say, and vectors are made once."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from reverie_bench.baselines import Baselines, Bm25, Kept

TEXTS = ["a red kayak", "a red violin, a red piano", "an otter"]


class Letters:
    """An embedder of two dimensions: how many of the letters are k, and how many are not."""

    space = "letters"
    dimensions = 2
    multilingual = False

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.embedded += texts
        counts = np.array([[text.count("k"), len(text) - text.count("k")] for text in texts], dtype=np.float32)
        unit: NDArray[np.float32] = counts / np.linalg.norm(counts, axis=1, keepdims=True)
        return unit


def test_bm25_by_hand() -> None:
    # Stems without stop words: 2, 4 and 1, so 7/3 on average. "red" is in two of three texts, once and twice.
    idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    once = idf * 1.9 * 1 / (1 + 0.9 * (0.6 + 0.4 * 2 / (7 / 3)))
    twice = idf * 1.9 * 2 / (2 + 0.9 * (0.6 + 0.4 * 4 / (7 / 3)))
    assert Bm25(TEXTS).scores("red red?") == pytest.approx([once, twice, 0])
    assert Bm25(TEXTS).scores("zebra") == pytest.approx([0, 0, 0])


def test_each_way_ranks_every_text() -> None:
    ways = Baselines(TEXTS, Kept(Letters(), None)).rankings("kk violin")
    assert ways["lexical"] == [1, 0, 2]
    assert ways["vector"] == [0, 1, 2]
    # The violin has 1/61 + 1/62; the kayak 1/61 alone, for it has no word of the question, and so no place by word.
    assert ways["rank fusion"] == [1, 0, 2]
    assert Baselines(TEXTS, None).rankings("otter") == {"lexical": [2, 0, 1]}


def test_a_text_is_embedded_once_unless_it_has_to_be_afresh(tmp_path: Path) -> None:
    real = Letters()
    kept = Kept(real, tmp_path)
    first = kept.embed(["kayak", "otter", "kayak"])
    assert real.embedded == ["kayak", "otter"]
    assert first.shape == (3, 2)
    kept.afresh = True
    kept.embed(["kayak"])
    assert real.embedded == ["kayak", "otter", "kayak"]
    kept.save()

    again = Letters()
    assert Kept(again, tmp_path).embed(["otter", "kayak"]).tolist() == first[[1, 0]].tolist()
    assert again.embedded == []
