"""From a fitted network to one file that onnxruntime runs: int8, with everything a turn needs in one pass.

The heads of clauses are linear in a mean over tokens, so the file gives their logits for each token, to be averaged;
what the first token adds is in the row of that token.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from reverie.models.tuned_extractor import PAIRS
from training.examples import COLUMNS
from training.network import WIDTH, Listener

OPSET = 17


class Flat(nn.Module):
    """The network as one function of tokens: logits (rows, tokens, 3 + twice all labels of ``COLUMNS``)."""

    def __init__(self, network: Listener) -> None:
        super().__init__()
        self.network = network
        heads = [network.columns[name] for name in COLUMNS]
        self.weight = nn.Parameter(torch.cat([head.weight for head in heads]).detach())
        self.bias = nn.Parameter(torch.cat([head.bias for head in heads]).detach())

    def forward(self, input_ids: Tensor, token_type_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Give tags of values (3), what tokens add to a clause, what the first adds, and what pairs are asked."""
        states = self.network(input_ids, token_type_ids, attention_mask)
        of_tokens = states @ self.weight[:, :WIDTH].T
        of_first = states @ self.weight[:, WIDTH:].T + self.bias
        of_pairs = [self.network.pairs[name](states) for name in PAIRS]
        return torch.cat([self.network.value(states), of_tokens, of_first, *of_pairs], dim=-1)


def labels() -> dict[str, object]:
    """Describe the columns of the logits."""
    return {
        "pairs": {name: list(labels) for name, labels in PAIRS.items()},
        "columns": [{"name": name, "labels": list(names)} for name, names in COLUMNS.items()],
    }


def exported(network: Listener, folder: Path) -> Path:
    """Write ``extractor.onnx`` and ``extractor.json``."""
    network.eval()
    made = int8(Flat(network).eval(), ("logits",), folder / "extractor.onnx")
    (folder / "extractor.json").write_text(json.dumps(labels(), indent=1) + "\n", "utf-8")
    return made


def int8(network: nn.Module, outputs: Sequence[str], made: Path) -> Path:
    """Write a network of tokens, their types and their mask as one file that computes in int8."""
    made.parent.mkdir(parents=True, exist_ok=True)
    example = torch.ones((1, 16), dtype=torch.long)
    names = ["input_ids", "token_type_ids", "attention_mask"]
    with tempfile.TemporaryDirectory() as work:
        plain = Path(work, "plain.onnx")
        torch.onnx.export(
            network,
            (example, example * 0, example),
            str(plain),
            input_names=names,
            output_names=list(outputs),
            dynamic_axes={name: {0: "rows", 1: "tokens"} for name in names}
            | {name: {0: "rows"} | ({1: "tokens"} if name == "logits" else {}) for name in outputs},
            opset_version=OPSET,
            dynamo=False,
        )
        onnx.checker.check_model(str(plain))
        quantize_dynamic(
            plain,
            made,
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["MatMul", "Gather"],
            extra_options={"MatMulConstBOnly": True},
        )
    return made
