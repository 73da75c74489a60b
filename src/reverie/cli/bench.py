"""``reverie bench speed``: how long recall, say and context take on memories of a given size, on this machine.

The one idea: a watch around the embedder tells the time a call spends in the model; the rest is Reverie's own, and
the bars are for the rest.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reverie.cli.bench_store import Plan, Progress, Texts, filled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reverie.config import Config
    from reverie.person import Person
    from reverie.ports import Embedder

HEAVY = ("alembic", "fastapi", "mcp", "numpy", "onnx", "onnxruntime", "openai", "pydantic", "sqlalchemy", "tokenizers")
"""What `import reverie` must not load."""

VERBS = ("recall", "context", "say", "recall_after_say")
UNCOUNTED = 3
"""Calls before each series: the first ones compile the statements."""

# Run in a process of its own, so that nothing is warm but the system's file cache. The plan comes on standard input:
# a command line can be read by everybody on the machine, and a URL may hold a password.
_COLD_START = """
import time
started = time.perf_counter()
import json, os, pathlib, sys
plan = json.load(sys.stdin)
import reverie
with reverie.open(plan["store"], embedder=plan["embedder"]) as companion:
    people = [companion.find(name) for name in plan["people"]]
    people[0].recall(plan["question"])
    cold = time.perf_counter() - started
    for person in people[1:]:
        person.recall(plan["question"])
    statm = pathlib.Path("/proc/self/statm")
    pages = int(statm.read_text().split()[1]) if statm.exists() else None
    print(json.dumps([cold, pages and pages * os.sysconf("SC_PAGE_SIZE")]))
"""
_IMPORT = """
import sys, time
started = time.perf_counter()
import reverie
print(time.perf_counter() - started, *{name.partition(".")[0] for name in sys.modules})
"""

bench_app = typer.Typer(help="Measure Reverie on this machine.", no_args_is_help=True)


@bench_app.callback()
def bench() -> None:
    """Measure Reverie on this machine."""


@bench_app.command()
def speed(
    memories: Annotated[int, typer.Option(min=1, help="Items an owner has: 9 messages to each memory.")] = 10_000,
    owners: Annotated[int, typer.Option(min=1, help="How many owners there are.")] = 1,
    store: Annotated[str | None, typer.Option(help="Measure on this store; what is added is erased.")] = None,
    embedder: Annotated[str | None, typer.Option(help="minilm, none, or provider:name.")] = None,
    queries: Annotated[int, typer.Option(min=1, help="Calls of each verb.")] = 200,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Measure recall, say and context: embedding and the rest apart, cold start, memory and size."""
    from reverie import config, models
    from reverie.errors import ConfigError, InvalidInput
    from reverie.store.session import database_url

    settings = config.load()
    chosen = embedder or settings.embedder
    with tempfile.TemporaryDirectory(prefix="reverie-bench-", ignore_cleanup_errors=True) as folder:
        try:
            model = models.embedder(chosen)
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
        report = measured(plan, model, settings)
    report["store"] = url.render_as_string(hide_password=True) if store else "a temporary SQLite file"
    if as_json:
        typer.echo(json.dumps(report, ensure_ascii=False))
    else:
        _show(report)


def measured(plan: Plan, model: Embedder | None, settings: Config) -> dict[str, Any]:
    """Fill the store, take every measure, and take out what was put in."""
    import_ms, heavy = import_cost()
    texts = Texts()
    steps = plan.items * len(plan.names) + plan.queries * len(VERBS)
    with _progress(steps) as progress, filled(plan, model, texts, progress) as disk:
        cold, rss = cold_start(plan, texts)
        warm = _warm(plan, model, settings, texts, progress)
    rest = {verb: warm[verb]["latency_ms"]["rest"]["p50"] for verb in ("recall", "say")}
    return {
        **warm,
        "import_ms": import_ms,
        "heavy_imports": heavy,
        "cold_open_ms": cold,
        "rss_mb": rss,
        "index_mb": round(disk.index_bytes / 1e6, 1),
        "file_bytes_per_item": disk.bytes_per_item,
        "items": plan.items,
        "owners": len(plan.names),
        "embedder": plan.embedder,
        "filled_with": "texts and vectors drawn by lot; the timed calls use the real embedder",
        "fill_items_per_s": disk.items_per_s,
        "hardware": hardware() | disk.database,
        "bars": {
            "recall_rest": _bar(rest["recall"], 3.0 if plan.items <= 10_000 else 12.0 * max(1, plan.items / 100_000)),
            "say_rest": _bar(rest["say"], 5.0),
            "import_loads_nothing_heavy": {"limit_ms": None, "measured_ms": import_ms, "met": not heavy},
        },
    }


def _bar(measured_ms: float, limit_ms: float) -> dict[str, Any]:
    return {"limit_ms": limit_ms, "measured_ms": measured_ms, "met": measured_ms <= limit_ms}


# -- the measures ------------------------------------------------------------------------------------------------


class Watched:
    """An embedder with a watch: ``spent`` is the time spent in it so far, in seconds."""

    def __init__(self, real: Embedder) -> None:
        self._real = real
        self.space = real.space
        self.dimensions = real.dimensions
        self.spent = 0.0

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed as the real one does."""
        started = time.perf_counter()
        try:
            return self._real.embed(texts)
        finally:
            self.spent += time.perf_counter() - started


@dataclass(slots=True, kw_only=True)
class Watch:
    """Times calls, in milliseconds: ``embed`` in the embedder, ``total`` from call to answer."""

    embedder: Watched | None
    embed: list[float] = field(default_factory=list)
    total: list[float] = field(default_factory=list)

    def time(self, call: Callable[[], object]) -> None:
        """Time a call."""
        before = 0.0 if self.embedder is None else self.embedder.spent
        started = time.perf_counter()
        call()
        self.total.append(1000 * (time.perf_counter() - started))
        self.embed.append(0.0 if self.embedder is None else 1000 * (self.embedder.spent - before))

    def latency(self) -> dict[str, Any]:
        """The percentiles of the calls, split into embedding and the rest."""
        import numpy as np

        embed, total = np.array(self.embed), np.array(self.total)
        split = {"embed": embed, "rest": total - embed, "total": total}
        return {
            "latency_ms": {
                name: {f"p{share}": round(float(np.percentile(values, share)), 3) for share in (50, 95, 99)}
                for name, values in split.items()
            }
        }


def _warm(plan: Plan, model: Embedder | None, settings: Config, texts: Texts, progress: Progress) -> dict[str, Any]:
    """Time a series of calls for each verb, the owners taking turns; a few calls before it are not counted."""
    import reverie

    def after_saying(person: Person) -> Callable[[], object]:
        person.say(texts.saying())
        return partial(person.recall, texts.question())

    verbs: dict[str, Callable[[Person], Callable[[], object]]] = {
        "recall": lambda person: partial(person.recall, texts.question()),
        "context": lambda person: partial(person.context, texts.message()),
        "say": lambda person: partial(person.say, texts.saying()),
        "recall_after_say": after_saying,
    }
    embedder = None if model is None else Watched(model)
    if embedder is not None:
        embedder.embed(["The model is loaded before anything is timed."])
    with reverie.open(plan.store, embedder=embedder or "none", config=settings) as companion:
        people = [companion.find(name) for name in plan.names]
        load = Watch(embedder=embedder)
        for person in people:
            load.time(partial(person.recall, texts.question()))
        latencies = {}
        for verb, call in verbs.items():
            for _ in range(UNCOUNTED):
                call(people[0])()
            watch = Watch(embedder=embedder)
            for turn in range(plan.queries):
                watch.time(call(people[turn % len(people)]))
                progress(1)
            latencies[verb] = watch.latency()
    loads = [total - embed for total, embed in zip(load.total, load.embed, strict=True)]
    return {**latencies, "cold_load_ms": round(median(loads), 1)}


def cold_start(plan: Plan, texts: Texts) -> tuple[float, float | None]:
    """A new process, from its first line to its first recall, in milliseconds (the median of 3), and its memory.

    The memory is the resident set in MB once every owner's index is loaded; None where the system does not tell.
    """
    asked = {"store": plan.store, "embedder": plan.embedder, "people": plan.names, "question": texts.question()}
    runs = [json.loads(_run(_COLD_START, json.dumps(asked))) for _ in range(3)]
    resident = runs[-1][1]
    return round(1000 * median(run[0] for run in runs), 1), resident and round(resident / 1e6, 1)


def import_cost() -> tuple[float, list[str]]:
    """How long `import reverie` takes in a new process, in milliseconds (the median of 5), and the heavy it loads."""
    _run(_IMPORT)  # leaves bytecode behind, as an installed package has it
    runs = [_run(_IMPORT).split() for _ in range(5)]
    return round(1000 * median(float(run[0]) for run in runs), 2), sorted(set(runs[0][1:]) & set(HEAVY))


def _run(program: str, given: str = "") -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    run = subprocess.run(  # noqa: S603 # the program is one of the two above
        [sys.executable, "-c", program],
        input=given,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return run.stdout


def hardware() -> dict[str, Any]:
    """What it was measured on; ``load`` is how busy the machine was over the last minute, in processes."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "cpu": models[0] if models else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
    }


# -- showing -----------------------------------------------------------------------------------------------------


@contextmanager
def _progress(steps: int) -> Iterator[Progress]:
    """A bar on standard error, when that is a terminal."""
    from rich.console import Console
    from rich.progress import Progress as Bars

    console = Console(stderr=True)
    with Bars(console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task("filling, then measuring", total=steps)
        yield lambda done: bars.advance(task, done)


def _show(report: dict[str, Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=f"{report['items']:,} items an owner, {report['owners']:,} owners, embedder {report['embedder']}",
        caption="milliseconds; the rest is Reverie without the embedder",
        box=box.SIMPLE,
    )
    columns = [("embed", "p50"), *((part, p) for part in ("rest", "total") for p in ("p50", "p95", "p99"))]
    table.add_column("verb")
    for part, share in columns:
        table.add_column(f"{part}\n{share}", justify="right")
    for verb in VERBS:
        latency = report[verb]["latency_ms"]
        table.add_row(verb.replace("_", " "), *(f"{latency[part][share]:.2f}" for part, share in columns))
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
