"""Histories from elsewhere: brought in with their own dates, listed, and taken back whole (``changes/undo``)."""

from __future__ import annotations

from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from typing_extensions import TypedDict

from reverie.errors import InvalidInput
from reverie.server.access.authorization import Opened, Reading, Writing
from reverie.server.pagination import Command, file_of
from reverie.shapes import memories

router = APIRouter(prefix="/v1/people/{person_id}/imports", tags=["imports"])

_LONGEST_SUFFIX = 12


@router.get("")
def list_imports(person: Reading) -> list[memories.Imported]:
    """List the histories that were brought in, the newest first; ``batch`` is what undo takes."""
    return [memories.imported(one) for one in person.imports()]


class BringIn(Command):
    """A file with conversations, in base64, with or without ``data:…;base64,`` before it.

    ``speaker`` is who the person is in it, where the file does not say so by role or name.
    """

    name: Annotated[str, Field(min_length=1, max_length=300)]
    content: Annotated[str, Field(min_length=1)]
    speaker: Annotated[str, Field(min_length=1, max_length=200)] | None = None


class BroughtIn(TypedDict):
    """What an import did: what came in, what was known already, and how much of the file could not be read."""

    batch: str
    conversations: int
    messages: int
    known: int
    learned: dict[str, int]
    unread: list[str]


@router.post("")
def import_history(person: Writing, luna: Opened, body: BringIn) -> BroughtIn:
    """Bring a history in. The same file again adds nothing; ``changes/undo`` with its ``batch`` takes it back."""
    content = file_of(body.content, "file")
    suffix = PurePath(body.name).suffix
    with TemporaryDirectory() as folder:
        named = suffix if suffix[1:].isalnum() and len(suffix) <= _LONGEST_SUFFIX else ""
        file = Path(folder) / f"history{named}"
        file.write_bytes(content)
        try:
            done = luna.import_history(file, person, speaker=body.speaker)
        except InvalidInput as error:
            raise InvalidInput(str(error).replace(str(file), body.name)) from error
    return {
        "batch": done.batch,
        "conversations": done.conversations,
        "messages": done.messages,
        "known": done.known,
        "learned": done.learned,
        "unread": [f"{one.where}: {one.reason}" for one in done.broken],
    }
