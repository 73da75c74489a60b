"""``python -m training.embedder``: tune the embedder on reminders, so that what is said now finds what matters to it.

A contrastive loss (InfoNCE, van den Oord et al. 2018): of all that the batch found and of its decoys, the query's own
find is to be the nearest. Beside it the corpus' turns are to stay where the base puts them, and at the end the weights
go only a part of the way from the base to what was fitted (WiSE-FT, Wortsman et al. 2022): so what the base knew of
other talk is kept.
"""

from __future__ import annotations

import argparse
import logging
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from tokenizers.implementations.bert_wordpiece import BertWordPieceTokenizer
from torch import Tensor, nn
from torch.optim import AdamW
from torch.optim.lr_scheduler import LambdaLR
from transformers import BertModel

from reverie.models.minilm import VOCABULARY
from training.corpus import CHOSEN_BY, HELD_BACK, conversations
from training.export import int8
from training.fitting import base
from training.reminders import Reminder, reminders

log = logging.getLogger(__name__)

TOKENS = 96
"""Tokens of a text that are read while it is tuned; the longest are a dictated turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How it is tuned."""

    passes: int = 3
    batch: int = 64
    rate: float = 5e-5
    warm_up: float = 0.1
    temperature: float = 0.05
    staying: float = 1.0
    """How much it counts that turns of the corpus stay where the base puts them."""
    way: float = 0.7
    """How far the weights go from the base to what was fitted, 0 to 1."""
    seed: int = 1


class Embedder(nn.Module):
    """MiniLM with its mean over tokens, as unit vectors."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.encoder = BertModel.from_pretrained(base, add_pooling_layer=False)
        self.encoder.embeddings.requires_grad_(requires_grad=False)

    def forward(self, input_ids: Tensor, token_type_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Give vectors, shape (rows, 384)."""
        told = self.encoder(input_ids=input_ids, token_type_ids=token_type_ids, attention_mask=attention_mask)
        mask = attention_mask.unsqueeze(-1).to(told.last_hidden_state.dtype)
        mean = (told.last_hidden_state * mask).sum(1) / mask.sum(1)
        return nn.functional.normalize(mean, dim=-1)


class Words:
    """Texts as tokens."""

    def __init__(self) -> None:
        self._tokenizer = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
        self._tokenizer.enable_truncation(TOKENS)
        self._kept: dict[str, list[int]] = {}

    def ids(self, text: str) -> list[int]:
        """Give a text's tokens, its two marks included."""
        if text not in self._kept:
            self._kept[text] = self._tokenizer.encode(text).ids
        return self._kept[text]

    def padded(self, texts: Sequence[str]) -> tuple[Tensor, Tensor, Tensor]:
        """Give the three inputs of the encoder."""
        rows = [self.ids(text) for text in texts]
        longest = max(map(len, rows))
        ids = torch.tensor([[*row, *[0] * (longest - len(row))] for row in rows])
        mask = torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in rows])
        return ids, torch.zeros_like(ids), mask


def embedded(model: Embedder, words: Words, texts: Sequence[str], size: int = 64) -> Tensor:
    """Give the vectors of texts; those of like length go through together."""
    order = sorted(range(len(texts)), key=lambda at: len(words.ids(texts[at])))
    found: list[Tensor] = [torch.empty(0)] * len(texts)
    for start in range(0, len(order), size):
        places = order[start : start + size]
        for place, vector in zip(places, model(*words.padded([texts[at] for at in places])), strict=True):
            found[place] = vector
    return torch.stack(found).float()


def tuned(base: Path, learned: Sequence[Reminder], turns: Sequence[str], plan: Plan) -> Embedder:
    """Tune the base on reminders; ``turns`` are to stay where they are."""
    torch.manual_seed(plan.seed)
    shuffled = random.Random(plan.seed)  # noqa: S311 - an order, not a secret
    words, model, before = Words(), Embedder(base), Embedder(base).eval()
    fast = torch.ops.mkldnn._is_mkldnn_bf16_supported()
    steps = plan.passes * -(-len(learned) // plan.batch)
    warm = max(1, int(steps * plan.warm_up))
    weights = [one for one in model.parameters() if one.requires_grad]
    optimizer = AdamW(weights, lr=plan.rate, weight_decay=0.01)
    schedule = LambdaLR(optimizer, lambda step: min((step + 1) / warm, max(0.0, (steps - step) / max(1, steps - warm))))
    model.train()
    for number in range(plan.passes):
        total, many = 0.0, 0
        for batch in _batches(learned, plan.batch, shuffled):
            staying = shuffled.sample(turns, min(len(turns), plan.batch))
            optimizer.zero_grad()
            with torch.autocast("cpu", torch.bfloat16, enabled=fast):
                loss = _loss(model, words, batch, plan.temperature)
                with torch.no_grad():
                    there = embedded(before, words, staying)
                loss = loss + plan.staying * (1 - (embedded(model, words, staying) * there).sum(1)).mean()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(weights, 1.0)
            optimizer.step()
            schedule.step()
            total, many = total + float(loss.detach()), many + 1
        log.info("pass %d of %d: loss %.3f", number + 1, plan.passes, total / many)
    return part_of_the_way(before, model.eval(), plan.way)


def part_of_the_way(before: Embedder, after: Embedder, way: float) -> Embedder:
    """Move the weights of ``after`` back towards ``before``; ``way`` 1 leaves them."""
    was = before.state_dict()
    after.load_state_dict(
        {
            name: torch.lerp(was[name], now, way) if now.is_floating_point() else now
            for name, now in after.state_dict().items()
        }
    )
    return after


def _loss(model: Embedder, words: Words, batch: Sequence[Reminder], temperature: float) -> Tensor:
    queries = embedded(model, words, [one.query for one in batch])
    found = embedded(model, words, [*(one.finds for one in batch), *(text for one in batch for text in one.decoys)])
    scores = queries @ found.T / temperature
    return nn.functional.cross_entropy(scores, torch.arange(len(batch)))


def _batches(learned: Sequence[Reminder], size: int, shuffled: random.Random) -> Iterator[list[Reminder]]:
    order = list(learned)
    shuffled.shuffle(order)
    for start in range(0, len(order), size):
        yield order[start : start + size]


@torch.no_grad()
def scored(model: Embedder, asked: Sequence[Reminder]) -> Mapping[str, tuple[float, float]]:
    """Give by kind how often the find is the first, and among the first ten, of all finds and decoys asked of."""
    words = Words()
    texts = list(dict.fromkeys(text for one in asked for text in (one.finds, *one.decoys)))
    near = embedded(model, words, [one.query for one in asked]) @ embedded(model, words, texts).T
    ranks: dict[str, list[int]] = defaultdict(list)
    for one, row in zip(asked, near, strict=True):
        rank = int((row > row[texts.index(one.finds)]).sum())
        ranks[one.kind].append(rank)
        ranks["all"].append(rank)
    return {
        kind: (sum(rank < 1 for rank in theirs) / len(theirs), sum(rank < 10 for rank in theirs) / len(theirs))
        for kind, theirs in ranks.items()
    }


def main() -> None:
    """Tune, score and export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--base", type=Path, default=base(), help="a folder with the weights of all-MiniLM-L6-v2")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--held-back", action="store_true", help="score what is held back: once, on what is final")
    for name in ("passes", "rate", "temperature", "staying", "way"):
        kind = type(getattr(Plan(), name))
        parser.add_argument(f"--{name}", type=kind, default=getattr(Plan(), name))
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    torch.set_num_threads(asked.threads)
    split = reminders(asked.corpus)
    left_out = {*HELD_BACK, *CHOSEN_BY}
    turns = [turn.text for one in conversations(asked.corpus) if one.writer not in left_out for turn in one.turns]
    log.info("%d reminders, %d turns that stay", len(split.learned), len(turns))
    plan = Plan(**{name: getattr(asked, name) for name in ("passes", "rate", "temperature", "staying", "way")})
    model = tuned(asked.base, split.learned, turns, plan)
    for title, these in (("chosen by", split.chosen_by), *([("held back", split.held_back)] * asked.held_back)):
        for whose, one in (("base", Embedder(asked.base).eval()), ("tuned", model)):
            shown = ", ".join(f"{kind} {a:.3f} / {b:.3f}" for kind, (a, b) in scored(one, these).items())
            log.info("%s, %s (first / first ten): %s", title, whose, shown)
    int8(model, ("vector",), asked.out / "embedder.onnx")


if __name__ == "__main__":
    main()
