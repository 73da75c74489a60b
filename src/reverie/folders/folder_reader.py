"""Reading folders back: what is new comes in, what was edited is changed, and what is merely old changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from reverie.conversations import folder_format as pages
from reverie.conversations import summaries
from reverie.conversations.folder_format import Page, Transcript, Turn, digest
from reverie.conversations.message_store import Saying, checked_time, drafted
from reverie.errors import Conflict, InvalidInput, NotFound, Refused
from reverie.folders import folder_files
from reverie.folders.folder_files import Signature
from reverie.folders.folder_writer import write
from reverie.learning import message_learning
from reverie.learning.extraction import BEFORE, extracted
from reverie.learning.message_learning import Heard
from reverie.learning.prior_state import RECENT
from reverie.memory.runtime import Runtime, deleted_as, new_id
from reverie.records.conversations import Author, Conversation, Message, Role, SheetName, cleaned
from reverie.records.memories import Told
from reverie.removal import message_deletion
from reverie.secrets import masked
from reverie.text.command_phrases import Verb, asked_of_memory

_NOT_KEPT = frozenset({Verb.FORGET, Verb.FORGET_THAT, Verb.FORGET_ALL, Verb.UNLEARN, Verb.PAUSE})
"""What was asked of memory: keeping "forget everything about X" would keep X."""


@dataclass(slots=True, kw_only=True)
class Brought:
    """What reading one folder did. ``batch`` takes the messages that came in back, as that of an import does.

    ``begun``: the conversation is new here. ``added`` messages came in; ``edited`` are the ids of changed ones.
    ``missing`` messages are in memory and not in the file, which deletes nothing. ``unsaid`` were deleted here
    and did not come back; ``private`` asked not to be kept; ``masked`` counts secrets. ``summary`` and ``notes`` tell
    whether those were taken in. ``troubles`` are sentences on what was not.
    """

    folder: str
    conversation_id: str | None = None
    begun: bool = False
    added: int = 0
    edited: list[str] = field(default_factory=list)
    missing: int = 0
    unsaid: int = 0
    private: int = 0
    masked: int = 0
    summary: bool = False
    notes: bool = False
    troubles: list[str] = field(default_factory=list)
    batch: str | None = None

    @property
    def changed(self) -> bool:
        """Whether anything came into memory."""
        return bool(self.added or self.edited or self.summary or self.notes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _There:
    """What memory has of a conversation."""

    begun: Conversation | None
    messages: Mapping[str, Message]
    elsewhere: frozenset[str]
    blocked: frozenset[str]
    settings: Mapping[str, Any]
    recent: tuple[Told, ...]


def bring(runtime: Runtime, owner: str, place: Path) -> list[Brought]:
    """Read a conversation's folder, or every one in a place, into a person's memory. Twice is once.

    A turn whose words were edited is changed in memory, and what it taught is learned anew. A turn that is not in the
    file stays in memory: ``unsay`` deletes. A folder with edits that were taken is written again.

    Raises:
        InvalidInput: there is no such folder, or no conversation in it.
        Refused: memory is paused.
    """
    found = folder_files.folders(place)
    if not found:
        raise InvalidInput(f"{place} holds no folder of a conversation: they are called {folder_files.PREFIX}…")
    return [bring_one(runtime, owner, folder) for folder in found]


def bring_one(runtime: Runtime, owner: str, folder: Path) -> Brought:
    """Read one folder; what can't be read is told in its troubles."""
    brought = Brought(folder=folder.name)
    try:
        text = folder_files.content(folder, folder_files.CONVERSATION)
        if text is None:
            raise InvalidInput(f"there is no {folder_files.CONVERSATION} in it")
        transcript = pages.read(text, owner)
        transcript = replace(transcript, conversation=_safe(runtime, transcript.conversation))
        there = _there(runtime, transcript)
    except InvalidInput as error:
        brought.troubles.append(str(error))
        return brought
    if there.settings.get("paused"):
        raise Refused("memory is paused for this person: resume it first", reason="paused")
    brought.conversation_id = transcript.conversation.id
    brought.troubles += transcript.troubles
    _add(runtime, transcript, there, brought)
    stale = _edit(runtime, transcript, there, brought)
    if there.begun is not None or brought.added:
        for name in SheetName:
            _take(runtime, folder, transcript, name, brought, stale=stale)
    if (brought.edited or brought.summary or brought.notes) and not brought.troubles and there.begun is not None:
        try:
            write(runtime, folder, there.begun)
        except InvalidInput as error:
            brought.troubles.append(f"what was edited came in, and the folder was not written again: {error}")
    return brought


def _there(runtime: Runtime, transcript: Transcript) -> _There:
    owner, conversation = transcript.conversation.owner, transcript.conversation.id
    ids = [turn.message.id for turn in transcript.turns]
    with runtime.store.reading() as session:
        whose = session.people.by_id(transcript.owner) if transcript.owner not in (None, owner) else None
        if whose is not None:
            raise InvalidInput("it is a conversation of somebody else who is known here: bring it to them")
        known = session.dialogue.by_ids(owner, ids)
        mine = session.dialogue.messages(owner, conversation_id=conversation)
        return _There(
            begun=session.dialogue.conversation(owner, conversation),
            messages={message.id: message for message in mine},
            elsewhere=frozenset(known) - {message.id for message in mine},
            blocked=frozenset(session.links.blocked(owner, conversation)),
            settings=session.people.settings(owner),
            recent=tuple(session.memories.recent(owner, RECENT)),
        )


# -- turns -----------------------------------------------------------------------------------------


def _add(runtime: Runtime, transcript: Transcript, there: _There, brought: Brought) -> None:
    """Write the turns that memory does not have, with what they teach."""
    where = transcript.conversation
    recent = list(there.recent)
    read: list[Heard] = []
    earlier: list[Message] = []
    for number, turn in enumerate(transcript.turns, start=1):
        message = turn.message
        if message.id in there.messages:
            continue
        if message.id in there.elsewhere:
            brought.troubles.append(f"turn {number}: a message of another conversation has its id")
            continue
        if deleted_as(message.id, message.external_id) & there.blocked:
            brought.unsaid += 1
            continue
        if _asked_to_forget(message):
            brought.private += 1
            continue
        try:
            heard = _heard(runtime, message, recent, earlier)
        except InvalidInput as error:
            brought.troubles.append(f"turn {number}: {error}")
            continue
        recent = [*(Told(c.key, c.value or "", message.sent_at) for c in heard.candidates if c.key), *recent][:RECENT]
        earlier = [*earlier, heard.draft.message][-BEFORE:]
        read.append(heard)
    if not read:
        return
    batch = f"import-{new_id()}"
    begin = None if there.begun is not None else where
    message_learning.write(
        runtime, where.owner, read, settings=there.settings, conversation_id=where.id, begin=begin, batch=batch
    )
    brought.begun, brought.added, brought.batch = begin is not None, len(read), batch
    brought.masked += sum(len(heard.draft.masked) for heard in read)


def _heard(runtime: Runtime, message: Message, recent: Sequence[Told], earlier: Sequence[Message]) -> Heard:
    """A message of a file, checked and masked, with its own id, and what it teaches."""
    saying = Saying(
        text=message.text,
        role=message.role,
        speaker=message.speaker,
        at=message.sent_at,
        external_id=message.external_id,
    )
    draft = drafted(runtime, message.owner, saying, message.conversation_id)
    kept = replace(draft.message, id=message.id, learnable=message.learnable, revision=message.revision)
    return message_learning.heard(kept, draft.masked, recent, extracted(runtime, kept, earlier))


def _asked_to_forget(message: Message) -> bool:
    command = asked_of_memory(message.text) if message.role is Role.USER else None
    return command is not None and (command.off_record or command.verb in _NOT_KEPT)


def _safe(runtime: Runtime, conversation: Conversation) -> Conversation:
    """The conversation of a file as it can be kept.

    Raises:
        InvalidInput: its times are impossible.
    """
    title, key, now = conversation.title, conversation.external_id, runtime.clock()
    for moment in (conversation.started_at, conversation.ended_at):
        if moment is not None:
            checked_time(moment, now)
    key = None if key is None else masked(cleaned(key)).text
    with runtime.store.reading() as session:
        twin = None if key is None else session.dialogue.by_external_id(conversation.owner, key)
    return replace(
        conversation,
        title=None if title is None else masked(cleaned(title)).text,
        external_id=key if twin is None or twin.id == conversation.id else None,  # the key is taken
    )


def _edit(runtime: Runtime, transcript: Transcript, there: _There, brought: Brought) -> bool:
    """Take in the words that were edited; tell whether memory changed since the file was written."""
    stale = brought.unsaid > 0
    for number, turn in enumerate(transcript.turns, start=1):
        before = there.messages.get(turn.message.id)
        if before is None:
            continue
        moved_on = before.revision != turn.message.revision and before.text != turn.message.text
        stale = stale or moved_on
        if not turn.edited or before.text == turn.message.text:
            continue
        if moved_on:
            brought.troubles.append(f"turn {number} was changed in memory too: export it again, then edit that")
            continue
        try:
            _reword(runtime, before, turn, brought)
        except (InvalidInput, Conflict) as error:
            brought.troubles.append(f"turn {number}: {error}")
    in_file = {turn.message.id for turn in transcript.turns}
    brought.missing = len(set(there.messages) - in_file)
    return stale


def _reword(runtime: Runtime, before: Message, turn: Turn, brought: Brought) -> None:
    saying = Saying(text=turn.message.text, role=before.role, speaker=before.speaker, at=before.sent_at)
    draft = drafted(runtime, before.owner, saying, before.conversation_id)
    if draft.message.text == before.text:
        return
    message_deletion.reword(runtime, before.owner, before.id, draft.message.text, revision=before.revision)
    message_learning.relearn(runtime, before.owner, before.id)
    brought.edited.append(before.id)
    brought.masked += len(draft.masked)


# -- summary and notes -----------------------------------------------------------------------------


def _take(
    runtime: Runtime, folder: Path, transcript: Transcript, name: SheetName, brought: Brought, *, stale: bool
) -> None:
    """Take in a summary or notes that somebody wrote or edited, or that came with a conversation that is new here."""
    file = folder_files.SUMMARY if name is SheetName.SUMMARY else folder_files.NOTES
    where = transcript.conversation
    try:
        text = folder_files.content(folder, file)
        page = Page(text="") if text is None else pages.read_sheet(text)
    except InvalidInput as error:
        brought.troubles.append(f"{file}: {error}")
        return
    with runtime.store.reading() as session:
        kept = session.sheets.named(where.owner, where.id, name)
    if text is None or page.text == ("" if kept is None else kept.text):
        return
    of_rules = page.author in (None, Author.RULES)
    if not page.edited and (of_rules or not brought.begun):
        return
    base = None if kept is None else digest(kept.text)
    if page.written is not None and not brought.begun and (base != page.base or (stale and of_rules)):
        brought.troubles.append(f"{file} was changed in memory too: export it again, then edit that")
        return
    _put(runtime, where, name, replace(page, author=Author.PERSON) if page.edited else page, brought)


def _put(runtime: Runtime, where: Conversation, name: SheetName, page: Page, brought: Brought) -> None:
    author = page.author or Author.PERSON
    if name is SheetName.NOTES:
        summaries.note(runtime, where.owner, where.id, page.text, author=author)
        brought.notes = True
        return
    try:
        summaries.put(runtime, where.owner, where.id, page.text, covers=page.to_id, author=author)
    except NotFound:  # what it covered is not here
        summaries.put(runtime, where.owner, where.id, page.text, author=author)
    brought.summary = True


class Watch:
    """The folders of a place, looked at again and again; ``bring`` reads one of them.

    A folder is read once its files are as they were at the look before, so a file that is being saved is left in peace.
    """

    def __init__(self, place: Path, bring: Callable[[Path], Brought]) -> None:
        self._place = place
        self._bring = bring
        self._seen: dict[Path, Signature] = {}
        self._taken: dict[Path, Signature] = {}

    def look(self, *, settled: bool = True) -> list[Brought]:
        """Read the folders that changed since they were last read; with ``settled`` off, those being saved too.

        Raises:
            InvalidInput: the place is gone.
        """
        found = []
        for folder in folder_files.folders(self._place):
            now = folder_files.signature(folder)
            still = self._seen.get(folder) == now or not settled
            self._seen[folder] = now
            if still and self._taken.get(folder) != now:
                found.append(self._bring(folder))
                self._taken[folder] = self._seen[folder] = folder_files.signature(folder)
        return found
