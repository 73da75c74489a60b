"""How long it takes to index documents, to look through them again, and to search their passages.

    python benchmarks/knowledge.py [--files 2000] [--embedder hash|none|tuned] [--json]

It writes Markdown files of six sections each (a passage a section, about 600 characters of made-up words, the n-th most
frequent as often as 1/n) into a temporary folder, and indexes them into a temporary SQLite file: first all, then again
with nothing changed, then with twenty changed, then after all were moved to another folder. Then it asks 100 questions
of eight words each; embedding the question is part of a search. ``opinions_ms`` is the listing of twenty opinions of
the same companion.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import reverie
from reverie.knowledge.passages import Indexing, Step
from reverie.testing import HashEmbedder
from reverie_bench.stopwatch import hardware

SECTIONS, CHANGED, QUESTIONS = 6, 20, 100
LETTERS = "bcdfghklmnprstvz"


def vocabulary(dice: random.Random, size: int = 8000) -> list[str]:
    """Made-up words."""
    return [
        "".join(dice.choice(LETTERS) + dice.choice("aeiou") for _ in range(dice.randint(2, 4))) for _ in range(size)
    ]


class Pages:
    """Writes made-up pages, always the same ones."""

    def __init__(self) -> None:
        self._dice = random.Random(5)
        self._words = vocabulary(self._dice)
        self._weights = [1 / place for place in range(1, len(self._words) + 1)]

    def words(self, count: int) -> list[str]:
        """Words, the frequent ones more often."""
        return self._dice.choices(self._words, self._weights, k=count)

    def page(self, number: int) -> str:
        """A page of six sections."""
        sections = []
        for section in range(SECTIONS):
            sentences = [" ".join(self.words(12)).capitalize() + "." for _ in range(9)]
            sections.append(f"## {' '.join(self.words(3))} {number}.{section}\n\n{' '.join(sentences)}\n")
        return f"# Page {number}\n\n" + "\n".join(sections)


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    """How many seconds something takes, and what it gives."""
    started = time.perf_counter()
    given = act()
    return time.perf_counter() - started, given


def measured(files: int, embedder: str) -> dict[str, Any]:
    """Index, index again, and search."""
    pages = Pages()
    with tempfile.TemporaryDirectory() as folder:
        docs = Path(folder, "docs")
        for number in range(files):
            path = docs / f"{number % 40}" / f"{number}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(pages.page(number), encoding="utf-8")
        chosen = HashEmbedder(384) if embedder == "hash" else embedder
        with reverie.open(Path(folder, "bench.db"), embedder=chosen) as luna:
            for number in range(20):
                luna.opinions.add(f"topic {number}", f"I find {pages.words(1)[0]} number {number} pleasing.")
            first_s, done = timed(lambda: luna.knowledge.add(docs))
            again_s, same = timed(lambda: luna.knowledge.add(docs))
            for number in range(CHANGED):
                (docs / f"{number % 40}" / f"{number}.md").write_text(pages.page(number), encoding="utf-8")
            changed_s, changed = timed(lambda: luna.knowledge.add(docs))
            docs.rename(Path(folder, "moved"))
            (docs).mkdir()
            Path(folder, "moved").rename(docs / "moved")
            moved_s, moved = timed(lambda: luna.knowledge.add(docs))
            load_s, _found = timed(lambda: luna.knowledge.search("the first question loads"))
            asked = [timed(lambda: luna.knowledge.search(" ".join(pages.words(8)))) for _ in range(QUESTIONS)]
            listed = [timed(luna.opinions.list)[0] for _ in range(20)]
            size = Path(folder, "bench.db").stat().st_size
    searches = sorted(seconds for seconds, _found in asked)
    return {
        "files": files,
        "passages": sum(filed.passages for filed in done.files),
        "embedder": embedder,
        "first_s": round(first_s, 2),
        "unchanged_s": round(again_s, 2),
        f"changed_{CHANGED}_s": round(changed_s, 2),
        "moved_s": round(moved_s, 2),
        "steps": [counts(one) for one in (done, same, changed, moved)],
        "load_ms": round(1000 * load_s, 1),
        "search_p50_ms": round(1000 * median(searches), 2),
        "search_p95_ms": round(1000 * searches[int(0.95 * len(searches))], 2),
        "found_something": sum(bool(found) for _seconds, found in asked),
        "opinions_ms": round(1000 * median(listed), 2),
        "file_bytes": size,
        "hardware": hardware(),
    }


def counts(done: Indexing) -> dict[str, int]:
    """How many files came to which step."""
    return {step.value: len(done.of(step)) for step in Step if done.of(step)}


def main() -> None:
    """Read the arguments, measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--embedder", default="hash", help="hash, none, tuned or provider:name")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measured(asked.files, asked.embedder)
    print(json.dumps(found) if asked.json else "\n".join(f"{name}: {value}" for name, value in found.items()))


if __name__ == "__main__":
    main()
