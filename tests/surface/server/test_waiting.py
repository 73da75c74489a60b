"""A model that takes its time: whoever asks it something waits, and nobody else does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr
from starlette.types import Receive, Scope, Send
from tests.service.scripted_server import Asked, Says, completion, piece, playing, streamed
from tests.surface.server.conftest import ADDRESS

import reverie
from reverie.config import Config
from reverie.server.application import application
from reverie.server.request_middleware import AT_ONCE, Waiting
from reverie.settings_sections import ModelSettings, ServerSettings

PATIENCE_S = 60


ADA = [{"role": "user", "content": "Hi!"}]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/people/Ada/turns", {"text": "Hi!"}),
        ("/v1/chat/completions", {"user": "Ada", "messages": ADA}),
        ("/v1/chat/completions", {"user": "Ada", "messages": ADA, "stream": True}),
        ("/v1/responses", {"user": "Ada", "input": ADA}),
        ("/v1/responses", {"user": "Ada", "input": ADA, "stream": True}),
    ],
)
def test_while_a_model_is_waited_for_everything_else_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, body: Any
) -> None:
    monkeypatch.setattr("reverie.server.application.THREADS", 1)
    begun, go = Event(), Event()

    def slowly(_asked: Asked) -> Says:
        begun.set()
        assert go.wait(PATIENCE_S)
        return streamed(piece("Hello."), piece(finish="stop"), "[DONE]") if "stream" in body else completion("Hello.")

    with playing(by=slowly) as upstream, ThreadPoolExecutor() as pool:
        there = ModelSettings(name="openai:small", base_url=upstream.url, api_key=SecretStr("sk"))
        with (
            reverie.open(tmp_path / "luna.db", config=Config(embedder="none", model=there)) as luna,
            TestClient(application(luna, ServerSettings(), local=True), base_url=ADDRESS) as client,
        ):
            luna.meet("Ada")
            answer = pool.submit(client.post, path, json=body)
            try:
                assert begun.wait(PATIENCE_S)
                for other in ("/healthz", "/readyz", "/v1/people"):
                    assert pool.submit(client.get, other).result(PATIENCE_S / 4).status_code == 200
            finally:
                go.set()
            assert "Hello." in answer.result(PATIENCE_S).text


def test_whether_it_lives_and_is_ready_may_be_asked_for_without_the_answer(client: TestClient) -> None:
    for path in ("/healthz", "/readyz"):
        answer = client.head(path)
        assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize(("alone", "method", "most"), [(True, "POST", AT_ONCE), (True, "GET", 8), (False, "POST", 8)])
def test_one_person_takes_a_part_of_the_threads_alone(alone: bool, method: str, most: int) -> None:
    """A long message is seconds of work: eight of one person's kept everybody else waiting for minutes."""
    now, seen = 0, [0]

    async def work(_scope: Scope, _receive: Receive, _send: Send) -> None:
        nonlocal now
        now += 1
        seen.append(now)
        await anyio.sleep(0.01)
        now -= 1

    async def many() -> None:
        caller = SimpleNamespace(name="Ada", alone="Ada" if alone else None)
        scope: Scope = {"type": "http", "method": method, "state": {"caller": caller}}
        waiting = Waiting(work)
        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(waiting, dict(scope), never, never)

    async def never(*_given: object) -> Any:
        raise AssertionError("nothing is read or sent here")

    anyio.run(many)
    assert (max(seen), len(seen)) == (most, 9)
