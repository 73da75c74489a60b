"""What is learned from single utterances, against what a careful reader says that they tell.

A prediction is a value that the rules find, or one that the extractor tags in a clause that it takes for lasting, in
the text as the sensitivity gate leaves it; what only ends something is none. Predictions and gold facts of a line are
matched one to one, the best agreement first (``agreement``), the same family (``families``) deciding between equals.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from reverie.errors import InvalidInput
from reverie.learning.extraction import Extraction
from reverie.learning.notes import notes
from reverie.learning.rules import extract, own_words
from reverie.ports import Extractor
from reverie.records.memories import Candidate
from reverie.secrets import masked
from reverie_bench.agreement import agreement
from reverie_bench.jsonl import lines, sent_at
from reverie_bench.key_families import DEEDS, family, related
from reverie_bench.proportions import f1, percentiles, shares
from reverie_bench.stopwatch import environment

Gold = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One line: its gold facts each with the prediction that matches it, and the predictions that match none."""

    line: Mapping[str, Any]
    found: Sequence[tuple[Gold, Candidate | None]]
    false: Sequence[Candidate]


def measured(path: Path, *, extractor: Extractor | None = None, show: bool = False) -> dict[str, Any]:
    """Score the rules, and an extractor beside them, on a file of utterances; ``show`` lists what was wrong.

    Raises:
        InvalidInput: the file is not what it should be; the message names the line.
    """
    read = gold_lines(path)
    said = [(masked(one["text"]).text, sent_at(one)) for one in read]
    for text, moment in said:
        _learned(text, moment, extractor)  # the patterns are compiled at their first use, and the model is loaded
    scored, spent = [], []
    for one, (text, moment) in zip(read, said, strict=True):
        started = time.perf_counter()
        learned = _learned(text, moment, extractor)
        spent.append(1000 * (time.perf_counter() - started))
        scored.append(matched(one, learned))
    report = counted(scored) | {"latency_ms": percentiles(spent), "environment": environment()}
    return report | {"shown": shown(scored)} if show else report


def _learned(text: str, moment: datetime, extractor: Extractor | None) -> list[Candidate]:
    """What is learned of an utterance, a candidate for each value."""
    words = own_words(text)
    clauses = () if extractor is None else tuple(extractor.extract(words))
    found = Extraction(notes=tuple(notes(words, clauses, sent_at=moment)), clauses=clauses)
    learned: list[Candidate] = []
    for one in found.beside(extract(text, sent_at=moment)):
        if one.value is not None:
            learned.append(one)
        if "tagged" not in one.details:  # no note, and no slot in the words of one
            continue
        start, end = one.span or (0, 0)
        for clause in clauses:
            inside = [words[slice(*span)] for span in clause.values if start <= span[0] and span[1] <= end]
            told = [value for value in inside if value.casefold() not in (one.value or "").casefold()]
            learned += [replace(one, key=clause.attribute, value=value) for value in told]
    return learned


def gold_lines(path: Path) -> list[dict[str, Any]]:
    """The utterances of a file with the facts that they tell.

    Raises:
        InvalidInput: the file is not what it should be; the message names the line.
    """
    read = lines(path, {"text": str, "gold": list})
    for one in read:
        _checked(one)
    return read


def _checked(one: Mapping[str, Any]) -> None:
    for gold in one["gold"]:
        if not isinstance(gold, dict) or not all(_text(gold.get(name)) for name in ("key", "value")):
            raise InvalidInput(f"line {one['line']}: a gold fact is an object with a key and a value, both text")


def _text(given: object) -> bool:
    return isinstance(given, str) and bool(given.strip())


def matched(line: Mapping[str, Any], predictions: Sequence[Candidate]) -> Scored:
    """Match a line's gold facts and the predictions one to one, the best first."""
    golds: Sequence[Gold] = line["gold"]
    pairs = []
    for g, gold in enumerate(golds):
        named = family(gold["key"])
        for p, prediction in enumerate(predictions):
            agreed = agreement(gold["value"], prediction.value or "", deed=named in DEEDS)
            if agreed:
                pairs.append((-agreed, not _same_family(gold, prediction), g, p))
    of_gold: dict[int, int] = {}
    for _agreed, _other, g, p in sorted(pairs):
        if g not in of_gold and p not in of_gold.values():
            of_gold[g] = p
    return Scored(
        line=line,
        found=[(gold, predictions[of_gold[g]] if g in of_gold else None) for g, gold in enumerate(golds)],
        false=[one for p, one in enumerate(predictions) if p not in of_gold.values()],
    )


def _same_family(gold: Gold, prediction: Candidate) -> bool:
    return related(family(gold["key"]), family(prediction.key or ""))


def when(prediction: Candidate) -> str:
    """The day that a prediction gives, as ISO; empty where it gives none."""
    if "when" in prediction.details:
        return str(prediction.details["when"])
    return "" if prediction.valid_from is None else prediction.valid_from.date().isoformat()


def counted(scored: Sequence[Scored]) -> dict[str, Any]:
    """The shares of all lines together, with their intervals, and counts by family."""
    pairs = [pair for one in scored for pair in one.found]
    right = [(gold, prediction) for gold, prediction in pairs if prediction is not None]
    made_up = sum(len(one.false) for one in scored)
    bare = [one for one in scored if not one.line["gold"]]
    dated = [(gold, prediction) for gold, prediction in right if gold.get("when")]
    hits = {
        "value_recall": (len(right), len(pairs)),
        "key_recall": (sum(_same_family(*pair) for pair in right), len(pairs)),
        "precision": (len(right), len(right) + made_up),
        "false_alarms": (sum(bool(one.false) for one in bare), len(bare)),
        "when_accuracy": (sum(when(p).startswith(str(gold["when"])) for gold, p in dated), len(dated)),
    }
    report = shares(hits)
    report["metrics"]["f1"] = f1(report["metrics"]["precision"], report["metrics"]["value_recall"])
    return report | {
        "lines": len(scored),
        "gold": len(pairs),
        "predictions": len(right) + made_up,
        "by_family": _by_family(scored),
        "keys_without_family": sorted({gold["key"] for gold, _ in pairs if family(gold["key"]) is None}),
    }


def _by_family(scored: Sequence[Scored]) -> dict[str, dict[str, int]]:
    """Counts by family: gold facts and those found by that of the gold, false predictions by their own."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: {"gold": 0, "found": 0, "key_right": 0, "false": 0})
    for one in scored:
        for gold, prediction in one.found:
            row = counts[family(gold["key"]) or "no family"]
            row["gold"] += 1
            row["found"] += prediction is not None
            row["key_right"] += prediction is not None and _same_family(gold, prediction)
        for prediction in one.false:
            counts[family(prediction.key or "") or "no family"]["false"] += 1
    return dict(sorted(counts.items()))


def shown(scored: Sequence[Scored]) -> list[dict[str, Any]]:
    """What was missed and what was made up, by line."""
    return [_shown(one) for one in scored if _wrong(one)]


def _wrong(one: Scored) -> bool:
    return bool(one.false) or any(prediction is None or not _same_family(g, prediction) for g, prediction in one.found)


def _shown(one: Scored) -> dict[str, Any]:
    return {
        "line": one.line["line"],
        "id": one.line.get("id"),
        "text": one.line["text"],
        "missed": [f"{gold['key']}: {gold['value']}" for gold, prediction in one.found if prediction is None],
        "other_key": [
            f"{gold['key']}: {gold['value']}, learned as {p.key}"
            for gold, p in one.found
            if p is not None and not _same_family(gold, p)
        ],
        "false": [f"{p.key}: {p.value} ({p.rule})" for p in one.false],
    }
