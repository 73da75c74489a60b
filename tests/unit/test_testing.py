"""The stand-ins that tests are built on do what they say."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest

from reverie.errors import InvalidInput
from reverie.ports import Clock
from reverie.testing import FrozenClock, HashEmbedder

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def test_the_clock_moves_only_when_told() -> None:
    frozen = FrozenClock(NOON)
    clock: Clock = frozen
    assert (clock(), clock()) == (NOON, NOON)
    frozen.advance(90)
    frozen.advance(timedelta(days=1))
    assert clock() == NOON + timedelta(days=1, seconds=90)
    frozen.set(NOON - timedelta(hours=1))
    assert clock() == NOON - timedelta(hours=1)


def test_the_clock_wants_a_time_zone() -> None:
    with pytest.raises(InvalidInput, match="no time zone"):
        FrozenClock(datetime(2026, 3, 14))


def test_hash_vectors_are_the_same_in_every_run() -> None:
    code = (
        "from reverie.testing import HashEmbedder; print(HashEmbedder().embed(['one two three four']).tobytes().hex())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert runs == {HashEmbedder().embed(["four three two one one"]).tobytes().hex()}
