"""onnxruntime as it runs here: on one thread, silent, and sending nothing; and the vocabulary that the models read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.errors import ModelUnavailable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

VOCABULARY = Path(__file__).with_name("minilm_vocab.txt")


def session(path: Path, *, remedy: str) -> InferenceSession:
    """Load a model; ``remedy`` ends the message where that can't be done.

    Raises:
        ModelUnavailable: onnxruntime is missing, or the file is missing or damaged.
    """
    # The library's builds for Windows, and since 1.31 for Linux, send reports of usage. It reads this when it is
    # imported: switching it off afterwards leaves a device id on the disk and a look-up on the network.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
    except ImportError as error:
        raise ModelUnavailable(f"{path.name} can't be loaded: {error}. {remedy}.") from error
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    # A second thread spins: under load it made a query three to five times slower.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4  # nothing is logged that is not raised as well
    # Without VNNI, as on many laptops, sums of eight bits overflow unseen: a logit of 4.7 was 0.8 off. It costs a sixth
    # of the time there, and nothing elsewhere.
    options.add_session_config_entry("session.x64quantprecision", "1")
    options.enable_cpu_mem_arena = False  # an arena keeps what the longest text took, and saves no time here
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except runtime_errors() as error:
        raise ModelUnavailable(f"onnxruntime can't load {path} ({error}). {remedy}.") from error


def runtime_errors() -> tuple[type[Exception], ...]:
    """List what onnxruntime raises on a model that it can't read, run or write: its errors share no parent."""
    from onnxruntime.capi import onnxruntime_pybind11_state as native

    return (
        native.Fail,
        native.InvalidArgument,
        native.InvalidGraph,
        native.InvalidProtobuf,
        native.NoSuchFile,
        native.NotImplemented,
        native.RuntimeException,
    )


def readable(text: str, characters: int) -> str:
    """Cut the start of a text as valid Unicode: surrogate pairs joined, lone ones replaced."""
    return text[:characters].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
