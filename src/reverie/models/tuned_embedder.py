"""The default embedder: a small model of the project's own, offline, on one thread of a CPU.

It is all-MiniLM-L6-v2, tuned so that what is said now is near to what was said earlier and matters to it. Its file lies
beside this one; ``model/`` in the project trains it. A text goes through it alone, never in a batch, so that its vector
depends on the text and on nothing else.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.models import onnx
from reverie.models.wordpiece import WordPiece

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession

SPACE = "reverie-1"
DIMENSIONS = 384
TOKENS = 256
"""How much of a text the model reads, its two marks included; its base was trained on no more."""
CHARACTERS = 4096
"""Three times what 256 tokens of prose take; tokenising a whole megabyte would take a second."""
REMEDY = 'pip install --force-reinstall onnxruntime, or choose the embedder "none"'


class TunedEmbedder:
    """The embedder in a folder with ``embedder.onnx``; threads may share it."""

    space = SPACE
    dimensions = DIMENSIONS
    multilingual = False  # trained on English: Latin letters are what it knows

    def __init__(self, folder: Path = Path(__file__).parent) -> None:
        self._folder = folder
        self._loading = threading.Lock()
        self._model: tuple[WordPiece, InferenceSession] | None = None

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts as unit vectors, shape (len(texts), 384), from the first 256 tokens of each.

        The first call loads the model, which takes about half a second.

        Raises:
            ModelUnavailable: a package or the model's file is missing or damaged.
        """
        import numpy as np

        tokenizer, session = self._loaded()
        vectors = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
        # A batch would share one scale of int8 activations, which moves a text's vector by its neighbours (cosine
        # down to 0.95), and gains nothing on one thread: docs/decisions/0002-embedder.md.
        for row, text in enumerate(texts):
            ids = np.array([tokenizer.encode(onnx.readable(text, CHARACTERS)).ids], dtype=np.int64)
            inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            vectors[row] = session.run(["vector"], inputs)[0][0]
        return vectors

    def _loaded(self) -> tuple[WordPiece, InferenceSession]:
        with self._loading:
            if self._model is None:
                tokenizer = WordPiece(onnx.VOCABULARY, TOKENS)
                self._model = tokenizer, onnx.session(self._folder / "embedder.onnx", remedy=REMEDY)
            return self._model
