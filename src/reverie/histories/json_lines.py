"""Reverie's own layout, JSON lines, and messages as models are sent them (``role`` and ``content``).

A line is a conversation with ``sessions`` or ``messages``, or one message. Messages may come as an array, too. A line
or turn that can't be read is named, and the rest comes in.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from reverie.errors import InvalidInput
from reverie.histories.files import Document, Layout
from reverie.histories.json_values import Value, checked_moment, words_of
from reverie.histories.models import Broken, History, PastConversation, Turn, digest_of
from reverie.records.conversations import cleaned
from reverie.secrets import masked

LONGEST_KEY = 200
"""Characters of a key that a file gives to a session or a turn."""

_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "system": "system", "developer": "system"}


def fits_messages(document: Document) -> bool:
    """Whether a text is an array of messages, or of objects with messages."""
    first = document.first
    return document.layout is Layout.ARRAY and ({"role", "content"} <= first.keys() or _has_messages(first))


def fits(document: Document) -> bool:
    """Whether a text is of this layout: any JSON lines are."""
    known = "sessions" in document.first or _has_messages(document.first) or _is_message(document.first)
    return document.layout is Layout.LINES or (document.layout is Layout.OBJECT and known)


def _has_messages(found: dict[str, Any]) -> bool:
    return isinstance(found.get("messages"), list)


def _is_message(found: dict[str, Any]) -> bool:
    return "role" in found and ("content" in found or "text" in found)


def read(documents: Sequence[Document]) -> History:
    """Read conversations; what can't be read is named, and the rest comes in."""
    found: list[PastConversation] = []
    broken: list[Broken] = []
    for document in documents:
        reading = _Reading(broken)
        for where, value, written in _values(document, broken):
            found += reading.conversations(value, where, written)
        found += reading.loose_ones()
    return History(conversations=tuple(one for one in found if one.turns), broken=tuple(broken))


def _values(document: Document, broken: list[Broken]) -> Iterator[tuple[str, Any, str]]:
    """The values of a document, each with where it stands and as it is written."""
    if document.layout is Layout.OBJECT:
        yield "line 1", document.first, document.text.strip()
    elif document.layout is Layout.ARRAY:
        for number, one in enumerate(document.elements(), start=1):
            yield f"item {number}", one.raw, json.dumps(one.raw, sort_keys=True)
    else:
        for number, line in document.lines():
            try:
                yield f"line {number}", json.loads(line), line
            except (ValueError, RecursionError) as error:
                broken.append(Broken(where=f"line {number}", reason=f"is not JSON: {error}"))


@dataclass(slots=True)
class _Reading:
    """What is read of one document."""

    broken: list[Broken]
    loose: list[Any] = field(default_factory=list)

    def conversations(self, found: Any, where: str, written: str) -> Iterator[PastConversation]:
        """The conversations of a value; a message alone is one of a conversation of all that are."""
        if isinstance(found, dict) and _is_message(found):
            self.loose.append(found)
            return
        if isinstance(found, dict) and _has_messages(found):
            found = {"sessions": [{"turns": found["messages"]}], **found}
        sessions = found.get("sessions") if isinstance(found, dict) else None
        if not isinstance(sessions, list):
            self.broken.append(Broken(where=where, reason="has no list of sessions"))
            return
        for place, session in enumerate(sessions):
            try:
                yield self._conversation(session, str(found.get("id") or f"line {digest_of(written)}"), place, where)
            except InvalidInput as error:
                self.broken.append(Broken(where=f"{where}, session {place + 1}", reason=str(error)))

    def loose_ones(self) -> Iterator[PastConversation]:
        """The messages that stood alone, as chat programs log them, as one conversation."""
        if self.loose:
            first = next((n for n, one in enumerate(self.loose) if one["role"] == "user"), 0)
            begun = [json.dumps(one, sort_keys=True) for one in self.loose[: first + 1]]  # many begin with one prompt
            thread = f"line {digest_of(chr(10).join(begun))}"
            yield self._conversation({"turns": self.loose}, thread, 0, "line 1")

    def _conversation(self, session: Any, thread: str, place: int, where: str) -> PastConversation:
        if not isinstance(session, dict) or not isinstance(session.get("turns"), list):
            raise InvalidInput("has no list of turns")
        named = str(session.get("id") or place + 1)
        key = _key(
            named if named.startswith(thread) else f"{thread}/{named}", f"{where.rpartition(' ')[2]}.{place + 1}"
        )
        at = _moment(session.get("datetime"))
        turns: list[Turn] = []
        for index, turn in enumerate(session["turns"]):
            if isinstance(turn, dict) and _is_silent(turn):
                continue
            try:
                turns.append(_turn(turn, f"{key}:{index + 1}", str(index + 1), where))
            except InvalidInput as error:
                self.broken.append(Broken(where=f"{where}, session {key}, turn {index + 1}", reason=str(error)))
        return PastConversation(key=key, at=at, turns=tuple(turns))


def _is_silent(turn: dict[str, Any]) -> bool:
    """Whether a turn is a tool's, or a call of one without words."""
    return turn.get("role") in ("tool", "function") or (bool(turn.get("tool_calls")) and not _words(turn))


def _words(turn: Any) -> str | None:
    """The text of a turn: ``text``, or ``content`` as chat programs call it, which may be in parts."""
    found = turn.get("text", turn.get("content")) if isinstance(turn, dict) else None
    if isinstance(found, list):
        return words_of(Value(found, "content")) or None
    return found if isinstance(found, str) else None


def _turn(turn: Any, otherwise: str, place: str, where: str) -> Turn:
    """A turn, which is called ``otherwise`` where it has no id."""
    said = _words(turn)
    if said is None:
        raise InvalidInput("has no text")
    at = _moment(turn.get("datetime", turn.get("timestamp", turn.get("created_at"))))
    caption, role = turn.get("image_caption"), turn.get("role")
    return Turn(
        speaker=cleaned(str(turn.get("speaker") or role or "unknown")),
        role=_ROLES.get(role) if isinstance(role, str) else None,
        text=f"{said} [image: {caption}]" if isinstance(caption, str) and caption else said,
        key=_key(str(turn.get("id") or otherwise), place),
        at=at,
        where=where,
    )


def _key(given: str, place: str) -> str:
    """A key as it is kept: one that held a secret is told apart by its place."""
    plain = cleaned(given)
    safe = masked(plain).text
    return plain[:LONGEST_KEY] if safe == plain else f"{safe[: LONGEST_KEY - 20]}#{place}"


def _moment(given: Any) -> datetime | None:
    """A time as a file gives it: ISO 8601, without a zone it is UTC.

    Raises:
        InvalidInput: it is no time.
    """
    if given is None or given == "":
        return None
    try:
        found = datetime.fromisoformat(str(given))
    except ValueError as error:
        shown = masked(str(given)).text
        raise InvalidInput(f"the time {shown!r} can't be read: write it as 2026-03-01T18:30:00") from error
    return checked_moment(found if found.tzinfo else found.replace(tzinfo=UTC), "the time")
