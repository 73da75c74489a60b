"""The usual ways to search, which recall has to beat: by word, by vector, and both fused by rank.

They rank the messages that the product stored, by the vectors that the product made, and know nothing of speakers,
sessions, dates or roles.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from reverie.store.search.tokens import tokens

if TYPE_CHECKING:
    from reverie.ports import Embedder

Scores = NDArray[np.float64]
K1, B = 0.9, 0.4
"""BM25's parameters as Anserini has them (Yang, Fang and Lin, 2017)."""
RANK_CONSTANT = 60
"""Of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""


class Kept:
    """An embedder that keeps what it made, by text, so that importing and the baselines share their vectors.

    ``folder`` keeps it between runs. While ``afresh`` is set everything is embedded again: what is timed has to cost
    what it costs.
    """

    def __init__(self, real: Embedder, folder: Path | None) -> None:
        self._real = real
        self._file = None if folder is None else folder / f"vectors-{_key(real.space)[:12]}.npz"
        self._made: dict[str, NDArray[np.float32]] = {}
        self.space = real.space
        self.dimensions = real.dimensions
        self.multilingual = real.multilingual
        self.afresh = False
        if self._file is not None and self._file.exists():
            with np.load(self._file) as kept:
                self._made = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors of the texts."""
        keys = [_key(text) for text in texts]
        wanted = {key: text for key, text in zip(keys, texts, strict=True) if self.afresh or key not in self._made}
        if wanted:
            self._made.update(zip(wanted, self._real.embed(list(wanted.values())), strict=True))
        return np.stack([self._made[key] for key in keys])

    def save(self) -> None:
        """Write what was made to the folder, if there is one."""
        if self._file is not None and self._made:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            np.savez(self._file, keys=np.array(list(self._made)), vectors=np.stack(list(self._made.values())))


class Bm25:
    """BM25 over whole texts, cut into the same stems as the product cuts them."""

    def __init__(self, texts: Sequence[str]) -> None:
        counted = [Counter(tokens(text)) for text in texts]
        lengths = np.array([counts.total() for counts in counted])
        self._norm = K1 * (1 - B + B * lengths / max(1e-9, lengths.mean()))
        self._postings: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for row, counts in enumerate(counted):
            for term, count in counts.items():
                self._postings[term].append((row, count))

    def scores(self, question: str) -> Scores:
        """The score of every text."""
        scores = np.zeros(len(self._norm))
        for term in set(tokens(question)):
            if term in self._postings:
                rows, counts = np.array(self._postings[term]).T
                idf = np.log1p((len(scores) - len(rows) + 0.5) / (len(rows) + 0.5))
                scores[rows] += idf * (K1 + 1) * counts / (counts + self._norm[rows])
        return scores


class Baselines:
    """Every baseline over some texts; without an embedder, by word alone."""

    def __init__(self, texts: Sequence[str], embedder: Kept | None) -> None:
        self._bm25 = Bm25(texts)
        self._embedder = embedder
        self._vectors = None if embedder is None else embedder.embed(texts)

    def rankings(self, question: str) -> dict[str, list[int]]:
        """Rank the texts by their numbers, best first: "lexical", "vector" and "rank fusion"."""
        lexical = self._bm25.scores(question)
        if self._embedder is None or self._vectors is None:
            return {"lexical": _order(lexical)}
        near = (self._vectors @ self._embedder.embed([question])[0]).astype(np.float64)
        fused = _by_rank(lexical) + _by_rank(near)
        return {"lexical": _order(lexical), "vector": _order(near), "rank fusion": _order(fused)}


def _by_rank(scores: Scores) -> Scores:
    """What an arm gives to each text by its place; nothing to those that it did not find."""
    given = np.zeros(len(scores))
    given[_order(scores)] = 1 / (RANK_CONSTANT + np.arange(1, len(scores) + 1))
    return np.where(scores > 0, given, 0.0)


def _key(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _order(scores: Scores) -> list[int]:
    return [int(row) for row in np.argsort(-scores, kind="stable")]
