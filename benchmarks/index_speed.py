"""How fast an owner's index is: loading, searching and its size, on made-up conversations.

    python benchmarks/index_speed.py [--items 1000 10000 100000] [--queries 200] [--json]

Half of the conversations are between friends and half with an assistant, ten turns each; a tenth of the items
are memories. Words follow the law of Zipf and Mandelbrot over 30,000 stems, vectors have 384 numbers around 500
topics. A question has five words. Times are in milliseconds, on one thread, and leave out embedding the question.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from datetime import UTC, datetime

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from reverie.ports import Indexed, View
from reverie.store.search.ranking import asked
from reverie.store.search.search_index import OwnerIndex
from reverie.store.search.tokens import packed_tokens, tokens
from reverie.store.search.vectors import packed

DIMENSIONS, STEMS, TOPICS = 384, 30_000, 500
START = datetime(2024, 1, 1, tzinfo=UTC).timestamp()


class World:
    """Made-up words, topics and items; the same every time."""

    def __init__(self) -> None:
        self.random = np.random.default_rng(20)
        self.words = [f"w{number}x" for number in range(STEMS)]
        self.hashes = np.array([tokens(word)[0] for word in self.words], dtype=np.uint32)
        frequency = 1 / (np.arange(STEMS) + 20.0) ** 1.05
        self.share = np.cumsum(frequency / frequency.sum())
        self.topics = self.random.standard_normal((TOPICS, DIMENSIONS), dtype=np.float32)

    def vectors(self, count: int) -> NDArray[np.float32]:
        """Vectors around the topics."""
        chosen = self.topics[self.random.integers(0, TOPICS, count)]
        vectors = chosen + self.random.standard_normal((count, DIMENSIONS), dtype=np.float32)
        unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit

    def ranks(self, count: int) -> NDArray[np.int64]:
        """Words by the law of Zipf and Mandelbrot: the commonest is in one item of eight, as stems are in chats."""
        return np.searchsorted(self.share, self.random.random(count))

    def items(self, count: int, first: int = 0) -> list[Indexed]:
        """Items numbered from ``first``."""
        lengths = self.random.integers(4, 28, count)
        vectors = self.vectors(count)
        made = []
        for number, length, vector in zip(range(first, first + count), lengths.tolist(), vectors, strict=True):
            friends, odd = (number // 10) % 2 == 0, number % 2
            role = ("user", "peer" if friends else "assistant")[odd]
            [(steps, scale)] = packed(vector[None])
            memory = number % 10 == 9
            item = Indexed(
                id=f"{number:032x}", item="memory" if memory else "message", at=START + number * 60.0,
                tokens=packed_tokens(self.hashes[self.ranks(length)].tolist()), words=length,
                question_share=float(number % 7 == 0), temporal=number % 5 == 0, vector=steps, scale=scale,
                conversation_id=f"c{number // 10}", role="" if memory else role,
                speaker="" if memory else ("Ada", "Ben" if friends else "Luna")[odd],
                kind="fact" if memory else "message", category="preference" if memory else "",
            )  # fmt: skip
            made.append(item)
        return made

    def question(self) -> str:
        """Five words, some common and some rare."""
        return "What did " + " ".join(self.words[rank] for rank in self.ranks(5)) + "?"


def percentiles(seconds: list[float]) -> dict[str, float]:
    """The median and the tail in milliseconds."""
    p50, p95, p99 = np.percentile(np.array(seconds) * 1000, (50, 95, 99))
    return {"p50": round(float(p50), 3), "p95": round(float(p95), 3), "p99": round(float(p99), 3)}


def measured(world: World, count: int, queries: int) -> dict[str, object]:
    """Load and search an index of so many items."""
    items = world.items(count)
    now = START + count * 60.0
    index = OwnerIndex(DIMENSIONS)
    started = time.perf_counter()
    index.put(items)
    view = View(now=now)
    index.search(asked(world.question()), world.vectors(1)[0], view, 10)
    loaded = time.perf_counter() - started
    ways = {
        "search": view,
        "search, memories": View(now=now, items=frozenset({"memory"})),
        "search, said by user": View(now=now, items=frozenset({"message"}), roles=frozenset({"user"})),
    }
    figures: dict[str, object] = {"items": count, "cold_load_s": round(loaded, 3), "bytes": index.nbytes}
    for name, way in ways.items():
        taken = []
        for _ in range(queries):
            question, vector = asked(world.question()), world.vectors(1)[0]
            started = time.perf_counter()
            index.search(question, vector, way, 10)
            taken.append(time.perf_counter() - started)
        figures[name] = percentiles(taken)
    taken, nearest, after = [], [], []
    for number in range(queries):
        vector, more = world.vectors(1)[0], world.items(1, count + number)
        started = time.perf_counter()
        index.nearest(vector, view, 10)
        nearest.append(time.perf_counter() - started)
        started = time.perf_counter()
        index.put(more)
        taken.append(time.perf_counter() - started)
        question = asked(world.question())
        started = time.perf_counter()
        index.search(question, vector, view, 10)
        after.append(time.perf_counter() - started)
    return figures | {
        "nearest": percentiles(nearest),
        "put one": percentiles(taken),
        "search after a put": percentiles(after),
    }


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--items", nargs="+", type=int, default=[1_000, 10_000, 100_000])
    arguments.add_argument("--queries", type=int, default=200)
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    world = World()
    for count in given.items:
        figures = measured(world, count, given.queries)
        lines = [f"{name:22} {figure}" for name, figure in figures.items()]
        print(json.dumps(figures) if given.json else "\n".join(lines))


if __name__ == "__main__":
    main()
