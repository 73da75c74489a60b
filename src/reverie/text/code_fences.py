"""Where Markdown shows code: fenced blocks and code spans, followed one character at a time.

A fence is known by its line, but backticks in mid-line open a span only if as many close it before the paragraph ends
(CommonMark 0.31, sections 4.5 and 6.1). Until then ``span`` is a doubt; who can't wait asks a copy that reads ahead.
"""

from __future__ import annotations

from copy import copy

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
