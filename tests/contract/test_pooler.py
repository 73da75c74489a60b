"""A PostgreSQL behind PgBouncer in transaction mode: every transaction may be on another connection."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import make_url
from tests.postgres import empty_database

import reverie
from reverie.config import Config
from reverie.errors import ConfigError

pytestmark = pytest.mark.postgres

WHO = ("Ada", "Ben", "Cleo", "Dana", "Eva", "Finn", "Gus", "Hana")

_CONFIG = """
[databases]
{name} = host={socket} dbname={name} user=postgres
[pgbouncer]
listen_addr =
unix_socket_dir = {home}
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
"""


@pytest.fixture
def pooled(postgres_url: str) -> Iterator[str]:
    """The URL of an empty database behind a pooler with three connections."""
    program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if program is None:
        pytest.skip("pgbouncer is not installed: `make debian` installs it")
    home = Path(tempfile.mkdtemp(prefix="reverie-pool-", dir="/tmp"))  # a socket's path has 107 bytes at most
    nobody = pwd.getpwnam("nobody")
    with empty_database(postgres_url) as url:
        made = make_url(url)
        config = home / "pgbouncer.ini"
        config.write_text(_CONFIG.format(name=made.database, socket=made.query["host"], home=home))
        run_as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        if run_as:  # it won't run as root
            subprocess.run(["chown", "-R", f"{nobody.pw_uid}:{nobody.pw_gid}", home], check=True)
        pooler = subprocess.Popen([program, "-q", config], **run_as)  # type: ignore[call-overload]
        try:
            until = time.monotonic() + 20
            while not (home / ".s.PGSQL.6432").exists():
                assert pooler.poll() is None
                assert time.monotonic() < until
                time.sleep(0.02)
            here = made.set(query={"host": str(home), "pooler": "transaction"}, port=6432)
            yield here.render_as_string(hide_password=False)
        finally:
            pooler.terminate()
            pooler.wait()
            shutil.rmtree(home)


def test_people_speak_and_recall_at_once_over_a_few_connections(pooled: str) -> None:
    config = Config(embedder="none")
    with reverie.open(pooled, companion="Luna", embedder="none", config=config) as luna:

        def live(who: str) -> list[str]:
            person = luna.meet(who)
            for turn in range(12):  # more often than psycopg waits before it prepares a statement
                person.say(f"My favorite food is dish {turn} of {who}.", id=f"m{turn}")
                assert person.recall("What is my favorite food?").hits
            person.say(f"My favorite food is dish 11 of {who}.", id="m11")
            person.forget("dish 3")
            return [memory.value or "" for memory in person.memories()]

        with ThreadPoolExecutor(8) as together:
            told = list(together.map(live, WHO))
        assert told == [[f"dish 11 of {who.lower()}"] for who in WHO]
        assert all(one.ok or one.name == "embedder" for one in luna.doctor())


def test_another_sort_of_pooler_is_refused() -> None:
    with pytest.raises(ConfigError, match="pooler=transaction"):
        reverie.open("postgresql+psycopg://ada@/nowhere?pooler=session", embedder="none")
