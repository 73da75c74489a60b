"""Commands for profiles: ``profile show``, ``edit``, ``update``, ``import`` and ``export``."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reverie.cli import record_lines, terminal
from reverie.cli.invocation import Call, moment
from reverie.cli.shared_arguments import Name, file_of
from reverie.cli.terminal import command, printable, styled
from reverie.cli.verbs.import_export import written
from reverie.errors import ConfigError, Conflict, InvalidInput, Refused, ReverieError
from reverie.records.profiles import FIELDS, Action
from reverie.shapes import observations

if TYPE_CHECKING:
    from rich.console import RenderableType

    from reverie.app.person import Person
    from reverie.profile.profile_editing import Applied
    from reverie.records.profiles import Profile

READ = 1024 * 1024
"""Bytes of a file that are read: more than a profile may have."""


def show(
    call: Call,
    name: Name,
    known_at: Annotated[str | None, typer.Option(metavar="TIME", help="What the companion knew at this time.")] = None,
) -> None:
    """Show what is known of a person, field by field."""
    with call.person(name) as person:
        found = person.user_model.profile(known_at=moment(known_at))
    call.answer_of(person, {"profile": observations.profile(found)}, *_fields(found))


def _fields(one: Profile) -> list[RenderableType]:
    lines: list[RenderableType] = []
    for name in FIELDS:
        value = observations.profile(one)[name]
        if isinstance(value, dict):
            inner = [record_lines.inner(f"{part}: {_told(said)}") for part, said in value.items() if said]
            lines += [styled(f"{name}:"), *inner] if inner else []
        elif value:
            lines.append(styled(f"{name}: {_told(value)}"))
    return lines


def _told(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def edit(call: Call, name: Name) -> None:
    """Edit a person's profile as YAML in your editor: $VISUAL, or else $EDITOR."""
    command = _editor()
    with call.person(name) as person:
        model = person.user_model
        before = model.yaml()
        handle, place = tempfile.mkstemp(prefix="reverie-profile-", suffix=".yaml")
        path = Path(place)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(before)
        done = _edited(call, person, command, path, before)
    path.unlink()
    _answered(call, done)


def _editor() -> list[str]:
    command = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "")
    if not command:
        raise ConfigError("no editor is named: set EDITOR to one, or use `reverie profile export` and `import`")
    return command


def _edited(call: Call, person: Person, command: list[str], path: Path, before: str) -> Applied | None:
    """What an editor made of a page; None if it left it as it was. After an error it can be gone on with."""
    while True:
        _opened(command, path)
        text = _read(path)
        if text == before:
            return None
        try:
            return person.user_model.edit(text)
        except (InvalidInput, Conflict, Refused) as error:
            if not (sys.stdin.isatty() and not call.as_json and _again(error)):
                terminal.aside("note", "Note", f"Your text is kept in {path}", as_json=call.as_json)
                raise


def _again(error: ReverieError) -> bool:
    """Show what is wrong with a text, and ask whether to go on with it."""
    terminal.aside("error", type(error).__name__, str(error), as_json=False)
    sys.stderr.write("Edit it again? [Y/n] ")
    sys.stderr.flush()
    reply = sys.stdin.readline()
    return bool(reply) and reply.strip().casefold() in ("", "y", "yes")


def _opened(command: list[str], path: Path) -> None:
    try:
        code = subprocess.run([*command, str(path)], check=False).returncode  # noqa: S603 - the person's own editor
    except OSError as error:
        path.unlink()
        raise ConfigError(f"the editor {command[0]!r} can't be run: {error.strerror}; set EDITOR to another") from error
    if code:
        raise InvalidInput(f"the editor ended with {code}: nothing was changed; your text is kept in {path}")


def _read(path: Path) -> str:
    """The text of a file.

    Raises:
        InvalidInput: it can't be read, or is no UTF-8.
    """
    try:
        with path.open("rb") as file:
            return file.read(READ).decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path} is no UTF-8 at byte {error.start}: save it as UTF-8") from error
    except OSError as error:
        raise InvalidInput(f"{path} can't be read: {error.strerror or error}; name another file") from error


def _answered(call: Call, done: Applied | None) -> None:
    """Answer with what was changed, by hand and meanwhile."""
    if done is None:
        call.answer({"edits": [], "meanwhile": [], "change_id": None}, styled("Nothing was changed."))
        return
    lines: list[RenderableType] = [styled(str(one)) for one in done.edits] or [styled("Nothing was changed.")]
    if done.meanwhile:
        lines.append(styled("Changed meanwhile, and left so:"))
        lines += [record_lines.inner(str(one)) for one in done.meanwhile]
    if done.change_id:
        lines.append(styled(f"To take it back: {command('undo', done.user.name, done.change_id)}", "dim"))
    call.answer(observations.applied(done), *lines)


def update(
    call: Call,
    name: Name,
    field: Annotated[str, typer.Argument(metavar="FIELD", help="As notes, values or background.employer.")],
    values: Annotated[list[str] | None, typer.Argument(metavar="[VALUE…]", help="Several for a list.")] = None,
    action: Annotated[Action, typer.Option(help="What is done with it.")] = Action.SET,
    reason: Annotated[str | None, typer.Option(metavar="WHY", help="Why, kept with what is new.")] = None,
) -> None:
    """Set one field of a profile, append to it, or remove from it."""
    given = values or []
    value = given[0] if len(given) == 1 else given or None
    with call.person(name) as person:
        done = person.user_model.update(field, value, action=action.value, reason=reason)
    _answered(call, done)


def import_(
    call: Call,
    name: Name,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An edited profile; - reads standard input.")],
) -> None:
    """Apply an edited profile; what changed since it was exported is merged."""
    text = sys.stdin.read() if str(file) == "-" else _read(file)
    with call.person(name) as person:
        done = person.user_model.edit(text)
    _answered(call, done)


def export(
    call: Call,
    name: Name,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="The file; - or none is standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")] = False,
) -> None:
    """Write a person's profile as YAML, to be edited and imported."""
    to = file_of(file)
    with call.person(name) as person:
        text = person.user_model.yaml()
    if to is not None:
        written(to, text, force=force)
        call.answer({"file": str(to)}, styled(f"Written to {to}."))
    elif call.as_json:
        call.answer_of(person, {"yaml": text})
    elif sys.stdout.isatty():
        terminal.show(*printable(text, lines=True).splitlines())
    else:
        sys.stdout.buffer.write(text.encode("utf-8"))
