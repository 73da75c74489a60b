"""``reverie bench speed``: how long recall, say and context take."""

from __future__ import annotations

import json
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

COUNTED = ("transactions", "writes", "statements")
"""What is told of a call: its transactions, those of them that wrote, and its statements."""


def speed(
    memories: Annotated[int, typer.Option(min=1, help="Items an owner has: 9 messages to each memory.")] = 10_000,
    owners: Annotated[int, typer.Option(min=1, help="How many owners there are.")] = 1,
    store: Annotated[str | None, typer.Option(help="Measure on this store; what is added is erased.")] = None,
    embedder: Annotated[str | None, typer.Option(help="tuned, multilingual, none, or provider:name.")] = None,
    queries: Annotated[int, typer.Option(min=1, help="Calls of each verb.")] = 200,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure recall, say and context: embedding and the rest apart, cold start, memory and size."""
    from reverie import config, models
    from reverie.errors import ConfigError, InvalidInput
    from reverie.store.engine.engines import database_url
    from reverie_bench.speed import measured, steps
    from reverie_bench.store_filling import Plan

    settings = config.load()
    chosen = embedder or settings.embedder
    with tempfile.TemporaryDirectory(prefix="reverie-bench-", ignore_cleanup_errors=True) as folder:
        try:
            model = models.embedder(chosen, settings)
            url = database_url(store or Path(folder) / "bench.db")
        except (ConfigError, InvalidInput) as error:
            raise typer.BadParameter(str(error)) from error
        if url.database in (None, "", ":memory:"):
            raise typer.BadParameter("cold start is measured in a second process: name a file or a PostgreSQL URL")
        run = uuid.uuid4().hex[:8]
        plan = Plan(
            items=memories,
            queries=queries,
            names=tuple(f"bench {run} {number}" for number in range(1, owners + 1)),
            store=url.render_as_string(hide_password=False),
            named=store is not None,
            embedder=chosen,
        )
        with _progress("filling, then measuring", steps(plan)) as progress:
            report = measured(plan, model, settings, progress)
    report["store"] = url.render_as_string(hide_password=True) if store else "a temporary SQLite file"
    if as_json:
        typer.echo(json.dumps(report, ensure_ascii=False))
    else:
        _show(report)


@contextmanager
def _progress(told: str, steps: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, when that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    with Bars(console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task(told, total=steps)
        yield lambda done: bars.advance(task, done)


def _show(report: dict[str, Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from reverie_bench.speed import VERBS, WITH_ALL

    table = Table(
        title=f"{report['items']:,} items an owner, {report['owners']:,} owners, embedder {report['embedder']}",
        caption="milliseconds; the rest is Reverie without the embedder; what one call asks of the database",
        box=box.SIMPLE,
    )
    columns = [("embed", "p50"), *((part, p) for part in ("rest", "total") for p in ("p50", "p95", "p99"))]
    table.add_column("verb", no_wrap=True)
    for part, share in columns:
        table.add_column(f"{part}\n{share}", justify="right")
    for counted in COUNTED:
        table.add_column(counted, justify="right")
    for verb in (verb for verb in (*VERBS, WITH_ALL) if verb in report):
        latency = report[verb]["latency_ms"]
        cost = [str(report[verb]["cost"][counted]) for counted in COUNTED]
        table.add_row(verb.replace("_", " "), *(f"{latency[part][share]:.2f}" for part, share in columns), *cost)
    console = Console()
    console.print(table)
    for name, told in _told(report).items():
        console.print(f"{name:>26}  {told}", highlight=False, markup=False, soft_wrap=True)


def _told(report: dict[str, Any]) -> dict[str, str]:
    machine = report["hardware"]
    resident = "not told by this system" if report["rss_mb"] is None else f"{report['rss_mb']} MB"
    shown = {
        "import reverie": f"{report['import_ms']} ms; heavy libraries: {', '.join(report['heavy_imports']) or 'none'}",
        "open and recall, cold": f"{report['cold_open_ms']} ms in a new process, from its first line",
        "an owner's index, cold": f"{report['cold_load_ms']} ms until the first recall is answered",
        "memory": f"{resident}, of which {report['index_mb']} MB of index",
        "database": f"{report['file_bytes_per_item']} bytes an item, filled at {report['fill_items_per_s']} items/s",
        "store": report["store"],
        "filled with": report["filled_with"],
        "machine": ", ".join(f"{name} {value}" for name, value in machine.items()),
    }
    for name, bar in report["bars"].items():
        limit = "" if bar["limit_ms"] is None else f", at most {bar['limit_ms']:g} ms"
        shown[name] = f"{'met' if bar['met'] else 'NOT MET'}: {bar['measured_ms']} ms{limit}"
    return shown
