"""What the tests of a whole companion share: one on a real file, with a clock that stands still."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import reverie
from reverie import Memory, Message, Person, Reverie
from reverie.config import Config
from reverie.records.memories import Status
from reverie.store.engine import encryption_keys
from reverie.store.sqlite import sqlite_files
from reverie.testing import FrozenClock, HashEmbedder

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
EVERY = frozenset(Status)
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


HOUSEHOLD = Config(embedder="none", identity="household")
"""Settings of a device that a household shares."""

ON_SERVER = os.environ.get("TEST_STORE") == "postgresql"
"""Whether paths stand for databases of a PostgreSQL server: `make postgres` runs these tests so."""

on_file = pytest.mark.skipif(ON_SERVER, reason="it is about a file")
"""Marks what makes no sense on a server: of files, and proofs of what they do not hold any more."""

readable = pytest.mark.skipif(
    "REVERIE_ENCRYPTION__KEY" in os.environ or ON_SERVER, reason="it looks into a file that is not encrypted"
)
"""Marks what finds words or pages in a file as it is: `make nightly` runs these tests on encrypted stores as well."""


def raw(path: Path) -> sqlite3.Connection:
    """A bare connection to a store's file, or to a new one, which begins no transaction by itself."""
    if ON_SERVER:
        pytest.skip("it looks into a file")
    path.touch()
    return sqlite_files.connected(path, encryption_keys.chosen(None, Config().encryption))


def opened(store: str | Path, clock: FrozenClock, config: Config | None = None) -> Reverie:
    return reverie.open(
        store, companion="Luna", embedder=HashEmbedder(), clock=clock, config=config or Config(embedder="none")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    luna: Reverie
    ada: Person
    clock: FrozenClock
    path: Path

    def say(self, *texts: str) -> list[reverie.Said]:
        """Ada says things, a minute apart."""
        said = []
        for text in texts:
            said.append(self.ada.say(text))
            self.clock.advance(MINUTE)
        return said

    def known(self) -> list[str]:
        return sorted(texts(self.ada.memories()))

    def change(self, cause: str) -> str:
        """The id of the newest change of a cause."""
        found = [c for c in self.luna.export(self.ada)["changes"] if c["cause"] == cause]
        return str(max(found, key=lambda c: int(c["seq"]))["id"])

    def written(self) -> str:
        """Everything an export holds, but for what differs at every write."""
        whole = self.luna.export(self.ada)
        del whole["changes"], whole["exported_at"]
        whole["links"].sort(key=lambda link: (link["from_id"], link["to_id"], link["relation"]))
        return json.dumps(_plain(whole), sort_keys=True, indent=1, ensure_ascii=False)

    def bytes_on_disk(self) -> bytes:
        if ON_SERVER:
            pytest.skip("it looks into a file")
        return b"".join(file.read_bytes() for file in sorted(self.path.parent.glob(f"{self.path.name}*")))


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items() if name not in ("revision", "last_used_at")}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def texts(said: Iterable[Memory | Message]) -> list[str]:
    return [one.text for one in said]


def only(memories: Iterable[Memory]) -> Memory:
    (one,) = memories
    return one


def about(person: Person, word: str) -> Memory:
    """The one memory, of any status, that holds a word."""
    return only(m for m in person.memories(statuses=EVERY) if word.casefold() in m.text.casefold())
