"""The whole product with the real embedder, in a process where opening a connection is an error."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import json, sys

def forbidden(event, arguments):
    if event.startswith(("socket.connect", "socket.getaddrinfo", "socket.gethostby", "socket.sendto", "socket.bind")):
        raise AssertionError(f"{event} {arguments}")

sys.addaudithook(forbidden)

import reverie

with reverie.open(sys.argv[1], companion="Luna", embedder="tuned") as luna:
    ada = luna.meet("Ada")
    ada.say("I passed my pilot's exam! My favorite food is ramen.")
    ada.say("The neighbours adopted an old greyhound.")
    ada.say("My brother repairs church organs for a living.")
    found = ada.recall("which dog did they take in?", limit=3)
    block = str(ada.context("Any dinner ideas?"))
    doctor = [(check.name, check.ok) for check in luna.doctor()]
    print(json.dumps({"hits": [h.text for h in found], "degraded": found.degraded, "context": block, "doctor": doctor}))
"""


def test_nothing_needs_a_network(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    quiet = os.environ | {"OMP_NUM_THREADS": "1", "HOME": str(home)}
    quiet.pop("XDG_CACHE_HOME", None)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT, tmp_path / "luna.db"],
        capture_output=True, text=True, check=False, env=quiet, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["hits"][0] == "The neighbours adopted an old greyhound."
    assert told["degraded"] == []
    assert "Favorite food is ramen." in told["context"]
    assert all(ok for _name, ok in told["doctor"])
    # A library that reports usage keeps an id of the device somewhere before it does.
    assert [path for path in home.rglob("*") if path.is_file()] == []


def test_the_hook_would_notice(tmp_path: Path) -> None:
    hooked = SCRIPT.partition("import reverie")[0] + "import socket; socket.getaddrinfo('localhost', 80)"
    done = subprocess.run([sys.executable, "-c", hooked], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "AssertionError: socket.getaddrinfo" in done.stderr
