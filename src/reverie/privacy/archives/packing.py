"""Packing everything that is kept of an owner into an archive: one moment of the store, row by row."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reverie.errors import InvalidInput, NotFound
from reverie.images import image_files
from reverie.images.scenes import Viewing, path_of
from reverie.memory.runtime import Runtime
from reverie.privacy.archives import container
from reverie.privacy.archives.container import PROFILE, README, Packing
from reverie.privacy.archives.readme import README as PAGE
from reverie.profile import profile_editing
from reverie.records.memories import Kind, Status
from reverie.records.users import User, UserKind
from reverie.store.archive_rows import PARTS, Rows

_PIECE = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """An archive that was written: its rows by part, the picture files in it, and those that could not be read."""

    path: Path
    size: int
    rows: dict[str, int]
    pictures: int
    missing: tuple[str, ...]


def pack(
    runtime: Runtime, owner: User, path: Path, viewing: Viewing, *, with_vectors: bool = False, force: bool = False
) -> Packed:
    """Write everything that is kept of a person, with those who were merged into them, or of the companion.

    It sees one moment, however much is said meanwhile.
    """
    person = owner.kind is UserKind.PERSON
    made_at = runtime.clock()
    page = profile_editing.page(runtime, owner).encode() if person else b""
    with container.writing(path, force=force) as packing, runtime.store.reading() as session:
        rows = Rows(session.connection)
        if session.people.by_id(owner.id) is None:
            raise NotFound(f"{owner.name} is not known here any more: they were erased")
        owners = [owner.id, *(user.id for user in session.people.merged(owner.id))]
        readme = PAGE.format(name=owner.name, made_at=made_at, quoted=shlex.quote(owner.name))
        packing.add(README, [readme.encode()])
        if person:
            packing.add(PROFILE, [page])
        counts = {}
        for part in PARTS:
            found = rows.read(part, owners, with_vectors=with_vectors)
            counts[part] = packing.add_rows(part, found)
        there, missing = _pictures(packing, rows.read("memories", owners), viewing)
        packing.seal(owner.kind, (owner.id, owner.name), made_at, spaces=rows.spaces(owners), with_vectors=with_vectors)
    return Packed(path=path, size=path.stat().st_size, rows=counts, pictures=there, missing=missing)


def _pictures(packing: Packing, memories: Iterator[dict[str, Any]], viewing: Viewing) -> tuple[int, tuple[str, ...]]:
    """Add the picture files; give how many, and the paths of those that are gone or are not what was added."""
    packed: set[str] = set()
    missing: list[str] = []
    for row in memories:
        digest = row["details"].get("sha256")
        if row["kind"] != Kind.SCENE or row["status"] == Status.RETRACTED or digest in packed:
            continue
        path = path_of(row["details"], viewing.folder)
        try:
            content = image_files.content_of(path)
        except (NotFound, InvalidInput):
            missing.append(str(path))
            continue
        if image_files.digest(content) != digest:
            missing.append(str(path))
            continue
        packed.add(digest)
        pieces = (content[start : start + _PIECE] for start in range(0, len(content), _PIECE))
        packing.add(f"pictures/{digest}{_ending(path)}", pieces)
    return len(packed), tuple(dict.fromkeys(missing))


def _ending(path: Path) -> str:
    ending = path.suffix.lower()
    return ending if 2 <= len(ending) <= 6 and ending[1:].isascii() and ending[1:].isalpha() else ""
