"""Pictures that are remembered with what they show: those that the application put somewhere, and those sent here.

A request brings a picture itself and never names a file: whoever asks reads nothing of the server's disk.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field, Strict
from typing_extensions import TypedDict

from reverie.server.access.authorization import Reading, Writing
from reverie.server.pagination import Command, Moment, Page, Piece, Words, file_of, paged
from reverie.shapes import hits

router = APIRouter(prefix="/v1/people/{person_id}/pictures", tags=["pictures"])


@router.get("")
def list_pictures(person: Reading, piece: Piece) -> Page[hits.Scene]:
    """List the pictures that are remembered, the oldest first."""
    return paged(person.pictures.list(), hits.scene, piece, lambda one: one.id)


Vector = Annotated[list[Annotated[float, Strict()]], Field(min_length=1, max_length=8192)]
Space = Annotated[str, Field(min_length=1, max_length=200)]


class Add(Command):
    """A picture with what it shows, and optionally its vector in the ``space`` of a host's own model.

    ``image`` is a JPEG, PNG, GIF or WebP file in base64, with or without ``data:…;base64,`` before it.
    """

    image: Annotated[str, Field(min_length=1)]
    description: Annotated[str, Field(min_length=1, max_length=20_000)]
    vector: Vector | None = None
    space: Space | None = None
    scene_id: Annotated[str, Field(min_length=1, max_length=120)] | None = None
    at: Moment | None = None


@router.post("")
def add_picture(person: Writing, body: Add) -> hits.AddedScene:
    """Remember a picture that is sent, until the person is erased. The same again is the same scene."""
    content = file_of(body.image, "image")
    added = person.pictures.add(
        content, body.description, vector=body.vector, space=body.space, scene_id=body.scene_id, at=body.at
    )
    return hits.added_scene(added)


class Find(Command):
    """A message, and optionally its vector in the ``space`` of a host's own model of pictures and text."""

    message: Words
    limit: Annotated[int, Field(ge=1, le=100)] = 5
    vector: Vector | None = None
    space: Space | None = None


class Scenes(TypedDict):
    """Pictures, best first, and what the search had to do without."""

    scenes: list[hits.Scene]
    degraded: list[str]


@router.post("/search")
def search_pictures(person: Reading, body: Find) -> Scenes:
    """Find the pictures that a message brings to mind."""
    seen = person.pictures.find(body.message, limit=body.limit, vector=body.vector, space=body.space)
    return {"scenes": [hits.scene(one) for one in seen], "degraded": list(seen.degraded)}


@router.get("/{picture_id}")
def get_picture(person: Reading, picture_id: str) -> hits.Scene:
    """Show what is kept of a picture."""
    return hits.scene(person.pictures.scene(picture_id))


@router.get(
    "/{picture_id}/image",
    response_class=Response,
    responses={200: {"content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}}},
)
def get_picture_image(person: Reading, picture_id: str) -> Response:
    """Show a picture itself, as it was when it was added; 409 where its file was changed since."""
    scene = person.pictures.scene(picture_id)
    named = f"picture.{scene.media_type.rpartition('/')[2]}"
    return Response(
        scene.content(), media_type=scene.media_type, headers={"Content-Disposition": f'inline; filename="{named}"'}
    )


class Gone(TypedDict):
    """A picture that was forgotten; ``change_id`` is what undo takes."""

    change_id: str | None


@router.delete("/{picture_id}")
def forget_picture(request: Request, person: Writing, picture_id: str) -> Gone:
    """Forget a picture; its file is left alone."""
    gone = person.pictures.forget(picture_id)
    request.app.state.replays.forget(person.id)
    return {"change_id": gone.change_id}
