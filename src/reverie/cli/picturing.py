"""Commands of pictures: ``pictures add``, ``find``, ``list`` and ``remove``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reverie import shapes
from reverie.cli import shown
from reverie.cli.arguments import Name, Yes
from reverie.cli.calls import Call, moment, typed
from reverie.cli.terminal import quoted, styled

if TYPE_CHECKING:
    from rich.console import RenderableType

    from reverie.services.scenes import Scene


def add(
    call: Call,
    name: Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A JPEG, PNG, GIF or WebP file; it stays where it is.")],
    description: Annotated[str, typer.Option(help="What it shows, in a sentence; - reads input.")],
    scene: Annotated[str | None, typer.Option("--id", metavar="ID", help="Your own id of the scene.")] = None,
    at: Annotated[str | None, typer.Option(metavar="TIME", help="When it was seen (ISO 8601); else now.")] = None,
) -> None:
    """Remember a picture with what it shows. The same picture again is described anew."""
    with call.met(name) as person:
        made = person.pictures.add(file, typed(description), scene_id=scene, at=moment(at))
    seen = f"seen by {', '.join(made.spaces)}" if made.spaces else "found by its description only"
    call.answer(
        {
            "person": shapes.user(person.user),
            "step": made.step.value,
            "scene": shapes.scene(made.scene),
            "spaces": list(made.spaces),
        },
        styled(f"{made.step.value.capitalize()}: {made.scene.description}"),
        shown.inner(f"{made.scene.id} · {made.scene.width} x {made.scene.height}, {seen}", "dim"),
    )


def find(
    call: Call,
    name: Name,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A message, or what to look for; - reads input.")],
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many, at most.")] = 5,
) -> None:
    """Find the pictures that a message brings to mind, the best first."""
    with call.person(name) as person:
        found = person.pictures.find(typed(text), limit=limit)
    call.degraded(found.degraded)
    call.answer(
        {
            "person": shapes.user(person.user),
            "scenes": [shapes.scene(one) for one in found],
            "degraded": list(found.degraded),
        },
        *([line for one in found for line in _shown(one)] or [styled("No picture comes to mind.")]),
    )


def list_(call: Call, name: Name) -> None:
    """List the pictures that are remembered, the oldest first."""
    with call.person(name) as person:
        scenes = person.pictures.list()
    call.answer(
        {"person": shapes.user(person.user), "scenes": [shapes.scene(one) for one in scenes]},
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
    call.answer(
        {"person": shapes.user(person.user), "scene": shapes.scene(one), "change_id": gone.change_id},
        styled(f"Forgotten: {one.description}"),
        styled(f"To take it back: reverie undo '{person.name}' {gone.change_id}", "dim"),
    )


def _shown(one: Scene) -> list[RenderableType]:
    where = f"{one.path} (missing)" if one.missing else str(one.path)
    lines: list[RenderableType] = [styled(one.description), shown.inner(f"{one.id} · {where}", "dim")]
    if one.similarity is not None:
        lines.append(shown.inner(f"{one.similarity:.2f}: {one.why}", "dim"))
    return lines
