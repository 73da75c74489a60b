"""What it costs to show a companion's opinions in Redis: all of them, one that changed, and nothing that changed.

Run it in the project's own environment: ``python benchmarks/redis_opinions.py --opinions 1000``. It starts the server
that the tests use.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from pydantic import SecretStr

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.redis_server import running_redis

import reverie
from reverie.config import Config
from reverie.settings_sections import RedisSettings
from reverie.testing import HashEmbedder


def timed(act: Callable[[], object], times: int) -> str:
    """How long something takes, in milliseconds: half of the calls, and all but the slowest tenth, are quicker."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        took.append(1000 * (time.perf_counter() - began))
    return f"{statistics.median(took):.1f} / {sorted(took)[int(0.9 * times)]:.1f} ms"


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opinions", type=int, default=1000)
    wanted = parser.parse_args().opinions
    with running_redis() as server:
        config = Config(embedder="none", redis=RedisSettings(url=SecretStr(server.url), persona="luna"))
        with reverie.open(":memory:", embedder=HashEmbedder(), config=config) as luna:
            for number in range(wanted):
                luna.opinions.add(f"thing {number}", f"Thing number {number} has its place, and that is enough of it")
            prefs = luna.preferences
            print("all of", prefs.publish(anew=True).hashes, timed(lambda: prefs.publish(anew=True), 5))
            print("nothing new", timed(prefs.publish, 200))
            change = iter(range(10_000))

            def one() -> None:
                luna.opinions.evolve("thing 7", f"Thing seven has changed {next(change)} times", "it had to")
                prefs.publish()

            print("one changed", timed(one, 20))
            query = luna._runtime.vectors(["what has changed?"])
            if query is None:
                raise RuntimeError("the embedder gave no vector")
            print("search in Redis", timed(lambda: prefs.search_preferences("luna", query[0].tolist()), 200))
            with server.client() as client:
                print("memory", f"{client.info('memory')['used_memory'] / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
