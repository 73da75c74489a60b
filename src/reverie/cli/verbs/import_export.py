"""Commands that move a memory in and out: ``import`` and ``export``."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reverie.cli import record_lines, terminal
from reverie.cli.invocation import Call, met
from reverie.cli.shared_arguments import Name, NewArchive, ToArchive, file_of
from reverie.cli.terminal import command, styled
from reverie.errors import Conflict, InvalidInput, NotFound
from reverie.shapes import conversations, people

if TYPE_CHECKING:
    from rich.console import RenderableType

    from reverie.app.person import Person
    from reverie.privacy.archive_packing import Packed


@dataclass(frozen=True, slots=True, kw_only=True)
class OfHistories:
    """The options of a history that is brought in."""

    speaker: Annotated[str | None, typer.Option(metavar="WHO", help="Who the person is in it.")] = None
    format: Annotated[
        str | None, typer.Option(metavar="FORMAT", help="The format, where the content does not say it: chatgpt, …")
    ] = None
    learning: Annotated[
        bool | None,
        typer.Option("--learning/--no-learning", help="Learn from it or not; by default, from all but role play."),
    ] = None
    memories: Annotated[
        bool, typer.Option("--memories", help="Propose what the other assistant remembered, with its dates.")
    ] = False
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would come in, and write nothing.")] = False

    def reading(self) -> dict[str, Any]:
        """How a history is read, as a verb takes it."""
        return {name: value for name, value in asdict(self).items() if name != "dry_run"}


def import_(
    call: Call,
    name: Name,
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help="An export of an assistant or a chat program, or a transcript."),
    ],
    options: OfHistories,
    into: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Who the person of an archive is here.")
    ] = None,
) -> None:
    """Bring in chat histories or an archive, with their dates. Nothing comes in twice."""
    from reverie.privacy.archive_container import is_archive

    archives = [file for file in files if is_archive(file)]
    if archives:
        if len(files) > 1:
            raise InvalidInput("an archive comes in alone: bring the other files in before it or after it")
        if options != OfHistories():
            raise InvalidInput("an archive says itself what it is: name the person and the file alone")
        _unpacked(call, archives[0], name, into)
        return
    if into is not None:
        raise InvalidInput("--as is for archives: the person is named first")
    if not any(file.exists() for file in files):
        raise NotFound(f"there is no file {', '.join(map(str, files))}: name the person first, and then files")
    reports = _previewed(call, name, files, options) if options.dry_run else _imported(call, name, files, options)
    if not any(map(_read, reports)):
        raise typer.Exit(1)


def _imported(call: Call, name: str, files: list[Path], options: OfHistories) -> list[dict[str, Any]]:
    """Bring histories in, and answer with what came of it."""
    with call.opened() as companion:
        person = met(companion, name)

        def brought(file: Path) -> dict[str, Any]:
            with terminal.progress(f"Importing {file.name}") as moved:
                done = companion.import_history(file, person, **options.reading(), progress=moved)
            return conversations.report(done, str(file))

        reports = _reported(call, files, brought)
    lines = [line for report in reports if _read(report) for line in _lines(report, person.name, options)]
    call.answer_of(person, {"files": reports}, *lines)
    return reports


def _previewed(call: Call, name: str, files: list[Path], options: OfHistories) -> list[dict[str, Any]]:
    """Answer with what would come in, and write nothing: nobody is met, and no store is made."""
    with call.looking() as companion:
        try:
            person: Person | str = companion.find(name)
        except NotFound:
            person = name

        def found(file: Path) -> dict[str, Any]:
            return conversations.preview(companion.archives.preview(file, person, **options.reading()), str(file))

        reports = _reported(call, files, found)
    call.answer({"dry_run": True, "files": reports}, *(line for one in filter(_read, reports) for line in _ahead(one)))
    return reports


def _reported(call: Call, files: list[Path], read: Callable[[Path], dict[str, Any]]) -> list[dict[str, Any]]:
    """What became of each file, with its trouble told to a person."""
    reports: list[dict[str, Any]] = []
    for file in files:
        try:
            reports.append(read(file))
        except InvalidInput as error:
            told = {"type": type(error).__name__, "message": str(error)}
            reports.append({"file": str(file), "error": told, "broken": []})
    for report in () if call.as_json else reports:
        _told_trouble(report)
    return reports


_SHOWN_BROKEN = 3


def _told_trouble(report: dict[str, Any]) -> None:
    """Say what was wrong with a file, once: as an error, or by the first of the lines that can't be read."""
    file, broken = report["file"], report["broken"]
    if report["error"]:
        why = report["error"]["message"]
        terminal.aside("error", "", why if file in why else f"{file}: {why}", as_json=False)
    if broken and not _read(report):
        first = f"{file}, {broken[0]['where']}: {broken[0]['reason']}"
        form = (
            f"none of {record_lines.count(len(broken), 'line')} could be read, which have to be JSONL or 'Ada: hello'"
        )
        terminal.aside("error", "", f"{first}; {form}", as_json=False)
        return
    for line in broken[:_SHOWN_BROKEN]:
        terminal.aside("warning", "", f"{file}, {line['where']}: {line['reason']}", as_json=False)
    if len(broken) > _SHOWN_BROKEN:
        more = record_lines.count(len(broken) - _SHOWN_BROKEN, "line")
        terminal.aside("warning", "", f"{more} more can't be read: --json names them all", as_json=False)


def _read(report: dict[str, Any]) -> bool:
    """Whether anything of a file could be read."""
    return any(report.get(part) for part in ("messages", "known", "private", "remembered"))


def _unpacked(call: Call, file: Path, name: str | None, into: str | None) -> None:
    """Bring an archive in: of a person (of this name, or else as somebody of this name), or of the companion."""
    with call.opened() as companion, terminal.progress(f"Importing {file.name}") as moved:
        named = into
        if named is None and name is not None and not _is_of(file, name):
            named = name
        came = companion.archives.unpack(file, named, progress=moved)
    record = {
        "person": people.user(came.person),
        "file": str(file),
        "batch": came.batch,
        "whole": came.whole,
        "messages": came.messages,
        "memories": came.memories,
        "pictures": came.pictures,
        "left_out": list(came.left_out),
        "masked": came.masked,
    }
    if came.batch is None:
        call.answer(record, styled(f"{file}: {came.person.name} knows all of it already."))
        return
    counts = [record_lines.count(came.messages, "message"), record_lines.count(came.memories, "memory")]
    counts += [record_lines.count(came.pictures, "picture")] if came.pictures else []
    counts += [f"{came.masked} secrets masked"] if came.masked else []
    how = "came in whole" if came.whole else "was told what is new"
    lines: list[RenderableType] = [styled(f"{came.person.name} {how}: {', '.join(counts)}.")]
    for account in came.left_out:
        lines.append(styled(f"The account {account} is linked to somebody else here, and stays so."))
    lines.append(
        record_lines.inner(f"To take it back: {command('undo', came.person.name, '--import', came.batch)}", "dim")
    )
    call.answer(record, *lines)


def _is_of(file: Path, name: str) -> bool:
    """Whether an archive is of somebody of this name."""
    from reverie.privacy.archive_container import called
    from reverie.records.users import folded

    return folded(name) == folded(called(file))


_ROLE_PLAY = "It looks like role play: it teaches nothing (--no-learning) unless you say --learning"
_SHOWN_SPEAKERS = 8


def _ahead(report: dict[str, Any]) -> list[RenderableType]:
    """What would come in of a file."""
    counts = [
        record_lines.count(report["conversations"], "conversation"),
        record_lines.count(report["messages"], "message"),
        *([f"{report['known']} known already"] if report["known"] else []),
        *([record_lines.count(report["remembered"], "remembered fact")] if report["remembered"] else []),
        *([f"{len(report['broken'])} could not be read"] if report["broken"] else []),
    ]
    lines: list[RenderableType] = [
        styled(f"{report['file']} is {report['name']}: {', '.join(counts)}. Nothing was written.")
    ]
    if report["first_at"]:
        lines.append(record_lines.inner(f"From {report['first_at'][:10]} to {report['last_at'][:10]}"))
    if report["speakers"]:
        shown = list(report["speakers"].items())[:_SHOWN_SPEAKERS]
        more = len(report["speakers"]) - len(shown)
        said = ", ".join(f"{who} ({number})" for who, number in shown) + (f", and {more} more" if more else "")
        lines.append(record_lines.inner(f"By {said}; the person is {', '.join(report['person'])}"))
    if report["role_play"]:
        lines.append(record_lines.inner(_ROLE_PLAY))
    return lines


def _lines(report: dict[str, Any], name: str, options: OfHistories) -> list[RenderableType]:
    counts = [
        record_lines.count(report["conversations"], "conversation"),
        record_lines.count(report["messages"], "message"),
        *(f"{number} {step}" for step, number in sorted(report["learned"].items())),
    ]
    others = {
        "known": "known already",
        "private": "asked not to be kept",
        "masked": "secrets masked",
        "proposed": "proposed",
        "refused": "refused",
    }
    counts += [f"{report[part]} {words}" for part, words in others.items() if report[part]]
    if report["broken"]:
        counts.append(f"{len(report['broken'])} could not be read")
    lines: list[RenderableType] = [styled(f"{report['file']} ({report['name']}): {', '.join(counts)}.")]
    if report["role_play"] and options.learning is None:
        lines.append(record_lines.inner(_ROLE_PLAY))
    if report["proposed"]:
        lines.append(
            record_lines.inner(
                f"To decide what is proposed: {command('memories', name, '--status', 'proposed')}", "dim"
            )
        )
    elif report["remembered"] and not options.memories:
        facts = record_lines.count(report["remembered"], "fact")
        lines.append(record_lines.inner(f"It remembers {facts} beside that: --memories proposes them"))
    undo = command("undo", name, "--import", report["batch"])
    if options.learning and report["known"] and not report["messages"]:
        lines.append(record_lines.inner(f"What was known already was not learned from again: first {undo}"))
    if report["messages"] or report["proposed"]:
        whole = " (with what came in of it before)" if report["known"] else ""
        lines.append(record_lines.inner(f"To take it back{whole}: {undo}", "dim"))
    return lines


def export(
    call: Call,
    name: Name,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The file; - is standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")] = False,
    to: ToArchive = None,
    with_vectors: Annotated[bool, typer.Option("--with-vectors", help="Put vectors into the archive.")] = False,
    memories: Annotated[
        bool, typer.Option("--memories", help="Write what is known now as a list, a dated line each.")
    ] = False,
) -> None:
    """Write all that is kept of a person: as JSON, as an archive (--to), or what is known as a list (--memories)."""
    if memories:
        if to is not None or with_vectors:
            raise InvalidInput("--memories writes a list, and --to an archive: name one of them")
        _listed(call, name, file_of(output), force=force)
        return
    if to is not None:
        if output is not None:
            raise InvalidInput("name one file: --to for an archive, or --output for JSON")
        with call.there() as companion:
            _packed(call, companion.archives.pack(to, companion.find(name), with_vectors=with_vectors, force=force))
        return
    if with_vectors:
        raise InvalidInput("--with-vectors is for an archive: name one with --to")
    file = file_of(output)
    with call.there() as companion:
        kept = companion.export(companion.find(name))
    if file is None:
        if call.as_json:
            terminal.emit(kept)
        else:
            terminal.show(terminal.as_json(kept, indent=2))
        return
    written(file, terminal.as_json(kept, indent=2) + "\n", force=force)
    held, talks = len(kept["memories"]), len(kept["conversations"])
    said = f"{record_lines.count(held, 'memory')}, {record_lines.count(talks, 'conversation')}"
    call.answer({"file": str(file), "memories": held, "conversations": talks}, styled(f"{file}: {said}."))


def _listed(call: Call, name: str, file: Path | None, *, force: bool) -> None:
    """Write what is known of a person as a list of lines."""
    with call.there() as companion:
        written_list = companion.archives.memory_list(companion.find(name))
    count = written_list.count("\n")
    if file is None:
        call.answer({"memories": written_list.splitlines()}, written_list.removesuffix("\n"))
        return
    written(file, written_list, force=force)
    said = record_lines.count(count, "memory")
    call.answer({"file": str(file), "memories": count}, styled(f"{file}: {said}."))


def export_own(
    call: Call,
    file: NewArchive,
    with_vectors: Annotated[bool, typer.Option("--with-vectors", help="Put vectors into the archive.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")] = False,
) -> None:
    """Write the companion's own memory as an archive: opinions, what it is to itself, and what it has read."""
    with call.there() as companion:
        _packed(call, companion.archives.pack(file, with_vectors=with_vectors, force=force))


def import_own(call: Call, file: Annotated[Path, typer.Argument(metavar="FILE.zip")]) -> None:
    """Bring a companion's own memory into one that is new here."""
    _unpacked(call, file, None, None)


def _packed(call: Call, packed: Packed) -> None:
    for path in () if call.as_json else packed.missing:
        terminal.aside("warning", "", f"the picture {path} is gone or was changed: it is not in it", as_json=False)
    counts = [
        record_lines.count(packed.rows["messages"], "message"),
        record_lines.count(packed.rows["memories"], "memory"),
        *([record_lines.count(packed.pictures, "picture")] if packed.pictures else []),
    ]
    record = {
        "file": str(packed.path),
        "bytes": packed.size,
        "rows": packed.rows,
        "pictures": packed.pictures,
        "missing": list(packed.missing),
    }
    call.answer(record, styled(f"{packed.path}: {', '.join(counts)}, {packed.size:,} bytes."))


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
