"""``reverie bench cache``: how much of each prompt a server's cache can hold from the request before."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from reverie.cli import terminal


def cache(
    turns: Annotated[int, typer.Option(min=2, max=1000, help="How often the person says something.")] = 40,
    window: Annotated[int, typer.Option(min=2048, help="Tokens that prompt and answer may have together.")] = 32_768,
    embedder: Annotated[str | None, typer.Option(help="tuned, multilingual, none, or provider:name.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure how much of each prompt is the same as in the request before, in the relay and in turns.

    No model is asked. The tools of a turn, which are always the same, are not counted.
    """
    from reverie import config
    from reverie_bench.prompt_cache import measured

    settings = config.load()
    found = measured(turns, window, embedder or settings.embedder, settings)
    if as_json:
        ways = {
            way: {**asdict(one), "of_could": round(one.of_could, 4), "of_all": round(one.of_all, 4)}
            for way, one in found.items()
        }
        terminal.emit({"turns": turns, "window": window, "embedder": embedder or settings.embedder, "ways": ways})
        return
    rows = [
        [
            way,
            *(f"{number:,}" for number in (one.characters, one.could, one.shared)),
            f"{one.of_could:.1%}",
            f"{one.of_all:.1%}",
            str(one.broken),
        ]
        for way, one in found.items()
    ]
    columns = ("way", "characters", "could be shared", "shared", "of what could be", "of all", "begun anew")
    terminal.show(terminal.table(columns, rows))
