"""Observations that a companion writes inside its reply: found, taken out of what is shown, and never lost.

The reader is a state machine over single characters, so a reply gives the same however it is cut into pieces. Where
what follows decides what came before (a tag that is never closed, a backtick that is no code), it waits at most
``LONGEST`` characters and then reads these again, which happens a few times to a character at most: time is linear.
"""

from __future__ import annotations

import unicodedata
from collections import deque

from reverie.persona.tag_syntax import BEGINNINGS, NAMES, QUOTES, Code, Observed, Tag, closing_tag, opening_tag
from reverie.text.patterns import lazy_pattern

__all__ = ["LONGEST", "LONGEST_WHITE", "Observed", "TagReader", "read"]

LONGEST = 4096
"""Characters of an opening tag, and of the text inside a tag: more is not waited for."""

LONGEST_WHITE = 256
"""Characters of white space that are held back, because a tag may follow and take some of it along."""

_DEEPEST = 2  # a tag inside a tag; a third one means that the first was never closed
_SURE = ("<record_", "</record_")  # half a tag rather than text, where a reply breaks off
_EMPTY_LINE = lazy_pattern(r"(?<=\S)[ \t\r]*\n[ \t\r]*\n")
_NO_SPACE_BEFORE = frozenset(".,;:!?…)]}")
_NEVER_CLOSED = "The tag was never closed: it was taken to end at the next tag, empty line or end of the reply."


def read(text: str) -> tuple[str, tuple[Observed, ...]]:
    """Read a whole reply: what to show, and what was observed."""
    reader = TagReader()
    shown = reader.feed(text) + reader.close()
    return shown, tuple(reader.observed)


class TagReader:
    """Read a reply as it streams in.

    ``observed`` grows as tags end (of a tag inside a tag, when the outer one ends). ``dropped`` has the tags
    without any text. No half tag is ever shown, and nothing else waits for long: a ``<`` until it can't be one of the
    tags, white space (at most ``LONGEST_WHITE``) until it is known that no tag follows, a tag until it ends, and one
    behind backticks until these are closed or their paragraph ends, because in code a tag is only shown.
    """

    def __init__(self) -> None:
        self.observed: list[Observed] = []
        self.dropped: list[Observed] = []
        self._unread: deque[str] = deque()
        self._reading = self._read_text
        self._screen = _Screen()
        self._code = Code()
        self._ahead = Code()
        self._markup: list[str] = []  # the possible tag that is being read
        self._quote = ""  # in an opening tag: what ends the value that is being read
        self._last = ""  # in an opening tag: the last character that was not white
        self._line_ended = False
        self._open: list[Tag] = []
        self._held: list[str] = []  # what was read in the outermost tag, or while in doubt
        self._next_tag: int | None = None  # where in it the next tag is
        self._ended: list[Observed] = []

    def feed(self, piece: str) -> str:
        """Read the next piece and give what may be shown now."""
        self._unread.extend(piece)
        self._read_on()
        return self._screen.taken()

    def close(self) -> str:
        """End the reply and give the rest of what is to be shown."""
        while self._open or self._reading != self._read_text:
            self._break_off()
            self._read_on()
        self._screen.end()
        return self._screen.taken()

    def _read_on(self) -> None:
        while self._unread:
            self._reading(self._unread.popleft())

    def _read_again(self, chars: str) -> None:
        self._unread.extendleft(reversed(chars))

    def _put(self, text: str) -> None:
        """Take ordinary text: it is shown, or belongs to the tags that are open."""
        if not self._open:
            for char in text:
                self._code.step(char)
                self._screen.put(char)
            return
        self._held.extend(text)
        for tag in self._open:
            tag.text.append(text)
        if len(self._held) > LONGEST:
            self._end_unclosed()

    def _read_text(self, char: str) -> None:
        if char != "<":
            self._put(char)
            return
        self._code.end_run()
        if self._code.fence:
            self._put(char)
        else:
            self._markup, self._reading = [char], self._read_name

    def _read_name(self, char: str) -> None:
        begun = "".join(self._markup).lower()
        if begun + char.lower() in BEGINNINGS:
            self._markup.append(char)
            return
        self._read_again(char)
        if begun in NAMES:
            self._name_read()
        else:
            self._reading = self._read_text
            self._put("".join(self._markup))

    def _name_read(self) -> None:
        markup = "".join(self._markup)
        if not self._open and self._code.span:
            self._held, self._ahead = list(markup), self._code.ahead()
            for char in markup:
                self._ahead.step(char)
            self._reading = self._read_in_doubt
        elif markup.startswith("</"):
            self._reading = self._read_closing
        elif len(self._open) == _DEEPEST:
            self._read_again(markup)
            self._end_unclosed()
        else:
            self._quote, self._last, self._line_ended = "", "", False
            self._reading = self._read_opening

    def _read_in_doubt(self, char: str) -> None:
        """Look ahead from a tag after backticks: are they closed behind it, so that it stands in code?"""
        self._held.append(char)
        self._ahead.step(char)
        if self._ahead.lost or len(self._held) > LONGEST:
            self._settle_doubt(code=False)
        elif not self._ahead.span:
            self._read_again(self._held.pop())
            self._settle_doubt(code=True)

    def _settle_doubt(self, *, code: bool) -> None:
        held, self._held = "".join(self._held), []
        self._reading = self._read_text
        if code:
            self._put(held)
        else:
            self._code.give_up()
            self._read_again(held)

    def _read_opening(self, char: str) -> None:
        if char == ">" and not self._quote:
            self._markup.append(char)
            self._opening_read(whole=True)
            return
        if self._breaks_opening(char):
            self._read_again(char)
            self._opening_read(whole=False)
            return
        self._markup.append(char)
        if self._quote:
            self._quote = "" if char == self._quote else self._quote
        elif self._last == "=":
            self._quote = QUOTES.get(char, "")
        if char == "\n":
            self._line_ended = True
        elif not char.isspace():
            self._last, self._line_ended = char, False

    def _breaks_opening(self, char: str) -> bool:
        """Whether the tag can't go on like this: its ``>`` or a closing quote was forgotten."""
        if char == "_" and self._quote:
            return "".join([*self._markup[-8:], char]).lower().endswith(_SURE)
        tag_begins = char == "<" and not self._quote
        return tag_begins or (char == "\n" and self._line_ended) or len(self._markup) >= LONGEST

    def _opening_read(self, *, whole: bool) -> None:
        markup = "".join(self._markup)
        tag, end = opening_tag(markup, whole=whole)
        self._reading = self._read_text
        self._read_again(markup[end:])
        if self._open:
            self._note_tag()
            self._held.extend(markup[:end])
            tag.troubles.append("The tag stood inside another one.")
        else:
            self._hide()
        if tag.closed:
            self._end(tag)
        else:
            self._open.append(tag)

    def _read_closing(self, char: str) -> None:
        if char != ">" and (char.isspace() or char.isalnum() or char in "_.:-") and len(self._markup) < LONGEST:
            self._markup.append(char)
            return
        if char == ">":
            self._markup.append(char)
        else:
            self._read_again(char)
        self._closing_read()

    def _closing_read(self) -> None:
        markup = "".join(self._markup)
        about, end = closing_tag(markup)
        self._reading = self._read_text
        self._read_again(markup[end:])
        if not self._open:
            self._hide()
        elif all(tag.about != about for tag in self._open):
            self._read_again(markup[:end])
            self._note_tag()
            self._end_unclosed()
        else:
            self._held.extend(markup[:end])
            while (tag := self._open.pop()).about != about:
                tag.troubles.append(_NEVER_CLOSED)
                self._ended.append(tag.observed())
            self._end(tag)

    def _end_unclosed(self) -> None:
        """End the outermost tag at the next tag, empty line or end, and read again what comes after."""
        tag, held = self._open[0], "".join(self._held)
        empty_line = _EMPTY_LINE.search(held)
        ends = [len(held), self._next_tag, empty_line.start() if empty_line else None]
        end = 0 if "observation" in tag.attributes else min(place for place in ends if place is not None)
        tag.text = [held[: min(end, LONGEST)]]
        cut = f"The tag has more than {LONGEST} characters: it was cut there." if end > LONGEST else _NEVER_CLOSED
        tag.troubles.append(cut)
        self._reading = self._read_text
        self._open, self._ended = [], []
        self._end(tag)
        self._read_again(held[min(end, LONGEST) :])

    def _end(self, tag: Tag) -> None:
        self._ended.append(tag.observed())
        if not self._open:
            for observed in self._ended:
                (self.observed if observed.text else self.dropped).append(observed)
            self._ended, self._held, self._next_tag = [], [], None

    def _note_tag(self) -> None:
        self._next_tag = len(self._held) if self._next_tag is None else self._next_tag

    def _hide(self) -> None:
        self._screen.skip_tag()
        self._code.skip_tag()

    def _break_off(self) -> None:
        """Settle one thing that was being read when the reply ended."""
        if self._reading == self._read_name:
            begun = "".join(self._markup)
            if begun.lower() in NAMES:
                self._name_read()
                return
            self._reading = self._read_text
            if not begun.lower().startswith(_SURE):
                self._put(begun)
            elif not self._open:
                self._hide()
        elif self._reading == self._read_in_doubt:
            self._ahead.end_run()
            self._settle_doubt(code=not self._ahead.lost and (not self._ahead.span or self._ahead.first_line))
        elif self._reading == self._read_opening:
            self._opening_read(whole=False)
        elif self._reading == self._read_closing:
            self._closing_read()
        else:
            self._end_unclosed()


class _Screen:
    """What is shown. White space waits for the character behind it, because a tag between them may take some along.

    Of the white space around tags the piece with the most line breaks stays, with the indentation of the line that
    follows; within a line, one space; at either end of the reply, nothing.
    """

    def __init__(self) -> None:
        self._shown: list[str] = []
        self._white: list[str] = []
        self._before_tags: list[str] = []  # the white space before each tag that is not shown
        self._last = ""

    def put(self, char: str) -> None:
        if char in " \t\r\n":
            self._white.append(char)
            if len(self._white) == LONGEST_WHITE:
                self._show_white("")
        else:
            self._show_white(char)
            self._shown.append(char)
            self._last = char

    def skip_tag(self) -> None:
        self._before_tags.append("".join(self._white))
        self._white = []

    def end(self) -> None:
        if not self._before_tags:
            self._shown += self._white

    def taken(self) -> str:
        shown, self._shown = "".join(self._shown), []
        return shown

    def _show_white(self, following: str) -> None:
        if not self._white and not self._before_tags:
            return
        white = "".join(self._white)
        if self._before_tags:
            white = _around_tags([*self._before_tags, white], self._last, following)
        self._shown.append(white)
        self._last = white[-1:] or self._last
        self._white, self._before_tags = [], []


def _around_tags(white: list[str], last: str, following: str) -> str:
    """What stays of the white space around tags, between the characters ``last`` and ``following``."""
    broken = [run for run in white if "\n" in run]
    if broken:
        most = max(broken, key=lambda run: run.count("\n"))
        indentation = broken[-1][broken[-1].rindex("\n") + 1 :]
        return most[: most.rindex("\n") + 1] + indentation if last else indentation
    if not last or (following in _NO_SPACE_BEFORE and not white[-1]):
        return ""
    return " " if any(white) or (_ends_word(last) and _spaced(following)) else ""


def _ends_word(char: str) -> bool:
    return _spaced(char) or char in ".,;:!?…"


def _spaced(char: str) -> bool:
    """Whether it is of a word in a script with spaces, or would make a tag or a fence with what it is joined to."""
    return char in "</_`~" or (char.isalnum() and unicodedata.east_asian_width(char) not in {"W", "F"})
