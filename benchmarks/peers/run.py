"""Reverie beside others: the same turns, questions and vectors, one run, one scorer, a process for each system.

    make peers ARGS="--data FOLDER --sets locomo longmemeval_pool madial"

FOLDER has a folder for each set with conversations.jsonl and queries.jsonl. The vectors are made once, here, and
looked up by every system, so that a ranking and a time are the system's own. How it is measured, and what is unfair
to whom, is in the README.md beside this file. It needs Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import fmean, median
from typing import Any, Self

os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

import numpy as np
from benchmarks.peers.report import markdown
from benchmarks.peers.scoring import DEPTH, percentile, scored

from reverie.models import embedder
from reverie_bench.baselines import Kept
from reverie_bench.stopwatch import hardware

HERE = Path(__file__).parent
SYSTEMS = {
    "reverie": "reverie", "mem0": "mem0ai", "mem0_nlp": "mem0ai", "chroma": "chromadb", "langgraph": "langgraph",
    "faiss": "faiss-cpu", "exact": "numpy", "bm25s": "bm25s",
}  # fmt: skip
"""A folder beside this file, and the package whose version counts."""
FORMS = {"plain": "{text}", "named": "{speaker}: {text}"}
"""How a turn is given to a system that keeps texts; Reverie has the turns as they are, speakers apart."""
APART = {"adversarial", "abstention"}
TOGETHER = 20
"""Questions that a system answers before it is the next one's turn."""
QUIET = {
    "ANONYMIZED_TELEMETRY": "False", "CHROMA_TELEMETRY": "False", "DO_NOT_TRACK": "1", "HF_HUB_OFFLINE": "1",
    "LANGSMITH_TRACING": "false", "MEM0_TELEMETRY": "False", "ORT_DISABLE_TELEMETRY": "1",
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
}  # fmt: skip
"""What each system's process is told: send nothing, and use one thread."""
ISOLATED = ("unshare", "--map-root-user", "--net")


def timed(model: Kept, texts: Sequence[str]) -> list[float]:
    """The milliseconds it takes to embed each of the texts, whether they are known or not."""
    times = []
    model.afresh = True
    for text in texts:
        started = time.perf_counter()
        model.embed([text])
        times.append(1000 * (time.perf_counter() - started))
    model.afresh = False
    return times


class Worker:
    """A system in a process, an environment and a home of its own, with no network where the kernel allows that."""

    def __init__(self, name: str, environments: Path, job: dict[str, Any], model: Kept) -> None:
        self._model = model
        folder = Path(job["folder"])
        (folder / "home").mkdir(parents=True)
        path = folder / "job.json"
        path.write_text(json.dumps(job), encoding="utf-8")
        ours = name == "reverie"
        python = sys.executable if ours else environments.resolve() / name / "bin" / "python"
        variables = {"PATH": os.environ["PATH"], "HOME": str(folder / "home"), **QUIET}
        if ours and "PYTHONPATH" in os.environ:
            variables["PYTHONPATH"] = os.environ["PYTHONPATH"]
        self._log = folder / "log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [*isolation(), python, "-P", HERE / "worker.py", HERE / name / "driver.py", path],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=variables, cwd=folder, text=True,
            )  # fmt: skip

    def do(self, what: str, **more: Any) -> Any:
        """Tell the worker what to do and wait for its answer, embedding on the way what it has no vector of."""
        answer = self._told({"do": what, **more})
        while "embed" in answer:
            answer = self._told(self._model.embed(answer["embed"]).tolist())
        return answer["reply"]

    def _told(self, what: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):  # the log says why it ended
            print(json.dumps(what), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(
                f"a system ended early:\n{self._log.read_text(encoding='utf-8', errors='replace')[-3000:]}"
            )
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()


def main() -> None:
    """Measure, print the report, and keep it as Markdown and JSON."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, metavar="FOLDER")
    arguments.add_argument("--sets", nargs="+", default=["locomo"])
    arguments.add_argument("--peers", nargs="+", default=list(SYSTEMS), choices=list(SYSTEMS))
    arguments.add_argument("--forms", nargs="+", default=list(FORMS), choices=list(FORMS))
    arguments.add_argument("--passes", type=int, default=3, help="how often a question is timed")
    arguments.add_argument("--timed", type=int, default=200, help="questions and turns of a set that are timed")
    arguments.add_argument("--cache", type=Path, metavar="FOLDER", help="keep vectors there for the next run")
    arguments.add_argument("--environments", type=Path, default=Path(".make/peers"), metavar="FOLDER")
    arguments.add_argument("--out", type=Path, default=Path("build/peers"), metavar="FOLDER")
    given = arguments.parse_args()
    real = embedder("tuned")
    assert real is not None
    real.embed(["The model is loaded before anything is timed."])
    model = Kept(real, given.cache)
    report: dict[str, Any] = {
        "environment": {
            **hardware(), "date": datetime.now(UTC).date().isoformat(), "passes": given.passes,
            "network": "none" if isolation() else "not cut off",
            "versions": {name: _version(name) for name in given.peers},
        },
        "sets": {},
    }  # fmt: skip
    given.out.mkdir(parents=True, exist_ok=True)
    for name in given.sets:
        report["sets"][name] = measured(given.data / name, given, model)
        model.save()
        (given.out / "peers.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
        (given.out / "peers.md").write_text(markdown(report), encoding="utf-8")
    print(markdown(report))


def measured(folder: Path, given: argparse.Namespace, model: Kept) -> dict[str, Any]:
    """Everything about one set: what it holds, what embedding costs, and each system's figures."""
    conversations = [one for one in _lines(folder / "conversations.jsonl") if one.get("language", "en") == "en"]
    known = {one["id"] for one in conversations}
    queries = [one for one in _lines(folder / "queries.jsonl") if one["conversation_id"] in known and _counts(one)]
    questions = [
        {"conversation": one["conversation_id"], "text": one["question"], "at": one.get("question_datetime")}
        for one in queries
    ]
    wanted = [one["text"] for one in questions]
    embed_ms = timed(model, [wanted[place] for place in _spread(len(wanted), given.timed)])
    asked = dict(zip(wanted, model.embed(wanted), strict=True))
    found: dict[str, Any] = {"questions": len(questions), "conversations": len(conversations), "systems": {}}
    for form in given.forms:
        first = form == given.forms[0]
        with tempfile.TemporaryDirectory(prefix="peers-") as place, ExitStack() as running:
            turns = [list(_turns(one, form)) for one in conversations]
            texts = list(dict.fromkeys(turn["text"] for one in turns for turn in one))
            turn_ms = timed(model, [texts[place] for place in _spread(len(texts), given.timed)])
            table = dict(zip(texts, model.embed(texts), strict=True)) | asked
            np.save(Path(place, "vectors.npy"), np.stack(list(table.values())))
            job = {
                "texts": list(table), "vectors": f"{place}/vectors.npy", "questions": questions, "limit": DEPTH,
                "conversations": list(_kept(Path(place), conversations, turns)),
            }  # fmt: skip
            workers: dict[str, Worker] = {}
            for name in given.peers if first else [name for name in given.peers if name != "reverie"]:
                own = job | {"folder": f"{place}/{name}"}
                workers[name] = running.enter_context(Worker(name, given.environments, own, model))
                system = found["systems"].setdefault(name, {"metrics": {}})
                took = workers[name].do("ingest")
                ranked = workers[name].do("rank")
                evidence = [frozenset(one["evidence"]) for one in queries]
                system["metrics"]["records" if name == "reverie" else form] = scored(ranked["rankings"], evidence)
                if first:
                    system["embedded_per_question"] = round(ranked["embedded"] / len(questions), 3)
                    system["ingest_turns_per_s"] = _speed(sum(map(len, turns)), took, fmean(turn_ms))
                print(f"{folder.name} {form} {name}: {system['metrics']}", file=sys.stderr)
            if first:
                found |= {"turns": sum(map(len, turns)), "embed_turns_per_s": round(1000 / fmean(turn_ms), 1)}
                found["load"] = _costs(workers, found["systems"], _spread(len(questions), given.timed), given.passes)
                for system in found["systems"].values():
                    system["latency_ms"]["embed"] = _latency(embed_ms)
    return found


def _costs(workers: dict[str, Worker], systems: dict[str, Any], places: list[int], passes: int) -> float:
    """Time the questions at these places, the systems taking turns; a question's time is the median of its passes.

    Gives the machine's mean load meanwhile, of which this run is one.
    """
    times: dict[str, dict[int, list[float]]] = {name: {place: [] for place in places} for name in workers}
    loads, order = [], list(workers)
    for start in [*range(0, len(places), TOGETHER)] * passes:
        part = places[start : start + TOGETHER]
        for name in order:
            for place, took in zip(part, workers[name].do("time", questions=part), strict=True):
                times[name][place].append(took)
        order = [*order[1:], order[0]]
        loads.append(os.getloadavg()[0])
    for name, worker in workers.items():
        told = worker.do("report")
        systems[name] |= {
            "latency_ms": {"rest": _latency([median(one) for one in times[name].values()])},
            "memory_mb": round(told["memory"] / 1e6, 1),
            "network": {"refused": told["refused"], "looked_up": told["looked_up"]},
        }
    return round(fmean(loads), 2)


def _spread(count: int, wanted: int) -> list[int]:
    return list(range(0, count, max(1, -(-count // wanted))))


def _speed(turns: int, took: float, turn_ms: float) -> dict[str, float]:
    return {"own": round(turns / took, 1), "with_embedding": round(turns / (took + turns * turn_ms / 1000), 1)}


def _latency(times: list[float]) -> dict[str, float]:
    return {f"p{share}": round(percentile(times, share), 3) for share in (50, 95)}


def _counts(query: dict[str, Any]) -> bool:
    return bool(query["evidence"]) and query["category"] not in APART and not query.get("unanswerable")


def _turns(conversation: dict[str, Any], form: str) -> Iterator[dict[str, str]]:
    for sitting in conversation["sessions"]:
        for turn in sitting["turns"]:
            shown = f" [image: {turn['image_caption']}]" if turn.get("image_caption") else ""
            kept = {name: turn[name] for name in ("id", "speaker", "role")} | {"sitting": sitting["id"]}
            yield kept | {"text": FORMS[form].format(speaker=turn["speaker"], text=turn["text"] + shown)}


def _kept(place: Path, conversations: list[Any], turns: list[list[dict[str, str]]]) -> Iterator[dict[str, Any]]:
    """Conversations as jobs have them; each also lies in a file of its own, as it came, for who reads files."""
    for number, (one, its) in enumerate(zip(conversations, turns, strict=True)):
        path = place / f"conversation-{number}.jsonl"
        path.write_text(json.dumps(one) + "\n", encoding="utf-8")
        yield {"id": one["id"], "turns": its, "file": str(path)}


def isolation() -> tuple[str, ...]:
    """What goes before a command so that it runs without a network; nothing where that is not allowed."""
    if shutil.which(ISOLATED[0]) is None:
        return ()
    return ISOLATED if subprocess.run([*ISOLATED, "true"], check=False, capture_output=True).returncode == 0 else ()


def _version(name: str) -> str:
    if name == "reverie":
        return version("reverie")
    pins = (HERE / name / "requirements.txt").read_text(encoding="utf-8")
    pin = re.search(rf"^{re.escape(SYSTEMS[name])}==(\S+)", pins, re.MULTILINE)
    assert pin is not None
    return pin[1]


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
