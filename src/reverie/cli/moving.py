"""Commands that move a memory in and out: ``import`` and ``export``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reverie.cli import shapes, shown, terminal
from reverie.cli.arguments import Name
from reverie.cli.calls import Call, met
from reverie.cli.terminal import styled
from reverie.errors import Conflict, InvalidInput

if TYPE_CHECKING:
    from rich.console import RenderableType


def import_(
    call: Call,
    name: Name,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="JSONL, or a transcript of 'Ada: hello' lines.")],
    speaker: Annotated[str | None, typer.Option(metavar="WHO", help="Who the person is in it.")] = None,
) -> None:
    """Bring histories into a person's memory, with their own dates. Twice is once."""
    reports: list[dict[str, Any]] = []
    with call.opened() as companion:
        person = met(companion, name)
        for file in files:
            try:
                with terminal.progress(f"Importing {file.name}") as moved:
                    done = companion.import_history(file, person, speaker=speaker, progress=moved)
                reports.append(shapes.report(done, str(file)))
            except InvalidInput as error:
                told = {"type": type(error).__name__, "message": str(error)}
                reports.append({"file": str(file), "error": told, "broken": []})
    for report in () if call.as_json else reports:
        if report["error"]:
            terminal.aside("error", "", f"{report['file']}: {report['error']['message']}", as_json=False)
        for line in report["broken"]:
            terminal.aside("warning", "", f"{report['file']}, {line['where']}: {line['reason']}", as_json=False)
    lines = [line for report in reports for line in _lines(report, person.name)]
    call.answer({"person": shapes.user(person.user), "files": reports}, *lines)
    if not any(report.get(part) for report in reports for part in ("messages", "known", "private")):
        raise typer.Exit(1)


def _lines(report: dict[str, Any], name: str) -> list[RenderableType]:
    if report["error"]:
        return [styled(f"{report['file']}: nothing came in.")]
    counts = [
        shown.count(report["conversations"], "conversation"),
        shown.count(report["messages"], "message"),
        *(f"{number} {step}" for step, number in sorted(report["learned"].items())),
    ]
    others = {"known": "known already", "private": "asked not to be kept", "masked": "secrets masked"}
    counts += [f"{report[part]} {words}" for part, words in others.items() if report[part]]
    if report["broken"]:
        counts.append(f"{len(report['broken'])} could not be read")
    undo = [shown.inner(f"To take it back: reverie undo '{name}' --import {report['batch']}", "dim")]
    return [styled(f"{report['file']}: {', '.join(counts)}."), *(undo if report["messages"] else [])]


def export(
    call: Call,
    name: Name,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it there.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
) -> None:
    """Write everything that is kept of a person as JSON."""
    with call.opened() as companion:
        kept = companion.export(companion.find(name))
    if output is None:
        if call.as_json:
            terminal.emit(kept)
        else:
            terminal.show(terminal.as_json(kept, indent=2))
        return
    written(output, terminal.as_json(kept, indent=2) + "\n", force=force)
    memories, conversations = len(kept["memories"]), len(kept["conversations"])
    said = f"{shown.count(memories, 'memory', 'memories')}, {shown.count(conversations, 'conversation')}"
    call.answer(
        {"file": str(output), "memories": memories, "conversations": conversations}, styled(f"{output}: {said}.")
    )


def written(path: Path, text: str, *, force: bool) -> None:
    """Write a new file that only its owner can read.

    Raises:
        Conflict: it is there.
        InvalidInput: it can't be written.
    """
    flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if force else os.O_EXCL)
    try:
        with os.fdopen(os.open(path, flags, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise Conflict(f"{path} is there already: name another file, or add --force", existing=str(path)) from error
    except OSError as error:
        raise InvalidInput(f"{path} can't be written: {error.strerror or error}; name another file") from error
