"""Reminders: what is said or asked now, what was said earlier that it must bring up, and what it must rather not.

``corpus/reminders/*.jsonl`` holds one a line: ``topic``, ``kind``, ``query``, ``finds`` and three ``not``, earlier
statements that are near in words or subject and do not help. They are split by topic.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

KINDS = ("request", "cue", "question", "paraphrase")
KEPT_BACK = 2
"""The last topics of every hand are held back, as many before them choose, and the rest is learned from."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """What is said now (``query``), what it must bring up (``finds``), and what it must rather not (``decoys``)."""

    topic: str
    kind: str
    query: str
    finds: str
    decoys: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Reminders by what they are for; no topic stands in two of them."""

    learned: Sequence[Reminder]
    chosen_by: Sequence[Reminder]
    held_back: Sequence[Reminder]


def reminders(folder: Path) -> Split:
    """Read all reminders of a corpus, in order.

    Raises:
        ValueError: a line is no reminder; it is named.
    """
    parts: tuple[list[Reminder], list[Reminder], list[Reminder]] = ([], [], [])
    for path in sorted((folder / "reminders").glob("*.jsonl")):
        read = [_read(path, number, line) for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)]
        topics = list(dict.fromkeys(one.topic for one in read))
        held, chosen = topics[-KEPT_BACK:], topics[-2 * KEPT_BACK : -KEPT_BACK]
        for one in read:
            parts[2 if one.topic in held else 1 if one.topic in chosen else 0].append(one)
    learned, chosen_by, held_back = parts
    return Split(learned=learned, chosen_by=chosen_by, held_back=held_back)


def _read(path: Path, number: int, line: str) -> Reminder:
    told = json.loads(line)
    decoys = tuple(told["not"])
    texts = (told["topic"], told["query"], told["finds"], *decoys)
    if told["kind"] not in KINDS or not decoys or not all(isinstance(one, str) and one.strip() for one in texts):
        raise ValueError(f"{path}, line {number}: not a reminder: topic, kind, query, finds and not are needed")
    return Reminder(told["topic"], told["kind"], told["query"], told["finds"], decoys)
