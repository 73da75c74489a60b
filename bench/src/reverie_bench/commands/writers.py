"""``reverie bench writers``: many processes write one person's memory, and everything acknowledged is looked for."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from reverie.cli import terminal


def writers(
    processes: Annotated[int, typer.Option(min=1, max=64, help="How many write at once.")] = 8,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long.")] = 30.0,
    store: Annotated[str | None, typer.Option(help="Write to this store; what is added is erased.")] = None,
    seed: Annotated[int, typer.Option(help="Which acts come, and how wrong the clocks are.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let many processes write one person's memory at once, and see that all that was acknowledged is there.

    It ends with code 1 where something was lost, doubled or reordered.
    """
    from reverie.errors import ConfigError, InvalidInput
    from reverie.store.engine.engines import database_url
    from reverie_bench.writers import errand, measured

    with tempfile.TemporaryDirectory(prefix="reverie-bench-", ignore_cleanup_errors=True) as folder:
        try:
            url = database_url(store or Path(folder) / "bench.db")
        except (ConfigError, InvalidInput) as error:
            raise typer.BadParameter(str(error)) from error
        if url.database in (None, "", ":memory:"):
            raise typer.BadParameter("many processes can't share a memory: name a file or a PostgreSQL URL")
        where = url.render_as_string(hide_password=False)
        report = measured(errand(where, processes=processes, seconds=seconds, seed=seed, owned=store is None))
    report["store"] = url.render_as_string(hide_password=True) if store else "a temporary SQLite file"
    if as_json:
        terminal.emit(report)
    else:
        even = report["by_writer"]
        rows = [[act, *(f"{value:g}" for value in found.values())] for act, found in report["latency_ms"].items()]
        terminal.show(terminal.table(("milliseconds", "n", "p50", "p99", "longest"), rows), "")
        terminal.show(
            f"{report['acts']} acts of {processes} processes in {seconds:g} s, {report['acts_per_s']} a second; "
            f"{report['refused']} refused because another was quicker",
            f"of each writer {even['fewest']} to {even['most']}; longest without an answer {even['longest_gap_s']} s",
            *([f"WRONG: {one}" for one in report["problems"]] or ["everything that was acknowledged is there, once"]),
        )
    if report["problems"]:
        raise typer.Exit(1)
