"""Bringing a history: the JSONL layout and plain transcripts, with their own dates, nothing twice.

Each session is written whole in one transaction under a key of its own, so an import can be stopped and run again,
and a second import of the same file adds nothing. A line that can't be read is named, and the rest goes in.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from reverie.domain.chat_commands import Verb, asked_of_memory
from reverie.domain.conversations import Conversation, Message, Role, cleaned
from reverie.domain.memories import Status, Told
from reverie.domain.patterns import lazy_pattern
from reverie.domain.sensitivity import masked
from reverie.domain.users import User, folded
from reverie.errors import InvalidInput, why
from reverie.services.conversations import Saying, checked_time, drafted
from reverie.services.extraction import BEFORE, extracted
from reverie.services.learning import RECENT, Heard, Said, heard, write
from reverie.services.memory_writing import Step
from reverie.services.runtime import Runtime, digest, new_id

Progress = Callable[[int, int], None]

PAST = "past"
"""In a report: learned, and over already, as a feeling of last year is."""

LONGEST_KEY = 200
"""Characters of a key that a file gives to a session or a turn."""

_STAMP = r"\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?"
_DATE_LINE = lazy_pattern(rf"(?:#+\s*)?(?:\[\s*)?({_STAMP})(?:\s*\])?$")
_TURN = lazy_pattern(rf"(?:\[({_STAMP})\]\s*)?([^\W\d_][^:\n]{{0,60}}?)\s*:\s+(.*)$")
_LINE_OF_JSON = lazy_pattern(r"^[^\S\n]*\{", re.MULTILINE)
_COMPANION_NAMES = frozenset({"assistant", "ai", "bot"})
_PERSON_NAMES = frozenset({"user", "me", "you", "human"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One turn of a history, before it is known whose it is. ``line`` is where it stands in the file."""

    speaker: str
    role: str | None
    text: str
    key: str
    at: datetime | None = None
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """One session of a history."""

    key: str
    at: datetime | None
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """What could not be read: where, and why."""

    where: str
    reason: str


@dataclass(slots=True, kw_only=True)
class Report:
    """What an import did. ``batch`` undoes it; ``private`` turns asked not to be remembered and were not kept."""

    batch: str
    conversations: int = 0
    messages: int = 0
    known: int = 0
    private: int = 0
    learned: dict[str, int] = field(default_factory=dict)
    masked: int = 0
    broken: list[Broken] = field(default_factory=list)


def bring(
    runtime: Runtime,
    person: User,
    companion: User,
    path: Path,
    *,
    speaker: str | None = None,
    progress: Progress | None = None,
) -> Report:
    """Import a file into a person's memory.

    ``speaker`` is who the person is in it, where the file does not say so by role or name.

    Raises:
        InvalidInput: the file can't be read, holds nothing, or does not say who the person is.
    """
    text = _text_of(path)
    report = Report(batch=f"import-{new_id()}")
    sittings = list(jsonl(text, report) if _of_json(text) else transcript(text, report))
    if not sittings and not report.broken:
        raise InvalidInput(f"{path} holds no conversation: it has to be JSONL, or lines of the form 'Ada: hello'")
    who = _Who(person, companion, sittings, speaker)
    total = sum(len(sitting.turns) for sitting in sittings)
    done = 0
    for sitting in sittings:
        _bring_sitting(runtime, person, sitting, who, report)
        done += len(sitting.turns)
        if progress is not None:
            progress(done, total)
    return report


def _of_json(text: str) -> bool:
    first = next((line.strip() for line in text.split("\n") if line.strip()), "")
    return _LINE_OF_JSON.search(text) is not None and not (_DATE_LINE.match(first) or _TURN.match(first))


_NOT_KEPT = frozenset({Verb.FORGET, Verb.FORGET_THAT, Verb.FORGET_ALL, Verb.UNLEARN, Verb.PAUSE})
"""What was asked of memory in a history: keeping "forget everything about X" would keep X."""


def _without_the_last(read: list[Heard]) -> int:
    """Take out the last thing the person said, and give how many were; what "forget that" meant in its time."""
    for place in range(len(read) - 1, -1, -1):
        if read[place].draft.message.role is Role.USER:
            del read[place:]
            return 1
    return 0


def _text_of(path: Path) -> str:
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path} can't be read: {why(error)}; check the path") from error
    text = content.decode("utf-8-sig", "replace")
    if content[:1024].count(0) > content[:1024].count(b"\n") or text.count("\ufffd") > len(text) // 20 + 1:
        raise InvalidInput(f"{path} is no text: it has to be JSONL in UTF-8, or a transcript")
    return cleaned(text)


class _Who:
    """Which speaker of a history is whom."""

    def __init__(self, person: User, companion: User, sittings: Sequence[Sitting], speaker: str | None) -> None:
        speakers = dict.fromkeys(turn.speaker for sitting in sittings for turn in sitting.turns)
        self._companion = {folded(companion.name)} | _COMPANION_NAMES
        if speaker is not None:
            if folded(speaker) not in {folded(s) for s in speakers}:
                raise InvalidInput(f"{masked(speaker).text!r} does not speak in it: {_some(speakers)} do")
            self._person = {folded(speaker)}
        else:
            self._person = {folded(n) for n in (person.name, person.nickname) if n} | _PERSON_NAMES
        self._by_role = speaker is None
        if speakers and not any(self.role(t) is Role.USER for s in sittings for t in s.turns):
            raise InvalidInput(
                f"nobody in it is {person.name}: say who is, with speaker= or --speaker; there are {_some(speakers)}"
            )

    def role(self, turn: Turn) -> Role:
        """Who said a turn, seen from the companion."""
        if self._by_role and turn.role in ("user", "assistant", "system"):
            return Role(turn.role)
        if folded(turn.speaker) in self._person:
            return Role.USER
        if turn.role in ("assistant", "system"):
            return Role(turn.role)
        return Role.ASSISTANT if folded(turn.speaker) in self._companion else Role.PEER


def _some(speakers: Iterable[str]) -> str:
    return masked(", ".join(islice(speakers, 8))).text


def _bring_sitting(runtime: Runtime, person: User, sitting: Sitting, who: _Who, report: Report) -> None:
    with runtime.store.reading() as session:
        there = session.dialogue.by_external_id(person.id, sitting.key)
        known = session.dialogue.known_external(person.id, there.id) if there else set()
        deleted = session.links.blocked(person.id, there.id) if there else set()
        recent = session.memories.recent(person.id, RECENT)
        settings = session.people.settings(person.id)
    if settings.get("paused"):
        raise InvalidInput("memory is paused for this person: resume it before an import")
    where = there or Conversation(
        id=new_id(), owner=person.id, external_id=sitting.key, started_at=sitting.at or runtime.clock()
    )
    read: list[Heard] = []
    earlier: list[Message] = []
    last = where.started_at - timedelta(seconds=1)
    for turn in sitting.turns:
        if turn.key in known or digest(None, turn.key) in deleted:
            last = turn.at or last + timedelta(seconds=1)
            report.known += 1
            continue
        role = who.role(turn)
        command = asked_of_memory(turn.text) if role is Role.USER else None
        if command is not None and (command.off_record or command.verb in _NOT_KEPT):
            report.private += 1
            if command.verb in (Verb.FORGET_THAT, Verb.UNLEARN) and not command.off_record:
                report.private += _without_the_last(read)
                earlier = [one.draft.message for one in read[-BEFORE:]]
            continue
        at = last = turn.at or last + timedelta(seconds=1)
        saying = Saying(text=turn.text, role=role, speaker=turn.speaker, at=at, external_id=turn.key)
        try:
            draft = drafted(runtime, person.id, saying, where.id)
        except InvalidInput as error:
            report.broken.append(Broken(where=f"line {turn.line}, turn {turn.key}", reason=str(error)))
            continue
        found = heard(draft.message, draft.masked, recent, extracted(runtime, draft.message, earlier))
        earlier = [*earlier, draft.message][-BEFORE:]
        told = [Told(c.key, c.value or "", at) for c in reversed(found.candidates) if c.key]
        recent = [*told, *recent][:RECENT]
        read.append(found)
    if not read:
        return
    said = write(
        runtime,
        person.id,
        read,
        settings=settings,
        conversation_id=where.id,
        begin=None if there else where,
        batch=report.batch,
    )
    report.conversations += there is None
    _count(report, said)


def _count(report: Report, said: Sequence[Said]) -> None:
    report.messages += len(said)
    report.masked += sum(len(one.masked) for one in said)
    for learned in (one for s in said for one in s.learned if one.step is not Step.REFUSED):
        over = learned.memory is not None and learned.memory.status is Status.EXPIRED
        step = PAST if over else learned.step.value
        report.learned[step] = report.learned.get(step, 0) + 1


# -- reading files -------------------------------------------------------------------------------


def jsonl(text: str, report: Report) -> Iterator[Sitting]:
    """Read JSON lines; what can't be read goes into the report."""
    loose: list[Any] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            report.broken.append(Broken(where=f"line {number}", reason=f"is not JSON: {error}"))
            continue
        if isinstance(found, dict) and "role" in found and ("content" in found or "text" in found):
            loose.append(found)
            continue
        if isinstance(found, dict) and isinstance(found.get("messages"), list):
            found = {"sessions": [{"turns": found["messages"]}], **found}
        sessions = found.get("sessions") if isinstance(found, dict) else None
        if not isinstance(sessions, list):
            report.broken.append(Broken(where=f"line {number}", reason="has no list of sessions"))
            continue
        for place, session in enumerate(sessions):
            try:
                yield _sitting(session, str(found.get("id") or f"line {_digest(line)}"), place, number, report)
            except InvalidInput as error:
                report.broken.append(Broken(where=f"line {number}, session {place + 1}", reason=str(error)))
    if loose:  # one message a line, as chat programs log them: one sitting
        thread = f"line {_digest(json.dumps(loose[0], sort_keys=True))}"
        yield _sitting({"turns": loose}, thread, 0, 1, report)


def _words(turn: Any) -> str | None:
    """The text of a turn: ``text``, or ``content`` as chat programs call it."""
    found = turn.get("text", turn.get("content")) if isinstance(turn, dict) else None
    return found if isinstance(found, str) else None


def _digest(line: str) -> str:
    """A digest of a line without its secrets: one of a few digits could be guessed from its digest."""
    return hashlib.sha256(masked(line).text.encode("utf-8", "replace")).hexdigest()[:24]


def _sitting(session: Any, thread: str, place: int, number: int, report: Report) -> Sitting:
    if not isinstance(session, dict) or not isinstance(session.get("turns"), list):
        raise InvalidInput("has no list of turns")
    named = str(session.get("id") or place + 1)
    key = _key(named if named.startswith(thread) else f"{thread}/{named}", f"{number}.{place + 1}")
    at = _moment(session.get("datetime"))
    turns: dict[str, Turn] = {}
    for index, turn in enumerate(session["turns"]):
        where = f"line {number}, session {key}, turn {index + 1}"
        said = _words(turn)
        if said is None:
            report.broken.append(Broken(where=where, reason="has no text"))
            continue
        try:
            turn_at = _moment(turn.get("datetime"))
        except InvalidInput as error:
            report.broken.append(Broken(where=where, reason=str(error)))
            continue
        caption = turn.get("image_caption")
        words = f"{said} [image: {caption}]" if isinstance(caption, str) and caption else said
        role = turn.get("role")
        named = _key(str(turn.get("id") or f"{key}:{index + 1}"), str(index + 1))
        # A key that comes twice in a sitting would lose the second turn.
        while named in turns:
            named = f"{named}#{index + 1}"
        turns[named] = Turn(
            speaker=cleaned(str(turn.get("speaker") or role or "unknown")),
            role=role if role in ("user", "assistant", "system") else None,
            text=words,
            key=named,
            at=turn_at,
            line=number,
        )
    return Sitting(key=key, at=at, turns=tuple(turns.values()))


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
        raise InvalidInput(
            f"the time {masked(str(given)).text!r} can't be read: write it as 2026-03-01T18:30:00"
        ) from error
    return checked_time(found if found.tzinfo else found.replace(tzinfo=UTC), datetime.now(UTC))


def transcript(text: str, report: Report) -> Iterator[Sitting]:
    """Read lines of the form 'Ada: hello', and dates between them; what can't be read goes into the report."""
    at: datetime | None = None
    turns: list[tuple[Turn, list[str]]] = []  # each with its lines
    for number, line in enumerate(text.splitlines(), start=1):
        date, turn = _DATE_LINE.match(line.strip()), _TURN.match(line.lstrip())
        try:
            if date:
                if turns:
                    yield _closed(at, turns)
                at, turns = _moment(date[1]), []
            elif turn:
                speaker = Turn(speaker=turn[2].strip(), role=None, text="", key="", at=_moment(turn[1]), line=number)
                turns.append((speaker, [turn[3]]))
            elif line.strip() and turns:
                turns[-1][1].append(line.rstrip())
            elif line.strip():
                report.broken.append(Broken(where=f"line {number}", reason="is neither a date nor 'Name: words'"))
        except InvalidInput as error:
            report.broken.append(Broken(where=f"line {number}", reason=str(error)))
    if turns:
        yield _closed(at, turns)


def _closed(at: datetime | None, turns: Sequence[tuple[Turn, Sequence[str]]]) -> Sitting:
    """A sitting of a transcript: its key and its turns' keys come from what they say, so that twice is once."""
    told = [replace(turn, text="\n".join(lines)) for turn, lines in turns]
    start = at or told[0].at
    first = f"{start.isoformat() if start else ''}\n{told[0].speaker}\n{told[0].text}"
    key = f"transcript:{_digest(first)}"
    seen: Counter[str] = Counter()
    keyed = []
    for turn in told:
        said = _digest(f"{turn.speaker}\n{turn.text}")[:16]
        seen[said] += 1
        keyed.append(replace(turn, key=f"{said}:{seen[said]}"))
    return Sitting(key=key, at=start, turns=tuple(keyed))
