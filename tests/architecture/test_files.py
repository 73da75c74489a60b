"""What every file of the project must not name: one registry, or one person's machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Written in parts, so that this file doesn't name them either.
REGISTRIES = [
    "pypi" + ".org",
    "pythonhosted" + ".org",
    "registry.npmjs" + ".org",
    "registry.yarnpkg" + ".com",
    "crates" + ".io",
    "anaconda" + ".org",
]
HOMES = ["/" + "root", "/" + r"home/\w+", "/" + r"Users/\w+", re.escape(str(ROOT))]
BEFORE_A_PATH = r"(?<![\w.~)}])"


@pytest.fixture(scope="module")
def files() -> list[Path]:
    """Everything that git keeps."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("only a git checkout knows which files are the project's")
    listing = subprocess.run(
        # Another user than the checkout's owner may run the tests; git asks for a word of trust then.
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    found = [path for name in listing.stdout.split("\0") if (path := ROOT / name).is_file()]
    assert found, "git keeps nothing yet: `git add` first"
    return found


def naming(files: list[Path], pattern: str) -> list[str]:
    wanted = re.compile(pattern.encode())
    return [str(path) for path in files if wanted.search(path.read_bytes())]


def test_a_name_would_be_found(tmp_path: Path) -> None:
    sample = tmp_path / "sample"
    sample.write_text(f"from https://{REGISTRIES[0]}/simple into {'/' + 'home/'}ada/venv")
    assert naming([sample], re.escape(REGISTRIES[0])) == [str(sample)]
    assert naming([sample], rf"{BEFORE_A_PATH}{HOMES[1]}\b") == [str(sample)]


@pytest.mark.parametrize("host", REGISTRIES)
def test_no_file_names_a_registry(files: list[Path], host: str) -> None:
    assert naming(files, re.escape(host)) == []


@pytest.mark.parametrize("home", HOMES)
def test_no_file_names_a_place_on_one_machine(files: list[Path], home: str) -> None:
    assert naming(files, rf"{BEFORE_A_PATH}{home}\b") == []
