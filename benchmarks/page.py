"""How long the page takes in Chromium at a size of memory: until it is usable, and while its lists are scrolled.

    python benchmarks/page.py [--memories 20000] [--loads 7] [--store FILE] [--json]

Needs Chromium (`make debian`) and the built page (`make page`). A temporary store is filled with so many memories, and
four messages to three of them; with --store it is kept, and filled only once. `reverie serve` serves it in a process of
its own, and the first load of each view isn't counted. Each load is a browser context with nothing cached. ``usable``
is the time from navigation until what the view is for stands there and is drawn; what the main thread spent until then
is processor time; of each request there is how long the server took to begin its answer, and its size. The lists are
scrolled by a wheel: frames a second, 60 at most, and the pauses between two.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser, sync_playwright

from reverie.learning.message_learning import Heard, write
from reverie.memory.lifecycle import Policy
from reverie.memory.runtime import Runtime, new_id
from reverie.models import embedder
from reverie.people import identity
from reverie.privacy import privacy_settings
from reverie.records.conversations import Conversation
from reverie.records.memories import Candidate, Category
from reverie.store.database import Store
from reverie.store.search.search_cache import IndexCache
from reverie_bench.stopwatch import hardware
from reverie_bench.store_filling import SITTING, Drawn, Texts, history

TAUGHT = 3
"""Memories of a conversation of four messages."""
MESSAGES = 4
VIEWS: Mapping[str, str] = {
    "chat": ".turn",
    "memory": ".memory a.title",
    "memory?category=fact&kind=fact": ".memory a.title",
    "memory/timeline": ".memory a.title",
    "memory/people": "main .acquaintances, main .state",
    "memory/changes": ".happened",
    "settings": "h2",
    "settings/you": "h2",
    "settings/data": "h2",
    "why": "h1",
}
"""Each view by its address, and what stands there once it is of use."""
SCROLLED = ("memory?category=fact&kind=fact", "memory/timeline", "chat")
WHEELS = 240
SPENT = {"script": "Script", "style": "RecalcStyle", "layout": "Layout", "all": "Task"}
CATEGORIES = tuple(one for one in Category if one is not Category.MONEY)

USABLE = """
(shown) => {
  const watch = new MutationObserver(() => {
    if (!document.querySelector(shown)) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.usable = performance.now())));
  });
  watch.observe(document, { childList: true, subtree: true });
}
"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(window.usable))))"
REQUESTS = """
() => performance.getEntriesByType("resource").map((one) =>
  [one.name, one.responseStart - one.requestStart, one.encodedBodySize])
"""
FRAMES = """
() => {
  window.frames_drawn = [];
  const next = (at) => { window.frames_drawn.push(at); requestAnimationFrame(next); };
  requestAnimationFrame(next);
}
"""


def fill(store: Path, memories: int, texts: Texts) -> None:
    """Give Ada so many memories of all categories but money, with the words they come from, over two years."""
    model = embedder("tuned")
    if model is None:
        raise SystemExit("the embedder is needed")
    runtime = Runtime(
        store=Store(str(store)),
        search=IndexCache(space=None, dimensions=None),  # filling searches nothing
        embedder=Drawn(model),
        clock=lambda: datetime.now(UTC),
        policy=Policy(),
    )
    try:
        ada = identity.add(runtime, "Ada").id
        privacy_settings.configure(runtime, ada, {"categories_off": ()})  # the texts are of anything
        for number, sitting in enumerate(history(ada, -(-memories // TAUGHT) * (SITTING + 1), texts)):
            first, *others = sitting[:MESSAGES]
            places = range(TAUGHT * number, min(memories, TAUGHT * number + TAUGHT))
            first = replace(first, candidates=tuple(fact(first, place, texts) for place in places))
            message = first.draft.message
            begin = Conversation(id=new_id(), owner=ada, started_at=message.sent_at)
            write(runtime, ada, [first, *others], settings={}, begin=begin, batch="bench")
    finally:
        runtime.store.close()


def fact(heard: Heard, number: int, texts: Texts) -> Candidate:
    """Something another one than the last, of the categories in turn."""
    thing, end = texts.liking(number), len(heard.draft.message.text.partition(".")[0])
    category = CATEGORIES[number % len(CATEGORIES)]
    return Candidate(text=f"Has {thing}", key=f"has:{thing}", value=thing, category=category, span=(0, end))


@contextmanager
def serving(store: Path) -> Iterator[str]:
    """Serve the store on a free port, in a process of its own; give the page's address."""
    command = [sys.executable, "-m", "reverie", "serve", "--port", "0", "--store", str(store), "--companion", "Luna"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            assert server.stdout is not None
            said = ""
            while not (address := re.search(r"http://[\d.:]+", said)):
                if not (line := server.stdout.readline()):
                    raise SystemExit(said)
                said += line
            yield address[0]
        finally:
            server.terminate()


class Visit:
    """A page in a browser context of its own, with nothing cached, and a watch on its main thread."""

    def __init__(self, browser: Browser, shown: str) -> None:
        self._shown = shown
        self._context = browser.new_context(viewport={"width": 1280, "height": 800})
        self.page = self._context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.add_init_script(f"({USABLE})({json.dumps(shown)})")
        self._watch = self._context.new_cdp_session(self.page)
        self._watch.send("Performance.enable", {"timeDomain": "threadTicks"})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._context.close()

    def usable(self, url: str) -> float:
        """Go there; give the milliseconds until the view is usable."""
        self.page.goto(url, wait_until="commit")
        self.page.locator(self._shown).first.wait_for(state="attached")
        return float(self.page.evaluate(DRAWN))

    def spent(self) -> dict[str, float]:
        """The milliseconds of processor time that the main thread spent so far."""
        found = {one["name"]: 1000 * one["value"] for one in self._watch.send("Performance.getMetrics")["metrics"]}
        return {name: found[f"{kind}Duration"] for name, kind in SPENT.items()}


def load(browser: Browser, url: str, shown: str) -> dict[str, Any]:
    """Open a view until it is usable, and see what that took."""
    with Visit(browser, shown) as visit:
        found: dict[str, Any] = {"usable": visit.usable(url), **visit.spent()}
        visit.page.wait_for_load_state("networkidle")
        found["requests"] = [(route(name), ms, size) for name, ms, size in visit.page.evaluate(REQUESTS)]
        return found


def scroll(browser: Browser, url: str, shown: str) -> dict[str, Any]:
    """Turn the wheel over a list, up where it ends at the bottom, and count the frames."""
    with Visit(browser, shown) as visit:
        page = visit.page
        visit.usable(url)
        page.wait_for_load_state("networkidle")
        page.mouse.move(640, 400)
        step = -200 if page.evaluate("scrollY > 0") else 200
        before = visit.spent()
        page.evaluate(FRAMES)
        for _ in range(WHEELS):
            page.mouse.wheel(0, step)
            page.wait_for_timeout(16)
        drawn = page.evaluate("window.frames_drawn")
        pauses = sorted(later - sooner for sooner, later in pairwise(drawn))
        after = visit.spent()
        return {
            "frames": round(1000 * len(pauses) / (drawn[-1] - drawn[0]), 1),
            "busiest": round(pauses[-1], 1),
            "p95": round(pauses[int(0.95 * len(pauses))], 1),
            "elements": page.evaluate("document.querySelectorAll('*').length"),
            "of each frame": {name: round((after[name] - before[name]) / len(pauses), 2) for name in after},
        }


def route(address: str) -> str:
    """An address without the ids in it, which are everybody's own."""
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "…", address.partition("//")[2].partition("/")[2])


def measured(url: str, loads: int) -> dict[str, Any]:
    """Load and scroll every view; give the medians."""
    report: dict[str, Any] = {"views": {}, "scrolled": {}, "hardware": hardware()}
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium") or None
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with Visit(browser, ".persons") as first:
            first.usable(f"{url}/#/")
            ada = first.page.evaluate("fetch('/v1/people').then((one) => one.json()).then((one) => one.items[0].id)")
        for view, shown in VIEWS.items():
            _warm, *counted = [load(browser, f"{url}/#/{ada}/{view}", shown) for _ in range(loads + 1)]
            report["views"][view] = summary(counted)
        for view in SCROLLED:
            report["scrolled"][view] = scroll(browser, f"{url}/#/{ada}/{view}", VIEWS[view])
        browser.close()
    return report


def summary(loads: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The medians of some loads."""
    named = {name: round(statistics.median(one[name] for one in loads), 1) for name in ("usable", *SPENT)}
    requests: dict[str, list[tuple[float, int]]] = {}
    for name, ms, size in (request for one in loads for request in one["requests"]):
        requests.setdefault(name, []).append((ms, size))
    middles = {
        name: [round(statistics.median(column), 1) for column in zip(*those, strict=True)]
        for name, those in requests.items()
    }
    return {**named, "requests": dict(sorted(middles.items(), key=lambda one: -one[1][0]))}


def main() -> None:
    """Read the arguments, fill, measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--memories", type=int, default=20_000)
    parser.add_argument("--loads", type=int, default=7)
    parser.add_argument("--store", type=Path, help="a file to fill, or one that this filled before")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="reverie-page-") as folder:
        store = asked.store or Path(folder, "page.db")
        if not store.exists():
            fill(store, asked.memories, Texts())
        with serving(store) as url:
            report = measured(url, asked.loads)
    if asked.json:
        print(json.dumps(report))
        return
    for view, found in report["views"].items():
        print(
            f"{view:32} usable {found['usable']:6} ms, of the main thread "
            + told({name: found[name] for name in SPENT})
        )
        for name, (ms, size) in found["requests"].items():
            print(f"    {ms:7} ms {size / 1000:8.1f} kB  /{name}")
    for view, found in report["scrolled"].items():
        print(
            f"{view:32} {found['frames']} frames/s, p95 {found['p95']} ms, longest {found['busiest']} ms, "
            f"{found['elements']} elements; of each frame {told(found['of each frame'])}"
        )
    print(report["hardware"])


def told(spent: Mapping[str, float]) -> str:
    """Name what was spent."""
    return ", ".join(f"{name} {ms} ms" for name, ms in spent.items())


if __name__ == "__main__":
    main()
