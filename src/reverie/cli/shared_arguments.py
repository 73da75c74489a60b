"""Arguments that several commands take, said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reverie.errors import InvalidInput

Name = Annotated[str, typer.Argument(metavar="NAME", help="The person: a name, a nickname, an id or platform:id.")]


def _file(path: Path | None) -> Path | None:
    if str(path) == "-":
        raise InvalidInput("that can't be written to the output: name a file or a folder")
    return path


NewFile = Annotated[Path, typer.Argument(metavar="FILE", callback=_file)]
NewArchive = Annotated[Path, typer.Argument(metavar="FILE.zip", callback=_file)]
NewFolder = Annotated[
    Path, typer.Argument(metavar="FOLDER", callback=_file, help="Where the folders go; it is made if needed.")
]
ToArchive = Annotated[
    Path | None, typer.Option("--to", metavar="FILE.zip", callback=_file, help="Write an archive there.")
]


def file_of(path: Path | None) -> Path | None:
    """The file that is to be written; None for the output, which ``-`` is too."""
    return None if str(path) == "-" else path


Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
