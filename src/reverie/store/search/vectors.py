"""Vectors as they are stored: one signed byte a number and one scale a vector, a quarter of the size of float32.

Scaling by the largest number uses the whole range of a byte: on 300 messages embedded with MiniLM the cosine to
the original stayed above 0.9999, and the length within 0.001 of 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reverie.errors import InvalidInput


def packed(vectors: NDArray[np.float32]) -> list[tuple[bytes, float]]:
    """Pack vectors, shape (n, dimensions), as int8 bytes and the scale that turns each back.

    Raises InvalidInput where a number is infinite or not a number.
    """
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    if not np.isfinite(largest).all():
        raise InvalidInput("a vector holds a number that is not finite; the embedder that made it is at fault.")
    # In float64: the scale of a vector of next to nothing is below what float32 divides by truly.
    scales = largest.astype(np.float64) / 127
    steps = np.rint(vectors / np.where(scales > 0, scales, 1)[:, None]).astype(np.int8)
    return [(row.tobytes(), float(scale)) for row, scale in zip(steps, scales, strict=True)]


def unpacked(vector: bytes, scale: float) -> NDArray[np.float32]:
    """Turn stored bytes back into a float32 vector."""
    return (np.frombuffer(vector, dtype=np.int8) * np.float64(scale)).astype(np.float32)
