"""The network: MiniLM with small heads, one pass for everything that is told of a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import BertModel

from reverie.models.tuned_extractor import PAIRS
from training.examples import COLUMNS, IGNORED, Example, Pair

WIDTH = 384
TAGS = 3
_WEIGHTS = {"lasting": 2.0, "attribute": 1.0, "person": 0.5, "state": 0.3, "effect": 0.5, "leans": 0.3}
"""How much each column counts, beside the tags of values, which count 1."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Examples as tensors, padded to the longest. ``mean`` (clauses, rows x tokens) averages the tokens of clauses."""

    tokens: Tensor
    types: Tensor
    mask: Tensor
    values: Tensor
    mean: Tensor
    rows: Tensor
    labels: Mapping[str, Tensor]


class Listener(nn.Module):
    """Tags the tokens of a turn as values, and tells of each clause what it is."""

    def __init__(self, base: Path, *, frozen: int = 3) -> None:
        super().__init__()
        self.encoder = BertModel.from_pretrained(base, add_pooling_layer=False)
        for part in (self.encoder.embeddings.word_embeddings, self.encoder.embeddings.position_embeddings):
            part.requires_grad_(requires_grad=False)
        for layer in self.encoder.encoder.layer[:frozen]:
            layer.requires_grad_(requires_grad=False)
        self.drop = nn.Dropout(0.1)
        self.value = nn.Linear(WIDTH, TAGS)
        self.pairs = nn.ModuleDict({name: nn.Linear(WIDTH, len(labels)) for name, labels in PAIRS.items()})
        self.columns = nn.ModuleDict({name: nn.Linear(2 * WIDTH, len(names)) for name, names in COLUMNS.items()})

    def forward(self, tokens: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Give the states of the tokens."""
        states: Tensor = self.encoder(input_ids=tokens, token_type_ids=types, attention_mask=mask).last_hidden_state
        dropped: Tensor = self.drop(states)
        return dropped

    def of_clauses(self, states: Tensor, batch: Batch) -> dict[str, Tensor]:
        """Give the logits of the clauses of a batch, by column."""
        mean = batch.mean.to(states.dtype) @ states.flatten(0, 1)
        pooled = torch.cat([mean, states[batch.rows, 0]], dim=1)
        return {name: head(pooled) for name, head in self.columns.items()}

    def loss(self, batch: Batch) -> Tensor:
        """Give what is to be made small."""
        states = self(batch.tokens, batch.types, batch.mask)
        cross = nn.functional.cross_entropy
        values = self.value(states).flatten(0, 1).float()
        total = cross(values, batch.values.flatten(), weight=torch.tensor([1.0, 1.5, 1.5]), ignore_index=IGNORED)
        for name, logits in self.of_clauses(states, batch).items():
            labels = batch.labels[name]
            if bool((labels != IGNORED).any()):
                total = total + _WEIGHTS[name] * cross(logits.float(), labels, ignore_index=IGNORED)
        return total

    def loss_of_pairs(self, pairs: Sequence[Pair]) -> Tensor:
        """Give what is to be made small of pairs, of which the same is asked."""
        labels = torch.tensor([pair.label for pair in pairs])
        return nn.functional.cross_entropy(self.of_pairs(pairs).float(), labels)

    def of_pairs(self, pairs: Sequence[Pair]) -> Tensor:
        """Give the logits of pairs, of which the same is asked."""
        longest = _rounded(max(len(pair.tokens) for pair in pairs))
        rows = [(*pair.tokens, *[0] * (longest - len(pair.tokens))) for pair in pairs]
        types = [(*pair.types, *[0] * (longest - len(pair.types))) for pair in pairs]
        mask = [[1] * len(pair.tokens) + [0] * (longest - len(pair.tokens)) for pair in pairs]
        states = self(torch.tensor(rows), torch.tensor(types), torch.tensor(mask))
        logits: Tensor = self.pairs[pairs[0].asked](states[:, 0])
        return logits


def _rounded(longest: int) -> int:
    """A length of few: for each length that is new to it the arithmetic is compiled anew, and kept."""
    return -(-longest // 16) * 16


def batch_of(examples: Sequence[Example]) -> Batch:
    """Pad examples to the longest of them."""
    longest = _rounded(max(len(example.piece.tokens) for example in examples))

    def padded(rows: Sequence[Sequence[int]], by: int) -> Tensor:
        return torch.tensor([[*row, *[by] * (longest - len(row))] for row in rows])

    clauses = [(row, clause) for row, example in enumerate(examples) for clause in example.clauses]
    mean = torch.zeros(len(clauses), len(examples) * longest)
    for place, (row, clause) in enumerate(clauses):
        first, last = clause.tokens
        mean[place, row * longest + first : row * longest + last] = 1 / (last - first)
    return Batch(
        tokens=padded([e.piece.tokens for e in examples], 0),
        types=padded([e.piece.types for e in examples], 0),
        mask=padded([[1] * len(e.piece.tokens) for e in examples], 0),
        values=padded([e.values for e in examples], IGNORED),
        mean=mean,
        rows=torch.tensor([row for row, _clause in clauses], dtype=torch.long),
        labels={name: torch.tensor([c.labels[name] for _row, c in clauses], dtype=torch.long) for name in COLUMNS},
    )
