"""The columns of an owner's corpus: what each holds, and small numbers for the strings in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

DTYPES: dict[str, Any] = {
    "alive": np.bool_, "message": np.bool_, "at": np.float64, "ends": np.float64, "role": np.int32,
    "kind": np.int32, "category": np.int32, "status": np.int32, "speaker": np.int32, "chat": np.int64,
    "length": np.int32, "asking": np.float32, "temporal": np.bool_, "importance": np.float32,
    "scale": np.float32, "print": np.uint32, "assistant": np.bool_, "peer": np.bool_, "before": np.int64,
    "after": np.int64, "window": np.float32, "friend": np.bool_, "present": np.bool_, "short": np.float32,
    "long": np.float32,
}  # fmt: skip


class Codes(dict[str, int]):
    """Small numbers for strings, given out as they come."""

    def __missing__(self, key: str) -> int:
        self[key] = len(self)
        return self[key]

    def mask(self, names: Iterable[str]) -> NDArray[np.bool_]:
        """Tell for every code whether its string is among the names."""
        wanted = set(names)
        return np.fromiter((name in wanted for name in self), np.bool_, len(self))
