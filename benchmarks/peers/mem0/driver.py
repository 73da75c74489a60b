"""mem0 without a language model: ``add(infer=False)`` keeps each message as a memory. Its own local Qdrant and SQLite.

Its settings are the documented ones; only the embedder is replaced, by an attribute. It wants a key of OpenAI's to be
there, though nothing is asked of OpenAI.
"""

from __future__ import annotations

import os
from itertools import groupby
from pathlib import Path
from typing import Any

from mem0 import Memory


class Shared:
    """The shared vectors, with the methods of mem0's embedders."""

    def __init__(self, embed: Any) -> None:
        self._embed = embed

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self._embed([text])[0].tolist()

    def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:
        return self._embed(texts).tolist()


class Peer:
    """One memory; a user a conversation; a call of ``add`` a sitting."""

    def __init__(self, folder: Path, embed: Any) -> None:
        os.environ["OPENAI_API_KEY"] = "none"
        qdrant = {"path": str(folder / "qdrant"), "embedding_model_dims": 384, "collection_name": "turns"}
        config = {
            "vector_store": {"provider": "qdrant", "config": qdrant},
            "history_db_path": str(folder / "history.db"),
        }
        self._memory = Memory.from_config(config)
        self._memory.embedding_model = Shared(embed)
        self._turns: dict[str, str] = {}

    def ingest(self, conversation: dict[str, Any]) -> None:
        for _, sitting in groupby(conversation["turns"], key=lambda turn: turn["sitting"]):
            turns = list(sitting)
            messages = [
                {"role": "assistant" if turn["role"] == "assistant" else "user", "content": turn["text"]}
                for turn in turns
            ]
            added = self._memory.add(messages, user_id=conversation["id"], infer=False)["results"]
            self._turns |= {memory["id"]: turn["id"] for memory, turn in zip(added, turns, strict=True)}

    def search(self, conversation: dict[str, Any], question: dict[str, Any], limit: int) -> list[str]:
        filters = {"user_id": conversation["id"]}
        found = self._memory.search(question["text"], filters=filters, top_k=limit)["results"]
        return [self._turns[memory["id"]] for memory in found]
