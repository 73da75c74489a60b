"""The real server in a process of its own: it starts, says where, answers, and ends when it is told to."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.service.scripted_server import nobody
from tests.surface.server.conftest import SECRET
from typer.testing import CliRunner

import reverie
from reverie.cli.commands import app

SERVE = [sys.executable, "-m", "reverie", "serve", "--json"]


@contextmanager
def served(place: Path, *options: str) -> Iterator[tuple[str, dict[str, Any], subprocess.Popen[str]]]:
    """A server on a free port: its URL, what it said at start, and its process."""
    with subprocess.Popen(
        [*SERVE, "--port", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=place
    ) as process:
        try:
            assert process.stdout is not None
            started = json.loads(process.stdout.readline())
            yield started["url"], started, process
        finally:
            process.kill()


@pytest.fixture(autouse=True)
def without_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_EMBEDDER", "none")


def test_it_serves_and_ends_when_it_is_told_to(tmp_path: Path) -> None:
    with served(tmp_path) as (url, started, process):
        assert (started["local"], started["work"]) == (True, False)
        with httpx2.Client(base_url=url) as client:
            assert client.get("/healthz").json() == client.get("/readyz").json() == {"status": "ok"}
            client.post("/v1/people", json={"name": "Ada"})
            said = client.post("/v1/people/Ada/messages", json={"text": "My favorite food is Quillfeather ramen."})
            assert said.json()["learned"][0]["step"] == "added"
            found = client.post("/v1/people/Ada/memories/search", json={"query": "favorite food?"}).json()
            assert "ramen" in found["hits"][0]["text"]
            assert "server" not in client.get("/healthz").headers
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    assert "Local mode" in err
    assert "POST /v1/people/{person_id}/messages 200" in err
    assert "Quillfeather" not in out + err
    assert "Ada" not in out + err
    with reverie.open(tmp_path / "reverie.db", embedder="none") as luna:
        assert len(luna.find("Ada").messages()) == 1


def test_a_language_model_learns_in_the_background_unless_that_is_turned_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with nobody() as nowhere:
        for name, value in {"NAME": "openai:small", "BASE_URL": nowhere, "API_KEY": "none"}.items():
            monkeypatch.setenv(f"REVERIE_MODEL__{name}", value)
        with served(tmp_path) as (url, started, process):
            assert started["work"] is True
            assert httpx2.get(f"{url}/v1/work").json()["running"] is True
            process.send_signal(signal.SIGTERM)
            _out, err = process.communicate(timeout=30)
        assert (process.returncode, "learns in the background" in err) == (0, True)
        monkeypatch.setenv("REVERIE_MODEL__TASKS", "[]")
        with served(tmp_path) as (_url, started, _process):
            assert started["work"] is False


def test_with_a_key_it_asks_for_it_and_a_slow_head_hurts_nobody(tmp_path: Path) -> None:
    made = CliRunner().invoke(app, ["keys", "create", "my app", "--json"], catch_exceptions=False)
    secret = json.loads(made.stdout)["secret"]
    with served(tmp_path) as (url, started, process):
        assert started["local"] is False
        slow = socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2])))
        slow.sendall(b"POST /v1/people HTTP/1.1\r\nHost: x\r\n")
        with httpx2.Client(base_url=url) as client:
            assert client.get("/v1/people").status_code == 401
            assert client.get("/v1/people", headers={"Authorization": f"Bearer {secret}"}).status_code == 200
        slow.close()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 0, err
    assert secret not in out + err


def test_elsewhere_than_on_this_machine_it_wants_to_know_who_calls(tmp_path: Path) -> None:
    refused = subprocess.run([*SERVE, "--host", "0.0.0.0"], capture_output=True, text=True, cwd=tmp_path, check=False)  # noqa: S104 - it is refused
    assert refused.returncode == 2
    assert "reverie keys create" in json.loads(refused.stderr)["error"]["message"]


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        refused = subprocess.run([*SERVE, "--port", port], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert refused.returncode == 2
    assert f"can't listen on 127.0.0.1:{port}" in refused.stderr


def test_a_secret_is_long_and_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_SERVER__JWT_SECRET", SECRET)
    shown = CliRunner().invoke(app, ["config", "--json"])
    settings = {one["name"]: one["value"] for one in json.loads(shown.stdout)["settings"]}
    assert settings["server.jwt_secret"] == "***"
    assert SECRET not in shown.output + CliRunner().invoke(app, ["config"]).output
    monkeypatch.setenv("REVERIE_SERVER__JWT_SECRET", "short")
    refused = CliRunner().invoke(app, ["config"])
    assert refused.exit_code == 2
    assert "32 bytes" in refused.stderr
    assert "'short'" not in refused.stderr
    monkeypatch.setenv("REVERIE_SERVER__JWT_SECRET", SECRET)
    monkeypatch.setenv("REVERIE_SERVER__ORIGINS", '["*"]')
    assert "no * for all" in CliRunner().invoke(app, ["config"]).stderr


def test_keys_are_made_listed_and_revoked() -> None:
    def run(*arguments: str) -> Any:
        result = CliRunner().invoke(app, ["keys", *arguments, "--json"])
        return json.loads(result.stdout) if result.exit_code == 0 else result.exit_code

    with reverie.open(embedder="none") as luna:
        luna.meet("Ada")
    made = run("create", "page", "--scope", "read", "--person", "Ada", "--days", "30")
    assert made["secret"].startswith(f"rk_{made['key']['id']}_")
    assert (made["key"]["scope"], bool(made["key"]["person_id"])) == ("read", True)
    assert run("list")["keys"] == [made["key"]]
    assert run("revoke", made["key"]["id"])["key"]["revoked_at"] is not None
    assert run("revoke", "nothing") == 3
    assert run("create", " ") == 2
    shown = CliRunner().invoke(app, ["keys", "create", "page"]).stdout.splitlines()
    assert len(shown[0]) == len(made["secret"])  # alone on its line, to be copied


def test_its_log_can_be_json_a_line_without_paths_and_words(tmp_path: Path) -> None:
    with served(tmp_path, "--log-json") as (url, _started, process):
        with httpx2.Client(base_url=url) as client:
            client.post("/v1/people", json={"name": "Quillfeather"})
            client.get("/v1/people/Quillfeather", headers={"X-Request-Id": "mine"})
        process.send_signal(signal.SIGTERM)
        _out, err = process.communicate(timeout=30)
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    asked = next(line for line in lines if line.get("request_id") == "mine")
    assert (asked["level"], asked["logger"]) == ("INFO", "reverie.server")
    assert (asked["method"], asked["route"], asked["status"]) == ("GET", "/v1/people/{person_id}", 200)
    assert asked["ms"] >= 0
    assert "Quillfeather" not in err
