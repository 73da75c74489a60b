"""Bringing a history into a person's memory, with its own dates, nothing twice.

Each piece of a conversation is written whole in one transaction under keys of its own, so an import can be killed and
run again, and a second import of the same file adds nothing. An import is one batch, however often it was begun.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from reverie.conversations.message_store import Saying, drafted
from reverie.decisions import proposals
from reverie.errors import InvalidInput, why
from reverie.histories import Broken, History, PastConversation, Turn, recognition
from reverie.histories.files import opened
from reverie.histories.models import Speakers
from reverie.learning.extraction import BEFORE, extracted
from reverie.learning.message_learning import Heard, Said, heard, write
from reverie.learning.prior_state import RECENT
from reverie.memory.runtime import Runtime, deleted_as, new_id
from reverie.memory.writing import Step
from reverie.records.conversations import Conversation, Message, Role
from reverie.records.memories import Status, Told
from reverie.records.users import User
from reverie.secrets import masked
from reverie.text.command_phrases import Verb, asked_of_memory

Progress = Callable[[int, int], None]

PAST = "past"
"""In a report: learned, and over already, as a feeling of last year is."""

PIECE = 200
"""Messages that are written in one transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a history is brought in.

    ``speaker`` is who the person is in it, where it does not say so by role or name. ``format`` is the id of its
    format, else its content says so. Without ``learning`` nothing is learned from it; None learns unless it looks like
    role play. With ``memories``, what another assistant remembered is proposed.
    """

    speaker: str | None = None
    format: str | None = None
    learning: bool | None = None
    memories: bool = False


@dataclass(slots=True, kw_only=True)
class Report:
    """What an import did. ``batch`` undoes it; ``private`` turns asked not to be remembered and were not kept.

    ``remembered`` facts stand in it, of which ``proposed`` are new and wait for a decision; ``learning`` says whether
    it taught.
    """

    batch: str
    format: str = ""
    name: str = ""
    role_play: bool = False
    learning: bool = True
    conversations: int = 0
    messages: int = 0
    known: int = 0
    private: int = 0
    learned: dict[str, int] = field(default_factory=dict)
    masked: int = 0
    remembered: int = 0
    proposed: int = 0
    refused: int = 0
    broken: list[Broken] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What an import would bring in: how much, whose words (``speakers`` with how many), from when to when.

    ``known`` of the messages are there already; ``person`` is what the person is called in it.
    """

    format: str
    name: str
    role_play: bool
    learning: bool
    conversations: int
    messages: int
    known: int
    speakers: dict[str, int]
    person: tuple[str, ...]
    first_at: datetime | None
    last_at: datetime | None
    remembered: int
    broken: tuple[Broken, ...]


def read(path: Path, options: Options) -> History:
    """Read a history from a file; nothing is written.

    Raises:
        InvalidInput: the file can't be read, or holds neither a conversation nor anything that was remembered.
    """
    if path.is_dir():
        raise InvalidInput(f"{path} is a directory: name the file of the chat in it, result.json for example")
    try:
        with path.open("rb") as file:
            documents = opened(str(path), file)
    except (OSError, ValueError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(f"{path} can't be read: {why(error)}; check the path") from error
    history = recognition.read(documents, format=options.format, memories=options.memories)
    if not history.conversations and not history.remembered and not history.broken:
        raise InvalidInput(
            f"{path} holds no conversation: it has to be an export of a chat, JSONL, or lines of the form 'Ada: hello'"
        )
    return history


def bring(
    runtime: Runtime,
    person: User,
    companion: User,
    path: Path,
    options: Options,
    *,
    progress: Progress | None = None,
) -> Report:
    """Import a file into a person's memory."""
    history = read(path, options)
    who = Speakers((person.name, person.nickname), companion.name, history.conversations, options.speaker)
    report = Report(
        batch=_batch(person.id, history),
        format=history.format,
        name=history.name,
        role_play=history.role_play,
        learning=_is_learned_from(history, options),
        remembered=len(history.remembered),
        broken=list(history.broken),
    )
    bringing = _Bringing(runtime, person, history, who, report, progress)
    for conversation in history.conversations:
        bringing.conversation(conversation)
    if options.memories or not history.conversations:
        batch = report.batch
        if report.known and not report.messages:  # the conversations came in before: taking this back leaves them
            batch = _batch(person.id, replace(history, conversations=()))
        report.proposed, report.refused = proposals.propose(runtime, person.id, history.remembered, batch=batch)
        report.batch = batch if report.proposed else report.batch
    return report


def preview(runtime: Runtime, person: User | str, companion: User, path: Path, options: Options) -> Preview:
    """Say what an import would bring in; nothing is written. Who is not known yet is named."""
    history = read(path, options)
    names = (person, None) if isinstance(person, str) else (person.name, person.nickname)
    who = Speakers(names, companion.name, history.conversations, options.speaker)
    turns = [turn for one in history.conversations for turn in one.turns]
    speakers = Counter(who.speaker(turn) for turn in turns)
    theirs = dict.fromkeys(who.speaker(turn) for turn in turns if who.role(turn) is Role.USER)
    times = [at for one in history.conversations for at in (one.at, *(turn.at for turn in one.turns)) if at is not None]
    times += [one.at for one in history.remembered if one.at is not None and not history.conversations]
    known = 0
    if not isinstance(person, str):
        known = sum(len(_There(runtime, person, history, one).known) for one in history.conversations)
    return Preview(
        format=history.format,
        name=history.name,
        role_play=history.role_play,
        learning=_is_learned_from(history, options),
        conversations=len(history.conversations),
        messages=len(turns),
        known=known,
        speakers=dict(speakers.most_common()),
        person=tuple(theirs),
        first_at=min(times, default=None),
        last_at=max(times, default=None),
        remembered=len(history.remembered),
        broken=history.broken,
    )


def _is_learned_from(history: History, options: Options) -> bool:
    return not history.role_play if options.learning is None else options.learning


def _batch(owner: str, history: History) -> str:
    """The name of an import: the same for the same history, so that what was begun twice is undone at once."""
    keys = hashlib.sha256(owner.encode())
    for conversation in history.conversations:
        for key in (conversation.key, *(turn.key for turn in conversation.turns)):
            keys.update(f"\n{key}".encode("utf-8", "replace"))
    for one in history.remembered:
        keys.update(f"\n{masked(one.text).text}".encode("utf-8", "replace"))
    return f"import-{keys.hexdigest()[:32]}"


_NOT_KEPT = frozenset({Verb.FORGET, Verb.FORGET_THAT, Verb.FORGET_ALL, Verb.UNLEARN, Verb.PAUSE})
"""What was asked of memory in a history: keeping "forget everything about X" would keep X."""


class _There:
    """What is there already of a conversation: it, the keys of its messages, and those of deleted ones."""

    def __init__(self, runtime: Runtime, person: User, history: History, conversation: PastConversation) -> None:
        keys = [turn.key for turn in conversation.turns]
        with runtime.store.reading() as session:
            self.conversation = session.dialogue.by_external_id(person.id, conversation.key)
            self.recent = session.memories.recent(person.id, RECENT)
            self.settings = session.people.settings(person.id)
            if history.keys_are_everywhere:
                known = session.dialogue.known_keys(person.id, keys)
                self._deleted = {gone for _id, gone in session.links.blocks(person.id)}
            else:
                there = self.conversation
                known = session.dialogue.known_keys(person.id, keys, conversation_id=there.id) if there else set()
                self._deleted = session.links.blocked(person.id, there.id) if there else set()
        self.known = {key for key in keys if key in known or deleted_as(key) & self._deleted}


class _Bringing:
    """One import on its way: how far it is, and what it did."""

    def __init__(
        self,
        runtime: Runtime,
        person: User,
        history: History,
        who: Speakers,
        report: Report,
        progress: Progress | None,
    ) -> None:
        self._runtime = runtime
        self._person = person
        self._history = history
        self._who = who
        self._report = report
        self._progress = progress
        self._total = sum(len(one.turns) for one in history.conversations)
        self._done = 0

    def conversation(self, past: PastConversation) -> None:
        """Bring in what is new of a conversation, piece by piece.

        Raises:
            InvalidInput: memory is paused.
        """
        there = _There(self._runtime, self._person, self._history, past)
        if there.settings.get("paused"):
            raise InvalidInput("memory is paused for this person: resume it before an import")
        where = there.conversation or Conversation(
            id=new_id(),
            owner=self._person.id,
            title=None if past.title is None else masked(past.title).text[:LONGEST_TITLE],
            external_id=past.key,
            started_at=past.at or self._runtime.clock(),
        )
        begin = None if there.conversation else where
        earlier: list[Message] = []
        kept = list(self._kept(past, there, where))
        self._done += len(past.turns) - len(kept)
        for start in range(0, len(kept), PIECE):
            piece = kept[start : start + PIECE]
            read = [found for turn, at in piece if (found := self._read(turn, at, where, there, earlier)) is not None]
            if read:
                self._write(read, there, where, begin)
                begin = None
            self._moved(len(piece))
        if not kept:
            self._moved(0)

    def _kept(self, past: PastConversation, there: _There, where: Conversation) -> Iterator[tuple[Turn, datetime]]:
        """The turns that are new and may be kept, each with its time."""
        kept: list[tuple[Turn, datetime]] = []
        last = where.started_at - timedelta(seconds=1)
        for turn in past.turns:
            role = self._who.role(turn)
            command = asked_of_memory(turn.text) if role is Role.USER else None
            if turn.key in there.known:
                last = turn.at or last + timedelta(seconds=1)
                self._report.known += 1
            elif command is not None and (command.off_record or command.verb in _NOT_KEPT):
                self._report.private += 1
                if command.verb in (Verb.FORGET_THAT, Verb.UNLEARN) and not command.off_record:
                    self._report.private += self._without_the_last(kept)
            else:
                last = turn.at or last + timedelta(seconds=1)
                kept.append((turn, last))
        yield from kept

    def _without_the_last(self, kept: list[tuple[Turn, datetime]]) -> int:
        """Take out the last thing the person said, and what followed; what "forget that" meant in its time."""
        for place in range(len(kept) - 1, -1, -1):
            if self._who.role(kept[place][0]) is Role.USER:
                del kept[place:]
                return 1
        return 0

    def _read(
        self, turn: Turn, at: datetime, where: Conversation, there: _There, earlier: list[Message]
    ) -> Heard | None:
        """What a turn teaches, read with the messages before it; None where it can't be kept."""
        saying = Saying(
            text=turn.text, role=self._who.role(turn), speaker=self._who.speaker(turn), at=at, external_id=turn.key
        )
        try:
            draft = drafted(self._runtime, self._person.id, saying, where.id)
        except InvalidInput as error:
            self._report.broken.append(Broken(where=f"{turn.where}, turn {turn.key}", reason=str(error)))
            return None
        message = replace(draft.message, learnable=self._report.learning)
        found = heard(message, draft.masked, there.recent, extracted(self._runtime, message, earlier))
        earlier[:] = [*earlier, message][-BEFORE:]
        told = [Told(c.key, c.value or "", at) for c in reversed(found.candidates) if c.key]
        there.recent = [*told, *there.recent][:RECENT]
        return found

    def _write(self, read: Sequence[Heard], there: _There, where: Conversation, begin: Conversation | None) -> None:
        said = write(
            self._runtime,
            self._person.id,
            read,
            settings=there.settings,
            conversation_id=where.id,
            begin=begin,
            batch=self._report.batch,
        )
        self._report.conversations += begin is not None
        _count(self._report, said)

    def _moved(self, turns: int) -> None:
        self._done += turns
        if self._progress is not None:
            self._progress(self._done, self._total)


LONGEST_TITLE = 200
"""Characters of a conversation's title that are kept."""


def _count(report: Report, said: Sequence[Said]) -> None:
    report.messages += len(said)
    report.masked += sum(len(one.masked) for one in said)
    for learned in (one for s in said for one in s.learned if one.step is not Step.REFUSED):
        over = learned.memory is not None and learned.memory.status is Status.EXPIRED
        step = PAST if over else learned.step.value
        report.learned[step] = report.learned.get(step, 0) + 1
