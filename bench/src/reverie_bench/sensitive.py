"""How much of what must never be stored the sensitivity gate finds, and how many texts it touches without need.

A span of a never-stored class is found if every letter and digit of it is masked. A text is clean if it has no such
span; clean texts are touched if anything in them is masked, a name as much as a number.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reverie.errors import InvalidInput
from reverie.secrets import Found, masked, secrets
from reverie_bench.jsonl import lines
from reverie_bench.key_families import SPLIT
from reverie_bench.proportions import percentiles, share, shares, wilson
from reverie_bench.stopwatch import environment

NEVER = {
    "card": "card credit debit cvv cvc",
    "bank account": "iban bank swift routing sortcode",
    "national id": "ssn itin nino sin dni nie nir bsn cpf pesel aadhaar national social personnummer tax nhs passport "
    "license licence fiscal",
    "password": "password passphrase passcode pin pw secret credential credentials",
    "key": "key token apikey api jwt mnemonic seed",
}
"""The classes that are never stored, with the words of a key that name them; any other key is of none."""

_CLASS = {word: name for name, words in reversed(NEVER.items()) for word in words.split()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A text's spans of never-stored classes, each with whether it is found, and what the gate takes."""

    line: Mapping[str, Any]
    spans: Sequence[tuple[str, Mapping[str, Any], bool]]
    taken: Sequence[Found]


def never_stored(key: str) -> str | None:
    """The never-stored class that a key names, if any.

    >>> never_stored("CREDIT_CARD"), never_stored("PERSON")
    ('card', None)
    """
    named = {_CLASS[word] for word in SPLIT.split(key.casefold()) if word in _CLASS}
    return next((name for name in NEVER if name in named), None)


def measured(path: Path, *, show: bool = False) -> dict[str, Any]:
    """Score the gate on a file of texts; ``show`` lists what was missed and what was touched.

    Raises:
        InvalidInput: the file is not what it should be; the message names the line.
    """
    read, spent = [], []
    for line in lines(path, {"text": str, "gold": list}):
        started = time.perf_counter()
        masked(line["text"])
        spent.append(1000 * (time.perf_counter() - started))
        read.append(_read(line))
    spans = [span for one in read for span in one.spans]
    clean = [one for one in read if not one.spans]
    counted = {
        "found": (sum(found for *_, found in spans), len(spans)),
        "touched_clean": (sum(bool(one.taken) for one in clean), len(clean)),
    }
    report: dict[str, Any] = shares(counted) | {
        "lines": len(read),
        "by_class": {name: _one_class([found for cls, _, found in spans if cls == name]) for name in NEVER},
        "latency_ms": percentiles(spent),
        "environment": environment(),
    }
    return report | {"shown": [_shown(one) for one in read if _wrong(one)]} if show else report


def _read(line: Mapping[str, Any]) -> Read:
    taken = secrets(line["text"])
    spans = []
    for gold in line["gold"]:
        if not isinstance(gold, dict) or not isinstance(gold.get("key"), str):
            raise InvalidInput(f"line {line['line']}: a gold span is an object with a key, start and end")
        start, end = gold.get("start"), gold.get("end")
        if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start < end <= len(line["text"]):
            raise InvalidInput(
                f"line {line['line']}: a span's start and end are places in its text, not {start}, {end}"
            )
        named = never_stored(gold["key"])
        if named is not None:
            spans.append((named, gold, _covered(line["text"], start, end, taken)))
    return Read(line=line, spans=spans, taken=taken)


def _covered(text: str, start: int, end: int, taken: Sequence[Found]) -> bool:
    return all(
        any(one.start <= place < one.end for one in taken) for place in range(start, end) if text[place].isalnum()
    )


def _one_class(found: Sequence[bool]) -> dict[str, Any]:
    return {"found": share(sum(found), len(found)), "interval": wilson(sum(found), len(found)), "n": len(found)}


def _wrong(one: Read) -> bool:
    return any(not found for *_, found in one.spans) or (not one.spans and bool(one.taken))


def _shown(one: Read) -> dict[str, Any]:
    text = one.line["text"]
    return {
        "line": one.line["line"],
        "id": one.line.get("id"),
        "text": text,
        "missed": [f"{gold['key']}: {text[gold['start'] : gold['end']]}" for _, gold, found in one.spans if not found],
        "touched": [] if one.spans else [f"{kind}: {text[start:end]}" for start, end, kind in one.taken],
    }
