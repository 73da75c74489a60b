"""What a person decides about their memory: settings, pause, export, erasure, and taking changes back."""

from __future__ import annotations

from typing import Annotated, Literal, cast

from fastapi import APIRouter, Request
from pydantic import Field, JsonValue
from typing_extensions import TypedDict

from reverie.memory.history import Last
from reverie.records.memories import Category
from reverie.server.access.authorization import Opened, Reading, Writing
from reverie.server.pagination import Command, Id, Page, Piece, kept_page, seq_of
from reverie.shapes import memories, people

router = APIRouter(prefix="/v1/people/{person_id}", tags=["privacy"])


@router.get("/settings")
def get_settings(person: Reading) -> people.Settings:
    """Show what the person decided."""
    return people.settings(person.settings())


class Decide(Command):
    """What is decided; what is left out stays. ``retention_days`` null keeps things as long as their category says."""

    paused: bool = False
    categories_off: list[Category] = Field(default_factory=list)
    retention_days: Annotated[float, Field(gt=0, le=36_500)] | None = None
    told_in_company: list[Category | Literal["all"]] = Field(default_factory=list)


@router.patch("/settings")
def change_settings(person: Writing, body: Decide) -> people.Settings:
    """Change what the person decided: pause, categories that are not learned or recalled, how long anything is kept."""
    return people.settings(person.settings(**body.model_dump(exclude_unset=True, mode="json")))


@router.post("/pause")
def pause(person: Writing) -> people.Settings:
    """Stop remembering: memory is read, and nothing is kept."""
    person.pause()
    return people.settings(person.settings())


@router.post("/resume")
def resume(person: Writing) -> people.Settings:
    """Remember again."""
    person.resume()
    return people.settings(person.settings())


Row = dict[str, JsonValue]


class Export(TypedDict):
    """Everything that is kept of a person: rows as they are kept, of each sort."""

    format: str
    exported_at: str
    person: Row
    accounts: list[Row]
    merged: list[Row]
    settings: Row
    memories: list[Row]
    pictures: list[Row]
    links: list[Row]
    conversations: list[Row]
    changes: list[Row]


@router.get("/export")
def export_person(person: Reading, luna: Opened) -> Export:
    """Give everything that is kept of the person, as one document."""
    return cast("Export", luna.export(person))


@router.delete("")
def erase_person(request: Request, person: Writing, luna: Opened) -> people.Receipt:
    """Erase the person for good, and look into the files for what is left. There is no way back."""
    receipt = luna.erase(person)
    request.app.state.replays.forget(person.id)
    return people.receipt(receipt)


@router.delete("/messages/{message_id}/traces")
def erase_message(request: Request, person: Writing, luna: Opened, message_id: str) -> people.Receipt:
    """Erase a message for good, with everything that came from it, and look for what is left. There is no way back."""
    receipt = luna.erase(person, message=message_id)
    request.app.state.replays.forget(person.id)
    return people.receipt(receipt)


# -- changes -------------------------------------------------------------------------------------


@router.get("/changes")
def list_changes(person: Reading, piece: Piece, imports: bool = True) -> Page[memories.Event]:
    """List what changes did to memories, the newest first; without ``imports``, but for those that imports brought."""
    found = person.history(last=Last(limit=piece.limit + 1, before=seq_of(piece), imports=imports))
    return kept_page(found[::-1], piece, memories.event, lambda one: (one.seq,))


class Undo(Command):
    """What to take back: a change, what a message taught, or a whole import; nothing named is the last change."""

    change_id: Id | None = None
    message_id: Id | None = None
    batch: Id | None = None


@router.post("/changes/undo")
def undo(person: Writing, body: Undo) -> memories.Undone:
    """Take back a change."""
    return memories.undone(person.undo(body.change_id, message=body.message_id, batch=body.batch))
