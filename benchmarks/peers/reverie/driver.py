"""Reverie through its own doors: a history is imported, a question is recalled. Nothing is left out or switched off."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import reverie
from reverie.recall.search import Looking


class Shared:
    """The shared vectors, as an embedder."""

    space, dimensions = "shared", 384

    def __init__(self, embed: Any) -> None:
        self.embed = embed


class Peer:
    """One store, one person a conversation: its first speaker, or ``user`` where the roles say so."""

    def __init__(self, folder: Path, embed: Any) -> None:
        self._companion = reverie.open(folder / "reverie.db", embedder=Shared(embed))
        self._people: dict[str, reverie.Person] = {}

    def ingest(self, conversation: dict[str, Any]) -> None:
        person = self._people[conversation["id"]] = self._companion.meet(conversation["id"])
        by_role = any(turn["role"] == "user" for turn in conversation["turns"])
        speaker = None if by_role else conversation["turns"][0]["speaker"]
        report = self._companion.import_history(conversation["file"], person, speaker=speaker)
        print(f"{report.messages} messages, {report.private} private, broken: {report.broken}")

    def search(self, conversation: dict[str, Any], question: dict[str, Any], limit: int) -> list[str]:
        at = question["at"] and datetime.fromisoformat(question["at"])
        person = self._people[conversation["id"]]
        hits = person.recall(question["text"], limit=limit, looking=Looking(asked_at=at or None))
        return [hit.message.external_id or "" for hit in hits if hit.message is not None]
