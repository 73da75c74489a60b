"""An embedder on an OpenAI-compatible server.

How many numbers its vectors have is part of its space, so it is known before the server is asked: from the settings,
or for models that everyone uses from the table below. A server that answers otherwise is not believed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from reverie.errors import ModelMisconfigured, ModelReplyInvalid, ModelUnavailable
from reverie.models.openai_servers import Rejected, Server, patience
from reverie.models.reply_parsing import Vectors
from reverie.records.conversations import cleaned

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from openai import OpenAI

DIMENSIONS = {
    "all-minilm": 384,
    "bge-m3": 1024,
    "embeddinggemma": 768,
    "mxbai-embed-large": 1024,
    "nomic-embed-text": 768,
    "text-embedding-3-large": 3072,
    "text-embedding-3-small": 1536,
    "text-embedding-ada-002": 1536,
}
"""By the model's name up to its tag, as their makers publish it."""
BATCH = 64
"""Texts of one request."""
CHARACTERS = 2000
"""How much of a text is read: about 500 tokens of prose, which is what the smallest servers take at once."""
SHORTEST = 100
"""A text of no more characters that is refused is not refused for its length."""
FEW = 8
"""So many texts are what somebody says or asks, who waits; more are a batch that nobody waits for."""
BATCH_S = 120.0
REST_S = 15.0
"""How long a server that failed is let alone by who waits, so that not every sentence waits for it in vain."""


class EndpointEmbedder:
    """An embedder on a server; threads may share it. Nothing is loaded or contacted before it first embeds."""

    def __init__(self, server: Server, dimensions: int | None) -> None:
        self._server = server
        self._dimensions = dimensions or DIMENSIONS.get(server.model.partition(":")[0], 0)
        self._failed: tuple[float, ModelUnavailable] | None = None

    @property
    def space(self) -> str:
        """The name of the geometry, for example "ollama:nomic-embed-text/768"."""
        return f"{self._server.name}/{self._dimensions}"

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has; 0 where nobody has said it, and then nothing can be embedded."""
        return self._dimensions

    @property
    def local(self) -> bool:
        """Whether its server is on this machine."""
        return self._server.local

    @property
    def multilingual(self) -> bool:
        """Whoever chose the model chose it for their languages."""
        return True

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed texts as unit vectors, shape (len(texts), dimensions), from the first 2000 characters of each.

        Raises ModelUnavailable where the server does not answer, at once if it just did not, ModelMisconfigured where
        its vectors have another number of dimensions, and ModelReplyInvalid where it answers something else.
        """
        import numpy as np

        waited_for = len(texts) <= FEW
        if waited_for and self._failed is not None and time.monotonic() < self._failed[0]:
            raise type(self._failed[1])(str(self._failed[1]))
        cut = [_sendable(text) for text in texts]
        try:
            batches = [self._batch(cut[at : at + BATCH], waited_for=waited_for) for at in range(0, len(cut), BATCH)]
        except ModelUnavailable as error:
            self._failed = (time.monotonic() + REST_S, error)
            raise
        self._failed = None
        return np.concatenate([np.empty((0, self._dimensions), np.float32), *batches])

    @cached_property
    def _client(self) -> OpenAI:
        return self._server.client()

    def _batch(self, texts: list[str], *, waited_for: bool) -> NDArray[np.float32]:
        """Vectors of a batch; what is refused is halved, texts first and then a text."""
        import numpy as np

        try:
            return self._asked(texts, waited_for=waited_for)
        except Rejected:
            half = len(texts) // 2
            if half:
                parts = (texts[:half], texts[half:])
                return np.concatenate([self._batch(part, waited_for=waited_for) for part in parts])
            if len(texts[0]) <= SHORTEST:
                raise
            return self._batch([texts[0][: len(texts[0]) // 2]], waited_for=waited_for)

    def _asked(self, texts: list[str], *, waited_for: bool) -> NDArray[np.float32]:
        import numpy as np

        wait = patience(self._server.timeout_s if waited_for else max(BATCH_S, self._server.timeout_s))
        create = self._client.embeddings.with_raw_response.create
        response = self._server.persistent(
            lambda: create(model=self._server.model, input=texts, encoding_format="float", timeout=wait),
            retries=0 if waited_for else None,
        )
        found = sorted(self._server.read(response.http_response, Vectors).vectors, key=lambda one: one.index)
        self._check(sorted({len(one.embedding) for one in found}), whole=len(found) == len(texts))
        vectors = np.array([one.embedding for one in found], np.float64)
        with np.errstate(over="ignore"):  # a length past every number is infinite, and refused
            lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not (np.isfinite(lengths).all() and lengths.all()):
            raise ModelReplyInvalid(f"{self._server.shown} sent vectors without a direction", reply="")
        unit: NDArray[np.float32] = (vectors / lengths).astype(np.float32)
        return unit

    def _check(self, sizes: list[int], *, whole: bool) -> None:
        if not whole or len(sizes) != 1:
            raise ModelReplyInvalid(f"{self._server.shown} did not send one vector for each text", reply="")
        if sizes != [self._dimensions]:
            told = f"not the {self._dimensions} of this space" if self._dimensions else "which has to be said"
            raise ModelMisconfigured(
                f"{self._server.shown} gives vectors of {sizes[0]} numbers, {told}: set embedding.dimensions ="
                f" {sizes[0]} and run `reverie reindex`"
            )


def _sendable(text: str) -> str:
    """The start of the text as valid Unicode, and never nothing, which servers refuse."""
    start = cleaned(text[:CHARACTERS])
    return start if start.strip() else "."
