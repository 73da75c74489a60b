"""``reverie bench retrieval``, ``isolation`` and ``all``: what recall finds in conversations with questions."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reverie.cli import terminal

if TYPE_CHECKING:
    from rich.table import Table

CONVERSATIONS = typer.Option(help="Conversations, one a line, as JSON.")
EMBEDDER = typer.Option(help="tuned, multilingual, none, or provider:name.")
CACHE = typer.Option(help="Keep vectors in this folder between runs.")
AS_JSON = typer.Option("--json", help="Print one JSON object.")


class Level(StrEnum):
    """What is found: a turn, or the session it is in."""

    TURN = "turn"
    SESSION = "session"


def retrieval(
    conversations: Annotated[Path, CONVERSATIONS],
    queries: Annotated[Path, typer.Option(help="Questions about them, one a line, with the ids of the evidence.")],
    level: Annotated[Level | None, typer.Option(help="Find turns or sessions; else what the evidence is.")] = None,
    speaker: Annotated[
        str | None, typer.Option("--as", metavar="SPEAKER|each", help="Whose memory it is; else as the roles say.")
    ] = None,
    embedder: Annotated[str | None, EMBEDDER] = None,
    cache: Annotated[Path | None, CACHE] = None,
    as_json: Annotated[bool, AS_JSON] = False,
) -> None:
    """Measure how much of the evidence recall finds, beside search by word, by vector, and by both.

    A conversation is {id, language, sessions: [{id, datetime, turns: [{id, speaker, role, text}]}]}, a question is
    {id, conversation_id, question, category, evidence: [ids of turns or sessions], question_datetime, unanswerable}.
    """
    from reverie import config, models
    from reverie_bench.retrieval import Task, measured

    settings = config.load()
    task = Task(conversations=conversations, queries=queries, level=level, speaker=speaker, cache=cache)
    with terminal.progress("importing, then asking") as progress:
        report = measured(task, models.embedder(embedder or settings.embedder, settings), settings, progress)
    if as_json:
        terminal.emit(report)
    else:
        terminal.show(*_shown(report))


def everything(
    data: Annotated[Path, typer.Option(help="A folder that has a folder for each public set.")],
    out: Annotated[Path, typer.Option(help="Where the report goes.")] = Path("reverie-report"),
    gold: Annotated[Path, typer.Option(help="The project's own gold files.")] = Path("benchmarks/gold"),
    embedder: Annotated[str | None, EMBEDDER] = None,
    cache: Annotated[Path | None, CACHE] = None,
    as_json: Annotated[bool, AS_JSON] = False,
) -> None:
    """Measure everything that is there, and write report.md, report.json and plots."""
    from reverie import config, models
    from reverie_bench import report

    settings = config.load()
    chosen = embedder or settings.embedder
    plan = report.Everything(sets=data, gold=gold, embedder=chosen, cache=cache, begin=terminal.progress)
    found = report.everything(plan, models.embedder(chosen, settings), settings)
    out.mkdir(parents=True, exist_ok=True)
    files = {
        "report.md": report.markdown(found),
        "report.json": terminal.as_json(found, indent=1),
        **report.drawn(found),
    }
    for name, text in files.items():
        (out / name).write_text(text, encoding="utf-8")
    if as_json:
        terminal.emit(found)
        return
    terminal.show(f"{out}: {', '.join(files)}")
    for name, one in found["sets"].items():
        if not one["there"]:
            terminal.aside("note", "Note", f"{name} is not in {data}: it is at {one['published']}", as_json=False)


def isolation(
    data: Annotated[Path, typer.Option(help="A folder that has a folder for each public set.")],
    embedder: Annotated[str | None, EMBEDDER] = None,
    cache: Annotated[Path | None, CACHE] = None,
    as_json: Annotated[bool, AS_JSON] = False,
) -> None:
    """Measure what it gives to keep the person's words apart from the companion's: the same questions, four ways.

    The sets are LongMemEval and LoCoMo, in the layout of `bench retrieval`. In LoCoMo two people speak: each of them in
    turn is the person, and the other is cast as the companion.
    """
    from reverie import config, models
    from reverie_bench.isolation import measured

    settings = config.load()
    with terminal.progress("asking") as progress:
        report = measured(data, models.embedder(embedder or settings.embedder, settings), settings, cache, progress)
    if as_json:
        terminal.emit(report)
        return
    for name, found in report["sets"].items():
        rows = [
            [group, str(one["n"]), way, *_figures(one[way])]
            for group, one in found["groups"].items()
            for way in (report["ways"] if one["n"] else ())
        ]
        columns = ("evidence", "n", "way", "R@10", "95 %", "hit@10", "MRR", "R@10 over one pot", "MRR over one pot")
        terminal.show(f"{name}: {found['asked']} answers, {found['hits_of_others_in_own_words']} own words of others")
        terminal.show(terminal.table(columns, rows), "")


def _figures(found: Mapping[str, Any]) -> list[str]:
    metrics, over = found["metrics"], found["over_one_pot"]
    told = [
        f"{100 * over[name]['value']:+.1f} ({100 * over[name]['interval'][0]:+.1f} to "
        f"{100 * over[name]['interval'][1]:+.1f})"
        for name in ("recall@10", "mrr")
    ]
    return [
        _percent(metrics["recall@10"]),
        _interval(found),
        _percent(metrics["recall_any@10"]),
        _percent(metrics["mrr"]),
        *told,
    ]


def _shown(report: Mapping[str, Any]) -> list[Table | str]:
    from reverie_bench.retrieval import groups

    names = ("recall@1", "recall@5", "recall@10", "recall@20", "recall_any@10", "recall_all@10", "ndcg@10", "mrr")
    fewer = ("recall@10", "recall@20", "recall_any@10", "recall_all@10", "mrr")
    rankers = {"reverie": report, **report["baselines"]}
    wholes = [
        [name, *(_percent(found["metrics"][one]) for one in names), _interval(found)] for name, found in rankers.items()
    ]
    best = report["margin"]["recall@10"]
    rows = [
        [name, str(found["n"]), *(_percent(found["metrics"][one]) for one in fewer), _interval(found), rival]
        for name, found, rival in groups(report)
    ]
    return [
        terminal.table(["percent", *map(_short, names), "R@10, 95 %"], wholes),
        "",
        terminal.table(["", "n", *map(_short, fewer), "R@10, 95 %", "best baseline"], rows),
        "",
        terminal.table(
            ["milliseconds", *report["latency_ms"]["total"]],
            [[part, *(f"{value:.2f}" for value in found.values())] for part, found in report["latency_ms"].items()],
        ),
        "",
        *(f"{name:>14}  {told}" for name, told in _told(report, best).items()),
    ]


def _told(report: Mapping[str, Any], best: Mapping[str, Any]) -> dict[str, str]:
    own, place = report["own_words"], report["environment"]
    low, high = (100 * bound for bound in best["interval"])
    told = {
        "level": report["level"],
        "margin": f"R@10 {100 * best['value']:+.1f} points over {best['over']} (95 %: {low:+.1f} to {high:+.1f})",
        "own words": f"{own['hits']:,} hits of the person's own words alone, {own['hits_of_others']} of anybody else's",
    }
    for name, label in (("evidence_of_the_user", "own evidence"), ("evidence_of_others", "others' words")):
        if name in own:
            found = own[name]
            told[label] = (
                f"n {found['n']}, recall@10 {_percent(found['everything']['recall@10'])} in everything, "
                f"{_percent(found['own_words']['recall@10'])} in the person's own words"
            )
    imports = sorted({name for names in place["viewpoints"].values() for name in names})
    told |= {
        "imported as": ", ".join(imports) + (" (a question's figures are the mean)" if len(imports) > 1 else ""),
        "turns": f"{place['turns']}, of which {place['turns_not_kept']} were not kept",
        "left out": ", ".join(f"{count}: {reason}" for reason, count in place["left_out"].items()) or "no question",
        "machine": ", ".join(
            f"{name} {place[name]}" for name in ("cpu", "cores", "load", "python", "reverie", "embedder")
        ),
    }
    return told | ({"degraded": "; ".join(report["degraded"])} if report["degraded"] else {})


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _interval(found: Mapping[str, Any]) -> str:
    low, high = found["intervals"]["recall@10"]
    return f"{_percent(low)}-{_percent(high)}"


def _short(name: str) -> str:
    return name.replace("recall_", "").replace("recall", "R")
