"""What an extra needs is named so that the command works wherever Reverie came from."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from reverie import extras

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_packages_of_an_extra_are_named(extra: str) -> None:
    pip, install, *named = shlex.split(extras.install(extra))
    assert (pip, install) == ("pip", "install")
    assert sorted(re.split(r"[<>=]", one)[0] for one in named) == sorted(
        re.split(r"[<>=]", one)[0] for one in EXTRAS[extra]
    )
    assert "reverie" not in " ".join(named)


def test_run_from_a_folder_that_was_never_installed_it_names_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.Distribution.discover", lambda **_context: iter(()))
    assert extras.install("server").startswith("pip install '.[server]'")


def test_no_hint_names_reverie_as_a_package_of_an_index() -> None:
    """Every hint comes from here, in the source as in the documents."""
    read = [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    assert [str(path) for path in read if re.search(r"install +[\"']?reverie\b", path.read_text("utf-8"))] == []
