"""Writing conversations as folders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reverie.conversations import folder_format as pages
from reverie.conversations import summaries
from reverie.conversations.folder_format import Page
from reverie.conversations.message_store import named
from reverie.conversations.summaries import Summary
from reverie.errors import Conflict, InvalidInput
from reverie.folders import folder_files
from reverie.memory.runtime import Runtime
from reverie.records.conversations import Author, Conversation, Message, Sheet, SheetName


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """A conversation that was written: where, how many messages, and which files are new or other than before."""

    conversation_id: str
    folder: Path
    messages: int
    files: tuple[str, ...]


def export(
    runtime: Runtime, owner: str, place: Path, *, conversation: str | None = None, force: bool = False
) -> list[Exported]:
    """Write a conversation, or all of a person's, as folders in a place.

    One that was written there before is written in the same folder, and what else is in it stays.

    Raises:
        NotFound: there is no such conversation.
        Conflict: a file holds edits that are not in memory; ``force`` writes over them.
        InvalidInput: a folder or file can't be written.
    """
    with runtime.store.reading() as session:
        every = session.dialogue.conversations(owner) if conversation is None else []
        wanted = every or ([named(session, owner, conversation)] if conversation is not None else [])
    _made(place)
    there = _written_before(place)
    if (place / folder_files.CONVERSATION).exists() and any(one.id not in there for one in wanted):
        raise InvalidInput(f"{place} is the folder of one conversation: name the folder that it is in")
    if not force:
        for one in wanted:
            if one.id in there:
                _see_taken(runtime, owner, there[one.id], one)
    done = []
    for one in wanted:
        folder = there.setdefault(one.id, place / _free(place, one, set(there.values())))
        done.append(write(runtime, folder, one))
    return done


def _made(place: Path) -> None:
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{str(place)!r} can't be made: {error}; choose another place") from error


def write(runtime: Runtime, folder: Path, conversation: Conversation) -> Exported:
    """Write the files of one conversation into its folder."""
    owner = conversation.owner
    with runtime.store.reading() as session:
        messages = session.dialogue.messages(owner, conversation_id=conversation.id)
        notes = session.sheets.named(owner, conversation.id, SheetName.NOTES)
        put = session.sheets.named(owner, conversation.id, SheetName.SUMMARY)
    summary = summaries.whole(runtime, owner, conversation.id)
    texts = {
        folder_files.CONVERSATION: pages.written(conversation, messages),
        folder_files.SUMMARY: _summary(conversation, messages, summary, put),
        folder_files.NOTES: _notes(conversation, notes),
        folder_files.INPUTS: pages.user_inputs(conversation, messages),
    }
    folder_files.make(folder)
    changed = [name for name, text in texts.items() if folder_files.keep(folder, name, text)]
    return Exported(conversation_id=conversation.id, folder=folder, messages=len(messages), files=tuple(changed))


def _summary(conversation: Conversation, messages: Sequence[Message], summary: Summary, put: Sheet | None) -> str:
    covers = summary.covers
    told = [f"**Written by**: {summary.author}"]
    if covers is not None:
        numbers = {message.id: number for number, message in enumerate(messages, start=1)}
        told.insert(0, f"**Covers**: turn 1 to {numbers.get(covers.to_id, covers.count)}")
    page = Page(
        text=summary.text,
        author=summary.author,
        base=None if put is None else pages.digest(put.text),
        to_id=None if covers is None else covers.to_id,
    )
    return pages.sheet_page(conversation, SheetName.SUMMARY, page, told)


def _notes(conversation: Conversation, notes: Sheet | None) -> str:
    page = Page(text="", author=Author.COMPANION) if notes is None else _of(notes)
    return pages.sheet_page(conversation, SheetName.NOTES, page)


def _of(sheet: Sheet) -> Page:
    return Page(text=sheet.text, author=sheet.author, base=pages.digest(sheet.text))


def _written_before(place: Path) -> dict[str, Path]:
    """The folders in a place, by the id of the conversation that they hold."""
    found: dict[str, Path] = {}
    for folder in folder_files.folders(place):
        try:
            text = folder_files.content(folder, folder_files.CONVERSATION)
            if text is not None:
                found.setdefault(pages.read(text.partition("<!-- turn ")[0], "").conversation.id, folder)
        except InvalidInput:
            continue  # it is no folder of ours, and stays as it is
    return found


def _free(place: Path, conversation: Conversation, taken: set[Path]) -> str:
    """A folder's name that no other conversation has."""
    name = pages.folder_name(conversation)
    number = 1
    while (place / (found := name if number == 1 else f"{name}_{number}")) in taken or (place / found).exists():
        number += 1
    return found


def _see_taken(runtime: Runtime, owner: str, folder: Path, conversation: Conversation) -> None:
    """See that nobody's edits would be written over."""
    edited = unsaved(runtime, owner, folder, conversation)
    if edited:
        raise Conflict(
            f"{folder} has edits that are not in memory ({', '.join(edited)}): import it first, or force the export",
            existing=str(folder),
        )


def unsaved(runtime: Runtime, owner: str, folder: Path, conversation: Conversation) -> list[str]:
    """The files of a folder with edits that memory does not have."""
    text = folder_files.content(folder, folder_files.CONVERSATION)
    edited = [turn.message for turn in pages.read(text or "", owner).turns if turn.edited]
    with runtime.store.reading() as session:
        known = session.dialogue.by_ids(owner, [message.id for message in edited])
        beside = {name: session.sheets.named(owner, conversation.id, name) for name in SheetName}
    found = []
    if any(message.id not in known or known[message.id].text != message.text for message in edited):
        found.append(folder_files.CONVERSATION)
    for name, file in ((SheetName.SUMMARY, folder_files.SUMMARY), (SheetName.NOTES, folder_files.NOTES)):
        page = pages.read_sheet(folder_files.content(folder, file) or "")
        kept = beside[name]
        if page.text and page.edited and page.text != ("" if kept is None else kept.text):
            found.append(file)
    return found
