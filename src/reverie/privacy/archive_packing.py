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
from reverie.privacy import archive_container
from reverie.privacy.archive_container import PROFILE, README, Packing
from reverie.profile import profile_editing
from reverie.records.memories import Kind, Status
from reverie.records.users import User, UserKind
from reverie.store.archive_rows import PARTS, Rows

PAGE = """\
# What is kept of {name}

This archive was made by Reverie, the memory of an AI companion, on {made_at:%Y-%m-%d}. It holds everything that the
companion keeps of {name}. Keep it as you would keep a diary: whoever has this file can read it. It also holds what was
forgotten or unsaid and could still be undone, in `memories.jsonl` (status `retracted`) and in `log.jsonl`.

A memory was so from `valid_from` to `valid_to`, and was known to be so from `created_at` to `closed_at`.
Every file is plain text in UTF-8. A `.jsonl` file has one JSON object a line. Times are ISO 8601, in UTC.

| file | what it holds |
|---|---|
| `profile.yaml` | what is known, as one page; made from the other files |
| `people.jsonl` | names, and those who turned out to be the same person (`merged_into`) |
| `accounts.jsonl` | logins on other platforms |
| `settings.jsonl` | what was decided about memory |
| `conversations.jsonl` | conversations, with their times |
| `messages.jsonl` | every message: who said it (`role`, `speaker`), when (`sent_at`), and its `text` |
| `sheets.jsonl` | summaries of conversations, and the companion's notes on them |
| `memories.jsonl` | what is remembered: a sentence (`text`), its `status`, where it came from (`message_id`, `quote`) |
| `items.jsonl` | JSON objects (`value`) that agents keep of them, by `namespace` and `key` |
| `links.jsonl` | which words stand behind which memory (`evidence`), what contradicts what, and what is `pinned` |
| `statements.jsonl` | what each memory follows from: who said it when, of which message, how sure; no words |
| `blocked.jsonl` | digests of what may not be learned again; no words |
| `documents.jsonl` | documents that a companion has read |
| `changes.jsonl` | everything that was ever changed, by whom and why |
| `log.jsonl` | each item before and after each change |
| `search.jsonl` | what can be searched; with `--with-vectors`, its vectors (int8, base64) |
| `picture_vectors.jsonl` | vectors of pictures |
| `work.jsonl` | what a language model was asked to do, and when; no words |
| `pictures/` | picture files, named by their SHA-256 (`sha256` in `details` of a memory of kind `scene`) |
| `manifest.json` | the size, rows and SHA-256 of each file here |

To bring it into a Reverie: `reverie import {quoted} FILE.zip`
"""


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
    with archive_container.writing(path, force=force) as packing, runtime.store.reading() as session:
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
