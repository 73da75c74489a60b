"""Files of a conversation's folder, read and written so that nothing leads out of it.

A folder is a real folder whose name begins with ``conv_``, a file a plain file in it: links, pipes and devices are
neither followed nor read.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from reverie.errors import InvalidInput

CONVERSATION, SUMMARY = "conversation.md", "conversation_summary.md"
NOTES, INPUTS = "conversation_ai_notes.md", "user_inputs.md"
ARTIFACTS = "artifacts"
PREFIX = "conv_"

LARGEST = 256 * 1024 * 1024
"""Bytes of a file that are read: beyond any conversation."""

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)  # Windows has none; there links are found by their kind below
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)

Signature = tuple[tuple[str, int, int], ...]


def folders(place: Path) -> list[Path]:
    """The folders of conversations in a place, or the place itself where it is one.

    Raises:
        InvalidInput: there is no such folder, or it can't be read.
    """
    if not place.is_dir():
        raise InvalidInput(f"there is no folder {str(place)!r}: check the path")
    if (place / CONVERSATION).exists():
        return [place]
    try:
        with os.scandir(place) as found:
            named = [e.name for e in found if e.name.startswith(PREFIX) and e.is_dir(follow_symlinks=False)]
    except OSError as error:
        raise InvalidInput(f"{place} can't be read: {error.strerror or error}; check the path") from error
    return sorted(place / name for name in named)


def content(folder: Path, name: str) -> str | None:
    """The text of a file in a folder, None where there is none.

    Raises:
        InvalidInput: it is no plain file, no text in UTF-8, or larger than 256 MB.
    """
    try:
        opened = os.open(folder / name, os.O_RDONLY | _NO_FOLLOW | _NO_WAIT)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InvalidInput(f"{name} can't be read: {error.strerror or error}; links are not followed") from error
    with os.fdopen(opened, "rb") as file:
        kind = os.fstat(opened)
        if not stat.S_ISREG(kind.st_mode) or (folder / name).is_symlink():
            raise InvalidInput(f"{name} is no plain file: links, pipes and devices are not read")
        if kind.st_size > LARGEST:
            raise InvalidInput(f"{name} has {kind.st_size:,} bytes, and at most {LARGEST:,} are read")
        raw = file.read()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{name} is no text in UTF-8: save it as that") from error


def keep(folder: Path, name: str, text: str) -> bool:
    """Write a file whole or not at all, for its owner alone; tell whether there was anything to write.

    Raises:
        InvalidInput: it can't be written.
    """
    raw = text.encode("utf-8")
    with suppress(InvalidInput):
        if content(folder, name) == text:
            return False
    beside = folder / f".{name}.{os.getpid()}"
    try:
        beside.unlink(missing_ok=True)
        opened = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(raw)
        beside.replace(folder / name)  # what stands there, a link too, gives way: it is not written through
    except OSError as error:
        raise InvalidInput(
            f"{folder / name} can't be written: {error.strerror or error}; choose another place"
        ) from error
    return True


def make(folder: Path) -> None:
    """Make a conversation's folder, with its place for artifacts.

    Raises:
        InvalidInput: it can't be made, or a link stands in its place.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if folder.is_symlink():
            raise InvalidInput(f"{folder} is a link, which is not followed: choose another place")
        if not (folder / ARTIFACTS).is_symlink():
            (folder / ARTIFACTS).mkdir(exist_ok=True, mode=0o700)
    except OSError as error:
        raise InvalidInput(f"{folder} can't be made: {error.strerror or error}; choose another place") from error


def signature(folder: Path) -> Signature:
    """What tells whether a folder's files changed: their times and sizes."""
    found = []
    for name in (CONVERSATION, SUMMARY, NOTES, INPUTS):
        with suppress(OSError):
            seen = os.lstat(folder / name)
            found.append((name, seen.st_mtime_ns, seen.st_size))
    return tuple(found)
