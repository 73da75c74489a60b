"""One report of everything: each public set that is there, speed, and the project's own gold files.

What is not there is named and left out; nothing is fetched.
"""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.errors import InvalidInput
from reverie_bench import plots
from reverie_bench.public_sets import CORRECTIONS, SETS, PublicSet
from reverie_bench.ranking_scores import CUTS
from reverie_bench.retrieval import HITS, Progress, Task, groups, measured
from reverie_bench.stopwatch import environment

if TYPE_CHECKING:
    from reverie.config import Config
    from reverie.ports import Embedder

LIMITS = Path(__file__).with_name("limits.md")
SHOWN = ("recall@1", "recall@5", "recall@10", "recall@20", "recall_any@10", "recall_all@10", "ndcg@10", "mrr")
GOLD = {
    "extraction": ("extraction", "extraction-test.jsonl"),
    "extraction_second_writer": ("extraction", "extraction-second.jsonl"),
    "updates": ("updates", "updates-test.jsonl"),
    "sensitive_in_passing": ("sensitive", "sensitive-test.jsonl"),
}
"""The project's own files, each with the module of ``reverie_bench`` that measures it."""
SPEED = {"items": 1000, "queries": 100}


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    """What to measure: the folder of public sets, that of the gold files, and that of vectors kept between runs.

    ``begin`` opens a bar for a part of the work.
    """

    sets: Path
    gold: Path
    embedder: str
    cache: Path | None
    begin: Callable[[str], AbstractContextManager[Progress]]


def everything(plan: Everything, model: Embedder | None, settings: Config) -> dict[str, Any]:
    """Measure whatever is there.

    Raises:
        InvalidInput: there is no such folder, or a file in it can't be used.
    """
    if not plan.sets.is_dir():
        raise InvalidInput(f"{plan.sets} is no folder; give the one that has a folder for each set")
    sets = {one.name: one.looked_at(plan.sets) for one in SETS}
    there = [one for one in SETS if sets[one.name]["there"]]
    return {
        "sets": sets,
        "retrieval": {one.name: _recall(one, plan, model, settings) for one in there if one.levels},
        "speed": _speed(plan, model, settings),
        **{name: _own(module, plan.gold / file) for name, (module, file) in GOLD.items()},
        "sensitive": _own("sensitive", plan.sets / "presidio_pii" / "extraction.jsonl"),
        "environment": environment() | {"embedder": "none" if model is None else model.space},
        "measured_at": datetime.now(UTC).isoformat(timespec="minutes"),
    }


def _recall(one: PublicSet, plan: Everything, model: Embedder | None, settings: Config) -> dict[str, Any]:
    folder = plan.sets / one.name
    found = {}
    for level in one.levels:
        task = Task(
            conversations=folder / "conversations.jsonl",
            queries=folder / "queries.jsonl",
            corrections=folder / CORRECTIONS if CORRECTIONS in one.files else None,
            level=level,
            cache=plan.cache,
        )
        with plan.begin(f"{one.name}, {level}") as progress:
            found[level] = measured(task, model, settings, progress)
    return found


def _speed(plan: Everything, model: Embedder | None, settings: Config) -> dict[str, Any]:
    from reverie_bench import speed, store_filling

    with tempfile.TemporaryDirectory(prefix="reverie-bench-", ignore_cleanup_errors=True) as folder:
        sized = store_filling.Plan(
            **SPEED, names=("bench",), store=f"sqlite:///{folder}/bench.db", named=False, embedder=plan.embedder
        )
        with plan.begin("speed") as progress:
            total, done = speed.steps(sized), 0

            def advanced(more: int) -> None:
                nonlocal done
                done += more
                progress(done, total)

            return speed.measured(sized, model, settings, advanced)


def _own(name: str, file: Path) -> dict[str, Any]:
    """What another measure says of a file; why not, where the measure or the file is not there."""
    module = f"reverie_bench.{name}"
    try:
        measure = importlib.import_module(module).measured
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return {"skipped": f"this version has no `reverie bench {name}`"}
    if not file.is_file():
        return {"skipped": f"there is no {file}"}
    found: dict[str, Any] = measure(file)
    return found


# -- as Markdown ---------------------------------------------------------------------------------------------------


def markdown(report: Mapping[str, Any]) -> str:
    """The report to be read; it shows the plots that ``drawn`` gives."""
    place = report["environment"]
    parts = [
        "# Benchmarks",
        f"Written by `reverie bench all` at {report['measured_at']} with Reverie {place['reverie']}, embedder "
        f"{place['embedder']}, on {place['cpu']}, {place['cores']} cores, load {place['load']} at the end, "
        f"Python {place['python']}, SQLite {place['sqlite']}, "
        + ", ".join(f"{name} {version}" for name, version in place["dependencies"].items())
        + ". Figures of recall are percent, with 95 % intervals; latency is in milliseconds.",
        "## The sets",
        _rows(("set", "published", "licence", "what", "here"), (_set_row(*one) for one in report["sets"].items())),
        "The SHA-256 of the files, normalised to the project's layout:",
        _rows(
            ("file", "SHA-256", ""),
            (
                (f"{name}/{file}", f"`{found['sha256']}`", "" if found["known"] else "**not the known file**")
                for name, one in report["sets"].items()
                for file, found in one["files"].items()
            ),
        ),
        "## Recall",
        _rows(("set", "n", "R@10", "95 %", "best baseline"), (_in_short(*one) for one in _panels(report["retrieval"]))),
        *(f"![{title}]({file})" for file, title in PLOTS.items()),
    ]
    for name, levels in report["retrieval"].items():
        for level, found in levels.items():
            parts += [f"### {name}, {level} level", *_recall_parts(found)]
    parts += ["## Speed", *_speed_parts(report["speed"])]
    for name in (*GOLD, "sensitive"):
        parts += [f"## {name.capitalize().replace('_', ' ')}", *_other_parts(report[name])]
    limits = LIMITS.read_text(encoding="utf-8").replace("{turn}", str(HITS["turn"]))
    return "\n\n".join([*parts, limits.replace("{session}", str(HITS["session"]))])


PLOTS = {"recall_at_10.svg": "recall@10 with its 95 % interval", "recall_at_k.svg": "recall@k"}


def drawn(report: Mapping[str, Any]) -> dict[str, str]:
    """The plots, by the name of their file."""
    panels = dict(_panels(report["retrieval"]))
    heights = {
        label: {name: (one["metrics"]["recall@10"], *one["intervals"]["recall@10"]) for name, one in panel.items()}
        for label, panel in panels.items()
    }
    lines = {
        label: {name: [one["metrics"][f"recall@{cut}"] for cut in CUTS] for name, one in panel.items()}
        for label, panel in panels.items()
    }
    first, second = PLOTS
    return {first: plots.bars(PLOTS[first], heights), second: plots.curves(PLOTS[second], lines, CUTS)}


def _panels(retrieval: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, dict[str, Mapping[str, Any]]]]:
    """What is compared side by side: every ranker on a set at a level, its languages apart."""
    for name, levels in retrieval.items():
        for level, found in levels.items():
            rankers = {"reverie": found, **found["baselines"]}
            for language in found.get("by_language", {}):
                by_language = {ranker: one["by_language"][language] for ranker, one in rankers.items()}
                yield f"{name} {language}, {level}", by_language
            if "by_language" not in found:
                yield f"{name}, {level}", rankers


def _in_short(label: str, rankers: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    ours, *rivals = ((one["metrics"]["recall@10"], name) for name, one in rankers.items())
    best, name = max(rivals)
    low, high = rankers["reverie"]["intervals"]["recall@10"]
    shown = f"{100 * ours[0]:.1f}", f"{100 * low:.1f}-{100 * high:.1f}", f"{100 * best:.1f} {name}"
    return label, str(rankers["reverie"]["n"]), *shown


def _set_row(name: str, one: Mapping[str, Any]) -> tuple[str, ...]:
    return name, one["published"], one["licence"], one["what"], "yes" if one["there"] else "no: skipped, get it there"


def _recall_parts(found: Mapping[str, Any]) -> list[str]:
    rankers = {"**reverie**": found, **found["baselines"]}
    rankers |= {"reverie, keys corrected": found["corrected"]} if "corrected" in found else {}
    best, own, place = found["margin"]["recall@10"], found["own_words"], found["environment"]
    low, high = best["interval"]
    notes = [
        f"{100 * best['value']:+.1f} points of R@10 over the best baseline, {best['over']} (95 % of the paired "
        f"differences: {100 * low:+.1f} to {100 * high:+.1f}).",
        f"Of {own['hits']:,} hits among the person's own words alone, {own['hits_of_others']} were anybody else's."
        + "".join(
            f" Where the evidence is {whose} (n {own[name]['n']}), R@10 is {_percent(own[name]['everything'])} in "
            f"everything and {_percent(own[name]['own_words'])} in the person's own words."
            for name, whose in (
                ("evidence_of_the_user", "the person's"),
                ("evidence_of_others", "not all the person's"),
            )
            if name in own
        ),
        "Left out: "
        + (", ".join(f"{count} ({reason})" for reason, count in place["left_out"].items()) or "nothing")
        + f". Turns: {place['turns']}, not kept: {place['turns_not_kept']}.",
        *found["degraded"],
    ]
    return [
        _rows(("", "n", *map(_short, SHOWN), "R@10, 95 %"), (_figures(*one) for one in rankers.items())),
        _rows(
            ("", "n", *map(_short, SHOWN[2:]), "R@10, 95 %", "best baseline"),
            ((*_figures(name, one, SHOWN[2:]), rival) for name, one, rival in groups(found)),
        ),
        _latency(found["latency_ms"]),
        "\n".join(f"- {note}" for note in notes),
    ]


def _figures(name: str, one: Mapping[str, Any], shown: Sequence[str] = SHOWN) -> tuple[str, ...]:
    low, high = one["intervals"]["recall@10"]
    figures = (f"{100 * one['metrics'][metric]:.1f}" for metric in shown)
    return name, str(one["n"]), *figures, f"{100 * low:.1f}-{100 * high:.1f}"


def _speed_parts(found: Mapping[str, Any]) -> list[str]:
    parts = []
    for verb in ("recall", "context", "say"):
        parts += [f"`{verb}` with {found['items']} items:", _latency(found[verb]["latency_ms"])]
    return parts


def _other_parts(found: Mapping[str, Any]) -> list[str]:
    if "skipped" in found:
        return [f"Skipped: {found['skipped']}."]
    intervals, counts = found.get("intervals", {}), found.get("n", {})
    rows = (
        (name, _short_number(value), "-".join(map(_short_number, intervals.get(name) or ())), str(counts.get(name, "")))
        for name, value in found["metrics"].items()
    )
    return [_rows(("metric", "value", "95 %", "n"), rows)]


def _short_number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"


def _latency(latency: Mapping[str, Mapping[str, float]]) -> str:
    rows = ((part, *(f"{value:.2f}" for value in found.values())) for part, found in latency.items())
    return _rows(("milliseconds", *latency["total"]), rows)


def _percent(metrics: Mapping[str, float]) -> str:
    return f"{100 * metrics['recall@10']:.1f}"


def _short(name: str) -> str:
    return name.replace("recall_", "").replace("recall", "R")


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
