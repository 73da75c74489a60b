"""``reverie bench``: the measures as commands, each shown as a table or as one JSON object."""

from __future__ import annotations

import typer

from reverie.cli.invocation import command
from reverie_bench.commands import cache, qa, quality, retrieval, speed, writers

bench_app = typer.Typer(help="Measure Reverie on this machine.", no_args_is_help=True)


@bench_app.callback()
def bench() -> None:
    """Measure Reverie on this machine."""


for measure in (
    quality.extraction,
    quality.updates,
    quality.sensitive,
    quality.pairs,
    quality.names,
    quality.lives,
    retrieval.retrieval,
    retrieval.isolation,
    writers.writers,
    cache.cache,
    speed.speed,
):
    bench_app.command(measure.__name__)(measure)
bench_app.command("all")(retrieval.everything)
command(bench_app, "qa", stored=False)(qa.qa)
