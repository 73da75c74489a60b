"""Markdown, and plain text, read into blocks: what is a heading, a paragraph, a list, code or a table.

It goes by lines, as Markdown does, and looks at each line once. Markup is taken out of a block's text without moving a
word to another line, so that every word can be traced to its source.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from reverie.knowledge.chunking import Block, Picture, Sort
from reverie.text.patterns import lazy_pattern

_BREAK = lazy_pattern(r"\r\n|\n|\r")
_QUOTED = lazy_pattern(r"(?: {0,3}>[ \t]?)+")
_HEADING = lazy_pattern(r" {0,3}(#{1,6})(?:[ \t]|$)")
_UNDERLINE = lazy_pattern(r" {0,3}(?:=+|-+)[ \t]*$")
_RULE = lazy_pattern(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE = lazy_pattern(r"[ \t]*(`{3,}(?=[^`]*$)|~{3,})")
_ITEM = lazy_pattern(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_DEFINED = lazy_pattern(r" {0,3}\[([^\[\]]{1,200})\]:[ \t]*<?([^\s<>]+)")
_TITLE = lazy_pattern(r"^title[ \t]*[:=][ \t]*(.*)$", re.MULTILINE | re.IGNORECASE)


@dataclass(slots=True)
class _Open:
    """The block that is being read."""

    sort: Sort
    lines: list[tuple[int, str]] = field(default_factory=list)


def text_lines(text: str) -> list[str]:
    """The lines of a text as an editor counts them."""
    return _BREAK.split(text)


def front_matter(lines: list[str]) -> tuple[int, str]:
    """How many lines of metadata a document begins with, and the title in them, empty where there is none."""
    mark = lines[0].rstrip() if lines else ""
    if mark not in ("---", "+++"):
        return 0, ""
    ends = ("---", "...") if mark == "---" else ("+++",)
    end = next((place for place, line in enumerate(lines[1:], 1) if line.rstrip() in ends), 0)
    named = _TITLE.search("\n".join(lines[1:end]))
    return (end + 1 if end else 0), (named[1].strip().strip("\"'") if named else "")


def plain_blocks(text: str) -> Iterator[Block]:
    """The paragraphs of a text without markup."""
    waiting: list[tuple[int, str]] = []
    for number, line in enumerate(text_lines(text), start=1):
        if line.strip():
            waiting.append((number, line.rstrip()))
        elif waiting:
            yield Block(sort=Sort.LINES, lines=tuple(waiting))
            waiting = []
    if waiting:
        yield Block(sort=Sort.LINES, lines=tuple(waiting))


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a Markdown text, in order. Metadata at its beginning is passed over."""
    lines = text_lines(text)
    skipped, _title = front_matter(lines)
    found = [_DEFINED.match(line) for line in lines if "]:" in line]
    defined = {match[1].casefold(): match[2] for match in found if match}
    for block in _raw(lines, skipped):
        if block.sort is Sort.CODE:
            yield Block(sort=block.sort, lines=tuple(block.lines))
        else:
            yield _plain(block, defined)


class _Reading:
    """Reads line after line, and gives each block when something ends it."""

    def __init__(self) -> None:
        self._open: _Open | None = None
        self._fence = ""

    def line(self, number: int, whole: str, following: str) -> Iterator[_Open]:
        """Read a line; give what it ends."""
        line = _QUOTED.sub("", whole, count=1) if whole.lstrip(" ").startswith(">") else whole
        if self._fence and self._open is not None:
            mark = line.strip()
            closing = len(mark) >= len(self._fence) and set(mark) == {self._fence[0]}
            self._open.lines.append((number, "" if closing else whole.rstrip()))
            if closing:
                yield from self.ended()
        elif opening := _FENCE.match(line):
            yield from self.ended()
            self._fence, self._open = opening[1], _Open(Sort.CODE, [(number, "")])
        elif not line.strip():
            yield from self.ended()
        else:
            before, self._open = self._open, _continued(self._open, line, number, following)
            if before is not None and before is not self._open:
                yield before
            if self._open.sort is Sort.HEADING:
                yield from self.ended()

    def ended(self) -> Iterator[_Open]:
        """Give the block that is open: nothing more belongs to it."""
        if self._open is not None:
            yield self._open
        self._open, self._fence = None, ""


def _raw(lines: list[str], skipped: int) -> Iterator[_Open]:
    """Blocks with their markup. ``skipped`` is how many lines at the beginning are none."""
    reading = _Reading()
    for number, line in enumerate(lines[skipped:], skipped + 1):
        yield from reading.line(number, line, lines[number] if number < len(lines) else "")
    yield from reading.ended()


def _continued(open_: _Open | None, line: str, number: int, following: str) -> _Open:
    """The block that a line belongs to: the one that is open, or a new one."""
    if open_ is not None and open_.sort is Sort.PROSE and _UNDERLINE.match(line):
        open_.sort = Sort.HEADING
        open_.lines.append((number, line))
        return open_
    if _HEADING.match(line):
        return _Open(Sort.HEADING, [(number, line)])
    if open_ is not None and open_.sort is Sort.TABLE and "|" not in line:
        open_ = None
    if "|" in line and _delimits(following) and (open_ is None or open_.sort is not Sort.TABLE):
        return _Open(Sort.TABLE, [(number, line)])
    if _ITEM.match(line) and (open_ is None or open_.sort is Sort.PROSE) and not _RULE.match(line):
        return _Open(Sort.ITEMS, [(number, line)])
    if open_ is None:
        indented = line.startswith(("    ", "\t"))
        return _Open(Sort.LINES if indented else Sort.PROSE, [(number, line)])
    open_.lines.append((number, line))
    return open_


def _delimits(line: str) -> bool:
    """Whether a line stands between the head of a table and its rows."""
    return "-" in line and "|" in line and set(line) <= set("|:- \t>")


def _plain(block: _Open, defined: Mapping[str, str]) -> Block:
    texts = [_without_mark(block, place, line) for place, (_number, line) in enumerate(block.lines)]
    cleaned, pictures = without_markup("\n".join(texts), block.lines[0][0], defined)
    lines = [" ".join(line.split()) if block.sort is not Sort.LINES else line.rstrip() for line in cleaned.split("\n")]
    if block.sort is Sort.TABLE:
        lines = [" | ".join(cell.strip() for cell in line.strip().strip("|").split("|")) for line in lines]
    numbers = [number for number, _line in block.lines]
    return Block(
        sort=block.sort,
        lines=tuple(zip(numbers, lines, strict=True)),
        level=_level(block) if block.sort is Sort.HEADING else 0,
        pictures=tuple(pictures),
    )


def _without_mark(block: _Open, place: int, line: str) -> str:
    """A line without what makes it a heading, a rule, a definition or the line below a table's head."""
    if block.sort is Sort.HEADING:
        if _UNDERLINE.match(line) and place:
            return ""
        bare = line.strip().lstrip("#").strip()
        shorter = bare.rstrip("#")
        return shorter if not shorter or shorter[-1:].isspace() else bare
    if _RULE.match(line) or _DEFINED.match(line) or (block.sort is Sort.TABLE and place == 1):
        return ""
    return line


def _level(block: _Open) -> int:
    line = block.lines[-1][1]
    if found := _HEADING.match(line):
        return len(found[1])
    return 1 if "=" in line else 2


# -- inside a line -------------------------------------------------------------------------------

_TICKS = lazy_pattern("`+")
_ESCAPED = lazy_pattern(r"\\([!-/:-@\[-`{-~])")
_HIDDEN = 0x10_0000
"""Where characters that are no markup are put while markup is taken out: code points that nobody uses."""
_CAN_HIDE = range(0x110000 - _HIDDEN)  # the others, such as emoji, are no markup
_SHOWN = {_HIDDEN + code: code for code in _CAN_HIDE}

_COMMENT = lazy_pattern(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_IMG = lazy_pattern(r"<img\b([^<>]*)>", re.IGNORECASE)
_ATTRIBUTE = lazy_pattern(r"""\b(alt|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_TARGET = r"\(\s*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
_PICTURE = lazy_pattern(rf"!\[([^\[\]]*)\](?:{_TARGET}|\[([^\[\]]*)\])?")
_LINK = lazy_pattern(rf"\[([^\[\]]*)\](?:{_TARGET}|\[[^\[\]]*\])")
_NOTE = lazy_pattern(r"\[\^[^\[\]\s]+\]:?")
_BARE_LINK = lazy_pattern(r"<((?:https?|ftp|mailto):[^<>\s]+|[^<>\s@]+@[^<>\s@]+)>", re.IGNORECASE)
_TAG = lazy_pattern(r"</?[A-Za-z][^<>]*>|<![A-Za-z][^<>]*>|<\?[^<>]*>")
_STRONG = lazy_pattern(r"(\*{1,3}|~~)(?=[^\s*~])([^*~]*[^\s*~])\1")
_STRESSED = lazy_pattern(r"(?<!\w)(_{1,3})(?=[^\s_])([^_]*[^\s_])\1(?!\w)")


def without_markup(text: str, first: int, defined: Mapping[str, str]) -> tuple[str, list[Picture]]:
    """Words without Markdown and tags, line by line as they were, and the pictures they refer to.

    Links keep their words, pictures their description, code its text. ``first`` is the number of the first line, and
    ``defined`` holds the targets of references by folded name.
    """
    if not _MARKED.search(text):
        return text, []
    text = _ESCAPED.sub(lambda found: _hidden(found[1]), _with_code_hidden(text))
    text = _COMMENT.sub(_only_breaks, text)
    pictures: list[Picture] = []

    def seen(found: re.Match[str], alt: str, path: str) -> str:
        line = first + found.string.count("\n", 0, found.start())
        path = path.translate(_SHOWN)
        if path and not path.casefold().startswith("data:"):
            pictures.append(Picture(alt=html.unescape(" ".join(alt.split()).translate(_SHOWN)), path=path, line=line))
        return _kept(found, alt)

    def tagged(found: re.Match[str]) -> str:
        named = {name.casefold(): html.unescape(a or b or c) for name, a, b, c in _ATTRIBUTE.findall(found[1])}
        return seen(found, named.get("alt", ""), named.get("src", ""))

    def drawn(found: re.Match[str]) -> str:
        alt, angled, bare, reference = found.groups()
        target = angled or bare or defined.get((reference or alt).casefold(), "")
        return seen(found, alt, target) if target or found[0][-1] != "]" else found[0]

    text = _PICTURE.sub(drawn, _IMG.sub(tagged, text))
    text = _NOTE.sub("", _LINK.sub(lambda found: _kept(found, found[1]), text))
    text = _TAG.sub(_only_breaks, _BARE_LINK.sub(lambda found: found[1], text))
    for _nested in range(2):
        text = _STRESSED.sub(r"\2", _STRONG.sub(r"\2", text))
    pictures.sort(key=lambda picture: picture.line)
    # An entity may be a line break too, and may not make one.
    unescaped = (html.unescape(line).replace("\n", " ").replace("\r", " ") for line in text.split("\n"))
    return "\n".join(unescaped).translate(_SHOWN), pictures


_MARKED = lazy_pattern(r"[\\`<&\[*_~]")


def _kept(found: re.Match[str], words: str) -> str:
    """Words in the place of markup, with as many line breaks as it had."""
    return words + "\n" * (found[0].count("\n") - words.count("\n"))


def _only_breaks(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def _hidden(text: str) -> str:
    return "".join(char if char == "\n" or ord(char) not in _CAN_HIDE else chr(_HIDDEN + ord(char)) for char in text)


def _with_code_hidden(text: str) -> str:
    """The text with spans of code put where no markup is looked for, without their backticks."""
    runs = list(_TICKS.finditer(text))
    following: dict[int, int] = {}
    closes: list[int | None] = [None] * len(runs)
    for place in range(len(runs) - 1, -1, -1):
        closes[place] = following.get(len(runs[place][0]))
        following[len(runs[place][0])] = place
    made, at, place = [], 0, 0
    while place < len(runs):
        end = closes[place]
        if end is not None:
            made += [text[at : runs[place].start()], _hidden(text[runs[place].end() : runs[end].start()])]
            at, place = runs[end].end(), end
        place += 1
    return "".join([*made, text[at:]])
