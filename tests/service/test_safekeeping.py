"""Stores kept safe: copied while others write, checked, gone back to, mended, and saved as far as they can be read."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.service.scene import EVERY, Scene, on_file, opened, raw, readable, texts

import reverie
from reverie import safekeeping
from reverie.errors import ConfigError, Conflict, NotFound, SchemaOutOfDate, StoreBusy, StoreError, WrongKey
from reverie.testing import FrozenClock

pytestmark = on_file

WRITER = """
import sys, reverie
with reverie.open(sys.argv[1], embedder="none") as luna:
    ada = luna.meet("Ada")
    for n in range(100_000):
        ada.say(f"I like fruit number {n}.")
        print(n, flush=True)
"""


def well(path: Path) -> bool:
    return all(one.ok for one in safekeeping.check(path))


def wrong(path: Path) -> list[str]:
    return [one.name for one in safekeeping.check(path) if not one.ok]


@pytest.fixture
def kept(scene: Scene) -> Path:
    """A store that is closed, in which something of every sort is kept."""
    scene.say(*(f"I like fruit number {n}, and it was a fine day in {n}." for n in range(40)))
    scene.say("I live in Lyon.", "I moved to Paris.")
    stranger = scene.luna.directory.add("Stranger")
    stranger.say("I like opera.")
    scene.luna.directory.merge(stranger, into=scene.ada)
    scene.ada.forget("number 7")
    scene.ada.undo()
    scene.ada.unsay(scene.ada.messages()[3].id)
    scene.ada.conversations.end()
    scene.ada.conversations.note("Be gentle.")
    scene.luna.opinions.add("poetry", "Poetry is worth the time.")
    scene.luna.close()
    return scene.path


def changed(path: Path, *statements: str) -> None:
    """Damage rows behind the program's back."""
    with closing(raw(path)) as connection:
        for statement in statements:
            connection.execute(statement)


# -- backup and restore --------------------------------------------------------------------------


def test_a_backup_of_a_store_that_is_being_written_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "luna.db"
    with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        try:
            for n in range(4):
                said = [int(writer.stdout.readline()) for _ in range(10)][-1]
                made = safekeeping.backup(tmp_path / f"{n}.db", path)
                with reverie.open(made.path, embedder="none") as luna:
                    assert len(luna.meet("Ada").messages()) > said  # all that was acknowledged is in it
                assert well(made.path)
            assert writer.poll() is None  # it went on all the while
        finally:
            writer.kill()


def test_a_backup_is_one_file_that_only_its_owner_reads(kept: Path, tmp_path: Path) -> None:
    made = safekeeping.backup(tmp_path / "one.db", kept)
    assert made.path.stat().st_mode & 0o077 == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["luna.db", "one.db"]
    with pytest.raises(Conflict):
        safekeeping.backup(made.path, kept)
    safekeeping.backup(made.path, kept, force=True)
    with pytest.raises(StoreError):
        safekeeping.backup(tmp_path / "nowhere" / "one.db", kept)
    with pytest.raises(NotFound):
        safekeeping.backup(tmp_path / "two.db", tmp_path / "nothing.db")
    with pytest.raises(ConfigError, match="pg_dump"):
        safekeeping.backup(tmp_path / "two.db", "postgresql://host/luna")


def test_going_back_keeps_what_was_there(kept: Path, tmp_path: Path, clock: FrozenClock) -> None:
    made = safekeeping.backup(tmp_path / "one.db", kept)
    with opened(kept, clock) as luna:
        luna.find("Ada").say("I like zeppelins.")
    with pytest.raises(Conflict, match="force"):
        safekeeping.restore(made.path, kept)
    done = safekeeping.restore(made.path, kept, force=True)
    assert done.kept is not None
    with opened(kept, clock) as luna, opened(done.kept, clock) as before:
        assert "Likes zeppelins." not in texts(luna.find("Ada").memories())
        assert "Likes zeppelins." in texts(before.find("Ada").memories())
    assert kept.stat().st_mode & 0o077 == 0
    assert made.path.exists()
    assert safekeeping.restore(made.path, tmp_path / "new" / "luna.db").kept is None
    assert well(tmp_path / "new" / "luna.db")


def test_what_is_open_elsewhere_is_not_replaced(kept: Path, tmp_path: Path, clock: FrozenClock) -> None:
    made = safekeeping.backup(tmp_path / "one.db", kept)
    with opened(kept, clock) as luna:
        luna.find("Ada").say("I like zeppelins.")
        with pytest.raises(StoreBusy, match="close that"):
            safekeeping.restore(made.path, kept, force=True)
        assert "Likes zeppelins." in texts(luna.find("Ada").memories())
    assert sorted(file.name for file in tmp_path.iterdir()) == ["luna.db", "one.db"]


def test_what_is_no_backup_changes_nothing(kept: Path, tmp_path: Path) -> None:
    before = kept.read_bytes()
    text, foreign, broken, newer = (tmp_path / name for name in ("text", "foreign", "broken", "newer"))
    text.write_text("Dear diary\n" * 500)
    changed(foreign, "CREATE TABLE recipes (name TEXT)")
    shutil.copy(kept, broken)
    os.truncate(broken, broken.stat().st_size // 2)
    shutil.copy(kept, newer)
    changed(newer, "UPDATE reverie_version SET version_num = '9999'")
    for file, error in ((text, WrongKey), (foreign, StoreError), (broken, StoreError), (newer, SchemaOutOfDate)):
        with pytest.raises(error):
            safekeeping.restore(file, kept, force=True)
    with pytest.raises(NotFound):
        safekeeping.restore(tmp_path / "nothing", kept, force=True)
    with pytest.raises(Conflict, match="the store itself"):
        safekeeping.restore(kept, kept, force=True)
    assert kept.read_bytes() == before
    assert not list(tmp_path.glob("*before-restore*"))
    assert not list(tmp_path.glob(".*"))


def test_a_broken_store_is_replaced_by_a_backup(kept: Path, tmp_path: Path) -> None:
    made = safekeeping.backup(tmp_path / "one.db", kept)
    os.truncate(kept, 20_000)
    done = safekeeping.restore(made.path, kept, force=True)
    assert well(kept)
    assert done.kept is not None
    assert done.kept.stat().st_size == 20_000


# -- check and repair ----------------------------------------------------------------------------

DAMAGED: dict[str, tuple[str, ...]] = {
    "owners": ("PRAGMA foreign_keys = OFF", "DELETE FROM users WHERE merged_into IS NOT NULL"),
    "indexes": ("DROP INDEX ix_memories_recent",),
    "search entries of nothing": ("DELETE FROM memories WHERE rowid = 5",),
    "messages in the search": ("DELETE FROM entries WHERE item = 'message'",),
    "memories in the search": ("DELETE FROM entries WHERE item = 'memory'",),
    "links": ("DELETE FROM memories WHERE rowid = 6", "DELETE FROM entries WHERE item = 'memory'"),
    "end of the log": ("UPDATE heads SET seq = 1",),
    "heads": ("DELETE FROM heads",),
    "timelines": ("UPDATE memories SET status = 'superseded', valid_to = valid_from WHERE text = 'Lives in Paris.'",),
    "vectors": ("UPDATE entries SET vector = x'0102' WHERE rowid = 3",),
}


@pytest.mark.parametrize(("name", "statements"), DAMAGED.items(), ids=DAMAGED.keys())
def test_what_follows_from_other_rows_is_made_anew(
    kept: Path, clock: FrozenClock, name: str, statements: tuple[str, ...]
) -> None:
    assert well(kept)
    with opened(kept, clock) as luna:
        said, found = texts(luna.find("Ada").messages()), texts(h.memory for h in luna.find("Ada").recall("fruit 12"))
    changed(kept, *statements)
    assert name in wrong(kept)
    mended = safekeeping.repair(kept)
    assert mended.done
    assert mended.kept is not None
    assert wrong(mended.kept)[:1]
    assert well(kept)
    with opened(kept, clock) as luna:
        luna.reindex()
        ada = luna.find("Ada")
        assert texts(ada.messages()) == said
        assert texts(hit.memory for hit in ada.recall("fruit 12"))[0] == found[0]
        ada.say("I like zeppelins.")
    assert well(kept)


def test_a_memory_that_is_not_what_was_said_of_it_is_named_and_is_so_again(kept: Path, clock: FrozenClock) -> None:
    with opened(kept, clock) as luna:
        before = luna.find("Ada").memories(statuses=EVERY)
    lyon = next(m for m in before if m.text == "Lives in Lyon.")
    changed(kept, "UPDATE memories SET superseded_by = NULL, valid_to = NULL WHERE text = 'Lives in Lyon.'")
    (found,) = [one for one in safekeeping.check(kept) if not one.ok]
    assert (found.name, lyon.id in found.seen, "repair" in found.remedy) == ("timelines", True, True)
    assert safekeeping.repair(kept).done == {"memories folded again": 1}
    with opened(kept, clock) as luna:
        ada = luna.find("Ada")
        after = ada.memories(statuses=EVERY)
        with pytest.raises(Conflict, match="what was said"):
            ada.undo(ada.history()[-1].change.id)
    assert [replace(m, revision=0) for m in after] == [replace(m, revision=0) for m in before]


def test_what_no_machine_can_mend_is_named(kept: Path) -> None:
    changed(kept, "DELETE FROM log WHERE rowid = 5")
    (one,) = [one for one in safekeeping.check(kept) if not one.ok]
    assert (one.name, "backup" in one.remedy) == ("every line of the log", True)
    safekeeping.repair(kept)
    assert wrong(kept) == ["every line of the log"]


@readable
def test_a_damaged_index_is_made_anew(kept: Path, tmp_path: Path) -> None:
    with closing(raw(kept)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'ix_users_folded'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    whole = bytearray(kept.read_bytes())
    empty = bytes([10, 0, 0, 0, 0, (size >> 8) & 255, size & 255, 0])  # a leaf of an index, with nothing on it
    whole[(page - 1) * size : page * size] = empty + bytes(size - len(empty))
    kept.write_bytes(whole)
    assert "file" in wrong(kept)
    assert safekeeping.repair(kept).saved is None
    assert well(kept)


def test_a_file_that_is_well_needs_no_mending(kept: Path) -> None:
    assert safekeeping.repair(kept).done == {}


@pytest.mark.parametrize("cut", [0.55, 0.7, 0.95])
def test_a_truncated_file_is_saved_as_far_as_it_goes(kept: Path, clock: FrozenClock, cut: float) -> None:
    whole = texts_in(kept, clock)
    os.truncate(kept, int(kept.stat().st_size * cut))
    before = kept.read_bytes()
    assert wrong(kept) == ["file"]
    mended = safekeeping.repair(kept)
    assert mended.saved is not None
    assert mended.torn
    assert texts_in(mended.saved, clock) <= whole
    assert set(wrong(mended.saved)) <= {"every line of the log", "changes of the log", "merged people"}
    assert kept.read_bytes() == before
    assert mended.saved.stat().st_mode & 0o077 == 0


def texts_in(path: Path, clock: FrozenClock) -> set[str]:
    with opened(path, clock) as luna:
        return {text for user in luna.people() for text in texts(luna.find(user.id).messages())}


TABLE_LEAF = 13
"""What the first byte of a page says that holds rows (SQLite's file format, 1.6); one above them takes them along."""


@readable
@pytest.mark.parametrize("seed", range(3))
def test_noise_in_a_file_costs_what_it_covers(kept: Path, clock: FrozenClock, seed: int) -> None:
    said = texts_in(kept, clock)
    drawn = random.Random(seed)
    noisy = bytearray(kept.read_bytes())
    leaves = [at for at in range(4096, len(noisy), 4096) if noisy[at] == TABLE_LEAF]
    rows = [at for at in leaves if b"CREATE " not in noisy[at : at + 4096]]  # the others hold the schema
    for at in drawn.sample(rows[len(rows) // 4 :], 3):
        noisy[at : at + 3000] = drawn.randbytes(3000)
    kept.write_bytes(noisy)
    saved = safekeeping.repair(kept).saved
    assert saved is not None
    assert len(texts_in(saved, clock) & said) > len(said) // 3  # they fill two pages


@readable
@pytest.mark.parametrize(
    "gone", [(0,), (-2,), (-3, -1)], ids=["the first", "the last but one", "two, with one between"]
)
def test_what_stands_behind_a_destroyed_page_is_saved(scene: Scene, clock: FrozenClock, gone: tuple[int, ...]) -> None:
    scene.say(*(f"Fruit number {n} {'tasted well ' * 20}" for n in range(103)))
    scene.luna.close()
    whole = bytearray(scene.path.read_bytes())
    with closing(raw(scene.path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'messages'").fetchone()
    leaves = _leaves(bytes(whole), root)
    lost = [bytes(whole[at : at + 4096]) for at in (leaves[one] for one in gone)]
    for one in gone:
        whole[leaves[one] : leaves[one] + 4096] = bytes(4096)
    said = texts_in(scene.path, clock)
    scene.path.write_bytes(whole)
    saved = safekeeping.repair(scene.path).saved
    assert saved is not None
    assert texts_in(saved, clock) == {text for text in said if not any(text.encode() in page for page in lost)}


def _leaves(file: bytes, root: int) -> list[int]:
    """Where a table's leaves begin, in order, where only its root stands above them (SQLite's file format, 1.6)."""
    at = (root - 1) * 4096
    cells = int.from_bytes(file[at + 3 : at + 5])
    places = [int.from_bytes(file[at + 12 + 2 * n : at + 14 + 2 * n]) for n in range(cells)]
    pages = [int.from_bytes(file[at + place : at + place + 4]) for place in places]
    return [(page - 1) * 4096 for page in (*pages, int.from_bytes(file[at + 8 : at + 12]))]


def test_people_who_are_lost_get_a_bare_name(kept: Path, clock: FrozenClock) -> None:
    changed(kept, "PRAGMA foreign_keys = OFF", "DELETE FROM users", "DELETE FROM conversations", "DELETE FROM heads")
    os.truncate(kept, kept.stat().st_size - 4096)
    saved = safekeeping.repair(kept).saved
    assert saved is not None
    with opened(saved, clock) as luna:
        named = [user.name for user in luna.people()]
        assert named
        assert all(name.startswith("Recovered") for name in named)
        assert sum(len(luna.find(user.id).messages()) for user in luna.people()) >= 41


@pytest.mark.parametrize("content", [b"", b"hello", b"Dear diary\n" * 1000, b"\0" * 50_000])
def test_nothing_can_be_saved_of_what_is_no_store(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "luna.db"
    path.write_bytes(content)
    with pytest.raises(StoreError) as told:
        safekeeping.repair(path)
    assert len(str(told.value)) > 20
    assert [file.name for file in tmp_path.iterdir()] == ["luna.db"]


# -- troubles of the disk ------------------------------------------------------------------------


def test_a_torn_log_costs_no_more_than_its_end(scene: Scene, tmp_path: Path, clock: FrozenClock) -> None:
    scene.say("I like jazz.")
    torn = tmp_path / "torn.db"
    shutil.copy(scene.path, torn)
    wal = scene.path.with_name("luna.db-wal").read_bytes()
    scene.say("I live in Lyon.")
    longer = scene.path.with_name("luna.db-wal").read_bytes()
    assert len(longer) > len(wal)
    torn.with_name("torn.db-wal").write_bytes(longer[: len(wal) + 3000])  # cut in the middle of a page
    assert well(torn)
    with opened(torn, clock) as luna:
        assert texts(luna.find("Ada").memories()) == ["Likes jazz."]
        luna.find("Ada").say("I like opera.")
    assert well(torn)


_FULL = """
import resource, sys, reverie
from reverie import safekeeping
luna = reverie.open(sys.argv[1], embedder="none")
ada = luna.find("Ada")
size = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
try:
    if sys.argv[3] == "say":
        for n in range(2000):
            ada.say(f"I like fruit number {n}, and the words go on and on and on.")
    elif sys.argv[3] == "backup":
        safekeeping.backup(sys.argv[1] + ".backup", sys.argv[1])
    else:
        luna.archives.pack(sys.argv[1] + ".zip", ada)
except reverie.ReverieError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.parametrize("verb", ["say", "backup", "pack"])
def test_a_full_disk_is_said_and_loses_nothing(kept: Path, clock: FrozenClock, verb: str) -> None:
    room = 400_000 if verb == "say" else 8_000
    with opened(kept, clock) as luna:
        known = len(luna.find("Ada").messages())
    done = subprocess.run(
        [sys.executable, "-c", _FULL, kept, str(room), verb], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(("StoreError", "InvalidInput")), done.stdout
    assert ("space left" if verb != "pack" else "can't be written") in done.stdout
    assert not list(kept.parent.glob("*.backup"))
    assert not list(kept.parent.glob("*.zip"))
    assert not list(kept.parent.glob(".*"))
    assert well(kept)
    with opened(kept, clock) as luna:
        assert len(luna.find("Ada").messages()) >= known
