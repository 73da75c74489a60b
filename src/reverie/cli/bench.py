"""``reverie bench speed``: how long recall, say and context take on memories of a given size, on this machine.

The one idea: a watch around the embedder tells the time a call spends in the model; the rest is Reverie's own, and
the bars are for the rest. The store is filled through the product's own write path, as an import fills it, only with
vectors that are drawn by lot: embedding a hundred thousand texts would take half an hour and change no other figure.
The calls that are timed use the real embedder.
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
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reverie.app import Person
    from reverie.config import Config
    from reverie.ports import Embedder
    from reverie.services.learning import Heard
    from reverie.services.means import Means
    from reverie.store.session import Store

Progress = Callable[[int], None]

HEAVY = ("alembic", "fastapi", "mcp", "numpy", "onnx", "onnxruntime", "openai", "pydantic", "sqlalchemy", "tokenizers")
"""What `import reverie` must not load."""

WORDS = 6000
SITTING = 9
"""Messages of a conversation; with the one memory that the first of them teaches, ten items."""
HISTORY = timedelta(days=730)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is measured: ``items`` of each owner (one in ten a memory, the others messages), ``queries`` calls a verb.

    ``names`` are the owners made for it. ``named`` says that the store is the caller's own and is to be left as it was.
    """

    items: int
    queries: int
    names: tuple[str, ...]
    store: str
    named: bool
    embedder: str


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


# -- what is said ------------------------------------------------------------------------------------------------


class Texts:
    """Draws sentences from the shipped vocabulary, whose order is that of frequency: word n is as frequent as 1/n."""

    def __init__(self, seed: int = 11) -> None:
        import numpy as np

        from reverie.models.minilm import VOCABULARY

        lines = VOCABULARY.read_text(encoding="utf-8").splitlines()
        self._words = [word for word in lines if len(word) > 1 and word.isalpha() and word.isascii()][:WORDS]
        self._reach = np.cumsum(1 / np.arange(1, WORDS + 1))
        self._draw = np.random.default_rng(seed)

    def words(self, count: int, *, rarer_than: int = 0) -> list[str]:
        """Words by their frequency; ``rarer_than`` leaves out that many of the most frequent."""
        low = self._reach[rarer_than - 1] if rarer_than else 0.0
        drawn = low + self._draw.random(count) * (self._reach[-1] - low)
        return [self._words[rank] for rank in self._reach.searchsorted(drawn)]

    def message(self) -> str:
        """Two or three sentences of 6 to 14 words; one in five is a question."""
        ends = ["?" if self._draw.random() < 0.2 else "." for _ in range(int(self._draw.integers(2, 4)))]
        return " ".join(" ".join(self.words(int(self._draw.integers(6, 15)))).capitalize() + end for end in ends)

    def liking(self, number: int) -> str:
        """Something to like, another one for every number."""
        second, first = divmod(number, WORDS)
        return f"{self._words[first]} {self._words[-1 - second]}"

    def saying(self) -> str:
        """A message that teaches something: the rules read a liking in it."""
        return f"{self.message()} I like {' '.join(self.words(2, rarer_than=300))}."

    def question(self) -> str:
        """A question about one to four things."""
        return f"What did I say about {' and '.join(self.words(int(self._draw.integers(1, 5)), rarer_than=100))}?"


class Drawn:
    """An embedder for filling only: a text's vector is drawn by lot, the same for the same text, at no cost."""

    def __init__(self, real: Embedder) -> None:
        self.space = real.space
        self.dimensions = real.dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Draw unit vectors, shape (len(texts), dimensions)."""
        import numpy as np

        drawn = [np.random.default_rng(zlib.crc32(t.encode())).standard_normal(self.dimensions) for t in texts]
        vectors = np.array(drawn, dtype=np.float32)
        unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit


def history(owner: str, items: int, texts: Texts) -> Iterator[list[Heard]]:
    """Conversations over two years, user and assistant in turn, until their messages and memories are ``items``."""
    from reverie.domain.dialogue import Message, Role
    from reverie.domain.memories import Candidate, Category
    from reverie.services.conversations import Draft
    from reverie.services.learning import Heard
    from reverie.services.means import new_id

    first, count = datetime.now(UTC) - HISTORY, -(-items // (SITTING + 1))
    for number in range(count):
        left = items - number * (SITTING + 1)
        sitting = []
        for turn in range(min(SITTING, left)):
            role = Role.ASSISTANT if turn % 2 else Role.USER
            at = first + HISTORY * (number / count) + timedelta(minutes=turn)
            message = Message(
                id=new_id(), owner=owner, conversation_id="", role=role, speaker=role, text=texts.message(), sent_at=at
            )
            taught: tuple[Candidate, ...] = ()
            if turn == 0 and left > SITTING:
                liked = texts.liking(number)
                taught = (
                    Candidate(
                        text=f"Likes {liked}", key=f"likes:{liked}", value=liked, category=Category.PREFERENCE, span=(0, 9)
                    ),
                )
            sitting.append(Heard(draft=Draft(message=message), candidates=taught))
        yield sitting


# -- the store ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """What the filled store is like; ``index_bytes`` are those of every owner's search index in memory."""

    bytes_per_item: int
    index_bytes: int
    items_per_s: int
    database: dict[str, str]


@contextmanager
def filled(plan: Plan, model: Embedder | None, texts: Texts, progress: Progress) -> Iterator[Disk]:
    """Fill the store; when the block ends, however it ends, take out of a named store what was put in."""
    from reverie.domain.lifecycle import Policy
    from reverie.services import identity
    from reverie.services.means import Means
    from reverie.store import erasure
    from reverie.store.search import IndexCache
    from reverie.store.session import Store

    drawn = None if model is None else Drawn(model)
    store = Store(plan.store)
    cache = IndexCache(store, space=None, dimensions=None)  # filling searches nothing
    means = Means(store=store, search=cache, embedder=drawn, clock=lambda: datetime.now(UTC), policy=Policy())
    try:
        empty, started = _bytes_on_disk(store), time.perf_counter()
        owners = [identity.meet(means, name).id for name in plan.names]
        for owner in owners:
            _fill(means, history(owner, plan.items, texts), progress)
        count = plan.items * len(owners)
        yield Disk(
            items_per_s=round(count / (time.perf_counter() - started)),
            bytes_per_item=round((_bytes_on_disk(store) - empty) / count),
            index_bytes=_index_bytes(store, owners[0], drawn) * len(owners),
            database=_version(store),
        )
    finally:
        if plan.named:
            with store.writing() as session:
                for user in (user for name in plan.names for user in session.people.by_name(name)):
                    erasure.delete_person(session.connection, user.id)
            erasure.rewrite(store)
        store.close()


def _fill(means: Means, sittings: Iterator[list[Heard]], progress: Progress) -> None:
    from reverie.domain.dialogue import Conversation
    from reverie.services.learning import write
    from reverie.services.means import new_id

    for sitting in sittings:
        first = sitting[0].draft.message
        begin = Conversation(id=new_id(), owner=first.owner, started_at=first.sent_at)
        write(means, first.owner, sitting, settings={}, begin=begin, batch="bench")
        progress(len(sitting) + len(sitting[0].candidates))


def _index_bytes(store: Store, owner: str, embedder: Drawn | None) -> int:
    from reverie.store.index import OwnerIndex

    index = OwnerIndex(None if embedder is None else embedder.dimensions)
    with store.reading() as session:
        index.put(list(session.entries.indexed(owner, None if embedder is None else embedder.space)))
    return index.nbytes


def _bytes_on_disk(store: Store) -> int:
    if store.path is not None:
        with store.outside_transactions() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        return store.path.stat().st_size
    with store.reading() as session:
        size = session.connection.exec_driver_sql("SELECT pg_database_size(current_database())")
        return int(size.scalar_one())


def _version(store: Store) -> dict[str, str]:
    asking = "SELECT sqlite_version()" if store.on_sqlite else "SHOW server_version"
    with store.reading() as session:
        version = session.connection.exec_driver_sql(asking).scalar_one()
    return {"sqlite" if store.on_sqlite else "postgresql": str(version)}


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
    run = subprocess.run(
        [sys.executable, "-c", program], input=given, env=environment, stdout=subprocess.PIPE, text=True, check=True
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
        "open and recall, cold": f"{report['cold_open_ms']} ms in a new process, the model loaded too",
        "an owner's index, cold": f"{report['cold_load_ms']} ms until the first recall is answered",
        "memory": f"{resident}, of which {report['index_mb']} MB of index",
        "database": f"{report['file_bytes_per_item']} bytes an item; filled at {report['fill_items_per_s']} items a second",
        "store": report["store"],
        "filled with": report["filled_with"],
        "machine": ", ".join(f"{name} {value}" for name, value in machine.items()),
    }
    for name, bar in report["bars"].items():
        limit = "" if bar["limit_ms"] is None else f", at most {bar['limit_ms']:g} ms"
        shown[name] = f"{'met' if bar['met'] else 'NOT MET'}: {bar['measured_ms']} ms{limit}"
    return shown
