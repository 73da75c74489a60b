"""How fast the embedder is on one thread, text by text, and what a batch would do to a text's vector.

python benchmarks/embedding.py [--texts N]
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reverie.models.tuned_embedder import TunedEmbedder

QUERIES = [
    "what food do I love?",
    "When did I pass my pilot's exam?",
    "who came with us to the lighthouse last summer",
    "Any idea for my sister's birthday?",
    "what was the name of that book about the sea",
]
SENTENCES = [
    "I finally passed my pilot's exam on Tuesday!",
    "My sister came over and we cooked ramen, though the broth took the whole afternoon.",
    "Work has been rough since the team moved to the new office.",
    "Did I tell you that the neighbours got a second dog?",
    "We walked along the harbour until the lights came on, and nobody wanted to go home.",
    "No, I don't like coffee any more.",
    "The doctor says that my knee needs another month.",
    "I've been reading about old lighthouses and now I want to see one.",
]


def conversation(count: int) -> list[str]:
    """Messages of one to six sentences, always the same ones."""
    chosen = random.Random(7)
    return [" ".join(chosen.choices(SENTENCES, k=chosen.randint(1, 6))) for _ in range(count)]


def timed(model: TunedEmbedder, texts: Sequence[str]) -> NDArray[np.float64]:
    """Seconds for each text."""
    taken = np.empty(len(texts))
    for row, text in enumerate(texts):
        start = time.perf_counter()
        model.embed([text])
        taken[row] = time.perf_counter() - start
    return taken


def batched(model: TunedEmbedder, texts: Sequence[str]) -> NDArray[np.float32]:
    """The vectors that the same model gives to a whole batch at once."""
    tokenizer, session = model._loaded()
    rows = [tokenizer.encode(text).ids for text in texts]
    ids = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, tokens in enumerate(rows):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    vectors: NDArray[np.float32] = session.run(["vector"], inputs)[0]
    return vectors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--texts", type=int, default=200, help="how many messages to embed (200)")
    texts = sorted(conversation(parser.parse_args().texts), key=len)  # the least padding, to be fair to batches
    model = TunedEmbedder()
    start = time.perf_counter()
    model.embed(texts[:1])
    print(f"load {time.perf_counter() - start:.2f} s")
    queries = timed(model, QUERIES * 40) * 1e3
    p50, p95, p99 = np.quantile(queries, [0.5, 0.95, 0.99])
    print(f"{len(texts) / timed(model, texts).sum():.0f} texts/s; query p50 {p50:.2f} ms, p95 {p95:.2f}, p99 {p99:.2f}")
    alone = model.embed(texts)
    for size in (2, 8, 32):
        start = time.perf_counter()
        together = np.concatenate([batched(model, texts[at : at + size]) for at in range(0, len(texts), size)])
        rate = len(texts) / (time.perf_counter() - start)
        cosines = (together * alone).sum(axis=1)
        print(
            f"in batches of {size:>2}: {rate:.0f} texts/s, cosine to the text alone: "
            f"mean {cosines.mean():.4f}, least {cosines.min():.4f}"
        )


if __name__ == "__main__":
    main()
