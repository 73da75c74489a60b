"""Many processes writing one person's memory at once: is everything kept that was acknowledged, and how long it takes.

The one idea: the figures are worth nothing unless nothing was lost, so a run ends with the check, and tells what is
wrong before it tells how fast it was.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import uuid
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from typing import Any

from reverie_bench import durability
from reverie_bench.durability import Note
from reverie_bench.stopwatch import hardware
from reverie_bench.writer_process import Errand, given, settings

LONGER = 120.0
"""Seconds that writers have for their start and their last call, before a run is given up."""


def errand(store: str, *, processes: int, seconds: float, seed: int = 0, owned: bool = True) -> Errand:
    """What the writers are to do, of somebody made up for it."""
    person = f"Writers {uuid.uuid4().hex[:8]}"
    return Errand(store=store, person=person, folder="", processes=processes, seconds=seconds, seed=seed, owned=owned)


def measured(wanted: Errand) -> dict[str, Any]:
    """Let the writers write, and say what was kept, what was lost and how long the calls took.

    In a store that is not ``owned`` the person is erased afterwards.
    """
    with tempfile.TemporaryDirectory(prefix="reverie-writers-", ignore_cleanup_errors=True) as folder:
        errand = replace(wanted, folder=folder)
        try:
            failed = subprocess.run(  # a program of ours, which reads what it does from a pipe
                [sys.executable, "-m", "reverie_bench.writer_process"],
                input=given(errand),
                text=True,
                check=False,
                timeout=errand.seconds + LONGER,
                stdout=subprocess.DEVNULL,
            ).returncode
            told = durability.notes(errand)
            problems = durability.problems(errand, told)
        finally:
            if not errand.owned:
                _erased(errand)
    if failed:
        problems.append(f"{failed} of {errand.processes} writers did not come to their end")
    return {
        "processes": errand.processes,
        "seconds": errand.seconds,
        "acts": len(told),
        "acts_per_s": round(len(told) / _lasted(told), 1) if told else 0.0,
        "refused": sum("refused" in note for note in told),
        "problems": problems,
        "latency_ms": _latencies(told),
        "by_writer": _by_writer(told),
        "hardware": hardware(),
    }


def _erased(errand: Errand) -> None:
    import reverie
    from reverie.errors import NotFound

    with reverie.open(errand.store, companion="Luna", config=settings()) as luna:
        try:
            luna.erase(luna.find(errand.person))
        except NotFound:
            return


def _lasted(told: list[Note]) -> float:
    return max(1e-9, max(float(n["ended"]) for n in told) - min(float(n["began"]) for n in told))


def _latencies(told: list[Note]) -> dict[str, dict[str, float]]:
    """How long each act took: its number, median, 99th percentile and longest, in milliseconds."""
    import numpy as np

    taken: dict[str, list[float]] = defaultdict(list)
    for note in told:
        taken[note["act"]].append(1000 * (note["ended"] - note["began"]))
    return {
        act: {
            "n": len(times),
            "p50": round(float(np.percentile(times, 50)), 1),
            "p99": round(float(np.percentile(times, 99)), 1),
            "max": round(max(times), 1),
        }
        for act, times in sorted(taken.items())
    }


def _by_writer(told: list[Note]) -> dict[str, Any]:
    """How even it was: the fewest and most acts of a writer, and the longest that one waited for an answer."""
    by: dict[int, list[float]] = defaultdict(list)
    for note in told:
        by[note["by"]].append(float(note["ended"]))
    counts = [len(ended) for ended in by.values()] or [0]
    gaps = [later - earlier for ended in by.values() for earlier, later in pairwise(sorted(ended))]
    return {"fewest": min(counts), "most": max(counts), "longest_gap_s": round(max(gaps, default=0.0), 2)}
