"""How long recall, say and context take on memories of a given size.

The one idea: a watch around the embedder tells the time a call spends in the model; the rest is Reverie's own, and
the bars are for the rest.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from reverie_bench.sql_statements import counted
from reverie_bench.stopwatch import Watch, Watched, hardware
from reverie_bench.store_filling import Plan, Progress, Texts, filled, surrounded

if TYPE_CHECKING:
    from reverie.app.person import Person
    from reverie.config import Config
    from reverie.ports import Embedder

HEAVY = ("alembic", "fastapi", "mcp", "numpy", "onnx", "onnxruntime", "openai", "pydantic", "sqlalchemy", "tokenizers")
"""What `import reverie` must not load."""

VERBS = ("recall", "context", "say", "recall_after_say")
WITH_ALL = "context_with_all"
"""A context that draws on every source; only in a store of the benchmark's own, which is filled with them."""

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


def steps(plan: Plan) -> int:
    """How many times the progress is called."""
    return plan.items * len(plan.names) + plan.queries * (len(VERBS) + (not plan.named))


def measured(plan: Plan, model: Embedder | None, settings: Config, progress: Progress) -> dict[str, Any]:
    """Fill the store, take every measure, and take out what was put in."""
    import_ms, heavy = import_cost()
    texts = Texts()
    with filled(plan, model, texts, progress) as disk:
        cold, rss = cold_start(plan, texts)
        warm = _warm(plan, model, settings, texts, progress)
    rest = {verb: warm[verb]["latency_ms"]["rest"]["p50"] for verb in ("recall", "say")}
    return {
        "metrics": _flat(warm) | {"import_ms": import_ms, "cold_open_ms": cold, "fill_items_per_s": disk.items_per_s},
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


def _flat(warm: dict[str, Any]) -> dict[str, float]:
    """Each verb's percentiles under a name of their own, as in ``recall_rest_p50_ms``."""
    return {
        f"{verb}_{part}_{share}_ms": value
        for verb in (*VERBS, WITH_ALL)
        if verb in warm
        for part, shares in warm[verb]["latency_ms"].items()
        for share, value in shares.items()
    }


def _bar(measured_ms: float, limit_ms: float) -> dict[str, Any]:
    return {"limit_ms": limit_ms, "measured_ms": measured_ms, "met": measured_ms <= limit_ms}


# -- the measures ------------------------------------------------------------------------------------------------


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

        def timed(verb: str, call: Callable[[Person], Callable[[], object]]) -> None:
            for _ in range(UNCOUNTED):
                call(people[0])()
            watch = Watch(embedder=embedder)
            for turn in range(plan.queries):
                watch.time(call(people[turn % len(people)]))
                progress(1)
            latencies[verb] = watch.latency()
            ready = call(people[0])
            with counted(companion._runtime.store) as tally:
                ready()
            latencies[verb]["cost"] = tally.report()

        for verb, call in verbs.items():
            timed(verb, call)
        if not plan.named:
            with TemporaryDirectory() as folder:
                surrounded(companion, people, texts, Path(folder))
                timed(WITH_ALL, verbs["context"])
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
