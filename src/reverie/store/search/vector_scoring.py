"""A question's vector against vectors that lie in the database."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from reverie.store.search.bm25_scoring import Corpus, Floats, Meaning
from reverie.store.search.pgvector import FOUND, MOST, Far

LOOKED_THROUGH = 4096
"""Up to so many allowed rows every one is compared: an index would find too few of them."""


class FarMeaning(Meaning):
    """A question's vector, to be compared with rows whose vectors are read from the database."""

    def __init__(self, vector: NDArray[np.float32], far: Far, rows: Mapping[str, int]) -> None:
        super().__init__(vector)
        self._far = far
        self._rows = rows

    def nearest(self, corpus: Corpus, allowed: NDArray[np.bool_]) -> Floats:
        """Measure the likeness of the allowed rows that may be nearest, 0 elsewhere."""
        scales = corpus["scale"]
        rows = np.flatnonzero(allowed & (scales > 0))
        if len(rows) > LOOKED_THROUGH:
            most = min(MOST, -(-FOUND * corpus.count // len(rows)))
            found = self._far.nearest(self._steps[0], most)
            rows = np.array(sorted(self._rows[one] for one in found if one in self._rows), np.int64)
            rows = rows[allowed[rows]]
        likeness = np.zeros(corpus.count, np.float32)
        likeness[rows] = self.cosines(corpus.steps(rows), scales[rows])
        return likeness
