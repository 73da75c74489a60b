"""What is learned from utterances by the rules alone, and by the rules and a language model together.

The one idea: both are read off the store, by the same matching rule, from the same utterances. Each is said by a person
of their own; what is remembered then is the rules', and what is remembered after the model's answer went through the
task's checks is both's. So a fact that the model only repeats counts once, and one that was refused not at all.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.background.tasks.task import longest_answer
from reverie.errors import ModelReplyInvalid
from reverie.ports import Usage
from reverie.records.memories import Candidate, Kind, Memory, Status
from reverie_bench.extraction import Scored, counted, gold_lines, matched, shown
from reverie_bench.jsonl import SENT_AT, sent_at
from reverie_bench.stopwatch import environment

if TYPE_CHECKING:
    from reverie.app.companion import Reverie
    from reverie.app.person import Person
    from reverie.background.tasks.task import Task
    from reverie.memory.runtime import Runtime
    from reverie.ports import LanguageModel

Progress = Callable[[int, int], None]

LEARNED = frozenset({Status.ACTIVE, Status.EXPIRED, Status.PROPOSED})
"""What counts as learned: what was over before it was told, and what waits for a decision, was read all the same."""


@dataclass(slots=True, kw_only=True)
class _Asked:
    """What the model did: how often it was asked, what it took, and what became of its answers."""

    calls: int = 0
    usage: Usage = field(default_factory=Usage)
    kept: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    unusable: list[str] = field(default_factory=list)


def measured(
    path: Path,
    model: LanguageModel,
    task: Task[Any],
    progress: Progress,
    *,
    limit: int | None = None,
    show: bool = False,
) -> dict[str, Any]:
    """Score rules, and rules with a model, on a file of utterances; the model is asked about each of them alone.

    ``limit`` is the most lines, drawn by the SHA-256 of their texts; ``show`` lists what was missed and made up by
    both together.

    Raises:
        InvalidInput: the file is not what it should be; the message names the line.
        ModelUnavailable: the model does not answer.
    """
    import reverie

    read = gold_lines(path)
    drawn = {one["line"] for one in sorted(read, key=_lot)[:limit]}
    chosen = [one for one in read if one["line"] in drawn]
    now, asked = [SENT_AT], _Asked()
    rules: list[Scored] = []
    both: list[Scored] = []
    with reverie.open(":memory:", embedder="none", model=model, clock=lambda: now[0]) as luna:
        for one in chosen:
            now[0] = sent_at(one)
            person = luna.meet(f"Person {one['line']}")
            person.say(one["text"], at=now[0])
            before = _learned(person)
            _teach(_runtime(luna), person, model, task, asked)
            rules.append(matched(one, [_prediction(memory, "rules") for memory in before.values()]))
            after = _learned(person)
            named = {i: "rules" if i in before else "model" for i in after}
            both.append(matched(one, [_prediction(memory, named[i]) for i, memory in after.items()]))
            progress(len(both), len(chosen))
    report = {
        "rules": counted(rules),
        "rules_and_model": counted(both),
        "changed": _changed(rules, both),
        "model": {
            "name": model.name,
            "task": task.name,
            "prompt": task.prompt.digest,
            "calls": asked.calls,
            "prompt_tokens": asked.usage.prompt,
            "completion_tokens": asked.usage.completion,
            "kept": asked.kept,
            "refused": dict(asked.refused.most_common()),
            "unusable": len(asked.unusable),
            "unusable_first": asked.unusable[:3],
        },
        "lines": len(chosen),
        "lines_of_the_file": len(read),
        "environment": environment(),
    }
    return report | {"shown": shown(both)} if show else report


def _lot(one: dict[str, Any]) -> str:
    return hashlib.sha256(str(one["text"]).encode("utf-8", "replace")).hexdigest()


def _runtime(luna: Reverie) -> Runtime:
    return luna._runtime  # what a task is given: no door of the companion runs one task on one person


def _teach(runtime: Runtime, person: Person, model: LanguageModel, task: Task[Any], asked: _Asked) -> None:
    """Ask the model about what a person said, once for each batch, and keep what holds of its answers."""
    due = task.due(runtime, person.user, task.batch)
    messages = task.ask(runtime, person.user, due) if due else None
    if messages is None:
        return
    asked.calls += 1
    try:
        answer, usage = model.structured(messages, task.shape, limit=longest_answer(model))
    except ModelReplyInvalid as error:
        asked.unusable.append(str(error))
        asked.usage += Usage(prompt=error.tokens[0], completion=error.tokens[1])
        return
    asked.usage += usage
    kept = task.keep(runtime, person.user, due, answer)
    asked.kept += kept.kept
    asked.refused.update(kept.refused)


def _learned(person: Person) -> dict[str, Memory]:
    found = person.memories(statuses=LEARNED)
    return {memory.id: memory for memory in found if memory.kind is Kind.FACT}


def _prediction(memory: Memory, by: str) -> Candidate:
    """A memory as what was predicted: a fact without a slot predicts its sentence."""
    when_told = memory.valid_from == memory.created_at
    return Candidate(
        text=memory.text,
        key=memory.key,
        value=memory.value or memory.text,
        valid_from=None if when_told else memory.valid_from,
        rule=by,
        details=memory.details,
    )


def _changed(rules: Sequence[Scored], both: Sequence[Scored]) -> dict[str, int]:
    """Gold facts that only one of the two found, and false predictions that only one of the two made."""
    found_more = found_less = false_more = false_less = 0
    for before, after in zip(rules, both, strict=True):
        for (_gold, first), (_same, second) in zip(before.found, after.found, strict=True):
            found_more += first is None and second is not None
            found_less += first is not None and second is None
        more = len(after.false) - len(before.false)
        false_more += max(0, more)
        false_less += max(0, -more)
    return {"found_more": found_more, "found_less": found_less, "false_more": false_more, "false_less": false_less}
