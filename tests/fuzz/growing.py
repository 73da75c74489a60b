"""Look for time bombs: ``python -m tests.fuzz.growing`` reads ever longer texts, and tells where time explodes.

Reading a text twice as long may take twice as long, and a little more. Times are measured, so this is a command and no
test: what it finds becomes a test that a long text is read to its end.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Iterator
from random import Random

from tests.fuzz.readers import TARGETS, Target
from tests.fuzz.run import TooSlow, patience

SIZES = (10_000, 40_000)
STEEP = 1.6
"""The exponent of growth that is told of: 1 is linear, 2 is quadratic."""
NOTICED_S = 0.4
"""Less, for forty thousand characters, is no bomb."""

_GLUES = (
    *(" ", "\n", "\t", "\r\n", "x ", "x\n", "(", "'", ".", "1", "1 ", "a@", "A ", "-", "_", ":", ": ", "#", "# "),
    *("\n---", "<!--"),
)
_ENDS = ("", "!x")


def _texts(target: Target) -> Iterator[tuple[str, str, str]]:
    pieces = dict.fromkeys((*_GLUES, *(one for one in target.pieces if len(one) <= 12)))
    return ((start, piece, end) for start in ("", target.wholes[0]) for piece in list(pieces)[:40] for end in _ENDS)


def steep(target: Target) -> Iterator[str]:
    """The shapes of text whose reading grows faster than they do."""
    for start, piece, end in _texts(target):
        texts = [start + piece * (size // len(piece)) + end for size in SIZES]
        shape = f"{start!r} + {piece!r} * n + {end!r}"
        took = [_seconds(target, text) for text in texts]
        if took[-1] < NOTICED_S:
            continue
        took = [min(before, _seconds(target, text)) for before, text in zip(took, texts, strict=True)]
        power = math.log(took[-1] / took[0], SIZES[-1] / SIZES[0])
        if took[-1] > NOTICED_S and power > STEEP:
            yield f"{target.name}: {took[-1]:.1f} s for {SIZES[-1]:,} characters, power {power:.1f}: " + shape


def _seconds(target: Target, text: str) -> float:
    """The processor's time that a text takes, at most what there is patience for."""
    began = time.process_time()
    try:
        with patience():
            target.check(text, Random(0))
    except (AssertionError, TooSlow):
        pass  # what is wrong with it, the other command tells
    return max(time.process_time() - began, 1e-4)


def main() -> None:
    """Print every shape that is found, and exit with 1 where there is one."""
    reads = argparse.ArgumentParser(description=__doc__)
    reads.add_argument("--only", action="append")
    only = reads.parse_args().only
    found = 0
    for target in TARGETS:
        if only is None or target.name in only:
            for one in steep(target):
                found += 1
                print(one, flush=True)  # noqa: T201 # a command of ours
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
