"""Vectors survive storage: the direction, and every awkward length."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from reverie.errors import InvalidInput
from reverie.store.search.vectors import packed, unpacked

NUMBERS = st.floats(-1e6, 1e6, width=32)


@given(arrays.arrays(np.float32, st.tuples(st.integers(0, 4), st.integers(1, 9)), elements=NUMBERS))
def test_a_number_moves_by_half_a_step_at_most(vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> None:
    stored = packed(vectors)
    assert len(stored) == len(vectors)
    for vector, (steps, scale) in zip(vectors, stored, strict=True):
        assert len(steps) == vector.size
        assert np.abs(unpacked(steps, scale) - vector).max() <= scale * 0.5001


def test_the_largest_number_takes_the_whole_byte() -> None:
    [(steps, scale)] = packed(np.array([[0.5, -1.0, 0.25]], dtype=np.float32))
    assert steps == bytes([64, 129, 32])
    assert scale == pytest.approx(1 / 127)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_is_refused(bad: float) -> None:
    with pytest.raises(InvalidInput, match="not finite"):
        packed(np.array([[0.0, 1.0], [bad, 0.0]], dtype=np.float32))
