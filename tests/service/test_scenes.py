"""Scenes through the whole product: kept, found by picture and description, forgotten, and never anybody else's."""

from __future__ import annotations

import base64
import io
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.clip import shapes
from PIL import Image
from tests.service.scene import DAY, EVERY, START, Scene, on_file, opened, readable, texts

import reverie
from reverie import Reverie
from reverie.config import Config
from reverie.errors import ConfigError, Conflict, InvalidInput, NotFound, Refused, ReverieWarning
from reverie.images.image_formats import Sized
from reverie.images.scenes import Viewing
from reverie.memory.writing import Step
from reverie.models import image_model
from reverie.records.memories import Status
from reverie.settings_sections import PictureSettings
from reverie.testing import FrozenClock, HashEmbedder

TINY = Path(__file__).parents[2] / "benchmarks" / "clip" / "model"
RED, BLUE = "a red circle on the wall", "a blue square on the table"


def drawn(path: Path, colour: str = "red", shape: str = "circle", seed: int = 1) -> Path:
    """A picture of one thing, as a file."""
    look = shapes.Look(colour=colour, shape=shape, size="large", place="middle")
    Image.fromarray(shapes.drawn(np.random.default_rng(seed), [look], 64)[0]).save(path)
    return path


def seeing(path: Path, clock: FrozenClock, **settings: Any) -> Reverie:
    """A companion with the tiny image model."""
    config = Config(pictures=PictureSettings(**settings))
    model = image_model(f"clip:{TINY}")
    return reverie.open(path, companion="Luna", embedder=HashEmbedder(), image_model=model, clock=clock, config=config)


@pytest.fixture
def red(tmp_path: Path) -> Path:
    return drawn(tmp_path / "red.png")


@pytest.fixture
def blue(tmp_path: Path) -> Path:
    return drawn(tmp_path / "blue.png", "blue", "square", seed=2)


@pytest.fixture
def luna(tmp_path: Path, clock: FrozenClock) -> Iterator[Reverie]:
    with seeing(tmp_path / "seeing.db", clock) as luna:
        yield luna


# -- with an image model -------------------------------------------------------------------------


def test_the_seeds_formula_says_how_like_a_scene_is(luna: Reverie, red: Path, blue: Path) -> None:
    ada = luna.meet("Ada")
    for path, text in ((red, RED), (blue, BLUE)):
        assert ada.pictures.add(path, text).spaces == (ada.pictures.space,)
    model, words, asked = image_model(f"clip:{TINY}"), HashEmbedder(), "a red circle"
    assert model is not None
    picture = float(model.embed_pictures([np.asarray(Image.open(red))])[0] @ model.embed_texts([asked])[0])
    described = float(words.embed([RED])[0] @ words.embed([asked])[0])
    scene = ada.pictures.best(asked)
    assert scene is not None
    assert (scene.path, scene.description, scene.missing, scene.degraded) == (red, RED, False, ())
    assert scene.similarity == pytest.approx(0.7 * picture + 0.3 * described, abs=0.02)
    assert scene.why == f"the picture fits by {picture:.2f} (x 0.7), its description by {described:.2f} (x 0.3)"


def test_alpha_and_threshold_decide(
    tmp_path: Path, clock: FrozenClock, red: Path, blue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "luna.db"
    with seeing(path, clock) as luna:
        luna.meet("Ada").pictures.add(red, "holiday")  # the description tells nothing of what is seen
        luna.meet("Ada").pictures.add(blue, "a red circle")  # and this one lies
    for alpha, best in ((1.0, red), (0.0, blue)):
        with monkeypatch.context() as patch, seeing(path, clock) as luna:
            patch.setattr("reverie.images.scenes.Viewing", partial(Viewing, alpha=alpha))
            assert [s.path for s in luna.meet("Ada").pictures.find("a red circle")] == [best]
    with seeing(path, clock, threshold=-1.0) as luna:
        both = luna.meet("Ada").pictures.find("a red circle")
        assert len(both) == 2
        assert [s.similarity for s in both] == sorted((s.similarity or 0 for s in both), reverse=True)
        assert len(luna.meet("Ada").pictures.find("a red circle", limit=1)) == 1
    with seeing(path, clock, threshold=0.99) as luna:
        assert luna.meet("Ada").pictures.best("a red circle") is None


def test_a_message_about_something_else_brings_nothing_to_mind(luna: Reverie, red: Path) -> None:
    ada = luna.meet("Ada")
    assert ada.pictures.best("a red circle") is None
    ada.pictures.add(red, RED)
    assert ada.pictures.best("my sister is coming on Friday") is None


def test_pictures_of_before_the_model_are_embedded_by_reindex(
    tmp_path: Path, clock: FrozenClock, red: Path, blue: Path
) -> None:
    path = tmp_path / "luna.db"
    with opened(path, clock) as luna:
        luna.meet("Ada").pictures.add(red, "holiday")
        luna.meet("Ada").pictures.add(blue, "holiday too")
    with seeing(path, clock) as luna:
        ada = luna.meet("Ada")
        found = ada.pictures.find("holiday")
        assert "2 scenes have no vector of reverie-tiny-shapes" in found.degraded[0]
        assert "reverie reindex" in found.degraded[0]
        (look,) = [check for check in luna.doctor() if check.name == "image model"]
        assert (look.ok, look.remedy) == (False, "run `reverie reindex`")
        blue.unlink()
        with pytest.warns(ReverieWarning, match="1 pictures are gone or were changed"):
            assert luna.reindex() == 1
        blue.write_bytes(red.read_bytes())  # another picture in its place is not that scene
        with pytest.warns(ReverieWarning, match="1 pictures are gone or were changed"):
            assert luna.reindex() == 0
        best = ada.pictures.best("a large red circle", vector=None)
        assert best is None or best.path == red


def test_a_model_that_fails_loses_no_scene(tmp_path: Path, clock: FrozenClock, red: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(TINY, folder)
    (folder / "vision_model.onnx").write_bytes(b"damaged")
    model = image_model(f"clip:{folder}")
    with reverie.open(tmp_path / "l.db", companion="Luna", embedder=HashEmbedder(), image_model=model) as luna:
        ada = luna.meet("Ada")
        with pytest.warns(ReverieWarning, match="kept without its picture's vector"):
            made = ada.pictures.add(red, RED)
        assert (made.step, made.spaces) == (Step.ADDED, ())
        assert [s.path for s in ada.pictures.find(RED)] == [red]
        (look,) = [check for check in luna.doctor() if check.name == "image model"]
        assert not look.ok


# -- with vectors of a perception layer ----------------------------------------------------------


def test_given_vectors_are_found_by_a_given_vector(scene: Scene, red: Path, blue: Path) -> None:
    pictures = scene.ada.pictures
    assert pictures.space is None
    assert pictures.add(red, "one", vector=[3.0, 0.0, 4.0], space="eye", scene_id="scene-1").spaces == ("eye",)
    pictures.add(blue, "two", vector=np.array([0, 1, 0]), space="eye")
    best = pictures.best("what was it?", vector=[0.6, 0, 0.8], space="eye")
    assert best is not None
    assert (best.scene_id, best.path) == ("scene-1", red)
    assert best.why.startswith("the picture fits by 1.00 (x 0.7)")
    assert (
        pictures.find("one", vector=[0, 1, 0], space="nose").degraded[0].startswith("2 scenes have no vector of nose")
    )


def test_without_an_image_model_the_description_alone_is_compared_and_that_is_said(scene: Scene, red: Path) -> None:
    scene.ada.pictures.add(red, RED, vector=[1, 0], space="eye")
    best = scene.ada.pictures.best("the red circle on the wall")
    assert best is not None
    assert best.why.endswith("the picture was not compared")
    assert "no image model" in best.degraded[0]


def test_without_any_model_the_words_of_the_description_are_compared(tmp_path: Path, red: Path) -> None:
    with reverie.open(tmp_path / "l.db", companion="Luna", embedder="none") as luna:
        ada = luna.meet("Ada")
        assert ada.pictures.find("circle").degraded == ()  # there is nothing that could be compared
        ada.pictures.add(red, RED)
        found = ada.pictures.find("the circle on that wall")
        assert [(s.path, s.similarity) for s in found] == [(red, 1.0)]
        assert "by their words" in found.degraded[0]
        assert len(ada.pictures.find("jazz")) == 0


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"vector": [1.0, 0.0]}, "pass both"),
        ({"space": "eye"}, "pass both"),
        ({"vector": [1.0, 0.0], "space": " "}, "name of its space"),
        ({"vector": [], "space": "eye"}, "one row"),
        ({"vector": [[1.0]], "space": "eye"}, "one row"),
        ({"vector": [0.0, 0.0], "space": "eye"}, "length above 0"),
        ({"vector": [1.0, float("nan")], "space": "eye"}, "finite"),
        ({"vector": [1.0, 1.5e308], "space": "eye"}, "finite"),
        ({"vector": ["a", "b"], "space": "eye"}, "list of numbers"),
        ({"vector": [1.0, 0.0, 0.0], "space": "eye"}, "'eye' has 2 numbers, not 3"),
        ({"scene_id": " "}, "id is 1 to 120"),
        ({"scene_id": "x" * 121}, "id is 1 to 120"),
    ],
)
def test_a_vector_or_id_that_cant_be_used_changes_nothing(
    scene: Scene, red: Path, blue: Path, given: dict[str, Any], why: str
) -> None:
    scene.ada.pictures.add(blue, BLUE, vector=[1, 0], space="eye")
    before = scene.written()
    with pytest.raises(InvalidInput, match=why):
        scene.ada.pictures.add(red, RED, **given)
    assert scene.written() == before


def test_spaces_never_mix(luna: Reverie, red: Path, blue: Path) -> None:
    ada = luna.meet("Ada")
    assert ada.pictures.space is not None
    with pytest.raises(InvalidInput, match="has 32 numbers, not 2"):
        ada.pictures.add(red, RED, vector=[1, 0], space=ada.pictures.space)
    made = ada.pictures.add(red, RED, vector=[1, 0], space="eye")
    assert set(made.spaces) == {"eye", ada.pictures.space}  # beside the given one the model made its own
    own = image_model(f"clip:{TINY}")
    assert own is not None
    vector = own.embed_pictures([np.asarray(Image.open(blue))])[0]
    assert ada.pictures.add(blue, BLUE, vector=vector, space=ada.pictures.space).spaces == (ada.pictures.space,)
    with pytest.raises(InvalidInput, match="'eye' has 2 numbers"):
        ada.pictures.find("red", vector=vector, space="eye")


# -- one scene over time -------------------------------------------------------------------------


def test_the_same_picture_is_one_scene_with_what_is_said_of_it_now(
    luna: Reverie, red: Path, clock: FrozenClock
) -> None:
    ada = luna.meet("Ada")
    first = ada.pictures.add(red, "a circle")
    clock.advance(DAY)
    assert ada.pictures.add(red, "a circle").step is Step.REINFORCED
    second = ada.pictures.add(red, RED)
    assert (second.step, second.scene.scene_id) == (Step.SUPERSEDED, first.scene.scene_id)
    assert second.spaces == first.spaces
    assert [s.description for s in ada.pictures.list()] == [RED]
    assert texts(ada.memories(as_of=START)) == ["a circle"]
    assert ada.undo().of is not None
    assert [s.description for s in ada.pictures.list()] == ["a circle"]
    assert ada.pictures.best("a red circle") is not None


def test_a_new_description_keeps_the_vector_that_was_given(scene: Scene, red: Path, blue: Path) -> None:
    pictures = scene.ada.pictures
    pictures.add(red, "one", vector=[1, 0], space="eye", scene_id="first")
    assert pictures.add(red, "the first", scene_id="first").spaces == ("eye",)
    assert pictures.add(blue, "the first", scene_id="first").spaces == ()  # another picture: that vector is not its own
    assert [s.path for s in pictures.list()] == [blue]


# -- files ---------------------------------------------------------------------------------------


@on_file
def test_store_and_pictures_can_be_moved_together(tmp_path: Path, clock: FrozenClock) -> None:
    before, after, outside = tmp_path / "before", tmp_path / "after", drawn(tmp_path / "else.png", "green")
    (before / "photos").mkdir(parents=True)
    with opened(before / "luna.db", clock) as luna:
        luna.meet("Ada").pictures.add(drawn(before / "photos" / "red.png"), RED)
        luna.meet("Ada").pictures.add(outside, "a green circle")
    before.rename(after)
    with opened(after / "luna.db", clock) as luna:
        scenes = luna.meet("Ada").pictures.list()
        assert [(s.path, s.missing) for s in scenes] == [(after / "photos" / "red.png", False), (outside, False)]
        assert scenes[0].part_openai()["type"] == "image_url"
    moved = Config(pictures=PictureSettings(folder=str(tmp_path / "nowhere")))
    with opened(after / "luna.db", clock, moved) as luna:
        assert [s.missing for s in luna.meet("Ada").pictures.list()] == [True, False]


def test_a_missing_file_is_told_and_not_hidden(scene: Scene, red: Path) -> None:
    scene.ada.pictures.add(red, RED)
    red.unlink()
    found = scene.ada.pictures.find(RED)
    assert [s.missing for s in found] == [True]
    assert any("is not where it was" in note for note in found.degraded)
    with pytest.raises(NotFound, match="bring it back"):
        found[0].part_openai()


def test_a_file_that_shows_something_else_now_is_not_sent(scene: Scene, red: Path, blue: Path) -> None:
    scene.ada.pictures.add(red, RED)
    shutil.copy(blue, red)
    best = scene.ada.pictures.best(RED)
    assert best is not None
    with pytest.raises(Conflict, match="was changed since it was added"):
        best.part_anthropic()


def test_parts_hold_the_picture_within_the_limits(
    tmp_path: Path, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = tmp_path / "photo.jpg"
    Image.new("RGB", (900, 600), "red").save(photo)
    monkeypatch.setattr("reverie.images.scenes.Viewing", partial(Viewing, sized=Sized(longest_side=300)))
    with opened(tmp_path / "luna.db", clock) as luna:
        scene = luna.meet("Ada").pictures.add(photo, "all red").scene
        assert (scene.media_type, scene.width, scene.height) == ("image/jpeg", 900, 600)
        url = scene.part_openai()["image_url"]["url"]
        assert url.startswith("data:image/jpeg;base64,")
        source = scene.part_anthropic()["source"]
        assert url.endswith(source["data"])
        assert Image.open(io.BytesIO(base64.b64decode(source["data"]))).size == (300, 200)
        with pytest.raises(InvalidInput, match="let it be downscaled"):
            scene.part_openai(downscale=False)


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n\0\0"])
def test_a_file_that_is_no_picture_changes_nothing(scene: Scene, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "photo.png").write_bytes(content)
    before = scene.written()
    with pytest.raises(InvalidInput):
        scene.ada.pictures.add(tmp_path / "photo.png", RED)
    with pytest.raises(NotFound):
        scene.ada.pictures.add(tmp_path / "none.png", RED)
    assert scene.written() == before


# -- whose it is, and what they decide -----------------------------------------------------------


def test_another_persons_pictures_are_never_found(luna: Reverie, red: Path, blue: Path) -> None:
    ada, bob = luna.meet("Ada"), luna.meet("Bob")
    made = ada.pictures.add(red, RED, scene_id="secret-1", vector=[1, 0], space="eye")
    assert (len(bob.pictures.find("a red circle")), bob.pictures.best(RED), bob.pictures.list()) == (0, None, ())
    assert len(bob.pictures.find(RED, vector=[1, 0], space="eye")) == 0
    for named in (made.scene.id, "secret-1"):
        with pytest.raises(NotFound):
            bob.pictures.forget(named)
        with pytest.raises(NotFound):
            bob.pictures.scene(named)
    bob.pictures.add(blue, BLUE, scene_id="secret-1")
    assert [s.path for s in ada.pictures.list()] == [red]
    assert [s.path for s in bob.pictures.find("a blue square")] == [blue]
    assert RED not in str(luna.export(bob))


def test_a_forgotten_scene_is_gone_until_that_is_undone(luna: Reverie, red: Path, blue: Path) -> None:
    ada = luna.meet("Ada")
    ada.pictures.add(red, RED, scene_id="wall")
    ada.pictures.add(blue, BLUE)
    assert ada.pictures.forget("wall").memories[0].text == RED
    assert ada.pictures.best("a red circle") is None
    assert [s.path for s in ada.pictures.list()] == [blue]
    exported = luna.export(ada)
    assert [one["memory_id"] for one in exported["pictures"]] == [s.id for s in ada.pictures.list()]
    assert red.exists()
    ada.undo()
    best = ada.pictures.best("a red circle")
    assert best is not None
    assert best.why.startswith("the picture fits")
    assert ada.forget("table").memories[0].text == BLUE  # by its words, like any other memory


def test_what_was_said_of_a_scene_earlier_is_forgotten_too(luna: Reverie, red: Path, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    for text in ("a circle on the beach", RED):
        ada.pictures.add(red, text, scene_id="wall")
        clock.advance(DAY)
    ada.pictures.forget("wall")
    assert ada.memories(as_of=START) == []
    assert [m for m in ada.memories(statuses=EVERY) if m.status is not Status.RETRACTED] == []
    ada.undo()
    assert [s.description for s in ada.pictures.list()] == [RED]


def test_undo_of_adding_takes_the_scene_out(luna: Reverie, red: Path) -> None:
    ada = luna.meet("Ada")
    ada.pictures.add(red, RED)
    ada.undo()
    assert ada.pictures.list() == ()
    assert ada.pictures.best("a red circle") is None
    assert luna.export(ada)["pictures"] == []
    assert ada.pictures.add(red, RED).step is Step.ADDED


def test_a_secret_in_a_description_is_refused(scene: Scene, red: Path) -> None:
    before = scene.written()
    with pytest.raises(Refused) as refused:
        scene.ada.pictures.add(red, "my card, 4111 1111 1111 1111, on the table")
    assert refused.value.reason == "sensitive"
    with pytest.raises(Refused):
        scene.ada.pictures.add(red, RED, scene_id="4111 1111 1111 1111")
    assert scene.written() == before
    assert b"4111" not in scene.bytes_on_disk()


def test_paused_and_off_the_record_keep_nothing_and_still_see(scene: Scene, red: Path, blue: Path) -> None:
    scene.ada.pictures.add(red, RED)
    before = scene.written()
    private = scene.ada.off_record()
    with pytest.raises(Refused, match="off the record"):
        private.pictures.add(blue, BLUE)
    assert private.pictures.best(RED) is not None
    scene.ada.pause()
    with pytest.raises(Refused, match="paused"):
        scene.ada.pictures.add(blue, BLUE)
    scene.ada.resume()
    assert scene.written() == before


def test_what_is_switched_off_is_not_kept_as_a_picture_of_it(scene: Scene, red: Path) -> None:
    scene.ada.settings(categories_off=["health"])
    with pytest.raises(Refused, match="'health' is switched off"):
        scene.ada.pictures.add(red, "Ada has asthma.")
    scene.ada.pictures.add(red, RED)


@readable
def test_erasing_takes_pictures_along_and_leaves_no_byte(scene: Scene, tmp_path: Path, red: Path) -> None:
    bob = scene.luna.meet("Bob")
    bob.pictures.add(red, RED, vector=[1, 0], space="eye")
    vector = np.random.default_rng(3).normal(size=64)
    photo = drawn(tmp_path / "zanzibarian.png", "green", seed=9)
    made = scene.ada.pictures.add(photo, "a Quetzalcoatl mask", vector=vector, space="eyesight")
    (kept,) = [one["vector"] for one in scene.luna.export(scene.ada)["pictures"]]
    assert np.allclose(kept, vector / np.linalg.norm(vector), atol=0.01)
    packed = (np.rint(vector / np.abs(vector).max() * 127)).astype(np.int8).tobytes()
    assert packed in scene.bytes_on_disk()
    receipt = scene.luna.erase(scene.ada)
    assert receipt.proved
    assert receipt.rows["pictures"] == 1
    for mark in (b"Quetzalcoatl", b"zanzibarian", b"eyesight", packed, made.scene.sha256.encode()):
        assert mark not in scene.bytes_on_disk()
    assert [s.path for s in bob.pictures.list()] == [red]
    assert photo.exists()  # it is not ours to delete


def test_retention_deletes_a_scene_with_its_vector(luna: Reverie, red: Path, clock: FrozenClock) -> None:
    ada = luna.meet("Ada")
    ada.pictures.add(red, RED)
    ada.settings(retention_days=30)
    clock.advance(40 * DAY)
    luna.upkeep()
    assert ada.pictures.list() == ()
    with luna._runtime.store.reading() as session:
        assert session.pictures.all(ada.id) == []


def test_merged_people_share_their_pictures_until_they_are_split(luna: Reverie, red: Path, blue: Path) -> None:
    ada, jon = luna.meet("Ada"), luna.directory.add("Adelaide")
    ada.pictures.add(red, RED)
    jon.pictures.add(blue, BLUE)
    merged = luna.directory.merge(jon, into=ada)
    assert {s.path for s in ada.pictures.list()} == {red, blue}
    best = ada.pictures.best("a blue square")
    assert best is not None
    assert best.why.startswith("the picture fits")
    luna.directory.split(merged)
    assert [s.path for s in luna.find("Ada").pictures.list()] == [red]
    assert [s.path for s in luna.find("Adelaide").pictures.find("a blue square")] == [blue]


def test_nothing_is_looked_for_without_words(scene: Scene) -> None:
    for words, limit in (("  ", 5), ("red", 0), ("red", 1001)):
        with pytest.raises(InvalidInput):
            scene.ada.pictures.find(words, limit=limit)


def test_a_scene_is_recalled_by_its_description_like_any_memory(scene: Scene, red: Path) -> None:
    scene.ada.pictures.add(red, "Ada and Pixel the dog at the lighthouse")
    assert texts(hit.memory for hit in scene.ada.recall("the lighthouse"))[0].endswith("lighthouse")


# -- a picture that comes as bytes ----------------------------------------------------------------


def test_bytes_are_kept_beside_the_store_until_the_person_is_erased(
    tmp_path: Path, clock: FrozenClock, red: Path
) -> None:
    content = red.read_bytes()
    with opened(tmp_path / "luna.db", clock) as luna:
        ada = luna.meet("Ada")
        added = ada.pictures.add(content, RED)
        path = added.scene.path
        assert path == tmp_path / "pictures" / ada.id / f"{added.scene.sha256}.png"
        assert added.scene.content() == content
        assert ada.pictures.add(content, RED).step is Step.REINFORCED
        change = ada.pictures.forget(added.scene.id).change_id
        assert change is not None
        ada.undo(change)
        assert ada.pictures.list()[0].content() == content
        assert luna.erase(ada).rows["picture_files"] == 1
        assert not path.parent.exists()
    assert red.read_bytes() == content  # the application's own file is not ours to delete


@pytest.mark.parametrize("wrong", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"<svg/>"])
def test_bytes_that_are_no_picture_leave_no_file(tmp_path: Path, clock: FrozenClock, wrong: bytes) -> None:
    with opened(tmp_path / "luna.db", clock) as luna, pytest.raises(InvalidInput):
        luna.meet("Ada").pictures.add(wrong, RED)
    assert not (tmp_path / "pictures").exists()


def test_what_is_refused_leaves_no_file(tmp_path: Path, clock: FrozenClock, red: Path) -> None:
    with opened(tmp_path / "luna.db", clock) as luna:
        ada = luna.meet("Ada")
        with pytest.raises(Refused):
            ada.off_record().pictures.add(red.read_bytes(), RED)
        ada.pause()
        with pytest.raises(Refused):
            ada.pictures.add(red.read_bytes(), RED)
    assert not (tmp_path / "pictures").exists()


def test_a_store_without_a_folder_takes_no_bytes(tmp_path: Path, clock: FrozenClock, red: Path) -> None:
    with opened(":memory:", clock) as luna, pytest.raises(ConfigError, match=r"pictures\.folder"):
        luna.meet("Ada").pictures.add(red.read_bytes(), RED)
    config = Config(embedder="none", pictures=PictureSettings(folder=str(tmp_path / "kept")))
    with opened(":memory:", clock, config) as luna:
        ada = luna.meet("Ada")
        assert ada.pictures.add(red.read_bytes(), RED).scene.path.is_relative_to(tmp_path / "kept" / "pictures")
