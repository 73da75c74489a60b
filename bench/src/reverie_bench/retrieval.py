"""How much of the evidence recall finds, on any conversations with questions.

The one idea: nothing is measured beside the product. Conversations go in through its import, questions through
``recall``, into a store made for it; what comes back is traced to the turns by the ids the import keeps. The
baselines rank the same stored messages by the same vectors.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.app.person import LIMIT
from reverie.errors import InvalidInput
from reverie_bench import conversation_files, ranking_scores
from reverie_bench.baselines import Baselines, Kept
from reverie_bench.conversation_files import Chat, Query
from reverie_bench.stopwatch import Watch, Watched, environment

if TYPE_CHECKING:
    from reverie.app.companion import Reverie
    from reverie.app.person import Person
    from reverie.config import Config
    from reverie.ports import Embedder
    from reverie.recall.search import Looking, Recalled
    from reverie.records.conversations import Message

Progress = Callable[[int, int], None]
Ranking = list[str]
"""Ids of turns or of sessions, each once, best first."""

REVERIE, OWN_WORDS = "reverie", "own words"
HITS = {"turn": 50, "session": 200}
"""Hits asked for, so that 20 different turns, or sessions, are among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is measured.

    ``level`` is "turn", "session", or None: sessions where all evidence is sessions, else turns. ``speaker`` is as in
    ``Chat.viewpoints``. ``corrections`` is a file of {query_id, correct_evidence}: the same answers are judged by
    these too. ``cache`` keeps vectors between runs.
    """

    conversations: Path
    queries: Path
    level: str | None = None
    speaker: str | None = None
    corrections: Path | None = None
    cache: Path | None = None


@dataclass(slots=True)
class _Answered:
    """A question with the rankings it got, a list by ranker: one for each speaker whose memory was asked.

    ``of_the_user`` tells for each of them whether all the evidence is that speaker's own words.
    """

    query: Query
    chat: Chat
    rankings: dict[str, list[Ranking]] = field(default_factory=dict)
    of_the_user: list[bool] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class _Seen:
    """What is noticed on the way."""

    watch: Watch
    turns: int = 0
    not_kept: int = 0
    degraded: set[str] = field(default_factory=set)
    own_hits: int = 0
    own_hits_of_others: int = 0


def measured(task: Task, model: Embedder | None, settings: Config, progress: Progress) -> dict[str, Any]:
    """Import every conversation that is asked about, ask every question, and judge what came back.

    Raises:
        InvalidInput: a file or a line of it can't be used; the message says which and why.
    """
    import reverie

    chats = conversation_files.chats(task.conversations)
    questions = conversation_files.queries(task.queries, chats)
    level = task.level or _level(questions, chats)
    views = {one: chats[one].viewpoints(task.speaker) for one in dict.fromkeys(query.chat for query in questions)}
    corrected = _corrections(task.corrections) if task.corrections is not None else {}
    kept = None if model is None else Kept(model, task.cache)
    watched = None if kept is None else Watched(kept)
    seen = _Seen(watch=Watch(embedder=watched))
    if watched is not None:
        watched.embed(["The model is loaded before anything is timed."])
    answered: list[_Answered] = []
    with (
        tempfile.TemporaryDirectory(prefix="reverie-bench-", ignore_cleanup_errors=True) as folder,
        reverie.open(Path(folder) / "bench.db", embedder=watched or "none", config=settings) as companion,
    ):
        run = _Run(companion=companion, folder=Path(folder), kept=kept, level=level, seen=seen)
        steps = _Steps(progress, sum(len(views[one]) * len(chats[one].turns) for one in views) + len(questions))
        for one, speakers in views.items():
            asked = [_Answered(query, chats[one]) for query in questions if query.chat == one]
            for speaker in speakers:
                run.interview(speaker, asked, steps)
            answered += asked
            steps.add(len(asked))
    if kept is not None:
        kept.save()
    left_out: Counter[str] = Counter()
    report = _judged(answered, level, {}, left_out)
    if corrected:
        report["corrected"] = _judged(answered, level, corrected, Counter())
    return report | {
        "level": level,
        "own_words": _own_words(answered, level, seen),
        "latency_ms": seen.watch.latency()["latency_ms"],
        "degraded": sorted(seen.degraded),
        "environment": environment()
        | {
            "embedder": "none" if model is None else model.space,
            "seeds": "none: nothing is drawn by lot",
            "left_out": dict(left_out),
            "hits_asked_for": {"judged": HITS[level], "timed": LIMIT},
            "asked_at": "question_datetime, or else the conversation's last time",
            "viewpoints": {one: [name or "as the roles say" for name in names] for one, names in views.items()},
            "turns": seen.turns,
            "turns_not_kept": seen.not_kept,
            "files": {path.name: sha256(path) for path in (task.conversations, task.queries, task.corrections) if path},
        },
    }


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


class _Steps:
    """Counts turns imported and questions asked."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def add(self, more: int) -> None:
        self._done += more
        self._progress(self._done, self._total)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """One store, and the ways to ask it."""

    companion: Reverie
    folder: Path
    kept: Kept | None
    level: str
    seen: _Seen

    def interview(self, speaker: str | None, asked: Sequence[_Answered], steps: _Steps) -> None:
        """Import a conversation as the memory of one of its speakers, and ask everything."""
        chat = asked[0].chat
        file = self.folder / "conversation.jsonl"
        file.write_text(json.dumps(chat.record), encoding="utf-8")
        person = self.companion.meet(f"{speaker or 'Somebody'} {len(self.companion.people())}")
        done = 0

        def imported(turns: int, _all: int) -> None:
            nonlocal done
            steps.add(turns - done)
            done = turns

        self.companion.import_history(file, person, speaker=speaker, progress=imported)
        stored = person.messages()
        self.seen.turns += len(chat.turns)
        self.seen.not_kept += len(chat.turns) - len(stored)
        if not stored:
            raise InvalidInput(f"{chat.where}: nothing of it was kept, for no turn says anything; take the line out")
        turns = [_turn(message) for message in stored]
        own = {chat.turns[turn].id for turn, said in zip(turns, stored, strict=True) if said.role == "user"}
        baselines = Baselines([message.text for message in stored], self.kept)
        person.recall(asked[0].query.question)  # reads the index into memory, which is not timed
        for one in asked:
            self._ask(person, one)
            one.of_the_user.append(own.issuperset(one.query.evidence))
            for name, rows in baselines.rankings(one.query.question).items():
                ranking = self._units(chat, [turns[row] for row in rows[: HITS[self.level]]])
                one.rankings.setdefault(name, []).append(ranking)

    def _ask(self, person: Person, one: _Answered) -> None:
        """Ask as anybody does, which is timed; then for more hits, to see how far down the evidence is."""
        from reverie.recall.search import Looking

        looking = Looking(asked_at=one.query.at or one.chat.ended_at)
        if self.kept is not None:
            self.kept.afresh = True
        usual = self.seen.watch.time(partial(person.recall, one.query.question, looking=looking))
        if self.kept is not None:
            self.kept.afresh = False
        self.seen.degraded |= set(usual.degraded)
        everything = self._recall(person, one.query.question, looking)
        own = self._recall(person, one.query.question, replace(looking, roles=frozenset({"user"})))
        said_by = [hit.message.role for hit in own if hit.message is not None]
        self.seen.own_hits += len(said_by)
        self.seen.own_hits_of_others += sum(role != "user" for role in said_by)
        for name, recalled in ((REVERIE, everything), (OWN_WORDS, own)):
            # A memory counts as the message it came from.
            turns = [_turn(hit.message) for hit in recalled if hit.message is not None]
            one.rankings.setdefault(name, []).append(self._units(one.chat, turns))

    def _recall(self, person: Person, question: str, looking: Looking) -> Recalled:
        return person.recall(question, limit=HITS[self.level], looking=looking)

    def _units(self, chat: Chat, turns: Sequence[int]) -> Ranking:
        """What is ranked, each once: turns, or the sessions of turns, each where its best turn is."""
        found = [chat.turns[turn] for turn in turns]
        return list(dict.fromkeys(turn.id if self.level == "turn" else turn.session for turn in found))


def _turn(message: Message) -> int:
    """The number of a message's turn, which is its key in the record that was imported."""
    return int(str(message.external_id).removeprefix("t"))


def groups(report: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any], str]]:
    """Each category, then each language, with what was found in it and the best baseline there as words."""
    for kind in ("by_category", "by_language"):
        for label, found in report.get(kind, {}).items():
            rivals = {name: one[kind][label]["metrics"]["recall@10"] for name, one in report["baselines"].items()}
            best = max(rivals, key=rivals.__getitem__)
            yield label, found, f"{100 * rivals[best]:.1f} {best}"
    if report["apart"]["n"]:
        yield "apart: no answer", report["apart"], ""


# -- judging -------------------------------------------------------------------------------------------------------


def _judged(
    answered: Sequence[_Answered], level: str, corrections: Mapping[str, Sequence[str]], left_out: Counter[str]
) -> dict[str, Any]:
    """Every ranker's scores over the questions that have an answer; those without one apart."""
    whole: list[tuple[_Answered, frozenset[str]]] = []
    apart: list[tuple[_Answered, frozenset[str]]] = []
    for one in answered:
        evidence, reason = _evidence(one.chat, corrections.get(one.query.id, one.query.evidence), level)
        if reason:
            left_out[reason] += 1
        else:
            (apart if one.query.apart else whole).append((one, evidence))
    if not whole:
        raise InvalidInput(f"no question can be judged: {', '.join(left_out) or 'all are unanswerable'}")
    rankers = [name for name in whole[0][0].rankings if name != OWN_WORDS]
    figures = {
        name: [
            ranking_scores.mean([ranking_scores.figures(ranking, evidence) for ranking in one.rankings[name]])
            for one, evidence in whole
        ]
        for name in rankers
    }
    tables = {name: _table(whole, figures[name]) for name in rankers}
    ours = tables.pop(REVERIE)
    best = max(tables, key=lambda name: float(tables[name]["metrics"]["recall@10"]))
    recalls = {name: [one["recall@10"] for one in figures[name]] for name in (REVERIE, best)}
    return {
        **ours,
        "apart": ranking_scores.summary(
            [
                ranking_scores.mean([ranking_scores.figures(r, evidence) for r in one.rankings[REVERIE]])
                for one, evidence in apart
            ]
        ),
        "baselines": tables,
        "margin": {"recall@10": {"over": best, **ranking_scores.difference(recalls[REVERIE], recalls[best])}},
    }


def _table(
    asked: Sequence[tuple[_Answered, frozenset[str]]], figures: Sequence[ranking_scores.Figures]
) -> dict[str, Any]:
    languages = [one.chat.language for one, _ in asked]
    return {
        **ranking_scores.summary(figures),
        "by_category": ranking_scores.grouped(figures, [one.query.category for one, _ in asked]),
        **({"by_language": ranking_scores.grouped(figures, languages)} if len(set(languages)) > 1 else {}),
    }


def _evidence(chat: Chat, ids: Sequence[str], level: str) -> tuple[frozenset[str], str]:
    """What has to be found, and why a question can't be judged, if so."""
    sessions = set(chat.session_of.values())
    if not ids:
        return frozenset(), "no evidence"
    if not all(one in chat.session_of or one in sessions for one in ids):
        return frozenset(), "evidence is not in its conversation"
    if level == "session":
        return frozenset(chat.session_of.get(one, one) for one in ids), ""
    if not all(one in chat.session_of for one in ids):
        return frozenset(), "evidence is sessions: choose --level session"
    return frozenset(ids), ""


def _level(questions: Sequence[Query], chats: Mapping[str, Chat]) -> str:
    of_turns = any(one in chats[query.chat].session_of for query in questions for one in query.evidence)
    return "turn" if of_turns or not any(query.evidence for query in questions) else "session"


def _corrections(path: Path) -> dict[str, list[str]]:
    return {
        str(record.get("query_id")): record.get("correct_evidence") or []
        for _, record in conversation_files.records(path)
    }


def _own_words(answered: Sequence[_Answered], level: str, seen: _Seen) -> dict[str, Any]:
    """Recall of the person's own words only, beside that of everything, by whose words the evidence is.

    A question counts once for each speaker whose memory was asked.
    """
    found: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for one in answered:
        evidence, reason = _evidence(one.chat, one.query.evidence, level)
        if reason or one.query.apart:
            continue
        pairs = zip(one.of_the_user, one.rankings[REVERIE], one.rankings[OWN_WORDS], strict=True)
        for own, *rankings in pairs:
            everything, only = (ranking_scores.figures(ranking, evidence)["recall@10"] for ranking in rankings)
            found[own].append((everything, only))
    names = {True: "evidence_of_the_user", False: "evidence_of_others"}
    return {
        "hits": seen.own_hits,
        "hits_of_others": seen.own_hits_of_others,
        **{
            names[own]: {
                "n": len(pairs),
                "everything": {"recall@10": round(sum(pair[0] for pair in pairs) / len(pairs), 4)},
                "own_words": {"recall@10": round(sum(pair[1] for pair in pairs) / len(pairs), 4)},
            }
            for own, pairs in found.items()
            if pairs
        },
    }
