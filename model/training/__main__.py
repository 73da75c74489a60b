"""``python -m training``: train the model from the whole corpus, or from some of its writers.

Its files are written after each pass. With ``--go-on`` what was trained before is not lost where the corpus has
changed: a pass or two teach the rest. What ends what, and what answers what, is learned from the notes of the extractor
that is in ``--out``.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

import torch

from reverie.models.tuned_extractor import PAIRS, Reader, TunedExtractor
from training.corpus import LEFT_OUT, by_writer, conversations, is_single, judged, over, questions
from training.endings import endings
from training.examples import examples, pairs, persons
from training.export import exported
from training.fitting import Plan, base, fitted
from training.noted import heard
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
    parser.add_argument("--rate", type=float, default=Plan().rate, help="how fast the encoder learns")
    parser.add_argument("--of-pairs", type=float, default=Plan().of_pairs, help="the share of all pairs in a pass")
    parser.add_argument("--go-on", type=Path, help="an extractor.onnx to go on from, instead of the base")
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
    noting = TunedExtractor(asked.out) if (asked.out / "extractor.onnx").is_file() else None
    for one in theirs:
        writer = one[0].writer
        noted = [] if noting is None or is_single(one[0]) else [*heard(noting, one)]
        held += answering(reader, one, questions(asked.corpus, writer), noted)
        if noting is not None and (ends := over(asked.corpus, writer)):
            held += endings(reader, noting, noted, ends, judged(asked.corpus, writer))
    counted = ", ".join(f"{sum(pair.asked == name for pair in held)} of {name}" for name in PAIRS)
    logging.info("%d writers, %d pieces of turns; pairs: %s", len(theirs), len(read), counted)
    plan = Plan(passes=asked.passes, rate=asked.rate, rate_of_heads=10 * asked.rate, of_pairs=asked.of_pairs)
    fitted(asked.base, read, held, plan, lambda network: exported(network, asked.out), asked.go_on)


if __name__ == "__main__":
    main()
