"""Commands that encrypt the database: ``db key``, ``db encrypt``, ``db decrypt`` and ``db rekey``. None takes a key."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reverie.cli import record_lines
from reverie.cli.invocation import Call
from reverie.cli.operations.maintenance import where_of
from reverie.cli.shared_arguments import NewFile
from reverie.cli.terminal import styled

if TYPE_CHECKING:
    from reverie.store.sqlite.rekeying import Sealed

_LEFT = "The old file was overwritten and removed; a file system or an SSD may keep its blocks all the same."


def key(call: Call, file: NewFile) -> None:
    """Make a random key in a new file that only you can read. If it is lost, so is the database."""
    from reverie import safekeeping

    made = safekeeping.new_key(file)
    call.answer(
        {"file": str(made)},
        styled(f"The key is in {made}. Keep a copy of it elsewhere, and apart from the backups: lost, all is lost."),
        styled(f"Name it: encryption.key_file in reverie.toml, or REVERIE_ENCRYPTION__KEY_FILE={made.absolute()}"),
    )


def encrypt(call: Call) -> None:
    """Encrypt the database with the key of the settings. Nobody may have it open."""
    from reverie import safekeeping

    _told(call, safekeeping.encrypt(where_of(call), config=call.config), "is encrypted", _LEFT)


def decrypt(call: Call) -> None:
    """Write the database so that it needs no key any more. Nobody may have it open."""
    from reverie import safekeeping

    again = "Take the key out of the settings: with one, it is not opened."
    _told(call, safekeeping.decrypt(where_of(call), config=call.config), "is not encrypted any more", again)


def rekey(call: Call, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Give the database the key in a file, in place of the one of the settings. Nobody may have it open."""
    from reverie import safekeeping
    from reverie.store.engine.encryption_keys import read

    again = f"Name the new key in the settings: encryption.key_file = {file}. Backups keep the old one."
    done = safekeeping.rekey(read(file.expanduser()), where_of(call), config=call.config)
    _told(call, done, "has another key", again)


def _told(call: Call, done: Sealed, what: str, after: str) -> None:
    lines = [f"{done.path} {what}: {record_lines.count(done.rows, 'row')}, compared with what was there.", after]
    if done.copies:
        lines.append(f"These copies are as they were: {', '.join(path.name for path in done.copies)}")
    record = {
        "file": str(done.path),
        "bytes": done.size,
        "rows": done.rows,
        "encrypted": done.encrypted,
        "copies": [str(path) for path in done.copies],
    }
    call.answer(record, *map(styled, lines))
