"""Every block of the README and of each how-to is run, in order; a `text` block is what the block before it prints."""

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

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
# A page, and how many programs it has at least.
PAGES = {
    README: 1,
    ROOT / "docs" / "tutorial.md": 8,
    **dict.fromkeys(sorted((ROOT / "docs" / "how-to").glob("*.md")), 1),
}
PAGES[ROOT / "docs" / "how-to" / "container.md"] = 0  # its commands are those of podman
OTHERWISE = {
    "google-adk": ("google.adk", "ADK asks for an older websockets and OpenTelemetry than the development pins have"),
    "pipecat": ("pipecat", "Pipecat asks for an older protobuf than the development pins have"),
    "strands": ("strands", "Strands asks for an older release of the mcp package than the extra mcp"),
}
"""Pages on what is not among the development pins: what they import, and why it is not there."""
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[str, str]]:
    """The blocks of a page: (language, content)."""
    return _BLOCK.findall(page.read_text(encoding="utf-8"))


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What a new user's shell has."""
    monkeypatch.delenv("REVERIE_EXTRACTOR")
    command = Path(sys.executable).parent
    return {**os.environ, "REVERIE_HOME": str(tmp_path), "PATH": f"{command}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize("page", [pytest.param(page, id=page.stem) for page in PAGES])
def test_every_block_does_what_the_page_says(
    page: Path, tmp_path: Path, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if page.stem in OTHERWISE:
        module, reason = OTHERWISE[page.stem]
        pytest.importorskip(module, reason=reason)
    monkeypatch.chdir(tmp_path)
    programs = 0
    names: dict[str, object] = {}
    found = blocks(page)
    for place, (language, content) in enumerate(found):
        if language == "python":
            programs += 1
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(compile(content, f"{page.name} block {place}", "exec"), names)  # noqa: S102 - it is our page
            following, expected = found[place + 1] if place + 1 < len(found) else ("", "")
            expected = expected if following == "text" else ""
            assert re.sub(r"\d{4}-\d{2}-\d{2}", "DATE", printed.getvalue()) == expected
        if language == "console" and content.startswith("$ "):
            for line in content.splitlines():
                programs += 1
                assert _run(shlex.split(line.removeprefix("$ ")), tmp_path, environment), line
    assert programs >= PAGES[page]


def test_the_first_block_names_commands_that_make_knows() -> None:
    targets = (ROOT / "Makefile").read_text(encoding="utf-8")
    for line in blocks(README)[0][1].splitlines():
        assert re.search(rf"^{line.removeprefix('make ')}:", targets, re.MULTILINE)


def _run(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
