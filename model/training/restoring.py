"""From the int8 file back to a network, to go on with fitting it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper

from reverie.models.tuned_extractor import PAIRS
from training.examples import COLUMNS
from training.network import Listener

_LAYER = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
"""The matrices of a layer, in the order in which the file multiplies by them."""


def restored(file: Path, base: Path, *, frozen: int) -> Listener:
    """Read ``extractor.onnx`` as a network; what is frozen is that of the base, and the rest what int8 left of it.

    Raises:
        ValueError: the file is not one that ``exported`` wrote for these columns.
    """
    graph = onnx.load(str(file)).graph
    held = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    by = [node.input[1] for node in graph.node if node.op_type == "MatMulInteger" and node.input[1] in held]
    matrices = [_dequantised(held, name) for name in by]
    network = Listener(base, frozen=frozen)
    weights = network.state_dict()
    tuned = [
        f"encoder.encoder.layer.{layer}.{name}.weight"
        for layer in range(len(network.encoder.encoder.layer))
        for name in _LAYER
    ]
    of_tokens, of_first, *of_pairs, values = matrices[len(tuned) :]
    biases = held["bias"]
    if len(of_pairs) != len(PAIRS) or len(biases) != sum(map(len, COLUMNS.values())):
        raise ValueError(f"{file} has other columns than the corpus: train from the base")
    found = {name.removeprefix("network."): value for name, value in held.items() if name.startswith("network.")}
    found = {name: value for name, value in found.items() if name in weights and "word_embeddings" not in name}
    found |= dict(zip(tuned, matrices, strict=False))
    found |= {name: weights[name].numpy() for name in tuned if int(name.split(".")[3]) < frozen}
    found |= {f"pairs.{name}.weight": matrix for name, matrix in zip(PAIRS, of_pairs, strict=True)}
    found["value.weight"] = values
    at = 0
    for name, labels in COLUMNS.items():
        rows = slice(at, at + len(labels))
        found[f"columns.{name}.weight"] = np.concatenate([of_tokens[rows], of_first[rows]], axis=1)
        found[f"columns.{name}.bias"] = biases[rows]
        at += len(labels)
    network.load_state_dict(weights | {name: torch.tensor(value) for name, value in found.items()})
    return network


def _dequantised(held: dict[str, NDArray[np.generic]], name: str) -> NDArray[np.float32]:
    scale = held[name.removesuffix("_quantized") + "_scale"].astype(np.float32)
    matrix: NDArray[np.float32] = (held[name].astype(np.float32) * scale).T
    return np.ascontiguousarray(matrix)
