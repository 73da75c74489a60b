"""What reaches the terminal: text that can do no harm to it, on the stream where it belongs.

Stored text is anybody's text. It is written with its control characters made visible, so that it can neither colour
nor clear a screen nor run anything; and a character that the terminal's encoding lacks becomes one that it has.
"""

from __future__ import annotations

import codecs
import io
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

_HARMFUL = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""C0 and C1 controls, marks that turn the direction of writing, and lone surrogates."""

_PLAINER = {
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "…": "...",
    "—": "-",
    "–": "-",
    "→": "->",
    "·": "-",
    "👤": "*",
    "🪞": "*",
}
_STYLES = {"error": "red", "warning": "yellow", "note": "dim"}
_ERRORS = "reverie-plainer"
_WIDE = 10_000
"""Columns of what is no terminal: lines are for programs there, and are not folded."""


def _plainer(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_PLAINER.get(c, "?") for c in missing), error.end


codecs.register_error(_ERRORS, _plainer)


def prepare_streams() -> None:
    """Let the standard streams bear any text, whatever their encoding."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, _ERRORS), (sys.stderr, _ERRORS)):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def printable(text: str, *, lines: bool = False) -> str:
    r"""Make a text safe to show: on one line, or with its ``lines`` kept.

    >>> printable("red \x1b[31malert\n")
    'red \\x1b[31malert'
    """
    kept = [" ".join(line.split()) if not lines else line.replace("\t", "    ") for line in text.split("\n")]
    return "\n".join(map(_visible, kept)) if lines else _visible(" ".join(filter(None, kept)))


def _visible(text: str) -> str:
    return _HARMFUL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def quoted(text: str, longest: int = 300) -> str:
    """Words in quotation marks, on one line, cut where they are longer."""
    words = printable(text)
    return f"“{words if len(words) <= longest else words[: longest - 1] + '…'}”"


def command(*words: object) -> str:
    """A command of the program as it is typed in a shell: whatever a name or a path holds, it is one word."""
    return shlex.join(["reverie", *map(str, words)])


def styled(text: str, style: str = "") -> Text:
    """A line in a style of rich, made safe."""
    from rich.text import Text

    return Text(printable(text), style=style)


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table without lines, made safe; with a header where a column has a name."""
    from rich.table import Table

    made = Table(*columns, box=None, header_style="bold", pad_edge=False, show_header=any(columns))
    for row in rows:
        made.add_row(*(styled(cell) for cell in row))
    return made


def _console(stream: TextIO) -> Console:
    from rich.console import Console

    width = None if stream.isatty() else _WIDE
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False)


def show(*shown: RenderableType) -> None:
    """Write answers for people to standard output."""
    _write(sys.stdout, shown)


def piece(text: str) -> None:
    """Write a piece of an answer to standard output, as it comes."""
    sys.stdout.write(printable(text, lines=True))
    sys.stdout.flush()


def note(*shown: RenderableType) -> None:
    """Write to standard error: what is no answer."""
    _write(sys.stderr, shown)


def asked(question: str) -> str:
    """Ask on standard error, and give the line that is typed; empty where the input has ended."""
    sys.stderr.write(f"{printable(question)} ")
    sys.stderr.flush()
    return sys.stdin.readline().strip()


def aside(kind: str, name: str, message: str, *, as_json: bool) -> None:
    """Say an error, a warning or a note on standard error: a line, or a JSON object with its type and message."""
    if as_json:
        emit({kind: {"type": name, "message": message}}, sys.stderr)
    elif message:
        note(styled(message if kind == "note" else f"{kind}: {message}", _STYLES[kind]))


def _write(stream: TextIO, shown: Sequence[RenderableType]) -> None:
    console = _console(stream)
    for one in shown:
        # A plain string is for copying: it gets no line breaks of ours.
        console.print(one, soft_wrap=isinstance(one, str))
    stream.flush()


def emit(record: Mapping[str, Any], stream: TextIO | None = None) -> None:
    """Write one JSON object on one line, to standard output unless told otherwise."""
    stream = stream or sys.stdout
    stream.write(as_json(record, ascii_only=not _speaks_unicode(stream)) + "\n")
    stream.flush()


def as_json(record: object, *, ascii_only: bool = False, indent: int | None = None) -> str:
    """A record as JSON that is safe on a terminal too: every harmful character is escaped."""
    text = json.dumps(record, ensure_ascii=ascii_only, indent=indent)
    return text if ascii_only else _HARMFUL.sub(lambda c: c[0] if c[0] == "\n" else f"\\u{ord(c[0]):04x}", text)


def _speaks_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "").startswith("utf")


@contextmanager
def progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on standard error while something long goes on; nothing where that is no terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = _console(sys.stderr)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(printable(label), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
