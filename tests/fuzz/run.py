"""Try every reader with many inputs: ``python -m tests.fuzz.run --inputs 1000000``, or ``make fuzz``.

The first wrong input of each sort is printed with what makes it again: ``--seed S --only TARGET --number N``.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from tests.fuzz import stores
from tests.fuzz.inputs import made, number_of
from tests.fuzz.readers import TARGETS, Target

PATIENCE_S = 5
"""A text of a few thousand characters that takes longer is wrong as well."""


class TooSlow(Exception):
    """An input takes longer than anything may."""


@dataclass(slots=True)
class Found:
    """What was wrong: the first input of each sort, and how many there were."""

    times: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)

    def add(self, target: Target, seed: int, number: int, text: str, error: BaseException) -> None:
        """Keep what went wrong; a sort is where it was raised."""
        raised = traceback.extract_tb(error.__traceback__)[-1]
        sort = f"{target.name}: {type(error).__name__} in {raised.filename}:{raised.lineno}"
        self.times[sort] += 1
        if self.times[sort] == 1:
            again = f"--seed {seed} --only {target.name} --number {number}"
            self.told.append(f"{sort}: {str(error)[:300]}\n  again: {again}\n  input: {text[:600]!r} ({len(text)})")


def tried(targets: Sequence[Target], inputs: int, seed: int) -> Iterator[tuple[Target, int, float, Found]]:
    """Try targets in turn with their share of so many inputs: how many, for how many seconds, and what was wrong."""
    whole = sum(target.weight for target in targets)
    for target in targets:
        count, found, began = max(1, inputs * target.weight // whole), Found(), time.monotonic()
        for number in range(count):
            once(target, seed, number, found)
        yield target, count, time.monotonic() - began, found


def once(target: Target, seed: int, number: int, found: Found) -> str:
    """Try one input, and give it."""
    dice = number_of(seed, target.name, number)
    text = made(dice, target.pieces, target.wholes)
    try:
        with patience():
            target.check(text, dice)
    except Exception as error:  # noqa: BLE001 # whatever it is, it is a finding
        found.add(target, seed, number, text, error)
    return text


@contextmanager
def patience() -> Iterator[None]:
    """Raise TooSlow in what takes too long, by the processor's time."""
    signal.signal(signal.SIGPROF, _too_slow)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_slow(signal_number: int, frame: FrameType | None) -> None:
    """What the alarm does."""
    raise TooSlow(f"over {PATIENCE_S} s")


def main() -> None:
    """Run, print a line for each target, and exit with 1 where something was wrong."""
    reads = argparse.ArgumentParser(description=__doc__)
    reads.add_argument("--inputs", type=int, default=1_000_000)
    reads.add_argument("--seed", type=int, default=0)
    reads.add_argument("--only", action="append", help="a target, again for more; all by default")
    reads.add_argument("--number", type=int, help="make this one input of a target again, and show where it fails")
    asked = reads.parse_args()
    with stores.targets() as with_store:
        every = {one.name: one for one in (*TARGETS, *with_store)}
        if unknown := set(asked.only or ()) - set(every):
            reads.error(f"there is no target {min(unknown)!r}: there are {', '.join(every)}")
        targets = [every[name] for name in asked.only or every]
        sys.exit(_run(targets, asked))


def _run(targets: Sequence[Target], asked: argparse.Namespace) -> bool:
    if asked.number is not None:
        for target in targets:
            dice = number_of(asked.seed, target.name, asked.number)
            text = made(dice, target.pieces, target.wholes)
            print(f"{target.name}: {text!r}")  # noqa: T201 # a command of ours
            target.check(text, dice)
        return False
    wrong = 0
    for target, count, seconds, found in tried(targets, asked.inputs, asked.seed):
        wrong += len(found.told)
        counted = f"{target.name:12} {count:>9,} inputs {seconds:>8.1f} s  {sum(found.times.values())} wrong"
        print(counted, *(f"- {one}" for one in found.told), sep="\n", flush=True)  # noqa: T201 # a command of ours
    return wrong > 0


if __name__ == "__main__":
    main()
