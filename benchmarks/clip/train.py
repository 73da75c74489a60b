"""Train a tiny image-text model by hand, and write it as an export of two ONNX files that any reader of CLIP can use.

    python -m benchmarks.clip.train [FOLDER]

Two towers in numpy: three convolutions with pooling for pictures, a bag of words for captions, and the symmetric
contrastive loss of CLIP, in which every caption that is true of a picture counts as its own. It learns from drawn
pictures (``shapes.py``) of which ten colour-and-shape pairs are held out. A few minutes on one core; the seed makes the
run repeatable on one machine.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnx
from benchmarks.clip import shapes
from benchmarks.clip.shapes import Look
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

SEED = 20260301
SIDE, WIDTH, CONTEXT = 32, 32, 16
STEPS, BATCH, RATE = 3000, 96, 2e-3
SCALE = 12.0
"""What cosines are multiplied with before the softmax (CLIP learns it; here it is fixed)."""
PAD, UNKNOWN = "<pad>", "<unk>"
MEAN, STD = (0.25, 0.25, 0.25), (0.25, 0.25, 0.25)
FOLDER = Path(__file__).with_name("model")

Array = NDArray[np.float32]
Weights = dict[str, Array]


def words() -> list[str]:
    plain = ["a", "on", "at", "in", "the", "picture", "of"]
    return [*plain, *shapes.COLOURS, *shapes.SHAPES, *shapes.SIZES, *shapes.PLACES]


def tokenizer() -> Tokenizer:
    """Split at blanks and marks, lower case, with a start and an end as CLIP has them."""
    vocabulary = {word: place for place, word in enumerate([PAD, UNKNOWN, "<start>", "<end>", *words()])}
    made = Tokenizer(models.WordLevel(vocabulary, unk_token=UNKNOWN))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single="<start> $A <end>", special_tokens=[("<start>", vocabulary["<start>"]), ("<end>", vocabulary["<end>"])]
    )
    made.enable_padding(pad_id=0, pad_token=PAD)
    return made


def begun(rng: np.random.Generator, vocabulary: int) -> Weights:
    """The weights before training (He initialisation)."""

    def normal(*shape: int, fan: int) -> Array:
        return (rng.normal(0, np.sqrt(2 / fan), shape)).astype(np.float32)

    weights = {
        "c1": normal(5 * 5 * 3, 16, fan=75),
        "c2": normal(3 * 3 * 16, 32, fan=144),
        "c3": normal(3 * 3 * 32, 48, fan=288),
        "d1": normal(48 * 5, 64, fan=240),
        "d2": normal(64, WIDTH, fan=64),
        "words": normal(vocabulary, WIDTH, fan=WIDTH),
        "t1": normal(WIDTH, WIDTH, fan=WIDTH),
    }
    zeros = {f"{name}b": np.zeros(weights[name].shape[1], np.float32) for name in ("c1", "c2", "c3", "d1", "d2", "t1")}
    return weights | zeros


# -- the towers, forwards and backwards ------------------------------------------------------------


@dataclass
class Convolution:
    """A convolution as a product of matrices, with ReLU; it remembers what its way back needs."""

    weight: str
    size: int
    stride: int
    kept: tuple[Array, Array, tuple[int, ...]] = field(init=False)

    def forward(self, x: Array, w: Weights) -> Array:
        """Go forwards; the shape is (n, height, width, channels)."""
        pad, k, s = self.size // 2, self.size, self.stride
        padded = np.pad(x, ((0, 0), (pad, pad), (pad, pad), (0, 0)))
        windows = np.lib.stride_tricks.sliding_window_view(padded, (k, k), axis=(1, 2))[:, ::s, ::s]
        n, h, wide = windows.shape[:3]
        columns = np.ascontiguousarray(windows.transpose(0, 1, 2, 4, 5, 3)).reshape(n * h * wide, -1)
        out = np.maximum(columns @ w[self.weight] + w[f"{self.weight}b"], 0)
        self.kept = (columns, out, padded.shape)
        return out.reshape(n, h, wide, -1)

    def backward(self, slope: Array, w: Weights, slopes: Weights) -> Array:
        """Go back: note the slopes of the weights, and give that of what came in."""
        columns, out, shape = self.kept
        n, h, wide, _ = slope.shape
        flat = slope.reshape(len(columns), -1) * (out > 0)
        slopes[self.weight] = columns.T @ flat
        slopes[f"{self.weight}b"] = flat.sum(axis=0)
        back = (flat @ w[self.weight].T).reshape(n, h, wide, self.size, self.size, -1)
        spread = np.zeros(shape, np.float32)
        s, pad = self.stride, self.size // 2
        for i in range(self.size):
            for j in range(self.size):
                spread[:, i : i + s * h : s, j : j + s * wide : s] += back[:, :, :, i, j]
        return spread[:, pad:-pad, pad:-pad]


def unit(x: Array) -> tuple[Array, Array]:
    length = np.linalg.norm(x, axis=1, keepdims=True)
    return x / length, length


def straight(slope: Array, vector: Array, length: Array) -> Array:
    """The way back through ``unit``."""
    return (slope - vector * (slope * vector).sum(axis=1, keepdims=True)) / length


class Pictures:
    """Pictures to vectors: three convolutions, the largest and four means of each channel, and two layers."""

    def __init__(self) -> None:
        self.layers = [Convolution("c1", 5, 2), Convolution("c2", 3, 2), Convolution("c3", 3, 1)]

    def forward(self, x: Array, w: Weights) -> Array:
        """Give unit vectors of pictures."""
        for layer in self.layers:
            x = layer.forward(x, w)
        n, h, _, c = x.shape
        self.map = x
        self.top = x.reshape(n, -1, c).argmax(axis=1)
        largest = x.reshape(n, -1, c).max(axis=1)
        quarters = x.reshape(n, 2, h // 2, 2, h // 2, c).mean(axis=(2, 4)).transpose(0, 3, 1, 2).reshape(n, -1)
        self.pooled = np.concatenate([largest, quarters], axis=1)
        self.hidden = np.maximum(self.pooled @ w["d1"] + w["d1b"], 0)
        self.vector, self.length = unit(self.hidden @ w["d2"] + w["d2b"])
        return self.vector

    def backward(self, slope: Array, w: Weights, slopes: Weights) -> None:
        """Note the slopes of the weights."""
        slope = straight(slope, self.vector, self.length)
        slopes["d2"], slopes["d2b"] = self.hidden.T @ slope, slope.sum(axis=0)
        slope = (slope @ w["d2"].T) * (self.hidden > 0)
        slopes["d1"], slopes["d1b"] = self.pooled.T @ slope, slope.sum(axis=0)
        slope = slope @ w["d1"].T
        n, h, _, c = self.map.shape
        quarters = slope[:, c:].reshape(n, c, 2, 2).transpose(0, 2, 3, 1) / (h // 2) ** 2
        back = np.repeat(np.repeat(quarters, h // 2, axis=1), h // 2, axis=2).astype(np.float32)
        flat = back.reshape(n, -1, c)
        flat[np.arange(n)[:, None], self.top, np.arange(c)] += slope[:, :c]
        back = flat.reshape(self.map.shape)
        for layer in reversed(self.layers):
            back = layer.backward(back, w, slopes)


class Captions:
    """Captions to vectors: the mean of the words, and one layer. Nothing but sums, so pairs never met add up too."""

    def forward(self, ids: NDArray[np.int64], w: Weights) -> Array:
        """Give unit vectors of captions."""
        self.ids, self.mask = ids, (ids > 0).astype(np.float32)[..., None]
        self.count = self.mask.sum(axis=1)
        self.mean = (w["words"][ids] * self.mask).sum(axis=1) / self.count
        self.vector, self.length = unit(self.mean @ w["t1"] + w["t1b"])
        return self.vector

    def backward(self, slope: Array, w: Weights, slopes: Weights) -> None:
        """Note the slopes of the weights."""
        slope = straight(slope, self.vector, self.length)
        slopes["t1"], slopes["t1b"] = self.mean.T @ slope, slope.sum(axis=0)
        each = ((slope @ w["t1"].T) / self.count)[:, None, :] * self.mask
        slopes["words"] = np.zeros_like(w["words"])
        np.add.at(slopes["words"], self.ids, each)


# -- training --------------------------------------------------------------------------------------


def true_of(said: dict[str, str], one: Look) -> bool:
    return all(getattr(one, name) == value for name, value in said.items())


def softmax(x: Array) -> Array:
    grown = np.exp(x - x.max(axis=1, keepdims=True))
    return grown / grown.sum(axis=1, keepdims=True)


def batch(
    rng: np.random.Generator, pairs: list[tuple[str, str]], reads: Tokenizer
) -> tuple[Array, NDArray[np.int64], Array]:
    """Pictures, captions, and which caption is true of which picture."""
    looks = [shapes.look(rng, pairs[i]) for i in rng.integers(len(pairs), size=BATCH)]
    captions = [shapes.caption(rng, one) for one in looks]
    ids = np.array([code.ids for code in reads.encode_batch([text for text, _said in captions])], dtype=np.int64)
    true = np.array([[true_of(said, one) for _text, said in captions] for one in looks], dtype=np.float32)
    return normal(shapes.drawn(rng, looks, SIDE)), ids, true


def normal(pictures: NDArray[np.uint8]) -> Array:
    return ((pictures / 255 - np.array(MEAN)) / np.array(STD)).astype(np.float32)


def train(rng: np.random.Generator, reads: Tokenizer, steps: int = STEPS) -> Weights:
    pairs = [pair for pair in shapes.every_pair() if pair not in shapes.HELD_OUT]
    w = begun(rng, reads.get_vocab_size())
    first = {name: np.zeros_like(x) for name, x in w.items()}
    second = {name: np.zeros_like(x) for name, x in w.items()}
    seeing, reading = Pictures(), Captions()
    for step in range(1, steps + 1):
        x, ids, true = batch(rng, pairs, reads)
        seen, read = seeing.forward(x, w), reading.forward(ids, w)
        likeness = seen @ read.T * SCALE
        rows, columns = true / true.sum(axis=1, keepdims=True), (true / true.sum(axis=0, keepdims=True)).T
        to_captions, to_pictures = softmax(likeness), softmax(likeness.T)
        slope = ((to_captions - rows) + (to_pictures - columns).T) * (SCALE / (2 * BATCH))
        slopes: Weights = {}
        seeing.backward(slope @ read, w, slopes)
        reading.backward(slope.T @ seen, w, slopes)
        rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
        for name, of in slopes.items():
            first[name] = 0.9 * first[name] + 0.1 * of
            second[name] = 0.99 * second[name] + 0.01 * of**2
            move = (first[name] / (1 - 0.9**step)) / (np.sqrt(second[name] / (1 - 0.99**step)) + 1e-8)
            w[name] = (w[name] - rate * (move + 1e-4 * w[name])).astype(np.float32)
        if step % 250 == 0:
            loss = -(rows * np.log(to_captions + 1e-9)).sum(axis=1).mean()
            print(f"step {step}: loss {loss:.3f}, held-out pairs found {found(w, reads):.1%}", flush=True)
    return w


def found(w: Weights, reads: Tokenizer, rounds: int = 10) -> float:
    """How often a held-out caption finds its picture among one of every colour and shape."""
    rng = np.random.default_rng(SEED + 1)
    pairs = shapes.every_pair()
    right = 0
    ids = np.array([reads.encode(f"a {colour} {shape}").ids for colour, shape in shapes.HELD_OUT], dtype=np.int64)
    read = Captions().forward(ids, w)
    for _round in range(rounds):
        seen = Pictures().forward(normal(shapes.drawn(rng, [shapes.look(rng, pair) for pair in pairs], SIDE)), w)
        best = (read @ seen.T).argmax(axis=1)
        right += sum(pairs[place] == pair for place, pair in zip(best, shapes.HELD_OUT, strict=True))
    return right / (rounds * len(shapes.HELD_OUT))


# -- the export ------------------------------------------------------------------------------------


def saved(path: Path, nodes: list[onnx.NodeProto], ends: tuple[list[onnx.ValueInfoProto], str], w: Weights) -> None:
    inputs, output = ends
    out = helper.make_tensor_value_info(output, TensorProto.FLOAT, ["batch", WIDTH])
    constants = [numpy_helper.from_array(x, name) for name, x in w.items()]
    graph = helper.make_graph(nodes, path.stem, inputs, [out], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, path)


def write_vision(path: Path, w: Weights) -> None:
    kernels: Weights = {}
    nodes = []
    last = "pixel_values"
    for name, size, stride in (("c1", 5, 2), ("c2", 3, 2), ("c3", 3, 1)):
        channels = w[name].shape[0] // size**2
        kernels[name] = w[name].reshape(size, size, channels, -1).transpose(3, 2, 0, 1).copy()
        kernels[f"{name}b"] = w[f"{name}b"]
        pad = size // 2
        # Named pads, not SAME: those would put the odd pixel elsewhere than numpy did.
        nodes += [
            helper.make_node("Conv", [last, name, f"{name}b"], [f"{name}o"], strides=[stride] * 2, pads=[pad] * 4),
            helper.make_node("Relu", [f"{name}o"], [f"{name}r"]),
        ]
        last = f"{name}r"
    dense = {name: w[name] for name in ("d1", "d1b", "d2", "d2b")}
    nodes += [
        helper.make_node("GlobalMaxPool", [last], ["largest"]),
        helper.make_node("AveragePool", [last], ["quarters"], kernel_shape=[4, 4], strides=[4, 4]),
        helper.make_node("Flatten", ["largest"], ["p1"]),
        helper.make_node("Flatten", ["quarters"], ["p2"]),
        helper.make_node("Concat", ["p1", "p2"], ["pooled"], axis=1),
        helper.make_node("Gemm", ["pooled", "d1", "d1b"], ["h"]),
        helper.make_node("Relu", ["h"], ["hr"]),
        helper.make_node("Gemm", ["hr", "d2", "d2b"], ["image_embeds"]),
    ]
    pixels = helper.make_tensor_value_info("pixel_values", TensorProto.FLOAT, ["batch", 3, SIDE, SIDE])
    saved(path, nodes, ([pixels], "image_embeds"), kernels | dense)


def write_text(path: Path, w: Weights) -> None:
    nodes = [
        helper.make_node("Gather", ["words", "input_ids"], ["each"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["mask3"]),
        helper.make_node("Mul", ["each", "mask3"], ["kept"]),
        helper.make_node("ReduceSum", ["kept", "middle"], ["sum"], keepdims=0),
        helper.make_node("ReduceSum", ["mask3", "middle"], ["count"], keepdims=0),
        helper.make_node("Div", ["sum", "count"], ["mean"]),
        helper.make_node("Gemm", ["mean", "t1", "t1b"], ["text_embeds"]),
    ]
    named = {name: w[name] for name in ("words", "t1", "t1b")}
    axes = {"last": np.array([2], dtype=np.int64), "middle": np.array([1], dtype=np.int64)}
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"])
        for name in ("input_ids", "attention_mask")
    ]
    saved(path, nodes, (inputs, "text_embeds"), named | axes)


def export(folder: Path, w: Weights, reads: Tokenizer) -> None:
    """Write what an export of CLIP has: two graphs, the tokenizer, and how pictures are made ready."""
    folder.mkdir(parents=True, exist_ok=True)
    write_vision(folder / "vision_model.onnx", w)
    write_text(folder / "text_model.onnx", w)
    reads.save(str(folder / "tokenizer.json"))
    config = {
        "_name_or_path": "reverie-tiny-shapes",
        "model_type": "clip",
        "projection_dim": WIDTH,
        "text_config": {"max_position_embeddings": CONTEXT, "pad_token_id": 0},
        "vision_config": {"image_size": SIDE},
    }
    ready = {
        "do_resize": True,
        "size": {"shortest_edge": SIDE},
        "resample": 3,
        "do_center_crop": True,
        "crop_size": {"height": SIDE, "width": SIDE},
        "do_rescale": True,
        "rescale_factor": 1 / 255,
        "do_normalize": True,
        "image_mean": MEAN,
        "image_std": STD,
        "do_convert_rgb": True,
    }
    for name, content in (("config.json", config), ("preprocessor_config.json", ready)):
        (folder / name).write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    reads = tokenizer()
    weights = train(np.random.default_rng(SEED), reads)
    print(f"held-out pairs found among all 40: {found(weights, reads, rounds=100):.2%}")
    export(folder, weights, reads)


if __name__ == "__main__":
    main()
