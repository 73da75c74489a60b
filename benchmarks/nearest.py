"""How well a large owner's vectors are found by pgvector, beside the index in memory and every vector compared.

    python benchmarks/nearest.py VECTORS.npy --store postgresql+psycopg://… [--items 100000] [--queries 200]

VECTORS.npy holds unit vectors of the default embedder, of texts of yours, one a row. The last ones are the questions.
Where there are fewer than --items, near copies (a cosine of about 0.9 to one of them) fill up. The store has to be an
empty PostgreSQL with pgvector.
"""

from __future__ import annotations

import argparse
import json
import time
from statistics import median

import numpy as np
from sqlalchemy import insert

from reverie.memory.runtime import new_id
from reverie.ports import Indexed, View
from reverie.store.database import Store
from reverie.store.schema import entries, heads, users
from reverie.store.search import pgvector
from reverie.store.search.search_index import OwnerIndex
from reverie.store.search.vectors import packed, unpacked
from reverie.store.table_metadata import EPOCH

SPACE = "benchmark"


def corpus(real: np.ndarray, count: int) -> np.ndarray:
    """So many vectors: the real ones, and near copies of them."""
    draw = np.random.default_rng(5)
    missing = max(0, count - len(real))
    noise = draw.standard_normal((missing, real.shape[1]), dtype=np.float32) * (0.48 / real.shape[1] ** 0.5)
    every = np.concatenate((real[:count], real[draw.integers(0, len(real), missing)] + noise))
    return every / np.linalg.norm(every, axis=1, keepdims=True)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vectors")
    parser.add_argument("--store", required=True)
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=200)
    given = parser.parse_args()
    real = np.load(given.vectors).astype(np.float32)
    questions, real = real[-given.queries :], real[: -given.queries]
    vectors = packed(corpus(real, given.items))
    items = [
        Indexed(id=new_id(), item="message", at=float(n), vector=steps, scale=scale)
        for n, (steps, scale) in enumerate(vectors)
    ]
    store, owner = Store(given.store), new_id()
    began = time.perf_counter()
    with store.writing() as session:
        person = {"id": owner, "kind": "person", "handle": owner, "folded": "a", "name": "A", "guest": False}
        at = EPOCH
        session.connection.execute(insert(users).values(**person, created_at=at, revision=1))
        session.connection.execute(insert(heads).values(owner=owner, seq=1, generation=1, at=at))
        rows = [
            {"owner": owner, "item_id": i.id, "item": "message", "tokens": b"", "words": 0, "question_share": 0.0,
             "temporal": False, "vector": i.vector, "scale": i.scale, "space": SPACE}
            for i in items
        ]  # fmt: skip
        for start in range(0, len(rows), 5000):
            session.connection.execute(insert(entries), rows[start : start + 5000])
    print(json.dumps({"written_s": round(time.perf_counter() - began, 1)}), flush=True)
    began = time.perf_counter()
    pgvector.draw(store, owner, SPACE, real.shape[1], 1)
    drawn = time.perf_counter() - began
    exact, there = OwnerIndex(real.shape[1]), None
    exact.put(items)
    with store.reading() as session:
        place = pgvector.ready(session, owner, SPACE, real.shape[1])
        there = OwnerIndex(real.shape[1], place)
        there.put(items)
        asked = f"SELECT pg_relation_size('{pgvector._named(owner, SPACE)}')"
        size = session.connection.exec_driver_sql(asked).scalar_one()
    matrix = np.array([unpacked(steps, scale) for steps, scale in vectors])
    view, found = View(now=1e12), {"memory": [0.0, 0], "pgvector": [0.0, 0]}
    took: dict[str, list[float]] = {"memory": [], "pgvector": []}
    for question in questions:
        best = {items[row].id for row in np.argsort(-(matrix @ question))[:10]}
        for name, index in (("memory", exact), ("pgvector", there)):
            began = time.perf_counter()
            hits = index.nearest(question, view, 10)
            took[name].append(1000 * (time.perf_counter() - began))
            found[name][0] += len(best & {one for one, _likeness in hits}) / 10
    told = {
        name: {"recall_at_10": round(found[name][0] / len(questions), 4), "p50_ms": round(median(took[name][5:]), 2)}
        for name in took
    }
    bytes_ = {"memory": exact.nbytes, "pgvector": there.nbytes}
    of = {"items": len(items), "real": min(len(real), len(items)), "drawn_s": round(drawn, 1)}
    ram = {name: round(size / 1e6, 1) for name, size in bytes_.items()}
    print(json.dumps(of | {"index_mb": round(size / 1e6), "ram_mb": ram, **told}))
    store.close()


if __name__ == "__main__":
    main()
