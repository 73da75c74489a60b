"""Opinions in Redis from the command line, and while the server runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.redis_server import RealRedis, running_redis
from typer.testing import CliRunner, Result

from reverie.cli.commands import app

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def server() -> Iterator[RealRedis]:
    with running_redis() as started:
        yield started


@pytest.fixture
def run(server: RealRedis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    for name in [n for n in os.environ if n.startswith("REVERIE_") and n != "REVERIE_EXTRACTOR"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")
    monkeypatch.setenv("REVERIE_REDIS__URL", server.url)
    monkeypatch.setenv("REVERIE_REDIS__PERSONA", "luna")
    monkeypatch.chdir(tmp_path)
    with server.client() as client:
        client.flushall()
    return lambda *arguments: CliRunner().invoke(app, arguments, catch_exceptions=False)


def names(server: RealRedis) -> set[str]:
    with server.client() as client:
        return {client.hget(one, "name").decode() for one in client.keys("reverie:persona_pref:luna:*")}


def check(run: Run) -> dict[str, object]:
    checks = json.loads(run("doctor", "--json").stdout)["checks"]
    found: dict[str, object] = next(one for one in checks if one["name"] == "redis")
    return found


def test_they_are_published_and_looked_at(run: Run, server: RealRedis) -> None:
    run("persona", "opine", "jazz", "I love jazz")
    assert not check(run)["ok"]
    assert run("persona", "publish").stdout == "1 opinion in Redis: 1 written, 0 removed.\n"
    assert names(server) == {"jazz"}
    assert check(run)["ok"]
    again = json.loads(run("persona", "publish", "--anew", "--json").stdout)
    assert again == {"opinions": 1, "written": 1, "removed": 0, "persona": "luna", "unembedded": 1}
    assert json.loads(run("persona", "publish", "--json").stdout)["written"] == 0


def test_the_settings_show_no_password(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_REDIS__URL", "redis://ada:hunter2@127.0.0.1:1/0")
    run("persona", "opine", "jazz", "I love jazz")
    looked = run("doctor", "--json")
    assert "hunter2" not in looked.output + run("config", "redis").output
    assert "redis://127.0.0.1:1/0" in looked.stdout
    assert "nothing is lost" in looked.stdout
    assert run("persona", "opinions").stdout.startswith("jazz: I love jazz\n")


@pytest.mark.parametrize("command", [["persona", "publish", "--follow"], ["serve", "--port", "0"]], ids=" ".join)
def test_what_is_new_is_published_while_it_runs(run: Run, server: RealRedis, command: list[str]) -> None:
    run("persona", "opine", "jazz", "I love jazz")
    started = subprocess.Popen([sys.executable, "-m", "reverie", *command], stdout=subprocess.PIPE, text=True)
    with started:
        assert started.stdout is not None
        assert started.stdout.readline()
        run("persona", "opine", "tea", "Green tea beats coffee")
        until = time.monotonic() + 20
        while names(server) != {"jazz", "tea"}:
            assert time.monotonic() < until
            time.sleep(0.05)
        started.send_signal(signal.SIGINT)
    assert started.returncode in (0, 130, -signal.SIGINT)
