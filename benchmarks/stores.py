"""How SQLite and PostgreSQL compare: what say, recall and context take at several sizes, and how large a store is.

    python benchmarks/stores.py --store luna.db --items 10000 [--owners 100] [--json]

The first owner is filled through the product's own write path; the others are copies of their rows, made in the
database. Vectors are drawn by lot and asking costs no embedding, so every figure is Reverie's and the database's own.
The store has to be an empty one. Owners take turns. Throughput is four threads, four recalls to one say, for five
seconds. A second run on the same store measures it as it is: --filled.
"""

from __future__ import annotations

import argparse
import json
import os
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import quantiles
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

from sqlalchemy import ColumnElement, Connection, String, Table, insert, literal, select
from sqlalchemy import cast as typed

import reverie
from reverie import Person
from reverie.config import Config
from reverie.memory.lifecycle import Policy
from reverie.memory.runtime import Runtime
from reverie.people import identity
from reverie.store.database import Store
from reverie.store.schema import OWNED, users
from reverie.store.search.search_cache import IndexCache
from reverie_bench.stopwatch import hardware
from reverie_bench.store_filling import Drawn, Texts, _bytes_on_disk, _fill, history

COUNTED, THREADS, LASTING_S = 200, 4, 5.0


class Lots(Drawn):
    """Vectors drawn by lot, as large as the default embedder's, without that embedder."""

    def __init__(self) -> None:
        self.space = "drawn by lot"
        self.dimensions = 384


EMBEDDER = Lots()


def filled(store: Store, items: int, owners: int) -> float:
    """Fill a store, and give the seconds that the first owner took."""
    cache = IndexCache(space=None, dimensions=None)
    runtime = Runtime(store=store, search=cache, embedder=EMBEDDER, clock=lambda: datetime.now(UTC), policy=Policy())
    began = time.perf_counter()
    first = identity.add(runtime, "Owner 0").id
    _fill(runtime, history(first, items, Texts()), lambda _count: None)
    took = time.perf_counter() - began
    for number in range(1, owners):
        with store.writing() as session:
            copied(session.connection, first, f"{first[:-6]}{number:06}", f"Owner {number}")
    if not store.on_sqlite:
        with store.outside_transactions() as connection:
            connection.exec_driver_sql("VACUUM ANALYZE")
    return took


def copied(connection: Connection, first: str, to: str, name: str) -> None:
    """Give another owner the rows of the first."""
    changed = {"id": to, "name": name, "handle": name.casefold(), "folded": name.casefold()}
    _rows(connection, users, users.c.id == first, changed)
    for table in reversed(OWNED):
        _rows(connection, table, table.c.owner == first, {"owner": to})


def _rows(connection: Connection, table: Table, which: ColumnElement[bool], changed: dict[str, str]) -> None:
    columns = [typed(literal(changed[c.name]), String) if c.name in changed else c for c in table.columns]
    connection.execute(insert(table).from_select([c.name for c in table.columns], select(*columns).where(which)))


def latency(people: list[Person], call: Callable[[Person], object]) -> dict[str, float]:
    """The median and the 99th percentile of a verb, in milliseconds."""
    for person in people[: min(20, len(people))]:
        call(person)
    took = []
    for turn in range(COUNTED):
        began = time.perf_counter()
        call(people[turn % len(people)])
        took.append(1000 * (time.perf_counter() - began))
    shares = quantiles(took, n=100)
    return {"p50": round(shares[49], 2), "p99": round(shares[98], 2)}


def throughput(people: list[Person]) -> float:
    """Calls a second of several threads, four recalls to one say."""
    done, end = [0] * THREADS, time.perf_counter() + LASTING_S

    def work(number: int) -> None:
        texts = Texts(seed=number)
        while time.perf_counter() < end:
            person = people[(number + THREADS * done[number]) % len(people)]
            if done[number] % 5 == 4:
                person.say(texts.saying())
            else:
                person.recall(texts.question())
            done[number] += 1

    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return round(sum(done) / LASTING_S, 1)


def measured(url: str, people: int) -> dict[str, Any]:
    """Time the verbs on a filled store; of many owners, twenty take turns."""
    texts = Texts()
    with reverie.open(url, embedder=EMBEDDER, config=Config(embedder="none")) as luna:
        some = [luna.find(f"Owner {number}") for number in range(0, people, max(1, people // 20))][:20]
        began = time.perf_counter()
        some[0].recall(texts.question())
        load = time.perf_counter() - began
        return {
            "first_recall_ms": round(1000 * load, 1),
            "recall": latency(some, lambda person: person.recall(texts.question())),
            "say": latency(some, lambda person: person.say(texts.saying())),
            "context": latency(some, lambda person: person.context(texts.message())),
            "calls_per_s": throughput(some),
        }


def main() -> None:
    """Fill, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", required=True)
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--owners", type=int, default=1)
    parser.add_argument("--filled", action="store_true")
    given = parser.parse_args()
    store = Store(given.store)
    took = None if given.filled else filled(store, given.items, given.owners)
    size = _bytes_on_disk(store)
    kind = store.url.get_backend_name()
    store.close()
    found = {"kind": kind, "items": given.items, "owners": given.owners, "megabytes": round(size / 1e6, 1)}
    told = {"fill_per_s": took and round(given.items / took), **measured(given.store, given.owners)}
    print(json.dumps(found | told | {"hardware": hardware(), "load": os.getloadavg()}))


if __name__ == "__main__":
    main()
