"""Encrypted stores: not a word of them in any file, the same in every use, and a clear word where the key is wrong."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import traceback
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from tests import first_version
from tests.service.scene import START, Scene, on_file, texts

import reverie
from reverie import Reverie, safekeeping
from reverie.config import Config
from reverie.errors import ConfigError, StoreBusy, StoreError, WrongKey
from reverie.store.engine import encryption
from reverie.store.engine.encryption import Key
from reverie.store.sqlite import sqlite_files
from reverie.testing import FrozenClock, HashEmbedder

pytestmark = on_file

RAW = "x'" + "5a" * 32 + "'"
"""A raw key, which needs no stretching: most tests are about something else."""

WORDS = ("Zeppelin", "Fernweh", "Quastenflosser")


@pytest.fixture(autouse=True)
def no_key_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests choose their keys themselves."""
    monkeypatch.delenv("REVERIE_ENCRYPTION__KEY", raising=False)


def opened(path: Path, key: str | bytes | None = RAW, clock: FrozenClock | None = None) -> Reverie:
    return reverie.open(
        path,
        companion="Luna",
        embedder=HashEmbedder(),
        clock=clock or FrozenClock(START),
        config=Config(embedder="none"),
        key=key,
    )


def told(path: Path, key: str | bytes | None = RAW) -> list[str]:
    with opened(path, key) as luna:
        return texts(luna.find("Ada").messages())


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """An encrypted store, closed."""
    path = tmp_path / "luna.db"
    with opened(path) as luna:
        for number in range(30):
            luna.meet("Ada").say(f"I like fruit number {number}, and Zeppelin flights in {1900 + number}.")
    return path


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """The same as ``store``, not encrypted."""
    path = tmp_path / "luna.db"
    with opened(path, None) as luna:
        for number in range(30):
            luna.meet("Ada").say(f"I like fruit number {number}, and Zeppelin flights in {1900 + number}.")
    return path


# -- not a word ----------------------------------------------------------------------------------

WRITER = """
import sys, reverie
from reverie.testing import HashEmbedder
key = sys.stdin.readline().strip() or None
luna = reverie.open(sys.argv[1], embedder=HashEmbedder(), key=key)
ada = luna.meet("Ada")
for n, _ in enumerate(sys.stdin):
    ada.say(f"I like Zeppelin flights and the Quastenflosser of {n}.")
    if n == 7:
        ada.forget("of 5")
        luna.reindex()
    print(n, flush=True)
luna.close()
print("closed", flush=True)
sys.stdin.readline()
"""

SIGNS = [
    b"SQLite format 3",
    b"CREATE TABLE",
    *(word.encode(code) for word in ("Zeppelin", "Quastenflosser") for code in ("utf-8", "utf-16-le", "utf-16-be")),
]


def seen(folder: Path, signs: list[bytes] = SIGNS) -> set[bytes]:
    """Which signs of what was said stand in any file of a folder."""
    contents = [file.read_bytes() for file in folder.rglob("*") if file.is_file()]
    return {sign for sign in signs for content in contents if sign in content}


def vectors(path: Path, key: Key | None) -> list[bytes]:
    with closing(sqlite_files.connected(path, key)) as connection:
        found = connection.execute("SELECT vector, tokens FROM entries WHERE vector IS NOT NULL").fetchall()
    return [bytes(part) for row in found for part in row if len(part) >= 12]


@pytest.mark.parametrize(("key", "end"), [(RAW, "close"), (RAW, "kill"), (None, "kill")])
def test_not_a_word_is_in_any_file_while_writing_and_after(tmp_path: Path, key: str | None, end: str) -> None:
    path = tmp_path / "luna.db"
    home = os.environ | {"TMPDIR": str(tmp_path), "SQLITE_TMPDIR": str(tmp_path)}
    home.pop("REVERIE_ENCRYPTION__KEY", None)
    command = [sys.executable, "-c", WRITER, str(path)]
    found: set[bytes] = set()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=home) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        writer.stdin.write(f"{key or ''}\n")
        for n in range(12):
            writer.stdin.write("\n")
            writer.stdin.flush()
            assert writer.stdout.readline() == f"{n}\n"
            found |= seen(tmp_path)
        assert (tmp_path / "luna.db-wal").stat().st_size > 10_000
        if end == "kill":
            writer.send_signal(signal.SIGKILL)
        else:
            writer.stdin.close()
            assert writer.stdout.readline() == "closed\n"
    found |= seen(tmp_path)
    left = {file.name for file in tmp_path.iterdir()}
    assert left == ({"luna.db"} if end == "close" else {"luna.db", "luna.db-wal", "luna.db-shm"})
    opened_with = None if key is None else Key(key)
    assert len(vectors(path, opened_with)) > 10
    found |= seen(tmp_path, vectors(path, opened_with))
    if key is None:
        assert len(found) > 10  # the same look finds them where they are
    else:
        assert found == set()
        assert len(told(path, key)) == 12  # nothing that was acknowledged is lost


def test_neither_log_nor_error_nor_traceback_shows_a_key(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "luna.db"
    shown = []
    with caplog.at_level(logging.DEBUG):
        with opened(path, RAW) as luna:
            luna.meet("Ada").say("I like jazz.")
            shown.append(repr([vars(luna._runtime.store), luna.doctor()]))
        for key in ("open sesame", None):
            try:
                opened(path, key)
            except WrongKey as error:
                shown.append("".join(traceback.TracebackException.from_exception(error, capture_locals=True).format()))
    assert len(shown) == 3
    for secret in ("5a5a", Key("open sesame").literal("00" * 16)[2:20]):
        assert secret not in caplog.text
        assert not any(secret in one for one in shown)


# -- the same in every use -----------------------------------------------------------------------


def test_everything_works_on_an_encrypted_store(tmp_path: Path) -> None:
    path, clock = tmp_path / "luna.db", FrozenClock(START)
    with opened(path, "open sesame", clock) as luna:
        scene = Scene(luna=luna, ada=luna.meet("Ada"), clock=clock, path=path)
        scene.say("I live in Lyon.", "I like Zeppelin flights.", "I moved to Paris.")
        assert scene.known() == ["Likes Zeppelin flights.", "Lives in Paris."]
        scene.ada.undo()
        assert "Lives in Lyon." in scene.known()
        assert scene.ada.recall("Zeppelin")[0].text == "Likes Zeppelin flights."
        assert "Zeppelin" in str(scene.ada.context("What do I like?"))
        archive = luna.archives.pack(tmp_path / "ada.zip", scene.ada)
        (tmp_path / "old.txt").write_text("Bob: I like opera.\nLuna: How nice!\n")
        luna.import_history(tmp_path / "old.txt", luna.meet("Bob"))
        luna.erase(luna.find("Bob"))
        luna.reindex()
        assert all(check.ok for check in luna.doctor() if check.name in ("store", "people"))
    with opened(tmp_path / "other.db", RAW, clock) as other:
        other.archives.unpack(archive.path)
        assert "Likes Zeppelin flights." in texts(other.find("Ada").memories())
    assert all(one.ok for one in safekeeping.check(path, key="open sesame"))
    assert safekeeping.repair(path, key="open sesame").done == {}


def test_sqlcipher_itself_opens_it_with_the_passphrase(tmp_path: Path) -> None:
    path = tmp_path / "luna.db"
    with opened(path, "open sesame") as luna:
        luna.meet("Ada").say("I like jazz.")
    with closing(encryption.library().connect(path)) as connection:
        connection.execute("PRAGMA key = 'open sesame'")
        assert connection.execute("SELECT text FROM messages").fetchall() == [("I like jazz.",)]


def test_an_older_store_is_upgraded_and_its_copy_is_encrypted_too(tmp_path: Path) -> None:
    path = tmp_path / "luna.db"
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        first_version.make(connection)
    engine.dispose()
    safekeeping.encrypt(path, key=RAW)
    with pytest.warns(reverie.ReverieWarning, match="upgraded from 0010"), opened(path) as luna:
        luna.meet("Ada").say("I like jazz.")
    assert seen(tmp_path) == set()
    assert sqlite_files.version(tmp_path / "luna.db.backup-0010", Key(RAW)) == "0010"


def test_two_processes_make_one_store_together(tmp_path: Path) -> None:
    path = tmp_path / "luna.db"
    script = (
        "import sys, reverie\n"
        "name, key = sys.argv[2], sys.stdin.readline().strip()\n"
        "with reverie.open(sys.argv[1], embedder='none', key=key) as luna:\n"
        "    ada = luna.meet(name)\n"
        "    for n in range(5): ada.say(f'I like fruit number {n}.')\n"
    )
    names = ("Ada", "Bob")
    programs = [
        subprocess.Popen([sys.executable, "-c", script, path, name], stdin=subprocess.PIPE, text=True) for name in names
    ]
    for program in programs:  # both are told the key before either is waited for
        assert program.stdin is not None
        program.stdin.write(f"{RAW}\n")
        program.stdin.close()
    for program in programs:
        program.wait()
    assert [program.returncode for program in programs] == [0, 0]
    with opened(path) as luna:
        assert [len(luna.find(name).messages()) for name in names] == [5, 5]


def test_a_backup_has_the_same_key_and_is_gone_back_to(store: Path, tmp_path: Path) -> None:
    with opened(store) as luna:
        made = safekeeping.backup(tmp_path / "one.db", store, key=RAW)  # while it is open
        luna.find("Ada").say("I like opera.")
    assert seen(tmp_path) == set()
    assert told(made.path) == told(store)[:-1]
    for key in (None, "another"):
        before = store.read_bytes()
        with pytest.raises(WrongKey):
            safekeeping.restore(made.path, store, key=key, force=True)
        assert store.read_bytes() == before
    done = safekeeping.restore(made.path, store, key=RAW, force=True)
    assert done.kept is not None
    assert told(done.kept)[:-1] == told(store)
    with opened(store), pytest.raises(StoreBusy):
        safekeeping.restore(made.path, store, key=RAW, force=True)


# -- wrong keys ----------------------------------------------------------------------------------


def test_a_wrong_key_and_no_key_change_nothing(store: Path, tmp_path: Path) -> None:
    before = store.read_bytes()
    for key in ("another", "x'" + "00" * 32 + "'", bytes(32)):
        with pytest.raises(WrongKey, match="another's"):
            opened(store, key)
        with pytest.raises(WrongKey, match="another's"):
            safekeeping.check(store, key=key)
    for ask in (opened, safekeeping.check, safekeeping.repair):
        with pytest.raises(WrongKey, match="key_file"):
            ask(store, key=None)
    assert store.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["luna.db"]


def test_a_key_for_what_is_not_encrypted_changes_nothing(plain: Path, tmp_path: Path) -> None:
    before = plain.read_bytes()
    for ask in (opened, safekeeping.check, safekeeping.repair, safekeeping.decrypt):
        with pytest.raises(WrongKey, match="reverie db encrypt"):
            ask(plain, key=RAW)
    assert plain.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["luna.db"]


def test_what_reverie_does_not_encrypt() -> None:
    with pytest.raises(ConfigError, match="PostgreSQL"):
        reverie.open("postgresql://localhost/luna", embedder="none", key=RAW)
    with reverie.open(":memory:", embedder="none", key=RAW) as luna:  # nothing of it is ever written
        assert luna.meet("Ada").say("I like jazz.").learned
    for ask in (safekeeping.encrypt, safekeeping.decrypt):
        with pytest.raises(ConfigError, match="db key FILE"):
            ask("luna.db")
        with pytest.raises(ConfigError):
            ask("postgresql://localhost/luna", key=None)


# -- damage --------------------------------------------------------------------------------------


def damaged(path: Path, page: int) -> None:
    whole = bytearray(path.read_bytes())
    whole[(page - 1) * encryption.PAGE + 100] ^= 1
    path.write_bytes(whole)


def test_one_bit_that_was_changed_is_found_and_the_rest_is_saved(store: Path) -> None:
    messages = told(store)
    with closing(sqlite_files.connected(store, Key(RAW))) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'changes'").fetchone()
    damaged(store, page)
    (check,) = safekeeping.check(store, key=RAW)
    assert check.seen == f"page {page} is not as it was written"
    with pytest.raises(StoreError, match="damaged"):
        safekeeping.decrypt(store, key=RAW)
    mended = safekeeping.repair(store, key=RAW)
    assert mended.saved is not None
    assert "changes" in mended.torn
    assert told(mended.saved) == messages
    assert seen(store.parent) == set()


def test_a_broken_first_page_is_told_from_a_wrong_key_by_a_check(store: Path) -> None:
    damaged(store, 1)
    with pytest.raises(WrongKey, match="reverie db check"):
        opened(store)
    assert [check.seen for check in safekeeping.check(store, key=RAW)] == ["page 1 is not as it was written"]
    with pytest.raises(WrongKey, match="not a page"):
        safekeeping.check(store, key="another")
    with pytest.raises(StoreError):
        safekeeping.repair(store, key=RAW)


@pytest.mark.parametrize("cut", [1000, 5000, 0.5, 0.9])
def test_a_truncated_store_is_an_error(store: Path, cut: float) -> None:
    os.truncate(store, int(cut if cut > 1 else cut * store.stat().st_size))
    with pytest.raises(StoreError):
        told(store)


# -- encrypt, decrypt, rekey ---------------------------------------------------------------------


def content(path: Path, key: str | None) -> list[object]:
    with closing(sqlite_files.connected(path, None if key is None else Key(key))) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return [connection.execute(f"SELECT rowid, * FROM {name} ORDER BY rowid").fetchall() for name in tables]  # noqa: S608


def test_there_and_back_again_is_the_same(plain: Path, tmp_path: Path) -> None:
    whole, archive = content(plain, None), exported(plain, None)
    (tmp_path / "luna.db.before-repair").write_bytes(b"older")
    os.link(plain, tmp_path / "same.inode")
    done = safekeeping.encrypt(plain, key=RAW)
    assert done.encrypted
    assert done.rows == sum(len(rows) for rows in whole if isinstance(rows, list))
    assert [path.name for path in done.copies] == ["luna.db.before-repair"]
    assert set((tmp_path / "same.inode").read_bytes()) == {0}  # what had the name was overwritten
    assert seen(tmp_path) == set()
    assert (content(plain, RAW), exported(plain, RAW)) == (whole, archive)
    with pytest.raises(StoreError, match="already"):
        safekeeping.encrypt(plain, key=RAW)
    with pytest.raises(WrongKey):
        safekeeping.encrypt(plain, key="another")
    safekeeping.rekey("open sesame", plain, key=RAW)
    with pytest.raises(WrongKey):
        opened(plain, RAW)
    assert content(plain, "open sesame") == whole
    assert not safekeeping.decrypt(plain, key="open sesame").encrypted
    assert (content(plain, None), exported(plain, None)) == (whole, archive)
    assert plain.stat().st_mode & 0o077 == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["luna.db", "luna.db.before-repair", "same.inode"]


def exported(path: Path, key: str | None) -> str:
    clock = FrozenClock(START)
    with opened(path, key, clock) as luna:
        return Scene(luna=luna, ada=luna.find("Ada"), clock=clock, path=path).written()


@pytest.mark.parametrize("key", [RAW, None])
def test_what_is_open_is_not_written_anew(tmp_path: Path, key: str | None) -> None:
    path = tmp_path / "luna.db"
    turn = safekeeping.decrypt if key else safekeeping.encrypt
    with opened(path, key) as luna:
        luna.meet("Ada").say("I like jazz.")
        with pytest.raises(StoreBusy, match="close it"):
            turn(path, key=RAW)
        luna.find("Ada").say("I like opera.")
    script = (
        "import sys, reverie\n"
        "luna = reverie.open(sys.argv[1], embedder='none', key=sys.stdin.readline().strip() or None)\n"
        "print(len(luna.find('Ada').messages()), flush=True)\n"
        "sys.stdin.readline()\n"
        "luna.find('Ada').say('I like ramen.')\n"
    )
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        other.stdin.write(f"{key or ''}\n")
        other.stdin.flush()
        assert other.stdout.readline() == "2\n"
        with pytest.raises(StoreBusy, match="close it"):
            turn(path, key=RAW)
        other.communicate("\n")
    assert other.returncode == 0
    assert told(path, key) == ["I like jazz.", "I like opera.", "I like ramen."]


KILLED = """
import os, pathlib, shutil, sys
from reverie import safekeeping
from reverie.store.sqlite import rekeying

path, turn, key = pathlib.Path(sys.argv[1]), sys.argv[2], sys.stdin.readline().strip()
steps = {"seal", "_alone", "_written_anew", "_overwrite"}

def run(line=None, seen=None):
    "Turn the store; be killed at a line of the steps when it is reached first."
    def at(frame, event, _):
        if frame.f_code.co_filename != rekeying.__file__ or frame.f_code.co_name not in steps:
            return None
        if seen is not None:
            seen.setdefault(frame.f_lineno)
        if frame.f_lineno == line:
            os.kill(os.getpid(), 9)
        return at
    child = os.fork() if line else 0
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    sys.settrace(at)
    getattr(safekeeping, turn)(path, key=key)
    sys.settrace(None)

shutil.copy(path, "whole.db")
lines = {}  # in the order in which they are reached
run(seen=lines)
for line in list(lines)[:: -int(sys.argv[3])]:
    folder = pathlib.Path(f"at-{line}")
    folder.mkdir()
    shutil.copy("whole.db", path)
    assert run(line) == -9, line
    for file in pathlib.Path().glob("*luna.db*"):
        file.rename(folder / file.name)
"""


@pytest.mark.parametrize(
    ("turn", "every"),
    [
        ("encrypt", 9),
        ("decrypt", 9),
        pytest.param("encrypt", 1, marks=pytest.mark.nightly),
        pytest.param("decrypt", 1, marks=pytest.mark.nightly),
    ],
)
def test_killed_at_any_line_of_it_one_whole_store_has_the_name(tmp_path: Path, turn: str, every: int) -> None:
    before, after = (None, RAW) if turn == "encrypt" else (RAW, None)
    path = tmp_path / "luna.db"
    with opened(path, before) as luna:
        luna.meet("Ada").say("I like Zeppelin flights.")
    whole = content(path, before)
    command = [sys.executable, "-c", KILLED, "luna.db", turn, str(every)]
    subprocess.run(command, input=RAW, text=True, check=True, cwd=tmp_path)
    folders = list(tmp_path.glob("at-*"))
    assert len(folders) > 40 // every
    turned = 0
    for folder in folders:
        left = folder / "luna.db"
        key = before if _is(left, before) else after
        turned += key == after
        assert content(left, key) == whole
        if key == before:
            getattr(safekeeping, turn)(left, key=RAW)  # goes on as if nothing had been, and clears up
            assert content(left, after) == whole
        assert [file.name for file in folder.iterdir()] == ["luna.db"]
    assert 0 < turned < len(folders)


def _is(path: Path, key: str | None) -> bool:
    return path.read_bytes()[:6] == b"SQLite" if key is None else path.read_bytes()[:6] != b"SQLite"


def test_a_full_disk_leaves_the_store_as_it_was(plain: Path, tmp_path: Path) -> None:
    whole = content(plain, None)
    script = (
        "import resource, sys\n"
        "from reverie import safekeeping\n"
        "from reverie.errors import StoreError\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))\n"
        "try: safekeeping.encrypt(sys.argv[1], key=sys.stdin.readline().strip())\n"
        "except StoreError as error: print('told', error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script, plain], input=RAW, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("told"), done.stderr
    assert content(plain, None) == whole
    assert [file.name for file in tmp_path.iterdir()] == ["luna.db"]
