"""Words alone: bm25s with its English stop words and a Snowball stemmer, as its documentation begins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bm25s
import Stemmer


class Peer:
    """An index a conversation. It asks for no vector."""

    def __init__(self, folder: Path, embed: Any) -> None:
        self._stemmer = Stemmer.Stemmer("english")
        self._indexes: dict[str, bm25s.BM25] = {}

    def ingest(self, conversation: dict[str, Any]) -> None:
        index = self._indexes[conversation["id"]] = bm25s.BM25()
        index.index(self._tokens([turn["text"] for turn in conversation["turns"]]), show_progress=False)

    def search(self, conversation: dict[str, Any], question: dict[str, Any], limit: int) -> list[str]:
        turns = conversation["turns"]
        index = self._indexes[conversation["id"]]
        [rows], _ = index.retrieve(self._tokens([question["text"]]), k=min(limit, len(turns)), show_progress=False)
        return [turns[row]["id"] for row in rows]

    def _tokens(self, texts: list[str]) -> Any:
        return bm25s.tokenize(texts, stopwords="en", stemmer=self._stemmer, show_progress=False)
