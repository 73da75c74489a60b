"""Models of eight bits: a sum is the same on every processor, also where its instructions would overflow."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save

from reverie.models.onnx import session

WIDE = 64


def test_sums_of_eight_bits_do_not_overflow(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    weights = rng.choice(np.array([-127, 127], np.int8), (WIDE, WIDE))
    weights[:, 0] = 127
    scale, zero = np.array(0.01, np.float32), np.array(0, np.int8)
    graph = helper.make_graph(
        [
            helper.make_node("DynamicQuantizeLinear", ["given"], ["steps", "given_scale", "given_zero"]),
            helper.make_node("MatMulInteger", ["steps", "weights", "given_zero", "zero"], ["sums"]),
            helper.make_node("Cast", ["sums"], ["cast"], to=TensorProto.FLOAT),
            helper.make_node("Mul", ["given_scale", "scale"], ["scales"]),
            helper.make_node("Mul", ["cast", "scales"], ["made"]),
        ],
        "sums",
        [helper.make_tensor_value_info("given", TensorProto.FLOAT, [1, WIDE])],
        [helper.make_tensor_value_info("made", TensorProto.FLOAT, [1, WIDE])],
        [
            numpy_helper.from_array(weights, "weights"),
            numpy_helper.from_array(scale, "scale"),
            numpy_helper.from_array(zero, "zero"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 9
    save(model, tmp_path / "sums.onnx")
    given = np.ones((1, WIDE), np.float32)
    (made,) = session(tmp_path / "sums.onnx", remedy="").run(None, {"given": given})
    assert np.allclose(made, 0.01 * weights.sum(axis=0, dtype=np.int64), rtol=1e-3)
