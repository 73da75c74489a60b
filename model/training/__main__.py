"""``python -m training``: train the model from the whole corpus, or from some of its writers, and write its files."""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

import torch

from reverie.models.tuned_extractor import PAIRS, Reader
from training.corpus import LEFT_OUT, by_writer, conversations, over, questions
from training.examples import examples, pairs, persons
from training.export import exported
from training.fitting import Plan, base, fitted
from training.questions import answering


def main() -> None:
    """Train, and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--base", type=Path, default=base(), help="a folder with the weights of all-MiniLM-L6-v2")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--leave-out",
        default=",".join(LEFT_OUT),
        help="writers that nothing is learned from, with commas",
    )
    parser.add_argument("--passes", type=int, default=Plan().passes)
    parser.add_argument("--every-pass", action="store_true", help="write the files after each pass, to be looked at")
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    torch.set_num_threads(asked.threads)
    left_out = set(filter(None, asked.leave_out.split(",")))
    reader = Reader()
    theirs = [one for writer, one in by_writer(conversations(asked.corpus)).items() if writer not in left_out]
    read = [example for one in theirs for conversation in one for example in examples(reader, conversation)]
    held = [pair for one in theirs for pair in pairs(reader, one, over(asked.corpus, one[0].writer))]
    held += [pair for one in theirs for conversation in one for pair in persons(reader, conversation)]
    held += [pair for one in theirs for pair in answering(reader, one, questions(asked.corpus, one[0].writer))]
    counted = ", ".join(f"{sum(pair.asked == name for pair in held)} of {name}" for name in PAIRS)
    logging.info("%d writers, %d pieces of turns; pairs: %s", len(theirs), len(read), counted)
    plan = Plan(passes=asked.passes)
    if asked.every_pass:
        fitted(asked.base, read, held, plan, lambda network: exported(network, asked.out))
    else:
        exported(fitted(asked.base, read, held, plan), asked.out)


if __name__ == "__main__":
    main()
