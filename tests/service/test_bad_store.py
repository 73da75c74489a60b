"""Files that are locked, damaged, foreign or from another time: a clear error, and not a byte of them changed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event
from tests.service.scene import Scene, on_file, opened, raw

import reverie
from reverie.errors import SchemaOutOfDate, WrongKey
from reverie.testing import FrozenClock

pytestmark = on_file


def _try(path: Path) -> None:
    with reverie.open(path, embedder="none") as luna:
        luna.meet("Ada").say("I like jazz.")


def _text(path: Path) -> None:
    path.write_text("Dear diary, today I learned nothing.\n" * 200)


def _short(path: Path) -> None:
    path.write_text("hello")


def _binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 64)


def _foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.execute("INSERT INTO recipes VALUES ('ramen')")
        other.commit()


def _newer(path: Path) -> None:
    _try(path)
    with closing(raw(path)) as other:
        other.execute("UPDATE reverie_version SET version_num = '9999'")
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _headless(path: Path) -> None:
    _try(path)
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (_text, WrongKey),
        (_short, WrongKey),
        (_binary, WrongKey),
        (_headless, WrongKey),
        (_foreign, reverie.StoreError),
        (_newer, SchemaOutOfDate),
    ],
)
def test_what_is_not_ours_is_named_and_left_as_it_was(
    tmp_path: Path, make: Callable[[Path], None], error: type[reverie.StoreError]
) -> None:
    path = tmp_path / "luna.db"
    make(path)
    before = path.read_bytes()
    with pytest.raises(error) as told:
        _try(path)
    assert len(str(told.value)) > 20
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["luna.db"]


def test_a_file_damaged_in_its_middle_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "luna.db"
    _try(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + os.urandom(len(whole) - 4096))
    with pytest.raises(reverie.StoreError):
        _try(path)


def test_a_truncated_file_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "luna.db"
    _try(path)
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(reverie.StoreError):
        _try(path)


def test_an_empty_file_is_a_new_store(tmp_path: Path) -> None:
    path = tmp_path / "luna.db"
    path.touch()
    _try(path)


def test_folders_on_the_way_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "luna.db"
    _try(path)
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("where", [".", "file/luna.db"])
def test_a_path_that_can_hold_no_file(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(reverie.StoreError):
        _try(tmp_path / where)


@pytest.mark.parametrize(
    "url", ["", "  ", "a\0b", "mysql://x/y", "postgresql+nodriver://x/y", "://", "postgresql://:x:y"]
)
def test_an_address_without_sense(url: str) -> None:
    with pytest.raises((reverie.InvalidInput, reverie.ConfigError)):
        reverie.open(url or " ", embedder="none")


def test_an_embedder_that_is_not_there_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(reverie.ConfigError, match="tuned"):
        reverie.open(tmp_path / "luna.db", embedder="nobody:x")
    assert list(tmp_path.iterdir()) == []


def test_a_store_that_another_writer_holds_is_busy_and_loses_nothing(scene: Scene) -> None:
    @event.listens_for(scene.luna._runtime.store.engine, "checkout")
    def impatient(connection: sqlite3.Connection, *_more: object) -> None:
        connection.execute("PRAGMA busy_timeout = 20")

    scene.say("I like jazz.")
    with closing(raw(scene.path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(reverie.StoreBusy, match="try again"):
            scene.ada.say("I live in Lyon.")
        assert scene.known() == ["Likes jazz."]  # reading goes on
        other.execute("ROLLBACK")
    scene.say("I live in Lyon.")
    assert scene.known() == ["Likes jazz.", "Lives in Lyon."]
    assert len(scene.ada.messages()) == 2


def test_what_a_killed_process_had_said_is_there(tmp_path: Path) -> None:
    path = tmp_path / "luna.db"
    script = (
        "import os, sys, reverie\n"
        "ada = reverie.open(sys.argv[1], embedder='none').meet('Ada')\n"
        "for n in range(5): ada.say(f'I like fruit number {n}.')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    assert subprocess.run([sys.executable, "-c", script, path], check=False).returncode == -9
    with reverie.open(path, embedder="none") as luna:
        assert len(luna.meet("Ada").messages()) == 5


def test_an_old_copy_opens_beside_its_original(scene: Scene, clock: FrozenClock) -> None:
    scene.say("I like jazz.")
    scene.luna.close()
    copy = scene.path.with_name("copy.db")
    shutil.copy2(scene.path, copy)
    with opened(copy, clock) as luna:
        assert [m.text for m in luna.meet("Ada").memories()] == ["Likes jazz."]
        assert all(check.ok for check in luna.doctor())


# -- permissions ---------------------------------------------------------------------------------

_AS_SOMEBODY = """
import os, sys, reverie

def attempt(path):
    with reverie.open(path, embedder="none") as luna:
        luna.meet("Ada").say("I like jazz.")

attempt(":memory:")  # loads everything while it may still be read: another user may not get to the installation
os.setgroups([]); os.setgid(65534); os.setuid(65534)
try:
    attempt(sys.argv[1])
except reverie.StoreError as error:
    print("refused:", error)
else:
    print("written")
"""


def _as_an_ordinary_user(path: Path) -> str:
    """What becomes of it for a user whom permissions bind, as they don't bind root."""
    if os.geteuid() != 0:
        try:
            _try(path)
        except reverie.StoreError as error:
            return f"refused: {error}"
        return "written"
    home = os.environ | {"HOME": str(path.parent), "REVERIE_HOME": str(path.parent)}
    command = [sys.executable, "-c", _AS_SOMEBODY, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=home, cwd=path.parent)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that everybody gets to; not pytest's own, which any other run that begins makes private again."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_a_folder_that_may_not_be_written(public: Path) -> None:
    public.chmod(0o555)
    try:
        told = _as_an_ordinary_user(public / "luna.db")
    finally:
        public.chmod(0o755)
    assert told.startswith("refused:")
    assert "permission" in told.casefold()
    assert list(public.iterdir()) == []


def test_a_file_that_may_not_be_written(public: Path) -> None:
    path = public / "luna.db"
    _try(path)
    before = path.read_bytes()
    path.chmod(0o444)
    public.chmod(0o555)
    try:
        told = _as_an_ordinary_user(path)
    finally:
        public.chmod(0o755)
    assert told.startswith("refused:")
    assert "permission" in told.casefold()
    assert path.read_bytes() == before
