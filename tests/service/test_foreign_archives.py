"""Archives that somebody wrote by hand in order to reach somebody else: what they name of others does nothing here."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.service.scene import Scene, on_file, opened, texts
from tests.service.test_archives import rows, sealed

from reverie import Person, Reverie
from reverie.errors import Conflict, InvalidInput, ReverieError
from reverie.testing import FrozenClock


@pytest.fixture
def elsewhere(tmp_path: Path, clock: FrozenClock) -> Iterator[Reverie]:
    """The store from which the archives are."""
    (tmp_path / "elsewhere").mkdir()
    with opened(tmp_path / "elsewhere" / "other.db", clock) as luna:
        yield luna


def packed(elsewhere: Reverie, tmp_path: Path) -> Path:
    """An archive of Mallory's, who said something and forgot it."""
    mallory = elsewhere.meet("Mallory")
    mallory.say("I like opera.")
    mallory.say("I live in Rome.")
    mallory.forget("opera")
    return elsewhere.archives.pack(tmp_path / "mallory.zip", mallory).path


def named(archive: Path, old: str, new: str, **said: str) -> Path:
    """The archive with an id in place of another, everywhere, and this in the manifest."""
    target = archive.with_name("named.zip")
    with zipfile.ZipFile(archive) as before, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as after:
        manifest = json.loads(before.read("manifest.json").replace(old.encode(), new.encode())) | said
        for name, one in manifest["files"].items():
            text = before.read(name).replace(old.encode(), new.encode())
            one |= {"bytes": len(text), "sha256": hashlib.sha256(text).hexdigest()}
            after.writestr(name, text)
        after.writestr("manifest.json", json.dumps(manifest))
    return target


def kept(luna: Reverie, *people: Person) -> object:
    """Everything that is kept of people, and who is known."""
    return [{**luna.export(one), "exported_at": ""} for one in people], [one.name for one in luna.people()]


@pytest.mark.parametrize("into", [None, "Mallory", "Somebody"])
def test_one_that_bears_anothers_id_does_not_come_into_them(
    scene: Scene, elsewhere: Reverie, tmp_path: Path, into: str | None
) -> None:
    scene.say("I live in Lyon.")
    archive = packed(elsewhere, tmp_path)
    forged = named(archive, elsewhere.find("Mallory").id, scene.ada.id)
    before = kept(scene.luna, scene.ada)
    with pytest.raises(Conflict, match="Ada"):
        scene.luna.archives.unpack(forged, into)
    assert kept(scene.luna, scene.ada) == before
    assert scene.luna.archives.unpack(forged, "Ada").person.id == scene.ada.id  # who says that it is she means it


def test_one_that_bears_the_companions_id_is_nobodys(scene: Scene, elsewhere: Reverie, tmp_path: Path) -> None:
    archive = packed(elsewhere, tmp_path)
    forged = named(archive, elsewhere.find("Mallory").id, scene.luna.companion.id)
    for into in (None, "Mallory", scene.luna.companion.id):
        with pytest.raises(ReverieError):
            scene.luna.archives.unpack(forged, into)
    assert [one.name for one in scene.luna.people()] == ["Ada"]


def test_one_of_a_companion_is_for_no_person_and_one_of_a_group_for_nobody(
    scene: Scene, elsewhere: Reverie, tmp_path: Path
) -> None:
    elsewhere.opinions.add("opera", "Opera is long.")
    with pytest.raises(InvalidInput, match="companion"):
        scene.luna.archives.unpack(elsewhere.archives.pack(tmp_path / "own.zip").path, "Mallory")
    archive = packed(elsewhere, tmp_path)
    group = sealed(named(archive, "nothing", "nothing", kind="group"), "people", lambda r: r[0].update(kind="group"))
    with pytest.raises(InvalidInput, match="whose it is"):
        scene.luna.archives.unpack(group)
    assert not scene.luna.opinions.list()


Forging = Callable[[list[dict[str, Any]], str], None]


def _memory(log: list[dict[str, Any]], ada: str) -> None:
    for one in log:
        if one["item"] == "memory" and one["before"]:
            one["before"] |= {"owner": ada, "id": "0" * 36}
            one["after"] = None


def _account(log: list[dict[str, Any]], ada: str) -> None:
    row = {"platform": "discord", "external_id": "666", "user_id": ada, "linked_at": "2026-03-01T12:00:00+00:00"}
    log[-1] |= {"item": "account", "item_id": "discord:666", "before": row, "after": None}


@pytest.mark.parametrize("forging", [_memory, _account])
def test_its_log_brings_nothing_into_somebody_else_when_it_is_undone(
    scene: Scene, elsewhere: Reverie, tmp_path: Path, forging: Forging
) -> None:
    forged = sealed(packed(elsewhere, tmp_path), "log", lambda found: forging(found, scene.ada.id))
    before = kept(scene.luna, scene.ada)
    with pytest.raises(InvalidInput, match="somebody else"):
        scene.luna.archives.unpack(forged)
    assert kept(scene.luna, scene.ada) == before


def test_its_log_changes_nobody_else_when_it_is_undone(scene: Scene, elsewhere: Reverie, tmp_path: Path) -> None:
    with scene.luna._runtime.store.reading() as session:
        row = session.people.row(scene.ada.id) or {}
    now = {**row, "created_at": row["created_at"].isoformat()}

    def forged(log: list[dict[str, Any]]) -> None:
        log[-1] |= {"item": "user", "item_id": scene.ada.id, "before": {**now, "name": "Eve"}, "after": now}

    archive = sealed(packed(elsewhere, tmp_path), "log", forged)
    mallory = scene.luna.find(scene.luna.archives.unpack(archive).person.id)
    change = rows(archive, "log")[-1]["change_id"]
    mallory.undo(change)
    assert [one.name for one in scene.luna.people()] == ["Ada", "Mallory"]


def test_it_asks_nobody_whether_they_are_somebody_known(scene: Scene, elsewhere: Reverie, tmp_path: Path) -> None:
    archive = packed(elsewhere, tmp_path)
    asked = {
        "given_name": "Mallory",
        "candidates": [{"id": scene.ada.id, "name": "Ada", "score": 0.9}],
        "position": 0,
        "asked": 1,
    }
    setting = {"owner": elsewhere.find("Mallory").id, "name": "confirmation", "value": asked}
    forged = sealed(archive, "settings", lambda found: found.append(setting))
    forged = sealed(forged.rename(tmp_path / "asks.zip"), "people", lambda found: found[0].update(guest=True))
    with pytest.raises(InvalidInput, match="confirmation"):
        scene.luna.archives.unpack(forged)


@pytest.mark.parametrize("bad", ["..", ".", "/tmp/nowhere", "not-an-id"])
def test_an_id_that_no_reverie_gave_is_refused(scene: Scene, elsewhere: Reverie, tmp_path: Path, bad: str) -> None:
    """Pictures of somebody stand in a folder of their id, which goes when they are erased."""
    archive = packed(elsewhere, tmp_path)
    with pytest.raises(InvalidInput, match="whose it is"):
        scene.luna.archives.unpack(named(archive, elsewhere.find("Mallory").id, bad))


@on_file
def test_its_pictures_stand_among_those_of_the_person_alone(scene: Scene, elsewhere: Reverie, tmp_path: Path) -> None:
    picture = tmp_path / "elsewhere" / "red.png"
    Image.new("RGB", (8, 8), "red").save(picture)
    elsewhere.meet("Mallory").pictures.add(picture, "A red wall.")
    archive = packed(elsewhere, tmp_path)

    def forged(found: list[dict[str, Any]]) -> None:
        for one in found:
            if one["kind"] == "scene":
                one["details"]["path"] = "reverie.toml"

    came = scene.luna.archives.unpack(sealed(archive, "memories", forged))
    assert not (tmp_path / "reverie.toml").exists()
    mallory = scene.luna.find("Mallory")
    (shown,) = mallory.pictures.list()
    assert shown.content() == picture.read_bytes()
    assert shown.path.parent == tmp_path / "pictures" / mallory.id
    assert scene.luna.erase(mallory).rows["picture_files"] == came.pictures == 1
    assert texts(scene.ada.memories()) == []
