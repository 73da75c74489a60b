"""One peer in a process of its own: reads a job, then does what it is told on standard input, a line of JSON at a time.

    python -P worker.py DRIVER.py JOB.json

A driver is a file with a class ``Peer``: ``Peer(folder, embed)``, ``ingest(conversation)`` and ``search(conversation,
question, limit)``, which returns the ids of turns, best first. This file knows no peer and a driver knows nothing of
measuring: the clock starts and stops here. ``embed`` looks vectors up by text; what a lookup takes is counted apart.
It runs in every peer's environment, so it needs numpy and the standard library alone.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
import time
from pathlib import Path
from typing import Any, TextIO

import numpy as np


class Lookup:
    """The shared vectors by text; one that is not among them is asked for from the harness, which has the model."""

    def __init__(self, job: dict[str, Any], replies: TextIO) -> None:
        self._replies = replies
        self._known = dict(zip(job["texts"], np.load(job["vectors"]), strict=True))
        self.spent = 0.0
        self.count = 0

    def __call__(self, texts: list[str]) -> Any:
        """Vectors of texts, float32, one row each."""
        started = time.perf_counter()
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        if missing:
            made = _asked(self._replies, {"embed": missing})
            self._known.update(zip(missing, np.array(made, dtype=np.float32), strict=True))
        vectors = np.stack([self._known[text] for text in texts])
        self.count += len(texts)
        self.spent += time.perf_counter() - started
        return vectors


def main() -> None:
    """Serve until standard input ends."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a peer prints goes to the log, not between the replies
    sys.stdout = sys.stderr
    job = json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
    looked_up: set[str] = set()

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "socket.getaddrinfo":
            looked_up.add(str(arguments[0]))

    sys.addaudithook(watch)
    embed = Lookup(job, replies)
    before = _resident()
    peer = runpy.run_path(sys.argv[1])["Peer"](Path(job["folder"]), embed)
    conversations = {one["id"]: one for one in job["conversations"]}

    def timed(call: Any, *arguments: Any) -> tuple[Any, float]:
        spent, started = embed.spent, time.perf_counter()
        result = call(*arguments)
        return result, time.perf_counter() - started - (embed.spent - spent)

    def ask(place: int) -> tuple[list[str], float]:
        question = job["questions"][place]
        found, took = timed(peer.search, conversations[question["conversation"]], question, job["limit"])
        return list(found), took

    for line in sys.stdin:
        told = json.loads(line)
        if told["do"] == "ingest":
            reply: Any = sum(timed(peer.ingest, one)[1] for one in job["conversations"])
        elif told["do"] == "rank":
            count = embed.count
            rankings = [ask(place)[0] for place in range(len(job["questions"]))]
            reply = {"rankings": rankings, "embedded": embed.count - count}
        elif told["do"] == "time":
            reply = [1000 * ask(place)[1] for place in told["questions"]]
        else:
            reply = {"memory": _resident() - before, "looked_up": sorted(looked_up), "refused": _refused()}
        print(json.dumps({"reply": reply}), file=replies, flush=True)
    os._exit(0)  # some peers leave threads behind that never end


def _asked(replies: TextIO, what: dict[str, Any]) -> Any:
    print(json.dumps(what), file=replies, flush=True)
    return json.loads(sys.stdin.readline())


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _refused() -> int:
    """Packets the kernel had no route for: in a network of one's own, every try to reach another machine."""
    names, values = (line.split() for line in Path("/proc/net/snmp").read_text().splitlines() if line[:3] == "Ip:")
    return int(values[names.index("OutNoRoutes")])


if __name__ == "__main__":
    main()
