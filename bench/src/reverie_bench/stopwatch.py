"""A watch on calls: what they spend in the embedder, what in Reverie, and on which machine that was."""

from __future__ import annotations

import os
import platform
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reverie.ports import Embedder

T = TypeVar("T")

DEPENDENCIES = ("numpy", "onnxruntime", "pystemmer", "simsimd", "sqlalchemy")
"""Libraries whose version may change a figure."""


class Watched:
    """An embedder with a watch: ``spent`` is the time spent in it so far, in seconds."""

    def __init__(self, real: Embedder) -> None:
        self._real = real
        self.space = real.space
        self.dimensions = real.dimensions
        self.multilingual = real.multilingual
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

    def time(self, call: Callable[[], T]) -> T:
        """Time a call, and give what it gives."""
        before = 0.0 if self.embedder is None else self.embedder.spent
        started = time.perf_counter()
        given = call()
        self.total.append(1000 * (time.perf_counter() - started))
        self.embed.append(0.0 if self.embedder is None else 1000 * (self.embedder.spent - before))
        return given

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


def environment() -> dict[str, Any]:
    """What it was measured on, and with which versions."""
    import reverie

    versions = {one.name.lower(): one.version for one in distributions()}
    return {
        **hardware(),
        "sqlite": sqlite3.sqlite_version,
        "reverie": reverie.__version__,
        "dependencies": {name: versions[name] for name in DEPENDENCIES if name in versions},
    }
