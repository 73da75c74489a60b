"""Archives: what goes out comes in the same, into a filled store once, and a changed one not at all."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from tests.service.scene import DAY, EVERY, MINUTE, START, Scene, on_file, opened, texts

import reverie
from reverie import Person, Reverie
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.privacy import archive_container
from reverie.records.memories import Status
from reverie.store.archive_rows import PARTS
from reverie.store.schema import OWNED
from reverie.store.sqlite.integrity_check import findings
from reverie.testing import FrozenClock

SECRET = "My password is hunter2xyz."
QUESTIONS = ["Where do I live?", "What is my favorite food?", "jazz", "What do I do for work?"]
SAYINGS = [
    "I live in Lyon.",
    "I moved to Paris.",
    "My favorite food is pizza.",
    "Actually my favorite food is ramen now.",
    "I like jazz and hiking.",
    "I no longer like jazz.",
    "I work at Acme as a nurse.",
    "I feel sad today.",
    "What did I say about Lyon?",
    "My password is hunter2xyz, keep it.",
]


@pytest.fixture
def other(tmp_path: Path, clock: FrozenClock) -> Iterator[Reverie]:
    """Another store, in which nobody is known."""
    with opened(tmp_path / "other.db", clock) as luna:
        yield luna


def rows(archive: Path, part: str) -> list[dict[str, Any]]:
    with zipfile.ZipFile(archive) as opened_zip:
        return [json.loads(line) for line in opened_zip.read(f"{part}.jsonl").splitlines()]


def content(archive: Path) -> dict[str, bytes]:
    """Everything in an archive that is kept, but for the notes that archives came in."""
    with zipfile.ZipFile(archive) as opened_zip:
        found = {name: opened_zip.read(name) for name in opened_zip.namelist()}
    kept = [line for line in found.pop("changes.jsonl").splitlines() if json.loads(line)["cause"] != "import"]
    found = {name: text for name, text in found.items() if name.endswith(".jsonl") or name.startswith("pictures/")}
    return found | {"changes.jsonl": b"\n".join(kept)}


def ranking(person: Person) -> list[list[tuple[str, float]]]:
    return [[(hit.memory.text, hit.score) for hit in person.recall(question)] for question in QUESTIONS]


def tell(scene: Scene) -> None:
    scene.say(*SAYINGS[:7])
    scene.ada.say("Lyon is lovely in May.", role="assistant")
    scene.clock.advance(DAY)
    scene.say("I like poetry.")
    scene.ada.conversations.note("Be gentle.")


# -- out and in again ----------------------------------------------------------------------------


def test_an_empty_store_becomes_an_equal_one(scene: Scene, other: Reverie, tmp_path: Path) -> None:
    tell(scene)
    scene.luna.directory.link(scene.ada, "discord", "1815")
    scene.ada.settings(categories_off=["feeling"], retention_days=900)
    packed = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada, with_vectors=True)
    came = other.archives.unpack(packed.path)
    ada = other.find("discord:1815")
    assert (came.whole, came.messages, came.person) == (True, 9, scene.ada.user)
    other.archives.pack(tmp_path / "again.zip", ada, with_vectors=True)
    assert content(tmp_path / "again.zip") == content(packed.path)
    assert ranking(ada) == ranking(scene.ada)
    assert str(ada.context("Any dinner ideas?")) == str(scene.ada.context("Any dinner ideas?"))
    ada.undo(scene.change("learn"))  # history came too
    assert "Likes poetry." not in texts(ada.memories())


Act = Callable[[Reverie, Person, int], object]


def _undo(luna: Reverie, ada: Person, n: int) -> None:
    done = [c["id"] for c in luna.export(ada)["changes"]]
    if done:
        ada.undo(done[n % len(done)])


def _decide(luna: Reverie, ada: Person, n: int) -> None:
    waiting = ada.memories(statuses=frozenset({Status.PROPOSED}))
    if waiting:
        ada.decide(waiting[0].id, accept=bool(n % 2))


def _merge(luna: Reverie, ada: Person, n: int) -> None:
    stranger = luna.directory.add(f"Stranger {n}")
    stranger.say(SAYINGS[n % len(SAYINGS)])
    luna.directory.merge(stranger, into=ada)


ACTS: dict[str, Act] = {
    "say": lambda luna, ada, n: ada.say(SAYINGS[n % len(SAYINGS)]),
    "answer": lambda luna, ada, n: ada.say(f"I see, {n}. [observe: likes number {n}]", role="assistant"),
    "remember": lambda luna, ada, n: ada.remember(SAYINGS[n % 7]),
    "forget": lambda luna, ada, n: ada.forget(("jazz", "Lyon", "pizza", "Acme")[n % 4]),
    "undo": _undo,
    "observe": lambda luna, ada, n: ada.user_model.record(f"Ada is fond of number {n % 5}."),
    "unsay": lambda luna, ada, n: [ada.unsay(m.id) for m in ada.messages(newest=1)],
    "end": lambda luna, ada, n: ada.conversations.end(),
    "note": lambda luna, ada, n: ada.conversations.note(f"Ask about {n}."),
    "profile": lambda luna, ada, n: ada.user_model.update("relationship", f"friend {n}"),
    "decide": _decide,
    "merge": _merge,
}


HISTORIES = given(st.lists(st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 9)), max_size=14))
FEW = settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FEW
@HISTORIES
def test_any_history_comes_out_as_it_went_in(tmp_path: Path, history: list[tuple[str, int]]) -> None:
    goes_out_and_in(tmp_path, history)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@settings(FEW, max_examples=300)
@HISTORIES
def test_very_many_histories_come_out_as_they_went_in(tmp_path: Path, history: list[tuple[str, int]]) -> None:
    goes_out_and_in(tmp_path, history)


def goes_out_and_in(tmp_path: Path, history: list[tuple[str, int]]) -> None:
    clock = FrozenClock(START)
    first, second = tmp_path / f"{os.urandom(8).hex()}.zip", tmp_path / f"{os.urandom(8).hex()}.zip"
    with opened(":memory:", clock) as luna, opened(":memory:", clock) as other:
        ada = luna.meet("Ada")
        for act, n in history:
            with contextlib.suppress(Conflict, NotFound):  # it can't be done now, and changed nothing
                ACTS[act](luna, ada, n)
            clock.advance(MINUTE if n % 4 else timedelta(hours=2))
        luna.archives.pack(first, ada, with_vectors=True)
        other.archives.unpack(first)
        other.archives.pack(second, other.find(ada.id), with_vectors=True)
        assert content(second) == content(first)
        assert ranking(other.find(ada.id)) == ranking(ada)
        assert other.archives.unpack(second).batch is None  # twice is once
        assert not [found for store in (luna, other) for found in findings(store._runtime.store) if found.wrong]
        # What is known already is not told again, nor what was forgotten.
        before = luna.export(ada)
        luna.archives.unpack(second)
        assert luna.export(ada)["memories"] == before["memories"]
        assert luna.export(ada)["conversations"] == before["conversations"]


def test_every_table_of_a_person_is_in_it() -> None:
    # Where a log ends, what a rule says of a conversation, and what was asked of a server under a key.
    beside = {"heads", "gists", "requests"}
    packed = {table.name for table in PARTS.values()}
    assert {table.name for table in OWNED} == packed - {"users", "accounts"} | beside


def test_without_vectors_they_are_made_anew(scene: Scene, other: Reverie, tmp_path: Path) -> None:
    tell(scene)
    packed = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada)
    assert {row["vector"] for row in rows(packed.path, "search")} == {None}
    other.archives.unpack(packed.path)
    assert ranking(other.find("Ada")) == ranking(scene.ada)
    assert other.reindex() == 0


def test_who_was_merged_comes_too_and_can_be_split_there(scene: Scene, other: Reverie, tmp_path: Path) -> None:
    scene.say("I live in Lyon.")
    stranger = scene.luna.directory.add("The Enchantress")
    stranger.say("I like engines.")
    scene.luna.directory.merge(stranger, into=scene.ada)
    other.archives.unpack(scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada).path)
    assert texts(other.directory.split("The Enchantress").memories()) == ["Likes engines."]
    assert texts(other.find("Ada").memories()) == ["Lives in Lyon."]


def test_the_companions_own_moves_to_a_companion_who_is_new(scene: Scene, other: Reverie, tmp_path: Path) -> None:
    scene.luna.opinions.add("poetry", "Poetry is worth the time.")
    scene.luna.self_model.append("capabilities", "I can listen.")
    page = tmp_path / "page.md"
    page.write_text("# Ships\n\nThe ferry leaves at nine.\n")
    scene.luna.knowledge.add(page)
    packed = scene.luna.archives.pack(tmp_path / "luna.zip")
    assert other.archives.unpack(packed.path).person.id == other.companion.id
    assert [o.opinion for o in other.opinions.list()] == ["Poetry is worth the time."]
    assert other.self_model.profile() == scene.luna.self_model.profile()
    assert [p.text for p in other.knowledge.search("When does the ferry leave?")] == ["The ferry leaves at nine."]
    assert other.archives.unpack(packed.path).batch is None
    other.opinions.add("opera", "Opera is long.")
    other.archives.pack(tmp_path / "more.zip")
    with pytest.raises(Conflict, match="new"):
        scene.luna.archives.unpack(tmp_path / "more.zip")


@on_file
def test_pictures_come_along(scene: Scene, clock: FrozenClock, tmp_path: Path) -> None:
    picture = tmp_path / "red.png"
    Image.new("RGB", (8, 8), "red").save(picture)
    scene.ada.pictures.add(picture, "A red wall.")
    packed = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada)
    assert packed.pictures == 1
    before = picture.read_bytes()
    picture.unlink()
    assert scene.luna.archives.pack(tmp_path / "less.zip", scene.ada).missing == (str(picture),)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with opened(elsewhere / "luna.db", clock) as luna:
        assert luna.archives.unpack(packed.path).pictures == 1
        (scene_there,) = luna.find("Ada").pictures.list()
        assert scene_there.path.is_relative_to(elsewhere)
        assert scene_there.path.read_bytes() == before
        assert scene_there.path.stat().st_mode & 0o077 == 0


def test_it_is_one_moment_readable_by_nobody_else_and_never_half_there(scene: Scene, tmp_path: Path) -> None:
    tell(scene)
    path = tmp_path / "ada.zip"
    packed = scene.luna.archives.pack(path, scene.ada)
    assert path.stat().st_mode & 0o077 == 0
    with zipfile.ZipFile(path) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        for name, said in manifest["files"].items():
            assert hashlib.sha256(archive.read(name)).hexdigest() == said["sha256"]
        assert "Paris" in archive.read("profile.yaml").decode()
        assert "# What is kept of Ada" in archive.read("README.md").decode()
    assert (manifest["format"], manifest["files"]["messages.jsonl"]["rows"]) == ("reverie-archive/1", 9)
    assert packed.rows["messages"] == 9
    with pytest.raises(Conflict):
        scene.luna.archives.pack(path, scene.ada)
    scene.luna.archives.pack(path, scene.ada, force=True)
    with pytest.raises(InvalidInput):
        scene.luna.archives.pack(tmp_path / "nowhere" / "ada.zip", scene.ada)
    assert sorted(file.name for file in tmp_path.glob("*.zip*")) == ["ada.zip"]
    assert not list(tmp_path.glob(".*"))


# -- into a filled store -------------------------------------------------------------------------


def test_two_stores_that_went_on_apart_come_together(scene: Scene, other: Reverie, tmp_path: Path) -> None:
    tell(scene)
    other.archives.unpack(scene.luna.archives.pack(tmp_path / "1.zip", scene.ada).path)
    there = other.find("Ada")
    scene.clock.advance(DAY)
    there.say("I moved to Rome.")
    there.say("I like jazz.")
    scene.clock.advance(DAY)
    scene.say("My favorite food is soup.")
    came = scene.luna.archives.unpack(other.archives.pack(tmp_path / "2.zip", there).path)
    assert (came.whole, came.messages) == (False, 2)
    assert texts(scene.ada.messages())[-3:] == ["I moved to Rome.", "I like jazz.", "My favorite food is soup."]
    known = texts(scene.ada.memories())
    assert "Lives in Rome." in known
    assert "Lives in Paris." not in known
    assert known.count("Likes jazz.") == 1
    assert scene.luna.archives.unpack(tmp_path / "2.zip").batch is None
    assert scene.luna.archives.unpack(tmp_path / "1.zip").messages == 0


def test_what_is_forgotten_or_unsaid_here_does_not_come_back(scene: Scene, tmp_path: Path) -> None:
    tell(scene)
    scene.ada.remember("I am a pilot.")
    packed = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada)
    scene.ada.forget("jazz")
    scene.ada.forget("pilot")
    scene.ada.unsay(scene.ada.messages()[0].id)
    before = scene.written()
    scene.luna.archives.unpack(packed.path)
    assert scene.written() == before
    assert not any("jazz" in text or "pilot" in text for text in texts(scene.ada.memories()))


def test_somebody_elses_name_has_to_be_told_apart(scene: Scene, other: Reverie, tmp_path: Path) -> None:
    scene.say("I live in Lyon.", "I like jazz.")
    packed = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada)
    namesake = other.meet("Ada")
    namesake.say("I like opera.")
    with pytest.raises(Conflict, match="somebody else"):
        other.archives.unpack(packed.path)
    assert other.archives.unpack(packed.path, "Ada of Lyon").whole
    assert texts(other.find("Ada of Lyon").memories()) == ["Lives in Lyon.", "Likes jazz."]
    assert texts(namesake.memories()) == ["Likes opera."]
    with pytest.raises(Conflict, match="known here"):
        other.archives.unpack(packed.path, "Ada")


def test_nothing_comes_in_while_memory_is_paused(scene: Scene, tmp_path: Path) -> None:
    scene.say("I live in Lyon.")
    packed = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada)
    scene.ada.pause()
    with pytest.raises(InvalidInput, match="paused"):
        scene.luna.archives.unpack(packed.path)


def test_the_rule_of_the_slot_decides_between_values(scene: Scene, other: Reverie, tmp_path: Path) -> None:
    scene.say("I live in Lyon.")
    packed = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada)
    scene.clock.advance(DAY)
    ada = other.meet("Ada")
    ada.say("I live in Rome.")
    other.archives.unpack(packed.path, "Ada")
    assert texts(ada.memories()) == ["Lives in Rome."]  # said later
    assert texts(ada.memories(statuses=frozenset({Status.SUPERSEDED}))) == ["Lives in Lyon."]


@pytest.mark.parametrize("since", [(), ("I like jazz.", "I moved to Oslo.")])
@pytest.mark.parametrize("known", [True, False])
def test_it_is_taken_back_as_one(
    scene: Scene, other: Reverie, tmp_path: Path, since: tuple[str, ...], known: bool
) -> None:
    tell(scene)
    scene.ada.remember("I am a pilot.")
    packed = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada)
    if known:
        other.meet("Ada").say("I live in Rome. I like opera.")
    came = other.archives.unpack(packed.path, "Ada")
    ada = other.find("Ada")
    assert came.batch is not None
    for text in since:
        scene.clock.advance(MINUTE)
        ada.say(text)
    ada.undo(batch=came.batch)
    ours = ["I live in Rome. I like opera."] if known else []
    assert texts(ada.messages()) == [*ours, *since]
    stands = {"Lives in Oslo.", "Likes jazz."} if since else {"Lives in Rome."} if known else set()
    assert set(texts(ada.memories())) == stands | ({"Likes opera."} if known else set())
    with pytest.raises(Conflict):
        ada.undo(batch=came.batch)
    assert other.archives.unpack(packed.path, "Ada").messages == 9
    assert "Is a pilot." in texts(ada.memories())


# -- what is no archive --------------------------------------------------------------------------


def rewritten(archive: Path, **changed: bytes | None) -> Path:
    """The archive with files changed, added or (None) left out; the manifest as it was."""
    target = archive.with_name("changed.zip")
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in [*old.namelist(), *(set(changed) - set(old.namelist()))]:
            text = changed[name] if name in changed else old.read(name)
            if text is not None:
                new.writestr(name, text)
    return target


def sealed(archive: Path, part: str, change: Callable[[list[dict[str, Any]]], None]) -> Path:
    """The archive with other rows in a part, and a manifest that says so: by somebody who knows the format."""
    kept = rows(archive, part)
    change(kept)
    text = b"".join(json.dumps(row).encode() + b"\n" for row in kept)
    with zipfile.ZipFile(archive) as old:
        manifest = json.loads(old.read("manifest.json"))
    manifest["files"][f"{part}.jsonl"] = {"bytes": len(text), "sha256": hashlib.sha256(text).hexdigest()}
    return rewritten(archive, **{f"{part}.jsonl": text, "manifest.json": json.dumps(manifest).encode()})


def _manifest(archive: Path, **changed: object) -> Path:
    with zipfile.ZipFile(archive) as old:
        manifest = {**json.loads(old.read("manifest.json")), **changed}
    return rewritten(archive, **{"manifest.json": json.dumps(manifest).encode()})


@pytest.mark.parametrize(("into", "schema"), [(None, "0010"), ("Ada", "0010"), (None, "0007")])
def test_one_that_is_older_than_statements_brings_what_they_would_say(
    scene: Scene, other: Reverie, tmp_path: Path, into: str | None, schema: str
) -> None:
    tell(scene)
    scene.ada.remember("I am a pilot.")
    scene.say("I moved to Oslo.", "I like poetry.")
    packed = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada).path
    with zipfile.ZipFile(packed) as old:
        manifest = json.loads(old.read("manifest.json"))
    del manifest["files"]["statements.jsonl"]
    older = {"statements.jsonl": None, "manifest.json": json.dumps({**manifest, "schema": schema}).encode()}
    if into is not None:
        other.meet(into)
    other.archives.unpack(rewritten(packed, **older), into)
    ada = other.find("Ada")
    assert sorted(texts(ada.memories(statuses=EVERY))) == sorted(texts(scene.ada.memories(statuses=EVERY)))
    for person in (ada, scene.ada):
        for message in [m for m in person.messages() if "Oslo" in m.text or "poetry" in m.text][1:]:
            person.unsay(message.id)
    assert sorted(texts(ada.memories())) == sorted(texts(scene.ada.memories()))
    assert "Lives in Oslo." not in texts(ada.memories())
    assert "Likes poetry." in texts(ada.memories())


def _truncated(archive: Path) -> Path:
    archive.write_bytes(archive.read_bytes()[:-200])
    return archive


def _flipped(archive: Path) -> Path:
    whole = bytearray(archive.read_bytes())
    with zipfile.ZipFile(archive) as old:
        at = old.getinfo("messages.jsonl").header_offset + 80
    whole[at : at + 8] = b"\0" * 8
    archive.write_bytes(whole)
    return archive


def _misnamed(archive: Path) -> Path:
    whole = bytearray(archive.read_bytes())
    at = whole.index(b"PK\1\2")  # a file in the list at the end: its flags, and its name
    whole[at + 9] |= 0x08
    whole[at + 46] = 0x80
    archive.write_bytes(whole)
    return archive


def _bomb(archive: Path) -> Path:
    return rewritten(archive, **{"log.jsonl": b" " * 5_000_000})


def _twice(archive: Path) -> Path:
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(archive, "a") as same:
        same.writestr("README.md", "other")
    return archive


def _of_another(archive: Path) -> Path:
    return sealed(archive, "memories", lambda kept: kept[0].update(owner="somebody-else"))


def _changed_row(part: str, **fields: object) -> Callable[[Path], Path]:
    return lambda archive: sealed(archive, part, lambda kept: kept[0].update(fields))


def _set(name: str, value: object) -> Callable[[Path], Path]:
    def changed(archive: Path) -> Path:
        owner = rows(archive, "people")[0]["id"]
        return sealed(archive, "settings", lambda kept: kept.append({"owner": owner, "name": name, "value": value}))

    return changed


def _text(archive: Path) -> Path:
    archive.write_text("Dear diary")
    return archive


DAMAGED: dict[str, Callable[[Path], Path]] = {
    "another hash": lambda archive: rewritten(archive, **{"messages.jsonl": b'{"text": "I am rich."}\n'}),
    "a missing file": lambda archive: rewritten(archive, **{"links.jsonl": None}),
    "a file too many": lambda archive: rewritten(archive, **{"gists.jsonl": b""}),
    "a path outwards": lambda archive: rewritten(archive, **{"../../luna.db": b"x"}),
    "a picture outwards": lambda archive: rewritten(archive, **{"pictures/../../../luna.db": b"x"}),
    "no manifest": lambda archive: rewritten(archive, **{"manifest.json": None}),
    "a manifest of something else": lambda archive: rewritten(archive, **{"manifest.json": b"[]"}),
    "an unknown version": lambda archive: _manifest(archive, format="reverie-archive/2"),
    "an unknown schema": lambda archive: _manifest(archive, schema="9999"),
    "of nobody": lambda archive: _manifest(archive, id="nobody"),
    "truncated": _truncated,  # the end is gone
    "a bit flipped": _flipped,
    "a name that is no UTF-8": _misnamed,
    "a bomb": _bomb,
    "a file twice": _twice,
    "somebody else's rows": _of_another,
    "an unknown field": _changed_row("messages", shoe_size=44),
    "a status of its own": _changed_row("memories", status="sacred"),
    "a number for a text": _changed_row("messages", text=5),
    "a time without sense": _changed_row("messages", sent_at="yesterday"),
    "a time without a zone": _changed_row("messages", sent_at="2026-03-01T12:00:00"),
    "a conversation that is not there": _changed_row("messages", conversation_id="nowhere"),
    "a lone surrogate": _changed_row("messages", text="\ud800"),
    "a row twice": lambda archive: sealed(archive, "messages", lambda kept: kept.append(kept[0])),
    "no JSON": lambda archive: sealed(archive, "messages", lambda kept: kept.insert(0, "x")),  # type: ignore[arg-type] # on purpose
    "text": _text,
    "details that are none": _changed_row("memories", details="x"),
    "a retention of nonsense": _set("retention_days", "soon"),
    "a category that there is not": _set("categories_off", 5),
    "a setting of a group": _set("members", {}),
    "a page that is no text": _set("profile_text", []),
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED.keys())
@pytest.mark.parametrize("known", [True, False])
def test_what_was_changed_does_not_come_in(
    scene: Scene,
    other: Reverie,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    damage: Callable[[Path], Path],
    known: bool,
) -> None:
    monkeypatch.setattr(archive_container, "FREELY_UNPACKED", 1_000_000)
    scene.say("I live in Lyon.")
    scene.clock.advance(MINUTE)
    archive = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada).path
    if known:
        scene.luna.erase(scene.ada)
        other.meet("Ada").say("I like opera.")
    before = [other.export(other.find(user.id)) for user in other.people()]
    with pytest.raises(InvalidInput) as told:
        other.archives.unpack(damage(archive), "Ada" if known else None)
    assert len(str(told.value)) > 20
    assert [other.export(other.find(user.id)) for user in other.people()] == before
    assert len(other.people()) == known


def test_a_secret_in_a_hand_made_archive_is_masked(scene: Scene, other: Reverie, tmp_path: Path) -> None:
    scene.say("I live in Lyon.")
    archive = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada).path
    secret = _changed_row("messages", text="My password is hunter2xyz.")(archive)
    assert other.archives.unpack(secret).masked == 1
    assert "hunter2xyz" not in json.dumps(other.export(other.find("Ada")))


@pytest.mark.parametrize(
    ("part", "fields"),
    [
        ("messages", {"speaker": SECRET}),
        ("memories", {"key": SECRET}),
        ("memories", {"details": {"value": SECRET, SECRET: [SECRET]}}),
        ("settings", {"name": "profile_text", "value": SECRET}),
        ("log", {"before": {"text": SECRET, "details": {"value": SECRET}}}),
    ],
)
def test_so_is_one_in_anything_else_that_an_archive_holds(
    scene: Scene, other: Reverie, tmp_path: Path, part: str, fields: dict[str, Any]
) -> None:
    scene.say("I live in Lyon.")
    scene.ada.settings(retention_days=900)
    archive = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada).path
    if part == "log":
        fields = {"before": {**rows(archive, "log")[0]["after"], **fields["before"]}}
    assert other.archives.unpack(_changed_row(part, **fields)(archive)).masked
    assert b"hunter2xyz" not in b"".join(file.read_bytes() for file in tmp_path.glob("other.db*"))


@pytest.mark.parametrize("field", ["name", "nickname", "pronouns"])
@pytest.mark.parametrize("called", [SECRET, "x" * 10_000, "  "])
def test_nobody_is_called_by_what_is_no_name(
    scene: Scene, other: Reverie, tmp_path: Path, field: str, called: str
) -> None:
    archive = scene.luna.archives.pack(tmp_path / "ada.zip", scene.ada).path
    with pytest.raises((InvalidInput, Refused)):
        other.archives.unpack(_changed_row("people", **{field: called})(archive))
    assert not other.people()


def test_a_file_that_is_not_there(scene: Scene, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="can't be read"):
        scene.luna.archives.unpack(tmp_path / "nowhere.zip")


def test_a_row_is_read_and_written_without_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line longer than one may be is refused before it is held in memory."""
    monkeypatch.setattr(archive_container, "LONGEST_LINE", 10)
    with pytest.raises(reverie.InvalidInput, match="line of more than"):
        list(archive_container._lines(io.BytesIO(b"x" * 100), "ada.zip"))
