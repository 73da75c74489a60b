"""How much of the evidence recall finds, on public sets of conversations with questions.

    python benchmarks/recall_sets.py FOLDER [--sets locomo longmemeval_pool madial] [--cache FOLDER] [--json]

FOLDER has a folder for each set with conversations.jsonl (id, language, sessions of dated turns) and
queries.jsonl (question, evidence, category). Where the sets are published:

    locomo             LoCoMo, snap-research/locomo on GitHub (CC BY-NC 4.0)
    longmemeval_pool   LongMemEval, xiaowu0162/LongMemEval on GitHub (MIT), all questions over one pooled history
    madial             MADial-Bench, hejunqing/MADial-Bench on GitHub (MIT), English half

Vectors are kept in the cache folder, for embedding takes minutes and searching seconds. R@10 is the mean share
of the evidence among the first 10 hits, hit@10 the share of questions with any of it there, MRR the mean of one
over the place of the first evidence among the first 50.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from reverie.domain.ranking import FUSION, FUSION_LEXICAL, Fusion, Question, asked
from reverie.models import embedder
from reverie.ports import Embedder, Indexed, View
from reverie.store.index import OwnerIndex
from reverie.store.tokens import features, tokens
from reverie.store.vectors import packed

SETS = ("locomo", "longmemeval_pool", "madial")
APART = {"adversarial", "abstention"}  # asked of the wrong person, or of nothing: reported, but not in the whole
DEPTH = 50

Ranking = list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question and the turns that answer it."""

    question: str
    category: str
    evidence: frozenset[str]
    at: datetime | None


class Vectors:
    """Embeds texts once; ``save`` keeps what is new."""

    def __init__(self, model: Embedder, cache: Path) -> None:
        self._model = model
        self._path = cache / f"vectors-{hashlib.sha256(model.space.encode()).hexdigest()[:12]}.npz"
        self._known: dict[str, NDArray[np.float32]] = {}
        if self._path.exists():
            with np.load(self._path) as kept:
                self._known = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))

    def of(self, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """Unit vectors of the texts."""
        keys = [hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        if missing:
            self._known.update(zip(missing, self._model.embed(list(missing.values())), strict=True))
        return [self._known[key] for key in keys]

    def save(self) -> None:
        """Write what is known to the cache."""
        np.savez(self._path, keys=np.array(list(self._known)), vectors=np.stack(list(self._known.values())))


class PlainBm25:
    """The usual search by word, k1 0.9 and b 0.4 over whole texts: what fusion must beat."""

    def __init__(self, texts: Sequence[str]) -> None:
        counted = [Counter(tokens(text)) for text in texts]
        lengths = np.array([counts.total() for counts in counted])
        self._norm = 0.9 * (0.6 + 0.4 * lengths / max(1e-9, lengths.mean()))
        self._postings: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for row, counts in enumerate(counted):
            for term, count in counts.items():
                self._postings[term].append((row, count))

    def scores(self, question: str) -> NDArray[np.float64]:
        """The score of every text."""
        scores = np.zeros(len(self._norm))
        for term in set(tokens(question)):
            if term in self._postings:
                rows, counts = np.array(self._postings[term]).T
                idf = np.log1p((len(scores) - len(rows) + 0.5) / (len(rows) + 0.5))
                scores[rows] += idf * 1.9 * counts / (counts + self._norm[rows])
        return scores


class Conversation:
    """One conversation of a set, indexed."""

    def __init__(self, record: dict[str, Any], vectors: Vectors) -> None:
        turns = list(_turns(record))
        self.ids = [turn["id"] for turn in turns]
        texts = [turn["text"] for turn in turns]
        self.vectors = np.stack(vectors.of(texts))
        self.bm25 = PlainBm25(texts)
        self.index = OwnerIndex(self.vectors.shape[1])
        self.index.put([_indexed(turn, vector) for turn, vector in zip(turns, self.vectors, strict=True)])
        self.speakers = self.index.speakers

    def rankers(self, vectors: Vectors) -> dict[str, Callable[[Query], Ranking]]:
        """Every way to rank, by name."""

        def fusion(weights: Fusion) -> Callable[[Query], Ranking]:
            def ranked(query: Query) -> Ranking:
                question = asked(query.question, at=query.at, speakers=self.speakers)
                vector = None if weights is FUSION_LEXICAL else self._vector(question, vectors)
                view = View(now=(query.at or datetime.now(UTC)).timestamp())
                return [hit.id for hit in self.index.search(question, vector, view, DEPTH, weights)]

            return ranked

        def bm25(query: Query) -> Ranking:
            return self._best(self.bm25.scores(query.question))

        def dense(query: Query) -> Ranking:
            question = asked(query.question, speakers=self.speakers)
            return self._best(self.vectors @ self._vector(question, vectors))

        def rrf(query: Query) -> Ranking:
            plain = self.vectors @ vectors.of([query.question])[0]
            arms = (self.bm25.scores(query.question), plain)
            return self._best(sum((1 / (60 + _places(arm)) for arm in arms), np.zeros(len(self.ids))))

        return {
            "fusion": fusion(FUSION), "fusion, no vectors": fusion(FUSION_LEXICAL), "BM25": bm25,
            "dense, names stripped": dense, "RRF, naive": rrf,
        }  # fmt: skip

    def _vector(self, question: Question, vectors: Vectors) -> NDArray[np.float32]:
        return vectors.of([question.stripped])[0]

    def _best(self, scores: NDArray[Any]) -> Ranking:
        return [self.ids[row] for row in np.argsort(-scores, kind="stable")[:DEPTH]]


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--sets", nargs="+", default=list(SETS))
    arguments.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "reverie-recall-sets")
    arguments.add_argument("--json", action="store_true")
    given = arguments.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)
    model = embedder("minilm")
    assert model is not None
    vectors = Vectors(model, given.cache)
    results = {name: measured(given.folder / name, vectors) for name in given.sets}
    vectors.save()
    if given.json:
        print(json.dumps(results))
        return
    for name, categories in results.items():
        for category, rankers in categories.items():
            print(f"\n{name}, {category} (n = {next(iter(rankers.values()))['n']})")
            for ranker, figures in rankers.items():
                shown = "  ".join(f"{name} {figures[name]:5.1f}" for name in ("R@10", "hit@10", "MRR"))
                print(f"  {ranker:24} {shown}")


def measured(folder: Path, vectors: Vectors) -> dict[str, dict[str, dict[str, float]]]:
    """Figures in percent by category, then ranker; the category "all" leaves out what is reported apart."""
    queries = defaultdict(list)
    for record in _lines(folder / "queries.jsonl"):
        queries[record["conversation_id"]].append(_query(record))
    found: dict[str, dict[str, list[tuple[float, float, float]]]] = defaultdict(lambda: defaultdict(list))
    for record in _lines(folder / "conversations.jsonl"):
        if record["language"] != "en":
            continue
        conversation = Conversation(record, vectors)
        for ranker, ranked in conversation.rankers(vectors).items():
            for query in queries[record["id"]]:
                if query.evidence:
                    figures = _figures(ranked(query), query.evidence)
                    found[query.category][ranker].append(figures)
                    if query.category not in APART:
                        found["all"][ranker].append(figures)
    return {
        category: {
            ranker: {"n": len(figures)}
            | dict(zip(("R@10", "hit@10", "MRR"), (100 * np.mean(figures, axis=0)).round(1).tolist(), strict=True))
            for ranker, figures in rankers.items()
        }
        for category, rankers in found.items()
    }


def _figures(ranking: Ranking, evidence: frozenset[str]) -> tuple[float, float, float]:
    first = next((place for place, one in enumerate(ranking, 1) if one in evidence), None)
    within = len(evidence.intersection(ranking[:10]))
    return within / len(evidence), float(within > 0), 1 / first if first else 0.0


def _places(scores: NDArray[Any]) -> NDArray[Any]:
    places = np.empty(len(scores))
    places[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return places


def _turns(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Turns in order, a second apart from their sitting's time, with what their picture shows as words."""
    for sitting in record["sessions"]:
        start = _moment(sitting["datetime"]).timestamp()
        for second, turn in enumerate(sitting["turns"]):
            caption = f" [image: {turn['image_caption']}]" if turn.get("image_caption") else ""
            yield turn | {"text": turn["text"] + caption, "at": start + second, "sitting": sitting["id"]}


def _indexed(turn: dict[str, Any], vector: NDArray[np.float32]) -> Indexed:
    read = features(turn["text"])
    [(steps, scale)] = packed(vector[None])
    return Indexed(
        id=turn["id"], item="message", at=turn["at"], tokens=read.tokens, words=read.words,
        question_share=read.question_share, temporal=read.temporal, vector=steps, scale=scale,
        conversation_id=turn["sitting"], role=turn["role"], speaker=turn["speaker"],
    )  # fmt: skip


def _query(record: dict[str, Any]) -> Query:
    at = record.get("question_datetime")
    return Query(
        question=record["question"],
        category=record["category"],
        evidence=frozenset(record["evidence"]),
        at=_moment(at) if at else None,
    )


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
