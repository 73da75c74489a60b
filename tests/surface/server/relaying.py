"""A real server in a process of its own, before a model's server that says what a test wants."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from openai import OpenAI
from openai.types.chat import ChatCompletionMessageParam
from tests.service.scripted_server import Says, Script, completion, playing
from tests.surface.server.conftest import SECRET, bearer
from tests.surface.server.test_serving import served

import reverie

PATIENCE = "2"
"""Seconds for which the server waits for its model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A running server; ``key`` opens it for everybody, and ``upstream`` is the model's server behind it."""

    url: str
    key: str
    upstream: Script
    process: subprocess.Popen[str]
    clients: list[OpenAI] = field(default_factory=list)

    def client(self, key: str | None = None, **more: Any) -> OpenAI:
        """A client, which is closed when the test is over."""
        made = OpenAI(base_url=f"{self.url}/v1", api_key=key or self.key, **{"max_retries": 0, **more})
        self.clients.append(made)
        return made

    def messages(self, who: str) -> list[tuple[str, str]]:
        """What is kept of somebody's talks: who said what."""
        found = self.get(f"/v1/people/{who}/messages?limit=200")
        return [(one["role"], one["text"]) for one in found["items"]]

    def get(self, path: str) -> Any:
        return httpx2.get(f"{self.url}{path}", headers=bearer(self.key)).raise_for_status().json()

    def answers(self, *says: Says) -> None:
        """What the model's server says from now on."""
        self.upstream.answers = says
        self.upstream.asked.clear()
        self.upstream.gone.clear()

    @contextmanager
    def cleared(self) -> Iterator[None]:
        """For one test: the model's server says hello, and the clients are closed at the end."""
        self.answers(completion("Hello."))
        yield
        while self.clients:
            self.clients.pop().close()


@contextmanager
def relaying(folder: Path) -> Iterator[Place]:
    """Run a server in a folder."""
    with reverie.open(folder / "reverie.db", companion="Luna", embedder="none") as luna:
        key = luna.keys.create("app", "admin")[1]
    with playing(completion("Hello.")) as upstream, pytest.MonkeyPatch.context() as patch:
        for name in [n for n in os.environ if n.startswith("REVERIE_") and n != "REVERIE_EXTRACTOR"]:
            patch.delenv(name)
        told = {
            "EMBEDDER": "none",
            "MODEL__NAME": "openai:small",
            "MODEL__BASE_URL": upstream.url,
            "MODEL__API_KEY": "sk-upstream",
            "MODEL__TIMEOUT_SECONDS": PATIENCE,
            "SERVER__JWT_SECRET": SECRET,
            "SERVER__REQUESTS_PER_MINUTE": "100000",
            "MODEL__TASKS": "[]",  # what the model is asked is counted
            "HOME": str(folder),
        }
        for name, value in told.items():
            patch.setenv(f"REVERIE_{name}", value)
        with served(folder, "--store", str(folder / "reverie.db")) as (url, _started, process):
            yield Place(url=url, key=key, upstream=upstream, process=process)


def said(text: str) -> list[ChatCompletionMessageParam]:
    return [{"role": "user", "content": text}]
