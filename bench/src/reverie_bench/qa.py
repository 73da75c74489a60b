"""Questions about conversations, answered by one language model and judged by another, end to end.

The one idea: the score of such a test is as much the judge's as the memory's, so nothing stands alone. A strict and a
lenient judgement of the same answers stand side by side, with their intervals, the prompts' digests, the models' names
and every token; and what was answered is kept, so that it can be judged anew by whoever doubts it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.errors import InvalidInput, ModelReplyInvalid
from reverie.ports import Reply
from reverie.prompts import prompt
from reverie_bench import conversation_files
from reverie_bench.baselines import Kept
from reverie_bench.qa_context import Memory, told
from reverie_bench.qa_judge import RULES, Case, Judged, judged
from reverie_bench.qa_tally import ANSWERABLE, APART, Marked, tallied
from reverie_bench.resumable_file import KeptLines
from reverie_bench.retrieval import Progress, sha256
from reverie_bench.stopwatch import environment

if TYPE_CHECKING:
    from reverie.config import Config
    from reverie.ports import Embedder, LanguageModel
    from reverie_bench.conversation_files import Chat, Query

SETS = ("longmemeval_pool", "locomo")
"""What is asked where nothing else is named."""

READER = "qa_reader"
PROMPTS = (READER, *RULES.values())
LONGEST_KEPT = 100_000
"""Characters of a context that are kept beside the answer."""

ANSWERS, VERDICTS = "answers.jsonl", "verdicts.jsonl"
_NOT_OF_THE_MEMORY = {"store", "durable", "embedder", "model", "embedding"}
"""Settings that change no context; embedder and reader are kept with an answer by their own names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is asked. ``folder`` has a folder for each of ``sets``; none named is those of ``SETS`` that are there.

    ``limit`` is the most questions of a set, drawn by the SHA-256 of their ids, so that a larger one asks the same and
    more. ``source`` is one of ``asking.SOURCES``, ``budget`` its tokens. ``out`` is where answers and verdicts are
    kept; ``begin`` opens a bar for a part of the work.
    """

    folder: Path
    out: Path
    begin: Callable[[str], AbstractContextManager[Progress]]
    sets: tuple[str, ...] = ()
    limit: int | None = None
    source: str = "context"
    budget: int | None = None
    speaker: str | None = None
    cache: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A question of a set."""

    set: str
    chat: Chat
    query: Query

    @property
    def key(self) -> str:
        """What its answer is kept under."""
        return f"{self.set}/{self.query.id}/{hashlib.sha256(self.query.question.encode()).hexdigest()[:8]}"

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules by which an answer to it is judged."""
        return APART if self.query.apart else ANSWERABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class _Result:
    """A question with its answer as it was kept, and the judgement of each rule."""

    asked: _Asked
    answer: Mapping[str, Any]
    judged: Mapping[str, Judged]

    @property
    def marked(self) -> Marked:
        """What counts of it."""
        right = {rule: verdict.right for rule, verdict in self.judged.items()}
        return Marked(category=self.asked.query.category, apart=self.asked.query.apart, right=right)


def measured(
    plan: Plan, reader: LanguageModel, judge: LanguageModel, embedder: Embedder | None, settings: Config
) -> dict[str, Any]:
    """Ask every question, judge every answer, and count; what was done before in the same folder is not done again.

    Raises:
        InvalidInput: a file can't be used, or the folder holds answers that were made otherwise.
        ModelUnavailable: a model does not answer; what it answered until then is kept.
    """
    budget = settings.context.budget if plan.budget is None else plan.budget
    kept = None if embedder is None else Kept(embedder, plan.cache)
    memory = Memory(settings=settings, embedder=kept, source=plan.source, budget=budget, speaker=plan.speaker)
    questions, sets, files = _questions(plan)
    plan.out.mkdir(parents=True, exist_ok=True)
    answers, verdicts = KeptLines(plan.out / ANSWERS, "key"), KeptLines(plan.out / VERDICTS, "of")
    with plan.begin("answering") as progress:
        try:
            asking = _Asking(memory=memory, reader=reader, answers=answers)
            for done, _one in enumerate(asking.all_answered(questions, files), 1):
                progress(done, len(questions))
        finally:
            if kept is not None:
                kept.save()
    results: list[_Result] = []
    with plan.begin("judging") as progress:
        for one in questions:
            answer = answers.get(one.key) or {}
            results.append(_Result(asked=one, answer=answer, judged=_judgements(one, answer, judge, verdicts)))
            progress(len(results), len(questions))
    return {
        "sets": {
            name: sizes | tallied([one.marked for one in results if one.asked.set == name])
            for name, sizes in sets.items()
        },
        "reader": _reading(reader, results),
        "judge": _judging(judge, results) | {"is_the_reader": judge.name == reader.name},
        "unjudged": [
            {"question": one.asked.key, "rule": rule, "reason": verdict.reason}
            for one in results
            for rule, verdict in one.judged.items()
            if verdict.right is None
        ],
        "prompts": {name: prompt(name).digest for name in PROMPTS},
        "context": {"from": plan.source, "budget": budget, **_tokens([r.answer["context_tokens"] for r in results])},
        "degraded": sorted({note for one in results for note in one.answer["degraded"]}),
        "files": {name: sha256(path) for name, path in files.items()},
        "kept_in": str(plan.out),
        "environment": environment() | {"embedder": "none" if embedder is None else embedder.space},
    }


# -- asking --------------------------------------------------------------------------------------------------------


def _questions(plan: Plan) -> tuple[list[_Asked], dict[str, dict[str, Any]], dict[str, Path]]:
    """The questions to be asked; by set how many it has and why some are left out; and the files."""
    names = plan.sets or tuple(name for name in SETS if (plan.folder / name / "queries.jsonl").is_file())
    if not names:
        raise InvalidInput(
            f"none of {', '.join(SETS)} is in {plan.folder}: docs/benchmarks.md says where they are published; "
            "or name others with --sets"
        )
    found: list[_Asked] = []
    sets: dict[str, dict[str, Any]] = {}
    files: dict[str, Path] = {}
    for name in names:
        here = {f"{name}/{file}": plan.folder / name / file for file in ("conversations.jsonl", "queries.jsonl")}
        files |= here
        chats = conversation_files.chats(here[f"{name}/conversations.jsonl"])
        queries = conversation_files.queries(here[f"{name}/queries.jsonl"], chats)
        asked = [one for one in queries if one.answer or one.apart]
        chosen = {one.id for one in sorted(asked, key=lambda one: _lot(name, one.id))[: plan.limit]}
        found += [_Asked(set=name, chat=chats[one.chat], query=one) for one in asked if one.id in chosen]
        left_out = {
            "no right answer in the file": len(queries) - len(asked),
            "over the limit": len(asked) - len(chosen),
        }
        sets[name] = {"questions": len(queries), "left_out": {why: n for why, n in left_out.items() if n}}
    if not found:
        raise InvalidInput(
            f"no question of {', '.join(names)} has an answer: a question needs an 'answer' to be judged"
        )
    return found, sets, files


def _lot(name: str, question: str) -> str:
    return hashlib.sha256(f"{name}/{question}".encode()).hexdigest()


def _made_with(memory: Memory, reader: LanguageModel, conversations: str) -> dict[str, Any]:
    """All that an answer depends on, as it is kept with it."""
    settings = memory.settings.model_dump_json(exclude=_NOT_OF_THE_MEMORY)
    return {
        "reader": reader.name,
        "prompt": prompt(READER).digest,
        "from": memory.source,
        "budget": memory.budget,
        "as": memory.speaker or "as the roles say",
        "embedder": "none" if memory.embedder is None else memory.embedder.space,
        "settings": hashlib.sha256(settings.encode()).hexdigest()[:12],
        "conversations": conversations[:12],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asking:
    """A reader, the memory that it answers from, and the file of its answers."""

    memory: Memory
    reader: LanguageModel
    answers: KeptLines

    def all_answered(self, questions: Sequence[_Asked], files: Mapping[str, Path]) -> Iterator[_Asked]:
        """Answer what was not answered yet, one conversation after the other, and give each as it is done."""
        by_chat: dict[tuple[str, str], list[_Asked]] = {}
        for one in questions:
            by_chat.setdefault((one.set, one.query.chat), []).append(one)
        for (name, _chat), asked in by_chat.items():
            conversations = sha256(files[f"{name}/conversations.jsonl"])
            yield from self._answered(asked, _made_with(self.memory, self.reader, conversations))

    def _answered(self, asked: Sequence[_Asked], made_with: Mapping[str, Any]) -> Iterator[_Asked]:
        from reverie import __version__
        from reverie.app.companion import DEFAULT_COMPANION

        missing: dict[Query, _Asked] = {}
        for one in asked:
            row = self.answers.get(one.key)
            if row is None:
                missing[one.query] = one
                continue
            _same(row, made_with, one)
            yield one
        if not missing:
            return
        for query, at, block in told(asked[0].chat, list(missing), self.memory):
            one = missing[query]
            companion = self.memory.settings.companion or DEFAULT_COMPANION
            known = block.text or "(Nothing is remembered.)"
            said = prompt(READER).filled(companion=companion, now=f"{at:%A, %Y-%m-%d %H:%M}", memory=known)
            reply, trouble = self._reply(
                [{"role": "system", "content": said}, {"role": "user", "content": query.question}]
            )
            self.answers.add(
                {
                    "key": one.key,
                    "question": query.question,
                    "asked_at": at.isoformat(),
                    "answer": reply.text.strip(),
                    "finish": reply.finish,
                    "trouble": trouble,
                    "prompt_tokens": reply.usage.prompt,
                    "completion_tokens": reply.usage.completion,
                    "context": block.text[:LONGEST_KEPT],
                    "context_tokens": block.tokens,
                    "degraded": list(block.degraded),
                    "made_with": made_with,
                    "reverie": __version__,
                }
            )
            yield one

    def _reply(self, messages: Sequence[Mapping[str, object]]) -> tuple[Reply, str]:
        """The reader's answer; an empty one with what was the trouble, where none could be had."""
        try:
            return self.reader.reply(messages), ""
        except ModelReplyInvalid as error:
            return Reply(finish="unusable"), str(error)


def _same(row: Mapping[str, Any], made_with: Mapping[str, Any], one: _Asked) -> None:
    before = row.get("made_with", {})
    other = [f"{name} {before.get(name)!r}, now {now!r}" for name, now in made_with.items() if before.get(name) != now]
    if other:
        raise InvalidInput(
            f"the answer to {one.key} was made otherwise ({'; '.join(other)}): name another folder with --out, or "
            "remove the file of answers to answer anew"
        )


# -- judging and counting ------------------------------------------------------------------------------------------


def _judgements(one: _Asked, answer: Mapping[str, Any], judge: LanguageModel, verdicts: KeptLines) -> dict[str, Judged]:
    case = Case(
        name=one.key, question=one.query.question, reference=one.query.answer, answer=str(answer.get("answer", ""))
    )
    return {rule: judged(case, rule, judge, verdicts) for rule in one.rules}


def _reading(reader: LanguageModel, results: Sequence[_Result]) -> dict[str, Any]:
    answers = [one.answer for one in results]
    finishes = Counter(str(answer["finish"]) for answer in answers)
    return {
        "model": reader.name,
        "answers": len(answers),
        "prompt_tokens": sum(answer["prompt_tokens"] for answer in answers),
        "completion_tokens": sum(answer["completion_tokens"] for answer in answers),
        "cut_off": finishes["length"],
        "refused": finishes["refused"],
        "unusable": finishes["unusable"],
        "unusable_first": next((str(answer["trouble"]) for answer in answers if answer["trouble"]), ""),
        "empty": sum(not answer["answer"] for answer in answers),
        "reverie": sorted({answer["reverie"] for answer in answers}),
    }


def _judging(judge: LanguageModel, results: Sequence[_Result]) -> dict[str, Any]:
    verdicts = [(rule, verdict) for one in results for rule, verdict in one.judged.items()]
    return {
        "model": judge.name,
        "verdicts": sum(verdict.right is not None for _rule, verdict in verdicts),
        "fresh": sum(verdict.fresh for _rule, verdict in verdicts),
        "no_verdict": dict(Counter(rule for rule, verdict in verdicts if verdict.right is None)),
        "prompt_tokens": sum(verdict.prompt_tokens for _rule, verdict in verdicts),
        "completion_tokens": sum(verdict.completion_tokens for _rule, verdict in verdicts),
    }


def _tokens(counts: Sequence[int]) -> dict[str, Any]:
    import numpy as np

    return {
        "tokens": {
            "mean": round(float(np.mean(counts)), 1),
            **{f"p{part}": int(np.percentile(counts, part)) for part in (50, 95)},
            "most": max(counts),
        }
    }


def prompts() -> str:
    """Every prompt of the test, with its digest: what the reader is told, and what the judge is told by each rule."""
    told_by = (prompt(name) for name in PROMPTS)
    return "\n\n".join(f"# {one.name} ({one.digest})\n\n{one.text}" for one in told_by)
