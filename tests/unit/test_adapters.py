"""An adapter whose framework is missing says which extra it is; importing Reverie loads none of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import reverie.adapters

ADAPTERS = {
    "agent_framework": "agent-framework-core",
    "agno": "agno",
    "google_adk": "google-adk",
    "langchain": "langchain",
    "langgraph": "langgraph-checkpoint",
    "livekit": "livekit-agents",
    "llama_index": "llama-index-core",
    "openai_agents": "openai-agents",
    "pipecat": "pipecat-ai",
    "pydantic_ai": "pydantic-ai-slim",
    "strands": "strands-agents",
}
"""By module, the first package of its extra."""

_FRAMEWORKS = [
    "agent_framework",
    "agents",
    "agno",
    "google",
    "langchain",
    "langgraph",
    "livekit",
    "llama_index",
    "pipecat",
    "pydantic_ai",
    "strands",
]

_OWN = {"__init__", "prompt_parts", "voice"}


def test_every_adapter_is_here() -> None:
    there = {path.stem for path in Path(reverie.adapters.__path__[0]).glob("*.py")}
    assert there == ADAPTERS.keys() | _OWN


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_a_framework_that_is_missing_is_named(adapter: str) -> None:
    program = (
        "import sys\n"
        "from importlib.abc import MetaPathFinder\n"
        f"frameworks = {_FRAMEWORKS}\n"
        "class Missing(MetaPathFinder):\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in frameworks:\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Missing())\n"
        "from reverie.errors import ConfigError\n"
        "try:\n"
        f"    import reverie.adapters.{adapter}\n"
        "except ConfigError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, encoding="utf-8")
    assert "pip install" in done.stdout
    assert ADAPTERS[adapter] in done.stdout
