"""FAISS: an exact index of inner products, one a conversation. The ids of its rows are kept beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import faiss


class Peer:
    """An ``IndexFlatIP`` a conversation; the vectors are of unit length, so an inner product is a cosine."""

    def __init__(self, folder: Path, embed: Any) -> None:
        self._embed = embed
        self._indexes: dict[str, faiss.IndexFlatIP] = {}

    def ingest(self, conversation: dict[str, Any]) -> None:
        vectors = self._embed([turn["text"] for turn in conversation["turns"]])
        index = self._indexes[conversation["id"]] = faiss.IndexFlatIP(vectors.shape[1])
        index.add(vectors)

    def search(self, conversation: dict[str, Any], question: dict[str, Any], limit: int) -> list[str]:
        _, [rows] = self._indexes[conversation["id"]].search(self._embed([question["text"]]), limit)
        return [conversation["turns"][row]["id"] for row in rows if row >= 0]
