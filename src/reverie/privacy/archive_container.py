"""The file of an archive: a zip whose manifest has the size and digest of every other file in it.

What comes from outside is looked through whole before any of it is used: names, sizes, digests. Lines are read one by
one, so the size of an archive is no matter, and one that would unpack to more than it may is refused before it does.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any

from reverie.errors import Conflict, InvalidInput
from reverie.memory.runtime import new_id
from reverie.store.archive_rows import PARTS
from reverie.store.migrations import HEAD
from reverie.text.patterns import lazy_pattern

FORMAT = "reverie-archive/1"
MANIFEST = "manifest.json"
README = "README.md"
PROFILE = "profile.yaml"

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one line: a message may have two million characters, and a step of the log holds it twice."""

LARGEST_MANIFEST = 4 * 1024 * 1024
FREELY_UNPACKED = 256 * 1024 * 1024
MOST_TIMES_LARGER = 200
"""What an archive may unpack to: this many times its size, or freely up to a quarter of a gigabyte.

Text of people packs to a third or a tenth, and the same words over and over to a fiftieth."""

_CHUNK = 1024 * 1024
_LINES_AT_ONCE = 100
_NO_ZIP = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, UnicodeDecodeError, struct.error
)  # fmt: skip
"""What `zipfile` raises where bytes are not what they should be."""
_ENCODER = json.JSONEncoder(ensure_ascii=False)
_PICTURE = lazy_pattern(r"pictures/[0-9a-f]{64}(\.[a-z]{1,5})?")
_LINES = frozenset(f"{part}.jsonl" for part in PARTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What an archive says of itself. ``files`` has the bytes, SHA-256 and number of rows of each other file."""

    kind: str
    id: str
    name: str
    schema: str
    made_at: str
    spaces: tuple[str, ...]
    with_vectors: bool
    files: Mapping[str, Mapping[str, Any]]

    @property
    def digest(self) -> str:
        """One digest of all that is kept, whenever it was packed: the same content twice has the same."""
        kept = sorted((name, one["sha256"]) for name, one in self.files.items() if name.endswith(".jsonl"))
        return hashlib.sha256(json.dumps(kept).encode()).hexdigest()


class Packing:
    """An archive being written: a file is added whole, and the manifest closes it."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.files: dict[str, dict[str, Any]] = {}

    def add(self, name: str, chunks: Iterable[bytes]) -> None:
        """Add a file."""
        digest, size = hashlib.sha256(), 0
        with self._archive.open(name, "w", force_zip64=True) as file:
            for chunk in chunks:
                file.write(chunk)
                digest.update(chunk)
                size += len(chunk)
        self.files[name] = {"bytes": size, "sha256": digest.hexdigest()}

    def add_rows(self, part: str, rows: Iterable[Mapping[str, Any]]) -> int:
        """Add a file of rows, one JSON object a line; give how many."""
        count = 0

        def pieces() -> Iterator[bytes]:
            nonlocal count
            waiting = iter(rows)
            while some := [_ENCODER.encode(row) for row in islice(waiting, _LINES_AT_ONCE)]:
                count += len(some)
                yield ("\n".join(some) + "\n").encode()

        name = f"{part}.jsonl"
        self.add(name, pieces())
        self.files[name]["rows"] = count
        return count

    def seal(self, kind: str, owner: tuple[str, str], made_at: datetime, **more: Any) -> None:
        """Write the manifest; ``owner`` is the id and the name of whose archive it is."""
        said = {
            "format": FORMAT,
            "schema": HEAD,
            "made_at": made_at.isoformat(),
            "kind": kind,
            "id": owner[0],
            "name": owner[1],
            **more,
            "files": self.files,
        }
        self._archive.writestr(MANIFEST, json.dumps(said, ensure_ascii=False, indent=1) + "\n")


@contextmanager
def writing(path: Path, *, force: bool) -> Iterator[Packing]:
    """An archive at a path, which is there once it is whole, and which only its owner can read.

    Raises:
        Conflict: the file is there, and it may not be replaced (``force``).
        InvalidInput: it can't be written.
    """
    taken = Conflict(f"{path} is there already: name another file, or say that it may be replaced", existing=str(path))
    if path.exists() and not force:
        raise taken
    unfinished = path.with_name(f".{path.name}.{new_id()}.part")
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                yield Packing(archive)
            file.flush()
            os.fsync(file.fileno())
        if force:
            unfinished.replace(path)
        else:
            os.link(unfinished, path)  # unlike a rename it never replaces what somebody else wrote meanwhile
    except FileExistsError as error:
        raise taken from error
    except OSError as error:
        raise InvalidInput(f"{path} can't be written: {error.strerror or error}; name another file") from error
    finally:
        unfinished.unlink(missing_ok=True)


class Opened:
    """An archive that was looked through and is what its manifest says."""

    def __init__(self, path: Path, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self._path = path
        self._archive = archive
        self.manifest = manifest

    def rows(self, part: str) -> Iterator[tuple[str, Any]]:
        """The rows of a part, each with where it stands.

        Raises:
            InvalidInput: a line is no JSON.
        """
        name = f"{part}.jsonl"
        if name not in self.manifest.files:
            return
        with self._archive.open(name) as file:
            for number, line in enumerate(_lines(file, f"{self._path}: {name}"), start=1):
                where = f"{self._path}: {name}, line {number}"
                try:
                    yield where, json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise InvalidInput(f"{where}: it is no JSON: {error}; pack the archive again") from error

    def pictures(self) -> dict[str, str]:
        """The picture files, by the SHA-256 of what they hold."""
        return {one["sha256"]: name for name, one in self.manifest.files.items() if _PICTURE.fullmatch(name)}

    def content(self, name: str) -> Iterator[bytes]:
        """What a file holds, piece by piece."""
        with self._archive.open(name) as file:
            while chunk := file.read(_CHUNK):
                yield chunk


def _lines(file: IO[bytes], where: str) -> Iterator[bytes]:
    while line := file.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise InvalidInput(f"{where} has a line of more than {LONGEST_LINE:,} bytes: it is no archive of Reverie")
        yield line


def is_archive(path: Path) -> bool:
    """Whether a file is a zip with a manifest, or looks like one that is damaged."""
    try:
        with path.open("rb") as file:
            if file.read(4) not in (b"PK\3\4", b"PK\5\6"):
                return False
        with zipfile.ZipFile(path) as archive:
            return MANIFEST in archive.namelist()
    except _NO_ZIP:
        return True
    except (OSError, ValueError):
        return False


@contextmanager
def reading(path: Path) -> Iterator[Opened]:
    """An archive, after every byte of it was looked at.

    Raises:
        InvalidInput: it can't be read, is damaged, or is not what its manifest says.
    """
    with ExitStack() as until_read:
        with _troubles(path):
            archive = until_read.enter_context(zipfile.ZipFile(path))
            manifest = _looked_through(path, archive)
        try:
            yield Opened(path, archive, manifest)
        except (zipfile.BadZipFile, zlib.error) as error:
            raise _tampered(path, f"it changed while it was read ({error})") from error


def called(path: Path) -> str:
    """The name of whose archive it is, as it says itself.

    Raises:
        InvalidInput: it can't be read.
    """
    with _troubles(path), zipfile.ZipFile(path) as archive:
        return _said(path, archive).name


@contextmanager
def _troubles(path: Path) -> Iterator[None]:
    try:
        yield
    except _NO_ZIP as error:
        raise InvalidInput(f"{path} is no whole zip file: {error}; get it again from where it came") from error
    except OSError as error:
        raise InvalidInput(f"{path} can't be read: {error.strerror or error}; check the path") from error


def _looked_through(path: Path, archive: zipfile.ZipFile) -> Manifest:
    found = {one.filename: one for one in archive.infolist()}
    if len(found) != len(archive.infolist()):
        raise _tampered(path, "a file stands in it twice")
    for name, one in found.items():
        if name not in {MANIFEST, README, PROFILE} | _LINES and not _PICTURE.fullmatch(name):
            raise _tampered(path, f"it holds {name[:80]!r}, which belongs in no archive")
        if one.flag_bits & 1:
            raise _tampered(path, f"{name} is encrypted")
    unpacked = sum(one.file_size for one in found.values())
    if unpacked > max(FREELY_UNPACKED, MOST_TIMES_LARGER * path.stat().st_size):
        raise _tampered(path, f"it would unpack to {unpacked:,} bytes")
    manifest = _said(path, archive)
    _compared(path, archive, manifest, found.keys() - {MANIFEST})
    return manifest


def _said(path: Path, archive: zipfile.ZipFile) -> Manifest:
    """The manifest of an archive."""
    if MANIFEST not in archive.namelist() or archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
        raise _tampered(path, f"it has no {MANIFEST} that can be read")
    with archive.open(MANIFEST) as file:
        return _manifest(path, file.read(LARGEST_MANIFEST))


def _compared(path: Path, archive: zipfile.ZipFile, manifest: Manifest, found: Set[str]) -> None:
    """See that every file is what the manifest says."""
    if manifest.files.keys() != found:
        other = min(manifest.files.keys() ^ found)
        raise _tampered(path, f"{other} is missing" if other in manifest.files else f"{other} is not in its manifest")
    for name, said in manifest.files.items():
        with archive.open(name) as file:
            digest, size = hashlib.sha256(), 0
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
                size += len(chunk)
        if (size, digest.hexdigest()) != (said["bytes"], said["sha256"]):
            raise _tampered(path, f"{name} is not what it was when it was packed")


def _manifest(path: Path, content: bytes) -> Manifest:
    try:
        said = json.loads(content)
        made = said["format"]
        if not isinstance(made, str) or not made.startswith("reverie-archive/"):
            raise ValueError("it is another kind of file")
        if made != FORMAT or said["schema"] > HEAD:
            raise InvalidInput(f"{path} was made by a newer Reverie ({made}, {said['schema']}): install that one")
        files = {
            name: {"bytes": int(one["bytes"]), "sha256": str(one["sha256"]), "rows": int(one.get("rows", 0))}
            for name, one in said["files"].items()
        }
        return Manifest(
            kind=str(said["kind"]),
            id=str(said["id"]),
            name=str(said["name"]),
            schema=str(said["schema"]),
            made_at=str(said["made_at"]),
            spaces=tuple(map(str, said["spaces"])),
            with_vectors=bool(said["with_vectors"]),
            files=files,
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise _tampered(path, f"its {MANIFEST} can't be read: {error}") from error


def _tampered(path: Path, why: str) -> InvalidInput:
    return InvalidInput(f"{path} is damaged or was changed: {why}. Nothing was brought in; pack it again")
