"""A learning curve over writers: each fold tests writers that nothing was learned from, with more and more others."""

from __future__ import annotations

import argparse
import json
import logging
import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import torch

from reverie.models.tuned_extractor import Reader
from training.corpus import by_writer, conversations, over
from training.examples import examples, pairs, persons
from training.fitting import Plan, base, fitted
from training.scoring import read, scores, scores_of_pairs

Kind = TypeVar("Kind")


def main() -> None:
    """Print a line of JSON for each fold and number of writers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--base", type=Path, default=base(), help="a folder with the weights of all-MiniLM-L6-v2")
    parser.add_argument("--folds", type=int, default=3)
    parser.add_argument("--shares", default="0.25,0.5,1")
    parser.add_argument("--passes", type=int, default=Plan().passes)
    parser.add_argument("--frozen", type=int, default=Plan().frozen)
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    torch.set_num_threads(asked.threads)
    reader = Reader()
    theirs = by_writer(conversations(asked.corpus))
    of = {writer: [example for one in theirs[writer] for example in examples(reader, one)] for writer in theirs}
    paired = {writer: pairs(reader, theirs[writer], over(asked.corpus, writer)) for writer in theirs}
    asked_of = {writer: [pair for one in theirs[writer] for pair in persons(reader, one)] for writer in theirs}
    writers = sorted(of)
    random.Random(7).shuffle(writers)  # noqa: S311 - an order, not a secret
    for fold in range(asked.folds):
        tested = writers[fold :: asked.folds]
        others = [writer for writer in writers if writer not in tested]
        for share in map(float, asked.shares.split(",")):
            used = others[: max(1, round(len(others) * share))]
            began = time.monotonic()
            plan = Plan(passes=asked.passes, frozen=asked.frozen)
            network = fitted(asked.base, _all(of, used), _all(paired, used) + _all(asked_of, used), plan)
            judged = read(network, _all(of, tested))
            _print({"fold": fold, "writers": len(used), **scores_of_pairs(network, _all(paired, tested))})
            for threshold in (0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
                found = scores(judged, threshold)
                seconds = round(time.monotonic() - began)
                _print({"fold": fold, "writers": len(used), "at": threshold, "seconds": seconds, **found})


def _all(of: Mapping[str, Sequence[Kind]], writers: Sequence[str]) -> list[Kind]:
    return [one for writer in writers for one in of[writer]]


def _print(line: Mapping[str, float]) -> None:
    rounded = {name: round(one, 3) for name, one in line.items()}
    print(json.dumps(rounded), flush=True)  # noqa: T201 - this is what it is for


if __name__ == "__main__":
    main()
