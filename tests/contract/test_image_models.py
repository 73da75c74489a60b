"""What every image model promises, tried on a real one with real weights; and how exports of other kinds are read.

The weights are those that benchmarks/clip/train.py made: a tiny model of drawn colours and shapes.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from benchmarks.clip import shapes
from PIL import Image

from reverie.errors import ConfigError, ModelUnavailable
from reverie.models import image_model
from reverie.models.clip import Clip, ready
from reverie.models.clip_export import Ready
from reverie.ports import ImageModel

TINY = Path(__file__).parents[2] / "benchmarks" / "clip" / "model"
SEED = 11

Edited = Callable[..., Path]


@pytest.fixture(scope="module")
def tiny() -> ImageModel:
    model = image_model(f"clip:{TINY}")
    assert model is not None
    return model


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    """A copy of the export with some settings changed, or files renamed or taken out."""

    def made(*, moved: dict[str, str | None] | None = None, **changed: dict[str, Any]) -> Path:
        folder = tmp_path / "model"
        shutil.copytree(TINY, folder, dirs_exist_ok=True)
        for name, settings in changed.items():
            path = folder / f"{name}.json"
            now = json.loads(path.read_text()) if path.exists() else {}
            path.write_text(json.dumps({k: v for k, v in {**now, **settings}.items() if v is not None}))
        for name, to in (moved or {}).items():
            if to is None:
                (folder / name).unlink()
            else:
                (folder / to).parent.mkdir(exist_ok=True)
                (folder / name).rename(folder / to)
        return folder

    return made


def plain(colour: str, side: int = 48) -> Any:
    return np.asarray(Image.new("RGB", (side, side), colour))


def test_the_right_picture_is_found_for_pairs_that_were_never_trained(tiny: ImageModel) -> None:
    """Ten colour-and-shape pairs were held out of training; each is looked for among one picture of all forty."""
    rng, pairs = np.random.default_rng(SEED), shapes.every_pair()
    captions = tiny.embed_texts([f"a {colour} {shape}" for colour, shape in shapes.HELD_OUT])
    right = 0
    for _round in range(4):
        pictures = tiny.embed_pictures(list(shapes.drawn(rng, [shapes.look(rng, pair) for pair in pairs], 64)))
        best = (captions @ pictures.T).argmax(axis=1)
        right += sum(pairs[place] == pair for place, pair in zip(best, shapes.HELD_OUT, strict=True))
    assert right / (4 * len(shapes.HELD_OUT)) >= 0.9


def test_vectors_are_of_unit_length_in_one_space_and_alone(tiny: ImageModel) -> None:
    texts = tiny.embed_texts(["a red ring", "", "zebra " * 500, "🌊 \ud800"])
    pictures = tiny.embed_pictures([plain("red"), plain("blue", 500), plain("red")])
    assert texts.shape == (4, tiny.dimensions)
    assert pictures.shape == (3, tiny.dimensions)
    assert texts.dtype == pictures.dtype == np.float32
    assert np.allclose(np.linalg.norm(texts, axis=1), 1, atol=1e-5)
    assert np.allclose(np.linalg.norm(pictures, axis=1), 1, atol=1e-5)
    assert np.array_equal(pictures[0], pictures[2])
    assert np.array_equal(tiny.embed_texts(["a red ring"])[0], texts[0])
    assert tiny.embed_texts([]).shape[0] == 0


def test_pictures_of_any_shape_are_seen(tiny: ImageModel) -> None:
    for shape in ((1, 1), (1, 4000), (4000, 1), (33, 31)):
        seen = tiny.embed_pictures([np.full((*shape, 3), 200, dtype=np.uint8)])
        assert np.isfinite(seen).all()


def test_the_space_is_named_after_the_model_and_its_weights(tiny: ImageModel, edited: Edited) -> None:
    assert tiny.space.startswith("reverie-tiny-shapes@")
    assert Clip(edited()).space == tiny.space
    folder = edited(config={"_name_or_path": None})
    weights = folder / "text_model.onnx"
    weights.write_bytes(weights.read_bytes() + b"\0")
    name, _, mark = Clip(folder).space.partition("@")
    assert name == "model"
    assert mark != tiny.space.partition("@")[2]


def test_names_that_nothing_provides() -> None:
    assert image_model("none") is None
    with pytest.raises(ConfigError, match='no image model is called \'zoo\'; known: "clip:FOLDER", "none"'):
        image_model("zoo:1")
    with pytest.raises(ConfigError, match=r"pictures\.model"):
        image_model("clip:/no/such/folder")


@pytest.mark.parametrize("name", ["vision_model.onnx", "text_model.onnx", "tokenizer.json", "preprocessor_config.json"])
def test_a_missing_file_is_named(edited: Edited, name: str) -> None:
    with pytest.raises(ConfigError, match=name):
        Clip(edited(moved={name: None}))


def test_files_of_other_names_are_found(edited: Edited, tiny: ImageModel) -> None:
    moved = {"vision_model.onnx": "onnx/visual_quantized.onnx", "text_model.onnx": "onnx/textual.onnx"}
    folder = edited(moved={**moved, "config.json": None})
    assert np.array_equal(Clip(folder).embed_texts(["a red ring"]), tiny.embed_texts(["a red ring"]))


@pytest.mark.parametrize(
    "said",
    [
        {"size": "large"},
        {"size": {"width": 32}},
        {"image_mean": [1, 2]},
        {"image_std": "much"},
        {"resample": 99},
        {"crop_size": {"height": 0, "width": 3}},
        {"rescale_factor": "a bit"},
    ],
)
def test_settings_without_sense_are_refused(edited: Edited, said: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"preprocessor_config\.json can't be used"):
        Clip(edited(preprocessor_config=said))


def test_a_broken_configuration_is_named(edited: Edited) -> None:
    for content, why in (("{", "can't be read"), ("[]", "holds no settings")):
        folder = edited()
        (folder / "config.json").write_text(content)
        with pytest.raises(ConfigError, match=f"config.json {why}"):
            Clip(folder)


def how(**changed: Any) -> Ready:
    usual = {"shortest": 8, "resized": None, "crop": (8, 8), "resample": 2, "rescale": 1 / 255}
    return Ready(**{**usual, "mean": (0.0,) * 3, "std": (1.0,) * 3, **changed})


def test_pictures_are_made_ready_as_the_configuration_says() -> None:
    wide = np.zeros((20, 60, 3), dtype=np.uint8)
    wide[:, 20:40] = (255, 51, 0)  # the middle third is what a crop leaves
    made = ready(wide, how())
    assert made.shape == (1, 3, 8, 8)
    assert made[0, :, 4, 4].tolist() == pytest.approx([1.0, 0.2, 0.0])
    assert made[0, 0].min() > 0.5
    assert ready(wide, how(crop=None)).shape == (1, 3, 8, 24)
    assert ready(wide, how(shortest=None, resized=(5, 7), crop=None)).shape == (1, 3, 5, 7)
    assert ready(wide, how(shortest=None, crop=None)).shape == (1, 3, 20, 60)
    normal = ready(wide, how(mean=(0.5,) * 3, std=(0.25,) * 3))
    assert normal[0, :, 4, 4].tolist() == pytest.approx([2.0, -1.2, -2.0])
    assert ready(wide, how(rescale=1.0))[0, 0, 4, 4] == pytest.approx(255)
    small = ready(np.full((4, 4, 3), 255, dtype=np.uint8), how(shortest=None))
    assert (small[0, 0, 4, 4], small[0, 0, 0, 0]) == (1.0, 0.0)  # what lies beside a small picture is black


def test_older_and_plainer_configurations_are_read(edited: Edited, tiny: ImageModel) -> None:
    older = {"size": 32, "crop_size": 32, "do_rescale": None, "rescale_factor": None, "resample": 3}
    picture = shapes.drawn(
        np.random.default_rng(1), [shapes.Look(colour="red", shape="ring", size="large", place="left")], 80
    )[0]
    usual = tiny.embed_pictures([picture])
    assert np.allclose(Clip(edited(preprocessor_config=older)).embed_pictures([picture]), usual)
    squeezed = {"size": {"height": 32, "width": 32}, "do_center_crop": False, "crop_size": None}
    assert np.allclose(Clip(edited(preprocessor_config=squeezed)).embed_pictures([picture]), usual)
    plain_numbers = {"do_normalize": False, "image_mean": None, "image_std": None}
    assert not np.allclose(Clip(edited(preprocessor_config=plain_numbers)).embed_pictures([picture]), usual)


def test_text_is_cut_and_padded_as_the_model_was_made(edited: Edited, tiny: ImageModel) -> None:
    long = "a red ring " + "a blue square " * 9
    usual = tiny.embed_texts([long, "a red ring"])
    short = Clip(edited(config={"text_config": {"max_position_embeddings": 5, "pad_token_id": 0}}))
    assert np.allclose(short.embed_texts([long])[0], usual[1])  # start, three words, end
    limited = edited(config={"text_config": {}}, tokenizer_config={"model_max_length": 5})
    assert np.allclose(Clip(limited).embed_texts([long])[0], usual[1])
    unlimited = edited(config={"text_config": {}}, tokenizer_config={"model_max_length": 1e30})
    assert np.allclose(Clip(unlimited).embed_texts(["a red ring"])[0], usual[1])
    padded = Clip(edited(config={"model_type": "siglip", "text_config": {"max_position_embeddings": 16}}))
    assert np.allclose(padded.embed_texts(["a red ring"])[0], usual[1])  # what is masked changes nothing


def rewritten(path: Path, change: Callable[[onnx.ModelProto], None]) -> None:
    model = onnx.load(path)
    change(model)
    onnx.save(model, path)


def test_a_graph_that_fixes_the_length_is_given_that_length(edited: Edited, tiny: ImageModel) -> None:
    folder = edited()

    def fixed(model: onnx.ModelProto) -> None:
        for given in model.graph.input:
            given.type.tensor_type.shape.dim[1].dim_value = 12

    rewritten(folder / "text_model.onnx", fixed)
    assert np.allclose(Clip(folder).embed_texts(["a red ring"]), tiny.embed_texts(["a red ring"]))


def test_towers_of_two_spaces_are_refused(edited: Edited) -> None:
    folder = edited()
    rewritten(folder / "text_model.onnx", lambda m: m.graph.output[0].type.tensor_type.shape.dim[1].Clear())
    assert Clip(folder).dimensions == 32  # not said, so it is found by embedding

    def narrower(model: onnx.ModelProto) -> None:
        for one in model.graph.initializer:
            if one.name in ("t1", "t1b"):
                now = onnx.numpy_helper.to_array(one)[..., :20].copy()
                one.CopyFrom(onnx.numpy_helper.from_array(now, one.name))
        model.graph.output[0].type.tensor_type.shape.dim[1].dim_value = 20

    rewritten(folder / "text_model.onnx", narrower)
    with pytest.raises(ModelUnavailable, match=r"32 numbers .* 20 "):
        Clip(folder).embed_texts(["a"])


def test_a_graph_without_an_embedding_is_refused(edited: Edited) -> None:
    folder = edited()

    def one_for_each_word(model: onnx.ModelProto) -> None:
        whole = onnx.helper.make_tensor_value_info("last_hidden_state", onnx.TensorProto.FLOAT, ["b", "s", 32])
        model.graph.node.append(onnx.helper.make_node("Unsqueeze", ["text_embeds", "middle"], [whole.name]))
        model.graph.output[0].CopyFrom(whole)

    rewritten(folder / "text_model.onnx", one_for_each_word)
    with pytest.raises(ModelUnavailable, match="last_hidden_state"):
        Clip(folder).embed_texts(["a"])


@pytest.mark.parametrize("name", ["vision_model.onnx", "text_model.onnx", "tokenizer.json"])
def test_damaged_files_are_named(edited: Edited, name: str) -> None:
    folder = edited()
    (folder / name).write_bytes(b"{ damaged")
    with pytest.raises(ModelUnavailable, match=name):
        Clip(folder).embed_texts(["a"])


def test_without_its_libraries_the_error_tells_of_pip(tiny: ImageModel, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = plain("red")
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ConfigError, match=r"pip install .*pillow"):
        tiny.embed_pictures([picture])
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ConfigError, match=r"pip install .*tokenizers"):
        Clip(TINY).embed_texts(["a"])


def test_threads_share_one_model() -> None:
    from concurrent.futures import ThreadPoolExecutor

    model = Clip(TINY)
    with ThreadPoolExecutor(4) as pool:
        vectors = list(pool.map(lambda _n: model.embed_texts(["a red ring"])[0], range(12)))
    assert all(np.array_equal(one, vectors[0]) for one in vectors)
