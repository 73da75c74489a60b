"""What an import costs and promises: a newcomer's first line loads nothing heavy, and `__all__` is the truth."""

from __future__ import annotations

import subprocess
import sys
import types

import pytest

import reverie

HEAVY = {
    "PIL",
    "agent_framework",
    "agents",
    "agno",
    "alembic",
    "argon2",
    "fastapi",
    "google",
    "jwt",
    "langchain",
    "langgraph",
    "livekit",
    "llama_index",
    "mcp",
    "numpy",
    "onnx",
    "onnxruntime",
    "openai",
    "opentelemetry",
    "psycopg",
    "pipecat",
    "pydantic_ai",
    "redis",
    "sqlalchemy",
    "strands",
    "tokenizers",
    "uvicorn",
}


@pytest.mark.parametrize(
    "arguments", [["-c", "import reverie"], ["-m", "reverie", "--help"]], ids=["import reverie", "reverie --help"]
)
def test_nothing_heavy_is_loaded(arguments: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], check=False, capture_output=True, text=True, encoding="utf-8"
    )
    assert run.returncode == 0, run.stderr[-2000:]
    # A line of the report: "import time: <own µs> | <cumulative µs> | <indented name of the module>".
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in run.stderr.splitlines()}
    assert "reverie" in loaded
    assert loaded & HEAVY == set()


def test_all_is_true() -> None:
    assert [name for name in reverie.__all__ if not hasattr(reverie, name)] == []
    public = {
        name
        for name, value in vars(reverie).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType) and name != "annotations"
    }
    assert public <= set(reverie.__all__)
