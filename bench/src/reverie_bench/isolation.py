"""What it gives to keep the person's words apart (seed 003), on conversations with questions.

The one idea: the same questions are asked of the same messages, and only what is told apart differs. In the way called
``joined``, what the person said and what was answered are one text with one vector, and neither can be found alone.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie.errors import InvalidInput
from reverie_bench import conversation_files, ranking_scores
from reverie_bench.baselines import Kept
from reverie_bench.conversation_files import Chat, Query
from reverie_bench.retrieval import sha256
from reverie_bench.stopwatch import environment

if TYPE_CHECKING:
    from reverie.app.companion import Reverie
    from reverie.app.person import Person
    from reverie.config import Config
    from reverie.ports import Embedder
    from reverie.recall.search import Looking

Progress = Callable[[int, int], None]

POT = "one pot"
JOINED = "joined"
WAYS = {
    JOINED: "what was said and what was answered are one text",
    POT: "each message alone, whoever said it counts the same",
    "apart": "the person's words count 2.0, the companion's 1.0",
    "own words": "the person's words only",
}
"""The ways that are compared; differences are to one pot."""

SETS = ("longmemeval_pool", "locomo")
HITS = 50
GROUPS = ("said by the person", "said by the companion", "said by both")


@dataclass(slots=True)
class _Asked:
    """A question, who said what answers it, and for each way the figures of its ranking."""

    group: str
    figures: dict[str, Mapping[str, float]] = field(default_factory=dict)


def measured(folder: Path, model: Embedder | None, settings: Config, cache: Path | None, progress: Progress) -> Any:
    """Ask the questions of every set in a folder, with the person's words apart and not.

    Raises:
        InvalidInput: none of the sets is there, or one can't be read.
    """
    there = [name for name in SETS if (folder / name / "queries.jsonl").is_file()]
    if not there:
        raise InvalidInput(
            f"none of {', '.join(SETS)} is in {folder}: docs/benchmarks.md says where they are published"
        )
    kept = None if model is None else Kept(model, cache)
    found = {name: _set(folder / name, kept, settings, progress) for name in there}
    if kept is not None:
        kept.save()
    return {
        "ways": WAYS,
        "sets": found,
        "environment": environment() | {"embedder": "none" if model is None else model.space},
    }


def _set(folder: Path, kept: Kept | None, settings: Config, progress: Progress) -> dict[str, Any]:
    import reverie

    files = {name: folder / name for name in ("conversations.jsonl", "queries.jsonl")}
    chats = conversation_files.chats(files["conversations.jsonl"])
    questions = [
        one for one in conversation_files.queries(files["queries.jsonl"], chats) if not one.apart and one.evidence
    ]
    asked: list[_Asked] = []
    others = 0
    views = [(chat, name) for chat in chats.values() for name in chat.viewpoints(None)]
    total = sum(one.chat == chat.id for chat, _name in views for one in questions)
    with (
        tempfile.TemporaryDirectory(prefix="reverie-bench-", ignore_cleanup_errors=True) as place,
        reverie.open(Path(place) / "bench.db", embedder=kept or "none", config=settings) as companion,
    ):
        bring = partial(_brought, companion, Path(place) / "conversation.jsonl")
        for chat, speaker in views:
            record = _cast(chat, speaker)
            people = bring(record), bring(_joined(record))
            roles = {turn["id"]: turn["role"] for session in record["sessions"] for turn in session["turns"]}
            for one in (question for question in questions if question.chat == chat.id):
                answer, strange = _answered(people, one, chat, roles)
                others += strange
                if answer is not None:
                    asked.append(answer)
                progress(len(asked), total)
    return {
        "questions": len(questions),
        "asked": len(asked),
        "hits_of_others_in_own_words": others,
        "groups": {group: _judged([a for a in asked if group in ("all", a.group)]) for group in ("all", *GROUPS)},
        "files": {name: sha256(path) for name, path in files.items()},
    }


def _brought(companion: Reverie, file: Path, record: Mapping[str, Any]) -> Person:
    person = companion.meet(f"Somebody {len(companion.people())}")
    file.write_text(json.dumps(record), encoding="utf-8")
    companion.import_history(file, person)
    return person


def _cast(chat: Chat, speaker: str | None) -> Mapping[str, Any]:
    """The conversation with its parts given: where two people speak, one is the person and the rest the companion."""
    if speaker is None:
        return chat.record
    sessions = [
        {**session, "turns": [{**turn, "role": _part(turn, speaker)} for turn in session["turns"]]}
        for session in chat.record["sessions"]
    ]
    return {**chat.record, "sessions": sessions}


def _part(turn: Mapping[str, Any], speaker: str) -> str:
    return "user" if turn.get("speaker") == speaker else "assistant"


def _joined(record: Mapping[str, Any]) -> dict[str, Any]:
    """The conversation with each stretch from one input to the next as one text of both; its id names its turns."""
    sessions = []
    for session in record["sessions"]:
        texts: list[list[dict[str, Any]]] = []
        for turn in session["turns"]:
            begins = not texts or (turn["role"] == "user" and texts[-1][-1]["role"] != "user")
            texts.append([turn]) if begins else texts[-1].append(turn)
        sessions.append({**session, "turns": [_one(part) for part in texts]})
    return {"id": "joined", "sessions": sessions}


def _one(turns: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    told = (
        turn["text"] + (f" [image: {turn['image_caption']}]" if turn.get("image_caption") else "") for turn in turns
    )
    said = (f"{turn.get('speaker') or turn['role']}: {words}" for turn, words in zip(turns, told, strict=True))
    return {"id": "+".join(turn["id"] for turn in turns), "speaker": "user", "role": "user", "text": "\n".join(said)}


def _ways(question: Query, chat: Chat) -> dict[str, Looking]:
    from reverie.recall.search import Looking
    from reverie.records.queries import Sources

    look = partial(Looking, memories=False, asked_at=question.at or chat.ended_at)
    alike = Sources(inputs=1.0, replies=1.0, inputs_here=1.0, replies_here=1.0)
    return {
        JOINED: look(sources=alike),
        POT: look(sources=alike),
        "apart": look(sources=Sources()),
        "own words": look(sources=Sources(), roles=frozenset({"user"})),
    }


def _answered(
    people: tuple[Person, Person], question: Query, chat: Chat, roles: Mapping[str, str]
) -> tuple[_Asked | None, int]:
    """The figures of each way, and how many hits of the person's own words were somebody else's."""
    numbers = {turn.id: f"t{number}" for number, turn in enumerate(chat.turns)}
    if not all(one in numbers for one in question.evidence):
        return None, 0
    evidence = frozenset(numbers[one] for one in question.evidence)
    said_by = {roles[one] == "user" for one in evidence}
    asked = _Asked(group=GROUPS[2 if len(said_by) > 1 else 0 if True in said_by else 1])
    others = 0
    for way, looking in _ways(question, chat).items():
        hits = people[way == JOINED].recall(question.question, limit=HITS, looking=looking)
        # A text of several turns counts as so many: else ten of them would be twenty turns or more.
        turns = [one for hit in hits if hit.message is not None for one in str(hit.message.external_id).split("+")]
        asked.figures[way] = ranking_scores.figures(list(dict.fromkeys(turns)), evidence)
        if way == "own words":
            others += sum(hit.message is not None and hit.message.role != "user" for hit in hits)
    return asked, others


def _judged(asked: Sequence[_Asked]) -> dict[str, Any]:
    if not asked:
        return {"n": 0}
    return {"n": len(asked)} | {
        way: ranking_scores.summary([one.figures[way] for one in asked])
        | {
            "over_one_pot": {
                name: ranking_scores.difference(
                    [a.figures[way][name] for a in asked], [a.figures[POT][name] for a in asked]
                )
                for name in ("recall@10", "recall_any@10", "mrr")
            }
        }
        for way in WAYS
    }
