"""Files of knowledge: which there are under a path, and what stands in one.

A file that can't be read is one line of a report and never the end of a run, so everything that can be wrong with one
is found here and said with what mends it.
"""

from __future__ import annotations

import codecs
import logging
import os
import re
import stat
import struct
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from reverie.errors import ConfigError, InvalidInput
from reverie.extras import install
from reverie.knowledge import html_blocks, markdown
from reverie.knowledge.chunking import Block, Chunk, Sort, chunks
from reverie.records.conversations import cleaned
from reverie.text.patterns import lazy_pattern

LARGEST = 50_000_000
"""Bytes of a file that is read."""

MEDIA_TYPES = {
    ".md": "text/markdown",
    ".markdown": "text/markdown",
    ".mdown": "text/markdown",
    ".txt": "text/plain",
    ".text": "text/plain",
    ".rst": "text/plain",
    ".html": "text/html",
    ".htm": "text/html",
    ".xhtml": "text/html",
    ".pdf": "application/pdf",
}
"""What is read, by how a file's name ends."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CHARSET = lazy_pattern(rb"""<meta[^<>]{0,200}?charset\s*=\s*["']?([\w.:-]{2,40})""", re.IGNORECASE)
_HYPHENATED = lazy_pattern(r"(?<=[^\W\d_])-\n(?=[a-z])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A file to be read: the folder it was found in, and its path from there, with forward slashes."""

    root: Path
    path: str

    @property
    def file(self) -> Path:
        """The file itself."""
        return self.root / self.path


@dataclass(slots=True, kw_only=True)
class Found:
    """What is under the paths that were named.

    ``places`` are the files to be read. ``troubles`` are paths that can't be looked into, each with what mends it; what
    was indexed from there stays. ``whole`` are the folders that were looked through, ``passed_over`` counts files of
    other types in them.
    """

    places: list[Place] = field(default_factory=list)
    troubles: dict[Path, str] = field(default_factory=dict)
    whole: list[Path] = field(default_factory=list)
    passed_over: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What stands in a file. ``paged`` says that its chunks count pages, not lines; ``notes`` what was made do with."""

    title: str
    media_type: str
    chunks: tuple[Chunk, ...]
    paged: bool = False
    notes: tuple[str, ...] = ()


def found(paths: Iterable[Path]) -> Found:
    """Look for documents: named files, and every file of a known type in named folders and below them.

    Folders and files whose name begins with a dot are passed over, and links to folders are not followed.
    """
    there = Found()
    seen: set[Path] = set()
    for named in paths:
        path = Path(os.path.abspath(named.expanduser()))  # noqa: PTH100 - a link that is named keeps its name
        if os.path.isdir(path):  # noqa: PTH112 - a folder that may not be looked into is no error here
            there.whole.append(path)
            _look_through(path, there, seen)
        elif not os.path.lexists(path):
            there.troubles[path] = "it is not there: check the path, or take it out with `reverie know remove`"
        elif path.suffix.casefold() not in MEDIA_TYPES:
            there.troubles[path] = f"it is of no type that is read: {', '.join(MEDIA_TYPES)}"
        elif path not in seen:
            seen.add(path)
            there.places.append(Place(root=path.parent, path=path.name))
    return there


def _look_through(root: Path, there: Found, seen: set[Path]) -> None:
    def failed(error: OSError) -> None:
        there.troubles[Path(error.filename)] = f"{error.strerror or error}: allow it to be read, or name another folder"

    for folder, below, files in os.walk(root, onerror=failed):
        at = Path(folder)
        for name in [name for name in below if (at / name).is_symlink()]:
            there.troubles[at / name] = "a link to a folder is not followed: name the folder itself"
        below[:] = sorted(name for name in below if not name.startswith(".") and not (at / name).is_symlink())
        for name in sorted(name for name in files if not name.startswith(".")):
            path = at / name
            if path.suffix.casefold() not in MEDIA_TYPES:
                there.passed_over += 1
            elif not _nameable(path):
                there.troubles[path] = "its name is in no encoding that can be kept: rename it"
            elif path not in seen:
                seen.add(path)
                there.places.append(Place(root=root, path=path.relative_to(root).as_posix()))


def _nameable(path: Path) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in str(path))


def contents(file: Path) -> bytes:
    """The bytes of a file.

    Raises:
        InvalidInput: it can't be read, or is too large; the message says what mends it.
    """
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            raise InvalidInput("it is no ordinary file: name a file")
        if status.st_size > LARGEST:
            size = status.st_size / 1e6
            raise InvalidInput(f"it has {size:,.0f} MB, and the most is {LARGEST // 1_000_000}: cut it into parts")
        return file.read_bytes()
    except OSError as error:
        raise InvalidInput(f"{error.strerror or error}: see that it can be read, and add it again") from error


def read(content: bytes, path: str) -> Content:
    """Read a document and cut it into chunks; the type goes by how its name ends.

    Raises:
        InvalidInput: it is broken, encrypted, or not what its name says.
        ConfigError: a PDF needs a library that is not installed.
    """
    name = Path(path)
    media_type = MEDIA_TYPES[name.suffix.casefold()]
    if media_type == "application/pdf":
        return _pdf(content, name.stem)
    text, notes = _decoded(content, media_type)
    title = ""
    if media_type == "text/html":
        try:
            blocks, title = html_blocks.blocks(text)
        except AssertionError as error:  # what the standard library's parser says to a broken declaration
            raise InvalidInput("it is no HTML that can be read: save it again from a browser") from error
    elif media_type == "text/markdown":
        blocks, title = list(markdown.blocks(text)), markdown.front_matter(markdown.text_lines(text))[1]
    else:
        blocks = list(markdown.plain_blocks(text))
    first = next((block.text for block in blocks if block.sort is Sort.HEADING and block.text), "")
    made = tuple(chunks(blocks))
    if content.strip() and not made:
        notes = (*notes, "there are no words in it")
    return Content(title=(title or first or name.stem)[:200], media_type=media_type, chunks=made, notes=notes)


def _decoded(content: bytes, media_type: str) -> tuple[str, tuple[str, ...]]:
    marked = next((encoding for mark, encoding in _MARKS if content.startswith(mark)), None)
    if marked is not None:
        text = content.decode(marked, "replace")
        return cleaned(text), ("what is broken in it was left out",) if "\ufffd" in text else ()
    if b"\0" in content:
        raise InvalidInput("it holds binary content, and no text: name another file")
    declared = _CHARSET.search(content[:2048]) if media_type == "text/html" else None
    for encoding in ("utf-8", declared[1].decode() if declared else "utf-8"):
        try:
            return cleaned(content.decode(encoding)), ()
        except (UnicodeError, LookupError):
            continue
    guessed = "Windows-1252, with what it lacks left out" if _lacking(content) else "Windows-1252"
    return content.decode("cp1252", "replace"), (f"it is not in UTF-8: it was read as {guessed}",)


def _lacking(content: bytes) -> bool:
    return any(code in content for code in b"\x81\x8d\x8f\x90\x9d")


# -- PDF -----------------------------------------------------------------------------------------

_BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What a library meets in a PDF that is not well formed, beside its own errors."""


def _pdf(content: bytes, stem: str) -> Content:
    try:
        from pypdf import PdfReader
        from pypdf.errors import DependencyError, PyPdfError
    except ImportError as error:
        raise ConfigError(f"PDF is read by a library that is not installed: {install('documents')}") from error
    blocks: list[Block] = []
    try:
        with _quiet():
            reader = PdfReader(BytesIO(content))
            if reader.is_encrypted and not reader.decrypt(""):
                raise InvalidInput("it is encrypted: save it without a password, and add it again")
            title = str(reader.metadata.title or "") if reader.metadata else ""
            for number, page in enumerate(reader.pages, 1):
                blocks += _page(cleaned(page.extract_text()), number)
    except DependencyError as error:
        raise InvalidInput("it is encrypted in a way that is not read: save it without a password") from error
    except InvalidInput:
        raise
    except (PyPdfError, *_BROKEN) as error:
        told = " ".join(str(error).split())[:100]
        raise InvalidInput(f"it is no PDF that can be read ({told}): open it and save it again as PDF") from error
    made = tuple(chunks(blocks))
    notes = () if made else ("there is no text in it, only pictures of it: run text recognition (OCR) over it first",)
    title = " ".join(cleaned(title).split())[:200] or stem
    return Content(title=title, media_type="application/pdf", chunks=made, paged=True, notes=notes)


def _page(text: str, number: int) -> Iterator[Block]:
    """The paragraphs of a page, whose every line is of that page."""
    for block in markdown.plain_blocks(_HYPHENATED.sub("", text)):
        words = tuple((number, " ".join(line.split())) for _number, line in block.lines)
        yield Block(sort=Sort.PROSE, lines=words)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the library from telling the terminal of everything that is odd in a file."""
    logger = logging.getLogger("pypdf")
    before = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(before)
