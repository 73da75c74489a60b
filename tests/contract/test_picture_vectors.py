"""Pictures on each database: their vectors are kept, found, and gone with their memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from tests.service.scene import START, opened

from reverie.errors import InvalidInput
from reverie.store.tables.pictures import PictureVector
from reverie.testing import FrozenClock


def test_a_picture_lives_and_goes_with_its_scene(store_url: str, tmp_path: Path) -> None:
    photos = [tmp_path / f"{n}.png" for n in range(3)]
    for n, photo in enumerate(photos):
        Image.new("RGB", (8, 8), (80 * n, 0, 0)).save(photo)
    with opened(store_url, FrozenClock(START)) as luna:
        ada, bob = luna.meet("Ada"), luna.meet("Bob")
        for n, photo in enumerate(photos):
            ada.pictures.add(photo, f"photo {n}", vector=np.eye(3)[n], space="eye", scene_id=str(n))
        bob.pictures.add(photos[0], "photo 0", vector=[0, 1, 0], space="eye")
        best = ada.pictures.best("which one was it?", vector=[0.1, 1.0, 0.1], space="eye")
        assert best is not None
        assert best.path == photos[1]
        with pytest.raises(InvalidInput, match="has 3 numbers, not 2"):
            ada.pictures.find("which?", vector=[1, 0], space="eye")
        ada.pictures.forget("1")
        assert all(s.scene_id != "1" for s in ada.pictures.find("photo", vector=[0, 1, 0], space="eye", limit=9))
        ada.undo()
        assert ada.pictures.find("photo", vector=[0, 1, 0], space="eye")[0].scene_id == "1"
        assert luna.erase(ada).rows["pictures"] == 3
        assert [s.description for s in bob.pictures.list()] == ["photo 0"]


def test_a_deleted_memory_takes_its_vectors_along_and_spaces_stay_apart(store_url: str, tmp_path: Path) -> None:
    photo = tmp_path / "photo.png"
    Image.new("RGB", (8, 8)).save(photo)
    with opened(store_url, FrozenClock(START)) as luna:
        ada = luna.meet("Ada")
        scene = ada.pictures.add(photo, "a photo", vector=[1, 0], space="eye").scene
        with luna._runtime.store.writing(ada.id) as session:
            other = PictureVector(item_id=scene.id, space="nose", vector=b"\x7f\0\0", scale=1 / 127)
            session.pictures.put(ada.id, other)
            session.pictures.put(ada.id, other)  # again is once
            assert session.pictures.spaces(ada.id) == ["eye", "nose"]
            assert session.pictures.dimensions(ada.id, "nose") == 3
            ids, vectors = session.pictures.in_space(ada.id, "nose", 3)
            assert (ids, vectors.tolist()) == ([scene.id], [[1.0, 0.0, 0.0]])
            assert (
                session.pictures.in_space(ada.id, "nose", 2)[0] == []
            )  # of another length it is no vector of that space
            assert session.pictures.in_space(ada.id, "ear", 2)[1].shape == (0, 2)
            assert session.pictures.without(ada.id, "eye") == []
            assert session.pictures.without(ada.id, "ear") == [scene.id]
            memory = session.memories.by_id(ada.id, scene.id)
            with session.act(luna._runtime.change(ada.id, "retention", actor="upkeep")) as act:
                act.write(memory, None)
        with luna._runtime.store.reading() as session:
            assert session.pictures.all(ada.id) == []
            assert not session.pictures.any_scene(ada.id)
