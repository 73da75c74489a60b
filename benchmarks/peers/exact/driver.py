"""No system at all: one matrix of vectors a conversation and one product a question. Exact peers must rank like it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np


class Peer:
    """The least that a search by vector can be."""

    def __init__(self, folder: Path, embed: Any) -> None:
        self._embed = embed
        self._vectors: dict[str, Any] = {}

    def ingest(self, conversation: dict[str, Any]) -> None:
        self._vectors[conversation["id"]] = self._embed([turn["text"] for turn in conversation["turns"]])

    def search(self, conversation: dict[str, Any], question: dict[str, Any], limit: int) -> list[str]:
        scores = self._vectors[conversation["id"]] @ self._embed([question["text"]])[0]
        return [conversation["turns"][row]["id"] for row in np.argsort(-scores, kind="stable")[:limit]]
