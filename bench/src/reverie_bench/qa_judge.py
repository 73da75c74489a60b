"""Answers judged by a language model, by rules that stand beside each other because the judge decides the score.

A judge that gives what is no verdict has not judged: that answer is counted in no share, and is told apart. A verdict
is known by the digest of all that it rests on, so that one is never taken for that of another judge, prompt or answer.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from reverie.errors import ModelReplyInvalid
from reverie.prompts import prompt

if TYPE_CHECKING:
    from reverie.ports import LanguageModel
    from reverie_bench.resumable_file import KeptLines

RULES = {
    "strict": "qa_judge_strict",
    "lenient": "qa_judge_lenient",
    "abstained": "qa_judge_unanswerable",
}
"""Each rule with its prompt: the first two for questions that have an answer, the last for those that have none."""


class Verdict(BaseModel):
    """What a judge answers: what decided it, and whether the answer is right."""

    reason: str
    right: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An answer to be judged, with the question and the ``reference``, which is empty where there is none."""

    name: str
    question: str
    reference: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What came of a case: ``right`` is None where the judge gave no verdict, and ``reason`` says what came instead."""

    right: bool | None
    reason: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    fresh: bool = False


def judged(case: Case, rule: str, judge: LanguageModel, kept: KeptLines) -> Judged:
    """Judge an answer by a rule, or give the verdict that was kept. An answer without a word is wrong unasked.

    Raises:
        ModelUnavailable: the judge does not answer.
    """
    if not case.answer.strip():
        return Judged(right=False, reason="nothing was answered")
    told = prompt(RULES[rule])
    shown = {"question": case.question, "reference answer": case.reference, "answer to judge": case.answer}
    request = json.dumps({name: text for name, text in shown.items() if text}, ensure_ascii=False)
    of = hashlib.sha256(json.dumps([judge.name, told.digest, request]).encode()).hexdigest()[:32]
    if (row := kept.get(of)) is not None:
        return _read(row)
    messages = [{"role": "system", "content": told.text}, {"role": "user", "content": request}]
    try:
        verdict, usage = judge.structured(messages, Verdict)
    except ModelReplyInvalid as error:
        read, written = error.tokens
        reason = f"{error} It said: {error.reply[:300]!r}"
        return Judged(right=None, reason=reason, prompt_tokens=read, completion_tokens=written, fresh=True)
    row = {
        "of": of,
        "question": case.name,
        "rule": rule,
        "judge": judge.name,
        "prompt": told.digest,
        "right": verdict.right,
        "reason": verdict.reason,
        "prompt_tokens": usage.prompt,
        "completion_tokens": usage.completion,
    }
    kept.add(row)
    return _read(row, fresh=True)


def _read(row: Mapping[str, Any], *, fresh: bool = False) -> Judged:
    return Judged(
        right=bool(row["right"]),
        reason=str(row["reason"]),
        prompt_tokens=int(row["prompt_tokens"]),
        completion_tokens=int(row["completion_tokens"]),
        fresh=fresh,
    )
