"""What a history came in, opened within limits: one file, or the texts of a zip, of which nothing is unpacked to disk.

Whoever made a file may mean harm: sizes are bounded before and while bytes are read, and a name in a zip is shown and
never used as a path.
"""

from __future__ import annotations

import codecs
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import IO, Any

from reverie.errors import InvalidInput
from reverie.histories.json_values import Value
from reverie.records.conversations import cleaned
from reverie.secrets import masked
from reverie.text.patterns import lazy_pattern

MOST_BYTES = 512 * 1024 * 1024
"""Bytes of text that are read of one import: a chat of a million messages has about 200 MB."""

MOST_TIMES_LARGER = 200
"""How many times larger than it is packed a text may be: chats are 3 to 20 times."""

FREELY_UNPACKED = 8 * 1024 * 1024
"""Bytes that a packed text may have, however small it is packed."""

MOST_FILES = 100_000
"""Files that a zip may have."""

_TEXTS = (".json", ".jsonl", ".txt", ".md")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_NO_ZIP = (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError)
_SPACE = lazy_pattern(r"\s*")
_LINE_OF_JSON = lazy_pattern(r"^[^\S\n]*\{", re.MULTILINE)
_OF_A_CHAT = lazy_pattern(r"[^{}\n\"]{1,80}:\s|[#\[\s]*\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")
_DECODER = json.JSONDecoder()


class Layout(StrEnum):
    """How a text is built."""

    ARRAY = "array"
    OBJECT = "object"
    LINES = "lines"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A text of a history: ``first`` is its object, the first of its array, or the first line of JSON lines."""

    name: str
    text: str
    layout: Layout
    first: dict[str, Any] = field(default_factory=dict)

    def elements(self) -> Iterator[Value]:
        """The elements of an array one by one, or the one object: never all of them at once.

        Raises:
            InvalidInput: it is no JSON, or breaks off.
        """
        if self.layout is Layout.OBJECT:
            yield Value(self.first, self.name)
            return
        if self.layout is not Layout.ARRAY:
            raise InvalidInput(f"{self.name} is no JSON of one array or object: name its format, or none at all")
        place, number = _after(self.text, 0) + 1, 0
        while self.text[(place := _after(self.text, place)) : place + 1] != "]":
            number += 1
            if number > 1:
                if self.text[place : place + 1] != ",":
                    raise _broken_off(f"{self.name}, item {number - 1}", "a comma or ] is missing behind it")
                place = _after(self.text, place + 1)
            one, place = _decoded(self.text, place, f"{self.name}, item {number}")
            yield Value(one, f"{self.name}, item {number}")

    def lines(self) -> Iterator[tuple[int, str]]:
        """The lines that are not empty, with their numbers."""
        return ((n, line) for n, line in enumerate(self.text.split("\n"), start=1) if line.strip())

    def object_lines(self) -> Iterator[Value]:
        """The objects of JSON lines.

        Raises:
            InvalidInput: a line is no JSON.
        """
        for number, line in self.lines():
            where = f"{self.name}, line {number}"
            yield Value(_decoded(line.strip(), 0, where)[0], where)


def _after(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found is not None else place


def _decoded(text: str, place: int, where: str) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, place)
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deep" if isinstance(error, RecursionError) else str(error)
        raise _broken_off(where, reason) from error


def _broken_off(where: str, reason: str) -> InvalidInput:
    return InvalidInput(f"{where} is no JSON: {reason}; get it again from where it came")


def document(name: str, text: str) -> Document:
    """A text with how it is built."""
    layout, first = _opening(text)
    return Document(name=name, text=text, layout=layout, first=first if isinstance(first, dict) else {})


def _opening(text: str) -> tuple[Layout, Any]:
    start = _after(text, 0)
    opened = text[start : start + 1]
    inside = _after(text, start + 1)
    try:
        if opened == "[" and text[inside : inside + 1] == "]" and not text[inside + 1 :].strip():
            return Layout.ARRAY, None
        if opened == "[" and text[inside : inside + 1] == "{":
            return Layout.ARRAY, _DECODER.raw_decode(text, inside)[0]
        if opened == "{":
            first, end = _DECODER.raw_decode(text, start)
            return (Layout.LINES if text[_after(text, end) :] else Layout.OBJECT), first
    except (ValueError, RecursionError):
        if opened == "[":
            return Layout.ARRAY, None  # whoever reads it says what is wrong
    in_lines = _LINE_OF_JSON.search(text) is not None and _OF_A_CHAT.match(text, start) is None
    return (Layout.LINES if in_lines else Layout.TEXT), None


def opened(name: str, file: IO[bytes]) -> list[Document]:
    """The texts of a file, or of a zip. ``name`` is how they are called in errors.

    Raises:
        InvalidInput: it is too large, no text, a damaged zip, or one that would unpack to far more than it should.
    """
    start = file.read(4)
    file.seek(0)
    if start[:2] == b"PK" and start[2:] in (b"\3\4", b"\5\6"):
        return _of_zip(name, file)
    content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise _too_large(name)
    return [document(name, decoded(name, content))]


def _of_zip(name: str, file: IO[bytes]) -> list[Document]:
    try:
        with zipfile.ZipFile(file) as archive:
            texts = _texts_of(name, archive)
            return [document(*_unpacked(name, archive, one)) for one in texts]
    except _NO_ZIP as error:
        raise InvalidInput(f"{name} is no whole zip file: {error}; get it again from where it came") from error


def _texts_of(name: str, archive: zipfile.ZipFile) -> Sequence[zipfile.ZipInfo]:
    """The texts of a zip, once their sizes were looked at."""
    every = archive.infolist()
    if len(every) > MOST_FILES:
        raise InvalidInput(f"{name} holds {len(every):,} files, of {MOST_FILES:,}: take the chats out of it")
    texts = [one for one in every if one.filename.lower().endswith(_TEXTS)]
    for one in texts:
        if one.flag_bits & 1:
            raise InvalidInput(f"{_member(name, one)} is encrypted: unpack it with its password, and import that")
        if one.file_size > max(FREELY_UNPACKED, MOST_TIMES_LARGER * one.compress_size):
            raise InvalidInput(
                f"{_member(name, one)} would unpack to {one.file_size:,} bytes from {one.compress_size:,}, as no chat "
                "does: unpack it yourself, if you trust it"
            )
    if sum(one.file_size for one in texts) > MOST_BYTES:
        raise _too_large(name)
    return texts


def _unpacked(name: str, archive: zipfile.ZipFile, one: zipfile.ZipInfo) -> tuple[str, str]:
    where = _member(name, one)
    with archive.open(one) as file:
        content = file.read(one.file_size + 1)
    if len(content) != one.file_size:
        raise InvalidInput(f"{where} is not of the size that the zip says: get it again from where it came")
    return where, decoded(where, content)


def _member(name: str, one: zipfile.ZipInfo) -> str:
    """How a file of a zip is called in errors: the end of its name, which leads nowhere."""
    return f"{name}: {masked(cleaned(one.filename.replace(chr(92), '/').rsplit('/', 1)[-1])[-80:]).text}"


def _too_large(name: str) -> InvalidInput:
    return InvalidInput(f"{name} has more than {MOST_BYTES // 1024**2} MB of text: split it, and import the parts")


def decoded(name: str, content: bytes) -> str:
    """A text in UTF-8, or in UTF-16 or UTF-32 with a mark at its start, or else in Windows' Latin letters.

    Raises:
        InvalidInput: it is no text.
    """
    coding = next((coding for mark, coding in _BOMS if content.startswith(mark)), "utf-8")
    text = content.decode(coding, "replace")
    if coding == "utf-8" and "\ufffd" in text and text.count("\ufffd") > sum(map(text.count, "äéöüßñçàè’“”…—")):
        text = content.decode("cp1252", "replace")
    start = text[:4096]
    controls = sum(c < " " and c not in "\t\n\r\f\x1b" for c in start)
    if controls > start.count("\n") + len(start) // 50 or text.count("\ufffd") > len(text) // 20 + 1:
        raise InvalidInput(f"{name} is no text: it has to be the export of a chat, as JSON or as text, or a zip of one")
    return cleaned(text)
