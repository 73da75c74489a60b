"""Processes that are killed while they write: nothing acknowledged is lost, and nothing half done is seen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from tests.crashing import VERBS, Plan

ROOT = Path(__file__).parents[2]
SEED = int(time.time()) // 86_400  # another one every day; a problem that is found names it
OFTEN = ("say", "import", "undo", "forget", "migrate", "restore")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="only POSIX forks, and kills at once")


def crashed(plan: Plan) -> dict[str, dict[str, Any]]:
    """What became of each verb of a plan."""
    died = subprocess.run(
        [sys.executable, "-m", "tests.crashing"],
        input=json.dumps(asdict(plan)),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert died.returncode == 0, died.stderr
    return dict(json.loads(line) for line in died.stdout.splitlines())


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Thirty kills at random moments, one after the other in one program."""
    folder = tmp_path_factory.mktemp("crashed")
    return crashed(Plan(folder=str(folder), verbs=OFTEN, random_kills=5, seed=SEED))


@pytest.mark.parametrize("name", OFTEN)
def test_killed_at_random_moments(outcomes: dict[str, dict[str, Any]], name: str) -> None:
    assert outcomes[name]["problems"] == [], f"seed {SEED}"
    assert outcomes[name]["killed"] + outcomes[name]["ended"] >= 5


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", VERBS)
def test_killed_at_random_moments_all_night(tmp_path: Path, name: str) -> None:
    kills = -(-300 // len(VERBS))
    (outcome,) = crashed(Plan(folder=str(tmp_path), verbs=(name,), random_kills=kills, seed=SEED)).values()
    assert outcome["problems"] == [], f"seed {SEED}"


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", VERBS)
def test_killed_at_every_statement_and_every_step_of_a_file(tmp_path: Path, name: str) -> None:
    (outcome,) = crashed(Plan(folder=str(tmp_path), verbs=(name,), stride=1)).values()
    assert outcome["problems"] == []
    assert outcome["killed"] >= 5
