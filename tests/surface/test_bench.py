"""`reverie bench speed`: it measures what it says it does, on both databases, and leaves a store as it found it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, select, table, text
from typer.testing import CliRunner, Result

import reverie
from reverie.store.engine.receipts import receipts
from reverie_bench import store_filling
from reverie_bench.commands import bench_app
from reverie_bench.store_filling import Texts, history

SHARES = {"p50", "p95", "p99"}
KEYS = {
    "metrics",
    "recall", "recall_after_say", "say", "context", "import_ms", "heavy_imports", "cold_open_ms", "cold_load_ms",
    "rss_mb", "index_mb", "file_bytes_per_item", "items", "owners", "store", "embedder", "filled_with",
    "fill_items_per_s", "hardware", "bars",
}  # fmt: skip


def bench(*arguments: str) -> Result:
    return CliRunner().invoke(bench_app, ["speed", "--queries", "3", "--embedder", "none", *arguments])


def rows(url: str) -> dict[str, list[Any]]:
    """Every row of every table, but for the receipts that any transaction leaves on a server."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {
            name: sorted(map(repr, connection.execute(select(text("*")).select_from(table(name))).all()))
            for name in inspect(connection).get_table_names()
            if name != receipts.name
        }
    engine.dispose()
    return found


@pytest.fixture(autouse=True)
def nobodys_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = tmp_path / "reverie.toml"
    empty.touch()
    monkeypatch.setenv("REVERIE_CONFIG", str(empty))


def test_a_named_store_is_measured_and_left_as_it_was(store_url: str) -> None:
    with reverie.open(store_url, embedder="none") as luna:
        luna.meet("Ada").say("My favorite food is ramen.")
    before = rows(store_url)

    result = bench("--memories", "30", "--owners", "2", "--store", store_url, "--json")

    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)
    assert report.keys() == KEYS
    assert (report["items"], report["owners"], report["embedder"]) == (30, 2, "none")
    for verb in ("recall", "recall_after_say", "say", "context"):
        latency = report[verb]["latency_ms"]
        assert latency.keys() == {"embed", "rest", "total"}
        assert all(part.keys() == SHARES for part in latency.values())
        assert (latency["embed"]["p50"], latency["total"]["p50"] > 0) == (0.0, True)
        cost = report[verb]["cost"]
        assert cost.keys() == {"transactions", "writes", "statements"}
        assert 0 < cost["transactions"] <= cost["statements"]
    assert report["recall"]["cost"]["writes"] == 0 < report["say"]["cost"]["writes"]
    assert report["metrics"]["say_rest_p50_ms"] == report["say"]["latency_ms"]["rest"]["p50"]
    assert report["index_mb"] >= 0 < report["file_bytes_per_item"]
    assert report["hardware"].keys() >= {"cpu", "cores", "python", store_url.partition(":")[0].partition("+")[0]}
    assert report["heavy_imports"] == []
    assert all(bar.keys() == {"limit_ms", "measured_ms", "met"} for bar in report["bars"].values())
    assert rows(store_url) == before


def test_it_measures_on_a_file_of_its_own_and_shows_a_table() -> None:
    result = bench("--memories", "30")
    assert result.exit_code == 0, result.output
    assert "recall after say" in result.stdout
    assert "context with all" in result.stdout
    assert "a temporary SQLite file" in result.stdout


def test_an_interrupt_leaves_a_named_store_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'luna.db'}"
    with reverie.open(url, embedder="none") as luna:
        luna.meet("Ada")
    before = rows(url)

    def interrupted(*_: object) -> Any:
        assert len(rows(url)["users"]) > len(before["users"])
        raise KeyboardInterrupt

    monkeypatch.setattr(store_filling, "_index_bytes", interrupted)  # after the filling, before anything is measured
    assert bench("--memories", "30", "--store", url).exit_code != 0
    assert rows(url) == before


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--memories", "0"], "--memories"),
        (["--owners", "0"], "--owners"),
        (["--embedder", "nonsense"], "nonsense"),
        (["--store", ":memory:"], "second process"),
        (["--store", "mysql://localhost/luna"], "mysql"),
        (["--store", " "], "path or a URL"),
    ],
)
def test_bad_arguments_are_named(arguments: list[str], named: str) -> None:
    result = bench(*arguments)
    assert result.exit_code == 2
    assert named in " ".join(result.stderr.split())


@pytest.mark.parametrize("items", [1, 9, 10, 30, 57])
def test_a_history_has_as_many_items_as_asked_for(items: int) -> None:
    sittings = list(history("ada", items, Texts()))
    heard = [one for sitting in sittings for one in sitting]
    taught = [candidate.key for one in heard for candidate in one.candidates]
    assert len(heard) + len(taught) == items
    assert (len(taught), len(set(taught))) == (items // 10, items // 10)
    assert all(one.draft.message.role == "user" for one in heard if one.candidates)


def test_the_same_seed_says_the_same() -> None:
    assert Texts().message() == Texts().message()
    assert Texts(seed=1).message() != Texts(seed=2).message()
