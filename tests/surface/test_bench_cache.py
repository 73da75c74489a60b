"""`reverie bench cache`: all that stood before the newest message comes again, but for what really changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from reverie_bench.commands import bench_app
from reverie_bench.prompt_cache import Server, shared


@pytest.fixture(autouse=True)
def nobodys_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = tmp_path / "reverie.toml"
    empty.touch()
    monkeypatch.setenv("REVERIE_CONFIG", str(empty))


def bench(*arguments: str) -> str:
    result = CliRunner().invoke(bench_app, ["cache", "--embedder", "none", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_nearly_all_that_could_be_shared_is() -> None:
    report: dict[str, Any] = json.loads(bench("--turns", "40", "--json"))
    assert (report["turns"], report["embedder"]) == (40, "none")
    assert set(report["ways"]) == {"relay", "turn"}
    for found in report["ways"].values():
        assert found["requests"] == 40
        assert 0 < found["shared"] <= found["could"] < found["characters"]
        assert found["of_could"] >= 0.95


def test_it_is_shown_as_a_table() -> None:
    shown = bench("--turns", "2")
    assert "relay" in shown
    assert "turn" in shown
    assert "%" in shown


def test_what_is_shared_is_counted_from_the_first_character_on() -> None:
    server = Server(8192)
    system, first, second = ({"role": "system", "content": "ab"}, *({"role": "user", "content": c} for c in "xy"))
    server.reply([system, first])
    server.reply([system, first, second])
    server.reply([{"role": "system", "content": "ac"}, second])
    found = shared(server)
    before = len("[system]\nab\n"), len("[system]\nab\n[user]\nx\n")
    assert (found.requests, found.could, found.broken) == (3, sum(before), 1)
    assert found.shared == before[0] + len("[system]\na")
