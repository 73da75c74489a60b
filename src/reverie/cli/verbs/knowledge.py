"""Commands of the companion's knowledge: ``know add``, ``search``, ``list`` and ``remove``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reverie.cli import record_lines, terminal
from reverie.cli.invocation import Call, typed
from reverie.cli.terminal import styled
from reverie.shapes import hits

if TYPE_CHECKING:
    from rich.console import RenderableType

    from reverie.knowledge.passages import Filed, Indexing
    from reverie.records.documents import Passage


def add(
    call: Call,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH…", help="Files, and folders of files.")],
) -> None:
    """Index Markdown, text, HTML and PDF. Run again, it reads only what changed."""
    with call.opened() as companion, terminal.progress("Reading") as moved:
        done = companion.knowledge.add(*paths, progress=moved)
    for filed in () if call.as_json else done.files:
        if filed.trouble:
            terminal.aside("warning", "", f"{filed.path}: {filed.trouble}", as_json=False)
        for note in filed.notes:
            terminal.aside("note", "", f"{filed.path}: {note}", as_json=False)
    call.answer(_record(done), styled(f"{_told(done)}."))
    if done.files and all(filed.trouble for filed in done.files):
        raise typer.Exit(1)


def search(
    call: Call,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What to look for; - reads standard input.")],
    limit: Annotated[int, typer.Option(metavar="N", help="How many passages at most.")] = 3,
    why: Annotated[bool, typer.Option("--why", help="Show scores and reasons.")] = False,
) -> None:
    """Find the passages that answer a question, with their sources."""
    with call.there(first="reverie know add") as companion:
        found = companion.knowledge.search(typed(question), limit)
    call.degraded(found.degraded)
    lines = [line for place, passage in enumerate(found, 1) for line in _passage(place, passage, why=why)]
    record = {"passages": [{**hits.passage(one), "file": one.file} for one in found], "degraded": list(found.degraded)}
    call.answer(record, *(lines or [styled("No document says anything of it.")]))


def list_(call: Call) -> None:
    """List the documents, with what they were cut into."""
    with call.there(first="reverie know add") as companion:
        found = companion.knowledge.documents()
    rows = [[str(Path(d.root) / d.path), d.title, str(d.passages), record_lines.day(d.indexed_at)] for d in found]
    call.answer(
        {"documents": [hits.document(one) for one in found]},
        terminal.table(["file", "title", "passages", "indexed"], rows) if rows else styled("There are no documents."),
    )


def remove(
    call: Call,
    path: Annotated[str, typer.Argument(metavar="PATH", help="A file, or a folder: all that is from there.")],
) -> None:
    """Take documents out of the knowledge. The files are left alone."""
    with call.there(first="reverie know add") as companion:
        done = companion.knowledge.remove(path)
    call.answer(_record(done), styled(f"{_told(done)}."))


def _record(done: Indexing) -> dict[str, Any]:
    return {
        "counts": _counts(done),
        "passed_over": done.passed_over,
        "files": [_filed(filed) for filed in done.files if filed.step != "unchanged"],
    }


def _filed(filed: Filed) -> dict[str, Any]:
    return {
        "file": filed.path,
        "step": filed.step.value,
        "passages": filed.passages,
        "notes": list(filed.notes),
        "error": filed.trouble or None,
    }


def _counts(done: Indexing) -> dict[str, int]:
    from reverie.knowledge.passages import Step

    return {step.value: len(done.of(step)) for step in Step}


def _told(done: Indexing) -> str:
    counts = [f"{number} {step}" for step, number in _counts(done).items() if number]
    if done.passed_over:
        counts.append(f"{record_lines.count(done.passed_over, 'file')} of other types passed over")
    return ", ".join(counts) or "There was nothing to read"


def _passage(place: int, one: Passage, *, why: bool) -> list[RenderableType]:
    heading = f" · {one.heading}" if one.heading else ""
    lines: list[RenderableType] = [styled(f"{place}. {one.source}{heading}", "bold")]
    lines += [record_lines.inner(line) for line in one.text.splitlines() if line.strip()]
    lines += [
        record_lines.inner(f"picture: {alt} ({path})" if alt else f"picture: {path}") for alt, path in one.pictures
    ]
    lines += [record_lines.inner(f"({one.note})", "dim")] if one.note else []
    return [*lines, *([record_lines.inner(f"{one.score:.2f}: {one.why} · {one.id}", "dim")] if why else [])]
