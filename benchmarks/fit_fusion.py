"""Fit the weights of the fusion, and say how much of the evidence they find on questions they were not fitted on.

    python benchmarks/fit_fusion.py FOLDER [--cache FOLDER] [--write]

FOLDER has longmemeval_pool, madial and locomo in the layout that `reverie bench retrieval` reads. Shipped weights
come from the first two alone, which are MIT: locomo is CC BY-NC, so it is only measured, to tell what leaving it out
costs. With ``--write`` the weights go to src/reverie/store/search/weights.toml.

A listwise logistic regression: among the first 50 candidates the evidence should have the whole probability,
softmax of the weighted features, with a ridge. Newton's method finds its one minimum. What a question asks for and
every feature are the index's own; weights are scaled so that ``dense`` and ``dense_session`` add up to 7.2, or,
without vectors, so that ``lex`` is 9, about what it is with them.
"""

from __future__ import annotations

import argparse
import math
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from reverie.models import embedder
from reverie.ports import Indexed, View
from reverie.records.queries import Question
from reverie.store.search import ranking
from reverie.store.search import search_index as index_module
from reverie.store.search.ranking import FUSION, FUSION_LEXICAL, Fusion, asked
from reverie.store.search.search_index import OwnerIndex
from reverie.store.search.tokens import features
from reverie.store.search.vectors import packed
from reverie_bench import conversation_files
from reverie_bench.baselines import Kept

PERMISSIVE = ("longmemeval_pool", "madial")
SETS = (*PERMISSIVE, "locomo")
APART = {"adversarial", "abstention"}
FEATURES = (
    "lex", "lex_session", "dense", "dense_session", "author", "source", "question_share", "short", "long",
    "when_temporal", "date",
)  # fmt: skip
# No permissive set has friends who chat, call each other by name and sit together for many turns.
BY_HAND = {"lex_session": 10.0, "author": 0.7, "question_share": -2.0}
# Without vectors, turns that share their neighbours' words differ in nothing else: the longer one says it.
WORDS_BY_HAND = {"short": 0.05}
# A pooled sitting of LongMemEval is a turn or two: whether it or the turn is near can't be told apart there.
SESSION_SHARE = 0.2
# MADial asks 160 times about one small store: a question of it counts half.
COUNTS = {"madial": 0.5}
# Rounded down after the fit: LongMemEval's questions repeat the words of their evidence more than people do.
ROUNDED = {"lex": 8.0}
STATEMENT = {"vectors": 0.5, "words": 1.0}
SCALE, SCALE_WORDS = 7.2, 9.0
RIDGE = 0.01
CANDIDATES, SEEN, DEPTH = 50, 200, 50

# What chooses the candidates that a fit sees: no fitted weight may.
START = Fusion(
    lex=3.0, lex_session=3.0, dense=3.0, dense_session=1.0, author=0.3, source=0.3, question_share=-0.5, short=0.1,
    long=-0.3, when_temporal=0.5, date=1.5, statement=0.5,
)  # fmt: skip

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Asked:
    """A question of a set: the index it is put to, its vector, what answers it, and the fold it belongs to."""

    question: Question
    vector: NDArray[np.float32]
    view: View
    index: OwnerIndex
    evidence: frozenset[str]
    fold: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """What the index offered for a question: unit features, a row for each, and which rows are evidence."""

    features: Floats
    evidence: NDArray[np.bool_]


def main() -> None:
    """Fit, measure and print; write what was fitted if asked to."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "reverie-recall-sets")
    arguments.add_argument("--write", action="store_true", help="write src/reverie/store/search/weights.toml")
    given = arguments.parse_args()
    # The copy's friends talk in an assistant's long turns, and still have to be matched as friends are.
    vars(index_module)["FRIENDS_TURN"] = math.inf
    model = embedder("tuned")
    assert model is not None
    vectors = Kept(model, given.cache)
    sets = {name: list(read(given.folder / name, vectors)) for name in SETS}
    # The same conversations between friends: so that what holds for an assistant's turns is not learned alone.
    friends = list(read(given.folder / "longmemeval_pool", vectors, role="peer"))
    vectors.save()
    for title, plain in (("with vectors", False), ("without vectors", True)):
        print(f"\n{title}: R@10 / hit@10 / MRR, percent")
        measure(sets, friends, plain=plain)
    groups = {name: sets[name] for name in PERMISSIVE} | {"as friends": friends}
    made, lexical = fitted(groups, plain=False), fitted(groups, plain=True)
    written = f"{_toml('vectors', made)}\n{_toml('words', lexical)}"
    print(f"\n{written}")
    if given.write:
        path = Path(ranking.__file__).with_name("weights.toml")
        head = path.read_text(encoding="utf-8").partition("[")[0]
        path.write_text(head + written, encoding="utf-8")


def measure(sets: dict[str, list[Asked]], friends: list[Asked], *, plain: bool) -> None:
    """Print figures of the shipped weights, and of fits that leave out what they are measured on."""

    def without(name: str, fold: str, fit_on: Sequence[str]) -> Fusion:
        groups = {one: [a for a in sets[one] if one != name or a.fold != fold] for one in fit_on}
        if "longmemeval_pool" in fit_on:
            groups["as friends"] = [a for a in friends if name != "longmemeval_pool" or a.fold != fold]
        return fitted(groups, plain=plain, by_hand="locomo" not in fit_on)

    def crossed(name: str, fit_on: Sequence[str]) -> Floats:
        folds = sorted({a.fold for a in sets[name]}) if name in fit_on else ["every"]
        made = {fold: without(name, fold, fit_on) for fold in folds}
        return figures(sets[name], lambda a: made.get(a.fold) or made["every"], plain=plain)

    shipped = FUSION_LEXICAL if plain else FUSION
    rows: dict[str, Callable[[str], Floats]] = {
        "shipped": lambda name: figures(sets[name], lambda _: shipped, plain=plain),
        "fitted on the permissive sets, cross-fitted": lambda name: crossed(name, PERMISSIVE),
        "fitted on all three, cross-fitted": lambda name: crossed(name, SETS),
        "fitted on the two others": lambda name: crossed(name, [one for one in SETS if one != name]),
    }
    print(f"{'':46}" + "".join(f"{f'{name} ({len(sets[name])})':>26}" for name in SETS))
    for title, found in rows.items():
        shown = (" / ".join(f"{100 * figure:.1f}" for figure in found(name).mean(axis=0)) for name in SETS)
        print(f"{title:46}" + "".join(f"{figure:>26}" for figure in shown), flush=True)


def figures(questions: Sequence[Asked], weights: Callable[[Asked], Fusion], *, plain: bool) -> Floats:
    """R@10, hit@10 and reciprocal rank of every question, shape (questions, 3)."""
    found = []
    for a in questions:
        hits = a.index.search(a.question, vector_of(a, plain=plain), a.view, DEPTH, weights(a))
        ranking = [hit.id for hit in hits]
        first = next((place for place, one in enumerate(ranking, 1) if one in a.evidence), None)
        within = len(a.evidence.intersection(ranking[:10]))
        found.append((within / len(a.evidence), float(within > 0), 1 / first if first else 0.0))
    return np.array(found)


def vector_of(a: Asked, *, plain: bool) -> NDArray[np.float32] | None:
    """The vector that the product searches with: of Latin letters alone, which is what the embedder knows."""
    return None if plain or not a.question.mostly_latin else a.vector


def fitted(groups: Mapping[str, Sequence[Asked]], *, plain: bool, by_hand: bool = True) -> Fusion:
    """Fit weights to questions by set; features set by hand are left out of the fit."""
    set_by_hand = (BY_HAND | (WORDS_BY_HAND if plain else {})) if by_hand else {}
    left_out = {"dense_session", *set_by_hand, *(("dense",) if plain else ())}
    names = [name for name in FEATURES if name not in left_out]
    columns = list(map(FEATURES.index, names))
    offered = [
        (COUNTS.get(name, 1.0), seen)
        for name, group in groups.items()
        for a in group
        if (seen := candidates(a, plain=plain)) is not None
    ]
    whole = sum(share for share, _ in offered)
    rows = [(seen.features[:, columns], seen.evidence / seen.evidence.sum(), share / whole) for share, seen in offered]
    found = dict(zip(names, minimum(rows).tolist(), strict=True))
    scale = SCALE_WORDS / found["lex"] if plain else SCALE / (found["dense"] * (1 + SESSION_SHARE))
    found = {name: float(f"{weight * scale:.2g}") for name, weight in found.items()}
    dense = found.get("dense", 0.0)
    told = {"dense": dense, "dense_session": round(SESSION_SHARE * dense, 2)} | set_by_hand | found
    if by_hand and not plain:
        told |= ROUNDED
    return replace(FUSION, **told, statement=STATEMENT["words" if plain else "vectors"])


@cache
def candidates(a: Asked, *, plain: bool) -> Candidates | None:
    """The unit features of what the index offers for a question; None where no evidence, or nothing else, is in it."""
    start = replace(START, dense=0.0, dense_session=0.0, statement=STATEMENT["words"]) if plain else START
    hits = a.index.search(a.question, vector_of(a, plain=plain), a.view, SEEN, start)[:CANDIDATES]
    evidence = np.array([hit.id in a.evidence for hit in hits], np.bool_)
    if not evidence.any() or evidence.all():
        return None
    values = np.array([[hit.features.get(name, 0.0) / getattr(START, name) for name in FEATURES] for hit in hits])
    values[:, FEATURES.index("dense")] += SESSION_SHARE * values[:, FEATURES.index("dense_session")]
    return Candidates(features=values, evidence=evidence)


def minimum(rows: Sequence[tuple[Floats, Floats, float]]) -> Floats:
    """Minimise the mean cross-entropy with a ridge, by Newton's method with halved steps.

    Each row is a question: features, where its evidence is (adding up to 1), and its share of the whole. The ridge
    is on weights in units of their feature's spread.
    """
    spread = np.concatenate([features for features, _, _ in rows]).std(axis=0)
    ridge = RIDGE * np.maximum(spread, 1e-6) ** 2
    weights = np.zeros(len(ridge))

    def chances(features: Floats, at: Floats) -> Floats:
        odds = features @ at
        likely = np.exp(odds - odds.max())
        return np.asarray(likely / likely.sum())

    def loss(at: Floats) -> float:
        told = sum(share * -(target @ np.log(chances(features, at) + 1e-300)) for features, target, share in rows)
        return float(told + 0.5 * ridge @ at**2)

    now = loss(weights)
    for _ in range(50):
        slope, bend = ridge * weights, np.diag(ridge)
        for offered, target, share in rows:
            chance = chances(offered, weights)
            centred = offered - chance @ offered
            slope = slope - share * ((target - chance) @ offered)
            bend = bend + share * (centred.T * chance) @ centred
        step, size = np.linalg.solve(bend, slope), 1.0
        while (lower := loss(weights - size * step)) > now and size > 1e-6:
            size /= 2
        weights = weights - size * step
        if now - lower < 1e-8:
            break
        now = lower
    return weights


def read(folder: Path, vectors: Kept, *, role: str | None = None) -> Iterator[Asked]:
    """Read a set's English questions that have evidence, each with its conversation's index.

    ``role`` replaces the roles of all turns. Folds are conversations, or odd and even questions where there is one.
    """
    records = [
        record for _, record in conversation_files.records(folder / "conversations.jsonl") if record["language"] == "en"
    ]
    queries = [query for _, query in conversation_files.records(folder / "queries.jsonl")]
    for record in records:
        turns = list(_turns(record))
        made = vectors.embed([turn["text"] for turn in turns])
        index = OwnerIndex(len(made[0]))
        index.put([_indexed(turn | ({"role": role} if role else {}), v) for turn, v in zip(turns, made, strict=True)])
        mine = [q for q in queries if q["conversation_id"] == record["id"] and q["evidence"]]
        for number, query in enumerate(q for q in mine if q["category"] not in APART):
            at = _moment(query["question_datetime"]) if query.get("question_datetime") else None
            question = asked(query["question"], at=at, speakers=index.speakers)
            yield Asked(
                question=question,
                vector=vectors.embed([question.stripped])[0],
                view=View(now=(at or datetime.now(UTC)).timestamp()),
                index=index,
                evidence=frozenset(query["evidence"]),
                fold=record["id"] if len(records) > 1 else f"{number % 2}",
            )


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


def _toml(table: str, weights: Fusion) -> str:
    lines = [f"{name} = {getattr(weights, name)}" for name in (*FEATURES, "statement")]
    return "\n".join([f"[{table}]", *lines, ""])


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


if __name__ == "__main__":
    main()
