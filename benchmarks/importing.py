"""How much of an import's time is embedding: the import through the product against the bare embedder.

    python benchmarks/importing.py FILE [--turns 400] [--speaker NAME] [--json]

FILE is a history as `reverie import` reads it (JSONL). Its first sittings, up to about so many turns, are imported into
a temporary SQLite file. Beside it, the same embedder embeds the same texts with nothing else to do. The two take turns,
some sittings each, so that a machine with other work disturbs both alike. ``import_ratio`` is the import's throughput
divided by the bare embedder's, by the processor's time; 1 would be an import that costs nothing beyond embedding.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import reverie
from reverie.models import embedder
from reverie.ports import Embedder
from reverie_bench.stopwatch import hardware

PART = 20
"""How many turns are imported before the bare embedder has its turn, at least."""
UNCOUNTED = 5
"""Parts before anything counts: a rule is compiled at its first use, a fifth of a second for all of them, once."""


class Recorded:
    """The real embedder, which notes what it is given, and can do the same again."""

    def __init__(self, real: Embedder) -> None:
        self._real = real
        self.space = real.space
        self.dimensions = real.dimensions
        self.given: list[Sequence[str]] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Embed as the real one does."""
        self.given.append(texts)
        return self._real.embed(texts)

    def again(self) -> int:
        """Embed once more, bare, what was given since the last time; give how many texts that was."""
        given, self.given = self.given, []
        for texts in given:
            self._real.embed(texts)
        return sum(map(len, given))


def parts(file: Path, turns: int) -> Iterator[dict[str, Any]]:
    """A history's sittings, some at a time, up to about so many turns."""
    for line in file.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        some: list[dict[str, Any]] = []
        for session in found["sessions"]:
            some.append(session)
            if sum(len(one["turns"]) for one in some) >= PART:
                yield {**found, "sessions": some}
                turns -= sum(len(one["turns"]) for one in some)
                some = []
            if turns <= 0:
                return


def measured(file: Path, turns: int, speaker: str | None) -> dict[str, Any]:
    """Import and embed by turns; give the texts a second of each and their ratio."""
    real = embedder("tuned")
    if real is None:
        raise SystemExit("the embedder is needed")
    real.embed(["The model is loaded before anything is timed."])
    recorded = Recorded(real)
    texts, spent, wall = 0, {"import": 0.0, "embed": 0.0}, {"import": 0.0, "embed": 0.0}
    with (
        tempfile.TemporaryDirectory() as folder,
        reverie.open(Path(folder, "bench.db"), embedder=recorded) as companion,
    ):
        person = companion.meet("Sam")
        path = Path(folder, "part.jsonl")
        for number, part in enumerate(parts(file, turns + UNCOUNTED * PART)):
            path.write_text(json.dumps(part), encoding="utf-8")
            started, cpu = time.perf_counter(), time.process_time()
            companion.import_history(path, person, speaker=speaker)
            between, between_cpu = time.perf_counter(), time.process_time()
            embedded = recorded.again()
            if number < UNCOUNTED:
                continue
            texts += embedded
            spent["import"] += between_cpu - cpu
            spent["embed"] += time.process_time() - between_cpu
            wall["import"] += between - started
            wall["embed"] += time.perf_counter() - between
    return {
        "import_ratio": round(spent["embed"] / spent["import"], 3),
        "import_ratio_wall": round(wall["embed"] / wall["import"], 3),
        "texts": texts,
        "texts_per_s": {name: round(texts / seconds, 1) for name, seconds in wall.items()},
        "ms_per_text_beyond_embedding": round(1000 * (spent["import"] - spent["embed"]) / texts, 2),
        "hardware": hardware(),
    }


def main() -> None:
    """Read the arguments, measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--speaker", help="who the person is, where the file names nobody user")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measured(asked.file, asked.turns, asked.speaker)
    print(json.dumps(found) if asked.json else "\n".join(f"{name}: {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
