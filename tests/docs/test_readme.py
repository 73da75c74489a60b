"""Every block of the README is run, in order, in one folder; a `text` block is what the block before it prints."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def blocks() -> list[tuple[str, str]]:
    """The blocks of the README: (language, content)."""
    return _BLOCK.findall(README.read_text(encoding="utf-8"))


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """What a new user's shell has."""
    command = Path(sys.executable).parent
    return {**os.environ, "REVERIE_HOME": str(tmp_path), "PATH": f"{command}{os.pathsep}{os.environ['PATH']}"}


def test_every_block_does_what_the_readme_says(
    blocks: list[tuple[str, str]], tmp_path: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    programs = 0
    names: dict[str, object] = {}
    for place, (language, content) in enumerate(blocks):
        if language == "python":
            programs += 1
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(compile(content, f"README block {place}", "exec"), names)  # noqa: S102 - it is our README
            expected = blocks[place + 1]
            assert expected[0] == "text"
            assert re.sub(r"\d{4}-\d{2}-\d{2}", "DATE", printed.getvalue()) == expected[1]
        if language == "console" and content.startswith("$ "):
            for line in content.splitlines():
                programs += 1
                assert _run(shlex.split(line.removeprefix("$ ")), tmp_path, environment), line
    assert programs >= 8


def test_the_first_block_names_commands_that_make_knows(blocks: list[tuple[str, str]]) -> None:
    targets = (README.parent / "Makefile").read_text(encoding="utf-8")
    for line in blocks[0][1].splitlines():
        assert re.search(rf"^{line.removeprefix('make ')}:", targets, re.MULTILINE)


def _run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
