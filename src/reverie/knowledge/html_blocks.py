"""HTML read into blocks, with the lines of the source that their words stand in.

Broken HTML is read as far as it goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from html.parser import HTMLParser

from reverie.knowledge.chunking import Block, Picture, Sort

_UNSEEN = frozenset("script style template noscript svg math iframe object select datalist".split())
_INLINE = frozenset(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark nobr output q rp rt "
    "ruby s samp small span strike strong sub sup time tt u var wbr".split()
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}


def blocks(text: str) -> tuple[list[Block], str]:
    """The blocks of an HTML page, in order, and its title."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.end_block()
    return reader.found, " ".join("".join(reader.title).split())


class _Reader(HTMLParser):
    """Collects the words of a block until a tag ends it. What is open is counted, so that lost end tags do no harm."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Block] = []
        self.title: list[str] = []
        self._in_title = False
        self._unseen = ""
        self._level = 0
        self._code = 0
        self._table = 0
        self._lists = 0
        self._words: list[tuple[int, str]] = []
        self._pictures: list[Picture] = []

    def parse_html_declaration(self, i: int) -> int:
        """Pass over ``<![…>``, as browsers do; the parser of some versions of Python ends with an AssertionError."""
        if self.rawdata.startswith("<![", i):
            return self.parse_bogus_comment(i)
        return super().parse_html_declaration(i)

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        """Begin what a tag begins."""
        if self._unseen:
            return
        if tag in _UNSEEN:
            self._unseen = tag
        elif tag == "title":
            self._in_title = True
        elif tag == "img":
            self._picture({name: value or "" for name, value in attrs})
        elif tag == "br":
            self._add("\n")
        elif tag in ("td", "th"):
            self._add(" | " if self._words and self._words[-1][1] != "\n" else "")
        elif tag in ("tr", "li") and self._words:
            self._add("\n")
        elif tag in _HEADINGS or not (tag in _INLINE or self._within(tag)):
            self.end_block()
        else:
            self._add("" if tag in _INLINE else " ")
        if tag == "li":
            self._add("- ")
        self._count(tag, 1)

    def handle_endtag(self, tag: str) -> None:
        """End what a tag ends."""
        if self._unseen:
            self._unseen = "" if tag == self._unseen else self._unseen
        elif tag == "title":
            self._in_title = False
        else:
            if tag not in _INLINE and not self._within(tag):
                self.end_block()
            self._count(tag, -1)

    def handle_data(self, text: str) -> None:
        """Take words in, each with its line."""
        if self._in_title:
            self.title.append(text)
        elif not self._unseen:
            line = self.getpos()[0]
            for place, words in enumerate(text.split("\n")):
                if place:
                    self._words.append((line + place - 1, "\n" if self._code else " "))
                if words:
                    self._words.append((line + place, words))

    def end_block(self) -> None:
        """End the block that is open, if it has words or pictures."""
        words, self._words = self._words, []
        pictures, self._pictures = self._pictures, []
        lines: list[tuple[int, str]] = []
        for number, word in words:
            if not lines or lines[-1][1].endswith("\n") or (number != lines[-1][0] and not self._table):
                lines.append((number, word))
            else:
                lines[-1] = (number, lines[-1][1] + word)
        kept = [(number, self._tidy(text)) for number, text in lines]
        if any(text.strip().strip(" |-") for _number, text in kept) or pictures:
            shown = tuple((number, text) for number, text in kept if text.strip()) or ((pictures[0].line, ""),)
            self.found.append(Block(sort=self._sort(), lines=shown, level=self._level, pictures=tuple(pictures)))

    def _tidy(self, text: str) -> str:
        return text.rstrip("\n") if self._code else " ".join(text.split()).removeprefix("| ")

    def _sort(self) -> Sort:
        if self._level:
            return Sort.HEADING
        if self._code:
            return Sort.CODE
        if self._table:
            return Sort.TABLE
        return Sort.ITEMS if self._lists else Sort.PROSE

    def _within(self, tag: str) -> bool:
        """Whether a tag belongs to the list or the table that is open, and neither begins nor ends a block."""
        if self._table:
            return tag not in ("table", "pre", *_HEADINGS)
        return self._lists > 0 and tag in ("li", "p", "div")

    def _add(self, text: str) -> None:
        if text:
            self._words.append((self.getpos()[0], text))

    def _picture(self, named: dict[str, str]) -> None:
        alt, path = " ".join(named.get("alt", "").split()), named.get("src", "").strip()
        if path and not path.casefold().startswith("data:"):
            self._pictures.append(Picture(alt=alt, path=path, line=self.getpos()[0]))
        self._add(alt)

    def _count(self, tag: str, step: int) -> None:
        if tag in _HEADINGS:
            self._level = _HEADINGS[tag] if step > 0 else 0
            self._code = self._table = self._lists = 0
        elif tag == "pre":
            self._code = max(0, self._code + step)
        elif tag == "table":
            self._table = max(0, self._table + step)
        elif tag in ("ul", "ol"):
            self._lists = max(0, self._lists + step)
