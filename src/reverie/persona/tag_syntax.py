"""One tag as it is written: its name, its attributes in all the ways models write them, and what it observed.

And where Markdown shows code, which is followed one character at a time: a tag in code is no tag.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field

from reverie.records.memories import About
from reverie.records.observation_categories import categories
from reverie.text.patterns import lazy_pattern

_ABOUT = {"user": About.USER, "self": About.SELF}
_TAIL = len("record_user_observation")

NAMES = frozenset(f"{start}record_{whom}_observation" for start in ("<", "</") for whom in _ABOUT)
"""How a tag begins, in small letters."""

BEGINNINGS = frozenset(name[:end] for name in NAMES for end in range(1, len(name) + 1))
"""What may yet become one of ``NAMES``, or is one."""

QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}
"""What opens a value, and what closes it."""

_LONGER_NAME = lazy_pattern(r"[\w.:-]+(?=[\s/>])")
_ATTRIBUTE_NAME = r"""\s*([^\s=<>/"'“”‘’]+)"""
_BARE = r"""((?:[^\s>/"'“‘]|/(?!\s*>))(?:[^\s<>/]|/(?!\s*>))*)"""
_WHOLE = lazy_pattern(rf"""{_ATTRIBUTE_NAME}(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|“([^”]*)”|‘([^’]*)’|{_BARE}?))?""")
_BROKEN = lazy_pattern(rf"""{_ATTRIBUTE_NAME}\s*=\s*(?:"([^"<>]*)"?|'([^'<>]*)'?|“([^”<>]*)”?|‘([^’<>]*)’?|{_BARE})""")
_JUNK = lazy_pattern(r"\s*\S?")
_END = lazy_pattern(r"\s*(?:(/)\s*)?>")
_ENTITY = lazy_pattern(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What one tag says. ``user`` is a display name; None is the one being talked to.

    ``category`` is one of the closed set of its ``about``, ``confidence`` 0 to 1; None where not said or not usable.
    ``attributes`` has what else was written, by folded name, and what was not usable. ``troubles`` are sentences.
    """

    about: About
    text: str
    user: str | None = None
    category: str | None = None
    confidence: float | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)
    troubles: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Tag:
    """A tag that was opened, and the text in it so far. ``closed`` is one that closes itself (``/>``)."""

    about: About
    attributes: dict[str, str]
    troubles: list[str]
    text: list[str] = field(default_factory=list)
    closed: bool = False

    def observed(self) -> Observed:
        """What it says, with a trouble for everything that could not be used."""
        left, troubles = dict(self.attributes), list(self.troubles)
        noun = left.pop("observation", "")
        text = _sentence(_unescaped("".join(self.text))) or _sentence(noun)
        if noun and text != _sentence(noun):
            left["observation"] = noun
            troubles.append('The attribute "observation" was not used: the tag has a text of its own.')
        user = _sentence(left.pop("user", "")) if self.about is About.USER else ""
        category, confidence = self._category(left, troubles), _confidence(left, troubles)
        unknown = left.keys() - {"category", "confidence", "observation", "source_type"}
        troubles += [f'The attribute "{name}" is not known; it was kept as it is.' for name in left if name in unknown]
        if not text:
            troubles.append("The tag has no text, so there is nothing to remember.")
        return Observed(
            about=self.about,
            text=text,
            user=user or None,
            category=category,
            confidence=confidence,
            attributes=left,
            troubles=tuple(troubles),
        )

    def _category(self, left: dict[str, str], troubles: list[str]) -> str | None:
        written = left.get("category")
        if written is None:
            return None
        closed = categories(self.about)
        folded = re.sub(r"[\s_-]+", "_", written.strip().lower())
        if folded in closed:
            del left["category"]
            return folded
        troubles.append(f'"{written}" is no category of what is said about the {self.about}: use {_any_of(closed)}.')
        return None


def opening_tag(markup: str, *, whole: bool) -> tuple[Tag, int]:
    """Read an opening tag: the tag, and where in the markup it ends.

    One that is not whole has lost its ``>``: it ends after its last attribute with a value, and a value that has lost
    its closing quote at the first ``>``.
    """
    about, place = _name(markup, 1)
    tag = Tag(about=about, attributes={}, troubles=[])
    if place > 1 + _TAIL:
        tag.troubles.append(f'"{markup[1:place]}" was read as "{markup[1 : 1 + _TAIL]}".')
    attribute = _WHOLE if whole else _BROKEN
    while not (end := _END.match(markup, place)):
        if found := attribute.match(markup, place):
            _add(tag, found[1].lower(), _unescaped(next((value for value in found.groups()[1:] if value), "")))
            place = found.end()
        elif whole and (junk := _JUNK.match(markup, place)):
            place = junk.end()
        else:
            tag.troubles.append('The opening tag lacks its ">".')
            return tag, place
    if not whole:
        tag.troubles.append("A quotation mark in the opening tag was never closed.")
    tag.closed = end[1] == "/"
    return tag, end.end()


def closing_tag(markup: str) -> tuple[About, int]:
    """Read a closing tag: what it is about, and where in the markup it ends."""
    about, place = _name(markup, 2)
    end = _END.match(markup, place)
    return about, end.end() if end else place


def _name(markup: str, start: int) -> tuple[About, int]:
    """What the name at ``start`` is about, and where it ends, with what a model put behind it ("…observations")."""
    longer = _LONGER_NAME.match(markup, start + _TAIL)
    return _ABOUT[markup[start + 7 : start + 11].lower()], longer.end() if longer else start + _TAIL


def _add(tag: Tag, name: str, value: str) -> None:
    if name in tag.attributes:
        tag.troubles.append(f'The attribute "{name}" was given twice; the first was taken, not "{value}".')
    else:
        tag.attributes[name] = value


def _confidence(left: dict[str, str], troubles: list[str]) -> float | None:
    written = left.get("confidence")
    if written is None:
        return None
    try:
        number = float(written)
    except ValueError:
        number = -1.0
    if 0 <= number <= 1:
        del left["confidence"]
        return number
    troubles.append(f'The confidence "{written}" is not a number from 0 to 1.')
    return None


def _any_of(words: tuple[str, ...]) -> str:
    return ", ".join(words[:-1]) + f" or {words[-1]}"


def _sentence(text: str) -> str:
    return " ".join(text.split())


def _unescaped(text: str) -> str:
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text)


LONGEST_SPAN_MARK = 3
"""Backticks; longer runs in mid-line open nothing, so that few spans can fail in one paragraph."""

_SHORTEST_FENCE = 3


class Code:
    """Whether the text read so far ends in code.

    ``fence`` is the mark of the open fence or empty. ``span`` is the number of backticks that may have opened a span;
    with ``first_line`` they may also turn out to be a fence when their line ends. ``lost`` says that a span
    turned out to be none. A fence may be indented at will and stand in a quotation (``>``): lists are not followed.
    """

    def __init__(self) -> None:
        self.fence = ""
        self.span = 0
        self.first_line = False
        self.lost = False
        self._length = 0  # of the fence's mark
        self._mark, self._run = "", 0  # the run of ` or ~ that is being read
        self._leading = self._blank = True  # no text in this line yet; neither text nor tag
        self._closing = False  # this line ends the fence, if nothing follows
        self._runs: list[int] = []  # of backticks since the span began, if it is one
        self._unpaired: frozenset[int] = frozenset()  # runs that nothing closes in this paragraph

    def ahead(self) -> Code:
        """A copy to read ahead with."""
        ahead = copy(self)
        ahead._runs = list(self._runs)
        ahead.lost = False
        return ahead

    def step(self, char: str) -> None:
        """Read one more character."""
        if char == self._mark:
            self._run += 1
            return
        self.end_run()
        if char in "`~":
            self._mark, self._run = char, 1
        elif char == "\n":
            self._end_line()
        elif char not in " \t\r":
            self._blank = self._closing = False
            self._leading = self._leading and char == ">"

    def end_run(self) -> None:
        """Take a run of backticks or tildes as whole: something else comes next."""
        mark, run, leading = self._mark, self._run, self._leading
        if not mark:
            return
        self._mark, self._run, self._leading, self._blank = "", 0, False, False
        if self.fence:
            self._closing = leading and mark == self.fence and run >= self._length
        elif leading and run >= _SHORTEST_FENCE:
            self._end_paragraph()
            if mark == "~":
                self.fence, self._length = mark, run
            else:
                self.span, self.first_line = run, True
        elif mark == "`":
            self._backticks(run)

    def skip_tag(self) -> None:
        """Read a tag that is not shown: its line is not blank, yet a fence may still begin in it."""
        self._blank = False

    def give_up(self) -> None:
        """Take it that nothing closes the span in this paragraph: the backticks since then may be others."""
        self._unpaired |= {self.span}
        runs, self._runs = self._runs, []
        self.span, self.first_line = 0, False
        for run in runs:
            self._backticks(run)

    def _backticks(self, run: int) -> None:
        if self.first_line and self.span > LONGEST_SPAN_MARK:
            self.span, self.lost = 0, True
        self.first_line = False  # a fence's first line has no further backticks
        if self.span == run:
            self.span, self._runs = 0, []
        elif self.span:
            self._runs.append(run)
        elif run <= LONGEST_SPAN_MARK and run not in self._unpaired:
            self.span = run

    def _end_line(self) -> None:
        if self.first_line:
            self.fence, self._length = "`", self.span
            self.span, self.first_line = 0, False
        elif self._closing:
            self.fence = ""
        elif self._blank:
            self._end_paragraph()
        self._leading = self._blank = True
        self._closing = False

    def _end_paragraph(self) -> None:
        self.lost = self.lost or self.span > 0
        self.span, self.first_line = 0, False
        self._runs, self._unpaired = [], frozenset()
