"""Commands of pictures: ``pictures add``, ``find``, ``list`` and ``remove``."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reverie.cli import record_lines
from reverie.cli.invocation import Call, moment, typed
from reverie.cli.shared_arguments import Name, Yes
from reverie.cli.terminal import command, quoted, styled
from reverie.errors import InvalidInput, NotFound
from reverie.shapes import fields, hits

if TYPE_CHECKING:
    from rich.console import RenderableType

    from reverie.images.scenes import Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class Vectored:
    """A vector that was made elsewhere."""

    vector: Annotated[
        Path | None,
        typer.Option(
            "--vector", metavar="FILE", help="A vector of your own: a JSON list, or an object with vector and space."
        ),
    ] = None
    space: Annotated[
        str | None, typer.Option("--space", metavar="NAME", help="The space of --vector, as its model's name.")
    ] = None


def add(
    call: Call,
    name: Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A JPEG, PNG, GIF or WebP file; it stays where it is.")],
    description: Annotated[str, typer.Option(help="What it shows, in a sentence; - reads input.")],
    scene: Annotated[str | None, typer.Option("--id", metavar="ID", help="Your own id of the scene.")] = None,
    at: Annotated[
        str | None, typer.Option(metavar="TIME", help="When it was seen, as 2026-03-01T18:30; now, if left out.")
    ] = None,
    vectored: Vectored = Vectored(),
) -> None:
    """Remember a picture with what it shows. The same picture again is described anew."""
    given = _given(vectored)
    with call.met(name) as person:
        made = person.pictures.add(file, typed(description), scene_id=scene, at=moment(at), **given)
    seen = f"seen by {', '.join(made.spaces)}" if made.spaces else "found by its description only"
    call.answer_of(
        person,
        {**hits.added_scene(made), "scene": _record(made.scene)},
        styled(f"{made.step.value.capitalize()}: {made.scene.description}"),
        record_lines.inner(f"{made.scene.id} · {made.scene.width} x {made.scene.height}, {seen}", "dim"),
    )


def find(
    call: Call,
    name: Name,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A message, or what to look for; - reads input.")],
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many, at most.")] = 5,
    vectored: Vectored = Vectored(),
) -> None:
    """Find the pictures that a message brings to mind, the best first."""
    given = _given(vectored)
    with call.person(name) as person:
        found = person.pictures.find(typed(text), limit=limit, **given)
    call.degraded(found.degraded)
    call.answer_of(
        person,
        {"scenes": [_record(one) for one in found], "degraded": list(found.degraded)},
        *([line for one in found for line in _shown(one)] or [styled("No picture comes to mind.")]),
    )


def list_(call: Call, name: Name) -> None:
    """List the pictures that are remembered, the oldest first."""
    with call.person(name) as person:
        scenes = person.pictures.list()
    call.answer_of(
        person,
        {"scenes": [_record(one) for one in scenes]},
        *([line for one in scenes for line in _shown(one)] or [styled("No pictures are remembered yet.")]),
    )


def remove(
    call: Call,
    name: Name,
    scene: Annotated[str, typer.Argument(metavar="ID", help="The scene's id, the beginning of it, or your own id.")],
    yes: Yes = False,
) -> None:
    """Forget a picture and what was said of it. The file is left alone."""
    with call.person(name) as person:
        one = person.pictures.scene(scene)
        if not yes:
            call.agreed(f"Forget {quoted(one.description)}?", *_shown(one))
        gone = person.pictures.forget(one.id)
    call.answer_of(
        person,
        {"scene": _record(one), "change_id": gone.change_id},
        styled(f"Forgotten: {one.description}"),
        styled(f"To take it back: {command('undo', person.name, gone.change_id)}", "dim"),
    )


def _given(vectored: Vectored) -> dict[str, Any]:
    """The vector in a file, with its space, as a verb takes them.

    Raises:
        NotFound: there is no such file.
        InvalidInput: it holds no vector, or its space is not said or said twice.
    """
    file, space = vectored.vector, vectored.space
    if file is None:
        return {} if space is None else {"space": space}
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise NotFound(f"there is no file {file}: check the path of the vector") from error
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidInput(f"{file} is no JSON that can be read: write a list of numbers") from error
    vector, named = (told.get("vector"), told.get("space")) if isinstance(told, dict) else (told, None)
    if not isinstance(vector, list) or not all(type(x) in (int, float) for x in vector):
        raise InvalidInput(f"{file} holds no vector: write a JSON list of numbers, or an object with vector and space")
    if named is not None and (not isinstance(named, str) or space not in (None, named)):
        raise InvalidInput(f"{file} is of the space {named!r}, and --space says {space!r}: name one of them")
    return {"vector": vector, "space": space or named}


def _record(one: Scene) -> fields.Record:
    return {**hits.scene(one), "path": str(one.path)}


def _shown(one: Scene) -> list[RenderableType]:
    where = f"{one.path} (missing)" if one.missing else str(one.path)
    lines: list[RenderableType] = [styled(one.description), record_lines.inner(f"{one.id} · {where}", "dim")]
    if one.similarity is not None:
        lines.append(record_lines.inner(f"{one.similarity:.2f}: {one.why}", "dim"))
    return lines
