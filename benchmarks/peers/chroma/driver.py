"""Chroma, kept on disk, its own defaults; vectors are given with the documents, or it would download a model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chromadb
from chromadb.config import Settings

BATCH = 100


class Peer:
    """A collection a conversation. One document a call would be thirty times slower, so they come in batches."""

    def __init__(self, folder: Path, embed: Any) -> None:
        self._embed = embed
        settings = Settings(anonymized_telemetry=False)
        self._client = chromadb.PersistentClient(str(folder / "chroma"), settings=settings)
        self._collections: dict[str, Any] = {}

    def ingest(self, conversation: dict[str, Any]) -> None:
        name = f"conversation-{len(self._collections)}"
        collection = self._client.create_collection(name, embedding_function=None)
        self._collections[conversation["id"]] = collection
        for start in range(0, len(conversation["turns"]), BATCH):
            turns = conversation["turns"][start : start + BATCH]
            texts = [turn["text"] for turn in turns]
            collection.add(ids=[turn["id"] for turn in turns], documents=texts, embeddings=self._embed(texts))

    def search(self, conversation: dict[str, Any], question: dict[str, Any], limit: int) -> list[str]:
        vectors = self._embed([question["text"]])
        return self._collections[conversation["id"]].query(query_embeddings=vectors, n_results=limit)["ids"][0]
