"""A document, cut into chunks that can be found and quoted: by its headings, and by length.

The one idea: a document is a tree of sections, and a section that fits is one chunk. The two highest levels of headings
always begin a chunk; deeper ones only where their section would be too long. What is too long is cut between blocks
(paragraphs, lists, code, tables), then between sentences, rows or lines. Every step looks at each line once.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import accumulate

from reverie.text.patterns import lazy_pattern

LENGTH = 1000
"""Characters that a chunk aims at. The search reads that much of a text by word, and the embedder about as much."""

CAP = 1200
"""Characters that a chunk never exceeds, but for a single row of a table or line of code that is longer."""

LONGEST_TITLE = 120
"""Characters of a heading that are kept in a chunk's heading path."""

ALWAYS = 2
"""Headings of this level or higher always begin a chunk."""

_ABBREVIATIONS = "Mr Mrs Ms Dr Prof St Sr Jr vs No Nr Fig Eq Vol pp cf al approx".split()
_SENTENCE_END = lazy_pattern(
    # What ends a sentence comes first: the rest is then looked at in few places.
    r"(?:(?<=[.!?…])|(?<=[.!?…][\"'”’)\]]))\s+(?=[^a-z\s])"
    + "".join(rf"(?<!\b{short}\.\s)" for short in _ABBREVIATIONS)
    + r"(?<!\b[A-Za-z]\.\s)|(?<=[。！？])\s*(?=\S)"
)
_ITEM = lazy_pattern(r"\n(?=\s*(?:[-*+•]|\d{1,9}[.)])\s)")


class Sort(StrEnum):
    """What a block is, as far as it matters for cutting."""

    HEADING = "heading"
    PROSE = "prose"
    LINES = "lines"
    ITEMS = "items"
    CODE = "code"
    TABLE = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture that a document refers to: its words, where it is, and the line (or page) of the reference."""

    alt: str
    path: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A heading, a paragraph, a list, a block of code or a table, with its markup removed.

    ``lines`` are (number, text): line numbers, or page numbers, of the source, never falling. A line may have no text.
    Only the lines of ``PROSE`` run on, and are put together with spaces. ``level`` is a heading's, 1 to 6.
    """

    sort: Sort
    lines: tuple[tuple[int, str], ...]
    level: int = 0
    pictures: tuple[Picture, ...] = ()

    @property
    def text(self) -> str:
        """Its words."""
        return self._joint.join(text for _number, text in self.lines if text)

    @property
    def _joint(self) -> str:
        return " " if self.sort in (Sort.PROSE, Sort.HEADING) else "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of a document: plain text, under which headings ("Install > Linux"), and where in the source it stands.

    ``first`` and ``last`` are lines (or pages), counted from 1, both included. ``pictures`` are (alt, path). ``note``
    says that it is a part of something that was too long.
    """

    text: str
    heading: str
    first: int
    last: int
    pictures: tuple[tuple[str, str], ...] = ()
    note: str = ""


@dataclass(slots=True)
class _Part:
    """What goes into a chunk whole; ``title`` is the heading of a whole section, empty for a part of one."""

    text: str
    first: int
    last: int
    pictures: tuple[Picture, ...] = ()
    title: str = ""
    note: str = ""

    @property
    def titled(self) -> str:
        return "\n".join(filter(None, (self.title, self.text)))


@dataclass(slots=True)
class _Section:
    """A heading (the document has none) with what stands under it; ``size`` is that of its whole text."""

    heading: Block | None = None
    blocks: list[Block] = field(default_factory=list)
    sections: list[_Section] = field(default_factory=list)
    size: int = 0

    @property
    def level(self) -> int:
        return 0 if self.heading is None else self.heading.level

    @property
    def title(self) -> str:
        text = "" if self.heading is None else self.heading.text
        return text if len(text) <= LONGEST_TITLE else text[: LONGEST_TITLE - 1] + "…"


def chunks(blocks: Iterable[Block], *, length: int = LENGTH, cap: int = CAP) -> list[Chunk]:
    """Cut a document into chunks of about ``length`` characters, in order.

    None is longer than ``cap`` characters, but for one row or line that can't be cut. Lines without any text
    belong to the chunk before them.
    """
    made: list[Chunk] = []
    for chunk in _Cutter(length, cap).cut(_tree(blocks), ()):
        if chunk.text or (not made and chunk.pictures):
            made.append(chunk)
        elif made:
            more = (*made[-1].pictures, *chunk.pictures)
            made[-1] = replace(made[-1], last=chunk.last, pictures=more)
    return made


def _tree(blocks: Iterable[Block]) -> _Section:
    root = _Section()
    above = [root]
    for block in blocks:
        if block.sort is Sort.HEADING:
            while above[-1].level >= block.level:
                _closed(above)
            section = _Section(block)
            above[-1].sections.append(section)
            above.append(section)
        else:
            above[-1].blocks.append(block)
    while len(above) > 1:
        _closed(above)
    return root


def _closed(above: list[_Section]) -> None:
    section = above.pop()
    section.size = len(section.title) + 1 + sum(len(block.text) + 2 for block in section.blocks)
    section.size += sum(below.size for below in section.sections)


@dataclass(frozen=True, slots=True)
class _Cutter:
    length: int
    cap: int

    def cut(self, section: _Section, above: tuple[str, ...], begun: int | None = None) -> Iterator[Chunk]:
        """The chunks of a section. ``begun`` is the line of a heading above it that is in no chunk yet."""
        if section.heading is not None and begun is None:
            begun = section.heading.lines[0][0]
        if section.heading is not None and not section.blocks and not section.sections:
            yield _chunk([_whole(section)], above, begun)
            return
        path = above if section.heading is None else (*above, section.title)
        waiting: list[_Part] = []
        for next_ in self._parts(section):
            fits = isinstance(next_, _Part) and self._fits(waiting, next_)
            if waiting and not fits:
                yield _chunk(waiting, path, begun)
                waiting, begun = [], None
            if isinstance(next_, _Part):
                waiting.append(next_)
            else:
                yield from self.cut(next_, path, begun)
                begun = None
        if waiting:
            yield _chunk(waiting, path, begun)

    def _parts(self, section: _Section) -> Iterator[_Part | _Section]:
        """What is put into chunks, in order; a section among it has chunks of its own."""
        for block in section.blocks:
            yield from self._split(block)
        for below in section.sections:
            yield _whole(below) if below.level > ALWAYS and below.size <= self.length else below

    def _fits(self, waiting: Sequence[_Part], part: _Part) -> bool:
        return sum(len(one.titled) + 2 for one in (*waiting, part)) <= self.length + 2

    def _split(self, block: Block) -> list[_Part]:
        text, first, last = block.text, block.lines[0][0], block.lines[-1][0]
        if len(text) <= self.cap:
            return [_Part(text, first, last, block.pictures)]
        if block.sort is Sort.CODE or block.sort is Sort.TABLE:
            head = block.lines[0][1] + "\n" if block.sort is Sort.TABLE else ""
            head = head if len(head) <= self.cap // 4 else ""
            spans = _together(_between(text, (0, len(text)), _NEW_LINE), self.cap - len(head))
            notes = [f"part {place} of {len(spans)} of a {_NAMES[block.sort]}" for place in range(1, len(spans) + 1)]
        else:
            head = ""
            spans = self._sentences(text, block.sort)
            notes = [""] * len(spans)
        texts = [text[start:end].rstrip() for start, end in spans]
        texts[1:] = [head + text for text in texts[1:]]
        ranges = _ranges(block, spans)
        return [
            _Part(text, first, last, tuple(p for p in block.pictures if first <= p.line <= last), note=note)
            for text, note, (first, last) in zip(texts, notes, ranges, strict=True)
        ]

    def _sentences(self, text: str, sort: Sort) -> list[_Span]:
        """A text cut between sentences, and between items of a list.

        One that is longer than a chunk can be is cut by itself: between lines, else words, else letters.
        """
        spans = _between(text, (0, len(text)), _SENTENCE_END)
        if sort is Sort.ITEMS:
            spans = [inner for span in spans for inner in _between(text, span, _ITEM)]
        made: list[_Span] = []
        whole: list[_Span] = []
        for span in spans:
            if span[1] - span[0] <= self.cap:
                whole.append(span)
                continue
            made += [*_together(whole, self.length), *_together(_finer(text, span, self.length), self.length)]
            whole = []
        return [*made, *_together(whole, self.length)]


def _chunk(parts: Sequence[_Part], path: tuple[str, ...], begun: int | None) -> Chunk:
    alone = parts[0] if len(parts) == 1 else None
    if alone is not None and alone.title and alone.text:
        path, text = (*path, alone.title), alone.text
    else:
        text = "\n\n".join(filter(None, (part.titled for part in parts)))
    return Chunk(
        text=text,
        heading=" > ".join(filter(None, path)),
        first=parts[0].first if begun is None else begun,
        last=parts[-1].last,
        pictures=tuple(dict.fromkeys((p.alt, p.path) for part in parts for p in part.pictures)),
        note="" if alone is None else alone.note,
    )


def _whole(section: _Section) -> _Part:
    """A section as one part, with the headings below it inside its text."""
    parts = [_Part(block.text, block.lines[0][0], block.lines[-1][0], block.pictures) for block in section.blocks]
    parts += [_whole(below) for below in section.sections]
    lines = (section.heading or section.blocks[0]).lines
    return _Part(
        "\n\n".join(filter(None, (part.titled for part in parts))),
        lines[0][0],
        parts[-1].last if parts else lines[-1][0],
        tuple(picture for part in parts for picture in part.pictures),
        title=section.title,
    )


# -- spans of a text: [start, end), one after the other -------------------------------------------

_Span = tuple[int, int]
_NEW_LINE = lazy_pattern(r"\n")
_SPACE = lazy_pattern(r"\s+")
_NAMES = {Sort.CODE: "block of code", Sort.TABLE: "table"}


def _between(text: str, span: _Span, boundary: re.Pattern[str]) -> list[_Span]:
    """A span cut after every boundary in it."""
    ends = [found.end() for found in boundary.finditer(text, *span) if span[0] < found.end() < span[1]]
    return list(zip([span[0], *ends], [*ends, span[1]], strict=True))


def _finer(text: str, span: _Span, longest: int) -> list[_Span]:
    """A span cut between its lines; lines that are still too long between words, and words between letters."""
    spans = [span]
    for boundary in (_NEW_LINE, _SPACE):
        spans = [
            inner
            for start, end in spans
            for inner in (_between(text, (start, end), boundary) if end - start > longest else [(start, end)])
        ]
    return [(cut, min(end, cut + longest)) for start, end in spans for cut in range(start, end, longest)]


def _together(spans: Sequence[_Span], longest: int) -> list[_Span]:
    """Neighbours put together as long as they are no longer than this."""
    made: list[_Span] = []
    for start, end in spans:
        if made and end - made[-1][0] <= longest:
            made[-1] = (made[-1][0], end)
        else:
            made.append((start, end))
    return made


def _ranges(block: Block, spans: Sequence[_Span]) -> list[tuple[int, int]]:
    """The first and the last line of every span of a block's text; lines without text belong to what is before them."""
    kept = [(number, len(text) + 1) for number, text in block.lines if text]
    starts = list(accumulate((size for _number, size in kept), initial=0))[:-1]
    numbers = [number for number, _size in kept]
    found = [
        (numbers[bisect_right(starts, start) - 1], numbers[bisect_right(starts, max(start, end - 1)) - 1])
        for start, end in spans
    ]
    firsts = [block.lines[0][0], *(first for first, _last in found[1:])]
    lasts = [*(max(last, after - 1) for (_f, last), after in zip(found, firsts[1:], strict=False)), block.lines[-1][0]]
    return list(zip(firsts, lasts, strict=True))
