"""Questions with the memory that a reader gets to answer them from, each taken at the question's own time.

The one idea: a history is lived up to each question. The questions of a conversation are asked in the order of their
times; before each of them the sessions that had begun by then are imported and the clock is set, so that nothing said
later can be in a context, and what was superseded later is still so.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reverie_bench.conversation_files import Chat, Query
from reverie_bench.jsonl import SENT_AT

if TYPE_CHECKING:
    from reverie.app.companion import Reverie
    from reverie.app.person import Person
    from reverie.config import Config
    from reverie.ports import Embedder

AFTERWARDS = timedelta(days=1)
"""How long after the last session a question is asked that has no time of its own: in a conversation of its own."""

HITS = 100
"""Hits of ``recall`` that are looked at to fill a budget."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """What a reader is given to answer from; ``tokens`` are estimated, as everywhere where no model counts them."""

    text: str = ""
    tokens: int = 0
    degraded: tuple[str, ...] = ()


Source = Callable[["Person", str, int], Block]


def _context(person: Person, question: str, budget: int) -> Block:
    found = person.context(question, budget=budget)
    return Block(text=str(found), tokens=found.tokens, degraded=tuple(found.degraded))


def _recall(person: Person, question: str, budget: int) -> Block:
    from reverie.context.rendering import dated, estimated_tokens
    from reverie.records.memories import Kind

    found = person.recall(question, limit=HITS)
    lines: list[str] = []
    room = budget
    for hit in found:
        said = hit.message if hit.memory.kind is Kind.MESSAGE else None
        told = f"{hit.text} (since {hit.memory.valid_from:%Y-%m-%d})"
        line = told if said is None else dated(said.text, said.speaker, said.sent_at)
        room -= estimated_tokens(line + "\n")
        if room < 0:
            break
        lines.append(line)
    return _block(lines, found.degraded)


def _everything(person: Person, _question: str, _budget: int) -> Block:
    from reverie.context.rendering import dated

    return _block([dated(one.text, one.speaker, one.sent_at) for one in person.messages()])


def _nothing(_person: Person, _question: str, _budget: int) -> Block:
    return Block()


def _block(lines: Sequence[str], degraded: tuple[str, ...] = ()) -> Block:
    from reverie.context.rendering import estimated_tokens

    text = "\n".join(lines)
    return Block(text=text, tokens=estimated_tokens(text), degraded=degraded)


SOURCES: Mapping[str, Source] = {
    "context": _context,
    "recall": _recall,
    "everything": _everything,
    "nothing": _nothing,
}
"""What the reader answers from: the product's context, its hits one after the other until the budget is full, every
message so far (whatever the budget), or nothing. The last two are the ceiling and the floor of what memory can give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """How a conversation becomes a memory: the settings, the embedder, whose memory it is, and what is read from it.

    ``speaker`` is a name, or None: as the roles of the file say, and else whoever says the most.
    """

    settings: Config
    embedder: Embedder | None
    source: str
    budget: int
    speaker: str | None = None


def told(chat: Chat, questions: Sequence[Query], memory: Memory) -> Iterator[tuple[Query, datetime, Block]]:
    """Each question of a conversation, the time at which it is asked, and what there is to answer it from.

    Raises:
        InvalidInput: the speaker does not speak in it, or nobody does.
    """
    import reverie

    speaker = chat.viewpoints(memory.speaker)[0]
    now = [SENT_AT]
    with (
        _file() as file,
        reverie.open(
            ":memory:",
            embedder=memory.embedder or "none",
            model="none",
            config=memory.settings,
            clock=lambda: now[0],
        ) as companion,
    ):
        person = companion.meet(speaker or next(turn.speaker for turn in chat.turns if turn.role == "user"))
        history = _History(chat, speaker)
        for question in sorted(questions, key=lambda one: asked_at(one, chat)):
            now[0] = asked_at(question, chat)
            history.bring(companion, person, file, now[0])
            yield question, now[0], SOURCES[memory.source](person, question.question, memory.budget)


def asked_at(question: Query, chat: Chat) -> datetime:
    """When a question is asked: at its own time, or else a day after the conversation's last session."""
    return question.at or (chat.ended_at or SENT_AT) + AFTERWARDS


@contextmanager
def _file() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="reverie-bench-", ignore_cleanup_errors=True) as folder:
        yield Path(folder) / "conversation.jsonl"


class _History:
    """The sessions of a conversation, imported as time goes on."""

    def __init__(self, chat: Chat, speaker: str | None) -> None:
        begun = zip(chat.begun, chat.record["sessions"], strict=True)
        self._left = sorted(begun, key=lambda one: (one[0] is not None, one[0] or SENT_AT))
        self._id, self._speaker = chat.record["id"], speaker
        self._told: list[Mapping[str, Any]] = []
        self._heard: Mapping[str, Any] | None = None

    def bring(self, companion: Reverie, person: Person, file: Path, moment: datetime) -> None:
        """Import what has begun by then and was not imported yet."""
        while self._left and (self._left[0][0] is None or self._left[0][0] <= moment):
            session = self._left.pop(0)[1]
            self._told.append(session)
            if self._heard is None and any(map(self._theirs, session["turns"])):
                self._heard = session
        if not self._told or self._heard is None:
            return
        # An import has to tell who the person is, so a session in which they speak goes with it; twice is once.
        sessions = self._told if self._heard in self._told else [self._heard, *self._told]
        file.write_text(json.dumps({"id": self._id, "sessions": sessions}), encoding="utf-8")
        companion.import_history(file, person, speaker=self._speaker)
        self._told.clear()

    def _theirs(self, turn: Mapping[str, Any]) -> bool:
        return turn.get("role") == "user" if self._speaker is None else turn.get("speaker") == self._speaker
