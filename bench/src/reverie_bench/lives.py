"""Whole lives: conversations over a year go in, and what stands at the end is held against a careful listener's notes.

A life is a folder with ``conversation.jsonl`` (one line, in the layout of ``layout``) and ``gold.json``:

- ``facts``: ``{turn, op: add | update | end, about, text, match, until}``;
- ``true_at_end``, ``also_true``, ``false_at_end``: ``{text, match, unless?}``;
- ``questions``: ``{q, turns, match, unless?}``, ``contexts``: ``{message, needs: [...], not: [...]}``.

``match`` is a list of groups of lower-case strings: a text matches where one of each group stands in it, and none of
``unless``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.errors import InvalidInput, why
from reverie_bench.proportions import shares
from reverie_bench.stopwatch import environment

if TYPE_CHECKING:
    from reverie.app.companion import Reverie
    from reverie.app.person import Person
    from reverie.config import Config
    from reverie.ports import Embedder
    from reverie_bench.recorded_model import RecordedModel

BETWEEN_TURNS = timedelta(minutes=1)
OVER_AFTER = timedelta(hours=1)
"""How long after its last turn a session's upkeep is done, and a language model's work."""

AFTERWARDS = timedelta(days=1)
"""How long after the last session questions are asked and contexts made."""

_HITS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """A conversation and what a careful listener holds of it."""

    name: str
    sessions: Sequence[Mapping[str, Any]]
    gold: Mapping[str, Any]


@dataclass(slots=True)
class Tally:
    """Hits out of how many, by measure, what to show of a life, and why what a model said was refused."""

    counted: dict[str, tuple[int, int]] = field(default_factory=dict)
    shown: dict[str, list[str]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)

    def count(self, measure: str, right: bool) -> None:
        """Count one."""
        hits, n = self.counted.get(measure, (0, 0))
        self.counted[measure] = (hits + right, n + 1)

    def note(self, sort: str, text: str) -> None:
        """Keep a line to show."""
        self.shown.setdefault(sort, []).append(text)


def read(folder: Path) -> list[Life]:
    """Read the lives of a folder, by name.

    Raises:
        InvalidInput: there is none, or a file is not what it should be.
    """
    found = [_life(one) for one in sorted(folder.iterdir()) if (one / "gold.json").is_file()] if folder.is_dir() else []
    if not found:
        raise InvalidInput(f"{folder} has no life: each is a folder with conversation.jsonl and gold.json")
    return found


def _life(folder: Path) -> Life:
    try:
        line, gold = (folder / name for name in ("conversation.jsonl", "gold.json"))
        record, notes = json.loads(line.read_text("utf-8")), json.loads(gold.read_text("utf-8"))
        return Life(name=folder.name, sessions=record["sessions"], gold=notes)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidInput(f"{folder}: it can't be read as a life ({why(error)})") from error


def measured(
    folder: Path,
    settings: Config,
    embedder: Embedder | None,
    *,
    model: RecordedModel | None = None,
    show: bool = False,
) -> dict[str, Any]:
    """Live every life of a folder, and score what is held at its end; ``show`` lists it.

    A ``model`` does its background work after each session. A life in which it has no answer ends there.

    Raises:
        InvalidInput: a file can't be used, or prompts are left without an answer.
    """
    whole = Tally()
    lives: dict[str, Any] = {}
    shown: dict[str, Any] = {}
    for life in read(folder):
        tally = Tally()
        _lived(life, settings, embedder, model, tally)
        lives[life.name] = {name: round(hits / n, 4) if n else None for name, (hits, n) in tally.counted.items()}
        shown[life.name] = tally.shown
        whole.refused.update(tally.refused)
        for name, (hits, n) in tally.counted.items():
            before = whole.counted.get(name, (0, 0))
            whole.counted[name] = (before[0] + hits, before[1] + n)
    if model is not None:
        model.see_whole()
    report: dict[str, Any] = {"lives": lives, **shares(whole.counted), "environment": environment()}
    if model is not None:
        report["model"] = {"name": model.name, "refused": dict(whole.refused.most_common())}
    return report | ({"shown": shown} if show else {})


def _lived(life: Life, settings: Config, embedder: Embedder | None, model: RecordedModel | None, tally: Tally) -> None:
    import reverie

    now = [datetime(2000, 1, 1, tzinfo=UTC)]
    told = embedder or "none"
    with reverie.open(
        ":memory:", embedder=told, model=model or "none", config=settings, clock=lambda: now[0]
    ) as companion:
        person: Person | None = None
        for session in life.sessions:
            now[0] = datetime.fromisoformat(session["datetime"])
            for turn in session["turns"]:
                if person is None:
                    person = companion.meet(next(t["speaker"] for t in session["turns"] if t["role"] == "user"))
                person.say(turn["text"], role=turn["role"], id=turn["id"])
                now[0] += BETWEEN_TURNS
            now[0] += OVER_AFTER
            companion.upkeep()
            if model is not None and not _worked(companion, model, tally):
                return
        if person is None:
            raise InvalidInput(f"{life.name}: nobody says anything in it")
        now[0] += AFTERWARDS
        companion.upkeep()
        _memories(life.gold, person, tally)
        _questions(life.gold, person, tally)
        _contexts(life.gold, person, tally)


def _worked(companion: Reverie, model: RecordedModel, tally: Tally) -> bool:
    """Do the background work that is due; whether every prompt had its answer."""
    before = model.open
    for task in companion.work().tasks:
        tally.refused.update(task.refused)
    return model.open == before


def _memories(gold: Mapping[str, Any], person: Person, tally: Tally) -> None:
    from reverie.records.memories import Kind, Status

    ever = [m for m in person.memories(statuses=frozenset(Status) - {Status.RETRACTED}) if m.kind is not Kind.EPISODE]
    held = [m.text for m in person.memories() if m.kind is not Kind.EPISODE]
    texts = [m.text for m in ever]
    for fact in gold["facts"]:
        found = any(_matches(text, fact) for text in texts)
        tally.count("found", found)
        tally.count("found about others" if fact["about"] != "me" else "found about them", found)
        if not found:
            tally.note("missed", f"{fact['turn']}: {fact['text']}")
    for one in gold["true_at_end"]:
        stands = any(_matches(text, one) for text in held)
        tally.count("true at the end", stands)
        if not stands:
            tally.note("not held", one["text"])
    for one in gold["false_at_end"]:
        stale = next((text for text in held if _matches(text, one)), None)
        tally.count("false at the end", stale is not None)
        if stale is not None:
            tally.note("false", f"{stale} (not so: {one['text']})")
    true = [*gold["true_at_end"], *gold.get("also_true", ())]
    for text in held:
        right = any(_matches(text, one) for one in true)
        tally.count("precision", right)
        tally.note("right" if right else "unlisted", text)


def _questions(gold: Mapping[str, Any], person: Person, tally: Tally) -> None:
    for question in gold["questions"]:
        hits = person.recall(question["q"], limit=_HITS)
        evidence = {hit.message.external_id for hit in hits if hit.message is not None} & set(question["turns"])
        found = bool(evidence) or any(_matches(hit.text, question) for hit in hits)
        tally.count("recall@3", found)
        if not found:
            tally.note("not recalled", f"{question['q']} → {' | '.join(hit.text for hit in hits)}")


def _contexts(gold: Mapping[str, Any], person: Person, tally: Tally) -> None:
    for one in gold["contexts"]:
        block = str(person.context(one["message"]))
        lines = block.splitlines()
        for need in one["needs"]:
            met = any(_matches(line, need) for line in lines)
            tally.count("needs met", met)
            if not met:
                tally.note("need not met", f"{one['message']}: {need['text']}")
        for wrong in one["not"]:
            there = next((line for line in lines if _matches(line, wrong)), None)
            tally.count("faults", there is not None)
            if there is not None:
                tally.note("fault", f"{one['message']}: {there} (not so: {wrong['text']})")


def _matches(text: str, wanted: Mapping[str, Any]) -> bool:
    """Whether a text says what is wanted.

    >>> _matches("Works at Marlowe's.", {"match": [["marlowe"], ["work", "job"]], "unless": ["used to"]})
    True
    """
    folded = text.casefold()
    if any(_any(folded, [word]) for word in wanted.get("unless") or ()):
        return False
    return all(_any(folded, group) for group in wanted["match"])


def _any(text: str, words: Iterable[str]) -> bool:
    return any(word in text for word in words)
