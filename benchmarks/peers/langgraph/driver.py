"""LangGraph's store in memory. Its SQLite store loads an extension, which many builds of Python can't."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from langgraph.store.memory import InMemoryStore


class Peer:
    """One store, a namespace a conversation, ``put`` turn by turn as its documentation shows."""

    def __init__(self, folder: Path, embed: Any) -> None:
        def embedded(texts: list[str]) -> list[list[float]]:
            return embed(list(texts)).tolist()

        self._store = InMemoryStore(index={"embed": embedded, "dims": 384, "fields": ["text"]})

    def ingest(self, conversation: dict[str, Any]) -> None:
        for turn in conversation["turns"]:
            self._store.put((conversation["id"], "memories"), turn["id"], {"text": turn["text"]})

    def search(self, conversation: dict[str, Any], question: dict[str, Any], limit: int) -> list[str]:
        found = self._store.search((conversation["id"], "memories"), query=question["text"], limit=limit)
        return [item.key for item in found]
