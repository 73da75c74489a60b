"""``python -m training.embedder``: tune the embedder on reminders, so that what is said now finds what matters to it.

A contrastive loss (InfoNCE, van den Oord et al. 2018): of all that a batch is to find, and of its decoys, its own is to
be the nearest to each query. Beside it the corpus' turns are to stay where the base puts them, so that what the base
knew of other talk is kept.
"""

from __future__ import annotations

import argparse
import logging
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.optim import AdamW
from transformers import BertModel

from reverie.models.onnx import VOCABULARY
from reverie.models.wordpiece import WordPiece
from training.corpus import CHOSEN_BY, LATER, LEFT_OUT, Conversation, by_writer, conversations
from training.export import int8
from training.fitting import base, computes_in_half, warmed
from training.reminders import Asked, Reminder, clashing, how_asked, reminders, written

log = logging.getLogger(__name__)

TOKENS = 96
"""Tokens of a text that are read while it is tuned; the longest are a dictated turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How it is tuned."""

    passes: int = 2
    batch: int = 64
    rate: float = 5e-5
    warm_up: float = 0.1
    temperature: float = 0.05
    staying: float = 1.0
    """How much it counts that turns of the corpus stay where the base puts them."""
    staying_at_once: int = 32
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
        self._tokenizer = WordPiece(VOCABULARY, TOKENS)
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


def tuned(base: Path, told: Sequence[Sequence[Conversation]], asked: Asked, plan: Plan) -> Embedder:
    """Tune the base on the facts of writers; their turns are to stay where they are."""
    torch.manual_seed(plan.seed)
    shuffled = random.Random(plan.seed)  # noqa: S311 - an order, not a secret
    words, model, before = Words(), Embedder(base), Embedder(base).eval()
    turns = [turn.text for theirs in told for one in theirs for turn in one.turns]
    steps = plan.passes * -(-len(reminders(told, asked, random.Random(plan.seed))) // plan.batch)  # noqa: S311
    weights = [one for one in model.parameters() if one.requires_grad]
    optimizer = AdamW(weights, lr=plan.rate, weight_decay=0.01)
    fast, schedule = computes_in_half(), warmed(optimizer, steps, plan.warm_up)
    model.train()
    for number in range(plan.passes):
        total, many = 0.0, 0
        learned = reminders(told, asked, shuffled)
        for start in range(0, len(learned), plan.batch):
            batch, staying = learned[start : start + plan.batch], shuffled.sample(turns, plan.staying_at_once)
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
    return model.eval()


def _loss(model: Embedder, words: Words, batch: Sequence[Reminder], temperature: float) -> Tensor:
    queries = embedded(model, words, [one.query for one in batch])
    offered = [*(one.finds for one in batch), *(text for one in batch for text in one.decoys)]
    scores = queries @ embedded(model, words, [one.text for one in offered]).T / temperature
    mask = torch.zeros_like(scores)
    for row, column in clashing(batch, offered):
        mask[row, column] = -torch.inf
    scores = scores + mask
    return nn.functional.cross_entropy(scores, torch.arange(len(batch)))


@torch.no_grad()
def scored(model: Embedder, asked: Sequence[Reminder]) -> Mapping[str, tuple[float, float]]:
    """Give by kind how often what is to be found is the first, and among the first ten, of all that is no answer."""
    words = Words()
    place = {text: at for at, text in enumerate(dict.fromkeys(t for one in asked for t in (one.finds, *one.decoys)))}
    answering: dict[str, list[int]] = defaultdict(list)
    for text, at in place.items():
        answering[text.attribute].append(at)
    vectors = embedded(model, words, [text.text for text in place])
    ranks: dict[str, list[int]] = defaultdict(list)
    for one, query in zip(asked, embedded(model, words, [one.query for one in asked]), strict=True):
        near = vectors @ query
        nearer = near > near[place[one.finds]]
        nearer[[at for attribute in one.answers for at in answering[attribute]]] = False
        rank = int(nearer.sum())
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
    for name in ("passes", "rate", "temperature", "staying"):
        kind = type(getattr(Plan(), name))
        parser.add_argument(f"--{name}", type=kind, default=getattr(Plan(), name))
    asked = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    torch.set_num_threads(asked.threads)
    ways = how_asked(asked.corpus)
    writers = by_writer(conversations(asked.corpus))
    told = [one for writer, one in writers.items() if writer not in (*LEFT_OUT, *LATER)]
    plan = Plan(**{name: getattr(asked, name) for name in ("passes", "rate", "temperature", "staying")})
    model = tuned(asked.base, told, ways, plan)
    int8(model, ("vector",), asked.out / "embedder.onnx")
    made = reminders([writers[one] for one in CHOSEN_BY], ways, random.Random(plan.seed))  # noqa: S311
    by_hand = written(asked.corpus)
    for title, these in (("made", made), *([("written", by_hand)] if by_hand else [])):
        for whose, one in (("base", Embedder(asked.base).eval()), ("tuned", model)):
            shown = ", ".join(f"{kind} {a:.3f} / {b:.3f}" for kind, (a, b) in scored(one, these).items())
            log.info("%s, %s, %d (first / first ten): %s", title, whose, len(these), shown)


if __name__ == "__main__":
    main()
