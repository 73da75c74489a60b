"""Conversations with questions, as they lie in two files of JSON lines, checked line by line.

A conversation a line: ``id``, ``language``, ``sessions`` of ``{id, datetime, turns: [{id, speaker, role, text,
image_caption?}]}``. A question a line: ``id``, ``conversation_id``, ``question``, ``category``, ``evidence`` (ids of
turns, or of sessions), ``answer?``, ``question_datetime?``, ``unanswerable?``. What can't be used is named with its
line.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from reverie.errors import InvalidInput, why
from reverie.records.users import folded

APART = frozenset({"adversarial", "abstention"})
"""Categories whose questions have no answer in the conversation, beside those marked ``unanswerable``."""

MAIN_SHARE = 0.15
"""Share of the people's turns from which a speaker is one of those whose memory it may be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn, by the ids of its file."""

    id: str
    session: str
    speaker: str
    role: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chat:
    """One conversation. ``record`` is the same in the layout that is imported, with turn n called ``t<n>``.

    So a message of the store leads back to its turn, whatever ids the file gives. ``ended_at`` is its latest time,
    ``begun`` the time of each of its sessions, where the file has one. ``session_of`` is by a turn's id.
    """

    id: str
    where: str
    language: str
    turns: tuple[Turn, ...]
    session_of: Mapping[str, str]
    record: Mapping[str, Any]
    ended_at: datetime | None
    begun: tuple[datetime | None, ...]

    def viewpoints(self, speaker: str | None) -> list[str | None]:
        """Whose memory it is to be: a speaker for each import, None where the roles of the file say it.

        ``speaker`` is a name, "each" for every main speaker who is no assistant, or None: as the roles say, and each
        where no turn is a user's.

        Raises:
            InvalidInput: nobody of this name speaks in it, or nobody does at all.
        """
        people = Counter(turn.speaker for turn in self.turns if turn.role not in ("assistant", "system"))
        if not people:
            raise InvalidInput(f"{self.where}: no person speaks in it, so it is nobody's memory; take the line out")
        if speaker is None and any(turn.role == "user" for turn in self.turns):
            return [None]
        if speaker in (None, "each"):
            least = MAIN_SHARE * people.total()
            return [name for name, turns in people.most_common() if turns >= least]
        named = [name for name in people if folded(name) == folded(str(speaker))]
        if not named:
            raise InvalidInput(
                f"{self.where}: {speaker!r} does not speak in conversation {self.id!r}; name one of "
                f"{', '.join(list(people)[:8])}, or choose --as each"
            )
        return [named[0]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question and the ids of what answers it. ``apart`` says that nothing does, so that it is reported apart.

    ``answer`` is the right one as the file has it, empty where it has none.
    """

    id: str
    chat: str
    question: str
    category: str
    evidence: tuple[str, ...]
    at: datetime | None
    apart: bool
    answer: str = ""


def chats(path: Path) -> dict[str, Chat]:
    """Read conversations, by id.

    Raises:
        InvalidInput: the file or a line of it can't be read.
    """
    found: dict[str, Chat] = {}
    for where, record in records(path):
        chat = _chat(where, record)
        if chat.id in found:
            raise InvalidInput(f"{where}: a conversation with the id {chat.id!r} came before; give it another id")
        found[chat.id] = chat
    if not found:
        raise InvalidInput(f"{path} holds no conversation: it has to have one on each line, as JSON")
    return found


def queries(path: Path, known: Mapping[str, Chat]) -> list[Query]:
    """Read questions about ``known`` conversations.

    Raises:
        InvalidInput: the file or a line of it can't be read, or it asks about another conversation.
    """
    found: list[Query] = []
    for where, record in records(path):
        chat = _id(record, "conversation_id", where)
        if chat not in known:
            raise InvalidInput(
                f"{where}: there is no conversation {chat!r} in the file of conversations; "
                f"it has {', '.join(list(known)[:5])}{' …' if len(known) > 5 else ''}"
            )
        evidence = _list(record, "evidence", where)
        category = str(record.get("category") or "all")
        found.append(
            Query(
                id=str(record.get("id", len(found) + 1)),
                chat=chat,
                question=_text(record, "question", where),
                category=category,
                evidence=tuple(dict.fromkeys(map(str, evidence))),
                at=_moment(record.get("question_datetime"), where),
                apart=category in APART or record.get("unanswerable") is True,
                answer=_told(record.get("answer")),
            )
        )
    if not found:
        raise InvalidInput(f"{path} holds no question: it has to have one on each line, as JSON")
    return found


def records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read JSON objects, one a line, each with the words for where it stands.

    Raises:
        InvalidInput: the file can't be read, or a line is no JSON object.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(
            f"{path} can't be read: {why(error)}; check the path, and that it is JSON lines in UTF-8"
        ) from error
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InvalidInput(f"{where} is not JSON: {error}; mend the line or take it out") from error
        if not isinstance(record, dict):
            raise InvalidInput(f"{where} is no JSON object; mend the line or take it out")
        yield where, record


def _chat(where: str, record: Mapping[str, Any]) -> Chat:
    turns: list[Turn] = []
    sessions: list[dict[str, Any]] = []
    times: list[datetime | None] = []
    for number, session in enumerate(_list(record, "sessions", where), start=1):
        here = f"{where}, session {number}"
        at = _moment(session.get("datetime") if isinstance(session, dict) else None, here)
        renamed = []
        for place, turn in enumerate(_list(session, "turns", here), start=1):
            _text(turn, "text", f"{here}, turn {place}", empty=True)
            renamed.append({**turn, "id": f"t{len(turns)}"})
            turns.append(_turn(turn, str(session.get("id", number)), f"{here}, turn {place}"))
        sessions.append({"id": f"s{number}", "datetime": session.get("datetime"), "turns": renamed})
        times.append(at)
    return Chat(
        id=_id(record, "id", where),
        where=where,
        language=str(record.get("language") or "unknown"),
        turns=tuple(turns),
        session_of={turn.id: turn.session for turn in turns},
        record={"id": "conversation", "sessions": sessions},
        ended_at=max(filter(None, times), default=None),
        begun=tuple(times),
    )


def _turn(turn: Mapping[str, Any], session: str, where: str) -> Turn:
    role = turn.get("role")
    speaker = turn.get("speaker") or role
    if not isinstance(speaker, str):
        raise InvalidInput(f"{where} has neither a speaker nor a role; add who said it")
    return Turn(id=_id(turn, "id", where), session=session, speaker=speaker, role=role)


def _text(record: Any, name: str, where: str, *, empty: bool = False) -> str:
    found = record.get(name) if isinstance(record, dict) else None
    if not isinstance(found, str) or not (empty or found.strip()):
        raise InvalidInput(f"{where} has no text called {name!r}; add it or take the line out")
    return found


def _told(answer: Any) -> str:
    many = answer if isinstance(answer, list) else [answer]
    return "; ".join(str(one).strip() for one in many if one is not None)


def _id(record: Any, name: str, where: str) -> str:
    found = record.get(name) if isinstance(record, dict) else None
    return str(found) if isinstance(found, int) else _text(record, name, where)


def _list(record: Any, name: str, where: str) -> list[Any]:
    found = record.get(name) if isinstance(record, dict) else None
    if not isinstance(found, list):
        raise InvalidInput(f"{where} has no list called {name!r}; add it, empty if there is nothing in it")
    return found


def _moment(given: Any, where: str) -> datetime | None:
    if given is None or given == "":
        return None
    try:
        found = datetime.fromisoformat(str(given))
    except ValueError as error:
        raise InvalidInput(f"{where}: the time {given!r} can't be read; write it as 2026-03-01T18:30:00") from error
    return found if found.tzinfo else found.replace(tzinfo=UTC)
