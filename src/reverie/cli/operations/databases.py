"""Commands that keep the database safe: ``db check``, ``backup``, ``copy`` and so on, and those that encrypt it.

None takes a key: a key is in the settings, or in a file.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reverie.cli import record_lines, terminal
from reverie.cli.invocation import Call
from reverie.cli.operations.upkeep import masked_url, told_checks, where_of
from reverie.cli.shared_arguments import NewFile
from reverie.cli.terminal import command, styled

if TYPE_CHECKING:
    from reverie.store.sqlite.rekeying import Sealed

Force = Annotated[bool, typer.Option("--force", help="Replace the file if there is one.")]

_LEFT = "The old file was overwritten and removed; a file system or an SSD may keep its blocks all the same."


def check(call: Call) -> None:
    """Check the database: its pages, and whether its rows agree with each other."""
    from reverie import safekeeping

    where = where_of(call)
    told_checks(call, safekeeping.check(where, config=call.config), store=masked_url(where))


def backup(call: Call, file: NewFile, force: Force = False) -> None:
    """Copy the database into one file, while others may go on writing. PostgreSQL has pg_dump."""
    from reverie import safekeeping

    made = safekeeping.backup(file, where_of(call), force=force, config=call.config)
    call.answer(
        {"file": str(made.path), "bytes": made.size, "version": made.version},
        styled(f"{made.path}: {made.size:,} bytes, checked. To go back to it: {command('db', 'restore', made.path)}"),
    )


def restore(call: Call, file: Annotated[Path, typer.Argument(metavar="FILE")], force: Force = False) -> None:
    """Go back to a backup. It is checked first; with --force the store that is there is kept beside it."""
    from reverie import safekeeping

    made = safekeeping.restore(file, where_of(call), force=force, config=call.config)
    kept = [] if made.kept is None else [styled(f"What was there before is kept in {made.kept}.")]
    record = {"file": str(made.path), "bytes": made.size, "version": made.version}
    call.answer(
        record | {"kept": None if made.kept is None else str(made.kept)}, styled(f"{made.path} is restored."), *kept
    )


def copy(
    call: Call,
    source: Annotated[str, typer.Argument(metavar="FROM", help="A file or a PostgreSQL URL.")],
    to: Annotated[str, typer.Argument(metavar="TO", help="Where nothing is yet, or a copy that was begun.")],
) -> None:
    """Copy a store between SQLite and PostgreSQL, and compare the two. It can be stopped and run again."""
    from reverie import safekeeping

    with terminal.progress("Copying") as moved:
        made = safekeeping.copy(source, to, config=call.config, progress=moved)
    rows = sum(made.rows.values())
    call.answer(
        {"from": masked_url(source), "to": masked_url(to), "rows": made.rows, "resumed": made.resumed},
        styled(f"{rows:,} rows copied to {masked_url(to)}, and compared: they are the same."),
    )


def distribute(
    call: Call,
    shards: Annotated[
        int | None, typer.Option(min=1, help="How many pieces each table is split into: more than there will be CPUs.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be sent, and send nothing.")] = False,
) -> None:
    """Spread a PostgreSQL with Citus over its nodes, each person on one. Stop the servers first."""
    from reverie import safekeeping

    where = where_of(call)
    sent = safekeeping.distribute(where, shards=shards, rehearsing=dry_run, config=call.config)
    done = "would be sent" if dry_run else "sent"
    told = f"{len(sent)} statements {done}." if sent else "Every table is already distributed."
    shown = [styled(f"{statement};") for statement in sent] if dry_run else []
    call.answer({"store": masked_url(where), "statements": sent, "sent": not dry_run}, *shown, styled(told))


def repair(call: Call) -> None:
    """Mend the database as far as a machine can, and save what can be read of a broken file."""
    from reverie import safekeeping

    where = where_of(call)
    mended = safekeeping.repair(where, config=call.config)
    lines = [f"{name}: {count:,}" for name, count in mended.done.items()]
    if mended.saved is not None:
        lines += [
            f"The file is broken. What could be read of it is in {mended.saved}: "
            + ", ".join(f"{count:,} {name}" for name, count in (mended.rows or {}).items()),
            f"Rows were lost in: {', '.join(mended.torn)}." if mended.torn else "Every row could be read.",
            "Look at it with --store, then: "
            + command("db", "restore", "--force", mended.saved, "--store", masked_url(where)),
        ]
    elif not lines:
        lines = ["There was nothing to mend."]
    if mended.kept is not None:
        lines.append(f"A copy from before is in {mended.kept}.")
    record = {
        "store": masked_url(where),
        "mended": mended.done,
        "kept": None if mended.kept is None else str(mended.kept),
        "saved": None if mended.saved is None else str(mended.saved),
        "rows": mended.rows,
        "torn": list(mended.torn),
    }
    call.answer(record, *(styled(line) for line in lines))
    if mended.saved is not None:
        raise typer.Exit(1)


def key(call: Call, file: NewFile) -> None:
    """Make a random key in a new file that only you can read. If it is lost, so is the database."""
    from reverie import safekeeping

    made = safekeeping.new_key(file)
    named = shlex.quote(str(made.absolute()))
    call.answer(
        {"file": str(made)},
        styled(f"The key is in {made}. Keep a copy of it elsewhere, apart from the backups: without it, all is lost."),
        styled(f"Name it: encryption.key_file in reverie.toml, or REVERIE_ENCRYPTION__KEY_FILE={named}"),
    )


def encrypt(call: Call) -> None:
    """Encrypt the database with the key of the settings. No other program may have it open."""
    from reverie import safekeeping

    _told(call, safekeeping.encrypt(where_of(call), config=call.config), "is encrypted", _LEFT)


def decrypt(call: Call) -> None:
    """Write the database so that it needs no key any more. No other program may have it open."""
    from reverie import safekeeping

    again = "Remove the key from the settings: with one, it can't be opened."
    _told(call, safekeeping.decrypt(where_of(call), config=call.config), "is not encrypted any more", again)


def rekey(call: Call, file: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Give the database the key in a file, in place of the one of the settings. No other program may have it open."""
    from reverie import safekeeping
    from reverie.store.engine.encryption_keys import read

    again = (
        f"Name the new key in the settings: encryption.key_file = {json.dumps(str(file))}. Backups keep the old one."
    )
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
