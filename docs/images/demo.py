"""Record what ``reverie demo`` shows, as docs/images/demo.svg: the product runs, and rich draws its terminal."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from reverie.cli.operations import demo

WIDTH = 112


def recorded() -> str:
    """The demo as a picture that loads nothing from elsewhere: its letters are those of the reader's own terminal."""
    console = Console(file=io.StringIO(), record=True, width=WIDTH, highlight=False, force_terminal=True)
    demo.run(console)
    drawn = console.export_svg(title="reverie demo", unique_id="demo")
    plain = re.sub(r"\s*@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    plain = plain.replace("Fira Code, monospace", "ui-monospace, Menlo, Consolas, monospace")
    return plain.replace(' xmlns="http', ' role="img" aria-label="What reverie demo shows" xmlns="http', 1)


if __name__ == "__main__":
    Path(__file__).with_name("demo.svg").write_text(recorded(), encoding="utf-8")
